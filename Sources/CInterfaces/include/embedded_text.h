// A file of this project as a part of the program: its bytes as they were when the program was built.
#pragma once
#include <stddef.h>
#include <stdint.h>

struct embedded_text {
  const uint8_t *bytes;
  size_t count;
};

// Defines `name()`, which returns the bytes of the file at `path`, relative to the folder of the target. The assembler reads the
// file, so a build tool does not see that it depends on it: each file also stands in a line `#if !__has_include("path")`, which the
// compiler lists among the files that it has read.
#define EMBEDDED_TEXT(name, path)                                                                            \
  __asm__(".pushsection .rodata\n" #name "_start:\n.incbin \"" path "\"\n" #name "_end:\n.popsection\n");     \
  extern const uint8_t name##_start[] __attribute__((visibility("hidden")));                                 \
  extern const uint8_t name##_end[] __attribute__((visibility("hidden")));                                   \
  struct embedded_text name(void) {                                                                          \
    return (struct embedded_text){name##_start, (size_t)(name##_end - name##_start)};                        \
  }
