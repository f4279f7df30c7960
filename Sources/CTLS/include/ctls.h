// TLS of a server with one self-signed certificate, by OpenSSL 3 (TLS 1.3: RFC 8446; 1.2: RFC 5246), in structs of our own.
// Functions return a count, or −errno on failure. Sending may raise SIGPIPE, which the program has to ignore.
#pragma once
#include <stdint.h>

/// Bytes of a key or certificate as text (PEM, RFC 7468) with the closing zero.
#define CTLS_TEXT 4096
/// Bytes of a certificate's fingerprint (SHA-256).
#define CTLS_FINGERPRINT 32

/// Makes a key of the curve P-256 and a certificate of it, signed by itself, with this name, valid from yesterday for so many days.
/// Returns 0 or −errno.
int ctls_make(const char *name, int days, char key[CTLS_TEXT], char certificate[CTLS_TEXT]);

/// A key with its certificate, for any number of sessions.
typedef struct ctls_identity ctls_identity;
/// −EINVAL in `fault` if one is unreadable, −EKEYREJECTED if the certificate is of another key; then the result is NULL.
ctls_identity *ctls_identity_create(const char *key, const char *certificate, int *fault);
void ctls_identity_free(ctls_identity *identity);
/// Returns 0 or −errno.
int ctls_identity_fingerprint(const ctls_identity *identity, uint8_t fingerprint[CTLS_FINGERPRINT]);

/// The server's side of one connection over a nonblocking descriptor, which stays its caller's.
typedef struct ctls_session ctls_session;
/// NULL without memory. The first reading or writing begins the handshake. The identity has to live longer.
ctls_session *ctls_session_create(ctls_identity *identity, int descriptor);
void ctls_session_free(ctls_session *session);

/// Returns the bytes read, 0 at the end, −EAGAIN if there is nothing now, −EPROTO if the other side does not speak TLS.
int64_t ctls_receive(ctls_session *session, void *bytes, int64_t capacity);
/// Returns the bytes accepted, −EAGAIN if there is no room now: then the next call has to begin with the same bytes.
int64_t ctls_send(ctls_session *session, const void *bytes, int64_t count);
/// Bytes that are decrypted and not read: the descriptor is not readable because of them.
int64_t ctls_pending(const ctls_session *session);
/// Whether the handshake is complete.
int ctls_is_established(const ctls_session *session);
/// Whether the last receiving waits until the descriptor is writable.
int ctls_receiving_waits_for_room(const ctls_session *session);
/// Whether the last sending waits until the descriptor is readable.
int ctls_sending_waits_for_bytes(const ctls_session *session);
/// States the end of the sent bytes (close_notify). Returns 0, −EAGAIN to try again when the descriptor is writable, or −errno.
int ctls_finish(ctls_session *session);
