#pragma once
#include <fcntl.h>
#include <gnutls/gnutls.h>
#include <linux/filter.h>
#include <microhttpd.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

// What the server sets of the library's options; zero and NULL leave an option out.
struct vicinity_mhd_options {
    unsigned int flags;
    // NULL with a socket that listens already, whose number is below; otherwise that is negative.
    const struct sockaddr *address;
    int listening_socket;
    unsigned int threads;
    size_t connection_memory;
    unsigned int connections;
    unsigned int connections_per_address;
    unsigned int idle_seconds;
    const char *certificate;
    const char *key;
    const char *priorities;
    MHD_AcceptPolicyCallback admission;
    MHD_AccessHandlerCallback access;
    void *(*target)(void *, const char *, struct MHD_Connection *);
    MHD_RequestCompletedCallback completed;
    MHD_NotifyConnectionCallback connection;
    void *context;
};

// Leaves percent-encoding as it is: paths are decoded once, in Swift, segment by segment.
static inline size_t vicinity_mhd_keep_escapes(void *context, struct MHD_Connection *connection, char *text) {
    (void)context;
    (void)connection;
    size_t length = 0;
    while (text[length]) ++length;
    return length;
}

// MHD_start_daemon is variadic, which Swift does not import.
static inline struct MHD_Daemon *vicinity_mhd_start(const struct vicinity_mhd_options *o) {
    struct MHD_OptionItem items[20];
    int count = 0;
#define VICINITY_OPTION(option, value, pointer) \
    items[count++] = (struct MHD_OptionItem){option, (intptr_t)(value), (void *)(pointer)}
    if (o->address) VICINITY_OPTION(MHD_OPTION_SOCK_ADDR, 0, o->address);
    if (o->listening_socket >= 0) VICINITY_OPTION(MHD_OPTION_LISTEN_SOCKET, o->listening_socket, NULL);
    VICINITY_OPTION(MHD_OPTION_CONNECTION_MEMORY_LIMIT, o->connection_memory, NULL);
    VICINITY_OPTION(MHD_OPTION_CONNECTION_LIMIT, o->connections, NULL);
    VICINITY_OPTION(MHD_OPTION_PER_IP_CONNECTION_LIMIT, o->connections_per_address, NULL);
    VICINITY_OPTION(MHD_OPTION_CONNECTION_TIMEOUT, o->idle_seconds, NULL);
    VICINITY_OPTION(MHD_OPTION_STRICT_FOR_CLIENT, 1, NULL);
    VICINITY_OPTION(MHD_OPTION_UNESCAPE_CALLBACK, vicinity_mhd_keep_escapes, NULL);
    VICINITY_OPTION(MHD_OPTION_URI_LOG_CALLBACK, o->target, o->context);
    VICINITY_OPTION(MHD_OPTION_NOTIFY_COMPLETED, o->completed, o->context);
    VICINITY_OPTION(MHD_OPTION_NOTIFY_CONNECTION, o->connection, o->context);
    // A pool of one is refused; without the option there is one thread.
    if (o->threads > 1) VICINITY_OPTION(MHD_OPTION_THREAD_POOL_SIZE, o->threads, NULL);
    if (o->certificate) {
        VICINITY_OPTION(MHD_OPTION_HTTPS_MEM_CERT, 0, o->certificate);
        VICINITY_OPTION(MHD_OPTION_HTTPS_MEM_KEY, 0, o->key);
        VICINITY_OPTION(MHD_OPTION_HTTPS_PRIORITIES, 0, o->priorities);
    }
    VICINITY_OPTION(MHD_OPTION_END, 0, NULL);
#undef VICINITY_OPTION
    return MHD_start_daemon(
        o->flags, 0, o->admission, o->context, o->access, o->context, MHD_OPTION_ARRAY, items, MHD_OPTION_END);
}

// The information functions are variadic, and return unions.
static inline int vicinity_mhd_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

static inline bool vicinity_mhd_client_address(struct MHD_Connection *connection, char *text, size_t size) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    if (!info || !info->client_addr) return false;
    socklen_t length =
        info->client_addr->sa_family == AF_INET6 ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in);
    return getnameinfo(info->client_addr, length, text, (socklen_t)size, NULL, 0, NI_NUMERICHOST) == 0;
}

static inline void *vicinity_mhd_connection_context(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

static inline size_t vicinity_mhd_header_size(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return info ? info->header_size : 0;
}

static inline uint16_t vicinity_mhd_port(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
    return info ? info->port : 0;
}

static inline int vicinity_mhd_listening_socket(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_LISTEN_FD);
    return info ? info->listen_fd : -1;
}

// Makes the system drop what opens a new connection to a listening socket (segments with SYN), without an answer. Connections
// that are being opened are completed and wait to be accepted.
static inline bool vicinity_socket_refuse_new(int socket) {
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_B | BPF_ABS, 13),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, 0x02, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, 0),
        BPF_STMT(BPF_RET | BPF_K, 0xffffffff),
    };
    struct sock_fprog program = {sizeof code / sizeof code[0], code};
    return setsockopt(socket, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program) == 0;
}

// How many connections to a listening socket wait to be accepted.
static inline unsigned vicinity_socket_waiting(int socket) {
    struct tcp_info info;
    socklen_t size = sizeof info;
    return getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &size) == 0 ? info.tcpi_unacked : 0;
}

// Puts a socket to which nobody connects in the place of a listening one, which is closed by that, in one step for all threads.
static inline bool vicinity_socket_stop_listening(int socket_number) {
    struct sockaddr_un nobody = {.sun_family = AF_UNIX};
    int other = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (other < 0) return false;
    // An address without a path: the system chooses one that is free and that nobody knows.
    bool done = bind(other, (struct sockaddr *)&nobody, sizeof nobody.sun_family) == 0 && listen(other, 1) == 0 &&
        dup2(other, socket_number) >= 0 && fcntl(socket_number, F_SETFD, FD_CLOEXEC) == 0;
    close(other);
    return done;
}

// Credentials from PEM texts, read as the library reads its own; NULL with GnuTLS' number when they cannot be used.
static inline void *vicinity_tls_credentials(const char *certificate, const char *key, int *error) {
    gnutls_certificate_credentials_t made;
    *error = gnutls_certificate_allocate_credentials(&made);
    if (*error < 0) return NULL;
    gnutls_datum_t chain = {(unsigned char *)certificate, (unsigned int)strlen(certificate)};
    gnutls_datum_t secret = {(unsigned char *)key, (unsigned int)strlen(key)};
    *error = gnutls_certificate_set_x509_key_mem2(made, &chain, &secret, GNUTLS_X509_FMT_PEM, NULL, 0);
    if (*error >= 0) return made;
    gnutls_certificate_free_credentials(made);
    return NULL;
}

static inline void vicinity_tls_credentials_free(void *credentials) {
    gnutls_certificate_free_credentials((gnutls_certificate_credentials_t)credentials);
}

// Replaces the library's credentials for one connection whose handshake has not begun. GnuTLS keeps the pointer.
static inline bool vicinity_mhd_use_credentials(struct MHD_Connection *connection, void *credentials) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_GNUTLS_SESSION);
    return info && info->tls_session &&
        gnutls_credentials_set((gnutls_session_t)info->tls_session, GNUTLS_CRD_CERTIFICATE, credentials) >= 0;
}

// The library holds a response's header back until the first bytes of the body. Setting TCP_NODELAY, even again,
// makes the system send what waits (tcp(7)).
static inline void vicinity_mhd_push(struct MHD_Connection *connection) {
    int on = 1;
    setsockopt(vicinity_mhd_socket(connection), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

// SHUT_RDWR is a member of an unnamed enumeration, which modules do not always share.
static inline void vicinity_socket_cut_off(int socket) { shutdown(socket, SHUT_RDWR); }

// MHD_SIZE_UNKNOWN is a macro with a cast.
static inline uint64_t vicinity_mhd_unknown_size(void) { return MHD_SIZE_UNKNOWN; }

// MHD_set_response_options is variadic.
static inline void vicinity_mhd_forbid_chunks(struct MHD_Response *response) {
    MHD_set_response_options(response, MHD_RF_HTTP_1_0_COMPATIBLE_STRICT, MHD_RO_END);
}
