#pragma once
#include <limits.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/param_build.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <stdbool.h>

/* OpenSSL takes a null key as "the key of the last call", so that an empty key needs an address of its own. */
static inline int copenssl_hmac(const EVP_MD *digest, const void *key, size_t key_count, const unsigned char *bytes,
                                size_t count, unsigned char *output) {
    if (key_count > INT_MAX) return 0;
    return HMAC(digest, key ? key : "", (int)key_count, bytes, count, output, NULL) != NULL;
}

static inline EVP_PKEY *copenssl_key_of(const char *type, OSSL_PARAM *parameters) {
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, type, NULL);
    if (!context || EVP_PKEY_fromdata_init(context) <= 0 ||
        EVP_PKEY_fromdata(context, &key, EVP_PKEY_PUBLIC_KEY, parameters) <= 0)
        key = NULL;
    EVP_PKEY_CTX_free(context);
    return key;
}

/* An RSA key of its big-endian numbers, which the caller has checked; NULL without memory. */
static inline EVP_PKEY *copenssl_rsa_key(const unsigned char *modulus, int modulus_count,
                                         const unsigned char *exponent, int exponent_count) {
    EVP_PKEY *key = NULL;
    BIGNUM *n = BN_bin2bn(modulus, modulus_count, NULL), *e = BN_bin2bn(exponent, exponent_count, NULL);
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    OSSL_PARAM *parameters = NULL;
    if (n && e && builder && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_N, n) &&
        OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_E, e) &&
        (parameters = OSSL_PARAM_BLD_to_param(builder)))
        key = copenssl_key_of("RSA", parameters);
    OSSL_PARAM_free(parameters);
    OSSL_PARAM_BLD_free(builder);
    BN_free(e);
    BN_free(n);
    ERR_clear_error();
    return key;
}

/* A key of an uncompressed point; NULL when the point is not on the curve. */
static inline EVP_PKEY *copenssl_curve_key(const char *group, const unsigned char *point, size_t count) {
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)group, 0),
        OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, (void *)point, count),
        OSSL_PARAM_construct_end(),
    };
    EVP_PKEY *key = copenssl_key_of("EC", parameters);
    EVP_PKEY_CTX *context = key ? EVP_PKEY_CTX_new_from_pkey(NULL, key, NULL) : NULL;
    if (!context || EVP_PKEY_public_check(context) != 1) {
        EVP_PKEY_free(key);
        key = NULL;
    }
    EVP_PKEY_CTX_free(context);
    ERR_clear_error();
    return key;
}

static inline EVP_PKEY *copenssl_ed25519_key(const unsigned char *bytes, size_t count) {
    EVP_PKEY *key = EVP_PKEY_new_raw_public_key_ex(NULL, "ED25519", NULL, bytes, count);
    ERR_clear_error();
    return key;
}

/* Whether the signature is the key's; the digest is NULL for Ed25519. A wrong signature leaves errors behind, which would
   be taken for those of the next failure on this thread. */
static inline bool copenssl_is_signed(EVP_PKEY *key, const char *digest, bool is_pss, const unsigned char *signature,
                                      size_t signature_count, const unsigned char *bytes, size_t count) {
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    EVP_PKEY_CTX *options = NULL; /* belongs to the context */
    bool is_signed =
        context && EVP_DigestVerifyInit_ex(context, &options, digest, NULL, NULL, key, NULL) == 1 &&
        (!is_pss || (EVP_PKEY_CTX_set_rsa_padding(options, RSA_PKCS1_PSS_PADDING) > 0 &&
                     EVP_PKEY_CTX_set_rsa_pss_saltlen(options, RSA_PSS_SALTLEN_DIGEST) > 0)) &&
        EVP_DigestVerify(context, signature, signature_count, bytes, count) == 1;
    EVP_MD_CTX_free(context);
    ERR_clear_error();
    return is_signed;
}
