#pragma once
#include <stdbool.h>
/// The number of heap allocations this thread has made since it started: malloc, calloc, realloc and their aligned kin.
/// Linking this target replaces them, for the whole process, by ones that count and pass on to the C library's own.
unsigned long allocations_of_this_thread(void);
/// Whether allocations are counted. Under a sanitizer, which has a malloc of its own, they are not, and memory is several times as much.
bool allocations_are_counted(void);
