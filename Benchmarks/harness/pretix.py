"""Orders against a limit, beside pretix, whose orders are checked against a quota: PostgreSQL, Redis and gunicorn on this machine."""
import contextlib
import json
import os
import shutil
import subprocess
from pathlib import Path

import installation
import report
import tools
import windows

CLIENTS = 16
# The first order of each process takes eight seconds of a processor.
WARM_UP_ORDERS = 64
# pretix takes some ten orders a second, so that a round needs longer than ours for a median.
LEAST_SECONDS = 10
# scripts/bench makes the environment, and begins a new folder when the peer's files change.
PLACE = tools.BENCHMARKS / ".build" / "pretix"
ENVIRONMENT = PLACE / "python" / "bin"
# The shop that each round begins with; its migrations take a minute or two, so that it is kept.
PREPARED = PLACE / "prepared"
RUNNING = PLACE / "running"
DATABASE_OWNER = "postgres"
# No connection of the load may be closed while it waits for the first orders.
GUNICORN = ["--workers", 4, "--worker-class", "gthread", "--threads", 1, "--preload", "--keep-alive", 60, "--timeout", 120]
GUNICORN += ["--graceful-timeout", 5, "--log-level", "critical"]
RULE = (
    f"{CLIENTS} keep-alive clients, orders of four pieces that are checked against the limits of a pickup window or a quota, an answer only "
    "after the disk has them; pretix with PostgreSQL, Redis as its cache and queue, no worker for the queue, no mail, gunicorn with four "
    "processes; its orders wait for a payment, ours are paid"
)


def run(folder, rounds, seconds):
    """Measures the rounds, interleaved, and reports."""
    prepared = installation.prepare(folder, pickup=windows.PICKUP)
    prepare_shop()
    measured = []
    for number in range(1, rounds + 1):
        _, ours = windows.measure(prepared, folder / "round.db", seconds, CLIENTS)
        peer = measure_peer(max(seconds, LEAST_SECONDS))
        measured.append((ours, peer))
        tools.say(
            f"pretix, round {number} of {rounds}: {ours['rate']:.0f} orders/s, pretix {peer['rate']:.1f}/s; "
            f"p99 {ours['p99']:.1f} ms, p50 of pretix {peer['p50']:.0f} ms"
        )
    report.tell_ratio(
        "pretix.rate", ">= 10 x pretix, orders/s", [(ours["rate"], peer["rate"]) for ours, peer in measured], RULE, at_least=10
    )
    report.tell_ratio(
        "pretix.p99", "p99 < p50 of pretix, ms", [(ours["p99"], peer["p50"]) for ours, peer in measured], RULE, at_most=1,
        ours_p50=report.median([ours["p50"] for ours, _ in measured]), peer_refused=report.median([peer["refused"] for _, peer in measured]),
        peer_p99=report.median([peer["p99"] for _, peer in measured]),
    )


def measure_peer(seconds):
    """One round of the peer, which begins with the prepared shop."""
    shutil.rmtree(RUNNING, ignore_errors=True)
    subprocess.run(["cp", "--archive", PREPARED, RUNNING], check=True)
    shop = json.loads((RUNNING / "shop.json").read_text(encoding="utf-8"))
    (RUNNING / "order.json").write_text(json.dumps(shop["order"]), encoding="utf-8")
    (RUNNING / "token").write_text(shop["token"], encoding="utf-8")
    port = tools.free_port()
    load = ["--port", port, "--path", shop["path"], "--body", RUNNING / "order.json", "--tokens", RUNNING / "token", "--scheme", "Token"]
    load += ["--connections", CLIENTS]
    with shop_services(RUNNING) as environment:
        with tools.started([*environment, ENVIRONMENT / "gunicorn", "pretix.wsgi", "--bind", f"127.0.0.1:{port}", *GUNICORN], port):
            # Who waits three seconds for the lock of the quota is refused, and may try again; only orders that were taken count.
            tools.tool("order_load", *load, "--orders", WARM_UP_ORDERS, check=False)
            return tools.tool("order_load", *load, "--seconds", seconds, check=False)


def prepare_shop():
    """Creates the database, and the shop in it, unless they are there."""
    if (PREPARED / "shop.json").exists():
        return
    tools.say("pretix: preparing its database, which takes some minutes the first time")
    shutil.rmtree(PREPARED, ignore_errors=True)
    for name in ("cluster", "data"):
        (PREPARED / name).mkdir(parents=True)
    if os.geteuid() == 0:
        shutil.chown(PREPARED / "cluster", DATABASE_OWNER)
    initialise = [*as_owner(), programs_of_postgresql() / "initdb", "--auth", "trust", "--username", "pretix", "--encoding", "UTF8"]
    run_quietly([*initialise, "--locale", "C.UTF-8", PREPARED / "cluster"])
    with shop_services(PREPARED) as environment:
        python = [*environment, ENVIRONMENT / "python"]
        run_quietly([*python, "-m", "pretix", "migrate", "--verbosity", "0"])
        made = run_quietly([*python, tools.BENCHMARKS / "peers" / "pretix" / "shop.py"])
    (PREPARED / "shop.json").write_text(made, encoding="utf-8")


@contextlib.contextmanager
def shop_services(folder):
    """PostgreSQL and Redis for the length of a block; gives the beginning of a command that finds them."""
    database, cache = tools.free_port(), tools.free_port()
    cluster = [*as_owner(), programs_of_postgresql() / "postgres", "-D", folder / "cluster", "-p", database]
    cluster += ["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=", "-c", "log_min_messages=fatal"]
    redis = ["redis-server", "--port", cache, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    settings = folder / "pretix.cfg"
    settings.write_text(
        f"""[pretix]
instance_name=Lunch
url=http://127.0.0.1
currency=EUR
datadir={folder / "data"}
[database]
backend=postgresql
name=postgres
user=pretix
host=127.0.0.1
port={database}
[redis]
location=redis://127.0.0.1:{cache}/0
sessions=true
[celery]
broker=redis://127.0.0.1:{cache}/1
backend=redis://127.0.0.1:{cache}/2
""",
        encoding="utf-8",
    )
    with tools.started(cluster, database), tools.started(redis, cache):
        yield ["env", f"PRETIX_CONFIG_FILE={settings}"]


def as_owner():
    """PostgreSQL refuses to run as root."""
    return ["setpriv", "--reuid", DATABASE_OWNER, "--regid", DATABASE_OWNER, "--clear-groups"] if os.geteuid() == 0 else []


def programs_of_postgresql():
    """The folder of the newest version that Debian has installed."""
    return max(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: int(folder.parent.name))


def run_quietly(command):
    """Runs a command to its end, and gives what it printed."""
    return subprocess.run(list(map(str, command)), check=True, stdout=subprocess.PIPE, text=True).stdout
