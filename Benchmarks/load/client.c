#include "client.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec * 1e-9;
}

_Noreturn void fail(const char *what) {
    perror(what);
    exit(1);
}

int connect_to(int port) {
    int handle = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (handle < 0 || connect(handle, (struct sockaddr *)&address, sizeof address) < 0) fail("connect");
    int yes = 1;
    setsockopt(handle, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    return handle;
}

struct ports read_ports(const char *text) {
    struct ports ports = {0};
    char *end;
    for (;; text = end + 1) {
        long number = strtol(text, &end, 10);
        bool is_end = *end == 0;
        if (end == text || number < 1 || number > 65535 || ports.count == MOST_PORTS || (!is_end && *end != ',')) {
            fprintf(stderr, "ports are numbers with commas between them, %d at most\n", MOST_PORTS);
            exit(1);
        }
        ports.numbers[ports.count++] = (int)number;
        if (is_end) return ports;
    }
}

int port_for(const struct ports *ports, int number) { return ports->numbers[number % ports->count]; }

struct connection *open_connections(const struct ports *ports, int count, int poll) {
    struct connection *connections = calloc(count, sizeof *connections);
    for (int index = 0; index < count; index++) {
        struct connection *connection = &connections[index];
        connection->socket = connect_to(port_for(ports, index));
        connection->port = index % ports->count;
        connection->ports = ports->count;
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = connection};
        epoll_ctl(poll, EPOLL_CTL_ADD, connection->socket, &event);
    }
    return connections;
}

char *read_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) fail(path);
    char *text = calloc(1, FILE_CAPACITY + 1);
    size_t length = fread(text, 1, FILE_CAPACITY, file);
    if (ferror(file) || !feof(file)) fail(path);
    text[length] = 0;
    fclose(file);
    return text;
}

struct lines read_lines(const char *path) {
    struct lines lines = {0};
    char *text = read_file(path);
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        lines.items = realloc(lines.items, (lines.count + 1) * sizeof *lines.items);
        lines.items[lines.count++] = line;
    }
    return lines;
}

void send_all(int socket, const char *bytes, size_t length) {
    while (length > 0) {
        ssize_t sent = send(socket, bytes, length, MSG_NOSIGNAL);
        if (sent < 0) fail("send");
        bytes += sent;
        length -= sent;
    }
}

static const char *next_token(const struct connection *connection, const struct lines *tokens, uint64_t key) {
    size_t share = connection->ports > 1 ? tokens->count / connection->ports : tokens->count;
    return tokens->items[connection->port * share + key % share];
}

void send_order(struct connection *connection, struct order_template *orders) {
    char request[ANSWER_CAPACITY];
    uint64_t key = orders->next_key++;
    int length = snprintf(request, sizeof request,
        "POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n",
        orders->path, strlen(orders->body));
    if (orders->tokens.count > 0)
        length += snprintf(request + length, sizeof request - length,
            "Authorization: %s %s\r\nIdempotency-Key: %s-%lu\r\n", orders->scheme ? orders->scheme : "Bearer",
            next_token(connection, &orders->tokens, key), orders->key_prefix, (unsigned long)key);
    length += snprintf(request + length, sizeof request - length, "\r\n%s", orders->body);
    if ((size_t)length >= sizeof request) {
        fputs("the order is too long for the client\n", stderr);
        exit(1);
    }
    connection->sent = now();
    send_all(connection->socket, request, length);
}

bool read_answer(struct connection *connection, struct answer *answer) {
    ssize_t count = recv(connection->socket, connection->buffer + connection->filled,
        sizeof connection->buffer - 1 - connection->filled, MSG_DONTWAIT);
    if (count < 0 && errno == EAGAIN) return false;
    if (count <= 0) fail("recv");
    connection->filled += count;
    connection->buffer[connection->filled] = 0;
    const char *end = strstr(connection->buffer, "\r\n\r\n");
    const char *field = strcasestr(connection->buffer, "\r\ncontent-length:");
    if (!end) return false;
    answer->status = atoi(connection->buffer + strlen("HTTP/1.1 "));
    bool has_content = answer->status != 204 && answer->status != 304;
    if (has_content && (!field || field > end)) {
        fputs("an answer has no Content-Length\n", stderr);
        exit(1);
    }
    answer->length = has_content ? strtoul(field + strlen("\r\ncontent-length:"), NULL, 10) : 0;
    answer->body = end + 4;
    if (connection->buffer + connection->filled < answer->body + answer->length) return false;
    connection->filled = 0;
    return true;
}

void add_sample(struct samples *samples, double value) {
    if (samples->count == samples->capacity) {
        samples->capacity = samples->capacity ? samples->capacity * 2 : 1024;
        samples->values = realloc(samples->values, samples->capacity * sizeof *samples->values);
        if (!samples->values) fail("realloc");
    }
    samples->values[samples->count++] = value;
}

static int compare(const void *left, const void *right) {
    double difference = *(const double *)left - *(const double *)right;
    return difference < 0 ? -1 : difference > 0;
}

void sort_samples(struct samples *samples) {
    if (samples->count > 0) qsort(samples->values, samples->count, sizeof *samples->values, compare);
}

double quantile(const struct samples *samples, double fraction) {
    if (samples->count == 0) return 0;
    size_t index = samples->count * fraction;
    return samples->values[index < samples->count ? index : samples->count - 1];
}

const char *option(int count, char **arguments, const char *name, const char *otherwise) {
    for (int index = 1; index + 1 < count; index += 2)
        if (strcmp(arguments[index], name) == 0) return arguments[index + 1];
    if (otherwise) return otherwise;
    fprintf(stderr, "the option %s is missing\n", name);
    exit(2);
}
