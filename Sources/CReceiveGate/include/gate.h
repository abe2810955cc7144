#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

// libmicrohttpd offers no look at the bytes of a request before it parses them. This room defines recv(2) and
// gnutls_record_recv(3) for the whole program, as ELF allows an executable to, and asks a receiver for those sockets that
// have a gate. Every other socket is read as always. See docs/decisions/0044-strict-framing.md.

// Receives for a socket that has a gate, in place of recv or gnutls_record_recv and with their results.
// The session is NULL without TLS.
typedef ssize_t (*vicinity_receiver)(void *gate, void *session, void *buffer, size_t size);

// Gives a socket a gate, until it is taken away. Returns false when there is no room or no memory for it.
// Every gate of a program has the same receiver.
bool vicinity_gate_put(int socket, void *gate, bool is_secure, vicinity_receiver receiver);

// Takes the gate of a socket away; call it before the socket is closed.
void vicinity_gate_take(int socket);

// Receives what the network brings, without a gate.
ssize_t vicinity_gate_receive(int socket, void *session, void *buffer, size_t size);

// What a receiver returns when nothing is to be had now.
ssize_t vicinity_gate_nothing_yet(void *session);

// Sends an answer that fits the socket's empty buffer, without waiting, and says that nothing follows.
void vicinity_gate_send_last(int socket, void *session, const void *bytes, size_t size);
