/* The least that tells screens of orders: fan_out PORT, one thread on epoll, until it is killed.
 *
 * Each POST gets 201 with a new identifier, and each open stream gets an event with it. Nothing is checked or stored. */
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MOST_CONNECTIONS = 4096, REQUEST_CAPACITY = 1 << 14 };

/* A connection by the number of its socket. */
struct connection {
    bool is_stream;
    size_t filled;
    char request[REQUEST_CAPACITY];
};

static struct connection *connections[MOST_CONNECTIONS];
static uint64_t last_order;

static _Noreturn void fail(const char *what) {
    perror(what);
    exit(1);
}

static void write_all(int socket, const char *bytes, size_t length) {
    while (length > 0) {
        ssize_t sent = send(socket, bytes, length, MSG_NOSIGNAL);
        if (sent < 0) return; /* Gone; its end is read later. */
        bytes += sent;
        length -= sent;
    }
}

static void answer(int socket, const char *status, const char *body) {
    char text[512];
    int length = snprintf(text, sizeof text,
        "HTTP/1.1 %s\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s", status, strlen(body), body);
    write_all(socket, text, length);
}

static void open_stream(int socket) {
    static const char HEADER[] =
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";
    connections[socket]->is_stream = true;
    write_all(socket, HEADER, sizeof HEADER - 1);
}

static void place_order(int publisher) {
    char body[64], event[128], chunk[192];
    last_order++;
    snprintf(body, sizeof body, "{\"id\":\"%lu\"}", (unsigned long)last_order);
    answer(publisher, "201 Created", body);
    int length = snprintf(event, sizeof event, "id: %lu\ndata: {\"order\":\"%lu\"}\n\n", (unsigned long)last_order,
        (unsigned long)last_order);
    int whole = snprintf(chunk, sizeof chunk, "%x\r\n%s\r\n", (unsigned)length, event);
    for (int socket = 0; socket < MOST_CONNECTIONS; socket++)
        if (connections[socket] && connections[socket]->is_stream) write_all(socket, chunk, whole);
}

/* The length of the request at the beginning of the buffer, or zero when its end has not arrived. */
static size_t request_length(const struct connection *connection) {
    const char *end = strstr(connection->request, "\r\n\r\n");
    if (!end) return 0;
    const char *field = strcasestr(connection->request, "\r\ncontent-length:");
    size_t body = field && field < end ? strtoul(field + strlen("\r\ncontent-length:"), NULL, 10) : 0;
    size_t length = end + 4 - connection->request + body;
    return length <= connection->filled ? length : 0;
}

static void read_requests(int socket) {
    struct connection *connection = connections[socket];
    ssize_t count = recv(socket, connection->request + connection->filled,
        REQUEST_CAPACITY - 1 - connection->filled, MSG_DONTWAIT);
    if (count <= 0) {
        connections[socket] = NULL;
        free(connection);
        close(socket);
        return;
    }
    connection->filled += count;
    connection->request[connection->filled] = 0;
    for (size_t length; (length = request_length(connection)) > 0;) {
        if (strncmp(connection->request, "POST ", 5) == 0)
            place_order(socket);
        else if (strstr(connection->request, "text/event-stream"))
            open_stream(socket);
        else
            answer(socket, "200 OK", "{\"status\":\"ok\"}");
        connection->filled -= length;
        memmove(connection->request, connection->request + length, connection->filled + 1);
    }
}

static int listen_on(int port) {
    int yes = 1, handle = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    setsockopt(handle, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(handle, (struct sockaddr *)&address, sizeof address) < 0 || listen(handle, 1024) < 0) fail("listen");
    return handle;
}

static void take_connection(int listener, int poll) {
    int yes = 1, socket = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    if (socket < 0 || socket >= MOST_CONNECTIONS) fail("accept");
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    connections[socket] = calloc(1, sizeof *connections[socket]);
    struct epoll_event event = {.events = EPOLLIN, .data.fd = socket};
    epoll_ctl(poll, EPOLL_CTL_ADD, socket, &event);
}

int main(int count, char **arguments) {
    if (count != 2) return 2;
    int poll = epoll_create1(EPOLL_CLOEXEC), listener = listen_on(atoi(arguments[1]));
    struct epoll_event event = {.events = EPOLLIN, .data.fd = listener};
    epoll_ctl(poll, EPOLL_CTL_ADD, listener, &event);
    for (;;) {
        struct epoll_event events[64];
        int ready = epoll_wait(poll, events, 64, -1);
        for (int index = 0; index < ready; index++) {
            if (events[index].data.fd == listener)
                take_connection(listener, poll);
            else
                read_requests(events[index].data.fd);
        }
    }
}
