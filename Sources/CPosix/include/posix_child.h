// A program that runs for us and ends with us.
#pragma once
#include <sys/types.h>

/// Starts a program found on PATH, with nothing on its standard streams and no signal blocked; it gets SIGTERM when the thread
/// that called ends, however it ends (prctl(2), PR_SET_PDEATHSIG). −errno when there is no such program.
pid_t gnomon_start_child(const char *program, char *const arguments[]);
