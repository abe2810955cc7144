"""A capture of a million advertisements through `vicinity replay`, beside a Python program of the same task."""
import json
import random
import struct
import subprocess
import time

import report
import tools

SEED = 7
COUNT = 1_000_000
BEACONS = 500
GOAL_SECONDS = 2
EPOCH = 0x00DCDDB30F2F8000
ORGANISATION = bytes.fromhex("6E5C7A0D3B414E0A9C528F2D71B6A4E3")
RULE = (
    f"{COUNT} advertisements of {BEACONS} iBeacons in a btsnoop file, from the command to its end, file in memory; "
    "every UUID monitored, a closing line for each beacon; the peer reads the records itself, parses with "
    "bluetooth-data-tools and counts each beacon, without conditions; both counted the same"
)


def run(folder, rounds, _seconds):
    """Measures and reports."""
    file = write(folder / "million.btsnoop")
    pairs = []
    for number in range(1, rounds + 1):
        ours, our_beacons = timed([tools.PROGRAM, "replay", file, "--json"])
        peer, peer_beacons = timed([tools.PYTHON, tools.BENCHMARKS / "peers" / "replay.py", file])
        if our_beacons != peer_beacons:
            raise RuntimeError("not the same beacons were counted")
        pairs.append((ours, peer))
        tools.say(f"replay, round {number} of {rounds}: ours {ours:.2f} s, Python {peer:.2f} s")
    ours = report.median([ours for ours, _ in pairs])
    report.tell(
        "replay.million", f"< {GOAL_SECONDS} s", ours, RULE, met=ours < GOAL_SECONDS,
        peer=report.median([peer for _, peer in pairs]), ratio=report.median([ours / peer for ours, peer in pairs]),
        rounds=rounds,
    )


def timed(command):
    """The seconds that a command took, and the counts by beacon that it printed."""
    start = time.monotonic()
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, timeout=300)
    seconds = time.monotonic() - start
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return seconds, {(line["major"], line["minor"]): line["count"] for line in lines if line["kind"] == "beacon"}


def write(file):
    """A capture as the driver of an adapter writes it: HCI packets with their type, one report each."""
    generator = random.Random(SEED)
    beacons = [(generator.randbytes(6), number // 100 + 1, number % 100 + 1) for number in range(BEACONS)]
    moment = EPOCH + 1_795_000_000 * 1_000_000
    parts = [b"btsnoop\0" + struct.pack(">II", 1, 1002)]
    for _ in range(COUNT):
        address, major, minor = generator.choice(beacons)
        data = bytes.fromhex("0201061AFF4C000215") + ORGANISATION + struct.pack(">HHb", major, minor, -59)
        event = b"\x02\x01\x03\x01" + address + bytes([len(data)]) + data + struct.pack("b", -generator.randrange(40, 100))
        packet = bytes([0x04, 0x3E, len(event)]) + event
        moment += generator.randrange(200, 3_000)
        parts.append(struct.pack(">IIIIq", len(packet), len(packet), 3, 0, moment) + packet)
    file.write_bytes(b"".join(parts))
    return file
