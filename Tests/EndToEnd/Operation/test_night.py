"""A day of eight hours at ten times its speed on three nodes, after which they have as much memory, as many files and as short logs."""

import json
import os
import statistics
import subprocess
import time
from types import SimpleNamespace

import pytest

from client import Client
from cluster import Readers
from command_line import vicinity
from demo_server import PROGRAM
from postgres_server import PostgresNode
from test_rolling_upgrade import Balancer

# How long the test takes: eight hours at ten times the speed, unless told otherwise.
MINUTES = float(os.environ.get("VICINITY_NIGHT_MINUTES", "48"))
SPEED = 10
PEOPLE = 2000
SCREENS = 10
SAMPLES = 48
# What may come and go between two looks: buffers of the allocator, connections of the proxy.
MEMORY_MEGABYTES = 8
FILES = 16
# Two doors, two punches, an order with its ticket, and what the feed says of them: about 6,000 bytes.
BYTES_OF_A_PERSON = 12_000

pytestmark = [pytest.mark.long, pytest.mark.timeout(3 * 60 * MINUTES + 900)]


def resident(process):
    """The megabytes of memory that a process has."""
    for row in open(f"/proc/{process}/status", encoding="utf-8"):
        if row.startswith("VmRSS:"):
            return int(row.split()[1]) / 1024
    raise AssertionError(f"{process} has ended")


def quarter(samples, number):
    """The samples of a quarter of the day, from 0 to 3."""
    length = len(samples) / 4
    return samples[round(number * length):round((number + 1) * length)]


@pytest.fixture
def nodes(postgres, tmp_path):
    campus = tmp_path / "campus.json"
    assert vicinity("simulate", "campus", "--write-campus", campus, "--people", PEOPLE).returncode == 0
    database = postgres.new_database()
    made = [PostgresNode(postgres.address(database), tmp_path / f"node-{number}", campus) for number in range(3)]
    for node in made:
        node.command += ["--trusted-proxy", "127.0.0.1"]
        node.start()
    yield SimpleNamespace(
        nodes=made, address=postgres.address(database), query=lambda sql: postgres.query(database, sql),
        number=lambda sql: int(postgres.query(database, sql)[0][0]), size=f"SELECT pg_database_size('{database}')")
    for node in made:
        assert node.stop() == 0


def test_a_day_leaves_memory_files_and_logs_as_they_were(nodes, tmp_path):
    proxy = Balancer(nodes.nodes, tmp_path / "nginx")
    screen = Client(nodes.nodes[0].port)
    kitchens = [cafe["id"] for cafe in screen.send("GET", "/api/v1/cafes").json["cafes"]][:SCREENS]
    readers = [Readers(nodes, f"cafe/{cafe}/menu", screen.sign_in(person="person-1").token) for cafe in kitchens]
    samples = []
    command = [
        PROGRAM, "simulate", "campus", "--server", f"http://127.0.0.1:{proxy.port}", "--duration", str(round(MINUTES * SPEED)),
        "--speed", str(SPEED), "--json"]
    with (tmp_path / "summary.json").open("w") as output, (tmp_path / "progress").open("w") as progress:
        day = subprocess.Popen(command, stdout=output, stderr=progress)
        try:
            began = time.monotonic()
            while day.poll() is None:
                due = began + MINUTES * 60 * (len(samples) + 1) / SAMPLES
                try:
                    day.wait(timeout=max(0.1, due - time.monotonic()))
                except subprocess.TimeoutExpired:
                    samples.append(look(nodes))
                    print(f"{time.monotonic() - began:6.0f} s {samples[-1]}", flush=True)
        finally:
            if day.poll() is None:
                day.kill()
            proxy.stop()
    summary = json.loads((tmp_path / "summary.json").read_text(encoding="utf-8"))
    print(summary)
    assert (day.returncode, summary["errors"], summary["orders"]) == (0, 0, PEOPLE), summary
    assert nodes.number("SELECT count(*) FROM orders") == PEOPLE
    assert nodes.number("SELECT count(*) FROM tickets WHERE stage = 'collected'") == summary["handedOver"] == PEOPLE
    for each in readers:
        each.check()
    assert vicinity("verify", "--database", nodes.address).returncode == 0
    second, last = quarter(samples, 1), quarter(samples, 3)
    for number in range(len(nodes.nodes)):
        for what, most in (("memory", MEMORY_MEGABYTES), ("files", FILES)):
            before, after = (statistics.median(one[what][number] for one in part) for part in (second, last))
            assert after <= before + most, f"node {number}: {what} grew from {before} to {after}"
    # What the disk gets is what people did: doors, punches, an order with its ticket, and the feed.
    grown = (samples[-1]["size"] - samples[0]["size"]) / PEOPLE
    assert grown < BYTES_OF_A_PERSON, f"{grown:.0f} bytes for each person"
    # A log says what an operator should know, not what people do.
    assert max(samples[-1]["logs"]) < 100, samples[-1]


def look(nodes):
    """What each node has, and the size of the database with the number of orders in it."""
    processes = [node.process.pid for node in nodes.nodes]
    return dict(
        memory=[round(resident(process), 1) for process in processes],
        files=[len(os.listdir(f"/proc/{process}/fd")) for process in processes],
        logs=[node.log.read_bytes().count(b"\n") for node in nodes.nodes],
        size=nodes.number(nodes.size), orders=nodes.number("SELECT count(*) FROM orders"))
