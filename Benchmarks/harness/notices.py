"""Notices on their way to a push service, and what a receiver that hangs costs others."""
import base64
import contextlib
import http.client
import json
import os
import sqlite3
import statistics
import subprocess
import threading
import time

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

import campus
import installation
import report
import tools

PEOPLE = 10_000
KEYS = 100
# The push service's answer to the notice of an order that is ready.
PUSH_MILLISECONDS = 50
HAND_OVER_MILLISECONDS = 200
NOTICES, NOTICES_A_SECOND = 2_000, 100
# A full outbox; BENCH_OUTBOX changes it, as a million takes some minutes.
OUTBOX = int(os.environ.get("BENCH_OUTBOX", "100000"))
GROWTH_MEGABYTES = 10
DRAINED_WITHIN_SECONDS = 3_600
# Orders and punches beside a receiver that hangs.
REQUESTS_A_SECOND = 400
HANGING_RATIO = 1.2
PATIENCE_SECONDS = 60


def run(folder, rounds, seconds):
    """Measures and reports."""
    prepared = installation.prepare(folder, PEOPLE)
    hand_over(prepared, folder, min(rounds, 3))
    drain(prepared, folder)
    hanging(prepared, folder, rounds, seconds)


# Hand-over.


def hand_over(prepared, folder, rounds):
    """From the change that makes an order ready until the push service has answered."""
    slowest, middle = [], []
    for number in range(1, rounds + 1):
        times = ready_orders(prepared, folder)
        slowest.append(percentile(times, 99))
        middle.append(percentile(times, 50))
        tools.say(f"notices.hand-over, round {number} of {rounds}: p99 {slowest[-1]:.1f} ms, p50 {middle[-1]:.1f} ms")
    p99 = report.median(slowest)
    report.tell(
        "notices.hand-over", f"p99 < {HAND_OVER_MILLISECONDS} ms from the change to the push service's answer", p99,
        f"{PEOPLE} people with a browser each; {NOTICES_A_SECOND} orders a second become ready when the time to undo is over; from the "
        f"notice's time, which is that of the change, until the push service answers, which it does {PUSH_MILLISECONDS} ms after it has "
        f"the message; each of {NOTICES} people gets one message",
        met=p99 < HAND_OVER_MILLISECONDS, rounds=rounds, p50=report.median(middle), least=min(slowest), most=max(slowest),
    )


def ready_orders(prepared, folder):
    """Milliseconds of each notice."""
    database, log = folder / "ready.db", folder / "ready.log"
    tools.copy_database(prepared.database, database)
    port = tools.free_port()
    with push_service(PUSH_MILLISECONDS, log) as service:
        add_browsers(database, service, campus.people(PEOPLE))
        with tools.serve(port, database, prepared.campus, "--outgoing-host", "127.0.0.1"):
            placed = tools.tool(
                "order_load", "--port", port, "--path", "/api/v1/orders", "--body", prepared.body, "--tokens", prepared.tokens, "--orders", NOTICES,
            )
            if placed["acknowledged"] != NOTICES:
                raise RuntimeError(f"{placed['acknowledged']} orders instead of {NOTICES}")
            bump([order for order, in rows(database, "SELECT id FROM orders")], port, prepared.display_tokens.read_text().split()[0])
            wait_until(lambda: rows(database, "SELECT count(*) FROM notice_deliveries WHERE outcome = 'handed-over'") == [(NOTICES,)])
    told = dict(rows(database, "SELECT person, at FROM notices"))
    answered = {f"diner-{person:04}": (count, at) for person, count, at in read_log(log)}
    if len(told) != NOTICES or set(told) != set(answered) or any(count != 1 for count, _ in answered.values()):
        raise RuntimeError("somebody did not get one message for their notice")
    return [at - told[person] for person, (_, at) in answered.items()]


def bump(orders, port, token):
    """Tells a kitchen's orders to be done, on a timetable."""
    begin = time.monotonic()
    failures = []

    def work(part):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        for number in range(part, len(orders), 2):
            time.sleep(max(0, begin + number / NOTICES_A_SECOND - time.monotonic()))
            connection.request("POST", f"/api/v1/tickets/{orders[number]}/actions", json.dumps({"action": "bump"}), headers)
            answer = connection.getresponse()
            content = answer.read()
            if answer.status != 200:
                failures.append(f"{answer.status}: {content[:200]}")
                return

    threads = [threading.Thread(target=work, args=(part,)) for part in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise RuntimeError(f"a bump was answered with {failures[0]}")


# A full outbox.


def drain(prepared, folder):
    """A server that starts with a full outbox, until everything is handed over."""
    database, log = folder / "outbox.db", folder / "outbox.log"
    tools.copy_database(prepared.database, database)
    port = tools.free_port()
    with push_service(0, log) as service:
        add_browsers(database, service, campus.people(PEOPLE))
        fill(database, OUTBOX)
        with tools.serve(port, database, prepared.campus, "--outgoing-host", "127.0.0.1") as server:
            memory, seconds = watch(server, database)
    received = sum(count for _, count, _ in read_log(log))
    if received != OUTBOX:
        raise RuntimeError(f"{received} messages instead of {OUTBOX}")
    # Until then caches fill, and the code is paged in.
    early = [megabytes for ended, megabytes in memory if ended <= OUTBOX / 10][-1]
    most = max(megabytes for _, megabytes in memory)
    report.tell(
        "notices.drain", f"<= {GROWTH_MEGABYTES} MB more memory than when a tenth was handed over", most - early,
        f"{OUTBOX} notices of {PEOPLE} people wait for their channels to be chosen when the server starts; the push service on this machine "
        "answers at once, and the two share the cores; VmRSS twice a second; each message reached the push service once",
        met=most - early <= GROWTH_MEGABYTES, entries=OUTBOX, seconds=seconds, rate=OUTBOX / seconds, most=most, early=early, last=memory[-1][1],
    )


def fill(database, count):
    """Puts notices into the outbox, as the change that they tell of does."""
    time_now = int(time.time() * 1000)
    numbers = "WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < ?1)"
    with contextlib.closing(sqlite3.connect(database)) as connection, connection:
        connection.execute(
            numbers + """
            INSERT INTO notices (id, person, kind, tag, subject, version, at)
            SELECT printf('notice-%08d', n), printf('diner-%04d', n % ?2), 'order-ready', printf('order/order-%08d', n),
                printf('{"order":"order-%08d","number":%d,"cafe":"%s"}', n, 1 + n % 999, ?4), 1, ?3 FROM numbers
            """, (count, PEOPLE, time_now, campus.CAFE))
        connection.execute(
            numbers + """
            INSERT INTO notice_deliveries (person, notice, version, kind, host, attempts, began_at, due_at)
            SELECT printf('diner-%04d', n % ?2), printf('notice-%08d', n), 1, 'order-ready', '', 0, ?3, ?3 FROM numbers
            """, (count, PEOPLE, time_now))


def watch(server, database):
    """The memory beside the number of notices that were handed over, until all were; and how long it took."""
    start, memory = time.monotonic(), []
    while time.monotonic() - start < DRAINED_WITHIN_SECONDS:
        if server.poll() is not None:
            raise RuntimeError("the server ended while the outbox drained")
        ended = rows(database, "SELECT count(*) FROM notice_deliveries WHERE ended_at IS NOT NULL")[0][0]
        memory.append((ended, tools.resident_megabytes(server)))
        if len(memory) % 20 == 0 or ended == OUTBOX:
            tools.say(f"notices.drain: {ended} of {OUTBOX} after {time.monotonic() - start:.0f} s, {memory[-1][1]:.1f} MB")
        if ended == OUTBOX:
            return memory, time.monotonic() - start
        time.sleep(0.5)
    raise RuntimeError("the outbox did not drain")


# A receiver that hangs.


def hanging(prepared, folder, rounds, seconds):
    """Orders and punches with and without a webhook whose receiver never answers."""
    punch = folder / "punch.json"
    punch.write_text(json.dumps({"kind": "in", "site": "berlin"}), encoding="utf-8")
    work = {"orders": ("/api/v1/orders", prepared.body), "punches": ("/api/v1/attendance/punches", punch)}
    pairs = {name: [] for name in work}
    with push_service("never", "") as service:
        for number in range(1, rounds + 1):
            beside = answer_times(prepared, folder, work, seconds, service)
            without = answer_times(prepared, folder, work, seconds, None)
            for name in work:
                pairs[name].append((beside[name], without[name]))
            tools.say(f"notices.hanging, round {number} of {rounds}: p99 in ms, beside and without: " + ", ".join(
                f"{name} {beside[name]:.2f}, {without[name]:.2f}" for name in work))
    for name in work:
        report.tell_ratio(
            f"notices.hanging.{name}", f"p99 <= {HANGING_RATIO} x without, ms", pairs[name],
            f"{REQUESTS_A_SECOND} {name} a second on a timetable over 64 connections, answered when they are durable; beside, a webhook is "
            "told of each and its receiver takes the call and never answers; the peer is the server without webhook",
            at_most=HANGING_RATIO, worst=max(ours / peer for ours, peer in pairs[name]),
        )


def answer_times(prepared, folder, work, seconds, receiver):
    """The p99 of each kind of request, in milliseconds."""
    database = folder / "hanging.db"
    tools.copy_database(prepared.database, database)
    port = tools.free_port()
    found = {}
    with tools.serve(port, database, prepared.campus, "--outgoing-host", "127.0.0.1"):
        if receiver:
            token = installation.sign_in(port, person="omar")
            body = {"label": "Hangs", "url": f"http://127.0.0.1:{receiver}/push/0", "form": "standard", "events": ["order.placed", "attendance.punched"]}
            tools.call(port, "/api/v1/webhooks", body, token)
        for name, (path, body) in work.items():
            load = ["--port", port, "--path", path, "--body", body, "--tokens", prepared.tokens, "--rate", REQUESTS_A_SECOND]
            result = tools.tool("order_load", *load, "--keys", name, "--seconds", seconds)
            if result["refused"]:
                raise RuntimeError(f"{name} were refused: {result}")
            found[name] = result["p99"]
        if receiver:
            # Otherwise the comparison proves nothing.
            wait_until(lambda: rows(database, "SELECT count(*) > 0 FROM webhook_deliveries WHERE ended_at IS NULL") == [(1,)])
    return found


# What the measurements share.


@contextlib.contextmanager
def push_service(delay, log):
    """The port of a push service, for the length of a block; afterwards the log is there."""
    command = [tools.TOOLS / "push_service", "--people", PEOPLE, "--delay", delay, "--log", log]
    process = subprocess.Popen(list(map(str, command)), stdout=subprocess.PIPE, text=True)
    try:
        yield json.loads(process.stdout.readline())["port"]
        if process.poll() is not None:
            raise RuntimeError("the push service ended")
    finally:
        process.terminate()
        process.communicate(timeout=30)


def read_log(log):
    """The number of each person who got messages, how many, and when the last was answered."""
    return [tuple(map(int, line.split())) for line in log.read_text().splitlines()]


def add_browsers(database, port, people):
    """A browser for each person, written into a database that nobody serves."""
    keys = [ec.generate_private_key(ec.SECP256R1()).public_key() for _ in range(KEYS)]
    points = [encoded(key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)) for key in keys]
    secret, now = encoded(bytes(range(16))), int(time.time() * 1000)
    with contextlib.closing(sqlite3.connect(database)) as connection, connection:
        connection.executemany(
            "INSERT INTO notice_channels (id, person, kind, address, secret, label, since, proof_at) VALUES (?, ?, 'push', ?, ?, '', ?, ?)",
            [
                (f"browser-{number}", person, f"http://127.0.0.1:{port}/push/{number}", f"{points[number % KEYS]}.{secret}", now, now)
                for number, person in enumerate(people)
            ],
        )


def encoded(content):
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def rows(database, query):
    with contextlib.closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True, timeout=10)) as connection:
        return connection.execute(query).fetchall()


def wait_until(is_so):
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not is_so():
        if time.monotonic() > deadline:
            raise RuntimeError("the notices were not handed over in time")
        time.sleep(0.2)


def percentile(values, share):
    return statistics.quantiles(values, n=100)[share - 1]
