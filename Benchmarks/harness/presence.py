"""Conditions shared by many devices: the evaluation alone, and positions over HTTP to durable events beside Redis."""
import json
import subprocess

import numpy

import presence_journal
import presence_truth
import report
import tools

RELEASE = tools.BENCHMARKS / ".build" / "release"
DEVICES = 10_000
# The evaluation: devices that share conditions; some of them have every change computed again.
SHARING, CONDITIONS_OF_A_KIND, TICKS, SAMPLE = 100_000, 5_000, 40, 100
ADVERTISEMENTS = 100_000
# Into how many journals the server writes.
PARTS = 2
# At a million circles each position lies in 80 of them, so that fewer ticks say as much.
CITIES = [(10_000, 20, 4), (1_000_000, 4, 50)]
RULE = (
    "10,000 devices walk in a square of 60 km; ours gets 1,000 positions a request as text, over 2 connections, remembers "
    "where each device was, and answers when what was entered and left is in a file after one fdatasync a batch; the peer "
    "is Redis GEOSEARCH of 500 m over the centres, 64 commands on their way on each of 2 connections, with the exact "
    "radius in its client; it tells what a position lies in, remembers nothing and syncs nothing; nothing is pinned; the "
    "first tick, which places the devices, is timed apart; each event in the file is one "
    "that another program finds by comparing all, in the order of its device"
)


def run(folder, rounds, _seconds):
    """Measures and reports."""
    evaluation(rounds)
    advertised(rounds)
    for circles, ticks, at_least in CITIES:
        city(folder, rounds, circles, ticks, at_least)


def evaluation(rounds):
    """A hundred thousand devices and ten thousand conditions, without network and disk."""
    found = [outcome(RELEASE / "Benchmarks", "presence", SHARING) for _ in range(rounds)]
    expected = presence_truth.changes(CONDITIONS_OF_A_KIND, SHARING, TICKS, SAMPLE)
    for one in found:
        if sorted(one["sampled"]) != expected:
            wrong = sorted(set(one["sampled"]) ^ set(expected))
            raise RuntimeError(
                f"{len(one['sampled'])} changes of every {SAMPLE}th device instead of {len(expected)}; wrong or missing are "
                f"{len(wrong)}, such as {wrong[:3]}"
            )
    rate = report.median([one["rate"] for one in found])
    rule = (
        "100,000 devices, 5,000 circles and 5,000 sets of beacons, the policy of the contract; 40 % positions, 40 % "
        "sightings, 20 % elapsed, a second apart for each device; 2 tables on as many cores as there are; batches of "
        "10,000, split by device, changes collected; the first observation of each device is timed apart; each change of every "
        "100th device, with its condition, state and time, follows from the workload and the contract by another program"
    )
    report.tell(
        "presence.observations", ">= 1,000,000 observations/s on two cores", rate, rule, met=rate >= 1_000_000,
        rounds=rounds, changes=found[0]["changes"], placing=report.median([one["placing"] for one in found]), near=report.median([one["near"] for one in found]),
    )
    held = report.median([one["bytes"] for one in found])
    report.tell(
        "presence.memory", "<= 400 bytes a device beyond its memberships", held,
        "allocated bytes for 100,000 devices that are near none of 10,000 conditions, after 40 observations of each",
        met=held <= 400, rounds=rounds,
    )
    journal = report.median([one["journal"] for one in found])
    report.tell(
        "presence.journal", "none", journal,
        "changes/s appended to the journal, 64 at a time, one fdatasync for each batch", met=None, rounds=rounds,
    )


def advertised(rounds):
    """From an advertisement to its durable change."""
    found = [outcome(RELEASE / "Benchmarks", "advertised", ADVERTISEMENTS, 5) for _ in range(rounds)]
    slow = report.median([one["p99"] for one in found])
    rule = (
        "100,000 advertisements/s as bytes, each at its time; 10,000 devices that hear the beacons of 5,000 conditions; one "
        "thread decodes and evaluates what has arrived and waits until the changes are in the journal; from the arrival to "
        "the end of fdatasync, p99, the first second apart; the events are those of the workload"
    )
    report.tell(
        "presence.advertised", "p99 <= 5 ms", slow * 1e3, rule, met=slow <= 5e-3, rounds=rounds,
        p50=report.median([one["p50"] for one in found]) * 1e3,
        worst=max(one["worst"] for one in found) * 1e3, events=found[0]["events"],
    )


def city(folder, rounds, circles, ticks, at_least):
    """Positions over HTTP to durable events, beside Redis, one pair from each round."""
    placed, events, told = presence_truth.crossings(circles, DEVICES, ticks)
    pairs, placing = [], []
    for number in range(1, rounds + 1):
        ours = fences(folder, circles, ticks)
        peer = redis(folder, circles, ticks)
        if (ours["placed"], ours["events"]) != (placed, events):
            raise RuntimeError(f"not what there is: {ours} instead of {placed} and {events} events")
        kept = presence_truth.by_device(
            [presence_journal.crossings(f"{folder / 'journal'}-{part}", circles) for part in range(PARTS)], circles
        )
        if not all(numpy.array_equal(found, expected) for found, expected in zip(kept, told)):
            raise RuntimeError("the journals hold other events than there are, or in another order")
        placing.append(ours["placing"])
        pairs.append((ours["rate"], peer["rate"]))
        tools.say(
            f"presence, {circles} circles, round {number} of {rounds}: ours {ours['rate'] / 1e6:.3f} M/s, "
            f"Redis {peer['rate'] / 1e6:.4f} M/s"
        )
    report.tell_ratio(
        f"presence.durable-{circles}", f">= {at_least} x Redis GEOSEARCH, positions/s", pairs, f"{RULE}; {circles} circles",
        at_least=at_least, events=events, positions=DEVICES * (ticks - 1), placed=placed, placing=report.median(placing),
    )


def fences(folder, circles, ticks):
    """What the load tells of our server."""
    port = tools.free_port()
    journal = folder / "journal"
    # The server would go on from the journals of the round before.
    for part in range(PARTS):
        (folder / f"journal-{part}").unlink(missing_ok=True)
    command = [RELEASE / "FenceServer", port, journal, circles, DEVICES]
    with tools.running(command, port):
        return tools.tool("position_load", "--port", port, "--devices", DEVICES, "--ticks", ticks)


def redis(folder, circles, ticks):
    """What the client tells of Redis, which writes nothing to the disk."""
    port = tools.free_port()
    command = ["redis-server", "--port", port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", folder]
    with tools.started(command, port):
        return tools.tool("redis_positions", "--port", port, "--circles", circles, "--devices", DEVICES, "--ticks", ticks)


def outcome(*command):
    """What a program prints as JSON."""
    return json.loads(subprocess.run([str(word) for word in command], check=True, stdout=subprocess.PIPE, text=True, timeout=300).stdout)
