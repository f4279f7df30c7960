#include <sqlite3.h>

/// With SQLITE_TRANSIENT, a cast that Swift's importer does not read: the bytes are copied.
static inline int sqlite3_bind_text_copied(sqlite3_stmt *statement, int index, const char *text, int count) {
  return sqlite3_bind_text(statement, index, text, count, SQLITE_TRANSIENT);
}
