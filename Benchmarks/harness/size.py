"""Memory, the time of a second start, and, when asked for, the time of a clean build."""
import os
import subprocess
import time

import installation
import report
import tools

IDLE_SECONDS = 5
ORDERS = 10_000


def run(folder, rounds, _seconds):
    """Measures and reports."""
    memory(folder)
    second_start(folder, rounds)
    if os.environ.get("BENCH_BUILD") == "1":
        build(folder)
    else:
        tools.say("size.build is passed over; BENCH_BUILD=1 measures it, which takes some minutes")


def memory(folder):
    """The demo's server when idle, and after many orders."""
    prepared = installation.prepare(folder)
    port = tools.free_port()
    with tools.serve(port, folder / "idle.db", tools.DEMO_CAMPUS) as server:
        time.sleep(IDLE_SECONDS)
        idle = tools.resident_megabytes(server)
    report.tell(
        "size.idle", "< 60 MB resident", idle, f"VmRSS {IDLE_SECONDS} s after the start with the demo campus",
        met=idle < 60,
    )
    port = tools.free_port()
    with tools.serve(port, prepared.database, prepared.campus) as server:
        tools.tool(
            "order_load", "--port", port, "--path", "/api/v1/orders", "--body", prepared.body,
            "--tokens", prepared.tokens, "--orders", ORDERS,
        )
        busy = tools.resident_megabytes(server)
    report.tell(
        "size.after-orders", "none", busy, f"VmRSS after {ORDERS} orders from 64 clients of 4 096 people", met=None
    )


def second_start(folder, rounds):
    """From the command to the first answer, with everything built and a database that exists."""
    times = []
    for _ in range(rounds + 1):
        port = tools.free_port()
        start = time.monotonic()
        with tools.running([tools.ROOT / "scripts" / "run", folder / "second", port], port):
            times.append(time.monotonic() - start)
    # The first start makes the database.
    middle = report.median(times[1:])
    report.tell(
        "size.second-start", "< 5 s", middle, "scripts/run, from the command to the first answer of /readyz",
        met=middle < 5, rounds=rounds,
    )


def build(folder):
    """A release build from nothing, in a folder of its own."""
    scratch = folder / "build"
    subprocess.run(["rm", "-rf", scratch], check=True)
    start = time.monotonic()
    subprocess.run(
        ["swift", "build", "--configuration", "release", "--product", "vicinity", "--scratch-path", scratch],
        check=True, cwd=tools.ROOT, stdout=subprocess.DEVNULL,
    )
    minutes = (time.monotonic() - start) / 60
    subprocess.run(["rm", "-rf", scratch], check=True)
    report.tell("size.build", "< 6 min", minutes, "swift build of the program in release from nothing",
                met=minutes < 6)
