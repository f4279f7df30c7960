#include "ctls_internal.h"
#include <errno.h>
#include <openssl/err.h>
#include <stdlib.h>

struct ctls_session {
  SSL *connection;
  /// After a fatal fault OpenSSL permits no further use of a connection.
  int has_failed;
  int receiving_waits_for_room;
  int sending_waits_for_bytes;
};

ctls_session *ctls_session_create(ctls_identity *identity, int descriptor) {
  ctls_session *made = calloc(1, sizeof *made);
  if (!made) return NULL;
  made->connection = SSL_new(identity->context);
  if (made->connection && SSL_set_fd(made->connection, descriptor)) {
    SSL_set_accept_state(made->connection);
    return made;
  }
  ctls_session_free(made);
  ERR_clear_error();
  return NULL;
}

void ctls_session_free(ctls_session *session) {
  if (!session) return;
  SSL_free(session->connection);
  free(session);
}

/// The reason why nothing was read or written, as −errno; `waits` has SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE or 0.
static int64_t fault(ctls_session *session, int result, int *waits) {
  int error = errno, kind = SSL_get_error(session->connection, result);
  *waits = 0;
  switch (kind) {
  case SSL_ERROR_WANT_READ:
  case SSL_ERROR_WANT_WRITE: *waits = kind; return -EAGAIN;
  case SSL_ERROR_ZERO_RETURN: return 0;
  case SSL_ERROR_SYSCALL: session->has_failed = 1; return error ? -error : -ECONNRESET;
  default: session->has_failed = 1; return -EPROTO;
  }
}

static int whole(int64_t count) { return count > 1 << 30 ? 1 << 30 : (int)count; }

int64_t ctls_receive(ctls_session *session, void *bytes, int64_t capacity) {
  session->receiving_waits_for_room = 0;
  if (session->has_failed) return -EPROTO;
  ERR_clear_error();
  errno = 0;
  int count = SSL_read(session->connection, bytes, whole(capacity)), waits;
  if (count > 0) return count;
  int64_t why = fault(session, count, &waits);
  session->receiving_waits_for_room = waits == SSL_ERROR_WANT_WRITE;
  return why;
}

int64_t ctls_send(ctls_session *session, const void *bytes, int64_t count) {
  session->sending_waits_for_bytes = 0;
  if (session->has_failed) return -EPROTO;
  if (count <= 0) return 0;
  ERR_clear_error();
  errno = 0;
  int sent = SSL_write(session->connection, bytes, whole(count)), waits;
  if (sent > 0) return sent;
  int64_t why = fault(session, sent, &waits);
  session->sending_waits_for_bytes = waits == SSL_ERROR_WANT_READ;
  return why == 0 ? -EPIPE : why;
}

int64_t ctls_pending(const ctls_session *session) { return SSL_pending(session->connection); }

int ctls_is_established(const ctls_session *session) { return SSL_is_init_finished(session->connection); }

int ctls_receiving_waits_for_room(const ctls_session *session) { return session->receiving_waits_for_room; }

int ctls_sending_waits_for_bytes(const ctls_session *session) { return session->sending_waits_for_bytes; }

int ctls_finish(ctls_session *session) {
  if (session->has_failed || !ctls_is_established(session)) return -EPROTO;
  ERR_clear_error();
  errno = 0;
  int result = SSL_shutdown(session->connection), waits;
  // 0: it is stated, and the other side has not stated its own end.
  if (result >= 0) return 0;
  int64_t why = fault(session, result, &waits);
  return why == 0 ? 0 : (int)why;
}
