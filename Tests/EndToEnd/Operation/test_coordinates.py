"""The search for coordinates finds every usual notation, and not what only looks like one."""

import base64
import gzip
import struct

import pytest

from coordinates import Position, find_coordinates, geohash, open_location_code

BERLIN = Position(52.4735, 13.4039)
MONTEVIDEO = Position(-34.906, -56.191)


@pytest.mark.parametrize(
    "text",
    [
        "/cafes?near=52.4735,13.4039",
        "/cafes?near=52.47,13.40",
        "/cafes?near=52.5;13.4",
        "/cafes?n=52.4735",
        "/cafes?n=52.47_13.40",
        "/cafes/N52.4735E13.4039",
        "/cafes/a524735000z",
        "/cafes?near=52.4735%2C13.4039",
        '{"a": 13.40391}',
        '{"a": 524735000}',
        '{"a": 52473500, "b": 13403900}',
        '{"a": 5247350}',
        "geo:52.4735,13.4039;u=10",
        "POINT(13.4039 52.4735)",
        "+52.4735+013.4039/",
        "52°28'24.6\"N 13°24'14.0\"E",
        "52:28:24.6",
        "x=1492115.31&y=6886942.05",
        "0.915835, 0.233942",
        "u33d8tk",
        "9F4MFCF3+CH",
        "lat=1",
        '{"longitude":"7"}',
        "accuracy: 10",
        "52,4735",
    ],
)
def test_a_notation_is_found(text):
    if text.startswith("u33"):
        text = f"cell={geohash(BERLIN, 7)}"
    if text.startswith("9F4"):
        text = f"code={open_location_code(BERLIN)}+CH"
    assert find_coordinates(text.encode(), [BERLIN])


@pytest.mark.parametrize(
    "data",
    [
        base64.b64encode(b'{"p":[52.4735,13.4039]}'),
        base64.urlsafe_b64encode(b"near 52.4735 13.4039").rstrip(b"="),
        # Without the time of writing: tests that run beside each other must find the same names.
        gzip.compress(b'{"p":[52.4735,13.4039]}', mtime=0),
        b"\x01" + struct.pack("<dd", 52.4735, 13.4039),
        b"\x01\x02" + struct.pack(">d", 13.4039),
    ],
    ids=["base64", "base64 for addresses", "gzip", "little endian", "big endian"],
)
def test_a_wrapped_notation_is_found(data):
    assert find_coordinates(data, [BERLIN])


@pytest.mark.parametrize("text", ["-34.906,-56.191", "34°54'21.6\"S", "-349060000"])
def test_the_southern_and_western_halves_are_found(text):
    assert find_coordinates(text.encode(), [MONTEVIDEO])


@pytest.mark.parametrize(
    "text",
    [
        '{"cafe":"main-cafe","lines":[{"item":"cappuccino","quantity":2}],"expectedTotal":{"amount":780,"currency":"EUR"}}',
        "user-agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/156.0.8078.79 Safari/537.36",
        "accept-language: de-DE,de;q=0.9,en;q=0.8",
        "/api/v1/feed?topics=cafe/main-cafe/kitchen&after=52",
        "2026-11-21T11:52:47.350Z",
        "cookie: vicinity-session=kHq3tU0u2bX9Zc5u1J7Qxw; vicinity-language=ja",
        "/api/v1/orders?limit=13&before=01kahz3v9m",
        '{"amount":1340,"currency":"EUR"}',
        "platform=1",
    ],
)
def test_an_ordinary_request_has_none(text):
    assert find_coordinates(text.encode(), [BERLIN, MONTEVIDEO]) == []


def test_geohash_and_open_location_code_follow_their_definitions():
    # Published examples of both.
    assert geohash(Position(57.64911, 10.40744), 11) == "u4pruydqqvj"
    assert open_location_code(Position(47.365590, 8.524997)) == "8FVC9G8F"
