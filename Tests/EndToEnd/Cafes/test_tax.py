"""A café in Japan that adds the tax chooses to round it once for each rate: what a manager sets, a person pays, and a receipt says."""

import pytest
from playwright.sync_api import expect

from campus import Campus
from client import Client, line
from command_line import vicinity
from looks import PHONE, TABLET
from pages import OrderPage

CAFE, NAME = "tokyo-cafe", "Shiosai Café"
DISHES = {"onigiri-umeboshi": "Rice ball with pickled plum", "onigiri-tuna": "Rice ball with tuna", "egg-sandwich": "Egg sandwich"}


@pytest.fixture
def server(serve):
    """Each of three dishes costs 106 yen plus 8 % of tax: 8.48 yen, and 25.44 yen for all."""
    campus = Campus()
    campus.content["people"].append({"id": "mara", "name": "Mara Klein", "roles": [{"role": "manager", "cafe": CAFE}], "language": "en", "locale": "en-GB", "balances": []})
    cafe = campus.cafe(CAFE)
    cafe.pop("pickup")
    cafe["hours"] = {"everyday": ["00:00-24:00"]}
    cafe["tax"] = {"included": False, "rounding": "half-up", "rates": {"takeaway": "8"}}
    for item in campus.items(CAFE):
        if item["id"] in DISHES:
            item["price"] = 106
    return serve(campus)


def round_once_for_each_rate(visitor, server):
    """Sets both fields of the rules, and publishes them."""
    assert visitor.context.request.post(f"{server.url}/api/v1/session", data={"person": "mara"}).status == 201
    visitor.open(f"/manage?cafe={CAFE}")
    page = visitor.page
    page.get_by_role("link", name="Hours and rules").click()
    page.get_by_label("Rounding of taxes").select_option(label="always down")
    level = page.get_by_label("Tax is rounded")
    expect(level).to_have_value("line")
    level.select_option(label="once for each tax rate of an order")
    expect(page.locator(".manage-state")).to_contain_text("2 changes are not published")
    visitor.assert_accessible()
    visitor.picture("rules-of-a-cafe-that-rounds-per-rate")
    page.get_by_role("button", name="Publish …").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Rounding of taxes: to the nearest, half up → always down")
    expect(dialog).to_contain_text("Tax is rounded: for each line of an order → once for each tax rate of an order")
    page.get_by_role("button", name="Publish", exact=True).click()
    expect(page.locator(".manage-state")).to_contain_text("Everything is published")


def test_three_dishes_of_106_yen_have_25_yen_of_tax_once_the_café_rounds_for_each_rate(server, visit):
    kenji = Client(server.port).sign_in(person="kenji")
    lines = [line(dish) for dish in DISHES]
    before = kenji.order(CAFE, lines)
    assert before["tax"]["amount"] == 24

    round_once_for_each_rate(visit(server.url, viewport=TABLET, locale="en-GB"), server)

    visitor = visit(server.url, viewport=PHONE, locale="en-GB")
    assert visitor.context.request.post(f"{server.url}/api/v1/session", data={"person": "kenji"}).status == 201
    page = OrderPage(visitor).open()
    page.choose_cafe(NAME)
    for name in DISHES.values():
        page.add(name)
    # The total with tax is the server's to say, so the page shows the sum of the prices until it has it.
    expect(page.page.locator("[data-key=bar]")).to_contain_text("￥318 plus tax")
    page.page.locator("[data-key=bar]").click()
    page.review()
    expect(page.page.locator("dl.sums").first).to_contain_text("￥343")
    page.pay_button(NAME).click()
    expect(page.headline()).to_be_visible()
    visitor.assert_accessible()

    order = next(order for order in kenji.orders() if order["id"] != before["id"])
    assert (order["subtotal"]["amount"], order["tax"]["amount"], order["total"]["amount"]) == (318, 25, 343)
    assert sorted(part["tax"]["amount"] for part in order["lines"]) == [8, 8, 9]
    receipt = page.page.locator("order-receipt")
    expect(receipt.locator(".line .figures:last-child")).to_have_text(["￥106"] * 3)
    expect(receipt.locator("dl.sums")).to_contain_text("￥343")
    expect(receipt.locator(".receipt-tax tbody tr")).to_have_text(["8%￥318￥25￥343"])
    visitor.picture("receipt-of-a-cafe-that-rounds-per-rate")
    # What was sold before keeps its tax, and a dish that is paid back takes its share along.
    after = kenji.get(f"/api/v1/orders/{before['id']}")
    assert [after[name] for name in ("lines", "tax", "total")] == [before[name] for name in ("lines", "tax", "total")]
    assert_refunds_return_the_order(server, order)


def assert_refunds_return_the_order(server, order):
    manager = Client(server.port).sign_in(person="mara")
    returned = []
    for index, part in enumerate(order["lines"]):
        answer = manager.send("POST", f"/api/v1/orders/{order['id']}/refunds", {"lines": [{"line": index, "quantity": 1}], "reason": "cold"}, idempotency_key=f"cold-{index}")
        assert answer.status == 201, answer
        assert answer.json["tax"] == part["tax"]
        returned.append(answer.json["total"]["amount"])
    assert sum(returned) == order["total"]["amount"]
    checked = vicinity("verify", "--database", f"sqlite:{server.database}")
    assert checked.returncode == 0, checked
