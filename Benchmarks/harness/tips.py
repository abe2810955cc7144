"""Tips: opening a store, answering after a donation, and joining two stores, beside SQLite asked for the same rules."""
import json
import subprocess

import report
import tools

RULE = (
    "10,000 tips of five rules (counts, a window, a filter by payload, a parameter) over 1,000 events with 100 donations "
    "each; in milliseconds"
)


def run(_folder, rounds, _seconds):
    """Measures and reports."""
    program = tools.BENCHMARKS / ".build" / "release" / "Benchmarks"
    found = []
    for number in range(1, rounds + 1):
        output = subprocess.run([program, "tips"], check=True, stdout=subprocess.PIPE, text=True, timeout=300).stdout
        found.append(json.loads(output))
        tools.say(f"tips, round {number} of {rounds}: {output.strip()}")

    def tell(name, limit, member, most, further, **context):
        value = report.median([one[member] for one in found])
        report.tell(name, limit, value, f"{RULE}; {further}", met=value < most, rounds=rounds, **context)

    tell("tips.start", "< 100 ms", "start", 100, "opening the file, declaring all tips, asking for each status")
    tell(
        "tips.donation", "< 1 ms", "donation", 1, "one donation, then the statuses of the tips that depend on it",
        sql=report.median([one["sqlDonation"] for one in found]),
    )
    tell("tips.merge", "< 200 ms", "merge", 200, "two stores of 100,000 donations of one event, half of which both know")
