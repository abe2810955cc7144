"""Devices that enter and leave circles, beside the trees of GEOS and Boost."""
import json
import subprocess

import report
import tools

METRO, COUNTRY = 30_000, 300_000
RULE = (
    "seeded circles of 50 to 500 m in a square, devices that each move in every tick; one thread, its processor time; ours "
    "tells of every entry and exit, on a plane, in double precision; the peers, compiled for this processor, build a box "
    "for each circle, look up a point's boxes and test each exactly: they return memberships, without what was before; "
    "the better one counts; ours has the portable instructions only; the first tick, which places the devices, is timed "
    "apart; memberships that follow from our events are the peers'"
)
# Name, circles, half the width, step, devices and ticks, the goal, and devices, ticks and events of the exact answer.
CASES = [
    ("fences.hundred", 100, METRO, 15, (10_000, 201), 10, (10_000, 20, 41)),
    ("fences.metro", 10_000, METRO, 15, (10_000, 41), 10, (10_000, 20, 6_528)),
    ("fences.country-million", 1_000_000, COUNTRY, 15, (10_000, 41), 20, (10_000, 20, 6_852)),
    ("fences.metro-million", 1_000_000, METRO, 15, (10_000, 5), 5, (3_750, 4, 39_072)),
    ("fences.jumps", 10_000, METRO, 2_000, (10_000, 41), 4, None),
]
READY = "fences.ready"
MOST_MEGABYTES = 253


def run(_folder, rounds, _seconds):
    """Measures and reports."""
    for name, circles, half, step, walk, goal, exact in CASES:
        check(name, circles, half, step, exact)
        outcomes = measure(name, circles, half, step, walk, rounds)
        report.tell_ratio(
            name, f">= {goal} x the better of GEOS and Boost, updates/s", rates(outcomes),
            f"{RULE}; {circles} circles in {2 * half // 1000} km, steps of up to {step} m, {walk[0]} devices, "
            f"{walk[1] - 1} ticks", at_least=goal,
            geos=report.median([geos["rate"] for _, geos, _ in outcomes]),
            boost=report.median([boost["rate"] for _, _, boost in outcomes]),
            events_an_update=outcomes[0][0]["events"] / (walk[0] * (walk[1] - 1)),
            placing_seconds=report.median([ours["placed"] for ours, _, _ in outcomes]),
        )
        if name == "fences.metro-million":
            tell_ready(outcomes)
        if name in ("fences.hundred", "fences.metro"):
            tell_ground(name, circles, half, step, walk, rounds)


def rates(outcomes):
    """Pairs of our rate and the better peer's."""
    return [(ours["rate"], max(geos["rate"], boost["rate"])) for ours, geos, boost in outcomes]


def check(name, circles, half, step, exact):
    """Raises unless ours finds the events that are known to be right."""
    if exact is None:
        return
    devices, ticks, events = exact
    found = ours_of("plane", circles, half, step, devices, ticks)["events"]
    if found != events:
        raise RuntimeError(f"{name}: {found} events instead of {events}")


def measure(name, circles, half, step, walk, rounds):
    """Outcomes of ours, GEOS and Boost, one of each in each round."""
    outcomes = []
    for number in range(1, rounds + 1):
        ours = ours_of("plane", circles, half, step, *walk)
        peers = [peer_of(kind, circles, half, step, *walk) for kind in ("geos", "boost")]
        for peer in peers:
            if peer["memberships"] != ours["memberships"] or peer["sums"] != ours["sums"]:
                raise RuntimeError(f"{name}: not the same was found: {ours} and {peer}")
        outcomes.append((ours, *peers))
        tools.say(
            f"{name}, round {number} of {rounds}: ours {ours['rate'] / 1e6:.2f} M/s, GEOS {peers[0]['rate'] / 1e6:.2f} "
            f"M/s, Boost {peers[1]['rate'] / 1e6:.2f} M/s"
        )
    return outcomes


def tell_ready(outcomes):
    """A million circles, until the first device can be placed."""
    megabytes = max(ours["bytesAfter"] for ours, _, _ in outcomes) / 1e6
    report.tell_ratio(
        READY, f"<= 1 x GEOS, seconds for a million circles; memory <= {MOST_MEGABYTES} MB",
        [(ours["ready"], geos["build"]) for ours, geos, _ in outcomes],
        "a million circles in 60 km, from values in memory until the first update is taken; lists for the parts in which "
        "devices are come with them: placing 10 000 devices is told beside it; one thread, its processor time",
        at_most=1, is_valid=megabytes <= MOST_MEGABYTES, megabytes_ready=outcomes[0][0]["bytes"] / 1e6,
        megabytes_after_ticks=megabytes, placing_seconds=report.median([ours["placed"] for ours, _, _ in outcomes]),
    )


def tell_ground(name, circles, half, step, walk, rounds):
    """The same walk on the ellipsoid; a figure without a goal of its own."""
    pairs = [
        tuple(ours_of(surface, circles, half, step, *walk)["rate"] for surface in ("ground", "plane"))
        for _ in range(rounds)
    ]
    report.tell(
        f"{name}.ground", "none", report.median([ground for ground, _ in pairs]),
        "the same circles and walks on the ellipsoid of WGS 84, exact by geodesic distances; the peer is ours on the plane",
        met=None, peer=report.median([plane for _, plane in pairs]),
        ratio=report.median([ground / plane for ground, plane in pairs]), rounds=rounds,
    )


def ours_of(surface, *arguments):
    """What our program tells."""
    return outcome(tools.BENCHMARKS / ".build" / "release" / "Benchmarks", "fences", surface, *arguments)


def peer_of(kind, *arguments):
    """What a peer tells."""
    return outcome(tools.TOOLS / "fences", kind, *arguments)


def outcome(*command):
    """What a program prints as JSON."""
    done = subprocess.run(list(map(str, command)), check=True, stdout=subprocess.PIPE, text=True, timeout=300)
    return json.loads(done.stdout)
