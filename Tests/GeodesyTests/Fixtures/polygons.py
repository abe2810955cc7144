#!/usr/bin/env python3
"""Writes polygons.txt: polygons, and for places around them whether they are inside and how far the boundary is.

Inside is Shapely's answer in the central projection, in which great ellipses are straight lines. The distance is the least
of geographiclib's over the edges, found by trisection. Run it with PyPI's geographiclib and shapely installed; the same
versions write the same file.
"""

import math
import pathlib
import random

import shapely
from geographiclib.geodesic import Geodesic

AXIS = Geodesic.WGS84.a
ECCENTRICITY = Geodesic.WGS84.f * (2 - Geodesic.WGS84.f)
SAMPLES = 24


def vector(place):
    """The place in space, in metres from the middle."""
    latitude, longitude = map(math.radians, place)
    radius = AXIS / math.sqrt(1 - ECCENTRICITY * math.sin(latitude) ** 2)
    return (
        radius * math.cos(latitude) * math.cos(longitude),
        radius * math.cos(latitude) * math.sin(longitude),
        radius * (1 - ECCENTRICITY) * math.sin(latitude),
    )


def ground(space):
    """The place above or below which a point in space lies on its line to the middle."""
    x, y, z = space
    latitude = math.atan2(z, (1 - ECCENTRICITY) * math.hypot(x, y))
    return math.degrees(latitude), math.degrees(math.atan2(y, x))


def metres(place, other):
    return Geodesic.WGS84.Inverse(*place, *other, Geodesic.DISTANCE)["s12"]


def along(start, end, part):
    return ground(tuple((1 - part) * a + part * b for a, b in zip(start, end)))


def trisected(function, low, high):
    for _ in range(90):
        third = (high - low) / 3
        if function(low + third) < function(high - third):
            high -= third
        else:
            low += third
    return function((low + high) / 2)


def edge_distance(place, start, end):
    def to(part):
        return metres(place, along(start, end, part))

    rough = [to(step / SAMPLES) for step in range(SAMPLES + 1)]
    best = rough.index(min(rough))
    low, high = max(best - 1, 0) / SAMPLES, min(best + 1, SAMPLES) / SAMPLES
    return min(trisected(to, low, high), rough[0], rough[-1])


def boundary_distance(place, rings):
    best = math.inf
    for ring in rings:
        corners = [vector(corner) for corner in ring]
        for start, end in zip(corners, corners[1:] + corners[:1]):
            reach = math.dist(start, end)
            if min(math.dist(vector(place), start), math.dist(vector(place), end)) < best + reach:
                best = min(best, edge_distance(place, start, end))
    return best


def dot(a, b):
    return sum(first * second for first, second in zip(a, b))


class CentralProjection:
    def __init__(self, centre):
        self.up = self.unit(vector(centre))
        east = self.unit(self.cross((0.1, 0.2, 1), self.up))
        self.axes = east, self.cross(self.up, east)

    @staticmethod
    def unit(space):
        length = math.hypot(*space)
        return tuple(part / length for part in space)

    @staticmethod
    def cross(a, b):
        return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]

    def __call__(self, place):
        """The place on the plane, or nothing for a place on the other half of the globe."""
        space = vector(place)
        height = dot(space, self.up)
        return tuple(dot(space, axis) / height for axis in self.axes) if height > 0 else None


def star(generator, centre, corners, reach):
    """Corners around a place, in metres from it."""
    first = generator.uniform(0, 360)
    ring = []
    for corner in range(corners):
        azimuth = first + (corner + generator.uniform(0, 0.8)) * 360 / corners
        end = Geodesic.WGS84.Direct(*centre, azimuth, reach * generator.uniform(0.4, 1))
        ring.append((end["lat2"], end["lon2"]))
    return ring


def near(generator, centre, reach):
    distance = reach * generator.choice((0.3, 1, 1, 1.5, 4)) * generator.random()
    end = Geodesic.WGS84.Direct(*centre, generator.uniform(0, 360), distance)
    return end["lat2"], end["lon2"]


def centres(generator):
    yield from ((0, 0), (0, 180), (90, 0), (-90, 0), (89.999, 10), (51.5, 0), (-17, -179.999), (48.137, 11.575))
    for _ in range(6):
        yield math.degrees(math.asin(generator.uniform(-1, 1))), generator.uniform(-180, 180)


def written(numbers):
    return " ".join(repr(float(number)) for number in numbers)


def lines(generator):
    for centre in centres(generator):
        project = CentralProjection(centre)
        for reach in (1, 100, 10_000, 100_000, 1_000_000):
            rings = [star(generator, centre, generator.choice((3, 5, 12)), reach)]
            if generator.random() < 0.5:
                rings.append(star(generator, centre, 4, reach * 0.1))
            outer, *holes = [[project(corner) for corner in ring] for ring in rings]
            area = shapely.Polygon(outer, holes)
            if not area.is_valid:
                continue
            yield "polygon " + " | ".join(written(sum(ring, ())) for ring in rings)
            for _ in range(16):
                place = near(generator, centre, reach)
                point = project(place)
                inside = point is not None and area.contains(shapely.Point(point))
                yield f"place {written(place)} {int(inside)} {boundary_distance(place, rings)!r}"


def main():
    path = pathlib.Path(__file__).with_suffix(".txt")
    path.write_text("".join(line + "\n" for line in lines(random.Random(20130102))))


if __name__ == "__main__":
    main()
