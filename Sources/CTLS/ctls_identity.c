#include "ctls_internal.h"
#include <errno.h>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int add(X509 *certificate, int kind, const char *value) {
  X509V3_CTX context;
  X509V3_set_ctx_nodb(&context);
  X509V3_set_ctx(&context, certificate, certificate, NULL, NULL, 0);
  X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &context, kind, value);
  if (!extension) return 0;
  int added = X509_add_ext(certificate, extension, -1);
  X509_EXTENSION_free(extension);
  return added;
}

/// A positive serial number of 127 random bits (RFC 5280, § 4.1.2.2).
static int number(X509 *certificate) {
  unsigned char bytes[16];
  if (RAND_bytes(bytes, sizeof bytes) != 1) return 0;
  bytes[0] = (bytes[0] & 0x7F) | 0x40;
  BIGNUM *big = BN_bin2bn(bytes, sizeof bytes, NULL);
  int set = big && BN_to_ASN1_INTEGER(big, X509_get_serialNumber(certificate)) != NULL;
  BN_free(big);
  return set;
}

static X509 *signed_by(EVP_PKEY *key, const char *name, int days) {
  X509 *certificate = X509_new();
  if (!certificate) return NULL;
  char names[128];
  int length = snprintf(names, sizeof names, "DNS:%s", name);
  X509_NAME *subject = X509_get_subject_name(certificate);
  int made = length > 0 && length < (int)sizeof names && X509_set_version(certificate, 2) && number(certificate) &&
             X509_gmtime_adj(X509_getm_notBefore(certificate), -86400) &&
             X509_time_adj_ex(X509_getm_notAfter(certificate), days, 0, NULL) && X509_set_pubkey(certificate, key) &&
             X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_UTF8, (const unsigned char *)name, -1, -1, 0) &&
             X509_set_issuer_name(certificate, subject) && add(certificate, NID_basic_constraints, "critical,CA:FALSE") &&
             add(certificate, NID_key_usage, "critical,digitalSignature") &&
             add(certificate, NID_ext_key_usage, "serverAuth") && add(certificate, NID_subject_alt_name, names) &&
             X509_sign(certificate, key, EVP_sha256());
  if (made) return certificate;
  X509_free(certificate);
  return NULL;
}

static int copy(BIO *from, char to[CTLS_TEXT]) {
  int count = BIO_read(from, to, CTLS_TEXT - 1);
  if (count <= 0 || BIO_pending(from) > 0) return 0;
  to[count] = 0;
  return 1;
}

int ctls_make(const char *name, int days, char key[CTLS_TEXT], char certificate[CTLS_TEXT]) {
  EVP_PKEY *made = EVP_EC_gen("P-256");
  X509 *own = made ? signed_by(made, name, days) : NULL;
  BIO *first = BIO_new(BIO_s_secmem()), *second = BIO_new(BIO_s_mem());
  int is_made = own && first && second && PEM_write_bio_PKCS8PrivateKey(first, made, NULL, NULL, 0, NULL, NULL) &&
                copy(first, key) && PEM_write_bio_X509(second, own) && copy(second, certificate);
  BIO_free(first);
  BIO_free(second);
  X509_free(own);
  EVP_PKEY_free(made);
  ERR_clear_error();
  return is_made ? 0 : -ENOMEM;
}

/// Without a password: a key that has one is unreadable, and the terminal is not asked.
static int no_password(char *buffer, int size, int writes, void *more) {
  (void)buffer, (void)size, (void)writes, (void)more;
  return -1;
}

static EVP_PKEY *read_key(const char *text) {
  BIO *from = BIO_new_mem_buf(text, -1);
  EVP_PKEY *key = from ? PEM_read_bio_PrivateKey(from, NULL, no_password, NULL) : NULL;
  BIO_free(from);
  return key;
}

static X509 *read_certificate(const char *text) {
  BIO *from = BIO_new_mem_buf(text, -1);
  X509 *certificate = from ? PEM_read_bio_X509(from, NULL, no_password, NULL) : NULL;
  BIO_free(from);
  return certificate;
}

/// Each connection has one request and a handshake of its own: nothing is kept to resume it.
static SSL_CTX *context(EVP_PKEY *key, X509 *certificate) {
  SSL_CTX *made = SSL_CTX_new(TLS_server_method());
  if (!made) return NULL;
  SSL_CTX_set_options(made, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_NO_TICKET);
  // A caller's buffer may move between two attempts to send, and part of it may be sent.
  SSL_CTX_set_mode(
      made, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS);
  SSL_CTX_set_session_cache_mode(made, SSL_SESS_CACHE_OFF);
  if (SSL_CTX_set_min_proto_version(made, TLS1_2_VERSION) && SSL_CTX_set_num_tickets(made, 0) &&
      SSL_CTX_use_certificate(made, certificate) && SSL_CTX_use_PrivateKey(made, key))
    return made;
  SSL_CTX_free(made);
  return NULL;
}

ctls_identity *ctls_identity_create(const char *key, const char *certificate, int *fault) {
  ctls_identity *made = NULL;
  EVP_PKEY *own = read_key(key);
  X509 *shown = read_certificate(certificate);
  *fault = 0;
  if (!own || !shown) *fault = -EINVAL;
  else if (X509_check_private_key(shown, own) != 1) *fault = -EKEYREJECTED;
  else if (!(made = calloc(1, sizeof *made)) || !(made->context = context(own, shown))) *fault = -ENOMEM;
  X509_free(shown);
  EVP_PKEY_free(own);
  ERR_clear_error();
  if (*fault == 0) return made;
  free(made);
  return NULL;
}

void ctls_identity_free(ctls_identity *identity) {
  if (!identity) return;
  SSL_CTX_free(identity->context);
  free(identity);
}

int ctls_identity_fingerprint(const ctls_identity *identity, uint8_t fingerprint[CTLS_FINGERPRINT]) {
  unsigned size = 0;
  X509 *own = SSL_CTX_get0_certificate(identity->context);
  if (!own || !X509_digest(own, EVP_sha256(), fingerprint, &size) || size != CTLS_FINGERPRINT) return -EINVAL;
  return 0;
}
