"""Orders that wait for their person: the page notices that they come near, and tells the server nothing but to start.

Every visitor ends with the proof that nothing the browser sent has a coordinate in it; the requests that start an order
are looked at one by one.
"""

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from campus import Campus
from coordinates import Position
from gateways import Gateway
from kept_positions import assert_nothing_kept
from pages import KitchenPage, OrderPage
from waiting import wait_until

# From the main café: 770 m and 127 m. A green tea, of three minutes, is started within 217 m: the farthest corner of the
# café is 37 m away.
FAR = Position(52.480217, 13.406619)
NEAR = Position(52.474513, 13.404771)
# 300 m from the main café, whose dish of eight minutes is started within 517 m; the station, 60 m farther, starts a tea
# of two minutes at 200 m at most.
BETWEEN = Position(52.473512, 13.39948)
CAFE = "Main Café"
STATION = "Coffee Station"

NO_GEOLOCATION = "Object.defineProperty(Navigator.prototype, 'geolocation', { get: () => undefined })"
NO_WORD_OF_PERMISSIONS = """
navigator.permissions.query = async () => Object.assign(new EventTarget(), { state: "prompt" })
"""


class Comer(OrderPage):
    """An employee who orders before setting out."""

    def __init__(self, visitor, server):
        super().__init__(visitor)
        self.server = server

    def fill_basket(self, item="Green tea", cafe=CAFE, note=None):
        self.choose_cafe(cafe)
        self.add(item, note=note)
        self.review()
        return self

    def wait_button(self, cafe=CAFE):
        return self.button("Order and set aside {total} at {cafe}, local time {time}", cafe=cafe)

    def choice(self, message):
        return self.page.get_by_label(self.say(message))

    def review_for_later(self, note=None):
        self.open().fill_basket(note=note)
        self.button("Order at {cafe}, local time {time}", cafe=CAFE).click()
        self.sign_in("Ada Morgan")
        self.choice("When I come near").check()
        assert self.visitor.location_calls == 0
        return self

    def order_for_later(self, note=None):
        self.review_for_later(note)
        self.wait_button().click()
        self.expect_waiting()
        return self

    def expect_waiting(self, cafe=CAFE):
        expect(self.headline()).to_have_text(self.say("{cafe} starts when you come near.", cafe=cafe))

    def expect_by_hand(self):
        """Nobody is promised that the kitchen starts when they come near."""
        expect(self.headline()).to_have_text(self.say("{cafe} has not started yet.", cafe=CAFE))

    def expect_started(self):
        expect(self.headline()).to_have_text(self.say("{cafe} has your order.", cafe=CAFE))

    def expect_watching(self, watches=True):
        self.page.wait_for_function("wanted => (window.locationWatches.size > 0) === wanted", arg=watches)

    @property
    def starts(self):
        """The requests that started an order: their bodies and the names of their fields."""
        sent = [request for request in self.visitor.traffic.requests if request.url.endswith("/start")]
        return [(request.method, request.post_data) for request in sent]


@pytest.fixture
def comer(server, visit):
    comer = Comer(visit(server.url, locale="en-GB"), server)
    yield comer
    assert_nothing_kept(comer)


@pytest.fixture
def kitchen(server):
    """What the main café's kitchen sees; each look is a connection of its own, since servers are killed."""
    return lambda: server.client(device="kitchen-main").get("/api/v1/cafes/main-cafe/tickets")


def test_the_kitchen_gets_the_ticket_when_its_person_comes_near_C113(comer, kitchen):
    comer.visitor.allow_location(FAR)
    comer.order_for_later(note="No sugar")
    ada = comer.server.client(person="ada")
    balance = ada.balance("EUR")
    comer.expect_watching()
    assert kitchen()["tickets"] == []
    assert kitchen()["coming"] == 1
    assert comer.starts == []
    comer.visitor.move_to(NEAR)
    comer.expect_started()
    (ticket,) = kitchen()["tickets"]
    assert ticket["lines"][0]["note"] == "No sugar"
    assert kitchen()["coming"] == 0
    assert comer.starts == [("POST", "{}")]
    assert ada.balance("EUR") < balance
    comer.expect_watching(False)


def test_the_kitchens_screen_counts_who_is_on_the_way_and_shows_the_ticket_on_arrival(comer, visit):
    screen = KitchenPage(visit(comer.server.url)).open("Kitchen display, Main Café")
    comer.visitor.allow_location(FAR)
    comer.order_for_later()
    expect(screen.page.locator(".later-button")).to_have_accessible_name("Later · 1 order on the way")
    screen.expect_numbers()
    comer.visitor.move_to(NEAR)
    expect(screen.page.locator("kitchen-ticket")).to_have_count(1)
    expect(screen.page.locator(".later-button")).to_have_accessible_name("Later")


def test_without_a_position_the_order_is_started_by_hand_C113(comer, kitchen):
    comer.visitor.refuse_location()
    comer.review_for_later().wait_button().click()
    comer.expect_by_hand()
    expect(comer.text("Your browser does not share your position with this page. Start the order yourself when you set out.")).to_be_visible()
    assert kitchen()["tickets"] == []
    comer.button("Start now").click()
    comer.expect_started()
    assert len(kitchen()["tickets"]) == 1


def test_a_withdrawn_permission_ends_the_watch_and_leaves_the_start_by_hand_C9(comer, kitchen):
    comer.visitor.allow_location(FAR)
    comer.order_for_later()
    comer.expect_watching()
    comer.visitor.refuse_location()
    comer.expect_watching(False)
    comer.visitor.move_to(NEAR)
    expect(comer.text("Your browser does not share your position with this page. Start the order yourself when you set out.")).to_be_visible()
    assert comer.starts == []
    comer.button("Start now").click()
    comer.expect_started()


def test_a_reloaded_page_continues_its_watch(comer, kitchen):
    comer.visitor.allow_location(FAR)
    comer.order_for_later()
    comer.page.reload()
    comer.expect_waiting()
    comer.expect_watching()
    assert comer.page.evaluate("JSON.stringify({ ...localStorage, ...sessionStorage })").count("13.40") == 0
    comer.visitor.move_to(NEAR)
    comer.expect_started()
    assert len(kitchen()["tickets"]) == 1


def test_a_killed_server_keeps_the_order_and_starts_it_once(comer, kitchen):
    comer.visitor.allow_location(FAR)
    comer.order_for_later()
    comer.expect_watching()
    comer.server.kill()
    comer.visitor.move_to(NEAR)
    comer.page.wait_for_function("() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/start'))")
    comer.server.start()
    expect(comer.headline()).to_have_text(comer.say("{cafe} has your order.", cafe=CAFE))
    assert len(kitchen()["tickets"]) == 1


def test_another_device_does_not_watch_until_it_is_asked_to_C113(comer, visit, kitchen):
    comer.visitor.allow_location(FAR)
    comer.order_for_later()
    desk = Comer(visit(comer.server.url, locale="en-GB"), comer.server)
    desk.visitor.allow_location(NEAR)
    desk.open()
    desk.button("Sign in").click()
    desk.sign_in("Ada Morgan")
    desk.page.locator(".running-order").click()
    desk.expect_by_hand()
    assert desk.visitor.location_calls == 0
    assert kitchen()["tickets"] == []
    desk.button("Use the position of this device").click()
    desk.expect_started()
    # The other page hears of it, and ends its look.
    comer.expect_started()
    comer.expect_watching(False)
    assert comer.starts == []


def test_two_pages_that_notice_at_once_start_the_order_once(comer, kitchen):
    comer.visitor.allow_location(FAR)
    comer.order_for_later()
    other = comer.visitor.context.new_page()
    other.goto(comer.page.url)
    expect(other.locator("order-status .headline")).to_have_text(comer.say("{cafe} starts when you come near.", cafe=CAFE))
    comer.visitor.move_to(NEAR)
    comer.expect_started()
    expect(other.locator("order-status .headline")).to_have_text(comer.say("{cafe} has your order.", cafe=CAFE))
    assert len(kitchen()["tickets"]) == 1


def test_a_waiting_order_is_cancelled_and_was_never_paid(comer, kitchen):
    ada = comer.server.client(person="ada")
    balance = ada.balance("EUR")
    comer.visitor.allow_location(FAR)
    comer.order_for_later()
    comer.expect_watching()
    comer.button("Cancel order").click()
    comer.page.get_by_role("dialog").get_by_role("button", name=comer.say("Cancel order")).click()
    expect(comer.headline()).to_have_text(comer.say("Cancelled. Nothing was paid."))
    comer.expect_watching(False)
    comer.visitor.move_to(NEAR)
    assert (kitchen()["coming"], kitchen()["tickets"]) == (0, [])
    assert ada.balance("EUR") == balance


def test_an_order_that_is_placed_nearby_starts_at_once(comer, kitchen):
    comer.visitor.allow_location(NEAR)
    comer.review_for_later().wait_button().click()
    comer.expect_started()
    assert len(kitchen()["tickets"]) == 1


def test_a_second_order_is_started_for_a_device_that_lies_still(comer, kitchen):
    comer.visitor.allow_location(BETWEEN)
    comer.open()
    comer.button("Sign in").first.click()
    comer.sign_in("Ada Morgan")
    comer.fill_basket("Fresh mint tea", STATION)
    comer.choice("When I come near").check()
    comer.wait_button(STATION).click()
    comer.expect_waiting(STATION)
    comer.expect_watching()
    comer.button("Back to the menu").click()
    comer.button("Change café").click()
    comer.fill_basket("Dish of the day")
    comer.choice("When I come near").check()
    comer.wait_button().click()
    comer.expect_started()
    assert len(comer.starts) == 1
    comer.expect_watching()


def test_a_browser_without_positions_shows_the_order_and_leaves_the_start_by_hand(comer, kitchen):
    comer.page.add_init_script(NO_GEOLOCATION)
    comer.open().fill_basket()
    comer.button("Order at {cafe}, local time {time}", cafe=CAFE).click()
    comer.sign_in("Ada Morgan")
    comer.choice("When I come near").check()
    comer.wait_button().click()
    comer.expect_by_hand()
    expect(comer.text("This device does not know its position now. Start the order yourself when you set out.")).to_be_visible()
    comer.button("Start now").click()
    comer.expect_started()


def test_a_position_that_is_too_rough_promises_and_starts_nothing(comer, kitchen):
    comer.visitor.allow_location(replace(NEAR, accuracy=300))
    comer.review_for_later().wait_button().click()
    comer.expect_by_hand()
    expect(comer.text("Your position is too rough to tell when you are near. Start the order yourself when you set out, or give this page your precise position.")).to_be_visible()
    comer.visitor.move_to(replace(NEAR, accuracy=299))
    comer.visitor.move_to(replace(FAR, accuracy=10))
    comer.expect_waiting()
    assert comer.starts == []
    comer.visitor.move_to(NEAR)
    comer.expect_started()
    assert len(kitchen()["tickets"]) == 1


def test_without_a_permission_api_a_position_proves_the_permission(comer, kitchen):
    comer.page.add_init_script(NO_WORD_OF_PERMISSIONS)
    comer.visitor.allow_location(FAR)
    comer.order_for_later()
    comer.expect_watching()
    assert comer.starts == []
    comer.visitor.move_to(NEAR)
    comer.expect_started()


def test_an_older_tab_does_not_end_the_watch_of_another(comer, kitchen):
    comer.visitor.allow_location(FAR)
    comer.review_for_later()
    other = comer.visitor.context.new_page()
    other.goto(comer.server.url + "/order#orders")
    expect(other.locator("order-history")).to_be_visible()
    comer.wait_button().click()
    comer.expect_waiting()
    expect(other.locator(".running-order")).to_be_visible()
    other.evaluate("location.hash = '#cafes'")
    expect(other.locator("cafe-picker")).to_be_visible()
    comer.page.reload()
    comer.expect_waiting()
    comer.expect_watching()
    # Left, not closed: the headers of its requests are read at the end.
    other.goto("about:blank")
    comer.visitor.move_to(NEAR)
    comer.expect_started()


def test_the_last_persons_position_starts_no_order_of_the_next_person(comer, kitchen):
    gateway = Gateway(comer.server, "gateway-main-cafe")
    lines = [{"item": "green-tea", "quantity": 1, "choices": []}]
    greta = comer.server.client(person="greta")
    total = greta.send("POST", "/api/v1/cafes/main-cafe/quote", {"lines": lines}).json["total"]
    body = {"cafe": "main-cafe", "lines": lines, "expectedTotal": total, "start": "when-near"}
    assert greta.send("POST", "/api/v1/orders", body, idempotency_key="greta-waits-for-tea").status == 201
    comer.open()
    comer.button("Sign in").first.click()
    comer.sign_in("Ada Morgan")
    comer.named("switch", comer.say("Follow my device to the café I am in")).check()
    ada = comer.server.client(person="ada")
    # The switch is over before the server knows of it, and what a gateway hears until then is nobody's.
    wait_until(lambda: ada.get("/api/v1/presence/following")["following"])
    gateway.hears()
    expect(comer.page.locator(".cafe-head h1")).to_have_text(CAFE)
    comer.button("Sign out").click()
    comer.button("Sign in").first.click()
    comer.sign_in("Greta Lindqvist")
    expect(comer.page.locator(".running-order")).to_be_visible()
    comer.page.locator(".running-order").click()
    comer.expect_by_hand()
    assert comer.starts == []
    assert kitchen()["tickets"] == []


def test_waiting_is_chosen_for_one_order_and_what_was_sent_stays_chosen_C113(comer):
    comer.visitor.allow_location(FAR)
    comer.review_for_later()
    comer.page.route("**/api/v1/orders", lambda route: route.abort())
    comer.wait_button().click()
    expect(comer.page.get_by_role("alert")).to_be_visible()
    comer.page.reload()
    expect(comer.choice("When I come near")).to_be_checked()
    expect(comer.choice("When I come near")).to_be_disabled()
    comer.page.unroute("**/api/v1/orders")
    comer.page.locator(".review-actions button.primary").click()
    comer.expect_waiting()
    comer.button("Back to the menu").click()
    comer.add("Green tea")
    comer.review()
    expect(comer.choice("As soon as possible")).to_be_checked()


def test_a_polygon_with_a_courtyard_decides_which_cafe_one_is_at_LA3(serve, visit):
    campus = Campus()
    assert len(campus.cafe("main-cafe")["area"]["coordinates"]) == 2
    server = serve(campus)
    comer = Comer(visit(server.url, locale="en-GB"), server)
    # In a corner of the house: 33 m from its point, and as far from the other café as a position cannot tell apart.
    comer.visitor.allow_location(Position(52.473301, 13.404259, accuracy=1))
    comer.open()
    comer.page.locator("button.closest").click()
    expect(comer.page.locator(".cafe-head h1")).to_have_text(CAFE)
