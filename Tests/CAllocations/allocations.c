#include "allocations.h"
#include <errno.h>
#include <stddef.h>

// A sanitizer has its own malloc, which must not be replaced: nothing is counted then.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

#ifdef SANITIZED
unsigned long allocations_of_this_thread(void) { return 0; }
bool allocations_are_counted(void) { return false; }
#else

// glibc's own entry points, exported for exactly this purpose (the manual, "Replacing malloc").
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static _Thread_local unsigned long count;

unsigned long allocations_of_this_thread(void) { return count; }
bool allocations_are_counted(void) { return true; }

void *malloc(size_t size) {
  count++;
  return __libc_malloc(size);
}
void *calloc(size_t number, size_t size) {
  count++;
  return __libc_calloc(number, size);
}
void *realloc(void *old, size_t size) {
  count++;
  return __libc_realloc(old, size);
}
void *memalign(size_t alignment, size_t size) {
  count++;
  return __libc_memalign(alignment, size);
}
void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }
int posix_memalign(void **result, size_t alignment, size_t size) {
  void *memory = memalign(alignment, size);
  if (!memory) return ENOMEM;
  *result = memory;
  return 0;
}
#endif
