/* Sends the positions of walking devices in batches over HTTP, each connection its own devices in their order.
 *
 *   position_load --port N [--devices 10000] [--ticks 20] [--batch 1000] [--connections 2]
 *
 * The first tick places the devices and is not timed. Everything is put into text before. Prints one JSON object. */
#include "city.h"
#include "client.h"

#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 64, HEAD = 128 };

struct batch {
    char *bytes;
    size_t length;
};

struct worker {
    pthread_t thread;
    struct connection *connection;
    struct batch *batches;
    size_t count;
    uint64_t events;
};

static struct batch make_batch(const char *text, size_t length) {
    struct batch batch = {.bytes = malloc(HEAD + length)};
    int head = snprintf(batch.bytes, HEAD, "POST /positions HTTP/1.1\r\nHost: localhost\r\nContent-Length: %zu\r\n\r\n", length);
    memcpy(batch.bytes + head, text, length);
    batch.length = head + length;
    return batch;
}

/* The batches of a part of the devices for one tick. */
static void add_tick(
    struct worker *worker, struct place *places, size_t first, size_t last, size_t tick, size_t devices, size_t size
) {
    char *text = malloc(size * LINE);
    for (size_t begin = first; begin < last; begin += size) {
        size_t end = begin + size < last ? begin + size : last, length = 0;
        for (size_t device = begin; device < end; device++) {
            places[device] = city_step(places[device], device, tick, devices);
            length += snprintf(
                text + length, LINE, "%zu %.7f %.7f\n", device, city_latitude(places[device].y),
                city_longitude(places[device].x));
        }
        worker->batches = realloc(worker->batches, (worker->count + 1) * sizeof *worker->batches);
        worker->batches[worker->count++] = make_batch(text, length);
    }
    free(text);
}

static void *work(void *argument) {
    struct worker *worker = argument;
    for (size_t index = 0; index < worker->count; index++) {
        struct answer answer;
        send_all(worker->connection->socket, worker->batches[index].bytes, worker->batches[index].length);
        struct pollfd arrival = {.fd = worker->connection->socket, .events = POLLIN};
        do {
            if (poll(&arrival, 1, 60000) <= 0) fail("no answer for a minute");
        } while (!read_answer(worker->connection, &answer));
        unsigned long events;
        if (answer.status != 200 || sscanf(answer.body, "{\"events\":%lu}", &events) != 1) fail("a batch was refused");
        worker->events += events;
    }
    return NULL;
}

/* Sends what the workers have; gives the seconds that it took, and the events. */
static double run(struct worker *workers, size_t count, uint64_t *events) {
    double start = now();
    for (size_t index = 0; index < count; index++) {
        workers[index].events = 0;
        if (pthread_create(&workers[index].thread, NULL, work, &workers[index]) != 0) fail("no thread");
    }
    *events = 0;
    for (size_t index = 0; index < count; index++) {
        pthread_join(workers[index].thread, NULL);
        *events += workers[index].events;
    }
    return now() - start;
}

int main(int count, char **arguments) {
    int port = atoi(option(count, arguments, "--port", NULL));
    size_t devices = atol(option(count, arguments, "--devices", "10000"));
    size_t ticks = atol(option(count, arguments, "--ticks", "20"));
    size_t size = atol(option(count, arguments, "--batch", "1000"));
    size_t connections = atol(option(count, arguments, "--connections", "2"));
    struct place *places = calloc(devices, sizeof *places);
    struct worker *workers = calloc(connections, sizeof *workers);
    for (size_t device = 0; device < devices; device++) places[device] = city_start(device);
    for (size_t index = 0; index < connections; index++) {
        workers[index].connection = calloc(1, sizeof *workers[index].connection);
        workers[index].connection->socket = connect_to(port);
        add_tick(
            &workers[index], places, devices * index / connections, devices * (index + 1) / connections, 0, devices,
            size);
    }
    uint64_t placed, events;
    double placing = run(workers, connections, &placed);
    for (size_t index = 0; index < connections; index++) workers[index].count = 0;
    for (size_t tick = 1; tick < ticks; tick++)
        for (size_t index = 0; index < connections; index++)
            add_tick(
                &workers[index], places, devices * index / connections, devices * (index + 1) / connections, tick,
                devices, size);
    double seconds = run(workers, connections, &events);
    printf(
        "{\"rate\":%.1f,\"positions\":%zu,\"events\":%llu,\"placed\":%llu,\"placing\":%.1f}\n",
        devices * (ticks - 1) / seconds, devices * (ticks - 1), (unsigned long long)events, (unsigned long long)placed,
        devices / placing);
    return 0;
}
