"""The employee pays by card on the one page that loads the provider's script; here it is a stand-in in front of localstripe."""

import pytest
from playwright.sync_api import expect

from campus import Campus
from demo_server import DemoServer
from pages import OrderPage
from payment_peer import DECLINED_CARD, GOOD_CARD, PaymentPeer

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


def test_only_the_page_that_pays_may_load_from_elsewhere_and_only_with_a_provider(server, peer, serve):
    policies = {path: server.client().send("GET", path).headers["content-security-policy"] for path in ("/pay", "/order", "/")}
    assert peer.url in policies["/pay"] and "frame-src" in policies["/pay"]
    assert all(peer.url not in policies[path] and "require-trusted-types-for 'script'" in policies[path] for path in ("/order", "/"))
    without = serve().client().send("GET", "/pay").headers["content-security-policy"]
    assert "http" not in without and "require-trusted-types-for 'script'" in without
