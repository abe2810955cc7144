"""The kitchen page and the board while the server or the network is away, and afterwards."""

import time

import pytest
from playwright.sync_api import expect

from campus import Campus
from client import line
from fonts import with_all_fonts
from looks import TABLET
from pages import BoardPage, KitchenPage, OrderPage
from waiting import wait_until

# C80, to the millisecond in the tests of models/feed.js, and what a busy machine adds to it.
BLIND_WITHIN_SECONDS = 5 + 10
NUMBERS = "kitchen-ticket .ticket-number"
BLINDNESS = "link-lost-overlay:not([hidden]) h1"
NO_TICKETS = "No open tickets. New ones appear here by themselves."


@pytest.fixture
def server(serve):
    return serve(Campus().give_everybody(1_000_000, "EUR"))


def order(client, count):
    return [client.order("main-cafe", [line("espresso"), line("green-tea")])["number"] for _ in range(count)]


def expect_blind(screen, since):
    """The page itself has noted when: a test that waits beside other work may look late."""
    expect(screen.blind()).to_be_visible()
    # A page that a busy machine keeps from its turn for long may have been blind before, and seen again.
    at = max(at for at, text in screen.noted_texts(BLINDNESS) if text)
    assert at / 1000 - since < BLIND_WITHIN_SECONDS
    covering = "(() => { const { width, height } = document.querySelector('link-lost-overlay').getBoundingClientRect(); return width >= innerWidth && height >= innerHeight })()"
    assert screen.page.evaluate(covering)
    # A kitchen goes on with its tickets (C82); of a board, nothing underneath can be read, by eye or by a screen reader.
    headings = [name for role, name in screen.read_aloud() if role == "heading"]
    if isinstance(screen, KitchenPage):
        assert "This screen has lost the server" in headings
    else:
        assert headings == ["This screen has lost the server"]


def check_numbers(kitchen, expected):
    expect(kitchen.page.locator(NUMBERS)).to_have_text(expected)


def test_a_killed_server_blinds_the_screens_and_a_restart_brings_everything_once(server, visit):
    kitchen = KitchenPage(visit(server.url)).open("Kitchen display, Main Café")
    board = BoardPage(visit(server.url)).open("Status board, Main Café")
    client = server.client(person="ada")
    numbers = order(client, 2)
    check_numbers(kitchen, numbers)
    kitchen.press("Start", numbers[0])
    expect(kitchen.ticket(numbers[0], "In progress")).to_be_visible()
    kitchen.note_texts(NUMBERS)
    kitchen.note_texts("kitchen-page .empty")
    for screen in (kitchen, board):
        screen.note_texts(BLINDNESS)

    server.kill()
    killed = time.time()
    for screen in (kitchen, board):
        expect_blind(screen, killed)
    board.page.mouse.click(300, 300)
    expect(board.blind()).to_contain_text("Not sent. Nothing can be changed from here until the link is back.")
    server.start()
    numbers += order(server.client(person="kenji"), 3)

    kitchen.expect_live()
    for screen in (kitchen, board):
        expect(screen.blind()).to_be_hidden()
    check_numbers(kitchen, numbers)
    expect(kitchen.ticket(numbers[0], "In progress")).to_be_visible()
    expect(board.column("Being made").get_by_role("listitem")).to_have_text(numbers)
    # At no moment did the page say that there was nothing, or show a ticket twice.
    assert kitchen.noted_texts("kitchen-page .empty") == []
    for _, text in kitchen.noted_texts(NUMBERS):
        shown = text.split(" | ")
        assert shown == numbers[: len(shown)]


def test_a_screen_that_has_lost_the_server_does_not_say_that_there_are_no_orders(server, visit):
    kitchen = KitchenPage(visit(server.url)).open("Kitchen display, Main Café")
    expect(kitchen.page.get_by_text(NO_TICKETS)).to_be_visible()
    kitchen.note_texts(BLINDNESS)
    server.kill()
    expect_blind(kitchen, time.time())
    assert NO_TICKETS not in [name for _, name in kitchen.read_aloud()]
    server.start()
    (number,) = order(server.client(person="ada"), 1)
    kitchen.expect_live()
    check_numbers(kitchen, [number])


def test_five_seconds_after_the_last_sign_of_the_server_every_screen_says_so_C80(server, visit):
    pages = [(KitchenPage(visit(server.url)), "Kitchen display, Main Café"), (BoardPage(visit(server.url)), "Status board, Main Café")]
    for screen, device in pages:
        # The test moves the page's clock, so that a slow machine measures the same.
        screen.page.clock.install()
        screen.open(device)
        expect(screen.page.locator("[data-open]")).to_be_visible()
    pages[0][0].expect_live()
    server.kill()
    for screen, _ in pages:
        is_blind = "() => document.querySelector('link-lost-overlay:not([hidden]) h1') !== null"
        # The last beat is up to two seconds old.
        screen.page.clock.run_for(5000)
        assert screen.page.evaluate(is_blind)
        assert NO_TICKETS not in [name for _, name in screen.read_aloud()]


def test_five_hundred_events_while_the_network_is_away_arrive_once_and_in_order(server, visit):
    kitchen = KitchenPage(visit(server.url)).open("Kitchen display, Main Café")
    client, cook = server.client(person="ada"), server.client(device="kitchen-main")
    first = order(client, 1)
    check_numbers(kitchen, first)
    kitchen.note_texts(NUMBERS)
    kitchen.note_texts(BLINDNESS)
    kitchen.visitor.context.set_offline(True)
    # Chromium goes on reading the stream, which was open before. The page closes it when it cannot fetch this order.
    numbers = first + order(client, 1)
    lost = time.time()

    # A person places thirty orders a minute.
    for person in ["kenji", "lucia"]:
        numbers += order(server.client(person=person), 24)
    tickets = {ticket["number"]: ticket["id"] for ticket in cook.get("/api/v1/cafes/main-cafe/tickets")["tickets"]}
    for number in numbers:
        for _ in range(5):
            cook.act(tickets[number], "bump", line=0)
            cook.act(tickets[number], "undo", line=0)
    cook.act(tickets[numbers[0]], "bump", line=0)
    ((events,),) = server.rows("SELECT count(*) FROM feed WHERE topic = 'cafe/main-cafe/kitchen'")
    assert events > 500
    expect_blind(kitchen, lost)
    kitchen.visitor.context.set_offline(False)

    kitchen.expect_live()
    expect(kitchen.blind()).to_be_hidden()
    check_numbers(kitchen, numbers)
    expect(kitchen.ticket(numbers[0]).get_by_role("button", pressed=True)).to_be_visible()
    expect(kitchen.page.locator(".tickets").get_by_role("button", pressed=True)).to_have_count(1)
    for _, text in kitchen.noted_texts(NUMBERS):
        shown = text.split(" | ")
        assert len(set(shown)) == len(shown) and shown == sorted(shown)


def test_a_new_order_after_the_link_came_back_is_shown_once(server, visit):
    kitchen = KitchenPage(visit(server.url)).open("Kitchen display, Main Café")
    client = server.client(person="ada")
    server.kill()
    server.start()
    kitchen.expect_live()
    numbers = order(server.client(person="ada"), 5)
    check_numbers(kitchen, numbers)


def test_the_age_of_a_ticket_is_the_same_on_all_screens_and_after_a_reload_C76(server, visit):
    """The server's clock decides: a screen whose own clock is hours wrong shows the same age."""
    kitchens = [KitchenPage(visit(server.url)) for _ in range(2)]
    kitchens[1].page.clock.install(time=time.time() - 3 * 3600)
    for kitchen in kitchens:
        kitchen.open("Kitchen display, Main Café")
    order(server.client(person="ada"), 1)
    for kitchen in kitchens:
        check_numbers(kitchen, ["001"])
    kitchens[0].visitor.open("/kitchen")
    check_numbers(kitchens[0], ["001"])
    for _ in range(2):
        wait_until(lambda: have_the_same_age(*kitchens))
        kitchens[0].visitor.open("/kitchen")
        check_numbers(kitchens[0], ["001"])


def have_the_same_age(one, other):
    """Looked at one after the other, while time goes on: what the second shows is between two looks at the first."""
    before, between, after = (shown_age(kitchen) for kitchen in (one, other, one))
    return before - 1 <= between <= after + 1


def shown_age(kitchen):
    """The age that the ring shows, in seconds; a full ring is eight minutes."""
    script = """ring => {
      const [filled, whole] = ring.getAttribute("stroke-dasharray").split(" ").map(Number)
      return filled / whole * 8 * 60
    }"""
    return kitchen.page.locator("kitchen-ticket .ring-filled").evaluate(script)


def test_the_order_page_says_since_when_it_is_not_live_and_catches_up(server, visit):
    employee = OrderPage(visit(server.url, locale="en-GB")).open()
    employee.choose_cafe("Main Café")
    employee.add("Green tea")
    employee.review()
    employee.button("Order at {cafe}, local time {time}", cafe="Main Café").click()
    employee.sign_in("Ada Morgan")
    employee.pay_button("Main Café").click()
    expect(employee.headline()).to_have_text("Main Café has your order.")
    server.kill()
    expect(employee.text("Not live since {time}. Trying to reach the server.")).to_be_visible()
    server.start()
    cook = server.client(device="kitchen-main")
    (ticket,) = cook.get("/api/v1/cafes/main-cafe/tickets")["tickets"]
    cook.act(ticket["id"], "start")
    expect(employee.headline()).to_have_text("Main Café is making it now.")
    expect(employee.text("Not live since {time}. Trying to reach the server.")).to_be_hidden()


# How far the screen's own part begins below the banner, and the banner below what stands above that part.
BAND = """
() => {
  const banner = document.querySelector(".link-lost-banner").getBoundingClientRect().bottom
  const first = document.querySelector(":is(kitchen-page, board-page) > :is([inert], [data-blind])").getBoundingClientRect()
  return first.top - banner
}
"""


@with_all_fonts
def test_no_empty_band_is_between_the_banner_and_what_was_known(server, visit, fonts):
    """Also when the screen is turned or gets another size while it is blind."""
    visitor = visit(server.url, viewport=TABLET)
    visitor.page.clock.install()
    screen = KitchenPage(visitor).open("Kitchen display, Main Café")
    order(server.client(person="ada"), 1)
    expect(screen.page.locator(NUMBERS)).to_have_count(1)
    with server.silenced():
        screen.wait_until_blind()
        for width, height in [(1024, 768), (768, 1024), (1600, 900), (900, 1600), (390, 844), (844, 390)]:
            screen.page.set_viewport_size({"width": width, "height": height})
            wait_until(lambda: 0 <= screen.page.evaluate(BAND) <= 16, lambda: screen.page.evaluate(BAND))


def test_done_today_says_when_a_ticket_was_done(server, visit):
    """And not when it was accepted, ten minutes before."""
    client, cook = server.client(person="ada"), server.client(device="kitchen-main")
    placed = [client.order("main-cafe", [line("espresso")]) for _ in range(2)]
    for each in placed:
        cook.act(each["ticket"], "bump")
    wait_until(lambda: client.get(f"/api/v1/orders/{placed[1]['id']}")["stage"] == "ready")
    cook.act(placed[0]["ticket"], "collect")
    visitor = visit(server.url, locale="en-GB")

    def accepted_earlier(route):
        """As if both had been accepted at noon of some day."""
        answer = route.fetch()
        tickets = answer.json()
        for ticket in tickets["tickets"]:
            ticket["releasedAt"] = "2026-01-01T12:00:00.000Z"
            ticket["bumpedAt"] = "2026-01-01T12:10:00.000Z" if "bumpedAt" in ticket else None
        route.fulfill(response=answer, json=tickets)

    visitor.page.route("**/api/v1/cafes/main-cafe/tickets**", accepted_earlier)
    kitchen = KitchenPage(visitor).open("Kitchen display, Main Café")
    kitchen.button("Done today").click()
    rows = kitchen.page.locator(".done-list li")
    expect(rows).to_have_count(2)
    done = kitchen.say("Done at {time}", time="13:10")
    expect(rows.filter(has_text=placed[1]["number"])).to_contain_text(f"{kitchen.say('Ready')} · {done}")
    expect(rows.filter(has_text=placed[0]["number"])).to_contain_text(f"{kitchen.say('Collected')} · {done}")


def test_the_mark_at_work_is_not_cut_off(server, visit):
    """The dot travels out of the square that the mark is drawn in."""
    visitor = visit(server.url, reduced_motion="no-preference")
    visitor.page.route("**/api/v1/cafes", lambda route: None)
    visitor.open("/order")
    mark = visitor.page.locator(".loading .mark")
    expect(mark).to_be_visible()
    expect(mark).to_have_css("overflow", "visible")
    assert visitor.page.evaluate("""() => {
      const [dot, square] = [".loading .dot", ".loading .mark"].map(part => document.querySelector(part))
      for (const animation of dot.getAnimations()) { animation.pause(); animation.currentTime = 0 }
      return dot.getBoundingClientRect().left < square.getBoundingClientRect().left && dot.getBoundingClientRect().left >= 0
    }""")
