"""A campus file is put in force while people have its cafés open: menu, basket, review and hours agree."""

import pytest
from playwright.sync_api import expect

from campus import Campus
from client import line
from demo_server import import_campus
from looks import PHONE, TABLET
from menu_page import MenuPage

CAFE = "main-cafe"
CHANGED = "The menu of {cafe} has changed, and so has your basket. The changes are marked."
WAS = "The price has changed. It was {price}."
AT_ONCE = 2_000  # milliseconds, in C21


def changed():
    """The espresso is 20 cents dearer, and of the green tea there is none left."""
    campus = Campus()
    campus.item(CAFE, "espresso")["price"] = 240
    campus.item(CAFE, "green-tea")["stock"] = 0
    return campus


@pytest.fixture
def page(server, visit):
    """Ada on the menu of the Main Café with an espresso and a green tea in her basket."""
    page = MenuPage(visit(server.url, viewport=TABLET, locale="en-GB")).open()
    page.add("Espresso", quantity=2)
    page.add("Green tea")
    page.page.evaluate("document.querySelector('notice-bar').hide()")
    return page


def basket_line(page, name):
    return page.page.locator("basket-panel .line").filter(has_text=name)


def test_the_basket_follows_the_menu_and_says_what_is_different(server, page, tmp_path):
    import_campus(server, changed(), tmp_path)
    espresso, tea = basket_line(page, "Espresso"), basket_line(page, "Green tea")
    expect(espresso).to_contain_text("€4.80")
    expect(espresso).to_contain_text(page.say(WAS, price="€2.20"))
    expect(tea).to_contain_text(page.say("Sold out here."))
    expect(page.page.locator("basket-panel .total")).to_contain_text("€4.80")
    expect(page.page.locator("notice-bar")).to_contain_text(page.say(CHANGED, cafe="Main Café"))
    # The menu beside it says the same.
    menu = page.page.locator("cafe-menu .item")
    expect(menu.filter(has_text="Espresso").first).to_contain_text("€2.40")
    expect(menu.filter(has_text="Green tea")).to_contain_text("Sold out")
    page.visitor.assert_accessible()
    page.button("Remove {name}", name="Green tea").click()
    page.review()
    line = page.page.locator("order-review .line")
    expect(line).to_contain_text(page.say(WAS, price="€2.20"))
    expect(page.page.locator("order-review .grand")).to_contain_text("€4.80")
    page.pay_button("Main Café").click()
    expect(page.headline()).to_be_visible()


def test_what_the_kitchen_marks_reaches_each_open_menu_within_2_s_and_cannot_be_ordered_C21(server, page, visit):
    kiosk = visit(server.url, viewport=TABLET, locale="en-GB")
    assert kiosk.context.request.post(f"{server.url}/api/v1/session", data={"device": "kiosk-main"}).status == 201
    kiosk.open("/kiosk")
    for name in ("Touch to order", "Coffee and tea", "Cappuccino"):
        kiosk.page.get_by_role("button", name=name).first.click()
    oat = kiosk.page.locator("kiosk-item label.choice", has_text="Oat drink")
    expect(oat).to_be_visible()
    guest = MenuPage(visit(server.url, viewport=PHONE, locale="en-GB"))
    guest.visitor.open("/order")
    guest.choose_cafe("Main Café")
    cook = server.client(device="kitchen-main")
    tomas = server.client(person="tomas")
    orders = [(lines, tomas.quote(CAFE, lines)["total"]) for lines in ([line("green-tea")], [line("cappuccino", "regular", "oat-milk")])]
    marked = {"soldOut": True, "items": ["green-tea"], "choices": ["oat-milk"]}
    assert cook.send("POST", f"/api/v1/cafes/{CAFE}/sold-out", marked).status == 200
    for menu in (page.page, guest.page):
        expect(menu.locator("cafe-menu .item").filter(has_text="Green tea")).to_contain_text("Sold out", timeout=AT_ONCE)
    expect(oat).to_contain_text("Sold out", timeout=AT_ONCE)
    kiosk.page.get_by_role("button", name="Back").click()
    expect(kiosk.page.get_by_role("button", name="Green tea")).to_contain_text("Sold out")
    for key, (lines, total) in enumerate(orders):
        body = {"cafe": CAFE, "lines": lines, "expectedTotal": total}
        refused = tomas.send("POST", "/api/v1/orders", body, idempotency_key=str(key))
        assert (refused.status, refused.json["code"]) == (409, "sold-out")


def test_a_review_that_is_open_says_that_the_price_rose(server, page, tmp_path):
    page.button("Remove {name}", name="Green tea").click()
    page.review()
    expect(page.page.locator("order-review .grand")).to_contain_text("€4.40")
    import_campus(server, changed(), tmp_path)
    expect(page.page.locator("order-review .grand")).to_contain_text("€4.80")
    expect(page.page.locator("order-review .line")).to_contain_text(page.say(WAS, price="€2.20"))
    page.visitor.assert_accessible()


def test_a_price_that_went_back_is_not_announced(server, page, tmp_path):
    import_campus(server, changed(), tmp_path)
    expect(basket_line(page, "Espresso")).to_contain_text(page.say(WAS, price="€2.20"))
    import_campus(server, Campus(), tmp_path)
    expect(basket_line(page, "Espresso")).to_contain_text("€4.40")
    expect(basket_line(page, "Espresso")).not_to_contain_text("The price has changed")


def test_a_stored_basket_is_repriced_when_the_page_opens(server, page, tmp_path):
    page.page.goto("about:blank")
    import_campus(server, changed(), tmp_path)
    page.visitor.open("/order")
    expect(basket_line(page, "Espresso")).to_contain_text(page.say(WAS, price="€2.20"))
    expect(basket_line(page, "Green tea")).to_contain_text(page.say("Sold out here."))


def test_a_change_of_another_item_is_not_announced_for_the_basket(server, page, tmp_path):
    campus = Campus()
    campus.item(CAFE, "granola-bowl")["price"] = 590
    import_campus(server, campus, tmp_path)
    expect(page.page.locator("cafe-menu .item").filter(has_text="Granola bowl").first).to_contain_text("€5.90")
    expect(page.page.locator("notice-bar .snack")).to_have_count(0)
    expect(basket_line(page, "Espresso")).to_contain_text("€4.40")


@pytest.mark.parametrize("viewport", [PHONE, TABLET], ids=["phone", "tablet"])
def test_the_head_follows_the_hours(server, visit, tmp_path, viewport):
    page = MenuPage(visit(server.url, viewport=viewport, locale="en-GB")).open()
    head = page.page.locator(".cafe-head")
    expect(head.locator(".is-open")).to_have_text(page.say("Open"))
    import_campus(server, Campus().close(CAFE), tmp_path)
    expect(head.locator(".is-closed")).to_have_text(page.say("Closed"))
