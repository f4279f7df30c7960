#pragma once
/// Calls a body. `valgrind --tool=callgrind --toggle-collect=counted_body` counts the instructions of exactly that call: a function in
/// C has a name that no compiler changes.
void counted_body(void (*body)(void *context), void *context);
