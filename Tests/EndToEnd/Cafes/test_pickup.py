"""Pickup windows: one counter for everybody, kept over a restart, and a row of seats on the review."""

import re

import pytest
from playwright.sync_api import expect

from buyers import buy_at_once
from campus import Campus
from client import line
from command_line import assert_refused, vicinity
from pages import KitchenPage, OrderPage

CAFE = "main-cafe"
LIMIT = 3
# Of each round others, because a person orders at most 30 times in a minute.
GROUPS = 5
BUYERS = [f"buyer-{number}" for number in range(GROUPS * 4 * LIMIT)]
TEA = [line("green-tea")]


def campus(**rules):
    """The demo campus, whose main café has windows of half an hour with little room."""
    made = Campus()
    made.cafe(CAFE)["pickup"] = {"minutes": 30} | rules
    return made


def with_buyers(made):
    first = {name: value for name, value in made.content["people"][0].items() if name != "badge"}
    enough = {"balances": [{"amount": 100_000, "currency": "EUR"}]}
    made.content["people"] += [{**first, **enough, "id": name, "name": name.title()} for name in BUYERS]
    return made


def windows(client):
    return client.get(f"/api/v1/cafes/{CAFE}/windows")["windows"]


def order_for(client, start, key="1"):
    body = {"cafe": CAFE, "lines": TEA, "expectedTotal": client.quote(CAFE, TEA)["total"], "pickup": start}
    return client.send("POST", "/api/v1/orders", body, idempotency_key=key)


@pytest.mark.parametrize("rounds", [5, pytest.param(100, marks=pytest.mark.long)])
def test_of_four_times_as_many_buyers_in_several_processes_exactly_the_limit_gets_a_window_C57(serve, rounds):
    # The next twelve hours have a window for each round.
    server = serve(with_buyers(campus(minutes=5, orders=LIMIT)))
    tokens = [server.client(person=name).token for name in BUYERS]
    total = server.client().quote(CAFE, TEA)["total"]
    for number in range(rounds):
        # Far enough from now that no window is over before the round is.
        start = windows(server.client())[number + 4]["startsAt"]
        body = {"cafe": CAFE, "lines": TEA, "expectedTotal": total, "pickup": start}
        answers = buy_at_once(server.port, tokens[number % GROUPS :: GROUPS], f"round-{number}", body)
        assert sorted(status for status, _ in answers) == [201] * LIMIT + [409] * (3 * LIMIT)
        assert {answer["code"] for status, answer in answers if status == 409} == {"pickup-window-full"}
        assert {answer["pickup"]["startsAt"] for status, answer in answers if status == 201} == {start}
        assert server.rows("SELECT orders FROM pickup_windows WHERE starts_at / 1000 = unixepoch(?)", start) == [(LIMIT,)]


def test_a_window_that_is_held_or_booked_is_so_after_a_kill_and_the_file_is_sound(serve):
    server = serve(campus(orders=1))
    ada, tomas = server.client(person="ada"), server.client(person="tomas")
    first, second, third = (window["startsAt"] for window in windows(ada)[3:6])
    assert order_for(ada, first).status == 201
    held = ada.send("PUT", "/api/v1/pickup-hold", {"cafe": CAFE, "lines": TEA, "pickup": second})
    assert (held.status, held.json["startsAt"]) == (200, second)
    server.kill()
    server.start()
    assert [order_for(tomas, start).status for start in (first, second)] == [409, 409]
    assert order_for(tomas, third).status == 201
    # Ada's order takes the hold over.
    assert order_for(ada, second, key="2").status == 201
    verified = vicinity("verify", server.database)
    assert verified.returncode == 0 and re.search(r"pickups +.*3 windows", verified.stdout), verified


def test_a_terminal_orders_for_a_time_of_the_cafes_clock(serve):
    server = serve(campus(orders=1))
    me = ["--cafe", CAFE, "--server", server.url, "--yes"]
    found = windows(server.client())[4:6]
    # The demo's main café is in Berlin; a window begins at a full or half hour there too.
    wanted, other = (clock_of(window["startsAt"]) for window in found)
    order = vicinity("order", *me, "--as", "ada", "--pickup", wanted, "green-tea")
    assert (order.returncode, order.stderr) == (0, ""), order
    assert "Pickup" in order.stdout and "accepted, pickup" in order.stdout
    (kept,) = server.client(person="ada").orders()
    assert kept["pickup"]["startsAt"] == found[0]["startsAt"] and not kept["pickup"]["isSoonest"]
    assert_refused(vicinity("order", *me, "--as", "tomas", "--pickup", wanted, "green-tea"), 1, "full", "There is room at")
    assert_refused(vicinity("order", *me, "--as", "tomas", "--pickup", "12:07", "green-tea"), 1, "No pickup window begins then.")
    assert_refused(vicinity("order", *me, "--as", "tomas", "--pickup", "noon", "green-tea"), 2, "HH:MM")
    station = ["--cafe", "coffee-station", "--server", server.url, "--yes", "--as", "tomas"]
    assert_refused(vicinity("order", *station, "--pickup", other, "espresso"), 1, "has no pickup windows")
    soon = vicinity("order", *me, "--as", "tomas", "green-tea")
    assert soon.returncode == 0 and "Ready about" in soon.stdout, soon


def clock_of(instant):
    """What clocks in Berlin show at an instant, such as 12:30."""
    import datetime
    import zoneinfo

    time = datetime.datetime.fromisoformat(instant)
    return time.astimezone(zoneinfo.ZoneInfo("Europe/Berlin")).strftime("%H:%M")


def served_later(made, item):
    """Serves an item from a full hour that is more than an hour away, for two hours."""
    import datetime
    import zoneinfo

    hour = datetime.datetime.now(zoneinfo.ZoneInfo("Europe/Berlin")).hour
    hours = sorted((hour + later) % 24 for later in (2, 3))
    made.item(CAFE, item)["served"] = {"everyday": [f"{start:02}:00-{start + 1:02}:00" for start in hours]}
    return made


class ReviewPage(OrderPage):
    """The review with its pickup windows."""

    def window(self, start):
        return self.page.locator(f"[data-key='window-{start}']")

    @property
    def held(self):
        return self.page.locator(".hold-words")


@pytest.fixture
def review(visit):
    def make(server):
        visitor = visit(server.url, locale="en-GB", timezone_id="America/New_York")
        visitor.sign_in("Ada Morgan")
        page = ReviewPage(visitor).open()
        page.choose_cafe("Main Café")
        page.add("Green tea")
        page.review()
        return page

    return make


def test_the_review_holds_the_earliest_window_and_one_tap_changes_it_C50_C62(serve, review):
    server = serve(campus(orders=1))
    page = review(server)
    soonest = page.page.get_by_label(page.say("As soon as possible"))
    expect(soonest).to_be_checked()
    # C59: a hold, and until when.
    expect(page.held).to_contain_text("Held for you until")
    assert server.rows("SELECT is_soonest FROM pickup_holds") == [(1,)]
    # C50: the device is in New York.
    expect(page.page.locator("order-review")).to_contain_text("These are times at Main Café (")
    first, second, third = (window["startsAt"] for window in windows(server.client())[2:5])
    expect(page.window(second)).to_be_enabled()
    # C62: somebody else takes the last seat of a window.
    assert order_for(server.client(person="tomas"), second).status == 201
    expect(page.window(second)).to_be_disabled(timeout=2_000)
    # By keyboard: the arrow skips the full window.
    page.window(first).focus()
    page.page.keyboard.press("Space")
    expect(page.window(first)).to_be_checked()
    page.page.keyboard.press("ArrowRight")
    expect(page.window(third)).to_be_checked()
    expect(page.window(third)).to_be_focused()
    expect_held(server, page, third)
    page.pay_button("Main Café").click()
    expect(page.page.locator(".order-pickup")).to_contain_text("Pickup")
    expect(page.page.locator("order-status")).to_contain_text("You can cancel free of charge until")
    (order,) = server.client(person="ada").orders()
    assert order["pickup"]["startsAt"] == third
    assert server.rows("SELECT count(*) FROM pickup_holds") == [(0,)]


def expect_held(server, page, start):
    """The hold reaches the server after the choice."""
    page.page.wait_for_function(
        """async start => {
            const { windows } = await (await fetch("/api/v1/cafes/main-cafe/windows")).json()
            return windows.find(({ startsAt }) => startsAt === start).isFree === false
        }""", arg=start)


def test_what_is_served_later_chooses_its_window_and_one_press_changes_it_C16(serve, visit):
    server = serve(served_later(campus(orders=20), "red-lentil-soup"))
    visitor = visit(server.url, locale="en-GB", timezone_id="Europe/Berlin")
    visitor.sign_in("Ada Morgan")
    page = ReviewPage(visitor).open()
    page.choose_cafe("Main Café")
    page.add("Red lentil soup")
    quote = server.client().send("POST", f"/api/v1/cafes/{CAFE}/quote", {"lines": [line("red-lentil-soup")]}).json
    serving = [window["startsAt"] for window in quote["pickup"]["windows"] if window["isServed"]]
    assert len(serving) == 4 and not quote["pickup"]["soonest"]["isServed"]
    # The notice says so, and leads to the other times.
    page.button("Other time", page.page.locator("notice-bar")).click()
    expect(page.window(serving[0])).to_be_checked()
    expect(page.text("The first time at which it is served is chosen: {names}.", names="Red lentil soup")).to_be_visible()
    # Only the windows in which everything is served are there.
    expect(page.page.locator(".pickup-window")).to_have_count(4)
    page.window(serving[2]).check()
    expect(page.held).to_contain_text("Held for you until")
    page.page.locator("[data-key=pay]").click()
    expect(page.page.locator("order-status .order-number")).to_be_visible()
    (order,) = server.client(person="ada").orders()
    assert order["pickup"]["startsAt"] == serving[2]
    # The receipt has the tax by rate, and is alone on paper.
    expect(page.page.locator("order-receipt .receipt-tax tbody th")).to_have_text(["7%"])
    page.page.emulate_media(media="print")
    expect(page.page.locator(".page-header")).to_be_hidden()
    expect(page.page.locator("order-status .headline")).to_be_hidden()
    expect(page.page.locator("order-receipt")).to_contain_text("Paid from your meal account")
    page.page.emulate_media(media="screen")
    # A choice of the person stays, and the page offers a window that fits what is added then.
    page.page.locator("[data-key=back]").click()
    page.add("Green tea")
    page.review()
    soon = next(window["startsAt"] for window in windows(server.client()) if window["startsAt"] < serving[0])
    page.window(soon).check()
    page.button("Back to the menu").click()
    page.add("Red lentil soup")
    page.review()
    expect(page.text("Not served at this pickup time: {names}.", names="Red lentil soup")).to_be_visible()
    page.page.locator("order-review [data-key=fit]").click()
    expect(page.window(serving[0])).to_be_checked()
    expect(page.page.locator("[data-key=pay]")).not_to_have_attribute("aria-disabled", "true")


def test_a_full_window_is_disabled_for_somebody_who_is_signed_out_too_C62(serve, visit):
    server = serve(campus(orders=1))
    visitor = visit(server.url, locale="en-GB", timezone_id="Europe/Berlin")
    page = ReviewPage(visitor).open()
    page.choose_cafe("Main Café")
    page.add("Green tea")
    page.review()
    start = windows(server.client())[3]["startsAt"]
    expect(page.window(start)).to_be_enabled()
    assert order_for(server.client(person="tomas"), start).status == 201
    expect(page.window(start)).to_be_disabled(timeout=2_000)
