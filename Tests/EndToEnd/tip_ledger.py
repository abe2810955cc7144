"""Ledgers of tips as bytes, written and read a second time: donations of one event, by one device."""

import base64

FORM = 1
INTEGER = 3


def number(value):
    """A number that is not negative: seven bits a byte, the lowest first."""
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def signed(value):
    return number(value << 1 if value >= 0 else (-value << 1) - 1)


def text(value):
    return number(len(value.encode())) + value.encode()


def donations(device, event, rows):
    """The ledger of a device's donations, each a time in microseconds, a number that is its own, and a payload."""
    rows = sorted(rows)
    out = bytes([FORM]) + number(1) + device.to_bytes(8, "little")
    out += signed(0) + number(0) + number(0)
    out += number(1) + text(event) + signed(0)
    out += number(len(rows)) + b"".join(bytes([INTEGER]) + signed(payload) for _, _, payload in rows)
    out += number(len(rows))
    last = 0
    for place, (time, sequence, _) in enumerate(rows):
        out += signed(time - last) + number(0) + signed(sequence) + number(place)
        last = time
    return base64.b64encode(out).decode()


class Reading:
    def __init__(self, coded):
        self.bytes = base64.b64decode(coded, validate=True)
        self.place = 0

    def byte(self):
        self.place += 1
        return self.bytes[self.place - 1]

    def number(self):
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def signed(self):
        value = self.number()
        return value >> 1 if value & 1 == 0 else -((value + 1) >> 1)

    def text(self):
        count = self.number()
        self.place += count
        return self.bytes[self.place - count : self.place].decode()


def read_donations(coded):
    """The donations of a ledger that holds nothing else: event to a set of (device, number, payload)."""
    reading = Reading(coded)
    assert reading.byte() == FORM
    devices = []
    for _ in range(reading.number()):
        devices.append(int.from_bytes(bytes(reading.byte() for _ in range(8)), "little"))
    assert [reading.signed(), reading.number(), reading.number()] == [0, 0, 0]
    events = {}
    for _ in range(reading.number()):
        name = reading.text()
        assert reading.signed() == 0
        payloads = []
        for _ in range(reading.number()):
            assert reading.byte() == INTEGER
            payloads.append(reading.signed())
        rows = []
        for _ in range(reading.number()):
            reading.signed()
            rows.append((devices[reading.number()], reading.signed(), payloads[reading.number()]))
        assert len(rows) == len(set(rows))
        events[name] = set(rows)
    assert reading.place == len(reading.bytes)
    return events
