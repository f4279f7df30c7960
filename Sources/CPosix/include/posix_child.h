// A program that runs as a child of this process and ends with it.
#pragma once
#include <sys/types.h>

/// Starts a program found on PATH, with /dev/null as its standard streams, no signal blocked, and a process group of its own. It
/// gets SIGTERM when the calling thread ends, for whatever reason (prctl(2), PR_SET_PDEATHSIG). −errno if there is no such program.
pid_t gnomon_start_child(const char *program, char *const arguments[]);

/// The same, with its own System V shared memory and no system bus, so that the machine's other services do not receive the
/// program's data. −EPERM if the kernel permits this only to root.
pid_t gnomon_start_child_apart(const char *program, char *const arguments[]);

/// Ends a child, and waits for it: SIGTERM, every tenth of a second because a program may lose one between its look at it and its
/// wait (gpsd 3.22 does), and after two seconds SIGKILL.
void gnomon_end_child(pid_t child);
