"""Durable orders over HTTP, beside FastAPI on SQLite, bare SQLite, and the disk alone."""
from dataclasses import dataclass

import installation
import ledger
import report
import tools

CLIENTS = 64
WARM_UP_SECONDS = 1
# How many of a round's orders bare SQLite repeats; enough for some hundred transactions.
REPEATED_ORDERS = 10_000
# The peer waits for the disk with each order and Vicinity with each group of them, so that a disk that changes its
# speed between the two runs of a round changes their ratio. Such a round is measured again, at most so many times.
STEADY_DISK = 1.5
# The goals were set beside a disk of 9 000 to 11 000 syncs a second. On a slow one the peer's rate is the disk's, and
# any group commit looks many times as fast.
FAST_DISK = 5_000
ATTEMPTS_A_ROUND = 3
PROBE_SECONDS = 0.5
HARNESS_RULE = (
    "64 keep-alive clients, an answer only after fdatasync, server and clients on all cores; "
    "each round starts from a fresh copy, and its database is checked afterwards; disk is fdatasync/s of 4 KiB by one "
    "thread around the runs; rounds in which it fell below " f"{FAST_DISK} or changed by more than half "
    "do not count; when too many did, met is null"
)


@dataclass
class Round:
    """What one round measured."""

    ours: dict
    peer: dict
    orders_a_commit: float
    bare_rate: float
    sync_rates: list

    @property
    def counts(self):
        """Whether the disk was fast, and equally so, around each run; told without looking at the results."""
        slowest = min(self.sync_rates)
        return slowest >= FAST_DISK and max(self.sync_rates) <= STEADY_DISK * slowest


def run(folder, rounds, seconds):
    """Measures the rounds, interleaved, until enough of them met a steady disk, and reports."""
    prepared = installation.prepare(folder)
    measured, steady = [], []
    while len(steady) < rounds and len(measured) < rounds * ATTEMPTS_A_ROUND:
        last = measure(prepared, folder, seconds)
        measured.append(last)
        if last.counts:
            steady.append(last)
        tools.say(
            f"orders, round {len(measured)}{'' if last.counts else ', which the disk spoilt'}: "
            f"ours {last.ours['rate']:.0f}/s p99 {last.ours['p99']:.1f} ms, "
            f"FastAPI {last.peer['rate']:.0f}/s p99 {last.peer['p99']:.1f} ms, "
            f"bare SQLite {last.bare_rate:.0f}/s at {last.orders_a_commit:.1f} a commit, "
            f"fdatasync {min(last.sync_rates):.0f} to {max(last.sync_rates):.0f}/s"
        )
    if len(steady) < rounds:
        tools.say("orders: the disk was slow or unsteady; the figures are of all rounds and prove nothing")
        tell(measured, len(measured), is_valid=False)
    else:
        tell(steady, len(measured), is_valid=True)


def measure(prepared, folder, seconds):
    """One round of each, with the disk alone before, between and after."""
    database = folder / "round.db"
    sync_rates = [probe(folder)]
    ours, commits = measure_ours(prepared, database, seconds)
    sync_rates.append(probe(folder))
    peer = measure_peer(folder, seconds)
    sync_rates.append(probe(folder))
    orders_a_commit = max(1, ours["acknowledged"] / max(1, commits))
    bare = folder / "bare.db"
    tools.copy_database(prepared.database, bare)
    bare_rate = tools.tool("bare_sqlite", database, bare, round(orders_a_commit), REPEATED_ORDERS)["rate"]
    sync_rates.append(probe(folder))
    return Round(ours, peer, orders_a_commit, bare_rate, sync_rates)


def probe(folder):
    """How often a second the disk alone syncs 4 KiB."""
    return tools.tool("sync_rate", folder / "syncs", PROBE_SECONDS)


def measure_ours(prepared, database, seconds):
    """What Vicinity does: the load's figures, and how many commits it needed for them."""
    tools.copy_database(prepared.database, database)
    counter = database.with_suffix(".syncs")
    counter.write_bytes(bytes(8))
    port = tools.free_port()
    load = ["--port", port, "--path", "/api/v1/orders", "--body", prepared.body, "--tokens", prepared.tokens]
    load += ["--connections", CLIENTS]
    environment = {"LD_PRELOAD": str(tools.TOOLS / "count_syncs.so"), "SYNC_COUNT": str(counter)}
    with tools.serve(port, database, prepared.campus, **environment):
        warm = tools.tool("order_load", *load, "--keys", "warm", "--seconds", WARM_UP_SECONDS)
        before = syncs(counter)
        result = tools.tool("order_load", *load, "--keys", "round", "--seconds", seconds)
        commits = syncs(counter) - before
    ledger.check(database, warm["acknowledged"] + result["acknowledged"])
    return result, commits


def syncs(counter):
    """What the counter in the server's memory says."""
    return int.from_bytes(counter.read_bytes(), "little")


def measure_peer(folder, seconds, app="fastapi_orders"):
    """What FastAPI on SQLite does with its own, smaller order."""
    for file in folder.glob("peer.db*"):
        file.unlink()
    return load_peer(app, seconds, DB=str(folder / "peer.db"))


def load_peer(app, seconds, **environment):
    """The load's figures of a peer in Python."""
    port = tools.free_port()
    command = [tools.PYTHON, "-m", "uvicorn", "--app-dir", tools.BENCHMARKS / "peers", f"{app}:app"]
    command += ["--port", port, "--loop", "uvloop", "--http", "httptools", "--no-access-log", "--log-level", "error"]
    load = ["--port", port, "--path", "/orders", "--body", tools.BENCHMARKS / "peers" / "order.json"]
    load += ["--connections", CLIENTS]
    with tools.running(command, port, **environment):
        tools.tool("order_load", *load, "--seconds", WARM_UP_SECONDS)
        return tools.tool("order_load", *load, "--seconds", seconds)


def tell(measured, attempts, is_valid):
    """Reports the medians of the rounds, each with the disk's own rate beside it."""
    disk = report.median([report.median(one.sync_rates) for one in measured])
    context = {"is_valid": is_valid, "disk": disk, "attempts": attempts}
    peer_rule = f"{HARNESS_RULE}; the peer validates and inserts one row of 180 bytes, uvicorn with uvloop"
    report.tell_ratio(
        "orders.rate", ">= 5 x FastAPI on SQLite, orders/s",
        [(one.ours["rate"], one.peer["rate"]) for one in measured], peer_rule, at_least=5, **context,
    )
    report.tell_ratio(
        "orders.p99", "<= 0.5 x FastAPI on SQLite, ms",
        [(one.ours["p99"], one.peer["p99"]) for one in measured], peer_rule, at_most=0.5,
        **context, ours_p50=report.median([one.ours["p50"] for one in measured]),
    )
    report.tell_ratio(
        "orders.bare-sqlite", ">= 0.6 x bare SQLite FULL, orders/s",
        [(one.ours["rate"], one.bare_rate) for one in measured],
        "the peer inserts the rows of this round from memory with prepared statements, as many orders in a "
        "transaction as the server's commits held on average; one thread, no HTTP, no checks",
        at_least=0.6, **context, orders_a_commit=report.median([one.orders_a_commit for one in measured]),
    )
