"""C120: a server that is killed at any moment keeps every order that it acknowledged, once, and no other twice."""

import collections
import http.client
import random
import threading
import time

import pytest

from campus import Campus
from client import Client, line

SEED = 120
ORDERS = 1000
KILLS = 24
OPENING_BALANCE = 1_000_000
# A person places 30 orders in a minute at most, so that many order; eight clients order for five of them each.
PEOPLE = [f"diner-{number}" for number in range(40)]
CLIENTS = 8
# Orders of different sizes at two cafés, so that numbers are taken from two rows.
CHOICES = [
    ("main-cafe", [line("espresso")], 220),
    ("main-cafe", [line("green-tea", quantity=2)], 580),
    ("main-cafe", [line("smash-burger", "fries"), line("cappuccino", "large", "oat-milk", note="extra hot")], 1430),
    ("coffee-station", [line("mint-tea")], 280),
]
# How long a client that found no server waits before it tries again.
RETRY_SECONDS = 0.005


class Diner(threading.Thread):
    """Places orders of its people one after the other, each with one key until the server has acknowledged it."""

    def __init__(self, port, tokens, count, acknowledged):
        super().__init__(daemon=True)
        self.clients = {name: Client(port, token) for name, token in tokens.items()}
        self.count = count
        self.acknowledged = acknowledged
        self.random = random.Random(f"{SEED} {' '.join(tokens)}")
        self.replays = 0
        self.failure = None

    def run(self):
        try:
            for number in range(self.count):
                for person in self.clients:
                    self._place(person, f"{person}-{number}", *self.random.choice(CHOICES))
        except Exception as failure:
            self.failure = failure

    def _place(self, person, key, cafe, lines, total):
        body = {"cafe": cafe, "lines": lines, "expectedTotal": {"amount": total, "currency": "EUR"}}
        while True:
            try:
                answer = self.clients[person].send("POST", "/api/v1/orders", body, idempotency_key=key)
            except (OSError, http.client.HTTPException):
                time.sleep(RETRY_SECONDS)
                continue
            if answer.status == 503:
                time.sleep(RETRY_SECONDS)
                continue
            assert answer.status == 201, answer
            self.replays += answer.headers.get("Idempotent-Replayed") == "true"
            self.acknowledged.append((person, answer.json))
            return


def kill_now_and_then(server, diners, acknowledged):
    """Kills the server at seeded counts of orders and a seeded while after, sometimes again while it starts."""
    chance = random.Random(SEED)
    step = ORDERS // (KILLS + 1)
    kills = 0
    for number in range(1, KILLS + 1):
        threshold = number * step - chance.randrange(step)
        while len(acknowledged) < threshold and any(diner.is_alive() for diner in diners):
            time.sleep(0.0005)
        time.sleep(chance.uniform(0, 0.008))
        server.kill()
        kills += 1
        if chance.random() < 0.25:
            server.start(waits=False)
            time.sleep(chance.uniform(0, 0.15))
            server.kill()
            kills += 1
        server.start()
    return kills


@pytest.mark.early
def test_every_acknowledged_order_survives_kills_exactly_once_C40_C120(serve):
    campus = Campus().give_everybody(OPENING_BALANCE, "EUR")
    # A badge belongs to one person.
    first = {name: value for name, value in campus.content["people"][0].items() if name != "badge"}
    campus.content["people"] += [{**first, "id": name, "name": name.title()} for name in PEOPLE]
    server = serve(campus)
    tokens = {name: server.client(person=name).token for name in PEOPLE}
    acknowledged = []
    shares = [{name: tokens[name] for name in PEOPLE[index::CLIENTS]} for index in range(CLIENTS)]
    diners = [Diner(server.port, share, ORDERS // len(PEOPLE), acknowledged) for share in shares]
    for diner in diners:
        diner.start()
    kills = kill_now_and_then(server, diners, acknowledged)
    for diner in diners:
        diner.join(timeout=60)
    assert [diner.failure for diner in diners if diner.failure or diner.is_alive()] == []
    print(f"{len(acknowledged)} orders, {kills} kills, {sum(diner.replays for diner in diners)} replayed answers")
    assert kills >= 20
    assert len(acknowledged) == ORDERS
    check_over_the_api(server, tokens, acknowledged)
    check_orders(server, acknowledged)
    check_money(server, acknowledged)
    check_windows(server, acknowledged)
    check_feed(server)


def kept(order):
    """What the server keeps of an order; when it will be ready follows from the kitchen's work at the time of the answer."""
    return {name: value for name, value in order.items() if name != "ready"}


def check_over_the_api(server, tokens, acknowledged):
    for person, token in tokens.items():
        client = Client(server.port, token)
        own = {order["id"]: order for name, order in acknowledged if name == person}
        found = list(client.orders())
        assert len(found) == len(own)
        assert {order["id"]: kept(order) for order in found} == {order_id: kept(order) for order_id, order in own.items()}
        assert client.balance("EUR") == OPENING_BALANCE - sum(order["total"]["amount"] for order in own.values())
    for cafe in ("main-cafe", "coffee-station"):
        tickets = server.client(person="greta").get(f"/api/v1/cafes/{cafe}/tickets")["tickets"]
        expected = {order["ticket"]: order["id"] for _, order in acknowledged if order["cafe"]["id"] == cafe}
        assert len(tickets) == len(expected)
        assert {ticket["id"]: ticket["order"] for ticket in tickets} == expected


def check_orders(server, acknowledged):
    assert server.rows("PRAGMA integrity_check") == [("ok",)]
    assert server.rows("PRAGMA foreign_key_check") == []
    identifiers = sorted(order["id"] for _, order in acknowledged)
    assert len(set(identifiers)) == ORDERS
    assert [row[0] for row in server.rows("SELECT id FROM orders ORDER BY id")] == identifiers
    assert [row[0] for row in server.rows("SELECT order_id FROM tickets ORDER BY order_id")] == identifiers
    assert [row[0] for row in server.rows("SELECT order_id FROM idempotency_keys ORDER BY order_id")] == identifiers
    keys = {f"{name}-{number}" for name in PEOPLE for number in range(ORDERS // len(PEOPLE))}
    assert {row[0] for row in server.rows("SELECT key FROM idempotency_keys")} == keys
    transitions = server.rows("SELECT order_id, stages FROM order_transitions")
    assert {stages for _, stages in transitions} == {"draft placed accepted"} and len(transitions) == ORDERS
    # C49: numbers are unique in their café and day, and a number that a lost order had taken is given again.
    for count, distinct, highest in server.rows(
        "SELECT count(*), count(DISTINCT sequence), max(sequence) FROM orders GROUP BY cafe, day"
    ):
        assert count == distinct == highest


def check_money(server, acknowledged):
    totals = {order["id"]: order["total"]["amount"] for _, order in acknowledged}
    entries = server.rows("SELECT entry, order_id, account_kind, amount FROM postings WHERE kind = 'payment'")
    by_order = collections.defaultdict(list)
    for entry, order, account, amount in entries:
        by_order[order].append((entry, account, amount))
    assert by_order.keys() == totals.keys()
    for order, postings in by_order.items():
        assert len({entry for entry, _, _ in postings}) == 1
        assert [amount for _, account, amount in postings if account == "meal"] == [-totals[order]]
        assert sum(amount for _, _, amount in postings) == 0
    assert server.rows("SELECT entry FROM postings GROUP BY entry HAVING sum(amount) <> 0") == []
    assert server.rows("SELECT DISTINCT kind FROM postings ORDER BY kind") == [("opening",), ("payment",)]
    kept = server.rows("SELECT person, amount FROM meal_balances WHERE currency = 'EUR'")
    summed = server.rows("SELECT owner, sum(amount) FROM postings WHERE account_kind = 'meal' GROUP BY owner")
    assert sorted(kept) == sorted(summed)


def check_windows(server, acknowledged):
    """C57: every order of a café with pickup windows is counted once."""
    counted = sum(order["cafe"]["id"] == "main-cafe" for _, order in acknowledged)
    assert server.rows("SELECT sum(orders) FROM pickup_windows") == [(counted,)]
    assert server.rows("SELECT count(*) FROM pickup_bookings") == [(counted,)]


def check_feed(server):
    numbers = [row[0] for row in server.rows("SELECT number FROM feed ORDER BY number")]
    assert numbers == list(range(1, len(numbers) + 1))
    # The fill of pickup windows is announced by steps, not by orders.
    topics = server.rows("SELECT kind, count(*) FROM feed WHERE kind <> 'pickup' GROUP BY kind ORDER BY kind")
    assert topics == [("board", ORDERS), ("order", ORDERS), ("ticket", ORDERS)]
    assert server.rows("SELECT json_extract(body, '$.order') FROM feed WHERE kind <> 'pickup' GROUP BY topic, body HAVING count(*) > 1") == []
