"""What a manager waits for: the report of a busy month, and a kitchen at an instant of the last 24 hours.

BENCH_ORDERS (10000) sets how many orders a day has. The rows are made by the end-to-end tests' generator, so what the program counts
was recorded by other code.
"""
import datetime
import json
import os
import random
import sqlite3
import sys
import time
import urllib.parse
import zoneinfo

import campus
import installation
import report
import tools
from manage import MANAGER, Client

sys.path.insert(0, str(tools.ROOT / "Tests" / "EndToEnd" / "support"))
from kitchen_days import EPOCH, KitchenDays  # noqa: E402

ORDERS_A_DAY = int(os.environ.get("BENCH_ORDERS", "10000"))
DAYS = 31
CALLS = 20
REPORT_LIMIT_MILLISECONDS = 500
REPLAY_LIMIT_MILLISECONDS = 300
KEEPING_MINUTES = 15


def run(folder, rounds, seconds):
    """Measures both."""
    folder.mkdir(parents=True, exist_ok=True)
    prepared = installation.prepare(folder)
    content = json.loads(prepared.campus.read_text(encoding="utf-8"))
    site, cafe = next((site, cafe) for site in content["sites"] for cafe in site["cafes"] if cafe["id"] == campus.CAFE)
    now = datetime.datetime.now(zoneinfo.ZoneInfo(site["timeZone"]))
    today = now.date() - datetime.timedelta(days=now.hour < cafe.get("dayBoundaryHour", 0))
    last = today - datetime.timedelta(days=1)
    first = last - datetime.timedelta(days=DAYS - 1)
    fill(prepared.database, KitchenDays(cafe, site["timeZone"]), [first + datetime.timedelta(days=number) for number in range(DAYS)])
    port = tools.free_port()
    with tools.serve(port, prepared.database, prepared.campus):
        keep(prepared.database, first, last)
        manager = Client(port, installation.sign_in(port, person=MANAGER))
        path = f"/api/v1/cafes/{campus.CAFE}"
        tell("report", REPORT_LIMIT_MILLISECONDS, f"{DAYS} days of {ORDERS_A_DAY:,} orders, which are over",
             rounds, lambda: manager.send("GET", f"{path}/report?from={first}&to={last}"))
        instants = random.Random(22)
        window = json.loads(json.dumps(manager.send("GET", f"{path}/replay")))
        begin, end = (datetime.datetime.fromisoformat(window[name]) for name in ("from", "now"))

        def replay():
            at = begin + (end - begin) * instants.random()
            manager.send("GET", f"{path}/replay?at={urllib.parse.quote(at.isoformat(timespec='milliseconds'))}")

        tell("replay", REPLAY_LIMIT_MILLISECONDS, f"a kitchen at an instant of the last 24 hours, with a day of {ORDERS_A_DAY:,} orders", rounds, replay)


def fill(database, days, dates):
    """Adds the orders of some days, each in one transaction."""
    began = time.monotonic()
    connection = sqlite3.connect(database)
    connection.executescript("PRAGMA synchronous = OFF")
    for date in dates:
        with connection:
            days.insert(connection, date, ORDERS_A_DAY)
    connection.execute("ANALYZE")
    connection.close()
    tools.say(f"looking-back: {len(dates) * ORDERS_A_DAY:,} orders in {time.monotonic() - began:.0f} s")


def keep(database, first, last):
    """Waits until the server has kept the figures of each day that is over everywhere."""
    began = time.monotonic()
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    days = (first - EPOCH).days, (last - EPOCH).days
    wanted = (min(last, datetime.datetime.now(datetime.timezone.utc).date() - datetime.timedelta(days=1)) - first).days + 1
    while connection.execute("SELECT count(DISTINCT day) FROM day_figures WHERE cafe = ? AND day BETWEEN ? AND ?", (campus.CAFE, *days)).fetchone()[0] < wanted:
        if time.monotonic() - began > KEEPING_MINUTES * 60:
            raise RuntimeError("the figures of the days are not kept")
        time.sleep(0.5)
    connection.close()
    tools.say(f"looking-back: the figures of {wanted} days were kept within {time.monotonic() - began:.0f} s")


def tell(name, limit, what, rounds, call):
    """Times calls and reports the median of the rounds' 95th percentiles."""
    rows = []
    for number in range(1, rounds + 1):
        times = []
        for _ in range(CALLS):
            began = time.perf_counter()
            call()
            times.append((time.perf_counter() - began) * 1000)
        times.sort()
        rows.append({"p50": times[len(times) // 2], "p95": times[len(times) * 95 // 100]})
        tools.say(f"looking-back.{name}, round {number} of {rounds}: p50 {rows[-1]['p50']:.1f} ms, p95 {rows[-1]['p95']:.1f} ms")
    middle = {key: report.median([row[key] for row in rows]) for key in rows[0]}
    report.tell(f"looking-back.{name}", f"p95 < {limit} ms", middle["p95"], f"{what}; request and answer on one connection",
                met=middle["p95"] < limit, rounds=rounds, p50=middle["p50"])
