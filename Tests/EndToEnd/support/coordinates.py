"""Finds coordinates in what a browser sends, in any usual notation.

A test knows the positions that it gave to the browser, so most notations are looked for by value: decimal degrees in
any precision down to a tenth, scaled integers, degrees with minutes and seconds, radians, web mercator metres,
geohashes, open location codes, and binary floating-point numbers. Names of fields that only a position has are refused
with any number.
"""

import base64
import binascii
import itertools
import math
import re
import struct
import urllib.parse
import zlib
from dataclasses import dataclass

# About a kilometre: a position that was rounded or shifted a little is still a position.
NEAR_DEGREES = 0.01
# A pair of numbers may be coarser, as two accidental hits are unlikely.
PAIR_DEGREES = 0.06
EARTH_RADIUS_METRES = 6_378_137.0
GEOHASH_ALPHABET = "0123456789bcdefghjkmnpqrstuvwxyz"
OPEN_LOCATION_ALPHABET = "23456789CFGHJMPQRVWX"
# Shorter codes name areas of many kilometres and occur by accident.
SHORTEST_GEOHASH = 5
SHORTEST_OPEN_LOCATION_CODE = 6

FIELD = re.compile(
    r"(?<![a-z])(lat|latitude|lon|lng|long|longitude|coords?|coordinates?|geo|geoloc(?:ation)?|position|accuracy|altitude"
    r"|heading)[\"'\]]*\s*[=:]\s*[\"'\[{(]*\s*[-+]?\d",
    re.I,
)
# Neither a version nor an address: those have more than one full stop.
DECIMAL = re.compile(r"(?<![\d.])[-+]?\d{1,3}\.\d+(?!\d)(?!\.\d)|(?<![\w.])[-+]?\d{1,3},\d{3,}(?!\w)")
INTEGER = re.compile(r"(?<![\d.])[-+]?\d{6,10}(?!\d)")
METRES = re.compile(r"(?<![\d.])[-+]?\d{5,8}(?:\.\d+)?(?!\d)")
SEXAGESIMAL = re.compile(r"(\d{1,3})\s*[°ºd:]\s*(\d{1,2})\s*['′m:]\s*(\d{1,2}(?:\.\d+)?)")
BASE64 = re.compile(r"[A-Za-z0-9+/_-]{8,}={0,2}")


@dataclass(frozen=True)
class Position:
    latitude: float
    longitude: float
    accuracy: float = 10.0


def find_coordinates(data, positions):
    """Describes each coordinate in some bytes; the list is empty when there is none."""
    findings = set()
    for text in readings(data):
        findings |= {f"the field {match.group().strip()}" for match in FIELD.finditer(text)}
        for position in positions:
            findings |= set(in_text(text, position))
    for position in positions:
        findings |= set(in_binary(data, position))
    return sorted(findings)


def readings(data):
    """Yields the bytes as text: as they are, and with the usual wrappings taken off."""
    plain = data.decode("utf-8", errors="replace")
    yield plain
    unescaped = urllib.parse.unquote_plus(plain)
    if unescaped != plain:
        yield unescaped
    for window_bits in (zlib.MAX_WBITS | 32, -zlib.MAX_WBITS):
        try:
            yield zlib.decompress(data, window_bits).decode("utf-8", errors="replace")
        except zlib.error:
            continue
    for token in BASE64.findall(unescaped):
        decoded = base64_text(token)
        if decoded:
            yield decoded


def base64_text(token):
    """The text in a base64 token, or None when what is in it is no text."""
    padded = token.rstrip("=").replace("-", "+").replace("_", "/")
    padded += "=" * (-len(padded) % 4)
    try:
        text = base64.b64decode(padded, validate=True).decode("utf-8")
    except (binascii.Error, UnicodeDecodeError):
        return None
    return text if text.isprintable() else None


def in_text(text, position):
    yield from decimal_degrees(text, position)
    yield from scaled_integers(text, position)
    yield from sexagesimal_degrees(text, position)
    yield from mercator_metres(text, position)
    yield from radians(text, position)
    yield from codes(text, position)


def numbers(pattern, text):
    return [float(match.group().replace(",", ".")) for match in pattern.finditer(text)]


def decimal_degrees(text, position):
    found = numbers(DECIMAL, text)
    for number in found:
        for name, degrees in (("latitude", position.latitude), ("longitude", position.longitude)):
            if abs(number - degrees) <= NEAR_DEGREES and number != round(number):
                yield f"{name} in degrees, {number}"
    for first, second in itertools.pairwise(found):
        for one, other in ((first, second), (second, first)):
            if abs(one - position.latitude) <= PAIR_DEGREES and abs(other - position.longitude) <= PAIR_DEGREES:
                yield f"latitude and longitude in degrees, {first} and {second}"


def scaled_integers(text, position):
    for number in numbers(INTEGER, text):
        for scale in (1e5, 1e6, 1e7):
            for name, degrees in (("latitude", position.latitude), ("longitude", position.longitude)):
                if abs(number / scale - degrees) <= NEAR_DEGREES:
                    yield f"{name} as a whole number, {number:.0f}"


def sexagesimal_degrees(text, position):
    for match in SEXAGESIMAL.finditer(text):
        degrees, minutes, seconds = (float(part) for part in match.groups())
        value = degrees + minutes / 60 + seconds / 3600
        for name, expected in (("latitude", position.latitude), ("longitude", position.longitude)):
            if abs(value - abs(expected)) <= NEAR_DEGREES:
                yield f"{name} in degrees, minutes and seconds, {match.group()}"


def mercator_metres(text, position):
    x = EARTH_RADIUS_METRES * math.radians(position.longitude)
    y = EARTH_RADIUS_METRES * math.log(math.tan(math.pi / 4 + math.radians(position.latitude) / 2))
    for first, second in itertools.pairwise(numbers(METRES, text)):
        if any(abs(one - x) <= 1000 and abs(other - y) <= 1000 for one, other in ((first, second), (second, first))):
            yield f"web mercator metres, {first} and {second}"


def radians(text, position):
    found = numbers(DECIMAL, text)
    near = math.radians(NEAR_DEGREES)
    for first, second in itertools.pairwise(found):
        for one, other in ((first, second), (second, first)):
            if (
                abs(one - math.radians(position.latitude)) <= near
                and abs(other - math.radians(position.longitude)) <= near
            ):
                yield f"latitude and longitude in radians, {first} and {second}"


def codes(text, position):
    hash_prefix = geohash(position, SHORTEST_GEOHASH)
    if re.search(rf"(?<![a-z0-9]){hash_prefix}[{GEOHASH_ALPHABET}]*(?![a-z0-9])", text, re.I):
        yield f"a geohash that begins with {hash_prefix}"
    code_prefix = open_location_code(position)[:SHORTEST_OPEN_LOCATION_CODE]
    if re.search(rf"(?<![A-Z0-9]){code_prefix}[{OPEN_LOCATION_ALPHABET}0]{{2}}\+", text, re.I):
        yield f"an open location code that begins with {code_prefix}"


def geohash(position, length):
    """Interleaves the halvings of longitude and latitude, five bits a letter."""
    ranges = [[-180.0, 180.0], [-90.0, 90.0]]
    values = [position.longitude, position.latitude]
    letters, bits = "", 0
    for step in range(length * 5):
        bounds, value = ranges[step % 2], values[step % 2]
        middle = sum(bounds) / 2
        upper = value >= middle
        bounds[0 if upper else 1] = middle
        bits = bits << 1 | upper
        if step % 5 == 4:
            letters, bits = letters + GEOHASH_ALPHABET[bits], 0
    return letters


def open_location_code(position):
    """The eight letters before the plus sign: pairs of base-twenty digits of latitude and longitude."""
    latitude, longitude = position.latitude + 90, position.longitude + 180
    code, size = "", 20.0
    for _ in range(4):
        for value in (latitude, longitude):
            code += OPEN_LOCATION_ALPHABET[int(value / size) % 20]
        size /= 20
    return code


def in_binary(data, position):
    """Looks for eight-byte floating-point numbers at any offset, in both byte orders."""
    for order, name in (("<", "little-endian"), (">", "big-endian")):
        for offset in range(len(data) - 7):
            (number,) = struct.unpack_from(f"{order}d", data, offset)
            if any(abs(number - degrees) <= NEAR_DEGREES for degrees in (position.latitude, position.longitude)):
                yield f"a {name} floating-point number, {number}"
