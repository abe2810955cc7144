"""bluetooth-data-tools over a file of advertisements: advertisements.py FILE cached|uncached

Prints its rate and, from a pass that is not timed, what it found of iBeacons. It does not store what it reads, and keeps
no iBeacon fields apart; ours does both.
"""
import json
import struct
import sys
import time

from bluetooth_data_tools import parse_advertisement_data_bytes
from bluetooth_data_tools.gap import _uncached_parse_advertisement_bytes

RECORD = 40
APPLE = 76
IBEACON = b"\x02\x15"


def records(path):
    """The signal strength and the data of each record, in an object of its own as a read from a socket gives."""
    with open(path, "rb") as file:
        content = file.read()
    found = []
    for start in range(0, len(content), RECORD):
        rssi, length = struct.unpack_from("bB", content, start + 6)
        found.append((rssi, content[start + 8 : start + 8 + length]))
    return found


def rate(parse, advertisements):
    """Advertisements a second."""
    start = time.perf_counter()
    for _rssi, data in advertisements:
        parse(data)
    return len(advertisements) / (time.perf_counter() - start)


def findings(parse, advertisements):
    """How many iBeacon frames there are, and the sum of their fields."""
    beacons = total = 0
    for rssi, data in advertisements:
        frame = parse(data)[3].get(APPLE, b"")
        if frame.startswith(IBEACON):
            last, major, minor, power = struct.unpack_from(">BHHb", frame, 17)
            beacons += 1
            total += last + major + minor + power + rssi
    return {"beacons": beacons, "sum": total}


def main(path, kind):
    parse = {"cached": parse_advertisement_data_bytes, "uncached": _uncached_parse_advertisement_bytes}[kind]
    advertisements = records(path)
    rate(parse, advertisements)
    print(json.dumps({"rate": rate(parse, advertisements)} | findings(parse, advertisements)))


main(*sys.argv[1:])
