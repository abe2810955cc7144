"""A cashier at the counter with a keyboard only: a walk-up order in cash, what sells out meanwhile, and a handover by code."""

from playwright.sync_api import expect

from campus import Campus
from client import line
from keyboard import Keyboard
from looks import TABLET
from waiting import wait_until

CAFE = "main-cafe"
TILL = "SELECT -sum(amount) FROM postings WHERE account_kind = 'cash' AND owner = 'main-cafe'"


def find(page, *words):
    """Adds the first dish that each of the words finds."""
    page.keyboard.press("/")
    for word in words:
        page.keyboard.type(word)
        page.keyboard.press("Enter")


def open_counter(server, visit):
    cashier = visit(server.url, viewport=TABLET, locale="en-GB")
    assert cashier.context.request.post(f"{server.url}/api/v1/session", data={"device": "kitchen-main"}).status == 201
    cashier.open("/counter")
    expect(cashier.page.locator(".counter-item").first).to_be_visible()
    return cashier


def sell_out(client, item):
    assert client.send("POST", f"/api/v1/cafes/{CAFE}/sold-out", {"items": [item], "soldOut": True}).status == 200


def test_a_cashier_sells_in_cash_and_hands_over_by_code_with_a_keyboard_only_C92(serve, visit):
    campus = Campus()
    campus.cafe(CAFE)["handover"] = {"code": True}
    server = serve(campus)
    cook, ada = server.client(device="kitchen-main"), server.client(person="ada")
    cashier = open_counter(server, visit)
    page, keyboard = cashier.page, Keyboard(cashier.page)

    find(page, "capp", "espr")
    expect(page.locator(".counter-line")).to_have_count(2)
    sell_out(cook, "espresso")
    expect(page.locator(".counter-line", has_text="Sold out here.")).to_be_visible()
    expect(page.locator("[data-key=pay-cash][aria-disabled=true]")).to_be_visible()
    keyboard.use("Fewer: Espresso")
    expect(page.locator("[data-key=pay-cash]:not([aria-disabled])")).to_be_visible()
    page.keyboard.press("n")
    page.keyboard.type("Rosa")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Paid in cash")).to_be_focused()
    cashier.assert_accessible()
    page.keyboard.press("Enter")
    placed = page.locator(".counter-placed")
    expect(placed).to_be_focused()
    expect(placed).to_contain_text("€3.40 paid in cash")
    [ticket] = cook.get(f"/api/v1/cafes/{CAFE}/tickets")["tickets"]
    assert (ticket["number"], ticket["kind"]) == ("001", "walk-up")
    assert server.rows(TILL) == [(340,)]

    order = ada.order(CAFE, [line("cinnamon-bun")])
    for made in (ticket["id"], order["ticket"]):
        cook.act(made, "bump")
    wait_until(lambda: ada.get(f"/api/v1/orders/{order['id']}")["stage"] == "ready")
    code = ada.get(f"/api/v1/orders/{order['id']}")["handoverCode"]
    page.keyboard.press("c")
    page.keyboard.type(f"{order['number']} {'0000' if not code.endswith('0000') else '1111'}")
    page.keyboard.press("Enter")
    expect(page.get_by_text("No order of today has this code.")).to_be_visible()
    page.keyboard.type(code)
    page.keyboard.press("Enter")
    expect(page.get_by_text("002 is handed over.")).to_be_visible()
    assert ada.get(f"/api/v1/orders/{order['id']}")["stage"] == "collected"
    keyboard.use("Hand over order 001")
    expect(page.locator(".counter-list [data-stage=collected]")).to_contain_text("Rosa")
    assert cook.get(f"/api/v1/cafes/{CAFE}/tickets")["tickets"] == []


def test_a_redraw_during_a_press_or_typing_loses_nothing(serve, visit):
    campus = Campus()
    campus.cafe(CAFE)["handover"] = {"code": True}
    server = serve(campus)
    cook = server.client(device="kitchen-main")
    page = open_counter(server, visit).page

    def dish(name):
        return page.locator(".counter-item", has_text=name)

    dish("Cappuccino").hover()
    page.mouse.down()
    sell_out(cook, "espresso")
    expect(dish("Espresso")).to_contain_text("Sold out")
    page.mouse.up()
    expect(page.locator(".counter-line")).to_have_count(1)
    # What cannot be had any more was not chosen.
    dish("Flat white").hover()
    page.mouse.down()
    sell_out(cook, "flat-white")
    expect(dish("Flat white")).to_contain_text("Sold out")
    page.mouse.up()

    page.get_by_label("Code for pickup").click()
    page.keyboard.type("00")
    sell_out(cook, "green-tea")
    expect(dish("Green tea")).to_contain_text("Sold out")
    page.keyboard.type("12")
    expect(page.get_by_label("Code for pickup")).to_have_value("0012")
    page.get_by_label("Name to call").click()
    page.keyboard.type("Ro")
    sell_out(cook, "apple-spritz")
    expect(dish("Apple spritz")).to_contain_text("Sold out")
    page.keyboard.type("sa")
    expect(page.get_by_label("Name to call")).to_have_value("Rosa")
    assert [line.inner_text() for line in page.locator(".counter-line strong").all()] == ["Cappuccino"]
