"""The internet is gone and the local network is up: only payment by card and push stop, and both say so (C121)."""

import pytest
from playwright.sync_api import expect

from campus import Campus
from client import line
from demo_server import DemoServer
from notice_receivers import Browser, Receiver
from pages import KitchenPage, OrderPage
from payment_peer import PaymentPeer
from waiting import wait_until

CAFE = "main-cafe"
AWAY = "The payment provider cannot be reached. Nothing was paid; try again."
ESPRESSO = [line("espresso")]


@pytest.fixture
def peer(tmp_path):
    with PaymentPeer(tmp_path) as peer:
        yield peer


@pytest.fixture
def server(tmp_path, peer):
    campus = Campus()
    # Orders are for as soon as possible, so that they enter the line at once.
    campus.cafe(CAFE).pop("pickup")
    server = DemoServer(tmp_path / "vicinity.db", campus.write(tmp_path / "campus.json"), tmp_path / "server.log", *peer.options(), "--outgoing-host", "127.0.0.1")
    server.start()
    yield server
    assert server.stop() == 0


def test_without_the_internet_only_cards_and_push_stop_and_say_so_C121(server, peer, visit):
    receiver = Receiver()
    ada, kitchen, kiosk = server.client(person="ada"), server.client(device="kitchen-main"), server.client(device="kiosk-main")
    browser = Browser(receiver, "/push/ada")
    browser.subscribe(ada)
    screen = KitchenPage(visit(server.url)).open("Kitchen display, Main Café")
    visitor = visit(server.url)
    visitor.sign_in("Ada Morgan")

    # From here on no outside service answers the server or a phone.
    receiver.stop()
    peer.is_away = True
    total = ada.quote(CAFE, ESPRESSO)["total"]

    # The page, the meal account, the kitchen and the board still work.
    order = OrderPage(visitor).open()
    page = visitor.page
    order.choose_cafe("Main Café")
    order.add("Green tea")
    order.review()
    page.locator("[data-key='pay-by-card']").check()
    order.button("Order and pay {total} by card at {cafe}, local time {time}", cafe="Main Café").click()
    alert = page.get_by_role("alert").filter(has_text=AWAY)
    expect(alert).to_be_visible()
    visitor.assert_accessible()
    assert server.rows("SELECT count(*) FROM tickets") == [(0,)]
    # A person who cannot pay by card gives the order up, and pays from the meal account.
    page.locator("pay-page [data-key='cancel']").click()
    wait_until(lambda: server.rows("SELECT stage FROM orders") == [("cancelled",)])
    first = ada.order(CAFE, ESPRESSO)

    # A guest at the kiosk pays at the counter; a card says why it does not work.
    body = {"lines": ESPRESSO, "expectedTotal": total, "payment": "counter"}
    placed = kiosk.send("POST", "/api/v1/kiosk/orders", body, idempotency_key="guest")
    assert placed.status == 201, placed
    assert kitchen.send("POST", f"/api/v1/cafes/{CAFE}/unpaid-orders/{placed.json['id']}/payment", {"payment": "cash"}).status == 200
    by_card = kiosk.send("POST", "/api/v1/kiosk/orders", {**body, "payment": "card"}, idempotency_key="by-card").json
    refused = kiosk.send("POST", f"/api/v1/followed-orders/{by_card['id']}/payment/session")
    assert (refused.status, refused.json["code"]) == (503, "payment-provider-unreachable")

    # Somebody at the counter orders at the till.
    walk_up = kitchen.send("POST", f"/api/v1/cafes/{CAFE}/counter/orders", {"lines": ESPRESSO, "expectedTotal": total, "payment": "cash"}, idempotency_key="till")
    assert walk_up.status == 201, walk_up
    screen.expect_numbers(first["number"], placed.json["number"], walk_up.json["number"])
    screen.press("Bump", first["number"])
    wait_until(lambda: ada.get(f"/api/v1/orders/{first['id']}")["stage"] == "ready")
    board = kitchen.get(f"/api/v1/cafes/{CAFE}/board")["entries"]
    assert {"number": first["number"], "stage": "ready"} in board

    # The notice is in the person's list at once. Operators see that the push did not reach the phone.
    wait_until(lambda: any(notice["kind"] == "order-ready" for notice in ada.get("/api/v1/notices")["notices"]))
    wait_until(lambda: server.rows("SELECT count(*) FROM notice_deliveries WHERE attempts > 0") != [(0,)])
    delivery = server.client(person="omar").get("/api/v1/notices/delivery")
    push = next(channel for channel in delivery["channels"] if channel["kind"] == "push")
    assert push["waiting"] + push["failed"] > 0 and push["handedOver"] == 0, push
    receiver.stop()


def test_a_phone_that_does_not_reach_the_provider_says_so_and_not_that_the_server_is_away_C121(server, peer, visit):
    visitor = visit(server.url)
    visitor.sign_in("Ada Morgan")
    order = OrderPage(visitor).open()
    page = visitor.page
    page.route(lambda url: not url.startswith(server.url), lambda route: route.abort())
    order.choose_cafe("Main Café")
    order.add("Green tea")
    order.review()
    page.locator("[data-key='pay-by-card']").check()
    order.button("Order and pay {total} by card at {cafe}, local time {time}", cafe="Main Café").click()
    expect(page.get_by_role("alert").filter(has_text=AWAY)).to_be_visible()
    # The way out is there too.
    page.unroute_all()
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_label("Card number")).to_be_visible()
