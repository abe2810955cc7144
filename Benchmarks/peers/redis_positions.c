/* The peer of durable fences: the circles that each position lies in, by GEOSEARCH over their centres.
 *
 *   redis_positions --port N --circles N [--devices 10000] [--ticks 20] [--connections 2]
 *
 * A search takes the largest radius and the client compares each distance with the circle's own. 64 commands are on
 * their way at a time on each connection. Nothing is remembered and nothing is durable. Prints one JSON object. */
#include "../load/city.h"
#include "../load/client.h"

#include <hiredis/hiredis.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { DEPTH = 64 };

struct search {
    pthread_t thread;
    size_t first, last;
    uint64_t pairs;
};

static int port;
static double *radii;
static struct place *places;

static redisContext *connected(void) {
    redisContext *context = redisConnect("127.0.0.1", port);
    if (context == NULL || context->err) fail("redis does not answer");
    return context;
}

static redisReply *reply_of(redisContext *context) {
    redisReply *reply;
    if (redisGetReply(context, (void **)&reply) != REDIS_OK || reply->type == REDIS_REPLY_ERROR) fail("redis refused");
    return reply;
}

static void add_circles(size_t count) {
    redisContext *context = connected();
    radii = malloc(count * sizeof *radii);
    for (size_t begin = 0; begin < count; begin += DEPTH) {
        size_t end = begin + DEPTH < count ? begin + DEPTH : count;
        for (size_t index = begin; index < end; index++) {
            double x = (city_unit(1, 3 * index) * 2 - 1) * CITY_HALF, y = (city_unit(1, 3 * index + 1) * 2 - 1) * CITY_HALF;
            radii[index] = 50 + 450 * city_unit(1, 3 * index + 2);
            char longitude[32], latitude[32];
            snprintf(longitude, sizeof longitude, "%.7f", city_longitude(x));
            snprintf(latitude, sizeof latitude, "%.7f", city_latitude(y));
            redisAppendCommand(context, "GEOADD circles %s %s %d", longitude, latitude, (int)index);
        }
        for (size_t index = begin; index < end; index++) freeReplyObject(reply_of(context));
    }
    redisFree(context);
}

static uint64_t pairs_of(redisReply *reply) {
    uint64_t pairs = 0;
    for (size_t index = 0; index < reply->elements; index++) {
        redisReply *found = reply->element[index];
        if (atof(found->element[1]->str) <= radii[atol(found->element[0]->str)]) pairs++;
    }
    return pairs;
}

static void *search(void *argument) {
    struct search *search = argument;
    redisContext *context = connected();
    for (size_t begin = search->first; begin < search->last; begin += DEPTH) {
        size_t end = begin + DEPTH < search->last ? begin + DEPTH : search->last;
        for (size_t index = begin; index < end; index++) {
            char longitude[32], latitude[32];
            snprintf(longitude, sizeof longitude, "%.7f", city_longitude(places[index].x));
            snprintf(latitude, sizeof latitude, "%.7f", city_latitude(places[index].y));
            redisAppendCommand(
                context, "GEOSEARCH circles FROMLONLAT %s %s BYRADIUS 500 m WITHDIST", longitude, latitude);
        }
        for (size_t index = begin; index < end; index++) {
            redisReply *reply = reply_of(context);
            search->pairs += pairs_of(reply);
            freeReplyObject(reply);
        }
    }
    redisFree(context);
    return NULL;
}

int main(int count, char **arguments) {
    port = atoi(option(count, arguments, "--port", NULL));
    size_t circles = atol(option(count, arguments, "--circles", NULL));
    size_t devices = atol(option(count, arguments, "--devices", "10000"));
    size_t ticks = atol(option(count, arguments, "--ticks", "20"));
    size_t connections = atol(option(count, arguments, "--connections", "2")), total = devices * ticks;
    places = malloc(total * sizeof *places);
    for (size_t device = 0; device < devices; device++) {
        struct place place = city_start(device);
        for (size_t tick = 0; tick < ticks; tick++)
            places[tick * devices + device] = place = city_step(place, device, tick, devices);
    }
    add_circles(circles);
    struct search *searches = calloc(connections, sizeof *searches);
    double start = now();
    for (size_t index = 0; index < connections; index++) {
        searches[index].first = total * index / connections;
        searches[index].last = total * (index + 1) / connections;
        if (pthread_create(&searches[index].thread, NULL, search, &searches[index]) != 0) fail("no thread");
    }
    uint64_t pairs = 0;
    for (size_t index = 0; index < connections; index++) {
        pthread_join(searches[index].thread, NULL);
        pairs += searches[index].pairs;
    }
    printf(
        "{\"rate\":%.1f,\"positions\":%zu,\"pairs\":%llu}\n", total / (now() - start), total, (unsigned long long)pairs);
    return 0;
}
