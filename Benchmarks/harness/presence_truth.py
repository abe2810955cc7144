"""What the measurements of presence must find, worked out again from the workload and the contract; nothing of ours runs.

Distances are Vincenty's on WGS 84, every circle is compared with every position that it may hold, and the rules for
noise and silence (LD13, LD14) are written down once more as the contract says them.
"""
import math

import numpy

MASK = (1 << 64) - 1
RADIUS = 6_371_008.8
METRES_PER_DEGREE = 2 * math.pi * RADIUS / 360
COSINE = 0.6225146366376195
LATITUDE, LONGITUDE, HALF, STEP = 51.5, -0.12, 30_000.0, 15
# WGS 84.
EQUATORIAL, FLATTENING = 6_378_137.0, 1 / 298.257223563
POLAR = EQUATORIAL * (1 - FLATTENING)
# So near to a border nothing is claimed, in metres.
UNSURE = 1e-6
SITES = 50


def units(stream, first, count):
    """Numbers of a SplitMix64 stream, from 0 up to 1."""
    index = numpy.arange(first + 1, first + count + 1, dtype=numpy.uint64)
    return mixed(numpy.uint64(stream) + index * numpy.uint64(0x9E3779B97F4A7C15))


def unit(stream, index):
    """One number of a stream."""
    return float(units(stream, index, 1)[0])


def units_at(stream, indices):
    """The numbers of a stream at some indices."""
    index = numpy.asarray(indices, dtype=numpy.uint64) + numpy.uint64(1)
    return mixed(numpy.uint64(stream) + index * numpy.uint64(0x9E3779B97F4A7C15))


def mixed(state):
    """The output of SplitMix64 for its states."""
    state = (state ^ (state >> numpy.uint64(30))) * numpy.uint64(0xBF58476D1CE4E5B9)
    state = (state ^ (state >> numpy.uint64(27))) * numpy.uint64(0x94D049BB133111EB)
    return ((state ^ (state >> numpy.uint64(31))) >> numpy.uint64(11)).astype(numpy.float64) * 2.0**-53


def circles(count):
    """Metres east and north of the middle, and radii."""
    numbers = units(1, 0, 3 * count).reshape(count, 3)
    return (numbers[:, 0] * 2 - 1) * HALF, (numbers[:, 1] * 2 - 1) * HALF, 50 + 450 * numbers[:, 2]


def walk(devices, ticks):
    """Metres east and north of each device, tick by tick; it steps before it is looked at."""
    numbers = units(2, 0, 2 * devices).reshape(devices, 2)
    places = (numbers * 2 - 1) * HALF
    for tick in range(ticks):
        steps = units(3, 2 * tick * devices, 2 * devices).reshape(devices, 2)
        places = places + (steps * 2 - 1) * STEP
        places = numpy.where(places > HALF, 2 * HALF - places, places)
        places = numpy.where(places < -HALF, -2 * HALF - places, places)
        yield places[:, 0], places[:, 1]


def degrees(x, y):
    """Latitudes and longitudes of metres east and north of the middle."""
    return LATITUDE + y / METRES_PER_DEGREE, LONGITUDE + x / (METRES_PER_DEGREE * COSINE)


def distances(latitude, longitude, latitude2, longitude2):
    """Vincenty's inverse formula, for places that are near each other, in metres."""
    first, second = (numpy.arctan((1 - FLATTENING) * numpy.tan(numpy.radians(one))) for one in (latitude, latitude2))
    sin1, cos1, sin2, cos2 = numpy.sin(first), numpy.cos(first), numpy.sin(second), numpy.cos(second)
    difference = numpy.radians(longitude2 - longitude)
    around = difference
    for _ in range(8):
        sin_around, cos_around = numpy.sin(around), numpy.cos(around)
        sine = numpy.hypot(cos2 * sin_around, cos1 * sin2 - sin1 * cos2 * cos_around)
        cosine = sin1 * sin2 + cos1 * cos2 * cos_around
        arc = numpy.arctan2(sine, cosine)
        azimuth = numpy.divide(cos1 * cos2 * sin_around, sine, out=numpy.zeros_like(sine), where=sine > 0)
        rest = 1 - azimuth * azimuth
        middle = cosine - 2 * sin1 * sin2 / rest
        share = FLATTENING / 16 * rest * (4 + FLATTENING * (4 - 3 * rest))
        bend = middle + share * cosine * (2 * middle * middle - 1)
        around = difference + (1 - share) * FLATTENING * azimuth * (arc + share * sine * bend)
    square = rest * (EQUATORIAL**2 - POLAR**2) / POLAR**2
    scale = 1 + square / 16384 * (4096 + square * (square * (320 - 175 * square) - 768))
    turn = square / 1024 * (256 + square * (square * (74 - 47 * square) - 128))
    inner = cosine * (2 * middle**2 - 1) - turn / 6 * middle * (4 * sine**2 - 3) * (4 * middle**2 - 3)
    return POLAR * scale * (arc - turn * sine * (middle + turn / 4 * inner))


class Circles:
    """Circles of the city, found by a grid whose edge no radius reaches."""

    EDGE = 520.0
    LARGEST = 500.0

    def __init__(self, count):
        self.x, self.y, self.radius = circles(count)
        self.latitude, self.longitude = degrees(self.x, self.y)
        self.width = int(2 * HALF / self.EDGE) + 4
        cells = self.cell(self.x, self.y)
        self.order = numpy.argsort(cells, kind="stable")
        self.starts = numpy.searchsorted(cells[self.order], numpy.arange(self.width * self.width + 1))

    def cell(self, x, y, east=0, north=0):
        """The number of the cell so many cells beside a place."""
        column = numpy.floor((x + HALF) / self.EDGE).astype(numpy.int64) + 2 + east
        row = numpy.floor((y + HALF) / self.EDGE).astype(numpy.int64) + 2 + north
        return row * self.width + column

    def near(self, x, y, reach=0.0):
        """Pairs of positions and circles that may be as near as the radius and so many metres more."""
        positions, found = [], []
        cells = math.ceil(((self.LARGEST + reach) * 1.02 + 1) / self.EDGE)
        for east in range(-cells, cells + 1):
            for north in range(-cells, cells + 1):
                cell = self.cell(x, y, east, north)
                cell = numpy.clip(cell, 0, self.width * self.width - 1)
                count = self.starts[cell + 1] - self.starts[cell]
                position = numpy.repeat(numpy.arange(len(x)), count)
                offset = numpy.arange(len(position)) - numpy.repeat(numpy.cumsum(count) - count, count)
                circle = self.order[numpy.repeat(self.starts[cell], count) + offset]
                # The plane's metres differ from the ground's by less than a fiftieth.
                far = numpy.hypot(x[position] - self.x[circle], y[position] - self.y[circle])
                kept = far <= (self.radius[circle] + reach) * 1.02 + 1
                positions.append(position[kept])
                found.append(circle[kept])
        return numpy.concatenate(positions), numpy.concatenate(found)

    def margins(self, latitude, longitude, circle):
        """How far inside of circles places are, in metres."""
        return self.radius[circle] - distances(latitude, longitude, self.latitude[circle], self.longitude[circle])


def crossings(circle_count, devices, ticks):
    """How many circles the first positions lie in, how many are entered and left afterwards, and each of both.

    Positions are what the load sends: degrees with seven decimals; none may lie near a border. Each is told by a number, of
    the device and the circle, and whether it is inside: device by device, in the order in which they must be told.
    """
    city = Circles(circle_count)
    before, placed, told = None, 0, []
    for x, y in walk(devices, ticks):
        device, circle = city.near(x, y)
        latitude, longitude = (sent(numbers) for numbers in degrees(x, y))
        margin = city.margins(latitude[device], longitude[device], circle)
        if (numpy.abs(margin) < UNSURE).any():
            raise RuntimeError("a position lies on a border, as far as this can tell")
        inside = margin > 0
        now = numpy.sort(device[inside] * circle_count + circle[inside])
        if before is None:
            placed = len(now)
            told.append((now, numpy.ones(placed, dtype=bool)))
        else:
            changed = numpy.setxor1d(before, now, assume_unique=True)
            told.append((changed, numpy.isin(changed, now, assume_unique=True)))
        before = now
    return placed, sum(len(changed) for changed, _ in told) - placed, by_device(told, circle_count)


def by_device(told, circle_count):
    """Pairs of lists of numbers and sides, as one pair: device by device, otherwise in their order."""
    numbers, sides = (numpy.concatenate(lists) for lists in zip(*told))
    order = numpy.argsort(numbers // circle_count, kind="stable")
    return numbers[order], sides[order]


def sent(numbers):
    """What remains of numbers that are written with seven decimals."""
    return numpy.array([float(f"{number:.7f}") for number in numbers])


# The policy of the contract.
FIXES, ACCURACY, CUSHION, SILENCE = 2, 10.0, 20.0, 30


def changes(circle_count, devices, ticks, every):
    """Changes of every so many devices by the policy of the contract: whose, of what, to which state, and when.

    What is not near is told of at once, as all others of a kind.
    """
    sample = list(range(0, devices, every))
    courses = {device: ([], []) for device in sample}
    for tick, (x, y) in enumerate(walk(devices, ticks)):
        kinds = units_at(4, [tick * devices + device for device in sample])
        for device, kind in zip(sample, kinds):
            if kind < 0.4:
                courses[device][0].append((tick, x[device], y[device]))
            else:
                courses[device][1].append((tick, "heard" if kind < 0.8 else "elapsed"))
    city = Circles(circle_count)
    told = []
    for device, (fixes, rest) in courses.items():
        for name, course in [*circles_of(city, fixes), *beacons_of(device, rest)]:
            told += ((device, name, *change) for change in changes_of(course))
        # Told once of all others: two fixes lay outside of them, none of their beacons was heard for so long.
        if len(fixes) >= FIXES:
            told.append((device, "others region", "unsatisfied", fixes[FIXES - 1][0]))
        if any(kind == "elapsed" and tick >= SILENCE for tick, kind in rest):
            told.append((device, "others beacon", "unsatisfied", SILENCE))
    return sorted(f"{device} {name} {state} {second}" for device, name, state, second in told)


def circles_of(city, fixes):
    """The circles that a device was near, each with its course (LD13)."""
    if not fixes:
        return
    ticks = [fix[0] for fix in fixes]
    x, y = numpy.array([fix[1] for fix in fixes]), numpy.array([fix[2] for fix in fixes])
    position, circle = city.near(x, y, CUSHION)
    latitude, longitude = degrees(x, y)
    for one in numpy.unique(circle):
        margins = city.margins(latitude, longitude, numpy.full(len(fixes), one))
        for border in (0, -min(CUSHION, city.radius[one]), ACCURACY):
            if (numpy.abs(margins - border) < UNSURE).any():
                raise RuntimeError("a fix lies on a border, as far as this can tell")
        yield f"circle-{one}", course_of_circle(ticks, margins, city.radius[one])


def course_of_circle(ticks, margins, radius):
    """States of a circle, fix by fix, when, and whether the device was ever in it by then."""
    state, inside_run, outside_run, seen = None, 0, 0, False
    for tick, margin in zip(ticks, margins):
        seen = seen or margin >= 0
        is_outside = margin < 0 and (state is not True or -margin > min(CUSHION, radius))
        inside_run = inside_run + 1 if margin >= 0 else 0
        outside_run = outside_run + 1 if is_outside else 0
        if margin >= ACCURACY or inside_run >= FIXES:
            state = True
        elif outside_run >= FIXES:
            state = False
        yield state, tick, seen


def beacons_of(device, rest):
    """The sets of beacons that a device heard, each with its course (LD14)."""
    heard_at = {}
    for tick, kind in rest:
        if kind == "heard":
            spot = device // SITES + tick // 20 + int(unit(5, tick + device) * 2)
            # Sets of a whole site come first; spot 0 of each has none of its own.
            for number in {device % SITES, spot % 100 * SITES + device % SITES}:
                heard_at.setdefault(number, set()).add(tick)
    for number, times in heard_at.items():
        yield f"beacon-{number}", course_of_beacon(times, rest)


def course_of_beacon(times, rest):
    """States of a set of beacons, report by report, since when, and whether one was heard by then; listening began at 0.

    A silence is dated with the moment at which it was long enough.
    """
    state, since, last, seen = None, 0, 0, False
    for tick, kind in rest:
        if tick in times:
            state, since, last, seen = True, tick, tick, True
        elif kind == "elapsed" and tick - last >= SILENCE:
            state, since = False, last + SILENCE
        yield state, since, seen


def changes_of(course):
    """The changes of one condition from when it is told apart; before, it is one of the others."""
    before = None
    for state, second, seen in course:
        if state is not before and seen:
            yield "satisfied" if state else "unsatisfied", second
        before = state
