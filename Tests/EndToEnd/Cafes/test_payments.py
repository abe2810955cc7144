"""Payments by card over the API, with localstripe as the peer (C46 to C48, C103, C104)."""

import json
import subprocess
import time
import uuid

import pytest

from client import line
from demo_server import PROGRAM, DemoServer
from campus import Campus
from payment_peer import CARD_WITH_AUTHENTICATION, DECLINED_CARD, PaymentPeer, signature, signed_event
from waiting import wait_until

CAFE = "main-cafe"
ESPRESSO = [line("espresso")]
PRICE = 220


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("payments")


@pytest.fixture(scope="module")
def peer(folder):
    with PaymentPeer(folder) as peer:
        yield peer


@pytest.fixture(scope="module")
def server(folder, peer):
    server = card_server(folder, peer)
    server.start()
    peer.call_back(server)
    yield server
    if server.is_running:
        server.stop()


@pytest.fixture
def ada(server):
    return server.client(person="ada")


def card_server(folder, peer):
    return DemoServer(folder / "vicinity.db", Campus().write(folder / "campus.json"), folder / "server.log", *peer.options())


def card_order(client, lines=ESPRESSO, key=None, **more):
    """Reserves an order that is paid by card."""
    quote = client.quote(CAFE, lines)
    body = {"cafe": CAFE, "lines": lines, "expectedTotal": quote["total"], "payment": "card", **more}
    answer = client.send("POST", "/api/v1/orders", body, idempotency_key=key or uuid.uuid4().hex)
    assert answer.status == 201, answer
    return answer.json


def session(client, order):
    """What the page gets to pay: the provider's name for the payment, and its secret."""
    answer = client.send("POST", f"/api/v1/payments/{order['id']}/session")
    assert answer.status == 200, answer
    secret = answer.json["clientSecret"]
    return secret.split("_secret_")[0], secret


def check(client, order):
    answer = client.send("POST", f"/api/v1/payments/{order['id']}/check")
    assert answer.status == 200, answer
    return answer.json["stage"]


def stage(client, order):
    return client.get(f"/api/v1/orders/{order['id']}")["stage"]


def tickets(server, order):
    return server.rows("SELECT count(*) FROM tickets WHERE order_id = ?", order["id"])[0][0]


def payments(server, order):
    return server.rows("SELECT source, funding, sales, tax FROM ledger WHERE order_id = ? AND kind = 'payment'", order["id"])


def verify(server):
    result = subprocess.run([PROGRAM, "verify", "--database", f"sqlite:{server.database}"], capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr


def test_a_card_order_is_paid_and_released_by_the_webhook_alone_C46_C104(server, peer, ada):
    assert ada.get("/api/v1/payment-means")["means"] == ["account", "card"]
    before = ada.balance("EUR")
    order = card_order(ada)
    assert order["stage"] == "placed" and order["payment"]["stage"] == "open"
    assert tickets(server, order) == 0
    intent, _ = session(ada, order)
    # Coming back to the page goes on with the same payment.
    assert session(ada, order)[0] == intent
    assert peer.pay(intent) == "succeeded"
    wait_until(lambda: stage(ada, order) == "accepted")
    assert tickets(server, order) == 1
    [(source, funding, sales, tax)] = payments(server, order)
    assert (source, funding, sales + tax) == ("card", -PRICE, PRICE)
    assert ada.balance("EUR") == before
    assert [intent["metadata"]["payment"] for intent in peer.intents()].count(order["id"]) == 1
    verify(server)


def test_a_declined_card_leaves_no_ticket_and_another_card_pays(server, peer, ada):
    order = card_order(ada)
    intent, _ = session(ada, order)
    peer.pay(intent, DECLINED_CARD)
    assert check(ada, order) == "open"
    assert (stage(ada, order), tickets(server, order)) == ("placed", 0)
    peer.pay(intent)
    # The page comes back before the callback, which localstripe sends a second later.
    assert check(ada, order) == "paid"
    assert (stage(ada, order), tickets(server, order)) == ("accepted", 1)


def test_the_bank_may_ask_first_and_the_person_may_fail(server, peer, ada):
    order = card_order(ada)
    intent, secret = session(ada, order)
    assert peer.pay(intent, CARD_WITH_AUTHENTICATION) == "requires_action"
    assert check(ada, order) == "open"
    peer.authenticate(intent, secret, success=False)
    assert check(ada, order) == "open"
    assert tickets(server, order) == 0
    assert peer.pay(intent, CARD_WITH_AUTHENTICATION) == "requires_action"
    peer.authenticate(intent, secret)
    assert check(ada, order) == "paid"
    assert tickets(server, order) == 1


def test_callbacks_may_come_early_twice_and_about_something_else_C104(server, peer, ada):
    order = card_order(ada)
    intent, _ = session(ada, order)
    path = "/api/v1/payments/stripe/webhook"

    def send(body, sign):
        return server.client().send_text("POST", path, body, "application/json", stripe_signature=sign)

    # Too early: the server asks, and nothing has been paid.
    assert send(*signed_event(order["id"])).status == 204
    assert stage(ada, order) == "placed"
    peer.pay(intent)
    for _ in range(3):
        assert send(*signed_event(order["id"])).status == 204
    assert (stage(ada, order), tickets(server, order), len(payments(server, order))) == ("accepted", 1, 1)
    # What is about something else is accepted and ignored.
    assert send(*signed_event(order["id"], "customer.created")).status == 204
    assert send(*signed_event("no-such-payment")).status == 204
    unsigned = json.dumps({"type": "payment_intent.succeeded"})
    body, right = signed_event(order["id"])
    now = int(time.time())
    for text, sign in [
        (body, "nonsense"), (body, "t=1"), (body, right.replace("v1=", "v0=")), (body + " ", right),
        (body, signature(body, secret="whsec_other")), (body, signature(body, at=now - 3_600)),
        (body, signature(body, at=now + 3_600)), ("{", signature("{")), (unsigned, signature(unsigned)),
    ]:
        answer = send(text, sign)
        assert (answer.status, answer.json["code"]) == (400, "payment-call-refused"), answer
    assert server.client().send_text("POST", path, body, "application/json").status == 400


def test_money_that_comes_after_the_order_has_ended_goes_back_by_itself(server, peer, ada):
    order = card_order(ada)
    intent, _ = session(ada, order)
    peer.on_their_way.add(intent)
    cancelled = ada.send("POST", f"/api/v1/orders/{order['id']}/cancellation")
    assert cancelled.json["stage"] == "cancelled"
    wait_until(lambda: any(path.endswith(f"{intent}/cancel") for _, path, _ in peer.calls))
    peer.pay(intent)
    peer.on_their_way.discard(intent)
    assert check(ada, order) in ("returned", "returning")
    wait_until(lambda: check(ada, order) == "returned")
    assert peer.net(intent) == 0
    assert (tickets(server, order), payments(server, order)) == (0, [])
    notices = ada.get("/api/v1/notices")["notices"]
    assert [notice["kind"] for notice in notices][0] == "money-returned"
    # The callback that comes after all changes nothing.
    body, sign = signed_event(order["id"])
    server.client().send_text("POST", "/api/v1/payments/stripe/webhook", body, "application/json", stripe_signature=sign)
    assert len(peer.refunds(intent)) == 1
    verify(server)


def test_an_order_that_nobody_pays_is_cancelled_at_the_provider_too(server, peer, ada):
    order = card_order(ada)
    intent, _ = session(ada, order)
    assert ada.send("POST", f"/api/v1/orders/{order['id']}/cancellation").json["stage"] == "cancelled"
    wait_until(lambda: ada.get(f"/api/v1/payments/{order['id']}")["stage"] == "ended")
    assert [found["status"] for found in peer.intents() if found["id"] == intent] == ["canceled"]
    refused = ada.send("POST", f"/api/v1/payments/{order['id']}/session")
    assert (refused.status, refused.json["code"]) == (409, "payment-over")


def test_an_outage_of_the_provider_only_delays_a_payment(server, peer, ada):
    order = card_order(ada)
    peer.is_away = True
    try:
        refused = ada.send("POST", f"/api/v1/payments/{order['id']}/session")
        assert (refused.status, refused.json["code"]) == (503, "payment-provider-unreachable")
    finally:
        peer.is_away = False
    # The answer to the first call was lost after the work: the same key finds the same payment.
    peer.losses.append("/v1/payment_intents")
    assert ada.send("POST", f"/api/v1/payments/{order['id']}/session").status == 503
    intent, _ = session(ada, order)
    assert [found["metadata"]["payment"] for found in peer.intents()].count(order["id"]) == 1
    peer.pay(intent)
    assert check(ada, order) == "paid"


def test_a_repeated_order_and_other_people(server, peer, ada):
    key = uuid.uuid4().hex
    order = card_order(ada, key=key)
    assert card_order(ada, key=key) == order
    intent, _ = session(ada, order)
    peer.pay(intent)
    check(ada, order)
    again = card_order(ada, key=key)
    assert (again["id"], again["stage"], again["payment"]["stage"]) == (order["id"], "placed", "paid")
    kenji = server.client(person="kenji")
    for method, path in [("GET", ""), ("POST", "/session"), ("POST", "/check")]:
        assert kenji.send(method, f"/api/v1/payments/{order['id']}{path}").json["code"] == "unknown-payment"
    started = ada.send("POST", f"/api/v1/orders/{card_order(ada)['id']}/start")
    assert (started.status, started.json["code"]) == (409, "illegal-transition")


def refund(client, order, key=None, **body):
    return client.send("POST", f"/api/v1/orders/{order['id']}/refunds", body, idempotency_key=key or uuid.uuid4().hex)


def paid_order(peer, client, lines=ESPRESSO):
    order = card_order(client, lines)
    intent, _ = session(client, order)
    peer.pay(intent)
    assert check(client, order) == "paid"
    return order, intent


def test_refunds_go_back_to_the_card_by_line_and_amount_and_never_exceed_it_C105_C106(server, peer, ada):
    greta = server.client(person="greta")
    order, intent = paid_order(peer, ada, [line("espresso", quantity=2), line("green-tea")])
    total = order["total"]["amount"]
    assert refund(ada, order, reason="cold").json["code"] == "forbidden"
    first = refund(greta, order, "once", reason="cold", lines=[{"line": 0, "quantity": 1}])
    assert (first.status, first.json["stage"]) == (201, "done"), first
    assert first.json["total"]["amount"] == order["lines"][0]["total"]["amount"] // 2
    # Two clicks, one refund.
    again = refund(greta, order, "once", reason="cold", lines=[{"line": 0, "quantity": 1}])
    assert (again.json, again.headers["Idempotent-Replayed"]) == (first.json, "true")
    assert refund(greta, order, "once", reason="other").json["code"] == "idempotency-key-reused"
    left = total - first.json["total"]["amount"]
    refused = refund(greta, order, reason="x", amount={"amount": left + 1, "currency": "EUR"})
    assert (refused.json["code"], refused.json["left"]["amount"]) == ("refund-too-much", left)
    for body in [{"lines": [{"line": 0, "quantity": 2}]}, {"lines": [{"line": 9, "quantity": 1}]},
                 {"amount": {"amount": 0, "currency": "EUR"}}, {"amount": {"amount": 1, "currency": "JPY"}}]:
        assert refund(greta, order, reason="x", **body).json["code"] == "invalid-refund"
    for body in [{}, {"reason": ""}, {"reason": "x", "lines": []}, {"reason": "x", "all": True}]:
        assert refund(greta, order, **body).json["code"] == "invalid-request"
    # The answer of Stripe is lost after the work: the money goes back once.
    peer.losses.append("/v1/refunds")
    assert refund(greta, order, reason="late", amount={"amount": 50, "currency": "EUR"}).status == 201
    wait_until(lambda: all(found["stage"] == "done" for found in greta.get(f"/api/v1/orders/{order['id']}/refunds")["refunds"]))
    assert refund(greta, order, reason="rest").status == 201
    assert refund(greta, order, reason="more").json["code"] == "nothing-to-refund"
    wait_until(lambda: peer.net(intent) == 0, lambda: str(peer.refunds(intent)))
    refunds = greta.get(f"/api/v1/orders/{order['id']}/refunds")
    assert (refunds["means"], refunds["left"]["amount"]) == ("card", 0)
    assert sum(found["tax"]["amount"] for found in refunds["refunds"]) == order["tax"]["amount"]
    assert ada.get("/api/v1/notices")["notices"][0]["kind"] == "refunded"
    verify(server)


def test_refunds_of_the_meal_account_and_of_a_cancelled_card_order(server, peer, ada):
    greta = server.client(person="greta")
    before = ada.balance("EUR")
    order = ada.order(CAFE, ESPRESSO)
    assert refund(greta, order, reason="cold", amount={"amount": 20, "currency": "EUR"}).json["stage"] == "done"
    assert ada.balance("EUR") == before - PRICE + 20
    # What is left goes back, and no more.
    assert ada.send("POST", f"/api/v1/orders/{order['id']}/cancellation").json["stage"] == "cancelled"
    assert ada.balance("EUR") == before
    card, intent = paid_order(peer, ada)
    assert ada.send("POST", f"/api/v1/orders/{card['id']}/cancellation").json["stage"] == "cancelled"
    wait_until(lambda: peer.net(intent) == 0)
    assert ada.balance("EUR") == before
    unpaid = card_order(ada)
    assert refund(greta, unpaid, reason="x").json["code"] == "nothing-to-refund"
    verify(server)


def test_without_a_provider_cards_are_refused_clearly(serve):
    server = serve()
    ada = server.client(person="ada")
    assert ada.get("/api/v1/payment-means")["means"] == ["account"]
    quote = ada.quote(CAFE, ESPRESSO)
    body = {"cafe": CAFE, "lines": ESPRESSO, "expectedTotal": quote["total"], "payment": "card"}
    refused = ada.send("POST", "/api/v1/orders", body, idempotency_key="a")
    assert (refused.status, refused.json["code"]) == (409, "card-payments-off")
    text, sign = signed_event("anything")
    refused = server.client().send_text(
        "POST", "/api/v1/payments/stripe/webhook", text, "application/json", stripe_signature=sign)
    assert (refused.status, refused.json["code"]) == (409, "card-payments-off")
