"""Tips: opening a store, answering after a donation, and joining two stores, beside SQLite asked for the same rules."""
import json
import subprocess

import report
import tools

RULE = (
    "10,000 tips of five rules (counts, a window, a filter by payload, a parameter) over 1,000 events with 100 donations "
    "each; in milliseconds; the peer is SQLite through the same Swift wrapper"
)
START = (
    "opening the file, declaring all tips, asking for each status; the peer opens its file, which nobody checks, and asks for "
    "the four rules of each tip that are over donations, until one does not hold"
)
DONATION = (
    "one donation, then the statuses of the 20 tips that depend on it, in memory, where nothing is made durable; the peer asks "
    "for their rules, without the donation"
)
ALL = "then the statuses of all 10,000 tips, of which all but 20 are remembered; the peer remembers nothing"
MERGE = (
    "two stores of 100,000 donations of one event, half of which both know, into a third; the peer inserts one table's rows "
    "into the other unless they are there, within a transaction and without its commit"
)


def run(_folder, rounds, _seconds):
    """Measures and reports."""
    program = tools.BENCHMARKS / ".build" / "release" / "Benchmarks"
    found = []
    for number in range(1, rounds + 1):
        output = subprocess.run([program, "tips"], check=True, stdout=subprocess.PIPE, text=True, timeout=300).stdout
        found.append(json.loads(output))
        tools.say(f"tips, round {number} of {rounds}: {output.strip()}")

    def tell(name, goal, peer, further, most=None):
        times = [one[name] for one in found]
        value = report.median(times)
        report.tell(
            f"tips.{name}", goal, value, f"{RULE}; {further}", met=None if most is None else value < most,
            peer=report.median([one[peer] for one in found]), ratio=report.median([one[name] / one[peer] for one in found]),
            rounds=rounds, least=min(times), most=max(times),
        )

    tell("start", "< 100 ms", "sqlStart", START, 100)
    tell("donation", "< 1 ms", "sqlDonation", DONATION, 1)
    tell("all", "none", "sqlAll", ALL)
    tell("merge", "< 200 ms", "sqlMerge", MERGE, 200)
