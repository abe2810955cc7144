/* Places orders as fast as they are answered, over keep-alive connections that each wait for their answer.
 *
 *   order_load --port N[,N…] --path PATH --body FILE [--tokens FILE [--scheme Bearer]] [--keys PREFIX]
 *              [--connections 64] [--seconds S | --orders N] [--rate R]
 *
 * With tokens, each request carries the session of the next person and an Idempotency-Key of its own. With a rate, orders
 * leave on a timetable that does not wait for answers; the time of one whose turn finds every connection busy runs from the
 * timetable. At the end it waits for every answer, so that the count of acknowledged orders is exact. Prints one JSON object. */
#include "client.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>

static const double PATIENCE = 60;

struct load {
    struct order_template orders;
    struct connection *connections;
    int poll, count;
    uint64_t limit, sent, acknowledged, refused;
    double start, end, rate;
    bool *are_busy;
    struct samples latencies;
};

static void send_next(struct load *load, struct connection *connection) {
    double due = load->rate > 0 ? load->start + load->sent / load->rate : 0;
    load->sent++;
    send_order(connection, &load->orders);
    /* A busy client that looks late at its timetable is no delay of the server. */
    if (load->rate > 0 && connection->sent - due > 2 / load->rate) connection->sent = due;
}

/* Sends what the timetable has until now over connections that wait for no answer. */
static void send_due(struct load *load) {
    for (int index = 0; index < load->count && load->sent < load->limit; index++) {
        double time = now();
        if (time >= load->end || time < load->start + load->sent / load->rate) return;
        if (load->are_busy[index]) continue;
        load->are_busy[index] = true;
        send_next(load, &load->connections[index]);
    }
}

static void begin(struct load *load, const struct ports *ports) {
    load->poll = epoll_create1(EPOLL_CLOEXEC);
    load->connections = open_connections(ports, load->count, load->poll);
    load->are_busy = calloc(load->count, sizeof *load->are_busy);
}

static void take(struct load *load, struct connection *connection, const struct answer *answer) {
    add_sample(&load->latencies, now() - connection->sent);
    if (answer->status == 201) {
        load->acknowledged++;
    } else if (load->refused++ == 0) {
        fprintf(stderr, "first refusal: %d %.*s\n", answer->status, (int)answer->length, answer->body);
    }
    load->are_busy[connection - load->connections] = false;
    if (load->rate == 0 && load->sent < load->limit && now() < load->end) send_next(load, connection);
}

static bool has_more(const struct load *load) {
    return load->acknowledged + load->refused < load->sent || (load->rate > 0 && load->sent < load->limit && now() < load->end);
}

static void run(struct load *load) {
    double last = now();
    for (int index = 0; load->rate == 0 && index < load->count && load->sent < load->limit; index++)
        send_next(load, &load->connections[index]);
    while (has_more(load)) {
        struct epoll_event events[64];
        if (load->rate > 0) send_due(load);
        int count = epoll_wait(load->poll, events, 64, load->rate > 0 ? 1 : 1000);
        if (count > 0) last = now();
        if (now() - last >= PATIENCE) fail("no answer for a minute");
        for (int index = 0; index < count; index++) {
            struct answer answer;
            struct connection *connection = events[index].data.ptr;
            if (read_answer(connection, &answer)) take(load, connection, &answer);
        }
    }
}

int main(int count, char **arguments) {
    struct load load = {
        .count = atoi(option(count, arguments, "--connections", "64")),
        .limit = strtoull(option(count, arguments, "--orders", "1000000000"), NULL, 10),
        .rate = atof(option(count, arguments, "--rate", "0")),
        .orders = {.path = option(count, arguments, "--path", NULL),
            .key_prefix = option(count, arguments, "--keys", "key"),
            .scheme = option(count, arguments, "--scheme", "Bearer"),
            .body = read_file(option(count, arguments, "--body", NULL))},
    };
    const char *tokens = option(count, arguments, "--tokens", "");
    if (*tokens) load.orders.tokens = read_lines(tokens);
    struct ports ports = read_ports(option(count, arguments, "--port", NULL));
    begin(&load, &ports);
    load.start = now();
    load.end = load.start + atof(option(count, arguments, "--seconds", "1000000"));
    run(&load);
    double seconds = now() - load.start;
    sort_samples(&load.latencies);
    printf("{\"acknowledged\": %lu, \"refused\": %lu, \"seconds\": %.4f, \"rate\": %.1f, "
           "\"p50\": %.4f, \"p99\": %.4f, \"max\": %.4f}\n",
        (unsigned long)load.acknowledged, (unsigned long)load.refused, seconds, load.acknowledged / seconds,
        quantile(&load.latencies, 0.5) * 1e3, quantile(&load.latencies, 0.99) * 1e3,
        quantile(&load.latencies, 1) * 1e3);
    return load.refused > 0;
}
