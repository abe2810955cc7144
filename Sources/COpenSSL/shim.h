#pragma once
#include <limits.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>

/* OpenSSL takes a null key as "the key of the last call", so that an empty key needs an address of its own. */
static inline int copenssl_hmac(const EVP_MD *digest, const void *key, size_t key_count, const unsigned char *bytes,
                                size_t count, unsigned char *output) {
    if (key_count > INT_MAX) return 0;
    return HMAC(digest, key ? key : "", (int)key_count, bytes, count, output, NULL) != NULL;
}
