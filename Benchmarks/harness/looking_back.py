"""What it costs to look ahead and back: a quote, a report of a month with 10,000 orders a day, and a replay of any instant of the last day."""
import datetime
import http.client
import json
import random
import sqlite3
import sys
import time

import campus
import installation
import report
import tools

sys.path.insert(0, str(tools.ROOT / "Tests" / "EndToEnd" / "support"))
from kitchen_days import KitchenDays

DAYS = 30
ORDERS_A_DAY = 10_000
REPORT_LIMIT_MILLISECONDS = 500
REPLAY_LIMIT_MILLISECONDS = 300
INSTANTS = 50
QUOTE_LIMIT_MILLISECONDS = 0.2
QUOTES = 3_000
LINE = 200
PICKUP = {"minutes": 15, "leadMinutes": 5, "orders": 400}
MANAGER = "greta"
# The server counts each day once.
PATIENCE_SECONDS = 900


def run(folder, rounds, seconds):
    """Measures the real program. seconds: unused, because each request is one figure."""
    quote(folder / "quotes", rounds)
    look_back(folder, rounds)


def quote(folder, rounds):
    """Processor time of a quote while the kitchen has a line."""
    prepared = installation.prepare(folder)
    port = tools.free_port()
    body = json.dumps({"lines": campus.LINES}).encode()
    costs = []
    with tools.serve(port, prepared.database, prepared.campus) as server:
        load = ["--port", port, "--path", "/api/v1/orders", "--connections", 4, "--body", prepared.body, "--tokens", prepared.tokens]
        tools.tool("order_load", *load, "--orders", LINE)
        connection = http.client.HTTPConnection("127.0.0.1", port)
        for _ in range(rounds + 1):
            before = tools.processor_seconds(server)
            for _ in range(QUOTES):
                connection.request("POST", f"/api/v1/cafes/{campus.CAFE}/quote", body, {"Content-Type": "application/json"})
                answer = json.load(connection.getresponse())
            costs.append((tools.processor_seconds(server) - before) / QUOTES * 1000)
            if "ready" not in answer:
                raise RuntimeError("the quote has no band")
        connection.close()
    costs = costs[1:]  # The first round warms up.
    report.tell(
        "looking-back.quote", f"< {QUOTE_LIMIT_MILLISECONDS} ms", report.median(costs),
        f"processor time of the whole server for a quote of three lines with its band, over HTTP, one client, {LINE} tickets in the line",
        met=report.median(costs) < QUOTE_LIMIT_MILLISECONDS, rounds=rounds,
    )


def look_back(folder, rounds):
    """Reports and replays over a database that was filled beside the program."""
    prepared = installation.prepare(folder / "days", people=10, pickup=PICKUP)
    cafe, zone = measured_cafe(prepared.campus)
    days = KitchenDays(cafe, zone)
    today = datetime.datetime.now(days.zone).date()
    first = today - datetime.timedelta(days=DAYS - 1)
    tools.say(f"looking-back: filling {DAYS} days with {ORDERS_A_DAY} orders each")
    fill(prepared.database, days, first)
    reports, replays = [], []
    port = tools.free_port()
    with tools.serve(port, prepared.database, prepared.campus):
        token = installation.sign_in(port, person=MANAGER)
        begun = time.monotonic()
        wait_until_kept(prepared.database, cafe["id"])
        tools.say(f"looking-back: the days that are over were counted {time.monotonic() - begun:.1f} s after the start")
        chance = random.Random(22)
        path = f"/api/v1/cafes/{cafe['id']}"
        for _ in range(rounds):
            answer, took = timed(port, f"{path}/report?from={first}&to={today}", token)
            if answer["orders"] != DAYS * ORDERS_A_DAY:
                raise RuntimeError(f"the report has {answer['orders']} orders")
            reports.append(took)
            instants = [datetime.datetime.now(datetime.UTC) - datetime.timedelta(seconds=chance.uniform(1, 24 * 3600 - 600)) for _ in range(INSTANTS)]
            replays.append(max(timed(port, f"{path}/replay?at={at:%Y-%m-%dT%H:%M:%S.000Z}", token)[1] for at in instants))
    report.tell(
        "looking-back.report", f"< {REPORT_LIMIT_MILLISECONDS} ms", report.median(reports),
        f"GET of a report over {DAYS} days with {ORDERS_A_DAY} orders each; the present day is counted from its orders, the others are kept",
        met=report.median(reports) < REPORT_LIMIT_MILLISECONDS, rounds=rounds, slowest=round(max(reports), 1),
    )
    report.tell(
        "looking-back.replay", f"< {REPLAY_LIMIT_MILLISECONDS} ms", report.median(replays),
        f"the slowest of {INSTANTS} random instants of the last 24 hours, with {ORDERS_A_DAY} orders in each of two days",
        met=max(replays) < REPLAY_LIMIT_MILLISECONDS, rounds=rounds, slowest=round(max(replays), 1),
    )


def measured_cafe(path):
    content = json.loads(path.read_text(encoding="utf-8"))
    return next((cafe, site["timeZone"]) for site in content["sites"] for cafe in site["cafes"] if cafe["id"] == campus.CAFE)


def fill(database, days, first):
    connection = sqlite3.connect(database)
    try:
        connection.execute("PRAGMA synchronous = OFF")
        for number in range(DAYS):
            days.insert(connection, first + datetime.timedelta(days=number), ORDERS_A_DAY, campus.people(10))
    finally:
        connection.close()


def wait_until_kept(database, cafe):
    query = "SELECT count(*) FROM day_figures WHERE cafe = ? AND kind = 'day'"
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end:
        connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
        try:
            if connection.execute(query, (cafe,)).fetchone()[0] >= DAYS - 2:
                return
        finally:
            connection.close()
        time.sleep(1)
    raise RuntimeError("the days were not counted")


def timed(port, path, token):
    """An answer, and the milliseconds until it was read."""
    begun = time.perf_counter()
    answer = tools.call(port, path, token=token)
    return answer, (time.perf_counter() - begun) * 1000
