/* Places orders at a steady rate while displays follow the feed, and measures when each display learns of each.
 *
 *   feed_load --port N[,N…] --path PATH --body FILE --tokens FILE --feed PATH --display-tokens FILE
 *             [--keys PREFIX] [--displays 100] [--publishers 16] [--rate 200] [--seconds 4]
 *
 * Orders leave on a timetable that does not wait for answers; an order whose turn finds every publisher busy counts
 * as late and leaves with the next free one, and its time runs from the timetable. Prints one JSON object. */
#include "client.h"
#include "event_reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

static const double PATIENCE = 3;

struct order {
    uint64_t id;
    double due, answered;
};

/* That a display learned of an order. */
struct delivery {
    uint64_t id;
    double time;
    int display;
};

struct publisher {
    struct connection connection;
    struct order *order;
};

struct display {
    int socket, number;
    struct load *load;
    struct event_reader reader;
};

struct load {
    int poll, timer, display_count, publisher_count;
    struct order_template template;
    struct publisher *publishers;
    struct display *displays;
    struct order *orders;
    struct delivery *deliveries;
    size_t order_count, sent, answered, delivery_count, late;
    double start, rate, arrived;
};

/* What an order is recognised by: FNV-1a of its identifier, which ends with a quotation mark. */
static uint64_t identity(const char *text) {
    uint64_t hash = 14695981039346656037u;
    for (; *text && *text != '"'; text++) hash = (hash ^ (unsigned char)*text) * 1099511628211u;
    return hash;
}

static const char *text_after(const char *text, const char *mark) {
    const char *found = strstr(text, mark);
    return found ? found + strlen(mark) : NULL;
}

static void take_line(void *context, const char *text) {
    struct display *display = context;
    struct load *load = display->load;
    const char *order = text_after(text, "\"order\":\"");
    if (!order) return;
    if (load->delivery_count == load->order_count * load->display_count * 2) {
        fputs("far more events than orders\n", stderr);
        exit(1);
    }
    load->deliveries[load->delivery_count++] =
        (struct delivery){.id = identity(order), .time = load->arrived, .display = display->number};
}

static void watch(struct load *load, int socket, uint64_t tag) {
    struct epoll_event event = {.events = EPOLLIN, .data.u64 = tag};
    epoll_ctl(load->poll, EPOLL_CTL_ADD, socket, &event);
}

static void open_displays(struct load *load, const struct ports *ports, const char *path, struct lines tokens) {
    load->displays = calloc(load->display_count, sizeof *load->displays);
    for (int index = 0; index < load->display_count; index++) {
        struct display *display = &load->displays[index];
        char request[1024];
        int length = snprintf(request, sizeof request,
            "GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\nAuthorization: Bearer %s\r\n\r\n",
            path, tokens.items[index % tokens.count]);
        *display = (struct display){.socket = connect_to(port_for(ports, index)), .number = index, .load = load};
        send_all(display->socket, request, length);
        watch(load, display->socket, load->publisher_count + index);
    }
}

static void open_publishers(struct load *load, const struct ports *ports) {
    load->publishers = calloc(load->publisher_count, sizeof *load->publishers);
    for (int index = 0; index < load->publisher_count; index++) {
        load->publishers[index].connection.socket = connect_to(port_for(ports, index));
        watch(load, load->publishers[index].connection.socket, index);
    }
}

static void start_timer(struct load *load) {
    load->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
    struct itimerspec every = {0};
    /* Ten looks at the timetable for each order, so that orders leave within a tenth of their distance. */
    every.it_interval.tv_nsec = every.it_value.tv_nsec = 1e8 / load->rate;
    timerfd_settime(load->timer, 0, &every, NULL);
    watch(load, load->timer, load->publisher_count + load->display_count);
    load->start = now();
}

static void send_due(struct load *load) {
    for (int index = 0; index < load->publisher_count && load->sent < load->order_count; index++) {
        struct publisher *publisher = &load->publishers[index];
        double due = load->start + load->sent / load->rate;
        if (now() < due) return;
        if (publisher->order) continue;
        publisher->order = &load->orders[load->sent++];
        send_order(&publisher->connection, &load->template);
        /* A busy client that looks late at its timetable is no delay of the server. */
        int waited = publisher->connection.sent - due > 2 / load->rate;
        load->late += waited;
        publisher->order->due = waited ? due : publisher->connection.sent;
    }
}

static void read_publisher(struct load *load, struct publisher *publisher) {
    struct answer answer;
    if (!read_answer(&publisher->connection, &answer)) return;
    const char *id = text_after(answer.body, "\"id\":\"");
    if (answer.status != 201 || !id) {
        fprintf(stderr, "refused: %d %.*s\n", answer.status, (int)answer.length, answer.body);
        exit(1);
    }
    publisher->order->answered = load->arrived;
    publisher->order->id = identity(id);
    publisher->order = NULL;
    load->answered++;
}

static void read_display(struct load *load, struct display *display) {
    char bytes[1 << 16];
    ssize_t count = recv(display->socket, bytes, sizeof bytes, MSG_DONTWAIT);
    load->arrived = now();
    if (count <= 0) fail("a display lost its stream");
    take_bytes(&display->reader, bytes, count, take_line, display);
}

static void turn(struct load *load) {
    struct epoll_event events[128];
    int count = epoll_wait(load->poll, events, 128, 100);
    load->arrived = now();
    for (int index = 0; index < count; index++) {
        int tag = events[index].data.u64;
        if (tag < load->publisher_count) {
            read_publisher(load, &load->publishers[tag]);
        } else if (tag < load->publisher_count + load->display_count) {
            read_display(load, &load->displays[tag - load->publisher_count]);
        } else {
            uint64_t ticks;
            if (read(load->timer, &ticks, sizeof ticks) < 0) fail("timer");
        }
    }
}

static bool are_open(const struct load *load) {
    for (int index = 0; index < load->display_count; index++)
        if (!is_open(&load->displays[index].reader)) return false;
    return true;
}

static int compare_orders(const void *left, const void *right) {
    uint64_t a = ((const struct order *)left)->id, b = ((const struct order *)right)->id;
    return a < b ? -1 : a > b;
}

/* Matches deliveries with orders, whose first notice at each display counts. */
static void report(struct load *load) {
    struct samples from_answer = {0}, from_request = {0};
    char *seen = calloc(load->order_count, load->display_count);
    size_t extra = 0;
    qsort(load->orders, load->order_count, sizeof *load->orders, compare_orders);
    for (size_t index = 0; index < load->delivery_count; index++) {
        struct delivery *delivery = &load->deliveries[index];
        struct order key = {.id = delivery->id};
        struct order *order =
            bsearch(&key, load->orders, load->order_count, sizeof *load->orders, compare_orders);
        char *mark = order ? &seen[(order - load->orders) * load->display_count + delivery->display] : NULL;
        if (!order || *mark) {
            extra++;
            continue;
        }
        *mark = 1;
        add_sample(&from_answer, delivery->time - order->answered);
        add_sample(&from_request, delivery->time - order->due);
    }
    sort_samples(&from_answer);
    sort_samples(&from_request);
    printf("{\"orders\": %zu, \"late\": %zu, \"deliveries\": %zu, \"missing\": %zu, \"extra\": %zu, "
           "\"answer_p50\": %.4f, \"answer_p99\": %.4f, \"answer_max\": %.4f, "
           "\"request_p50\": %.4f, \"request_p99\": %.4f, \"request_max\": %.4f}\n",
        load->order_count, load->late, from_answer.count,
        load->order_count * load->display_count - from_answer.count, extra, quantile(&from_answer, 0.5) * 1e3,
        quantile(&from_answer, 0.99) * 1e3, quantile(&from_answer, 1) * 1e3, quantile(&from_request, 0.5) * 1e3,
        quantile(&from_request, 0.99) * 1e3, quantile(&from_request, 1) * 1e3);
}

int main(int count, char **arguments) {
    struct load load = {
        .poll = epoll_create1(EPOLL_CLOEXEC),
        .display_count = atoi(option(count, arguments, "--displays", "100")),
        .publisher_count = atoi(option(count, arguments, "--publishers", "16")),
        .rate = atof(option(count, arguments, "--rate", "200")),
        .template = {.path = option(count, arguments, "--path", NULL),
            .key_prefix = option(count, arguments, "--keys", "key"),
            .body = read_file(option(count, arguments, "--body", NULL)),
            .tokens = read_lines(option(count, arguments, "--tokens", NULL))},
    };
    struct ports ports = read_ports(option(count, arguments, "--port", NULL));
    load.order_count = load.rate * atof(option(count, arguments, "--seconds", "4"));
    load.orders = calloc(load.order_count, sizeof *load.orders);
    load.deliveries = calloc(load.order_count * load.display_count * 2, sizeof *load.deliveries);
    open_displays(&load, &ports, option(count, arguments, "--feed", NULL),
        read_lines(option(count, arguments, "--display-tokens", NULL)));
    open_publishers(&load, &ports);
    while (!are_open(&load)) turn(&load);
    start_timer(&load);
    while (load.answered < load.order_count) {
        send_due(&load);
        turn(&load);
    }
    double end = now() + PATIENCE;
    while (load.delivery_count < load.order_count * load.display_count && now() < end) turn(&load);
    report(&load);
    return load.delivery_count != load.order_count * load.display_count;
}
