#!/usr/bin/env python3
"""Writes distances.csv: pairs of places, and the distance that Karney's geographiclib gives for them.

Run it with PyPI's geographiclib installed; the same version writes the same file.
"""

import csv
import itertools
import pathlib
import random

from geographiclib.geodesic import Geodesic


def wrapped(longitude):
    return (longitude + 180) % 360 - 180


def clamped(latitude):
    return max(-90.0, min(90.0, latitude))


def pairs(generator):
    """Yields kind, latitude, longitude, latitude, longitude."""
    uniform = generator.uniform

    def place():
        return uniform(-90, 90), uniform(-180, 180)

    for _ in range(300):
        yield "anywhere", *place(), *place()
    for reach in (1e-9, 1e-7, 1e-5, 1e-3, 0.1, 1, 9):
        for _ in range(40):
            latitude, longitude = place()
            north, east = uniform(-reach, reach), uniform(-reach, reach)
            yield "near", latitude, longitude, clamped(latitude + north), wrapped(longitude + east)
    for reach in (0, 1e-12, 1e-9, 1e-6, 1e-3, 0.1, 0.5, 1):
        for _ in range(25):
            latitude, longitude = place()
            north, east = uniform(-reach, reach), uniform(-reach, reach)
            yield "antipodal", latitude, longitude, clamped(north - latitude), wrapped(longitude + 180 + east)
    for reach in (1e-9, 1e-3, 0.6, 1):
        for _ in range(25):
            longitude = uniform(-180, 180)
            scale = generator.choice((0, 1e-7, 1))
            north, south = uniform(-reach, reach) * scale, uniform(-reach, reach) * scale
            yield "equator", north, longitude, south, wrapped(longitude + 180 + uniform(-reach, reach))
    latitudes = (-90, -89.9999999, -45, -1e-12, 0, 1e-9, 30, 90)
    longitudes = (-180, -179.9999999, 0, 1e-13, 90, 179.39, 179.5, 180)
    grid = list(itertools.product(latitudes, longitudes, latitudes, longitudes))
    for corner in generator.sample(grid, 500):
        yield "corner", *corner


def main():
    path = pathlib.Path(__file__).with_suffix(".csv")
    with path.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["kind", "latitude1", "longitude1", "latitude2", "longitude2", "metres"])
        for kind, *numbers in pairs(random.Random(20130101)):
            metres = Geodesic.WGS84.Inverse(*numbers, Geodesic.DISTANCE)["s12"]
            writer.writerow([kind, *(repr(float(number)) for number in numbers), repr(metres)])


if __name__ == "__main__":
    main()
