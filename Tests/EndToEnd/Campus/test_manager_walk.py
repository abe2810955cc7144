"""The proof of the pages of a café, walked once as its manager would: from a café without a menu to an order on paper, with a price that
changes under an open basket and a wrong one that is taken back (C15, C21, C23)."""

import pytest
from playwright.sync_api import expect

from campus import Campus
from client import Client, line
from debug_build import ROOT
from looks import PHONE, TABLET
from pages import OrderPage
from receipt_printer import ReceiptPrinter
from waiting import wait_until

MAIN = "main-cafe"
PHOTO = ROOT / "Tests" / "PicturesTests" / "Fixtures" / "orientation-6.jpg"
# Each group with its items: name, Japanese name, price, drawing, and what it contains.
MENU = {
    ("Breakfast", "朝食"): [
        ("Granola bowl", "グラノーラ", "4.50", "granola-bowl", ["gluten", "milk"]), ("Croissant", "クロワッサン", "2.20", "croissant", ["gluten", "milk"]),
        ("Cheese roll", "チーズパン", "3.20", "cheese-roll", ["gluten", "milk"]), ("Fruit cup", "フルーツ", "3.80", "fruit-cup", []),
    ],
    ("Lunch", "昼食"): [
        ("Pea soup", "豆のスープ", "4.90", None, ["celery"]), ("Curry", "カレー", "8.50", "curry", ["mustard"]),
        ("Chili bowl", "チリ", "8.20", "chili-bowl", []), ("Burger", "バーガー", "9.80", "burger", ["gluten", "sesame"]),
        ("Nut salad", "ナッツのサラダ", "6.40", "nut-salad", ["nuts"]),
    ],
    ("Drinks", "飲み物"): [
        ("Espresso", "エスプレッソ", "2.00", "espresso", []), ("Latte", "ラテ", "3.40", "latte", ["milk"]), ("Iced tea", "アイスティー", "2.80", "iced-tea", []),
    ],
}


@pytest.fixture
def printer():
    printer = ReceiptPrinter()
    yield printer
    printer.close()


@pytest.fixture
def server(serve):
    """The Main Café has neither a menu nor hours."""
    campus = Campus()
    campus.content["people"].append({"id": "mara", "name": "Mara Klein", "roles": [{"role": "manager", "cafe": MAIN}], "language": "en", "locale": "en-GB", "balances": []})
    cafe = campus.cafe(MAIN)
    cafe["menu"] = {"sections": []}
    cafe["hours"] = {"everyday": []}
    cafe["stations"] = [{"id": "kitchen", "name": {"en": "Kitchen"}}]
    del cafe["pickup"]
    for site in campus.content["sites"]:
        site["spots"] = [spot for spot in site["spots"] if spot["kind"] != "station" or spot["cafe"] != MAIN]
    return serve(campus)


def test_a_manager_opens_a_café_takes_an_order_and_takes_a_wrong_price_back(server, visit, printer):
    visitor = visit(server.url, viewport=TABLET, locale="en-GB")
    assert visitor.context.request.post(f"{server.url}/api/v1/session", data={"person": "mara"}).status == 201
    visitor.open(f"/manage?cafe={MAIN}")
    page = visitor.page
    form = page.get_by_role("dialog")
    state = page.locator(".manage-state")

    def publish():
        page.get_by_role("button", name="Publish …").click()
        page.get_by_role("button", name="Publish", exact=True).click()
        expect(state).to_contain_text("Everything is published")

    for (group, japanese), items in MENU.items():
        page.get_by_role("button", name="Add a group").click()
        form.get_by_label("English").fill(group)
        form.get_by_label("Japanese").fill(japanese)
        page.keyboard.press("Enter")
        expect(form).to_have_count(0)
        # After adding a group, the manager adds its items.
        expect(page.locator(":focus")).to_have_text("Add an item")
        page.keyboard.press("Enter")
        for number, item in enumerate(items, 1):
            fill(form, *item)
            form.get_by_role("button", name="Save and add another" if number < len(items) else "Save in the draft").click()
            if number < len(items):
                expect(form.get_by_label("Name").first).to_have_value("")
        expect(form).to_have_count(0)
    page.get_by_role("button", name="Curry", exact=True).click()
    form.locator("input[type=file]").set_input_files(PHOTO)
    expect(form).to_contain_text("The photo is stored.")
    form.get_by_role("button", name="Save in the draft").click()
    expect(form).to_have_count(0)

    # Hours, a name for the station, and a printer.
    page.get_by_role("link", name="Hours and rules").click()
    page.get_by_label("Monday").fill("00:00-24:00")
    page.get_by_role("button", name="Every day like the first").click()
    expect(page.get_by_label("Sunday")).to_have_value("00:00-24:00")
    page.get_by_role("button", name="Add a printer").click()
    page.get_by_label("Name (English)").fill("Pass")
    page.get_by_label("Name or address on the network").fill("127.0.0.1")
    page.get_by_label("Port", exact=True).fill(str(printer.port))
    page.get_by_role("group", name="Prints the tickets of").get_by_label("Kitchen").check()
    page.get_by_role("button", name="Save in the draft").click()
    expect(page.locator("notice-bar")).to_contain_text("Saved in the draft.")
    expect(state.locator(".field-error")).to_have_count(0)
    for look in (TABLET, PHONE):
        visitor.show_in(look)
        assert not visitor.overflow()
    visitor.show_in(TABLET)
    publish()
    page.get_by_role("button", name="Print a test page").click()
    expect(page.locator("rules-editor")).to_contain_text("Pass has printed a test page.")

    # The first order, on paper.
    diner = visit(server.url, viewport=PHONE, locale="en-GB")
    assert diner.context.request.post(f"{server.url}/api/v1/session", data={"person": "ada"}).status == 201
    guest = OrderPage(diner).open()
    guest.choose_cafe("Main Café")
    guest.add("Curry")
    papers = len(printer.papers)
    ada = Client(server.port).sign_in(person="ada")
    order = ada.order(MAIN, [line("curry")])
    assert order["total"] == {"amount": 850, "currency": "EUR"}
    wait_until(lambda: len(printer.papers) > papers)

    # A wrong price is published at noon. The open basket shows the change, and placed orders stay.
    price(page, "85")
    publish()
    basket = guest.page.locator("basket-panel .line").filter(has_text="Curry")
    expect(basket).to_contain_text("The price has changed. It was €8.50.")
    expect(basket).to_contain_text("€85.00")
    page.get_by_role("link", name="What was published").click()
    entries = page.locator(".history-entry")
    expect(entries).to_have_count(3)
    entries.nth(1).get_by_role("button", name="Return to it").click()
    expect(form).to_contain_text("Curry, price: €85.00 → €8.50")
    form.get_by_role("button", name="Return to it").click()
    expect(entries).to_have_count(4)
    expect(basket).not_to_contain_text("The price has changed")
    visitor.assert_accessible()
    assert ada.get(f"/api/v1/orders/{order['id']}")["total"] == order["total"]
    menu = ada.get(f"/api/v1/cafes/{MAIN}/menu")["sections"]
    assert [len(section["items"]) for section in menu] == [4, 5, 3]


def fill(form, name, japanese, amount, drawing, contains):
    form.get_by_label("Name").first.fill(name)
    form.get_by_label("Name").nth(1).fill(japanese)
    form.get_by_label("Description").first.fill(f"{name} of today.")
    form.get_by_label("Price in EUR").fill(amount)
    if drawing:
        form.get_by_label("Or a drawing").select_option(drawing)
    form.get_by_label("The allergens are known").check()
    for allergen in contains:
        form.locator(f"[data-key=item-allergen-{allergen}]").select_option("contains")


def price(page, amount):
    page.get_by_role("link", name="Menu", exact=True).click()
    page.get_by_role("button", name="Curry", exact=True).click()
    page.get_by_label("Price in EUR").fill(amount)
    page.get_by_role("button", name="Save in the draft").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
