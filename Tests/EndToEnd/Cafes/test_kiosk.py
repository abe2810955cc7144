"""A guest at the kiosk: a whole order by touch and by keyboard, what is left when the guest has gone, and a server that is away."""

import re

import pytest
from playwright.sync_api import expect

from campus import Campus
from keyboard import Keyboard
from qr_codes import scan

CAFE = "main-cafe"
KIOSK = "kiosk-main"
PORTRAIT = {"width": 1080, "height": 1920}
TABLET = {"width": 1024, "height": 768}
PATIENCE = 60_000  # milliseconds
LEAST_TARGET = 44
# What may be pressed and is smaller than it has to be (C98).
SMALL_TARGETS = """
least => [...document.querySelectorAll("kiosk-page :is(button, label.choice, input[type=text])")]
  .filter(target => target.checkVisibility() && Math.min(target.offsetWidth, target.offsetHeight) < least).map(target => target.textContent)
"""
# What does not fit: a view that scrolls sideways, words that are cut off, and links that lead out of the page (C98, C100).
UNFIT = """
() => {
  const view = document.querySelector(".kiosk-view")
  const words = [...document.querySelectorAll("kiosk-page :is(button, h1, h2, p, label, dt, dd, strong)")].filter(part => part.checkVisibility())
  return [
    ...(view.scrollWidth > view.clientWidth + 1 || document.documentElement.scrollWidth > innerWidth ? ["sideways"] : []),
    ...words.filter(part => part.clientWidth > 1 && part.scrollWidth > part.clientWidth + 1).map(part => `cut: ${part.textContent}`),
    ...[...document.querySelectorAll("kiosk-page a[href]")].map(link => `leads out: ${link.href}`),
  ]
}
"""
# The board calls numbers by these words, where the browser can speak.
SPEECH = """
window.spoken = []
localStorage.setItem("vicinity-board-speech", JSON.stringify(["en"]))
Object.defineProperty(window, "speechSynthesis", { value: { speak: ({ text, lang }) => spoken.push([lang, text]), cancel() {}, getVoices: () => [] } })
window.SpeechSynthesisUtterance ??= class { constructor(text) { this.text = text } }
"""
# Where the highest control is, as a share of the window (C96).
HIGHEST_CONTROL = """
() => Math.min(...[...document.querySelectorAll("kiosk-page :is(button, input)")]
  .filter(control => control.checkVisibility()).map(control => Math.max(control.getBoundingClientRect().top,
    control.closest(".kiosk-view")?.getBoundingClientRect().top ?? 0))) / innerHeight
"""
# All that a browser may keep of a guest, besides the page itself.
LEFT_OVER = """
async () => ({
  stored: [...Object.keys(localStorage), ...Object.keys(sessionStorage)], entries: history.length, address: location.pathname + location.hash,
  databases: (await indexedDB.databases()).length, caches: (await caches.keys()).length,
  typed: [...document.querySelectorAll("input, textarea")].map(field => field.value),
})
"""


@pytest.fixture
def server(serve):
    return serve(Campus())


def open_kiosk(visit, server, viewport, **options):
    visitor = visit(server.url, viewport=viewport, locale="en-GB", **options)
    answer = visitor.context.request.post(f"{server.url}/api/v1/session", data={"device": KIOSK})
    assert answer.status == 201, answer
    visitor.open("/kiosk")
    expect(visitor.page.get_by_role("button", name="Touch to order")).to_be_visible()
    return visitor


def tap(page, name, exact=False):
    page.get_by_role("button", name=name, exact=exact).tap()


def assert_fits(page):
    assert page.evaluate(UNFIT) == []
    assert page.evaluate(SMALL_TARGETS, LEAST_TARGET) == []


def unpaid(server):
    return server.client(device="kitchen-main").get(f"/api/v1/cafes/{CAFE}/unpaid-orders")["orders"]


def test_a_guest_orders_by_touch_pays_at_the_counter_and_hears_when_it_is_ready_C49_C91_C96(server, visit):
    kiosk = open_kiosk(visit, server, PORTRAIT, has_touch=True)
    page = kiosk.page
    tap(page, "Main Café Touch to order")
    # Everything moves into the reach of somebody who sits, and nothing of the order is lost.
    tap(page, "Lower on the screen")
    assert page.evaluate(HIGHEST_CONTROL) > 0.37
    tap(page, "Coffee and tea")
    tap(page, "Cappuccino")
    expect(page.get_by_role("heading", name="Cappuccino")).to_be_focused()
    assert page.evaluate(HIGHEST_CONTROL) > 0.37
    page.get_by_text("Oat drink").tap()
    expect(page.locator("kiosk-item .allergen-box")).to_contain_text("kcal")
    assert_fits(page)
    kiosk.assert_accessible()
    tap(page, "Add to basket")
    tap(page, "Basket, 1 item")
    tap(page, "More: Cappuccino")
    tap(page, "Go on to pay")
    page.get_by_label("A name to call, if you like").fill("Grace")
    tap(page, "Pay at the counter")
    number = page.locator(".kiosk-number")
    expect(number).to_be_visible()
    [order] = unpaid(server)
    assert (number.text_content(), "Grace") == (order["number"], order["name"])
    page.wait_for_function("() => document.querySelector('.kiosk-follow img').naturalWidth > 0")
    address = scan(page)
    assert address == f"{server.url}/follow#{order['id']}"
    kiosk.assert_accessible()
    phone = visit(server.url, viewport={"width": 390, "height": 844}, locale="en-GB")
    phone.open(address.removeprefix(server.url))
    expect(phone.page.get_by_text("Not paid yet.")).to_be_visible()
    kitchen = server.client(device="kitchen-main")
    assert kitchen.send("POST", f"/api/v1/cafes/{CAFE}/unpaid-orders/{order['id']}/payment", {"payment": "cash"}).status == 200
    expect(phone.page.get_by_text("Main Café has your order.")).to_be_visible()
    # Whoever stays at the kiosk sees it there too.
    state = page.locator(".kiosk-view [data-stage]")
    expect(state).to_have_text("The kitchen has your order.")
    # The picture is the way to the receipt too.
    expect(phone.page.get_by_role("heading", name="Receipt")).to_be_visible()
    expect(phone.page.get_by_text("Paid in cash")).to_be_visible()
    [ticket] = kitchen.get(f"/api/v1/cafes/{CAFE}/tickets")["tickets"]
    assert (ticket["number"], ticket["name"], ticket["kind"]) == (order["number"], "Grace", "walk-up")
    phone.assert_accessible()
    # The guest has no push: the number is on the board, which speaks it, and the phone's page follows (C91).
    board = visit(server.url, locale="en-GB")
    assert board.context.request.post(f"{server.url}/api/v1/session", data={"device": "board-main"}).status == 201
    board.page.add_init_script(SPEECH)
    board.open("/board")
    expect(board.page.get_by_text(order["number"]).first).to_be_visible()
    assert kitchen.send("POST", f"/api/v1/tickets/{order['id']}/actions", {"action": "bump"}).status == 200
    expect(phone.page.get_by_text("Ready at Main Café.")).to_be_visible(timeout=PATIENCE)
    board.page.wait_for_function("words => spoken.some(said => said.join() === words)", arg="en,Number 0 0 1 is ready.")
    expect(state).to_have_text("Ready at Main Café.")
    tap(page, "I am finished")
    expect(page.get_by_role("button", name="Touch to order")).to_be_visible()


def test_a_whole_order_and_a_call_for_help_need_only_a_keyboard_at_200_percent_in_high_contrast_C97_C98(server, visit):
    kiosk = open_kiosk(visit, server, TABLET)
    page, keyboard = kiosk.page, Keyboard(kiosk.page)
    keyboard.use("High contrast", "Space")
    for _ in range(2):
        keyboard.use("Text size", "Space")
    keyboard.use("Call for help")
    expect(page.get_by_role("button", name="Help is called")).to_be_visible()
    kitchen = server.client(device="kitchen-main")
    [call] = kitchen.get(f"/api/v1/cafes/{CAFE}/help-calls")["calls"]
    assert kitchen.send("DELETE", f"/api/v1/cafes/{CAFE}/help-calls/{call['kiosk']}").status == 204
    expect(page.get_by_role("button", name="Help is coming")).to_be_visible()
    kiosk.assert_accessible()
    keyboard.use("Main Café")
    assert_fits(page)
    keyboard.use("Coffee and tea")
    kiosk.assert_accessible()
    # What a screen reader finds: the parts of the menu, the one that is open, and a dish with all that its card says.
    expect(page.get_by_role("navigation", name="Parts of the menu").get_by_role("button", name="Coffee and tea")).to_have_attribute("aria-current", "true")
    expect(page.get_by_role("heading", level=1)).to_have_text("Coffee and tea")
    expect(page.get_by_role("button", name=re.compile("Cappuccino.*€3.40.*kcal.*Contains milk"))).to_have_count(1)
    keyboard.use("Cappuccino")
    expect(page.get_by_role("heading", name="Cappuccino")).to_be_focused()
    # Tab goes to each choice, and Enter takes it: a switch has no arrows.
    keyboard.use("Oat drink")
    expect(page.get_by_role("radio", name="Oat drink")).to_be_checked()
    expect(page.get_by_role("radio", name="Oat drink")).to_be_focused()
    expect(page.get_by_role("group", name="Milk").get_by_role("radio", checked=True)).to_have_count(1)
    kiosk.assert_accessible()
    assert_fits(page)
    keyboard.use("Add to basket")
    keyboard.use("Basket, 1 item")
    expect(page.get_by_role("heading", name="Your basket")).to_be_focused()
    kiosk.assert_accessible()
    assert_fits(page)
    keyboard.use("Go on to pay")
    expect(page.get_by_role("heading", name="How would you like to pay?")).to_be_focused()
    assert_fits(page)
    kiosk.assert_accessible()
    keyboard.use("Pay at the counter")
    expect(page.get_by_role("heading", name="Your number is 001.")).to_be_focused()
    kiosk.assert_accessible()
    assert_fits(page)
    assert [order["number"] for order in unpaid(server)] == ["001"]
    keyboard.use("I am finished")
    expect(page.locator(".kiosk-start")).to_be_focused()
    assert_fits(page)


def test_an_employee_holds_the_badge_to_a_reader_types_the_pin_and_leaves_nothing_W99_C94_C109(server, visit):
    number, pin = "04AB3C7F", "4711"
    assert server.client(person="ada").send("PUT", "/api/v1/kiosk-badge", {"number": number, "pin": pin}).status == 200
    kiosk = open_kiosk(visit, server, TABLET)
    page = kiosk.page
    before = page.evaluate(LEFT_OVER)
    page.locator(".kiosk-start").click()
    page.get_by_role("button", name="Coffee and tea").click()
    page.get_by_role("button", name="Espresso").click()
    page.get_by_role("button", name="Add to basket").click()
    page.get_by_role("button", name="Basket, 1 item").click()
    page.get_by_role("button", name="Go on to pay").click()
    page.get_by_role("button", name="Pay with badge and PIN").click()
    # A reader is a keyboard that ends with Enter.
    expect(page.get_by_label("Number of the badge")).to_be_focused()
    page.keyboard.type(f"{number}\n")
    expect(page.get_by_label("PIN", exact=True)).to_be_focused()
    page.keyboard.type("0815\n")
    alert = page.get_by_role("alert").filter(has_text="Badge or PIN is wrong.")
    expect(alert).to_be_visible()
    kiosk.assert_accessible()
    assert_fits(page)
    for digit in pin:
        page.get_by_role("group", name="Digits").get_by_role("button", name=digit).click()
    page.get_by_role("button", name="Pay €2.20").click()
    expect(page.get_by_role("heading", name="Your number is 001.")).to_be_focused()
    expect(page.get_by_text("It is paid from your meal account.")).to_be_visible()
    page.get_by_role("button", name="I am finished").click()
    expect(page.locator(".kiosk-start")).to_be_focused()
    assert page.evaluate(LEFT_OVER) == before
    assert number not in page.content()
    assert server.rows("SELECT person, channel FROM orders") == [("ada", "kiosk")]
    assert pin.encode() not in server.stored_bytes()


@pytest.mark.every_language
def test_an_idle_kiosk_warns_goes_on_by_one_key_and_then_keeps_nothing_of_its_guest_C94_C99(server, visit):
    kiosk = visit(server.url, viewport=TABLET, locale="en-GB")
    page = kiosk.page
    page.clock.install()
    assert kiosk.context.request.post(f"{server.url}/api/v1/session", data={"device": KIOSK}).status == 201
    kiosk.open("/kiosk")
    page.locator(".kiosk-start").click()
    before = page.evaluate(LEFT_OVER)
    page.get_by_role("button", name="Coffee and tea").click()
    page.get_by_role("button", name="Espresso").click()
    page.get_by_role("button", name="Add to basket").click()
    # The basket stays when the language changes, in the other direction too.
    page.get_by_role("button", name="Language").click()
    page.get_by_role("button", name="العربية").click()
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    page.locator("[data-key=basket]").click()
    expect(page.locator(".kiosk-line")).to_have_count(1)
    expect(page.locator("[data-key=pay]:not([aria-disabled])")).to_be_visible()
    page.locator("[data-key=pay]").click()
    page.locator("#kiosk-name").fill("Grace")
    page.locator("[data-key=contrast]").click()
    page.clock.fast_forward(61_000)
    warning = page.get_by_role("alertdialog")
    expect(warning).to_be_visible()
    page.keyboard.press("a")
    expect(warning).to_have_count(0)
    expect(page.locator("#kiosk-name")).to_have_value("Grace")
    page.clock.fast_forward(61_000)
    expect(warning).to_be_visible()
    page.clock.fast_forward(21_000)
    expect(page.locator(".kiosk-start")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("html")).to_have_attribute("data-contrast", "usual")
    assert page.evaluate(LEFT_OVER) == before
    assert "Grace" not in page.content()
    expect(page.get_by_role("button", name="Touch to order")).to_be_enabled()
    page.locator(".kiosk-start").click()
    expect(page.get_by_role("button", name="Basket, 0 items")).to_be_visible()


def test_a_kiosk_without_its_server_says_so_takes_no_order_and_goes_on_by_itself_C101(server, visit):
    kiosk = open_kiosk(visit, server, TABLET)
    page = kiosk.page
    page.locator(".kiosk-start").click()
    page.get_by_role("button", name="Coffee and tea").click()
    page.get_by_role("button", name="Espresso").click()
    page.get_by_role("button", name="Add to basket").click()
    server.stop()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("This kiosk has no connection.")
    expect(alert).to_contain_text("It takes no orders now.")
    # What is underneath can be neither pressed nor reached.
    expect(page.locator("[inert] [data-key=basket]")).to_have_count(1)
    server.start()
    expect(alert).to_have_count(0)
    expect(page.locator("[inert]")).to_have_count(0)
    page.get_by_role("button", name="Basket, 1 item").click()
    expect(page.get_by_role("heading", name="Your basket")).to_be_visible()
