/* The walk of the fence workload: devices in a square of 60 km, steps of at most 15 m along each axis; SplitMix64. */
#ifndef CITY_H
#define CITY_H
#include <math.h>
#include <stddef.h>
#include <stdint.h>

#define CITY_HALF 30000.0
#define CITY_LATITUDE 51.5
#define CITY_LONGITUDE -0.12
#define CITY_METRES_PER_DEGREE (2 * 3.14159265358979323846 * 6371008.8 / 360)
#define CITY_COSINE 0.6225146366376195

struct place {
    double x, y;
};

static inline double city_unit(uint64_t stream, uint64_t index) {
    uint64_t mixed = stream + (index + 1) * 0x9E3779B97F4A7C15u;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
    return ((mixed ^ (mixed >> 31)) >> 11) * 0x1p-53;
}

static inline double city_reflect(double coordinate) {
    if (coordinate > CITY_HALF) return 2 * CITY_HALF - coordinate;
    return coordinate < -CITY_HALF ? -2 * CITY_HALF - coordinate : coordinate;
}

static inline struct place city_start(size_t device) {
    return (struct place){
        (city_unit(2, 2 * device) * 2 - 1) * CITY_HALF, (city_unit(2, 2 * device + 1) * 2 - 1) * CITY_HALF};
}

static inline struct place city_step(struct place place, size_t device, size_t tick, size_t devices) {
    uint64_t index = 2 * ((uint64_t)tick * devices + device);
    return (struct place){
        city_reflect(place.x + (city_unit(3, index) * 2 - 1) * 15),
        city_reflect(place.y + (city_unit(3, index + 1) * 2 - 1) * 15)};
}

static inline double city_latitude(double y) { return CITY_LATITUDE + y / CITY_METRES_PER_DEGREE; }

static inline double city_longitude(double x) {
    return CITY_LONGITUDE + x / (CITY_METRES_PER_DEGREE * CITY_COSINE);
}

#endif
