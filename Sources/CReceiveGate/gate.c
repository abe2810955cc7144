#define _GNU_SOURCE
#include "gate.h"

#include <errno.h>
#include <gnutls/gnutls.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/socket.h>

// Gates by socket, in pages that are made when they are first needed and then stay: room for a million sockets.
// The lowest bit of an entry says that the connection speaks TLS.
enum { page_size = 1024, page_count = 1024 };
typedef _Atomic(uintptr_t) entry;
static _Atomic(entry *) pages[page_count];
static _Atomic(vicinity_receiver) the_receiver;

static entry *entry_of(int socket) {
    if (socket < 0 || socket >= page_size * page_count) return NULL;
    entry *page = atomic_load_explicit(&pages[socket / page_size], memory_order_acquire);
    return page ? &page[socket % page_size] : NULL;
}

static bool make_page(int socket) {
    if (socket < 0 || socket >= page_size * page_count) return false;
    if (entry_of(socket)) return true;
    entry *made = calloc(page_size, sizeof(entry));
    if (!made) return false;
    entry *nothing = NULL;
    if (!atomic_compare_exchange_strong(&pages[socket / page_size], &nothing, made)) free((void *)made);
    return true;
}

bool vicinity_gate_put(int socket, void *gate, bool is_secure, vicinity_receiver receiver) {
    if (!make_page(socket)) return false;
    atomic_store_explicit(&the_receiver, receiver, memory_order_relaxed);
    atomic_store_explicit(entry_of(socket), (uintptr_t)gate | (is_secure ? 1 : 0), memory_order_release);
    return true;
}

void vicinity_gate_take(int socket) {
    entry *found = entry_of(socket);
    if (found) atomic_store_explicit(found, 0, memory_order_release);
}

// The gate of a socket for bytes in clear: for a secure one only those that TLS has opened, never its records.
static void *gate_of(int socket, bool is_secure) {
    entry *found = entry_of(socket);
    if (!found) return NULL;
    uintptr_t value = atomic_load_explicit(found, memory_order_acquire);
    return (value & 1) == is_secure ? (void *)(value & ~(uintptr_t)1) : NULL;
}

ssize_t vicinity_gate_receive(int socket, void *session, void *buffer, size_t size) {
    if (!session) return recvfrom(socket, buffer, size, 0, NULL, NULL);
    // As gnutls_record_recv, which this program defines itself, plus a number that nobody needs.
    unsigned char sequence[8];
    return gnutls_record_recv_seq(session, buffer, size, sequence);
}

ssize_t vicinity_gate_nothing_yet(void *session) {
    if (session) return GNUTLS_E_AGAIN;
    errno = EAGAIN;
    return -1;
}

void vicinity_gate_send_last(int socket, void *session, const void *bytes, size_t size) {
    if (session) {
        (void)gnutls_record_send(session, bytes, size);
        (void)gnutls_bye(session, GNUTLS_SHUT_WR);
    } else {
        (void)send(socket, bytes, size, MSG_NOSIGNAL | MSG_DONTWAIT);
    }
    shutdown(socket, SHUT_WR);
}

// The two functions that libmicrohttpd reads connections with. `used` keeps them when a linker drops what nothing in the
// program itself calls.

__attribute__((used, visibility("default")))
ssize_t recv(int socket, void *buffer, size_t size, int flags) {
    void *gate = gate_of(socket, false);
    if (gate) return atomic_load_explicit(&the_receiver, memory_order_relaxed)(gate, NULL, buffer, size);
    return recvfrom(socket, buffer, size, flags, NULL, NULL);
}

__attribute__((used, visibility("default")))
ssize_t gnutls_record_recv(gnutls_session_t session, void *buffer, size_t size) {
    int socket = gnutls_transport_get_int(session);
    void *gate = gate_of(socket, true);
    if (gate) return atomic_load_explicit(&the_receiver, memory_order_relaxed)(gate, session, buffer, size);
    return vicinity_gate_receive(socket, session, buffer, size);
}
