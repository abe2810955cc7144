"""What an operator of several nodes is told: readiness without a standby, names of connections, wrong addresses, and who sends."""

import contextlib
import json
import threading
import time

import pytest

from client import line
from cluster import Cluster, campus_of_buyers
from command_line import assert_refused, vicinity
from demo_server import ROOT
from postgres_server import PostgresNode
from server import free_port
from waiting import wait_until

# What the page of operation promises is about two seconds; the machine of a test may do much else.
SOON_SECONDS = 4


@pytest.fixture(scope="module")
def cluster(postgres, tmp_path_factory):
    with Cluster(postgres, tmp_path_factory.mktemp("nodes"), campus_of_buyers([]), nodes=2) as cluster:
        yield cluster


@pytest.fixture
def lone_node(postgres, tmp_path):
    """A node with a database of its own."""

    @contextlib.contextmanager
    def started(*arguments):
        node = PostgresNode(postgres.address(postgres.new_database()), tmp_path)
        node.command += map(str, arguments)
        with node.running():
            yield node

    return started


def says(node, *words):
    return all(word in node.log.read_text() for word in words)


def names(cluster):
    rows = cluster.query(
        "SELECT DISTINCT application_name FROM pg_stat_activity"
        " WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()")
    return {row[0] for row in rows}


def test_the_server_of_the_database_shows_which_node_has_which_connection(cluster):
    wait_until(lambda: names(cluster) == {f"vicinity 127.0.0.1:{node.port}" for node in cluster.nodes})
    address = cluster.postgres.address(cluster.database)
    options = ["--json", "--database", address, "--web", ROOT / "Web", "--listen", f"127.0.0.1:{cluster.nodes[0].port}"]
    found = {one["subject"]: one for one in json.loads(vicinity("doctor", *options).stdout)}
    # The doctor knows nodes by that name.
    assert "a server serves the database" in found["port"]["finding"]
    assert found["node"]["verdict"] == "ok" and "Other nodes reach this one" in found["node"]["finding"]
    # The address of another node.
    wrong = vicinity("doctor", *options, "--node-url", cluster.nodes[1].url).stdout
    found = {one["subject"]: one for one in json.loads(wrong)}
    assert found["node"]["verdict"] == "warning" and "Another server of Vicinity answers" in found["node"]["finding"]


def test_a_node_says_when_another_one_or_none_answers_at_its_address(cluster, lone_node):
    with lone_node("--node-url", cluster.nodes[0].url) as node:
        wait_until(lambda: says(node, f"Another server of Vicinity answers at {cluster.nodes[0].url}", "Say with --node-url"))
    nowhere = f"http://127.0.0.1:{free_port()}"
    with lone_node("--node-url", nowhere) as node:
        wait_until(lambda: says(node, f"No server answers at {nowhere}, where other nodes look for this one"))
        # It serves all the same, because other nodes may come later.
        assert node.client().get("/readyz") == {"status": "ok"}


def test_a_lone_node_that_drains_does_not_say_that_another_one_sends(lone_node):
    with lone_node("--drain", 1) as node:
        wait_until(lambda: says(node, "This server sends notices, webhooks and print jobs from now on."))
        node.stop()
        assert says(node, "This server sends nothing more, because it is about to stop.")
        assert not says(node, "Another server sends")


@contextlib.contextmanager
def without_its_standby(cluster):
    """Commits wait for a standby that does not exist."""
    cluster.postgres.query("postgres", "ALTER SYSTEM SET synchronous_standby_names = 'gone'")
    cluster.postgres.query("postgres", "SELECT pg_reload_conf()")
    try:
        # The setting is in force a moment later.
        wait_until(lambda: cluster.query("SHOW synchronous_standby_names") == [["gone"]])
        yield
    finally:
        cluster.postgres.query("postgres", "ALTER SYSTEM RESET synchronous_standby_names")
        cluster.postgres.query("postgres", "SELECT pg_reload_conf()")


def test_an_order_whose_connection_ends_while_it_waits_for_a_standby_is_acknowledged_only_with_the_standby(cluster):
    waiting = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
    buyer = cluster.nodes[0].client(person="ada")
    orders = []
    thread = threading.Thread(target=lambda: orders.append(buyer.order("main-cafe", [line("espresso")])), daemon=True)
    with without_its_standby(cluster):
        thread.start()
        wait_until(lambda: cluster.query(waiting))
        first = cluster.query(waiting)[0]
        cluster.query(f"SELECT pg_terminate_backend({first[0]})")
        # The node looks the commit up, and that waits too.
        wait_until(lambda: any(row != first for row in cluster.query(waiting)))
        assert orders == []
    thread.join(60)
    assert [order["id"] for order in buyer.orders()] == [order["id"] for order in orders] and len(orders) == 1


def test_readiness_says_soon_that_commits_wait_for_a_standby_that_is_gone(cluster):
    def timed(node):
        began = time.monotonic()
        answer = node.client().send("GET", "/readyz")
        return answer, time.monotonic() - began

    clients = [node.client(person="ada") for node in cluster.nodes]
    with without_its_standby(cluster):
        # A check waits once the setting is in force.
        wait_until(lambda: timed(cluster.nodes[0])[0].json.get("code") == "commit-waits")
        for node in (*cluster.nodes, *cluster.nodes):
            answer, took = timed(node)
            print(f"{answer.json['code']} after {took:.2f} s")
            assert (answer.status, answer.json["code"]) == (503, "commit-waits") and took < SOON_SECONDS
            assert "synchronous_standby_names" in answer.json["detail"]
        # Reads go on.
        assert all(client.get("/api/v1/account")["balances"] for client in clients)
        assert says(cluster.nodes[0], "Commits wait for a synchronous standby that does not answer.")
    wait_until(lambda: all(timed(node)[0].status == 200 for node in cluster.nodes))


def test_attendance_is_verified_and_exported_without_a_server_on_both_engines(cluster, tmp_path):
    """The last test, because it stops the nodes: a database is copied to a file while nobody serves it."""
    client = cluster.nodes[0].client(person="ada")
    for kind in ("in", "out"):
        body = {"kind": kind, "site": "berlin"}
        assert client.send("POST", "/api/v1/attendance/punches", body, idempotency_key=kind).status == 201
    month = time.strftime("%Y-%m")
    server = cluster.postgres.address(cluster.database)
    live = vicinity("attendance", "export", "--month", month, "--database", server)
    assert live.returncode == 0 and "Ada" in live.stdout, live
    for node in cluster.nodes:
        node.kill()
    file = f"sqlite:{tmp_path / 'copy.db'}"
    assert vicinity("migrate", server, file).returncode == 0
    for command in (["verify"], ["export", "--month", month], ["export", "--month", month, "--format", "totals"]):
        on_server, on_file = (vicinity("attendance", *command, "--database", database) for database in (server, file))
        assert on_server.returncode == 0 and on_server.stdout == on_file.stdout != "", (on_server, on_file)
    link = on_hash(vicinity("attendance", "verify", "--database", server).stdout)
    assert vicinity("attendance", "verify", "--expect", link, "--database", server).returncode == 0
    assert_refused(vicinity("attendance", "verify", "--expect", "0" * 64, "--database", server), 1, "is damaged")
    # A changed punch is found on the server too.
    cluster.query("ALTER TABLE punches DISABLE TRIGGER USER; UPDATE punches SET at = at + 60000 WHERE kind = 'out'")
    assert_refused(vicinity("attendance", "verify", "--database", server), 1, "is damaged")
    empty = cluster.postgres.address(cluster.postgres.new_database())
    for command in (["verify"], ["export", "--month", month]):
        assert_refused(vicinity("attendance", *command, "--database", empty), 1, "it is not one of Vicinity")


def on_hash(text):
    """The last link, which the command prints."""
    return next(word for word in text.replace(".", " ").replace(",", " ").split() if len(word) == 64)
