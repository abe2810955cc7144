"""A payment by card survives a server that is killed between any two of its steps, and N buyers of one last item (C46, C48, C109)."""

import http.client
import random
import threading
import uuid

import pytest

from campus import Campus
from client import line
from demo_server import DemoServer
from payment_peer import PaymentPeer
from waiting import wait_until

CAFE = "main-cafe"
ESPRESSO = [line("espresso")]
PRICE = 220
FILLED = 2_000
BUYERS = [f"buyer-{number}" for number in range(8)]
# Where the server is killed: after a step of the person, or at a call to the provider, before or after the provider's work.
STEPS = ["order", "session", "pay", "check", "refund"]
CALLS = [("POST", "/v1/payment_intents"), ("GET", "/v1/payment_intents/"), ("GET", "/v1/refunds"), ("POST", "/v1/refunds")]
PLACES = STEPS + [(*call, is_done) for call in CALLS for is_done in (False, True)]


@pytest.fixture
def peer(tmp_path):
    with PaymentPeer(tmp_path) as peer:
        yield peer


@pytest.fixture
def server(tmp_path, peer):
    campus = Campus()
    first = {name: value for name, value in campus.content["people"][0].items() if name != "badge"}
    campus.content["people"] += [{**first, "id": name, "name": name.title()} for name in BUYERS]
    campus.item(CAFE, "smash-burger")["stock"] = 1
    server = DemoServer(tmp_path / "vicinity.db", campus.write(tmp_path / "campus.json"), tmp_path / "server.log", *peer.options())
    server.start()
    yield server
    if server.is_running:
        server.stop()


class Buyer:
    """Somebody whose page asks again until it has an answer, and whose server starts again after each kill."""

    def __init__(self, server, name):
        self.server = server
        self.client = server.client(person=name)
        self.manager = server.client(person="greta")
        self.key = uuid.uuid4().hex

    def ask(self, client, path, body=None, **headers):
        while True:
            try:
                answer = client.send("POST", path, body, **headers)
                if answer.status < 500:
                    return answer
            except (OSError, http.client.HTTPException):
                pass
            # Killed by the trap, in another thread.
            if self.server.process is None:
                self.server.start()

    def order(self):
        body = {"cafe": CAFE, "lines": ESPRESSO, "expectedTotal": {"amount": PRICE, "currency": "EUR"}, "payment": "card"}
        self.id = self.ask(self.client, "/api/v1/orders", body, idempotency_key=self.key).json["id"]

    def top_up(self):
        body = {"amount": {"amount": FILLED, "currency": "EUR"}}
        self.id = self.ask(self.client, "/api/v1/account/top-ups", body, idempotency_key=self.key).json["id"]

    def session(self):
        secret = self.ask(self.client, f"/api/v1/payments/{self.id}/session").json["clientSecret"]
        self.intent = secret.split("_secret_")[0]

    def check(self):
        return self.ask(self.client, f"/api/v1/payments/{self.id}/check").json["stage"]

    def refund(self):
        return self.ask(self.manager, f"/api/v1/orders/{self.id}/refunds", {"reason": "cold"}, idempotency_key=self.key)


def run_through(server, peer, name, place):
    """Orders, pays and gets the money back; the server is killed at a place and starts again."""
    buyer = Buyer(server, name)
    if place not in STEPS:
        peer.trap = (*place, server.kill)
    for step in STEPS:
        if step == "pay":
            assert peer.pay(buyer.intent) == "succeeded"
        elif step == "check":
            wait_until(lambda: buyer.check() == "paid")
            assert server.rows("SELECT count(*) FROM tickets WHERE order_id = ?", buyer.id) == [(1,)]
            assert peer.net(buyer.intent) == PRICE
        elif step == "refund":
            assert buyer.refund().status == 201
        else:
            getattr(buyer, step)()
        if place == step:
            server.kill()
            server.start()
    wait_until(lambda: peer.net(buyer.intent) == 0, lambda: f"{place}: {peer.refunds(buyer.intent)}")
    peer.trap = None
    if server.process is None:
        server.start()
    wait_until(lambda: server.rows("SELECT stage FROM refunds WHERE order_id = ?", buyer.id) == [("done",)])
    assert len(peer.refunds(buyer.intent)) == 1, place
    paid = [intent for intent in peer.intents() if intent["metadata"]["payment"] == buyer.id and intent["status"] == "succeeded"]
    assert len(paid) == 1, place


def test_a_payment_survives_a_kill_between_any_two_steps_C46(server, peer):
    for number, place in enumerate(PLACES):
        run_through(server, peer, BUYERS[number % len(BUYERS)], place)
    assert server.rows("SELECT count(*) FROM payments WHERE stage <> 'paid'") == [(0,)]


@pytest.mark.parametrize("place", ["top_up", "session", "pay", ("POST", "/v1/payment_intents", True), ("GET", "/v1/payment_intents/", False)])
def test_a_filled_account_survives_a_kill_between_any_two_steps_C109(server, peer, place):
    buyer = Buyer(server, BUYERS[0])
    if place not in ("top_up", "session", "pay"):
        peer.trap = (*place, server.kill)
    for step in ("top_up", "session", "pay"):
        if step == "pay":
            assert peer.pay(buyer.intent) == "succeeded"
        else:
            getattr(buyer, step)()
        if place == step:
            server.kill()
            server.start()
    wait_until(lambda: buyer.check() == "paid")
    assert server.rows("SELECT meal, source FROM ledger WHERE kind = 'top-up'") == [(FILLED, "card")]
    assert [peer.net(intent["id"]) for intent in peer.intents() if intent["status"] == "succeeded"] == [FILLED]


@pytest.mark.long
@pytest.mark.timeout(3_600)
def test_a_payment_survives_500_kills(server, peer):
    chance = random.Random(500)
    for number in range(500):
        run_through(server, peer, BUYERS[number % len(BUYERS)], chance.choice(PLACES))


def test_of_many_buyers_of_one_last_item_one_pays_and_gets_it_C48(server, peer):
    burger = [line("smash-burger", "fries")]
    total = server.client().quote(CAFE, burger)["total"]
    body = {"cafe": CAFE, "lines": burger, "expectedTotal": total, "payment": "card"}
    answers = {}

    def buy(name):
        client = server.client(person=name)
        answer = client.send("POST", "/api/v1/orders", body, idempotency_key="last")
        answers[name] = answer.status, answer.json.get("code")
        if answer.status == 201:
            order = answer.json["id"]
            secret = client.send("POST", f"/api/v1/payments/{order}/session").json["clientSecret"]
            peer.pay(secret.split("_secret_")[0])
            client.send("POST", f"/api/v1/payments/{order}/check")

    threads = [threading.Thread(target=buy, args=[name]) for name in BUYERS]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers.values(), key=str) == [(201, None)] + [(409, "sold-out")] * (len(BUYERS) - 1)
    assert server.rows("SELECT count(*) FROM tickets") == [(1,)]
    assert [peer.net(intent["id"]) for intent in peer.intents()] == [total["amount"]]
