/* json.h: JSON (RFC 8259) read into values whose memory is used again for the next text. Not installed. */
#ifndef GNOMON_JSON_H
#define GNOMON_JSON_H

#include "gnomon.h"

enum json_kind { JSON_NULL, JSON_BOOLEAN, JSON_NUMBER, JSON_TEXT, JSON_LIST, JSON_OBJECT };

/* name and text lie in the text that was read. */
struct gnomon_json {
  enum json_kind kind;
  const char *name, *text;
  double number;
  int64_t integer;
  gnomon_json *first, *next;
};

enum { JSON_DEEPEST = 32, JSON_VALUES = 1 << 18, JSON_BLOCK = 256 };

struct json_block {
  struct json_block *next;
  gnomon_json values[JSON_BLOCK];
};

struct json_reader {
  struct json_block *blocks, *block;
  size_t used, total;
  const char *fault;
};

/* Reads a text that ends with a NUL, and overwrites it: strings stay in it. NULL if it is not JSON, nested deeper than
 * JSON_DEEPEST, or has more than JSON_VALUES values; fault says so. The calling thread's locale has to be "C". */
const gnomon_json *json_read(struct json_reader *reader, char *text);
void json_free(struct json_reader *reader);

#endif
