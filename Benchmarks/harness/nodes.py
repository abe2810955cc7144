"""Durable orders on PostgreSQL: one program beside FastAPI and pgbench on the same server, and three programs beside one."""
import contextlib
import re
import shutil
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

import installation
import ledger
import orders
import report
import tools
import visible

CLIENTS = 64
NODES = 3
LEAST_OF_FASTAPI = 5
LEAST_OF_PGBENCH = 0.5
LEAST_OF_ONE_NODE = 0.9
DISPLAYS = 100
ORDERS_A_SECOND = 20
LIMIT_MILLISECONDS = 20
MOST_TAKEOVER_SECONDS = 5
# The user of a private server, and databases in it.
USER = "vicinity"
PREPARED = "prepared"
ROUND = "round"
RULE = (
    "64 keep-alive clients; PostgreSQL 15 on this machine over a socket, synchronous_commit and fsync on; server, programs and clients "
    "on all cores; each round starts from a fresh copy of the database, which is checked afterwards"
)


@dataclass
class Cluster:
    """A PostgreSQL server of the benchmark's own."""

    folder: Path

    def url(self, database, kind="postgres"):
        """The address of a database."""
        return f"{kind}:///{database}?host={self.folder}/socket&user={USER}"

    def ask(self, sql, database="postgres"):
        """The rows of a statement, as text."""
        command = ["psql", "-qAt", "--no-psqlrc", "--set=ON_ERROR_STOP=1", f"--host={self.folder}/socket", f"--username={USER}"]
        return subprocess.run([*command, database, "--command", sql], check=True, capture_output=True, text=True).stdout.strip()

    def renew(self):
        """A fresh copy of the prepared database."""
        self.ask(f"DROP DATABASE IF EXISTS {ROUND} WITH (FORCE)")
        self.ask(f"CREATE DATABASE {ROUND} TEMPLATE {PREPARED}")
        self.ask("CHECKPOINT")

    def check(self, acknowledged):
        """Raises when an acknowledged order is missing, doubled or not paid for exactly once."""
        ledger.compare({name: int(self.ask(sql, ROUND)) for name, sql in ledger.QUESTIONS.items()}, acknowledged)


@contextlib.contextmanager
def cluster(folder):
    """A server that waits for the disk, for the length of a block; `None` where there is none."""
    place = folder / "postgres"
    # The server runs as a user of its own where this is root.
    folder.chmod(0o755)
    script = tools.ROOT / "scripts" / "postgres-server"
    started = subprocess.run([script, "start", place], capture_output=True, text=True, check=False)
    if started.returncode == 3:
        tools.say(f"nodes needs PostgreSQL: {started.stderr}")
        yield None
        return
    started.check_returncode()
    try:
        found = Cluster(place)
        # Tests do without these.
        for setting in ("fsync", "full_page_writes"):
            found.ask(f"ALTER SYSTEM SET {setting} = on")
        subprocess.run([script, "stop", place], check=True, capture_output=True)
        subprocess.run([script, "start", place], check=True, capture_output=True)
        yield found
    finally:
        subprocess.run([script, "remove", place], check=False, capture_output=True)


@contextlib.contextmanager
def nodes(found, prepared, count):
    """So many programs on the database of the round; their ports and processes."""
    with contextlib.ExitStack() as stack:
        ports, processes = [], []
        for _ in range(count):
            port = tools.free_port()
            command = [tools.PROGRAM, "serve", "--demo", "--database", found.url(ROUND), "--campus", prepared.campus]
            command += ["--web", tools.WEB, "--listen", f"127.0.0.1:{port}"]
            processes.append(stack.enter_context(tools.running(command, port)))
            ports.append(port)
        yield ports, processes


def run(folder, rounds, seconds):
    """Measures the rounds, interleaved, and reports."""
    with cluster(folder) as found:
        if found is None:
            return
        prepared = installation.prepare(folder / "installation")
        found.ask(f"CREATE DATABASE {PREPARED}")
        subprocess.run(
            [tools.PROGRAM, "migrate", f"sqlite:{prepared.database}", found.url(PREPARED)], check=True, stdout=subprocess.DEVNULL)
        measured = [measure(found, prepared, number, rounds, seconds) for number in range(1, rounds + 1)]
        tell(measured)
        tell_screens([measure_screens(found, prepared, seconds) for _ in range(rounds)])
        tell_takeover([measure_takeover(found, prepared) for _ in range(rounds)])


def measure(found, prepared, number, rounds, seconds):
    """The rates of one round: one node, three nodes, FastAPI and pgbench."""
    one = measure_orders(found, prepared, 1, seconds)
    three = measure_orders(found, prepared, NODES, seconds)
    peer = measure_peer(found, seconds)
    bare = measure_pgbench(found, prepared, seconds)
    tools.say(
        f"nodes, round {number} of {rounds}: one {one['rate']:.0f}/s p99 {one['p99']:.1f} ms, {NODES} nodes {three['rate']:.0f}/s "
        f"p99 {three['p99']:.1f} ms, FastAPI {peer['rate']:.0f}/s p99 {peer['p99']:.1f} ms, pgbench {bare:.0f}/s")
    return {"one": one["rate"], "three": three["rate"], "peer": peer["rate"], "bare": bare, "p99": one["p99"]}


def measure_orders(found, prepared, count, seconds):
    """The load's figures of so many nodes; what was acknowledged is checked in the database."""
    found.renew()
    with nodes(found, prepared, count) as (ports, _):
        load = ["--port", ",".join(map(str, ports)), "--path", "/api/v1/orders", "--body", prepared.body, "--tokens", prepared.tokens]
        load += ["--connections", CLIENTS]
        warm = tools.tool("order_load", *load, "--keys", "warm", "--seconds", orders.WARM_UP_SECONDS)
        result = tools.tool("order_load", *load, "--keys", "round", "--seconds", seconds)
    found.check(warm["acknowledged"] + result["acknowledged"])
    return result


def measure_peer(found, seconds):
    """What FastAPI with SQLAlchemy does with its own, smaller order."""
    found.renew()
    address = f"postgresql+asyncpg://{USER}@/{ROUND}?host={found.folder}/socket"
    return orders.load_peer("fastapi_postgres", seconds, DB=address)


def measure_pgbench(found, prepared, seconds):
    """Transactions a second of the statements of an order, one order in each."""
    found.renew()
    # The statements need an order of the program's for its document.
    with nodes(found, prepared, 1) as (ports, _):
        load = ["--port", ports[0], "--path", "/api/v1/orders", "--body", prepared.body, "--tokens", prepared.tokens]
        tools.tool("order_load", *load, "--connections", 1, "--orders", 1)
    basket = found.ask("SELECT basket FROM orders LIMIT 1", ROUND)
    script = tools.BENCHMARKS / "peers" / "order.pgbench.sql"
    pgbench = shutil.which("pgbench") or max(Path("/usr/lib/postgresql").glob("*/bin/pgbench"))
    command = [pgbench, "--no-vacuum", "--protocol=prepared", f"--client={CLIENTS}", "--jobs=2", f"--time={seconds}"]
    command += [f"--file={script}", f"--define=basket={basket}"]
    ended = subprocess.run(
        [*command, f"--host={found.folder}/socket", f"--username={USER}", ROUND], check=False, capture_output=True, text=True)
    if ended.returncode != 0:
        raise RuntimeError(f"pgbench failed: {ended.stderr[-1000:]}")
    return float(re.search(r"^tps = ([\d.]+)", ended.stdout, re.M)[1])


def measure_screens(found, prepared, seconds):
    """The figures of displays and orders that are spread over the nodes."""
    found.renew()
    with nodes(found, prepared, NODES) as (ports, _):
        result = visible.load(",".join(map(str, ports)), prepared, ORDERS_A_SECOND, DISPLAYS, seconds)
    tools.say(f"nodes, screens: after the answer p99 {result['answer_p99']:.2f} ms")
    return result


def measure_takeover(found, prepared):
    """The seconds from the end of the node that sends to the moment when another one has its lock."""
    found.renew()
    with nodes(found, prepared, 2) as (_, processes):
        # The node that started first has the lock.
        sender = wait_for_other_sender(found, "")
        began = time.monotonic()
        processes[0].kill()
        wait_for_other_sender(found, sender)
        seconds = time.monotonic() - began
    tools.say(f"nodes, take-over: {seconds:.2f} s")
    return seconds


# The number of the sender's lock (`PostgresWorkplaceStore.senderLock`): one more than the writers'.
SENDER_LOCK = 8532460273505236090
# The session that has it.
SENDER = f"""
    SELECT pid FROM pg_locks JOIN pg_database ON pg_database.oid = database
    WHERE locktype = 'advisory' AND granted AND datname = '{ROUND}' AND (classid::bigint << 32) | objid::bigint = {SENDER_LOCK}"""


def wait_for_other_sender(found, last):
    """The session of the node that sends, once it is another one than the last."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        sender = found.ask(SENDER)
        if sender not in ("", last):
            return sender
        time.sleep(0.01)
    raise RuntimeError("no node took over within a minute")


def tell(measured):
    """Reports the rates."""
    report.tell_ratio(
        "nodes.rate", f">= {LEAST_OF_FASTAPI} x FastAPI with SQLAlchemy on the same PostgreSQL, orders/s",
        [(one["one"], one["peer"]) for one in measured],
        f"{RULE}; the peer validates and inserts one row of 180 bytes, asyncpg, 64 connections, uvicorn with uvloop",
        at_least=LEAST_OF_FASTAPI, p99=report.median([one["p99"] for one in measured]))
    report.tell_ratio(
        "nodes.pgbench", f">= {LEAST_OF_PGBENCH} x pgbench with the same statements, orders/s",
        [(one["one"], one["bare"]) for one in measured],
        f"{RULE}; pgbench commits each order for itself, with prepared statements and 64 connections", at_least=LEAST_OF_PGBENCH)
    report.tell_ratio(
        "nodes.three", f">= {LEAST_OF_ONE_NODE} x one node, orders/s", [(one["three"], one["one"]) for one in measured],
        f"{RULE}; {NODES} nodes, to which the clients are spread", at_least=LEAST_OF_ONE_NODE)


def tell_screens(measured):
    """Reports how soon a display of any node knows of an order."""
    middle = {name: report.median([one[name] for one in measured]) for name in measured[0]}
    report.tell(
        "nodes.screens", f"p99 <= {LIMIT_MILLISECONDS} ms from the answer to the display", middle["answer_p99"],
        f"{DISPLAYS} displays of one café and {ORDERS_A_SECOND} orders/s, spread over {NODES} nodes on one PostgreSQL; from the arrival "
        "of an order's answer to the arrival of its event at each display; each display got each order once",
        met=middle["answer_p99"] <= LIMIT_MILLISECONDS, rounds=len(measured), answer_p50=middle["answer_p50"],
        request_p99=middle["request_p99"])


def tell_takeover(measured):
    """Reports how long nobody sends after the node that sends was killed."""
    report.tell(
        "nodes.take-over", f"<= {MOST_TAKEOVER_SECONDS} s", max(measured),
        "from SIGKILL of the node that sends to the moment when the other node has the lock of the sender, the longest of all rounds",
        met=max(measured) <= MOST_TAKEOVER_SECONDS, rounds=len(measured), middle=report.median(measured))
