// A terminal for drawing in place, restored on every exit.
#pragma once
#include <stdbool.h>

/// Takes over the terminal: keys are read one by one without echo, the cursor is hidden, the earlier content is kept. The
/// terminal is restored by gnomon_terminal_leave, at exit, and by every signal that ends the process. False if it is not a
/// terminal.
bool gnomon_terminal_enter(void);
void gnomon_terminal_leave(void);
/// Columns and rows of standard output; false if unknown.
bool gnomon_terminal_size(int *columns, int *rows);
/// A typed byte, or −1.
int gnomon_terminal_key(void);
