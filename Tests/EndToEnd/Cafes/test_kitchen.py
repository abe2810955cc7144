"""A kitchen with stations at full load: what each screen shows, hears and may do."""

import datetime
import re

import pytest
from playwright.sync_api import expect

from campus import Campus
from client import line
from demo_server import import_campus
from pages import BoardPage, KitchenPage, OrderPage

CAFE = "main-cafe"
DISPLAY = "Kitchen display, Main Café"
TABLET = {"width": 1024, "height": 768}
PEOPLE = ["ada", "kenji", "greta", "lucia", "omar"]
BASKETS = [
    [line("espresso")],
    [line("cappuccino", "large", "oat-milk", ("extra-shot", 2))],
    [line("green-tea"), line("espresso", quantity=2)],
    [line("green-tea", note="Nut allergy")],
    [line("dish-of-the-day")],
]

# Notes each tone that the page makes.
LISTEN = """
window.tones = 0
const { start } = OscillatorNode.prototype
OscillatorNode.prototype.start = function (...rest) {
  window.tones += 1
  return start.apply(this, rest)
}
"""
# Where the tickets are that can be seen, by their numbers.
PLACES = """
() => Object.fromEntries([...document.querySelectorAll("kitchen-ticket:not([hidden])")].map(ticket => {
  const { x, y } = ticket.getBoundingClientRect()
  return [ticket.querySelector(".ticket-number").textContent, `${x} ${y}`]
}))
"""
# Whatever is less than whole: a ticket beyond the screen or its own edge, and two that overlap.
NOT_WHOLE = """
() => {
  const tickets = [...document.querySelectorAll("kitchen-ticket:not([hidden])")]
  const boxes = tickets.map(ticket => ticket.getBoundingClientRect())
  const overlap = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
  return tickets.filter((ticket, index) => {
    const { bottom, right } = boxes[index]
    const isCut = [ticket, ticket.querySelector(".ticket-lines")].some(part => part.scrollHeight > part.clientHeight + 1)
    return bottom > innerHeight || right > innerWidth || isCut || boxes.some((other, at) => at > index && overlap(boxes[index], other))
  }).map(ticket => ticket.textContent)
}
"""
SMALL_TARGETS = """
() => [...document.querySelectorAll("kitchen-page button")]
  .filter(button => button.checkVisibility() && Math.min(button.offsetWidth, button.offsetHeight) < 48).map(button => button.textContent)
"""


def open_kitchen(visit, server, view="Everything"):
    visitor = visit(server.url, viewport=TABLET)
    visitor.page.add_init_script(LISTEN)
    kitchen = KitchenPage(visitor).open(DISPLAY)
    show(kitchen, view)
    return kitchen


def show(kitchen, view):
    tab(kitchen, view).click()
    expect(tab(kitchen, view)).to_have_attribute("aria-pressed", "true")


def tab(kitchen, view):
    return kitchen.page.locator(".view").filter(has_text=view)


def order_many(server, count):
    clients = [server.client(person=person) for person in PEOPLE]
    return [clients[index % len(clients)].order(CAFE, BASKETS[index % len(BASKETS)]) for index in range(count)]


def tones(kitchen):
    return kitchen.page.evaluate("window.tones")


def hears(kitchen, before):
    """Waits until the page has made more tones than before."""
    kitchen.page.wait_for_function("before => window.tones > before", arg=before)


def test_twenty_five_tickets_of_a_minute_are_worked_from_a_tablet_by_touch_and_by_keys_C85(serve, visit):
    """C85: the targets measure 48 px, and keys alone suffice."""
    server = serve(Campus().give_everybody(1_000_000, "EUR"))
    kitchen = open_kitchen(visit, server)
    numbers = [order["number"] for order in order_many(server, 25)]
    expect(kitchen.page.locator("kitchen-ticket .ticket-number")).to_have_text(numbers)
    shown = kitchen.page.evaluate(PLACES)
    assert 8 <= len(shown) <= 12
    assert kitchen.page.evaluate(NOT_WHOLE) == []
    assert kitchen.page.evaluate(SMALL_TARGETS) == []
    expect(kitchen.text("{count} more behind", count=25 - len(shown))).to_be_visible()
    expect(kitchen.page.locator("all-day-strip button")).to_have_text("To make: 35")
    kitchen.visitor.assert_accessible()

    # A finger bumps one, and its place is taken from behind; no other ticket moves.
    first, second = numbers[:2]
    kitchen.press("Bump", first)
    expect(kitchen.ticket(first, "Done")).to_be_visible()
    expect(kitchen.button("Collect {number}", number=first)).to_be_visible()
    moved = kitchen.page.evaluate(PLACES)
    assert {number: place for number, place in moved.items() if number in shown} == {
        number: place for number, place in shown.items() if number != first
    }
    expect(kitchen.page.locator("all-day-strip button")).to_have_text("To make: 34")

    keyboard = kitchen.page.keyboard
    keyboard.press("1")
    expect(kitchen.ticket(second)).to_be_focused()
    keyboard.press("Shift+Digit1")
    expect(kitchen.ticket(second, "Done")).to_be_focused()
    keyboard.press("u")
    expect(kitchen.ticket(second, "In progress")).to_be_focused()
    keyboard.press("Enter")
    expect(kitchen.ticket(second, "Done")).to_be_visible()
    keyboard.press("PageDown")
    expect(kitchen.page.locator(".kitchen-pager")).to_contain_text("Page 2 of")
    keyboard.press("a")
    counts = kitchen.page.get_by_role("dialog", name="To make now")
    expect(counts).to_contain_text("Large · Oat drink")
    keyboard.press("Escape")
    keyboard.press("m")
    expect(kitchen.page.locator(".sound-button")).to_have_text("Muted")
    keyboard.press("?")
    expect(kitchen.page.get_by_role("dialog", name="Keys and settings")).to_contain_text("bump a line of the ticket")


# What the first ticket would look like so many minutes after a time of it: its age in words, and its level.
AGE_LATER = """
([minutes, time]) => {
  const ticket = document.querySelector("kitchen-ticket")
  ticket.tick(Date.parse(ticket.ticket[time]) + minutes * 60_000)
  return [ticket.querySelector(".age-text").textContent, ticket.querySelector(".ticket-stage").textContent, ticket.dataset.level]
}
"""


def test_tickets_for_later_pauses_and_delays_are_on_all_screens_and_menus_C63_C73_C75(server, visit):
    bar, expo = (open_kitchen(visit, server, view) for view in ("Coffee bar", "Pass"))
    client, visitor = server.client(person="ada"), visit(server.url)
    visitor.sign_in("Ada Morgan")
    diner = OrderPage(visitor).open()
    diner.choose_cafe("Main Café")
    lines = [line("espresso")]
    total = client.quote(CAFE, lines)["total"]
    window = client.get(f"/api/v1/cafes/{CAFE}/windows")["windows"][3]["startsAt"]
    order = {"cafe": CAFE, "lines": lines, "expectedTotal": total}
    later = client.send("POST", "/api/v1/orders", {**order, "pickup": window}, idempotency_key="later").json["number"]
    coming = client.send("POST", "/api/v1/orders", {**order, "start": "when-near"}, idempotency_key="near").json["number"]
    for kitchen in (bar, expo):
        expect(kitchen.page.locator(".later-button")).to_contain_text("1 · ")
        expect(kitchen.page.locator(".later-button")).to_have_accessible_name(re.compile(r"^1 later, next at .+ · 1 order on the way$"))
        kitchen.expect_numbers()

    # By keys: the list, a ticket into the line, and back.
    keyboard = bar.page.keyboard
    keyboard.press("l")
    drawer = bar.page.get_by_role("dialog", name="Later")
    expect(drawer).to_contain_text(coming)
    expect(drawer).to_contain_text("Starts when its person comes")
    bar.visitor.assert_accessible()
    drawer.get_by_role("button", name=f"Start {later} now").press("Enter")
    for kitchen in (bar, expo):
        kitchen.expect_numbers(later)
    keyboard.press("Escape")
    # It was started early: it is as old as that, and late by its own time.
    assert bar.page.evaluate(AGE_LATER, [12, "releasedAt"]) == ["12 min", "Waiting", "fresh"]
    assert [bar.page.evaluate(AGE_LATER, [minutes, "entersLineAt"])[1:] for minutes in (7, 8, 12)] == [
        ["Waiting", "fresh"], ["soon late", "ageing"], ["late", "late"],
    ]
    keyboard.press("1")
    expect(bar.ticket(later)).to_be_focused()
    keyboard.press("u")
    for kitchen in (bar, expo):
        kitchen.expect_numbers()

    keyboard.press("d")
    dialog = bar.page.get_by_role("dialog", name="Pause and delay")
    dialog.get_by_role("button", name="Coffee bar").click()
    pace = expo.page.locator(".kitchen-pace")
    expect(pace).to_contain_text("Coffee bar paused until")
    expect(diner.page.locator(".item").filter(has_text="Espresso").first).to_contain_text("Paused until")
    assert client.quote(CAFE, lines)["lines"][0]["status"] == "paused"
    bar.visitor.assert_accessible()
    dialog.get_by_role("button", name="Undo").click()
    expect(pace).to_be_hidden()
    dialog.get_by_role("button", name="+ 10 min").click()
    expect(pace).to_contain_text("about 10 min longer")
    expect(diner.page.locator(".cafe-head ~ .notice")).to_have_text("Orders take about 10 min longer now.")
    dialog.get_by_role("button", name="The whole café").click()
    expect(diner.page.locator(".cafe-head ~ .notice")).to_contain_text("takes no orders")
    keyboard.press("Escape")
    assert bar.page.evaluate(SMALL_TARGETS) == []


def without_the_grill():
    """The bar takes over what the grill made."""
    campus = Campus()
    cafe = campus.cafe(CAFE)
    cafe["stations"] = [station for station in cafe["stations"] if station["id"] != "grill"]
    cafe["pickup"]["workMinutes"].pop("grill", None)
    spots = [spot for site in campus.content["sites"] for spot in site["spots"]]
    for thing in campus.items(CAFE) + spots:
        if thing.get("station") == "grill":
            thing["station"] = "bar"
    return campus


def test_an_order_goes_through_its_stations_and_nothing_is_lost_between_them_C42_C67_C71_C77(server, visit, tmp_path):
    """C42, C67, C71, C77."""
    grill, bar, expo = (open_kitchen(visit, server, view) for view in ("Grill", "Coffee bar", "Pass"))
    client = server.client(person="ada")
    before = tones(bar)
    both = client.order(CAFE, [line("smash-burger", "fries"), line("cappuccino", "large", "oat-milk")])
    number = both["number"]
    hears(bar, before)
    expect(bar.ticket(number)).to_contain_text("Also at: Grill")
    expect(bar.ticket(number)).not_to_contain_text("Smash burger")
    expect(bar.ticket(number).locator(".allergens.added")).to_contain_text("gluten")
    expect(grill.ticket(number)).to_contain_text("Also at: Coffee bar")

    # The bar is done; the order is not.
    bar.press("Bump", number)
    expect(bar.ticket(number, "Done")).to_be_visible()
    expect(grill.ticket(number)).to_contain_text("Also at: Coffee bar (done)")
    expect(bar.ticket(number)).to_be_hidden()
    stage = lambda: client.get(f"/api/v1/orders/{both['id']}")["stage"]
    assert stage() == "preparing"
    grill.press("Bump", number)
    expect(expo.button("Collect {number}", number=number)).to_be_visible()
    assert stage() == "ready"

    # A cancellation is heard, and stays at each station until that station has seen it.
    cancelled = client.order(CAFE, [line("smash-burger", "fries"), line("espresso")])
    expect(bar.ticket(cancelled["number"], "Waiting")).to_be_visible()
    before = tones(grill)
    assert client.send("POST", f"/api/v1/orders/{cancelled['id']}/cancellation").status == 200
    hears(grill, before)
    expect(bar.ticket(cancelled["number"], "Cancelled").get_by_role("button", name="Bump")).to_have_count(0)
    bar.press("Seen", cancelled["number"])
    expect(bar.ticket(cancelled["number"])).to_be_hidden()
    grill.press("Seen", cancelled["number"])
    expect(expo.ticket(cancelled["number"])).to_be_hidden()

    # The grill cannot make an order: the bar has to see that, and the diner has the reason and the money.
    balance = client.balance("EUR")
    impossible = client.order(CAFE, [line("smash-burger", "fries"), line("espresso")])
    number = impossible["number"]
    expect(bar.ticket(number, "Waiting")).to_be_visible()
    grill.ticket(number).focus()
    grill.page.keyboard.press("x")
    dialog = grill.page.get_by_role("dialog", name=f"Ticket {number}")
    dialog.get_by_role("button", name="A machine is out of order").click()
    grill.visitor.assert_accessible()
    assert grill.page.evaluate(SMALL_TARGETS) == []
    dialog.get_by_role("button", name=f"Reject order {number}").click()
    expect(grill.ticket(number)).to_be_hidden()
    expect(grill.page.locator(".kitchen-notice")).to_contain_text(f"{number} is rejected")
    bar.press("Seen", number)
    for kitchen in (bar, expo):
        expect(kitchen.ticket(number)).to_be_hidden()
    ended = client.get(f"/api/v1/orders/{impossible['id']}")
    assert (ended["stage"], ended["history"][-1]["reason"], client.balance("EUR")) == ("rejected", "equipment", balance)

    # The pass puts a ticket before the others.
    hurried = client.order(CAFE, [line("smash-burger", "fries")])["number"]
    expo.press("Priority for", hurried)
    expect(grill.ticket(hurried).locator(".raised")).to_have_text("Priority")

    # What has run out cannot be ordered from now on.
    bar.page.keyboard.press("s")
    dialog = bar.page.get_by_role("dialog", name="Sold out")
    tea = dialog.get_by_role("button", name="Green tea")
    tea.click()
    expect(tea).to_contain_text("Sold out until")
    menu = client.get(f"/api/v1/cafes/{CAFE}/menu")
    assert [item["id"] for section in menu["sections"] for item in section["items"] if item["soldOut"]] == ["green-tea"]
    bar.visitor.assert_accessible()
    bar.page.keyboard.press("Escape")

    # The station of a ticket is gone: a lane of its own has it, and every screen says so.
    before = tones(bar)
    import_campus(server, without_the_grill(), tmp_path)
    expect(tab(bar, "No station")).to_have_text("No station1")
    hears(bar, before)
    show(bar, "No station")
    expect(bar.ticket(hurried)).to_contain_text("Smash burger")
    bar.press("Bump", hurried)
    expect(expo.button("Collect {number}", number=hurried)).to_be_visible()


def follows(board, client, number, order, stage):
    """C88: the board shows the stage within two seconds after the server has it."""
    shown = next(at for at, text in board.noted_texts(f".board-column.{stage} li") if number in text)
    history = client.get(f"/api/v1/orders/{order}")["history"]
    at = max(entry["at"] for entry in history if entry["stage"] == stage)
    assert shown - datetime.datetime.fromisoformat(at.replace("Z", "+00:00")).timestamp() * 1000 < 2000


def test_the_board_calls_the_newest_number_and_corrects_a_recall_C88(server, visit):
    visitor = visit(server.url)
    visitor.page.add_init_script(LISTEN)
    board = BoardPage(visitor).open("Status board, Main Café")
    client, cook = server.client(person="ada"), server.client(device="kitchen-main")
    orders = [client.order(CAFE, [line("espresso")]) for _ in range(2)]
    expect(board.column("Being made").get_by_role("listitem")).to_have_count(2)
    newest = board.page.locator(".newest")
    before = tones(board)
    board.note_texts(".board-column.ready li")
    for order in orders:
        cook.act(order["ticket"], "bump")
    expect(newest).to_contain_text(orders[1]["number"])
    expect(board.column("Ready").get_by_role("listitem")).to_have_count(2)
    for order in orders:
        follows(board, client, order["number"], order["id"], "ready")
    hears(board, before)
    visitor.assert_accessible()
    board.note_texts(".board-column.preparing li")
    cook.act(orders[1]["ticket"], "recall")
    expect(board.text("{number} is not ready yet. Please wait.", number=orders[1]["number"])).to_be_visible()
    expect(newest).to_contain_text(orders[0]["number"])
    follows(board, client, orders[1]["number"], orders[1]["id"], "preparing")
    assert cook.send("POST", f"/api/v1/tickets/{orders[1]['ticket']}/rejection", {"reason": "equipment", "seen": [0]}).status == 200
    expect(board.text("{number} cannot be made. Please come to the counter.", number=orders[1]["number"])).to_be_visible()
    expect(board.column("Ready").get_by_role("listitem")).to_have_count(1)
    board.button("Calls").click()
    dialog = board.page.get_by_role("dialog", name="Calls")
    dialog.get_by_label("With a sound").uncheck()
    dialog.get_by_label("By voice: Deutsch").check()
    expect(dialog.get_by_role("link", name="Deutsch")).to_be_visible()
