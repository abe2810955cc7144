"""The employee pays by card on the one page that loads the provider's script; here it is a stand-in in front of localstripe."""

import pytest
from playwright.sync_api import expect

from campus import Campus
from demo_server import DemoServer
from pages import OrderPage
from payment_peer import DECLINED_CARD, GOOD_CARD, PaymentPeer
from qr_codes import scan

CAFE = "Main Café"


@pytest.fixture
def peer(tmp_path):
    with PaymentPeer(tmp_path) as peer:
        yield peer


@pytest.fixture
def server(tmp_path, peer):
    server = DemoServer(tmp_path / "vicinity.db", Campus().write(tmp_path / "campus.json"), tmp_path / "server.log", *peer.options())
    server.start()
    yield server
    assert server.stop() == 0


def test_a_person_pays_by_card_after_a_declined_one_and_the_basket_stays(server, peer, visit):
    visitor = visit(server.url)
    visitor.sign_in("Ada Morgan")
    order = OrderPage(visitor).open()
    page = visitor.page
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    order.choose_cafe(CAFE)
    order.add("Green tea")
    order.review()
    # By keyboard: the arrow goes from the meal account to the card.
    page.locator("[data-key='pay-by-account']").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-key='pay-by-card']")).to_be_checked()
    visitor.assert_accessible()
    assert not [url for url in requests if not url.startswith(server.url)]
    order.button("Order and pay {total} by card at {cafe}, local time {time}", cafe=CAFE).click()
    number = page.get_by_label("Card number")
    expect(number).to_be_visible()
    visitor.assert_accessible()
    pay = page.locator("pay-page .primary")
    number.fill(DECLINED_CARD)
    pay.click()
    expect(page.get_by_role("alert")).to_contain_text("The card was declined. Nothing was paid")
    assert server.rows("SELECT count(*) FROM tickets") == [(0,)]
    # Whoever goes back sees that the order waits, and cannot order the same twice.
    page.go_back()
    waiting = page.locator("order-review .unpaid-order")
    expect(waiting).to_contain_text("Order 001 still waits for its card payment.")
    expect(page.locator("order-review .pay")).to_have_attribute("aria-disabled", "true")
    visitor.assert_accessible()
    # Whoever closes the page comes back to the same payment.
    page.goto(f"{server.url}/order#orders")
    page.locator(".order-card").first.click()
    page.locator("order-status [data-key='pay']").click()
    expect(number).to_be_visible()
    assert len(peer.intents()) == 1
    number.fill(GOOD_CARD)
    pay.click()
    expect(page.locator("order-status")).to_contain_text("Paid by card")
    assert server.rows("SELECT count(*) FROM tickets") == [(1,)]
    assert page.evaluate("sessionStorage.getItem('vicinity-basket')") is None
    # The number of the card went to the provider alone.
    assert GOOD_CARD.encode() not in server.stored_bytes()


def test_a_guest_at_a_kiosk_pays_on_their_own_phone_and_the_kiosk_waits_C95(server, peer, visit):
    kiosk = visit(server.url, viewport={"width": 1024, "height": 768}, locale="en-GB")
    screen = kiosk.page
    screen.clock.install()
    assert kiosk.context.request.post(f"{server.url}/api/v1/session", data={"device": "kiosk-main"}).status == 201
    kiosk.open("/kiosk")
    screen.locator(".kiosk-start").click()
    screen.get_by_role("button", name="Coffee and tea").click()
    screen.get_by_role("button", name="Espresso").click()
    for name in ("Add to basket", "Basket, 1 item", "Go on to pay", "Pay by card on your phone"):
        screen.get_by_role("button", name=name).click()
    screen.wait_for_function("() => document.querySelector('.kiosk-follow img')?.naturalWidth > 0")
    # The guest does not touch the kiosk for longer than the warning and the reset take together.
    for _ in range(3):
        screen.clock.fast_forward(61_000)
    expect(screen.get_by_role("heading", name="Scan and pay on your phone")).to_be_visible()
    expect(screen.get_by_role("alertdialog")).to_have_count(0)
    kiosk.assert_accessible()
    address = scan(screen)
    assert server.rows("SELECT count(*) FROM tickets") == [(0,)]
    guest = visit(server.url, viewport={"width": 390, "height": 844}, locale="en-GB")
    guest.open(address.removeprefix(server.url))
    phone = guest.page
    expect(phone.get_by_text("Order 001, Main Café")).to_be_visible()
    number = phone.get_by_label("Card number")
    number.fill(DECLINED_CARD)
    phone.locator("pay-page .primary").click()
    expect(phone.get_by_role("alert")).to_contain_text("The card was declined.")
    guest.assert_accessible()
    # The kiosk loses its network in the middle of the payment, which goes on without it.
    kiosk.context.set_offline(True)
    lost = screen.get_by_role("alert").filter(has_text="This kiosk has no connection.")
    while not lost.is_visible():
        screen.clock.fast_forward(5_000)
    expect(lost).to_contain_text("You can go on paying on your phone.")
    number.fill(GOOD_CARD)
    phone.locator("pay-page .primary").click()
    expect(phone.get_by_text("Main Café has your order.")).to_be_visible()
    expect(phone.get_by_text("Paid by card")).to_be_visible()
    kiosk.context.set_offline(False)
    expect(screen.get_by_role("heading", name="Your number is 001.")).to_be_visible()
    expect(lost).to_have_count(0)
    assert server.rows("SELECT kind FROM tickets") == [("walk-up",)]
    # Another guest changes their mind: the basket is still there, and nothing is left to be paid.
    screen.get_by_role("button", name="I am finished").click()
    screen.locator(".kiosk-start").click()
    screen.get_by_role("button", name="Coffee and tea").click()
    screen.get_by_role("button", name="Espresso").click()
    for name in ("Add to basket", "Basket, 1 item", "Go on to pay", "Pay by card on your phone", "Pay in another way", "Pay at the counter"):
        screen.get_by_role("button", name=name).click()
    expect(screen.get_by_role("heading", name="Your number is 003.")).to_be_visible()
    assert server.rows("SELECT sequence, stage FROM orders ORDER BY sequence") == [(1, "accepted"), (2, "cancelled"), (3, "placed")]


@pytest.mark.pages
def test_only_the_payment_page_loads_from_other_hosts_and_only_with_a_provider(server, peer, serve):
    policies = {path: server.client().send("GET", path).headers["content-security-policy"] for path in ("/pay", "/order", "/")}
    assert peer.url in policies["/pay"] and "frame-src" in policies["/pay"]
    assert all(peer.url not in policies[path] and "require-trusted-types-for 'script'" in policies[path] for path in ("/order", "/"))
    without = serve().client().send("GET", "/pay").headers["content-security-policy"]
    assert "http" not in without and "require-trusted-types-for 'script'" in without
