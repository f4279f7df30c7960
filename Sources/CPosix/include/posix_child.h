// A program that runs for us and ends with us.
#pragma once
#include <sys/types.h>

/// Starts a program found on PATH, with nothing on its standard streams and no signal blocked; it gets SIGTERM when the thread
/// that called ends, however it ends (prctl(2), PR_SET_PDEATHSIG). −errno when there is no such program.
pid_t gnomon_start_child(const char *program, char *const arguments[]);

/// The same, with System V shared memory of its own and no system bus: what a daemon tells the machine's other services there, nobody
/// hears. −EPERM where the kernel allows this to nobody but root.
pid_t gnomon_start_child_apart(const char *program, char *const arguments[]);
