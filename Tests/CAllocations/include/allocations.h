#pragma once
#include <stdbool.h>
/// The number of heap allocations of this thread since its start: malloc, calloc, realloc and their aligned variants.
/// Linking this target replaces them, for the whole process, by functions that count and call those of the C library.
unsigned long allocations_of_this_thread(void);
/// Whether allocations are counted. Under a sanitizer, which has its own malloc, they are not, and memory is several times as
/// large.
bool allocations_are_counted(void);

/// Calls a body. `valgrind --tool=callgrind --toggle-collect=counted_body` counts the instructions of exactly that call: a function
/// in C has a name that no compiler changes.
void counted_body(void (*body)(void *context), void *context);
