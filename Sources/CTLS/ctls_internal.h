#pragma once
#include "ctls.h"
#include <openssl/ssl.h>

struct ctls_identity {
  SSL_CTX *context;
};
