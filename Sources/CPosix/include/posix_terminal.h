// A terminal that is drawn on in place, and given back as it was on every way out.
#pragma once
#include <stdbool.h>

/// Takes the terminal over: keys come one by one and unseen, the cursor is hidden, what stood there is kept aside. It is given back by
/// gnomon_terminal_leave, at exit, and by every signal that ends the process. False if it is no terminal.
bool gnomon_terminal_enter(void);
void gnomon_terminal_leave(void);
/// Columns and rows of standard output; false if nobody knows.
bool gnomon_terminal_size(int *columns, int *rows);
/// A byte that has been typed, or −1.
int gnomon_terminal_key(void);
