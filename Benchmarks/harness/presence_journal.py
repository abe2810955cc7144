"""Reads what a journal of presence holds of a fence table, by its format alone (docs/decisions/0019); nothing of ours runs."""
import struct
import zlib

import numpy

HEAD = struct.Struct("<8sIQI")
FRAME = struct.Struct("<QII")
CONDITION = struct.Struct("<qiBH")
CROSSINGS = struct.Struct("<qI")


def crossings(path, circle_count):
    """Numbers of what was entered and left, of the device and the circle, and whether the device is inside since."""
    content = memoryview(open(path, "rb").read())
    magic, _, salt, total = HEAD.unpack_from(content)
    if magic != b"VicPresn" or zlib.crc32(content[: HEAD.size - 4]) != total:
        raise RuntimeError(f"{path} is no journal")
    devices, circles, numbers, sides = [], {}, [], []
    for batch in batches(content, salt, path):
        place = 0
        while place < len(batch):
            place = take(batch, place, devices, circles, numbers, sides)
    device, circle = numpy.array(devices), numpy.zeros(max(circles, default=0) + 1, dtype=numpy.int64)
    for number, name in circles.items():
        circle[number] = name
    numbers = numpy.concatenate(numbers)
    return device[numbers & 0xFFFFFFFF] * circle_count + circle[numbers >> 33], numpy.concatenate(sides)


def batches(content, salt, path):
    """The batches; each must be whole."""
    place, number = HEAD.size, 0
    while place < len(content):
        mark, count, total = FRAME.unpack_from(content, place)
        batch = content[place + FRAME.size : place + FRAME.size + count]
        if mark != (salt + number) % 2**64 or zlib.crc32(batch, zlib.crc32(content[place : place + 12])) != total:
            raise RuntimeError(f"{path} is damaged at byte {place}")
        yield batch
        place, number = place + FRAME.size + count, number + 1


def take(batch, place, devices, circles, numbers, sides):
    """Takes the entry at a place; gives the place of the next one."""
    kind, place = batch[place], place + 1
    if kind == 1:
        number, _, _, length = CONDITION.unpack_from(batch, place)
        place += CONDITION.size + length
        circles[number] = int(bytes(batch[place - length : place]))
    elif kind == 3:
        (length,) = struct.unpack_from("<H", batch, place)
        place += 2 + length
        devices.append(int(bytes(batch[place - length : place])))
    elif kind == 7:
        _, count = CROSSINGS.unpack_from(batch, place)
        place += CROSSINGS.size
        found = numpy.frombuffer(batch, dtype="<u8", count=count, offset=place)
        numbers.append(found)
        sides.append(found >> numpy.uint64(32) & numpy.uint64(1) == 1)
        place += 8 * count
    else:
        raise RuntimeError(f"an entry of kind {kind} that no fence table writes")
    return place
