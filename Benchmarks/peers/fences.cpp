// What a team would take for circles: GEOS's STRtree and Boost's R-tree, on the seeded circles and walks that
// Benchmarks/Sources/Benchmarks/FenceWorkload.swift makes as well. Both return memberships only: the boxes that hold a
// point, each then tested exactly.
//
//   fences geos|boost CIRCLES HALF STEP DEVICES TICKS
//
// One line of JSON: seconds of processor time to build, updates a second, memberships, and sums that tell the workload.
#include <geos_c.h>

#include <boost/geometry.hpp>
#include <boost/geometry/geometries/box.hpp>
#include <boost/geometry/geometries/point.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

namespace {

double now() {
    timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec + time.tv_nsec * 1e-9;
}

// SplitMix64 in counter form.
double unit(uint64_t stream, uint64_t index) {
    uint64_t z = stream + (index + 1) * 0x9E3779B97F4A7C15ull;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return ((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

struct Circle {
    double x, y, radius;
    bool holds(double px, double py) const {
        double dx = x - px, dy = y - py;
        return dx * dx + dy * dy <= radius * radius;
    }
};

struct Workload {
    std::vector<Circle> circles;
    std::vector<double> x, y;

    Workload(size_t count, double half, double step, size_t devices, size_t ticks) {
        for (size_t i = 0; i < count; i++)
            circles.push_back({(unit(1, 3 * i) * 2 - 1) * half, (unit(1, 3 * i + 1) * 2 - 1) * half,
                               50 + 450 * unit(1, 3 * i + 2)});
        std::vector<double> atX, atY;
        for (size_t d = 0; d < devices; d++) {
            atX.push_back((unit(2, 2 * d) * 2 - 1) * half);
            atY.push_back((unit(2, 2 * d + 1) * 2 - 1) * half);
        }
        for (size_t i = 0; i < devices * ticks; i++) {
            double &px = atX[i % devices], &py = atY[i % devices];
            px = reflected(px + (unit(3, 2 * i) * 2 - 1) * step, half);
            py = reflected(py + (unit(3, 2 * i + 1) * 2 - 1) * step, half);
            x.push_back(px);
            y.push_back(py);
        }
    }

    static double reflected(double number, double half) {
        if (number > half) number = 2 * half - number;
        return number < -half ? -2 * half - number : number;
    }
};

struct Outcome {
    double build, seconds;
    size_t memberships;
};

// Keeps the compiler from leaving out the tests.
volatile uint64_t sink;

Outcome boost_rtree(const Workload &work, size_t first) {
    namespace geometry = boost::geometry;
    using Point = geometry::model::point<double, 2, geometry::cs::cartesian>;
    using Box = geometry::model::box<Point>;
    using Entry = std::pair<Box, uint32_t>;
    double start = now();
    std::vector<Entry> entries;
    entries.reserve(work.circles.size());
    for (size_t i = 0; i < work.circles.size(); i++) {
        const Circle &c = work.circles[i];
        entries.push_back(
            {Box(Point(c.x - c.radius, c.y - c.radius), Point(c.x + c.radius, c.y + c.radius)), uint32_t(i)});
    }
    geometry::index::rtree<Entry, geometry::index::rstar<16>> tree(entries.begin(), entries.end());
    double built = now();
    size_t found = 0;
    for (size_t i = first; i < work.x.size(); i++) {
        double x = work.x[i], y = work.y[i];
        for (auto at = tree.qbegin(geometry::index::intersects(Point(x, y))); at != tree.qend(); ++at)
            if (work.circles[at->second].holds(x, y)) {
                found++;
                sink = sink + at->second;
            }
    }
    return {built - start, now() - built, found};
}

struct Question {
    const Workload *work;
    double x, y;
    size_t found;
};

void test(void *item, void *data) {
    auto question = static_cast<Question *>(data);
    if (question->work->circles[reinterpret_cast<uintptr_t>(item)].holds(question->x, question->y)) question->found++;
}

Outcome geos_strtree(const Workload &work, size_t first) {
    initGEOS(nullptr, nullptr);
    double start = now();
    GEOSSTRtree *tree = GEOSSTRtree_create(10);
    for (size_t i = 0; i < work.circles.size(); i++) {
        const Circle &c = work.circles[i];
        GEOSSTRtree_insert(
            tree, GEOSGeom_createRectangle(c.x - c.radius, c.y - c.radius, c.x + c.radius, c.y + c.radius),
            reinterpret_cast<void *>(i));
    }
    // The tree is built with the first question.
    Question question{&work, 1e9, 1e9, 0};
    GEOSGeometry *nowhere = GEOSGeom_createPointFromXY(question.x, question.y);
    GEOSSTRtree_query(tree, nowhere, test, &question);
    double built = now();
    for (size_t i = first; i < work.x.size(); i++) {
        question.x = work.x[i];
        question.y = work.y[i];
        GEOSGeometry *point = GEOSGeom_createPointFromXY(question.x, question.y);
        GEOSSTRtree_query(tree, point, test, &question);
        GEOSGeom_destroy(point);
    }
    return {built - start, now() - built, question.found};
}

}  // namespace

int main(int count, char **arguments) {
    if (count != 7) {
        fprintf(stderr, "usage: fences geos|boost CIRCLES HALF STEP DEVICES TICKS\n");
        return 2;
    }
    size_t devices = strtoull(arguments[5], nullptr, 10);
    Workload work(strtoull(arguments[2], nullptr, 10), atof(arguments[3]), atof(arguments[4]), devices,
                  strtoull(arguments[6], nullptr, 10));
    Outcome outcome = strcmp(arguments[1], "geos") == 0 ? geos_strtree(work, devices) : boost_rtree(work, devices);
    double sumX = 0, sumY = 0, sumRadius = 0;
    for (size_t i = 0; i < work.x.size(); i++) {
        sumX += work.x[i];
        sumY += work.y[i];
    }
    for (const Circle &circle : work.circles) sumRadius += circle.radius;
    printf("{\"build\": %.6f, \"rate\": %.1f, \"memberships\": %zu, \"sums\": [%.17g, %.17g, %.17g]}\n", outcome.build,
           (work.x.size() - devices) / outcome.seconds, outcome.memberships, sumX, sumY, sumRadius);
    return 0;
}
