"""The same program on PostgreSQL: several nodes on one database, and what is left when one of them or the server falls."""

import contextlib
import http.client
import json
import threading
import time
import uuid

import pytest

from client import Client, line
from feed_stream import FeedStream
from postgres_server import PostgresNode
from test_metrics import families, value
from waiting import LOOK_EVERY_SECONDS, PATIENCE_SECONDS, wait_until

ORDERS = 48
# The demo's people with meal accounts; nobody may order more than 30 times a minute.
PEOPLE = ["ada", "kenji", "lucia"]


@pytest.fixture
def nodes(postgres, tmp_path):
    """Makes nodes on one new database, and ends them."""
    database = postgres.new_database()
    with contextlib.ExitStack() as stack:

        def make(name):
            node = PostgresNode(postgres.address(database), tmp_path / name)
            node.database = database
            return stack.enter_context(node.running())

        yield make


def next_ticket(stream):
    """The next ticket that a stream tells of."""
    while True:
        text = stream.answer.readline().decode()
        assert text, "the stream has ended"
        if text.startswith("data:"):
            event = json.loads(text.removeprefix("data:"))
            if event.get("kind") == "ticket":
                return event["body"]["order"]


def test_a_node_shows_what_was_ordered_at_another_and_the_kitchen_bumps_it(nodes):
    first, second = nodes("first"), nodes("second")
    kitchen = second.client(device="kitchen-main")
    with FeedStream(kitchen, "cafe/main-cafe/kitchen") as stream:
        assert stream.status == 200
        order = first.client(person="ada").order("main-cafe", [line("espresso")])
        assert next_ticket(stream) == order["id"]
    kitchen.act(order["id"], "bump")
    wait_until(lambda: first.client(person="ada").get(f"/api/v1/orders/{order['id']}")["stage"] == "ready")
    # Somebody who signed in at one node is known at the other, and is not after they signed out.
    ada = first.client(person="ada")
    same = Client(second.port, ada.token)
    assert same.send("GET", "/api/v1/account").status == 200
    assert ada.send("DELETE", "/api/v1/session").status == 204
    wait_until(lambda: same.send("GET", "/api/v1/account").status == 401)


def test_a_tip_that_is_switched_or_published_at_one_node_is_known_at_the_other(nodes):
    first, second = (node.client(person="omar") for node in (nodes("first"), nodes("second")))

    def catalogue(client):
        return client.get("/api/v1/tips/catalogue")

    tip = catalogue(first)["catalogue"]["tips"][0]["id"]
    assert first.send("PUT", f"/api/v1/tips/{tip}/switch", {"isOn": False}).status == 200
    wait_until(lambda: catalogue(second) == catalogue(first), lambda: catalogue(second))
    published = catalogue(first)["catalogue"]
    published["name"] = "Ours"
    assert second.send("PUT", "/api/v1/tips/catalogue", published).status == 200
    wait_until(lambda: catalogue(first) == catalogue(second) and catalogue(first)["catalogue"]["name"] == "Ours")


def test_nothing_acknowledged_is_lost_or_doubled_when_nodes_and_the_server_fall(nodes, postgres):
    first, second = nodes("first"), nodes("second")
    keys = [uuid.uuid4().hex for _ in range(ORDERS)]
    acknowledged = {}

    def order(node, part):
        client = None
        for number, key in enumerate(part):
            # As a page does: the same key until there is an answer.
            while key not in acknowledged:
                try:
                    client = client or Client(node.port).sign_in(person=PEOPLE[number % len(PEOPLE)])
                    acknowledged[key] = client.order("main-cafe", [line("espresso")], key=key)["id"]
                except (OSError, http.client.HTTPException, AssertionError, ValueError, KeyError):
                    client = None
                    time.sleep(LOOK_EVERY_SECONDS)
            client = None

    threads = [threading.Thread(target=order, args=(node, part), daemon=True)
               for node, part in ((first, keys[: ORDERS // 2]), (second, keys[ORDERS // 2 :]))]
    for thread in threads:
        thread.start()
    wait_until(lambda: len(acknowledged) > ORDERS // 6)
    first.kill()
    first.start()
    wait_until(lambda: len(acknowledged) > ORDERS // 3)
    postgres.crash()
    # A node that has lost its database says so.
    wait_until(lambda: second.client().send("GET", "/readyz").status == 503)
    postgres.start()
    wait_until(lambda: second.client().send("GET", "/readyz").status == 200)
    wait_until(lambda: len(acknowledged) == ORDERS, lambda: f"{len(acknowledged)} orders were acknowledged")
    for thread in threads:
        thread.join(PATIENCE_SECONDS)
    # An operator sees what the connections do, and that they were lost.
    found = families(second.url + "/metrics")
    assert value(found, "vicinity_database_connection_losses_total") >= 1
    assert value(found, "vicinity_commit_writes_sum") >= value(found, "vicinity_commit_writes_count") > 0
    assert value(found, "vicinity_commit_duration_seconds_count") == value(found, "vicinity_commit_writes_count")
    assert value(found, "vicinity_write_lock_wait_seconds_count") >= value(found, "vicinity_commit_writes_count")
    wait_until(lambda: value(families(second.url + "/metrics"), "vicinity_database_connections", use="listener") == 1)
    found = families(second.url + "/metrics")
    assert value(found, "vicinity_database_connections", use="writer") == 1
    assert 1 <= value(found, "vicinity_database_connections", use="reader") <= 4
    wait_until(lambda: sum(value(families(node.url + "/metrics"), "vicinity_sender") for node in (first, second)) == 1)
    wait_until(lambda: value(families(first.url + "/metrics"), "vicinity_feed_lag_entries") == 0)
    kept = postgres.query(first.database, "SELECT id, sequence FROM orders ORDER BY sequence")
    assert {row[0] for row in kept} == set(acknowledged.values())
    assert [int(row[1]) for row in kept] == list(range(1, ORDERS + 1))
    # Each order was paid for once, and the feed has no gap.
    assert postgres.query(first.database, "SELECT count(*) FROM ledger WHERE kind = 'payment'") == [[str(ORDERS)]]
    assert postgres.query(first.database, "SELECT max(number) - min(number) + 1 = count(*) FROM feed") == [["t"]]
