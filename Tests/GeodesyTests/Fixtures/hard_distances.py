#!/usr/bin/env python3
"""Writes hard_distances.txt: the distances that Karney's geographiclib gives for 12 000 seeded pairs of places.

The pairs are not in the file: HardPairs.swift makes the same ones, by sums and products that have the same bits anywhere.
Run it with PyPI's geographiclib installed; the same version writes the same file.
"""

import pathlib

from geographiclib.geodesic import Geodesic

SEED = 20261121
ROUNDS = 1_000
REACHES = (4.0, 1.0, 0.5, 0.1, 1e-2, 1e-3, 1e-4, 1e-6, 1e-8, 1e-10, 1e-12, 0.0)


class SplitMix64:
    def __init__(self, seed):
        self.state = seed

    def next(self):
        mask = (1 << 64) - 1
        self.state = self.state + 0x9E3779B97F4A7C15 & mask
        mixed = self.state
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & mask
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & mask
        return mixed ^ mixed >> 31

    def number(self, low, high):
        return low + (high - low) * ((self.next() >> 11) * 2.0**-53)


def clamped(latitude):
    return min(max(latitude, -90.0), 90.0)


def wrapped(longitude):
    if longitude > 180:
        return longitude - 360
    return longitude + 360 if longitude < -180 else longitude


def pairs(random, reach):
    """One pair of each of twelve kinds."""
    latitude, longitude = random.number(-90, 90), random.number(-180, 180)
    other, east = random.number(-90, 90), random.number(-180, 180)
    north, aside = random.number(-reach, reach), random.number(-reach, reach)
    opposite = wrapped(longitude + 180)
    yield latitude, longitude, other, east
    yield latitude, longitude, clamped(latitude + north), wrapped(longitude + aside)
    yield latitude, longitude, clamped(north - latitude), wrapped(opposite + aside)
    yield 0.0, longitude, 0.0, east
    yield north, longitude, aside, wrapped(opposite + north)
    yield clamped(90 + north), longitude, clamped(90 + aside), east
    yield clamped(90 + north), longitude, clamped(aside - 90), east
    yield latitude, longitude, other, longitude
    yield latitude, longitude, other, opposite
    yield latitude, 180 - abs(north), clamped(latitude + aside), abs(aside) - 180
    yield latitude, longitude, latitude, longitude
    yield latitude, longitude, -latitude, wrapped(longitude + (180 - 0.6 * abs(aside)))


def main():
    random = SplitMix64(SEED)
    path = pathlib.Path(__file__).with_suffix(".txt")
    with path.open("w") as file:
        for round in range(ROUNDS):
            for pair in pairs(random, REACHES[round % len(REACHES)]):
                metres = Geodesic.WGS84.Inverse(*pair, Geodesic.DISTANCE)["s12"]
                file.write(f"{metres:.8f}\n")


if __name__ == "__main__":
    main()
