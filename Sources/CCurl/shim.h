#pragma once
#include <curl/curl.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

// What a call sets of the library's options; NULL leaves an option out.
struct vicinity_curl_options {
    CURLU *url;
    const char *schemes;
    long time_limit_milliseconds;
    const char *authorities;
    struct curl_slist *pinned_addresses;
    void *context;
    curl_write_callback receive_header;
    curl_write_callback receive_body;
    curl_opensocket_callback open_socket;
    // HTTP
    const char *user_agent;
    curl_off_t size_limit;
    struct curl_slist *header;
    const void *body;
    size_t body_count;
    // Mail
    long encryption;
    const char *user;
    const char *password;
    const char *login_options;
    const char *command;
    long buffer_size;
    const char *sender;
    struct curl_slist *recipients;
    curl_off_t upload_count;
    curl_read_callback send_body;
    curl_debug_callback note_command;
};

// curl_easy_setopt is variadic, which Swift does not import.
static inline CURLcode vicinity_curl_prepare(CURL *handle, const struct vicinity_curl_options *o) {
    CURLcode code = CURLE_OK;
#define VICINITY_SET(option, value) \
    if (code == CURLE_OK) code = curl_easy_setopt(handle, option, value)
    VICINITY_SET(CURLOPT_CURLU, o->url);
    VICINITY_SET(CURLOPT_PROTOCOLS_STR, o->schemes);
    VICINITY_SET(CURLOPT_FOLLOWLOCATION, 0L);
    VICINITY_SET(CURLOPT_DISALLOW_USERNAME_IN_URL, 1L);
    // An empty name means no proxy, whatever the environment says.
    VICINITY_SET(CURLOPT_PROXY, "");
    VICINITY_SET(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    VICINITY_SET(CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    VICINITY_SET(CURLOPT_SSL_VERIFYPEER, 1L);
    VICINITY_SET(CURLOPT_SSL_VERIFYHOST, 2L);
    if (o->authorities) {
        VICINITY_SET(CURLOPT_CAINFO, o->authorities);
        VICINITY_SET(CURLOPT_CAPATH, NULL);
    }
    // No signals, which would reach any thread; and no waiting for a name server once the time is over.
    VICINITY_SET(CURLOPT_NOSIGNAL, 1L);
    VICINITY_SET(CURLOPT_QUICK_EXIT, 1L);
    VICINITY_SET(CURLOPT_TIMEOUT_MS, o->time_limit_milliseconds);
    VICINITY_SET(CURLOPT_CONNECTTIMEOUT_MS, o->time_limit_milliseconds);
    if (o->size_limit) VICINITY_SET(CURLOPT_MAXFILESIZE_LARGE, o->size_limit);
    if (o->user_agent) VICINITY_SET(CURLOPT_USERAGENT, o->user_agent);
    if (o->header) VICINITY_SET(CURLOPT_HTTPHEADER, o->header);
    if (o->pinned_addresses) VICINITY_SET(CURLOPT_RESOLVE, o->pinned_addresses);
    if (o->body) {
        VICINITY_SET(CURLOPT_POST, 1L);
        VICINITY_SET(CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)o->body_count);
        VICINITY_SET(CURLOPT_COPYPOSTFIELDS, o->body);
    }
    if (o->encryption) VICINITY_SET(CURLOPT_USE_SSL, o->encryption);
    if (o->user) {
        VICINITY_SET(CURLOPT_USERNAME, o->user);
        VICINITY_SET(CURLOPT_PASSWORD, o->password);
    }
    if (o->login_options) VICINITY_SET(CURLOPT_LOGIN_OPTIONS, o->login_options);
    if (o->command) VICINITY_SET(CURLOPT_CUSTOMREQUEST, o->command);
    if (o->buffer_size) VICINITY_SET(CURLOPT_BUFFERSIZE, o->buffer_size);
    if (o->recipients) {
        VICINITY_SET(CURLOPT_UPLOAD, 1L);
        VICINITY_SET(CURLOPT_MAIL_FROM, o->sender);
        VICINITY_SET(CURLOPT_MAIL_RCPT, o->recipients);
        VICINITY_SET(CURLOPT_INFILESIZE_LARGE, o->upload_count);
        VICINITY_SET(CURLOPT_READDATA, o->context);
        VICINITY_SET(CURLOPT_READFUNCTION, o->send_body);
        // The library tells what it sends only to this callback.
        VICINITY_SET(CURLOPT_VERBOSE, 1L);
        VICINITY_SET(CURLOPT_DEBUGDATA, o->context);
        VICINITY_SET(CURLOPT_DEBUGFUNCTION, o->note_command);
    }
    VICINITY_SET(CURLOPT_PRIVATE, o->context);
    VICINITY_SET(CURLOPT_HEADERDATA, o->context);
    VICINITY_SET(CURLOPT_HEADERFUNCTION, o->receive_header);
    VICINITY_SET(CURLOPT_WRITEDATA, o->context);
    VICINITY_SET(CURLOPT_WRITEFUNCTION, o->receive_body);
    VICINITY_SET(CURLOPT_OPENSOCKETDATA, o->context);
    VICINITY_SET(CURLOPT_OPENSOCKETFUNCTION, o->open_socket);
#undef VICINITY_SET
    return code;
}

static inline void vicinity_curl_limit_connections(CURLM *multi, long open, long per_host) {
    curl_multi_setopt(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, open);
    curl_multi_setopt(multi, CURLMOPT_MAX_HOST_CONNECTIONS, per_host);
    // The library counts busy connections too, and would close others to stay below a smaller number.
    curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, open);
}

// The next call that is over, or NULL. The message is a union, and curl_easy_getinfo is variadic.
static inline CURL *vicinity_curl_next_done(CURLM *multi, CURLcode *code, long *status, void **context) {
    int waiting;
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &waiting))) {
        if (message->msg != CURLMSG_DONE) continue;
        CURL *handle = message->easy_handle;
        *code = message->data.result;
        curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, status);
        curl_easy_getinfo(handle, CURLINFO_PRIVATE, (char **)context);
        return handle;
    }
    return NULL;
}

// Copies the bytes of an internet address; 0 for a socket of another kind. The structure goes on beyond what its type
// declares.
static inline size_t vicinity_curl_address(const struct curl_sockaddr *address, unsigned char bytes[16]) {
    const struct sockaddr *socket_address = &address->addr;
    if (address->family == AF_INET) {
        memcpy(bytes, &((const struct sockaddr_in *)socket_address)->sin_addr, 4);
        return 4;
    }
    if (address->family == AF_INET6) {
        memcpy(bytes, &((const struct sockaddr_in6 *)socket_address)->sin6_addr, 16);
        return 16;
    }
    return 0;
}

static inline curl_socket_t vicinity_curl_open_socket(const struct curl_sockaddr *address) {
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}
