"""Reminders: a year of crossings and punches of 10,000 people, replayed under the default rule on two cores."""
import json
import subprocess

import report
import tools

RULE = (
    "10,000 people with office hours, two to five outings a day and two punches, on some 230 days each; every entry is decided in memory, "
    "by two tasks that share the people; in seconds"
)
LONGEST = 60  # seconds


def run(_folder, rounds, _seconds):
    """Measures and reports."""
    program = tools.BENCHMARKS / ".build" / "release" / "Benchmarks"
    found = []
    for number in range(1, rounds + 1):
        output = subprocess.run([program, "reminders"], check=True, stdout=subprocess.PIPE, text=True, timeout=600).stdout
        found.append(json.loads(output))
        tools.say(f"reminders, round {number} of {rounds}: {output.strip()}")
    times = [one["seconds"] for one in found]
    value = report.median(times)
    report.tell(
        "reminders.year", f"< {LONGEST} s", value, RULE, met=value < LONGEST, rounds=rounds, least=min(times), most=max(times),
        crossings=found[0]["crossings"],
    )
