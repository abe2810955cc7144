/* A push service on loopback that takes every message: each is answered a fixed time after it arrived, or never.
 *
 *   push_service --people N [--delay MILLISECONDS | --delay never] [--log FILE]
 *
 * Prints its port in a line of JSON. Messages are for /push/0 to /push/N-1. When it is ended by SIGTERM, it writes a line for
 * each person who got any: the number, how many, and when the last was answered, in milliseconds since 1970. */
#include "client.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { CALLER_CAPACITY = 4096, MESSAGE_CAPACITY = 1 << 14, WAITING_CAPACITY = 1 << 16 };

struct caller {
    int socket;
    /* Tells a connection from an earlier one with the same number. */
    uint64_t generation;
    size_t filled;
    char buffer[MESSAGE_CAPACITY];
};

/* A message that is answered later; all wait equally long, so that they are answered in their order. */
struct waiting {
    struct caller *caller;
    uint64_t generation;
    double due;
    long person;
};

struct service {
    int poll, listener, signals;
    double delay;
    bool is_silent;
    long people;
    uint64_t *counts, *answered;
    struct caller *callers[CALLER_CAPACITY];
    struct waiting queue[WAITING_CAPACITY];
    uint64_t first, end;
};

static uint64_t milliseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return time.tv_sec * 1000ull + time.tv_nsec / 1000000;
}

static void watch(struct service *service, int handle) {
    struct epoll_event event = {.events = EPOLLIN, .data.fd = handle};
    if (epoll_ctl(service->poll, EPOLL_CTL_ADD, handle, &event) < 0) fail("epoll_ctl");
}

static int listen_anywhere(void) {
    int handle = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_in address = {.sin_family = AF_INET};
    socklen_t length = sizeof address;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (handle < 0 || bind(handle, (struct sockaddr *)&address, length) < 0 || listen(handle, 1024) < 0) fail("listen");
    if (getsockname(handle, (struct sockaddr *)&address, &length) < 0) fail("getsockname");
    printf("{\"port\": %d}\n", ntohs(address.sin_port));
    fflush(stdout);
    return handle;
}

static void accept_caller(struct service *service) {
    static uint64_t generation;
    int handle = accept4(service->listener, NULL, NULL, SOCK_CLOEXEC);
    if (handle < 0) fail("accept");
    if (handle >= CALLER_CAPACITY) {
        fputs("too many connections for the push service\n", stderr);
        exit(1);
    }
    int yes = 1;
    setsockopt(handle, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    if (!service->callers[handle]) service->callers[handle] = malloc(sizeof *service->callers[handle]);
    if (!service->callers[handle]) fail("malloc");
    service->callers[handle]->socket = handle;
    service->callers[handle]->generation = ++generation;
    service->callers[handle]->filled = 0;
    watch(service, handle);
}

static void close_caller(struct caller *caller) {
    close(caller->socket);
    caller->generation = 0;
}

static void answer(struct service *service, const struct waiting *waiting) {
    static const char created[] = "HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n";
    if (waiting->caller->generation != waiting->generation) return;
    /* Before the answer, as nothing that the sender does afterwards counts. */
    service->answered[waiting->person] = milliseconds();
    service->counts[waiting->person]++;
    if (send(waiting->caller->socket, created, sizeof created - 1, MSG_NOSIGNAL) < 0) close_caller(waiting->caller);
}

static void take(struct service *service, struct caller *caller) {
    static const char start[] = "POST /push/";
    long person = atol(caller->buffer + strlen(start));
    if (strncmp(caller->buffer, start, strlen(start)) != 0 || person < 0 || person >= service->people) {
        fprintf(stderr, "not a message: %.60s\n", caller->buffer);
        exit(1);
    }
    struct waiting waiting = {.caller = caller, .generation = caller->generation, .due = now() + service->delay, .person = person};
    if (service->is_silent) return;
    if (service->delay == 0) return answer(service, &waiting);
    if (service->end - service->first == WAITING_CAPACITY) fail("too many messages at once");
    service->queue[service->end++ % WAITING_CAPACITY] = waiting;
}

static void read_caller(struct service *service, struct caller *caller) {
    ssize_t count = recv(caller->socket, caller->buffer + caller->filled, sizeof caller->buffer - 1 - caller->filled, MSG_DONTWAIT);
    if (count < 0 && errno == EAGAIN) return;
    if (count <= 0) return close_caller(caller);
    caller->filled += count;
    caller->buffer[caller->filled] = 0;
    const char *end = strstr(caller->buffer, "\r\n\r\n");
    if (!end) return;
    const char *field = strcasestr(caller->buffer, "\r\ncontent-length:");
    if (!field || field > end) {
        fputs("a message has no Content-Length\n", stderr);
        exit(1);
    }
    size_t length = strtoul(field + strlen("\r\ncontent-length:"), NULL, 10);
    if (caller->buffer + caller->filled < end + 4 + length) return;
    caller->filled = 0;
    take(service, caller);
}

static void answer_due(struct service *service) {
    while (service->first < service->end && service->queue[service->first % WAITING_CAPACITY].due <= now())
        answer(service, &service->queue[service->first++ % WAITING_CAPACITY]);
}

/* Milliseconds until the next answer is due, at least one. */
static int patience(const struct service *service) {
    if (service->first == service->end) return -1;
    double rest = service->queue[service->first % WAITING_CAPACITY].due - now();
    return rest > 0 ? (int)(rest * 1e3) + 1 : 0;
}

static int watch_signals(void) {
    sigset_t ends;
    sigemptyset(&ends);
    sigaddset(&ends, SIGTERM);
    sigprocmask(SIG_BLOCK, &ends, NULL);
    return signalfd(-1, &ends, SFD_CLOEXEC);
}

static void write_log(const struct service *service, const char *path) {
    if (!*path) return;
    FILE *file = fopen(path, "w");
    if (!file) fail(path);
    for (long person = 0; person < service->people; person++)
        if (service->counts[person])
            fprintf(file, "%ld %lu %lu\n", person, (unsigned long)service->counts[person], (unsigned long)service->answered[person]);
    if (fclose(file) != 0) fail(path);
}

int main(int count, char **arguments) {
    static struct service service;
    const char *delay = option(count, arguments, "--delay", "0"), *log = option(count, arguments, "--log", "");
    service.is_silent = strcmp(delay, "never") == 0;
    service.delay = service.is_silent ? 0 : atof(delay) / 1e3;
    service.people = atol(option(count, arguments, "--people", NULL));
    service.counts = calloc(service.people, sizeof *service.counts);
    service.answered = calloc(service.people, sizeof *service.answered);
    if (!service.counts || !service.answered) fail("calloc");
    service.poll = epoll_create1(EPOLL_CLOEXEC);
    service.signals = watch_signals();
    service.listener = listen_anywhere();
    watch(&service, service.signals);
    watch(&service, service.listener);
    while (true) {
        struct epoll_event events[64];
        int ready = epoll_wait(service.poll, events, 64, patience(&service));
        answer_due(&service);
        for (int index = 0; index < ready; index++) {
            int handle = events[index].data.fd;
            if (handle == service.signals) {
                write_log(&service, log);
                return 0;
            }
            if (handle == service.listener) {
                accept_caller(&service);
            } else if (service.callers[handle]->generation) {
                read_caller(&service, service.callers[handle]);
            }
        }
    }
}
