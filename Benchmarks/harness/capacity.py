"""What single things cost the server in processor time, memory and database: the figures that docs/scale.md multiplies.

None has a goal. BENCH_ORDERS (4000) sets how many orders, and as many punches, menus and reports.
"""
import contextlib
import http.client
import json
import os
import sqlite3
import subprocess
import threading
import time
import urllib.error

import campus
import installation
import report
import tools

COUNT = int(os.environ.get("BENCH_ORDERS", "4000"))
PEOPLE = 1_000
CLIENTS = 4
# A session may have 128 streams open.
STREAMS, STREAMS_A_SESSION = 400, 100
# Those that a café's screens and open pages have: kitchen screens, a board, and pages with the menu.
TOPICS = [f"cafe/{campus.CAFE}/kitchen"]
# Enough of them that a stream's memory is that of a stream in use.
EVENTS_ORDERS = 200
SPOT = "berlin-main-cafe"
# An address has 1,000 reports at once, and 100 a second after that.
REPORTS = 900


def run(folder, _rounds, _seconds):
    """Measures each once; each is a mean over many."""
    prepared = installation.prepare(folder, people=PEOPLE)
    consent(prepared.database)
    body = prepared.body.read_text(encoding="utf-8")
    tokens = prepared.tokens.read_text().split()
    size = bytes_in_use(prepared.database)
    port = tools.free_port()
    placed = []
    with tools.serve(port, prepared.database, prepared.campus) as server:
        kitchen = installation.sign_in(port, device=campus.KITCHEN)
        # The first of everything is dearer.
        posts(port, tokens, 200, "/api/v1/orders", lambda _: body, 201, key="warm")

        def order(name, count):
            return posts(port, tokens, count, "/api/v1/orders", lambda _: body, 201, key=name)

        cost("order", server, COUNT, lambda: placed.extend(order("order", COUNT)))

        tickets = [one["ticket"] for one in placed]

        def finish():
            act(port, kitchen, tickets, "bump")
            # A ticket is done for some seconds, while it can be taken back, and is announced as ready afterwards.
            while stages(prepared.database).get("done"):
                time.sleep(0.2)

        cost("ticket.ready", server, COUNT, finish)
        cost("ticket.collected", server, COUNT, lambda: act(port, kitchen, tickets, "collect"))
        path = f"/api/v1/cafes/{campus.CAFE}/menu"
        tag = entity_tag(port, path)
        cost("menu.full", server, COUNT, lambda: gets(port, path, {"Accept-Encoding": "gzip"}, COUNT, 200))
        cost("menu.unchanged", server, COUNT, lambda: gets(port, path, {"Accept-Encoding": "gzip", "If-None-Match": tag}, COUNT, 304))
        cost("quote", server, COUNT, lambda: posts(port, tokens, COUNT, f"/api/v1/cafes/{campus.CAFE}/quote", lambda _: json.dumps({"lines": campus.LINES}), 200))
    ended = bytes_in_use(prepared.database)
    tell_bytes("order", size, ended, COUNT + 200, prepared.database)
    with tools.serve(port, prepared.database, prepared.campus) as server:
        punch = lambda number: json.dumps({"kind": "in" if number // PEOPLE % 2 == 0 else "out", "site": "berlin"})
        cost("punch", server, COUNT, lambda: posts(port, tokens, COUNT, "/api/v1/attendance/punches", punch, 201, key="punch"))
    before, ended = ended, bytes_in_use(prepared.database)
    tell_bytes("punch", before, ended, COUNT, prepared.database)
    with tools.serve(port, prepared.database, prepared.campus) as server:
        cost("presence", server, REPORTS, lambda: posts(port, tokens, REPORTS, "/api/v1/presence/events", crossing, 200))
    before, ended = ended, bytes_in_use(prepared.database)
    tell_bytes("presence", before, ended, REPORTS, prepared.database)
    streams(port, prepared, body, tokens)


def cost(name, server, count, work):
    """Reports the server's processor time of one."""
    before = tools.processor_seconds(server)
    began = time.monotonic()
    work()
    seconds = time.monotonic() - began
    used = tools.processor_seconds(server) - before
    report.tell(
        f"capacity.{name}", "none", used / count * 1e6, f"the server's processor time in µs, mean of {count} by {CLIENTS} clients that each wait for their answer",
        met=None, rate=count / seconds,
    )


def streams(port, prepared, body, tokens):
    """The memory of an open stream, and the processor time of an event on one."""
    with tools.serve(port, prepared.database, prepared.campus) as server:
        sessions = [installation.sign_in(port, device=campus.KITCHEN) for _ in range(STREAMS // STREAMS_A_SESSION)]
        posts(port, tokens, EVENTS_ORDERS, "/api/v1/orders", lambda _: body, 201, key="before-streams")
        before = tools.processor_seconds(server)
        posts(port, tokens, EVENTS_ORDERS, "/api/v1/orders", lambda _: body, 201, key="without-streams")
        alone = tools.processor_seconds(server) - before
        memory = tools.resident_megabytes(server)
        received, stop = [0], threading.Event()
        # Those that are open when the first order comes.
        opened = [open_stream(port, session) for session in sessions for _ in range(STREAMS_A_SESSION)]
        idle = tools.resident_megabytes(server)
        before = tools.processor_seconds(server)
        began = time.monotonic()
        while time.monotonic() - began < 20:
            drain(opened, received)
            time.sleep(0.2)
        resting = (tools.processor_seconds(server) - before) / (time.monotonic() - began)
        received[0] = 0
        reader = threading.Thread(target=lambda: [drain(opened, received) for _ in iter(stop.is_set, True)])
        reader.start()
        before = tools.processor_seconds(server)
        posts(port, tokens, EVENTS_ORDERS, "/api/v1/orders", lambda _: body, 201, key="with-streams")
        deadline = time.monotonic() + 60
        while received[0] < STREAMS * EVENTS_ORDERS and time.monotonic() < deadline:
            time.sleep(0.05)
        used = tools.processor_seconds(server) - before
        stop.set()
        reader.join()
        busy = tools.resident_megabytes(server)
        for stream in opened:
            stream.close()
    if received[0] < STREAMS * EVENTS_ORDERS:
        raise RuntimeError(f"{received[0]} events instead of {STREAMS * EVENTS_ORDERS}")
    report.tell(
        "capacity.stream.memory", "none", (idle - memory) / STREAMS * 1024, f"KiB of the server's memory in RAM for one of {STREAMS} open streams of a kitchen; used: after {EVENTS_ORDERS} orders",
        met=None, used=(busy - memory) / STREAMS * 1024,
    )
    report.tell(
        "capacity.stream.idle", "none", resting / STREAMS * 1e6, f"the server's processor time in µs a second for one of {STREAMS} open streams on which nothing happens", met=None)
    report.tell(
        "capacity.stream.event", "none", (used - alone) / received[0] * 1e6,
        f"the server's processor time in µs for an event on one of {STREAMS} streams: {EVENTS_ORDERS} orders with them, minus the same number without", met=None, events=received[0],
    )


def open_stream(port, token):
    """A socket on which the events of a kitchen arrive; its header is read."""
    import socket

    stream = socket.create_connection(("127.0.0.1", port), timeout=30)
    stream.sendall(f"GET /api/v1/feed?topics={TOPICS[0]} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n\r\n".encode())
    head = b""
    while b"\r\n\r\n" not in head:
        head += stream.recv(4096)
    if b" 200 " not in head.split(b"\r\n", 1)[0]:
        raise RuntimeError(f"a stream was answered with {head[:80]}")
    stream.setblocking(False)
    return stream


def drain(opened, received):
    """Reads what has arrived and counts the tickets that are new."""
    for stream in opened:
        with contextlib.suppress(BlockingIOError):
            while content := stream.recv(65_536):
                # A new ticket of an order; its words are in one piece, as the server sends an event in one.
                received[0] += content.count(b"event: change")
    time.sleep(0.01)


def parallel(count, work):
    """Lets the clients do their parts of a number of requests, each over a connection of its own."""
    failures = []

    def part(first, port_connection):
        try:
            for number in range(first, count, CLIENTS):
                work(number, port_connection)
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=part, args=(first, {})) for first in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]


def ask(port, kept, method, path, body, headers, status):
    """One request over a kept connection."""
    connection = kept.setdefault("connection", http.client.HTTPConnection("127.0.0.1", port, timeout=30))
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    content = answer.read()
    if answer.status != status:
        raise RuntimeError(f"{path} was answered with {answer.status}: {content[:200]}")
    return content


def posts(port, tokens, count, path, body, status, key=None):
    """Sends bodies, each for the next person, and returns the answers."""
    answers = []

    def work(number, kept):
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {tokens[number % PEOPLE]}"}
        if key:
            headers["Idempotency-Key"] = f"{key}-{number}"
        answers.append(json.loads(ask(port, kept, "POST", path, body(number), headers, status)))

    parallel(count, work)
    return answers


def act(port, token, tickets, action):
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    parallel(len(tickets), lambda number, kept: ask(port, kept, "POST", f"/api/v1/tickets/{tickets[number]}/actions", json.dumps({"action": action}), headers, 200))


def gets(port, path, headers, count, status):
    parallel(count, lambda _, kept: ask(port, kept, "GET", path, None, headers, status))


def entity_tag(port, path):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", path, None, {"Accept-Encoding": "gzip"})
    answer = connection.getresponse()
    answer.read()
    return answer.headers["ETag"]


def crossing(number):
    """A person's phone enters and leaves the same door in turn."""
    turn = number // PEOPLE
    event = {
        "number": turn + 1, "identifier": SPOT, "state": "satisfied" if turn % 2 == 0 else "unsatisfied",
        "time": time.strftime("%Y-%m-%dT%H:%M:%S.", time.gmtime()) + f"{turn % 1000:03}Z",
    }
    return json.dumps({"device": "phone", "events": [event]})


def stages(database):
    """How many tickets there are in each stage."""
    with contextlib.closing(sqlite3.connect(database, timeout=10)) as connection:
        return dict(connection.execute("SELECT stage, count(*) FROM tickets GROUP BY stage"))


def consent(database):
    """Consent of all people."""
    with contextlib.closing(sqlite3.connect(database, timeout=10)) as connection, connection:
        now = int(time.time() * 1000)
        connection.executemany("INSERT INTO following (person, since) VALUES (?, ?)", [(person, now) for person in campus.people(PEOPLE)])


def bytes_in_use(database):
    """The pages of each table and index that hold something, after the server has stopped."""
    with contextlib.closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        with contextlib.suppress(sqlite3.OperationalError):
            tables = dict(connection.execute("SELECT name, tbl_name FROM sqlite_schema"))
            return {
                name: size
                for name, size in connection.execute(
                    "SELECT coalesce(s.tbl_name, d.name), sum(d.pgsize) FROM dbstat d LEFT JOIN sqlite_schema s ON s.name = d.name GROUP BY 1")
            } if tables else {}
        pages, free, size = (connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "freelist_count", "page_size"))
        return {"all": (pages - free) * size}


def tell_bytes(name, before, after, count, database):
    """Reports how many bytes of the database one has, with the largest tables."""
    grown = sorted(((after[table] - before.get(table, 0)) / count, table) for table in after)[::-1]
    report.tell(
        f"capacity.{name}.bytes", "none", sum(size for size, _ in grown), f"bytes of the database for one, with indexes, mean of {count}", met=None,
        **{table: size for size, table in grown[:12] if size >= 1},
    )
