#include <curl/curl.h>

// curl_easy_setopt and curl_easy_getinfo take any number of arguments, which Swift does not call.
static inline CURLcode curl_set_number(CURL *handle, CURLoption option, long value) {
  return (curl_easy_setopt)(handle, option, value);
}
static inline CURLcode curl_set_size(CURL *handle, CURLoption option, curl_off_t value) {
  return (curl_easy_setopt)(handle, option, value);
}
/// Copied.
static inline CURLcode curl_set_text(CURL *handle, CURLoption option, const char *value) {
  return (curl_easy_setopt)(handle, option, value);
}
static inline CURLcode curl_set_pointer(CURL *handle, CURLoption option, void *value) {
  return (curl_easy_setopt)(handle, option, value);
}
static inline CURLcode curl_set_headers(CURL *handle, struct curl_slist *headers) {
  return (curl_easy_setopt)(handle, CURLOPT_HTTPHEADER, headers);
}

typedef size_t (*curl_taker)(char *bytes, size_t size, size_t count, void *context);
static inline CURLcode curl_set_taker(CURL *handle, curl_taker taker, void *context) {
  CURLcode code = (curl_easy_setopt)(handle, CURLOPT_WRITEFUNCTION, taker);
  return code ? code : (curl_easy_setopt)(handle, CURLOPT_WRITEDATA, context);
}

typedef int (*curl_watcher)(
    void *context, curl_off_t total, curl_off_t now, curl_off_t upload_total, curl_off_t upload_now);
static inline CURLcode curl_set_watcher(CURL *handle, curl_watcher watcher, void *context) {
  CURLcode code = (curl_easy_setopt)(handle, CURLOPT_NOPROGRESS, 0L);
  if (!code) code = (curl_easy_setopt)(handle, CURLOPT_XFERINFOFUNCTION, watcher);
  return code ? code : (curl_easy_setopt)(handle, CURLOPT_XFERINFODATA, context);
}

static inline long curl_get_number(CURL *handle, CURLINFO info) {
  long value = 0;
  return (curl_easy_getinfo)(handle, info, &value) ? 0 : value;
}
/// Belongs to the handle; NULL where there is none.
static inline const char *curl_get_text(CURL *handle, CURLINFO info) {
  char *value = NULL;
  return (curl_easy_getinfo)(handle, info, &value) ? NULL : value;
}
