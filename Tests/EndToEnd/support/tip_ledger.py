"""Ledgers of tips as bytes, written and read a second time: what one device was shown, and donations to events."""

import base64
from dataclasses import dataclass

FORM = 1
NOTHING = 0
INTEGER = 3
TEXT = 5
RECORD = 8
ENDINGS = {"actionPerformed": 0, "tipClosed": 1, "displayCountExceeded": 2, "displayDurationExceeded": 3}


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


def value(payload):
    """Nothing, a whole number, a text, or a record of these."""
    if payload is None:
        return bytes([NOTHING])
    if isinstance(payload, int):
        return bytes([INTEGER]) + signed(payload)
    if isinstance(payload, str):
        return bytes([TEXT]) + text(payload)
    return bytes([RECORD]) + number(len(payload)) + b"".join(text(name) + value(member) for name, member in sorted(payload.items()))


@dataclass(frozen=True)
class Shown:
    """A tip as a device has shown it; times in microseconds."""

    tip: str
    first: int
    count: int = 1
    microseconds: int = 5_000_000
    # One of ENDINGS, and when.
    ending: tuple | None = None

    def written(self):
        out = text(self.tip) + signed(0) + bytes([2 | (self.ending is not None)])
        if self.ending:
            reason, moment = self.ending
            out += signed(moment) + number(0) + bytes([ENDINGS[reason]])
        return out + signed(self.first) + number(1) + number(0) + signed(self.count) + signed(self.microseconds)


def ledger(device, tips=(), events=None):
    """What a device knows: the tips it has shown, and for each event its donations, each a time in microseconds, a number that
    is its own, and a payload."""
    out = bytes([FORM]) + number(1) + device.to_bytes(8, "little") + signed(0)
    out += number(len(tips)) + b"".join(shown.written() for shown in sorted(tips, key=lambda shown: shown.tip))
    out += number(0) + number(len(events or {}))
    for event, rows in sorted((events or {}).items()):
        out += text(event) + signed(0) + number(len(rows))
        rows = sorted(rows, key=lambda row: row[:2])
        out += b"".join(value(payload) for _, _, payload in rows) + number(len(rows))
        last = 0
        for place, (time, sequence, _) in enumerate(rows):
            out += signed(time - last) + number(0) + signed(sequence) + number(place)
            last = time
    return base64.b64encode(out).decode()


def donations(device, event, rows):
    """The ledger of a device's donations to one event."""
    return ledger(device, events={event: rows})


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
