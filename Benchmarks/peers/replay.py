"""bluetooth-data-tools over a btsnoop capture: replay.py FILE

Prints a JSON line for each iBeacon with its count and the range of its signal strength. It evaluates no conditions.
"""
import json
import struct
import sys

from bluetooth_data_tools import parse_advertisement_data_bytes

APPLE = 76
IBEACON = b"\x02\x15"
FILE_HEADER, RECORD_HEADER = 16, 24
EVENT, LOW_ENERGY, ADVERTISING_REPORT = 0x04, 0x3E, 0x02


def packets(content):
    """The packet of each record."""
    length_of = struct.Struct(">I").unpack_from
    offset = FILE_HEADER
    while offset < len(content):
        start = offset + RECORD_HEADER
        (length,) = length_of(content, offset + 4)
        yield content[start : start + length]
        offset = start + length


def main(path):
    with open(path, "rb") as file:
        content = file.read()
    fields = struct.Struct(">16sHHb").unpack_from
    found = {}
    for packet in packets(content):
        if packet[0] != EVENT or packet[1] != LOW_ENERGY or packet[3] != ADVERTISING_REPORT:
            continue
        end = 14 + packet[13]
        frame = parse_advertisement_data_bytes(packet[14:end])[3].get(APPLE, b"")
        if not frame.startswith(IBEACON):
            continue
        rssi = packet[end] - 256
        beacon = fields(frame, 2)
        count, weakest, strongest = found.get(beacon, (0, rssi, rssi))
        found[beacon] = (count + 1, min(weakest, rssi), max(strongest, rssi))
    for (organisation, major, minor, power), (count, weakest, strongest) in sorted(found.items()):
        print(json.dumps({
            "kind": "beacon", "uuid": organisation.hex(), "major": major, "minor": minor, "measuredPower": power,
            "count": count, "weakest": weakest, "strongest": strongest,
        }))


main(*sys.argv[1:])
