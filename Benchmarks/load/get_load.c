/* Reads one address over keep-alive connections that each wait for their answer.
 *
 *   get_load --port N[,N…] --path PATH --status CODE [--tag ETAG] [--connections 1] [--seconds S]
 *
 * With a tag, each request has it as If-None-Match. An answer with another status ends the program. Prints one JSON object. */
#include "client.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>

struct load {
    struct connection *connections;
    char request[2048];
    int poll, count, length, status;
    size_t bytes;
    uint64_t waiting;
    double end;
    struct samples latencies;
};

static void begin(struct load *load, const struct ports *ports) {
    load->poll = epoll_create1(EPOLL_CLOEXEC);
    load->connections = open_connections(ports, load->count, load->poll);
}

static void ask(struct load *load, struct connection *connection) {
    load->waiting++;
    connection->sent = now();
    send_all(connection->socket, load->request, load->length);
}

static void take(struct load *load, struct connection *connection, const struct answer *answer) {
    add_sample(&load->latencies, now() - connection->sent);
    load->waiting--;
    if (answer->status != load->status) {
        fprintf(stderr, "not %d: %d %.*s\n", load->status, answer->status, (int)answer->length, answer->body);
        exit(1);
    }
    load->bytes = answer->length;
    if (now() < load->end) ask(load, connection);
}

static void run(struct load *load) {
    for (int index = 0; index < load->count; index++) ask(load, &load->connections[index]);
    while (load->waiting > 0) {
        struct epoll_event events[64];
        int count = epoll_wait(load->poll, events, 64, 10000);
        if (count == 0) fail("no answer for ten seconds");
        for (int index = 0; index < count; index++) {
            struct answer answer;
            struct connection *connection = events[index].data.ptr;
            if (read_answer(connection, &answer)) take(load, connection, &answer);
        }
    }
}

int main(int count, char **arguments) {
    struct load load = {
        .count = atoi(option(count, arguments, "--connections", "1")),
        .status = atoi(option(count, arguments, "--status", NULL)),
    };
    const char *tag = option(count, arguments, "--tag", "");
    load.length = snprintf(load.request, sizeof load.request,
        "GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: gzip, br\r\n%s%s%s\r\n",
        option(count, arguments, "--path", NULL), *tag ? "If-None-Match: " : "", tag, *tag ? "\r\n" : "");
    if ((size_t)load.length >= sizeof load.request) {
        fputs("the request is too long for the client\n", stderr);
        return 1;
    }
    struct ports ports = read_ports(option(count, arguments, "--port", NULL));
    begin(&load, &ports);
    double start = now();
    load.end = start + atof(option(count, arguments, "--seconds", "4"));
    run(&load);
    double seconds = now() - start;
    sort_samples(&load.latencies);
    printf("{\"answers\": %zu, \"bytes\": %zu, \"rate\": %.1f, \"p50\": %.4f, \"p95\": %.4f, \"p99\": %.4f}\n",
        load.latencies.count, load.bytes, load.latencies.count / seconds, quantile(&load.latencies, 0.5) * 1e3,
        quantile(&load.latencies, 0.95) * 1e3, quantile(&load.latencies, 0.99) * 1e3);
    return 0;
}
