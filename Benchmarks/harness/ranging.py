"""Beacons ranged, from the bytes of an advertisement to a filtered distance, and signal strengths filtered alone."""
import json
import random
import struct
import subprocess

import advertisements
import report
import tools

SEED = 11
COUNT = 100_000
BEACONS = 500
RULE = (
    f"{COUNT} advertisements of {advertisements.BEACONS} transmitters in random order, 60 % of them iBeacons; one thread; ours "
    "reads from one buffer, finds the beacon among those that are known, filters its strength by the time that has passed and "
    "computes its distance"
)
FILTERS = (
    f"{COUNT} strengths of {BEACONS} beacons; one thread; a filtered strength and a distance for each; ours in random order, each "
    "beacon's filter weighing by the time since its last sample"
)


def run(folder, rounds, _seconds):
    """Measures and reports."""
    adverts(folder, rounds)
    filters(folder, rounds)


def adverts(folder, rounds):
    """From bytes to distances."""
    generator = random.Random(SEED)
    transmitters = [(number, advertisements.payload(generator)) for number in range(advertisements.BEACONS)]
    file = advertisements.write(folder / "repeated", generator.choices(transmitters, k=COUNT), generator)
    pairs = {"habluetooth": [], "ibeacon-ble": []}
    for number in range(1, rounds + 1):
        for peer in pairs:
            mine, theirs = ours("ranged", file), outcome(peer, file)
            if mine["beacons"] != theirs.get("beacons", mine["beacons"]):
                raise RuntimeError(f"not the same beacons were found: {mine} and {theirs}")
            if mine["allocations"] > 0:
                raise RuntimeError(f"ranging allocated {mine['allocations']} times")
            note(pairs[peer], f"advertisements, round {number} of {rounds}", mine, peer, theirs)
    report.tell_ratio(
        "ranging.habluetooth", ">= 10 x habluetooth, advertisements/s", pairs["habluetooth"],
        f"{RULE}; the peer takes them into its remote scanner and manager, which recognise repeated bytes, and computes no distance",
        at_least=10,
    )
    report.tell_ratio(
        "ranging.ibeacon-ble", ">= 150 x bluetooth-data-tools and ibeacon-ble, advertisements/s", pairs["ibeacon-ble"],
        f"{RULE}; the peer makes objects with identity, distance and vendor", at_least=150,
    )


def filters(folder, rounds):
    """Strengths alone."""
    generator = random.Random(SEED)
    samples = [(generator.randrange(BEACONS), -generator.randrange(40, 100)) for _ in range(COUNT)]
    file = folder / "samples"
    file.write_bytes(b"".join(struct.pack("<Hb", *sample) for sample in samples))
    pairs = {"numpy": [], "filterpy": []}
    expected = outcome("reference", file)
    for number in range(1, rounds + 1):
        for peer in pairs:
            mine, theirs = ours("filtered", file), outcome(peer, file)
            if abs(mine["sum"] / expected["sum"] - 1) > 1e-9:
                raise RuntimeError(f"the distances are wrong: {mine} instead of {expected}")
            note(pairs[peer], f"strengths, round {number} of {rounds}", mine, peer, theirs)
    report.tell_ratio(
        "filters.numpy", ">= 1 x NumPy in lock-step, samples/s", pairs["numpy"],
        f"{FILTERS}; the peer is a scalar Kalman filter over one sample of each beacon at a time, which needs them aligned",
        at_least=1,
    )
    report.tell_ratio(
        "filters.filterpy", ">= 500 x filterpy, samples/s", pairs["filterpy"],
        f"{FILTERS}; the peer is its KalmanFilter with one state, in the same order", at_least=500,
    )


def note(pairs, what, mine, peer, theirs):
    pairs.append((mine["rate"], theirs["rate"]))
    tools.say(f"{what}: ours {mine['rate'] / 1e6:.1f} M/s, {peer} {theirs['rate'] / 1e6:.3f} M/s")


def ours(kind, file):
    """What our program prints as JSON."""
    return printed(tools.BENCHMARKS / ".build" / "release" / "Benchmarks", kind, file)


def outcome(peer, file):
    """What a peer prints as JSON."""
    return printed(tools.PYTHON, tools.BENCHMARKS / "peers" / "ranging.py", peer, file)


def printed(*command):
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, timeout=300).stdout)
