#define _POSIX_C_SOURCE 200809L
#include "json.h"

#include <stdlib.h>
#include <string.h>

static gnomon_json *new_value(struct json_reader *reader) {
  if (++reader->total > JSON_VALUES) {
    reader->fault = "a message has too many values";
    return NULL;
  }
  if (!reader->block || reader->used == JSON_BLOCK) {
    struct json_block *next = reader->block ? reader->block->next : reader->blocks;
    if (!next) {
      next = malloc(sizeof *next);
      if (!next) {
        reader->fault = "out of memory";
        return NULL;
      }
      next->next = NULL;
      if (reader->block)
        reader->block->next = next;
      else
        reader->blocks = next;
    }
    reader->block = next;
    reader->used = 0;
  }
  gnomon_json *value = &reader->block->values[reader->used++];
  *value = (gnomon_json){.kind = JSON_NULL, .number = NAN};
  return value;
}

static char *skip(char *at) { return at + strspn(at, " \t\r\n"); }

/* The number of four hexadecimal digits; -1 if they are not such. */
static long hexadecimal(const char *at) {
  long code = 0;
  for (int i = 0; i < 4; i++) {
    char c = at[i];
    int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
    if (digit < 0) return -1;
    code = code * 16 + digit;
  }
  return code;
}

static char *put_utf8(char *to, long code) {
  if (code < 0x80) {
    *to++ = (char)code;
    return to;
  }
  int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  static const int heads[] = {0, 0xC0, 0xE0, 0xF0};
  *to++ = (char)(heads[more] | code >> 6 * more);
  while (more-- > 0) *to++ = (char)(0x80 | (code >> 6 * more & 63));
  return to;
}

/* At a \u: the letter in UTF-8, never longer than its escape; U+FFFD for half a pair and for U+0000, which would end the text. */
static char *read_code(char *at, char **to) {
  long code = hexadecimal(at + 2);
  if (code < 0) return NULL;
  at += 6;
  if (code >= 0xD800 && code < 0xDC00 && at[0] == '\\' && at[1] == 'u') {
    long low = hexadecimal(at + 2);
    if (low >= 0xDC00 && low <= 0xDFFF) {
      code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
      at += 6;
    }
  }
  if (code == 0 || (code >= 0xD800 && code <= 0xDFFF)) code = 0xFFFD;
  *to = put_utf8(*to, code);
  return at;
}

/* At the opening quote; removes the escapes in place and ends the string. The position after the closing quote, or NULL. */
static char *read_string(char *at, const char **string) {
  static const char escapes[] = "\"\"\\\\//b\bf\fn\nr\rt\t";
  char *to = ++at;
  *string = to;
  while (*at != '"') {
    if ((unsigned char)*at < 0x20) return NULL; /* also the end */
    if (*at != '\\') {
      *to++ = *at++;
    } else if (at[1] == 'u') {
      if (!(at = read_code(at, &to))) return NULL;
    } else {
      size_t i = 0;
      while (escapes[i] && escapes[i] != at[1]) i += 2;
      if (!escapes[i]) return NULL;
      *to++ = escapes[i + 1];
      at += 2;
    }
  }
  *to = 0;
  return at + 1;
}

static size_t digits(const char *at) { return strspn(at, "0123456789"); }

/* RFC 8259, 6; strtod alone would also accept inf, hexadecimal numbers and more. */
static char *read_number(char *at, gnomon_json *value) {
  char *start = at;
  if (*at == '-') at++;
  size_t count = digits(at);
  if (!count || (*at == '0' && count > 1)) return NULL;
  at += count;
  value->kind = JSON_NUMBER;
  if (*at == '.') {
    if (!(count = digits(++at))) return NULL;
    at += count;
  }
  if (*at == 'e' || *at == 'E') {
    at++;
    if (*at == '+' || *at == '-') at++;
    if (!(count = digits(at))) return NULL;
    at += count;
  }
  value->number = strtod(start, NULL);
  value->integer = strtoll(start, NULL, 10);
  return at;
}

static char *read_value(struct json_reader *reader, char *at, gnomon_json *value, int depth);

static char *read_items(struct json_reader *reader, char *at, gnomon_json *value, int depth) {
  char end = value->kind == JSON_OBJECT ? '}' : ']';
  gnomon_json **place = &value->first;
  at = skip(at + 1);
  if (*at == end) return at + 1;
  for (;;) {
    gnomon_json *item = *place = new_value(reader);
    if (!item) return NULL;
    place = &item->next;
    if (value->kind == JSON_OBJECT) {
      at = skip(at);
      if (*at != '"' || !(at = read_string(at, &item->name))) return NULL;
      at = skip(at);
      if (*at++ != ':') return NULL;
    }
    if (!(at = read_value(reader, at, item, depth + 1))) return NULL;
    at = skip(at);
    if (*at == end) return at + 1;
    if (*at++ != ',') return NULL;
  }
}

static char *read_value(struct json_reader *reader, char *at, gnomon_json *value, int depth) {
  at = skip(at);
  if (depth > JSON_DEEPEST) {
    reader->fault = "a message is nested too deeply";
    return NULL;
  }
  switch (*at) {
  case '"': value->kind = JSON_TEXT; return read_string(at, &value->text);
  case '{': value->kind = JSON_OBJECT; return read_items(reader, at, value, depth);
  case '[': value->kind = JSON_LIST; return read_items(reader, at, value, depth);
  case 'n': return strncmp(at, "null", 4) ? NULL : at + 4;
  case 't':
  case 'f': {
    int is_true = *at == 't';
    value->kind = JSON_BOOLEAN;
    value->integer = is_true;
    return strncmp(at, is_true ? "true" : "false", 5 - (size_t)is_true) ? NULL : at + 5 - is_true;
  }
  default: return read_number(at, value);
  }
}

const gnomon_json *json_read(struct json_reader *reader, char *text) {
  reader->block = NULL;
  reader->used = reader->total = 0;
  reader->fault = NULL;
  gnomon_json *root = new_value(reader);
  char *end = root ? read_value(reader, text, root, 0) : NULL;
  if (end && *skip(end) == 0) return root;
  if (!reader->fault) reader->fault = "a message is not JSON";
  return NULL;
}

void json_free(struct json_reader *reader) {
  while (reader->blocks) {
    struct json_block *next = reader->blocks->next;
    free(reader->blocks);
    reader->blocks = next;
  }
  reader->block = NULL;
}

const gnomon_json *gnomon_json_member(const gnomon_json *json, const char *path) {
  while (json && path && *path) {
    size_t length = strcspn(path, ".");
    const gnomon_json *item = json->kind == JSON_OBJECT ? json->first : NULL;
    while (item && (strncmp(item->name, path, length) || item->name[length])) item = item->next;
    json = item;
    path += length + (path[length] == '.');
  }
  return json && json->kind != JSON_NULL ? json : NULL;
}

double gnomon_json_number(const gnomon_json *json, const char *path) {
  json = gnomon_json_member(json, path);
  return json && json->kind == JSON_NUMBER ? json->number : NAN;
}

int64_t gnomon_json_integer(const gnomon_json *json, const char *path) {
  json = gnomon_json_member(json, path);
  return json && json->kind == JSON_NUMBER ? json->integer : 0;
}

int gnomon_json_bool(const gnomon_json *json, const char *path) {
  json = gnomon_json_member(json, path);
  return json && json->kind == JSON_BOOLEAN && json->integer;
}

const char *gnomon_json_text(const gnomon_json *json, const char *path) {
  json = gnomon_json_member(json, path);
  return json && json->kind == JSON_TEXT ? json->text : "";
}

const gnomon_json *gnomon_json_first(const gnomon_json *json) { return json ? json->first : NULL; }
const gnomon_json *gnomon_json_next(const gnomon_json *item) { return item ? item->next : NULL; }
const char *gnomon_json_name(const gnomon_json *member) { return member && member->name ? member->name : ""; }
