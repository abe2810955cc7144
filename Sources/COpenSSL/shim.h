#pragma once
#include <limits.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/param_build.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <stdbool.h>
#include <stdint.h>

/* Lets OpenSSL keep its state when the process ends, which would free it while another thread may still use a connection; the
   system frees it anyway. It works before the first use of OpenSSL, also by libcurl and libpq. */
static inline bool copenssl_keep_at_exit(void) { return OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL) == 1; }

/* OpenSSL takes a null key as "the key of the last call", so that an empty key needs an address of its own. */
static inline int copenssl_hmac(const EVP_MD *digest, const void *key, size_t key_count, const unsigned char *bytes,
                                size_t count, unsigned char *output) {
    if (key_count > INT_MAX) return 0;
    return HMAC(digest, key ? key : "", (int)key_count, bytes, count, output, NULL) != NULL;
}

static inline EVP_PKEY *copenssl_key_of(const char *type, int selection, OSSL_PARAM *parameters) {
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, type, NULL);
    if (!context || EVP_PKEY_fromdata_init(context) <= 0 ||
        EVP_PKEY_fromdata(context, &key, selection, parameters) <= 0)
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
        key = copenssl_key_of("RSA", EVP_PKEY_PUBLIC_KEY, parameters);
    OSSL_PARAM_free(parameters);
    OSSL_PARAM_BLD_free(builder);
    BN_free(e);
    BN_free(n);
    ERR_clear_error();
    return key;
}

/* A key of an uncompressed point; NULL when the point is not on the curve. The quick check suffices, because every point of
   the curves of NIST has the order of the curve; the whole check multiplies by it, which takes as long as a key agreement. */
static inline EVP_PKEY *copenssl_curve_key(const char *group, const unsigned char *point, size_t count) {
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)group, 0),
        OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, (void *)point, count),
        OSSL_PARAM_construct_end(),
    };
    EVP_PKEY *key = copenssl_key_of("EC", EVP_PKEY_PUBLIC_KEY, parameters);
    EVP_PKEY_CTX *context = key ? EVP_PKEY_CTX_new_from_pkey(NULL, key, NULL) : NULL;
    if (!context || EVP_PKEY_public_check_quick(context) != 1) {
        EVP_PKEY_free(key);
        key = NULL;
    }
    EVP_PKEY_CTX_free(context);
    ERR_clear_error();
    return key;
}

/* A fresh P-256 key pair; NULL without randomness or memory. */
static inline EVP_PKEY *copenssl_p256_generate(void) { return EVP_PKEY_Q_keygen(NULL, NULL, "EC", "P-256"); }

/* The P-256 key pair of a scalar of 32 bytes, big-endian; NULL when it is zero or not below the order of the curve. */
static inline EVP_PKEY *copenssl_p256_key(const unsigned char *scalar) {
    EVP_PKEY *key = NULL;
    unsigned char native[32], point[65];
    EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    EC_POINT *product = group ? EC_POINT_new(group) : NULL;
    BIGNUM *number = BN_bin2bn(scalar, 32, NULL);
    if (number) BN_set_flags(number, BN_FLG_CONSTTIME);
    if (product && number && !BN_is_zero(number) && BN_cmp(number, EC_GROUP_get0_order(group)) < 0 &&
        EC_POINT_mul(group, product, number, NULL, NULL, NULL) == 1 &&
        EC_POINT_point2oct(group, product, POINT_CONVERSION_UNCOMPRESSED, point, 65, NULL) == 65 &&
        BN_bn2nativepad(number, native, 32) == 32) {
        OSSL_PARAM parameters[] = {
            OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)"P-256", 0),
            OSSL_PARAM_construct_BN(OSSL_PKEY_PARAM_PRIV_KEY, native, 32),
            OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, point, 65),
            OSSL_PARAM_construct_end(),
        };
        key = copenssl_key_of("EC", EVP_PKEY_KEYPAIR, parameters);
    }
    OPENSSL_cleanse(native, sizeof native);
    BN_clear_free(number);
    EC_POINT_free(product);
    EC_GROUP_free(group);
    ERR_clear_error();
    return key;
}

/* Writes the uncompressed point of a P-256 key, 65 bytes. */
static inline int copenssl_p256_point(const EVP_PKEY *key, unsigned char *point) {
    size_t count = 0;
    return EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, point, 65, &count) == 1 && count == 65;
}

/* Writes the scalar of a P-256 key pair, 32 bytes. */
static inline int copenssl_p256_scalar(const EVP_PKEY *key, unsigned char *scalar) {
    BIGNUM *number = NULL;
    int is_done = EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_PRIV_KEY, &number) == 1 &&
                  BN_bn2binpad(number, scalar, 32) == 32;
    BN_clear_free(number);
    return is_done;
}

/* Writes the shared secret of a key pair and of a public key whose point has been checked, 32 bytes. */
static inline int copenssl_p256_agree(EVP_PKEY *key, EVP_PKEY *peer, unsigned char *secret) {
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_pkey(NULL, key, NULL);
    size_t count = 32;
    int is_done = context && EVP_PKEY_derive_init(context) == 1 &&
                  EVP_PKEY_derive_set_peer_ex(context, peer, 0) == 1 &&
                  EVP_PKEY_derive(context, secret, &count) == 1 && count == 32;
    EVP_PKEY_CTX_free(context);
    return is_done;
}

/* Signs with ECDSA on P-256 and SHA-256, and writes both numbers, 32 bytes each. */
static inline int copenssl_p256_sign(EVP_PKEY *key, const unsigned char *bytes, size_t count, unsigned char *signature) {
    unsigned char encoded[72]; /* two numbers of at most 33 bytes, and six bytes around them */
    const unsigned char *start = encoded;
    size_t encoded_count = sizeof encoded;
    ECDSA_SIG *numbers = NULL;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    int is_done = context && EVP_DigestSignInit_ex(context, NULL, "SHA256", NULL, NULL, key, NULL) == 1 &&
                  EVP_DigestSign(context, encoded, &encoded_count, bytes, count) == 1 &&
                  (numbers = d2i_ECDSA_SIG(NULL, &start, (long)encoded_count)) != NULL &&
                  BN_bn2binpad(ECDSA_SIG_get0_r(numbers), signature, 32) == 32 &&
                  BN_bn2binpad(ECDSA_SIG_get0_s(numbers), signature + 32, 32) == 32;
    ECDSA_SIG_free(numbers);
    EVP_MD_CTX_free(context);
    return is_done;
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

/* Nobody is asked for the password of an encrypted key. */
static inline int copenssl_no_password(char *buffer, int size, int writes, void *context) {
    (void)buffer, (void)size, (void)writes, (void)context;
    return 0;
}

static inline X509 *copenssl_read_certificate(const void *bytes, int count) {
    BIO *input = BIO_new_mem_buf(bytes, count);
    if (!input) return NULL;
    X509 *certificate = PEM_read_bio_X509(input, NULL, copenssl_no_password, NULL);
    BIO_free(input);
    ERR_clear_error();
    return certificate;
}

static inline int copenssl_seconds(const ASN1_TIME *time, int64_t *seconds) {
    ASN1_TIME *epoch = ASN1_TIME_set(NULL, 0);
    int days = 0, rest = 0;
    int is_known = epoch && ASN1_TIME_diff(&days, &rest, epoch, time);
    ASN1_TIME_free(epoch);
    *seconds = (int64_t)days * 86400 + rest;
    return is_known;
}

/* When a certificate is valid, in seconds since 1970; returns 0 when it does not say. */
static inline int copenssl_validity(const X509 *certificate, int64_t *from, int64_t *until) {
    return copenssl_seconds(X509_get0_notBefore(certificate), from) &&
           copenssl_seconds(X509_get0_notAfter(certificate), until);
}

/* 1 if the key is the certificate's, 0 if it is another's, -1 if one of them cannot be read. */
static inline int copenssl_is_pair(const void *chain, int chain_count, const void *key, int key_count) {
    X509 *certificate = copenssl_read_certificate(chain, chain_count);
    BIO *input = BIO_new_mem_buf(key, key_count);
    EVP_PKEY *private_key = input ? PEM_read_bio_PrivateKey(input, NULL, copenssl_no_password, NULL) : NULL;
    int answer = certificate && private_key ? X509_check_private_key(certificate, private_key) == 1 : -1;
    EVP_PKEY_free(private_key);
    BIO_free(input);
    X509_free(certificate);
    return answer;
}

/* Writes the name of a host in a certificate, counted from 0; returns 0 when there are fewer. */
static inline int copenssl_host_name(const X509 *certificate, int index, char *buffer, int size) {
    GENERAL_NAMES *names = (GENERAL_NAMES *)X509_get_ext_d2i(certificate, NID_subject_alt_name, NULL, NULL);
    int is_there = 0;
    for (int i = 0; names && i < sk_GENERAL_NAME_num(names); i++) {
        const GENERAL_NAME *name = sk_GENERAL_NAME_value(names, i);
        if (name->type != GEN_DNS || index-- != 0) continue;
        int count = ASN1_STRING_length(name->d.dNSName);
        if (count >= size) count = size - 1;
        for (int k = 0; k < count; k++) buffer[k] = (char)ASN1_STRING_get0_data(name->d.dNSName)[k];
        buffer[count] = 0;
        is_there = 1;
        break;
    }
    GENERAL_NAMES_free(names);
    return is_there;
}

/* A context for blocks of AES-128 without padding; each block has its own key. */
static inline EVP_CIPHER_CTX *copenssl_aes128_blocks(void) {
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    if (!context || EVP_EncryptInit_ex2(context, EVP_aes_128_ecb(), NULL, NULL, NULL) != 1 ||
        EVP_CIPHER_CTX_set_padding(context, 0) != 1) {
        EVP_CIPHER_CTX_free(context);
        context = NULL;
    }
    ERR_clear_error();
    return context;
}

/* Encrypts one block with AES-128. */
static inline int copenssl_aes128_block(EVP_CIPHER_CTX *context, const void *key, const void *block, void *output) {
    int count = 0;
    int is_done = EVP_EncryptInit_ex2(context, NULL, (const unsigned char *)key, NULL, NULL) == 1 &&
                  EVP_EncryptUpdate(context, (unsigned char *)output, &count, (const unsigned char *)block, 16) == 1 &&
                  count == 16;
    ERR_clear_error();
    return is_done;
}

/* Encrypts or decrypts bytes with AES-128 in counter mode; both are the same. */
static inline int copenssl_aes128_ctr(const unsigned char *key, const unsigned char *counter, const unsigned char *bytes,
                                      int count, unsigned char *output) {
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    int done = 0;
    int is_done = context && EVP_EncryptInit_ex2(context, EVP_aes_128_ctr(), key, counter, NULL) == 1 &&
                  (count == 0 || (EVP_EncryptUpdate(context, output, &done, bytes, count) == 1 && done == count));
    EVP_CIPHER_CTX_free(context);
    ERR_clear_error();
    return is_done;
}

/* Encrypts with AES-128 in CCM mode and computes the tag; OpenSSL wants to hear lengths before key and nonce. */
static inline int copenssl_aes128_ccm_seal(const unsigned char *key, const unsigned char *nonce, int nonce_count,
                                           const unsigned char *bytes, int count, unsigned char *output,
                                           unsigned char *tag, int tag_count) {
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    unsigned char nothing = 0;
    int done = 0;
    int is_done = context && EVP_EncryptInit_ex2(context, EVP_aes_128_ccm(), NULL, NULL, NULL) == 1 &&
                  EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, nonce_count, NULL) == 1 &&
                  EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, tag_count, NULL) == 1 &&
                  EVP_EncryptInit_ex2(context, NULL, key, nonce, NULL) == 1 &&
                  EVP_EncryptUpdate(context, output ? output : &nothing, &done, bytes ? bytes : &nothing, count) == 1 &&
                  EVP_EncryptFinal_ex(context, &nothing, &done) == 1 &&
                  EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, tag_count, tag) == 1;
    EVP_CIPHER_CTX_free(context);
    ERR_clear_error();
    return is_done;
}

/* Decrypts what was encrypted so; 0 when the tag does not fit. */
static inline int copenssl_aes128_ccm_open(const unsigned char *key, const unsigned char *nonce, int nonce_count,
                                           const unsigned char *bytes, int count, const unsigned char *tag,
                                           int tag_count, unsigned char *output) {
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    unsigned char nothing = 0;
    int done = 0;
    int is_done = context && EVP_DecryptInit_ex2(context, EVP_aes_128_ccm(), NULL, NULL, NULL) == 1 &&
                  EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, nonce_count, NULL) == 1 &&
                  EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, tag_count, (void *)tag) == 1 &&
                  EVP_DecryptInit_ex2(context, NULL, key, nonce, NULL) == 1 &&
                  EVP_DecryptUpdate(context, output ? output : &nothing, &done, bytes ? bytes : &nothing, count) == 1;
    EVP_CIPHER_CTX_free(context);
    ERR_clear_error();
    return is_done;
}

/* The message authentication code of AES-128, 16 bytes long. */
static inline int copenssl_aes128_cmac(const unsigned char *key, const unsigned char *bytes, size_t count,
                                       unsigned char *output) {
    size_t length = 0;
    return EVP_Q_mac(NULL, "CMAC", NULL, "AES-128-CBC", NULL, key, 16, bytes, count, output, 16, &length) != NULL &&
           length == 16;
}

/* Encrypts with AES-128 in GCM mode and computes the tag; the nonce has 12 bytes and the tag 16. */
static inline int copenssl_aes128_gcm_seal(const unsigned char *key, const unsigned char *nonce,
                                           const unsigned char *bytes, int count, unsigned char *output,
                                           unsigned char *tag) {
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    unsigned char nothing = 0;
    int done = 0;
    int is_done = context && EVP_EncryptInit_ex2(context, EVP_aes_128_gcm(), key, nonce, NULL) == 1 &&
                  (count == 0 || EVP_EncryptUpdate(context, output, &done, bytes, count) == 1) &&
                  EVP_EncryptFinal_ex(context, &nothing, &done) == 1 &&
                  EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, tag) == 1;
    EVP_CIPHER_CTX_free(context);
    ERR_clear_error();
    return is_done;
}

/* Decrypts what was encrypted so; 0 when the tag does not fit. */
static inline int copenssl_aes128_gcm_open(const unsigned char *key, const unsigned char *nonce,
                                           const unsigned char *bytes, int count, const unsigned char *tag,
                                           unsigned char *output) {
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    unsigned char nothing = 0;
    int done = 0;
    int is_done = context && EVP_DecryptInit_ex2(context, EVP_aes_128_gcm(), key, nonce, NULL) == 1 &&
                  (count == 0 || EVP_DecryptUpdate(context, output, &done, bytes, count) == 1) &&
                  EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, 16, (void *)tag) == 1 &&
                  EVP_DecryptFinal_ex(context, &nothing, &done) == 1;
    EVP_CIPHER_CTX_free(context);
    ERR_clear_error();
    return is_done;
}
