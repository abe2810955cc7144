"""What a monitor's durable events cost: waits for the disk, beside the disk itself; and opening one with a backlog."""
import json
import os
import subprocess

import report
import tools

PROGRAM = tools.BENCHMARKS / ".build" / "release" / "MonitorEvents"
EVENTS = 2_000
PENDING = 10_000
FEW_PENDING = 1_000
GOAL_SYNCS = 1.05
GOAL_MILLISECONDS = 50
GOAL_GROWTH = 1.5
EVENT_RULE = (
    f"{EVENTS} events of one condition, each noted, given to a reader and acknowledged by asking for the next; the worse of a "
    "reader that asks after the next change and one that asks before it; every call of fdatasync of the process is counted"
)
REOPEN_RULE = (
    f"{PENDING} conditions, each with a pending event, which are counted afterwards by taking them; from opening the store to "
    "the first event in hand"
)
BACKLOG_RULE = (
    f"{PENDING} pending events taken one after the other, opening and closing included; the time of one, beside that of one of "
    f"{FEW_PENDING}, so that what grows with the backlog is seen"
)
RATE_RULE = "the same events a second, beside the disk's own rate of 4 KiB and fdatasync in one thread"


def run(folder, rounds, seconds):
    """Measures and reports."""
    counts, rates, times, backlogs = [], [], [], []
    for number in range(1, rounds + 1):
        place = folder / f"round-{number}"
        took, syncs = counted("events", place, EVENTS)
        followed = counted("followed", place, EVENTS)[1]
        disk = tools.tool("sync_rate", folder / "disk", seconds)
        work("fill", place, PENDING)
        reopened = min(work("reopen", place, 1)["seconds"] for _ in range(3))
        taken = work("drain", place, PENDING)["seconds"] / PENDING
        few = folder / f"few-{number}"
        work("fill", few, FEW_PENDING)
        backlogs.append((taken * 1e6, work("drain", few, FEW_PENDING)["seconds"] / FEW_PENDING * 1e6))
        counts.append(max(syncs, followed) / EVENTS)
        rates.append((EVENTS / took, disk))
        times.append(reopened * 1_000)
        tools.say(
            f"monitor, round {number} of {rounds}: {counts[-1]:.2f} waits an event, {rates[-1][0]:.0f} events/s, "
            f"disk {disk:.0f}/s, reopened in {times[-1]:.1f} ms, {backlogs[-1][0]:.0f} µs an event of a long backlog and "
            f"{backlogs[-1][1]:.0f} of a short one"
        )
    syncs = report.median(counts)
    report.tell("monitor.event-syncs", f"< {GOAL_SYNCS}", syncs, EVENT_RULE, met=syncs < GOAL_SYNCS, rounds=rounds)
    report.tell(
        "monitor.event-rate", "none", report.median([ours for ours, _ in rates]), RATE_RULE, met=None,
        peer=report.median([disk for _, disk in rates]), ratio=report.median([ours / disk for ours, disk in rates]),
        rounds=rounds,
    )
    opened = report.median(times)
    report.tell(
        "monitor.reopen-10000", f"< {GOAL_MILLISECONDS} ms", opened, REOPEN_RULE, met=opened < GOAL_MILLISECONDS,
        rounds=rounds,
    )
    growth = report.median([taken / few for taken, few in backlogs])
    report.tell(
        "monitor.backlog", f"<= {GOAL_GROWTH} x", report.median([taken for taken, _ in backlogs]), BACKLOG_RULE,
        met=growth <= GOAL_GROWTH, peer=report.median([few for _, few in backlogs]), ratio=growth, rounds=rounds,
    )


def work(name, folder, count, **environment):
    """Runs one work of the program."""
    done = subprocess.run(
        [PROGRAM, name, folder, str(count)], check=True, stdout=subprocess.PIPE, text=True, timeout=300,
        env={**os.environ, **environment},
    )
    answer = json.loads(done.stdout)
    if answer["told"] != count:
        raise RuntimeError(f"{name} told {answer['told']} of {count}")
    return answer


def counted(name, folder, count):
    """The seconds of a work, and how often it waited for the disk."""
    counter = folder.with_suffix(".syncs")
    counter.write_bytes(bytes(8))
    took = work(
        name, folder, count, LD_PRELOAD=str(tools.TOOLS / "count_syncs.so"), SYNC_COUNT=str(counter),
        SYNC_FILES="all",
    )["seconds"]
    return took, int.from_bytes(counter.read_bytes(), "little")
