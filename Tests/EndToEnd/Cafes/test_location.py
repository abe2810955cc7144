"""Where the person is: asked for only when it is wanted, used in the page, told to nobody.

Each test ends with the proof: nothing that the browser sent has a coordinate in it (the visitor sees to that), and
neither the database nor the log of the server has one.
"""

import pytest
from playwright.sync_api import expect

from campus import Campus
from coordinates import Position
from kept_positions import assert_nothing_kept
from pages import OrderPage

# The two cafés of the site are 60 m apart, one east of the other. No position is one of theirs, so that the cafés'
# own coordinates, which the database has to know, are not taken for the person's.
NEAR_MAIN = Position(52.473612, 13.403871)
NEAR_STATION = Position(52.473612, 13.404819)
BETWEEN = Position(52.473712, 13.4043425)
ROUGH = Position(52.473612, 13.403871, accuracy=100)
REDUCED = Position(52.473612, 13.403871, accuracy=3_000)
HOPELESS = Position(52.473612, 13.403871, accuracy=80_000)
# Nearer to the station, and in neither area: 39 m from it, 57 m from the other.
ASTRAY = Position(52.473820, 13.404560)
# Nearer to one or the other by less than two fixes of one standing person differ.
MIDDLE_WEST = Position(52.473712, 13.404290)
MIDDLE_EAST = Position(52.473712, 13.404395)


class Diner(OrderPage):
    """An employee whose server is looked through afterwards."""

    def __init__(self, visitor, server):
        super().__init__(visitor)
        self.server = server

    def choose_closest(self):
        """The browser's permission is given or refused already, so that the page does not explain first why it asks."""
        self.page.locator("button.closest").click()
        return self

    def change_cafe(self):
        self.button("Change café").click()
        return self

    def expect_cafe(self, name, **options):
        expect(self.page.locator(".cafe-head h1")).to_have_text(name, **options)

    def expect_list(self, reason, **values):
        expect(self.heading("Where would you like to eat?")).to_be_visible()
        expect(self.page.get_by_role("status").filter(has=self.text(reason, **values))).to_be_visible()

    def question(self, message, **values):
        return self.page.get_by_role("dialog", name=self.say(message, **values), exact=True)

    def expect_question(self, message, **values):
        expect(self.question(message, **values)).to_be_visible()
        return self.question(message, **values)


@pytest.fixture
def diner(server, visit):
    diner = Diner(visit(server.url, locale="en-GB"), server)
    yield diner
    assert_nothing_kept(diner)


def test_a_named_cafe_is_shown_without_a_location_call_C1(diner):
    diner.visitor.allow_location(NEAR_STATION)
    diner.open().choose_cafe("Main Café")
    diner.open()
    diner.expect_cafe("Main Café")
    diner.add("Green tea")
    diner.review()
    assert diner.visitor.location_calls == 0


def test_the_page_asks_for_nothing_before_closest_is_chosen_C8(diner):
    diner.visitor.allow_location(NEAR_MAIN)
    diner.open()
    expect(diner.heading("Where would you like to eat?")).to_be_visible()
    assert diner.visitor.location_calls == 0


@pytest.mark.parametrize("position, cafe", [(NEAR_MAIN, "Main Café"), (NEAR_STATION, "Coffee Station")], ids=["west", "east"])
def test_the_closest_cafe_is_chosen_by_position_C2(diner, position, cafe):
    diner.visitor.allow_location(position)
    diner.open().choose_closest().expect_cafe(cafe)
    expect(diner.page.get_by_text("Closest to you")).to_be_visible()


def test_the_closest_open_cafe_is_chosen_C2(serve, visit):
    server = serve(Campus().close("main-cafe"))
    diner = Diner(visit(server.url), server)
    diner.visitor.allow_location(NEAR_MAIN)
    diner.open().choose_closest().expect_cafe("Coffee Station")
    assert_nothing_kept(diner)


def test_a_refused_location_leads_to_the_list_and_everything_else_works_C3_C8_W122_W123(diner):
    diner.visitor.refuse_location()
    diner.open().choose_closest()
    diner.expect_list("Your browser does not share your position with this page, so you choose the café yourself.")
    assert diner.visitor.location_calls <= 1
    diner.choose_cafe("Main Café")
    diner.add("Green tea")
    diner.review()
    diner.button("Order at {cafe}, local time {time}", cafe="Main Café").click()
    diner.sign_in("Ada Morgan")
    diner.pay_button("Main Café").click()
    expect(diner.headline()).to_have_text("Main Café has your order.")
    assert diner.visitor.location_calls <= 1


def test_a_refused_location_falls_back_to_the_cafe_that_was_chosen_last_C3(diner):
    diner.visitor.refuse_location()
    diner.open().choose_cafe("Coffee Station")
    diner.change_cafe().choose_closest()
    diner.open()
    diner.expect_cafe("Coffee Station")


def test_an_unavailable_location_leads_to_the_list_C3_W123(diner):
    diner.visitor.lose_location()
    diner.open().choose_closest()
    diner.expect_list("This device does not know its position now, so you choose the café yourself.")


def test_a_location_that_takes_too_long_leads_to_the_list_within_five_seconds_C3_W123(diner):
    """W123: so do a refused, an unavailable and a rough one, at once: see the tests beside."""
    diner.page.clock.install()
    diner.visitor.silence_location()
    diner.open().choose_closest()
    expect(diner.text("Looking for the closest café.")).to_be_visible()
    diner.page.clock.fast_forward(5_000)
    diner.expect_list("Your position is taking too long, so you choose the café yourself.")


def test_a_location_that_says_only_the_country_leads_to_the_list_C3_C4_W123_W124(diner):
    diner.visitor.allow_location(HOPELESS)
    diner.open().choose_closest()
    reason = "Your position is known only to within {distance}. That is too rough to tell the cafés apart, so you choose the café yourself."
    diner.expect_list(reason, distance="80 km")


@pytest.mark.parametrize("position", [ROUGH, BETWEEN], ids=["imprecise", "between"])
def test_two_cafes_that_the_position_cannot_tell_apart_are_asked_about_C4(diner, position):
    diner.visitor.allow_location(position)
    diner.open().choose_closest()
    question = diner.expect_question("You are between two cafés. Which one?")
    for cafe in ("Main Café", "Coffee Station"):
        expect(question.get_by_role("button").filter(has_text=cafe)).to_be_visible()
    question.get_by_role("button").filter(has_text="Coffee Station").click()
    diner.expect_cafe("Coffee Station")


def test_reduced_precision_is_accepted_and_shown_as_an_area_W124(diner):
    """What a phone tells that shares only its approximate position."""
    diner.visitor.allow_location(REDUCED)
    diner.open().choose_closest()
    question = diner.expect_question("Your position is not exact enough. Which café?")
    expect(question.get_by_text("Your position is known only to within 3 km.")).to_be_visible()
    question.get_by_role("button").filter(has_text="Coffee Station").click()
    diner.expect_cafe("Coffee Station")


def test_walking_between_two_cafes_changes_the_cafe_once_C11(diner):
    diner.visitor.allow_location(NEAR_MAIN)
    diner.open().choose_closest().expect_cafe("Main Café")
    diner.note_texts(".cafe-head h1")
    for position in [MIDDLE_EAST, MIDDLE_WEST] * 3:
        move(diner, position)
    move(diner, NEAR_STATION)
    diner.expect_cafe("Coffee Station")
    expect(diner.page.get_by_text("You are now closest to Coffee Station. This is its menu.")).to_be_visible()
    for position in [MIDDLE_WEST, MIDDLE_EAST] * 3:
        move(diner, position)
    diner.expect_cafe("Coffee Station")
    assert [text for _, text in diner.noted_texts(".cafe-head h1")] == ["Main Café", "Coffee Station"]


def test_a_single_fix_that_strays_does_not_change_the_cafe_LD13(diner):
    diner.visitor.allow_location(NEAR_MAIN)
    diner.open().choose_closest().expect_cafe("Main Café")
    diner.note_texts(".cafe-head h1")
    for position in [ASTRAY, NEAR_MAIN, ASTRAY, NEAR_MAIN]:
        move(diner, position)
    diner.expect_cafe("Main Café")
    assert {text for _, text in diner.noted_texts(".cafe-head h1")} <= {"Main Café"}


def move(diner, position):
    """Moves, and waits until the page has heard of it."""
    diner.page.evaluate(
        """longitude => {
          window.heard = new Promise(done => {
            const watch = navigator.geolocation.watchPosition(({ coords }) => {
              if (coords.longitude !== longitude) return
              navigator.geolocation.clearWatch(watch)
              done()
            })
          })
        }""",
        position.longitude,
    )
    diner.visitor.move_to(position)
    diner.page.evaluate("() => window.heard")


def fill_basket_at_main(diner):
    diner.visitor.allow_location(NEAR_MAIN)
    diner.open().choose_closest().expect_cafe("Main Café")
    diner.add("Cappuccino", ["Regular", "Whole milk"])
    diner.add("Smash burger", ["Fries"])
    diner.visitor.move_to(NEAR_STATION)
    return diner.expect_question("You are now closest to {cafe}.", cafe="Coffee Station")


def test_a_basket_moves_to_the_closer_cafe_only_when_said_and_lists_what_differs_C7(diner):
    question = fill_basket_at_main(diner)
    expect(question.get_by_role("listitem").filter(has_text="Cappuccino")).to_contain_text("€3.40 → €3.30")
    expect(question.get_by_role("listitem").filter(has_text="Smash burger")).to_contain_text("Not on this café’s menu.")
    diner.button("Move the basket to {cafe}", cafe="Coffee Station").click()
    diner.expect_cafe("Coffee Station")
    basket = diner.page.locator("basket-panel")
    expect(basket).to_contain_text("For Coffee Station")
    expect(basket.get_by_role("listitem").filter(has_text="Smash burger")).to_contain_text("Not on this café’s menu.")
    expect(diner.button("Review order")).to_have_attribute("aria-disabled", "true")
    diner.button("Remove {name}", name="Smash burger").click()
    diner.review()
    diner.button("Order at {cafe}, local time {time}", cafe="Coffee Station").click()
    diner.sign_in("Ada Morgan")
    diner.pay_button("Coffee Station").click()
    expect(diner.headline()).to_have_text("Coffee Station has your order.")
    (order,) = diner.server.client(person="ada").orders()
    assert order["total"] == {"amount": 330, "currency": "EUR"}


def test_an_order_goes_nowhere_before_the_cafe_is_confirmed_C6(diner):
    fill_basket_at_main(diner)
    diner.button("Stay with {cafe}", cafe="Main Café").click()
    diner.expect_cafe("Main Café")
    diner.review()
    diner.button("Order at {cafe}, local time {time}", cafe="Main Café").click()
    diner.sign_in("Ada Morgan")
    diner.pay_button("Main Café").click()
    diner.expect_question("Which café?")
    client = diner.server.client(person="ada")
    assert list(client.orders()) == []
    diner.button("Order at {cafe}", diner.question("Which café?"), cafe="Main Café").click()
    expect(diner.headline()).to_have_text("Main Café has your order.")
    assert [order["cafe"]["id"] for order in client.orders()] == ["main-cafe"]


def test_a_withdrawn_permission_ends_the_use_at_once_C9(diner):
    diner.visitor.allow_location(NEAR_MAIN)
    diner.open().choose_closest().expect_cafe("Main Café")
    assert diner.visitor.watches_location
    diner.visitor.refuse_location()
    expect(diner.text("Your position is no longer shared with this page, and the page has deleted it.")).to_be_visible()
    assert not diner.visitor.watches_location
    calls = diner.visitor.location_calls
    diner.visitor.move_to(NEAR_STATION)
    diner.add("Green tea")
    diner.expect_cafe("Main Café")
    assert diner.visitor.location_calls == calls
    assert diner.page.evaluate("JSON.stringify({ ...localStorage, ...sessionStorage })").count("13.40") == 0
