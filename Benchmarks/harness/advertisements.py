"""Advertisements decoded to stored identity, measured power and signal strength, beside bluetooth-data-tools."""
import json
import random
import struct
import subprocess

import report
import tools

SEED = 7
COUNT = 100_000
BEACONS = 500
RULE = (
    f"{COUNT} advertisements, 60 % iBeacon, 20 % Eddystone-UID, 10 % Eddystone-TLM, 10 % Apple continuity with a name; "
    "one thread; ours reads from one buffer and stores identity, power and signal strength of each iBeacon; the peer gets "
    "a bytes object each and makes Python objects of its structures, without iBeacon fields; both found the same"
)


def run(folder, rounds, _seconds):
    """Measures and reports."""
    generator = random.Random(SEED)
    new = [(number, payload(generator)) for number in range(COUNT)]
    pairs = measure(write(folder / "new", new, generator), "uncached", rounds)
    report.tell_ratio(
        "advertisements.new", ">= 12 x bluetooth-data-tools, advertisements/s", pairs,
        f"{RULE}; every payload differs; its function without a cache, the faster one here", at_least=12,
    )
    # What a receiver in an office hears. A peer that recognises bytes has less to do than one that reads them.
    repeated = generator.choices(new[:BEACONS], k=COUNT)
    pairs = measure(write(folder / "repeated", repeated, generator), "cached", rounds)
    report.tell_ratio(
        "advertisements.repeated", ">= 1 x bluetooth-data-tools with its cache, advertisements/s", pairs,
        f"{RULE}; {BEACONS} payloads in random order, each in a fresh object; its function with a cache, the faster "
        "one here", at_least=1,
    )


def measure(file, kind, rounds):
    """Rates of ours and of the peer, one pair from each round."""
    pairs = []
    for number in range(1, rounds + 1):
        ours = outcome(tools.BENCHMARKS / ".build" / "release" / "Benchmarks", "advertisements", file)
        peer = outcome(tools.PYTHON, tools.BENCHMARKS / "peers" / "advertisements.py", file, kind)
        if any(ours[name] != peer[name] for name in ("beacons", "sum")):
            raise RuntimeError(f"not the same was found: {ours} and {peer}")
        if ours["allocations"] > 0:
            raise RuntimeError(f"decoding allocated {ours['allocations']} times")
        pairs.append((ours["rate"], peer["rate"]))
        tools.say(
            f"advertisements, {file.name}, round {number} of {rounds}: ours {ours['rate'] / 1e6:.1f} M/s, "
            f"bluetooth-data-tools {peer['rate'] / 1e6:.2f} M/s"
        )
    return pairs


def outcome(*command):
    """What a program prints as JSON."""
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, timeout=120).stdout)


def write(file, advertisements, generator):
    """Records of 40 bytes: address (6), signal strength (1), length of the data (1), data (32)."""
    records = (
        struct.pack(">HIbB32s", 0xC0FF, number, -generator.randrange(40, 100), len(data), data)
        for number, data in advertisements
    )
    file.write_bytes(b"".join(records))
    return file


def payload(generator):
    """Advertising data of one of four kinds."""
    kind, some = generator.random(), generator.randbytes
    if kind < 0.6:
        return bytes.fromhex("0201061AFF4C000215") + some(20) + bytes([generator.randrange(180, 215)])
    if kind < 0.8:
        return bytes.fromhex("0201060303AAFE1716AAFE00E7") + some(16) + bytes(2)
    if kind < 0.9:
        return bytes.fromhex("0201060303AAFE1116AAFE2000") + some(12)
    return bytes.fromhex("02011A0AFF4C001005") + some(5) + bytes([9, 9]) + b"Dev" + some(2).hex().encode() + b"A"
