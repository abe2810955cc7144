#pragma once
#include <limits.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <stdint.h>

/* OpenSSL takes a null key as "the key of the last call", so that an empty key needs an address of its own. */
static inline int copenssl_hmac(const EVP_MD *digest, const void *key, size_t key_count, const unsigned char *bytes,
                                size_t count, unsigned char *output) {
    if (key_count > INT_MAX) return 0;
    return HMAC(digest, key ? key : "", (int)key_count, bytes, count, output, NULL) != NULL;
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
