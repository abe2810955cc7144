"""Favourites stand in nobody's way: not of what one looks at, not of orders, not of the next person at the browser."""

import pytest
from playwright.sync_api import expect

from client import line
from fonts import with_all_fonts
from keyboard import Keyboard
from looks import TABLET
from menu_page import CAFE, FAVOURITES, MenuPage, menu, path  # noqa: F401 (a fixture)
from pages import OrderPage, UsedPage
from waiting import wait_until

SMALL = {"width": 320, "height": 640}
# As far as an element may move that is said to stay where it is; browsers round.
STILL_PIXELS = 1
# The names of what is on the menu and in sight now, from above.
IN_SIGHT = """
() => [...document.querySelectorAll("cafe-menu h3")].filter(({ parentElement }) => {
  const { top, bottom } = parentElement.closest("article").getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}).map(item => item.textContent)
"""
# What happens from here on happens at a time in milliseconds, however long the machine takes between two presses.
SET_TIME = "time => Object.defineProperty(Event.prototype, 'timeStamp', { get: () => time, configurable: true })"
# As Safari, which does not focus a button that is pressed.
NO_FOCUS_BY_POINTER = "document.addEventListener('mousedown', event => event.preventDefault(), true)"


class Pointer:
    """A mouse that stays where it is between presses."""

    def __init__(self, page, on):
        on.scroll_into_view_if_needed()
        box = on.bounding_box()
        self.page = page
        self.spot = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def press(self):
        self.page.mouse.click(*self.spot)


class Gate:
    """Holds requests back until it is opened."""

    def __init__(self, page, address):
        self.page = page
        self.held = []
        self.is_open = False
        page.route(address, lambda route: self.take(route))

    def wait_until_held(self):
        # Routes are heard of while a page answers.
        wait_until(lambda: self.page.evaluate("1") and self.held)

    def take(self, route):
        if self.is_open:
            route.continue_()
        else:
            self.held.append(route)

    def open(self):
        self.is_open = True
        for route in self.held:
            route.continue_()


class Scrolled:
    """A menu on a small telephone, somewhere in its middle, at rest."""

    def __init__(self, page):
        self.page = page
        page.page.mouse.move(160, 300)
        page.page.evaluate("() => { addEventListener('scrollend', () => { window.isAtRest = true }, { once: true }) }")
        page.page.mouse.wheel(0, 1_500)
        page.page.wait_for_function("() => window.isAtRest && scrollY >= 1000")

    @property
    def in_sight(self):
        return self.page.page.evaluate(IN_SIGHT)

    def place(self, item):
        return self.page.page.locator("cafe-menu h3").get_by_text(item, exact=True).bounding_box()["y"]


def test_a_second_press_on_the_same_spot_reaches_no_neighbour(menu):
    page = menu()
    pointer = Pointer(page.page, page.star("Flat white"))
    page.page.evaluate(SET_TIME, 10_000)
    pointer.press()
    page.expect_first("Flat white")
    page.page.evaluate(SET_TIME, 10_600)
    pointer.press()
    expect(page.page.locator("dialog[open]")).to_have_count(0)
    # Somewhere else a press counts, however soon it comes.
    page.star("Green tea").click()
    page.expect_first("Flat white", "Green tea")
    page.page.evaluate(SET_TIME, 11_400)
    page.star("Flat white").click()
    page.expect_first("Green tea")


@with_all_fonts
@pytest.mark.parametrize("browser_script", ["", NO_FOCUS_BY_POINTER], ids=["focused by a press", "not focused by a press"])
@pytest.mark.parametrize("pressed", [0, 1])
def test_the_visible_part_of_the_menu_does_not_move(menu, pressed, browser_script, fonts):
    page = menu(viewport=SMALL)
    page.page.evaluate(browser_script)
    scrolled = Scrolled(page)
    items = scrolled.in_sight
    stays = items[1 - pressed]
    # The harness scrolls what it presses into sight, by as much as that takes.
    page.star(items[pressed]).scroll_into_view_if_needed()
    before = scrolled.place(stays)
    page.star(items[pressed]).click()
    page.expect_first(items[pressed])
    assert abs(scrolled.place(stays) - before) <= STILL_PIXELS


def test_scrolling_away_from_the_focus_is_not_reverted(server, menu):
    page = menu(viewport=SMALL)
    Keyboard(page.page).go_to("Granola bowl")
    scrolled = Scrolled(page)
    stays = scrolled.in_sight[0]
    before = scrolled.place(stays)
    # The menu is drawn anew for what another device has marked.
    server.client(person="ada").send("PUT", path("green-tea"))
    page.expect_first("Green tea")
    assert abs(scrolled.place(stays) - before) <= STILL_PIXELS
    expect(page.named("button", "Granola bowl")).to_be_focused()


def test_the_focus_stays_on_a_part_of_the_menu_that_was_jumped_to(server, menu):
    page = menu()
    part, other = page.sections[1][0], page.sections[2][0]
    jumps = page.page.get_by_role("navigation", name=page.say("Parts of the menu"))
    page.named("button", part, jumps).click()
    expect(page.named("heading", part)).to_be_focused()
    server.client(person="ada").send("PUT", path("green-tea"))
    page.expect_first("Green tea")
    expect(page.named("heading", part)).to_be_focused()
    page.named("button", other, jumps).focus()
    server.client(person="ada").send("DELETE", path("green-tea"))
    page.expect_first()
    expect(page.named("button", other, jumps)).to_be_focused()


def test_orders_and_the_menu_do_not_wait_for_missing_favourites(server, visit):
    visitor = visit(server.url, viewport=TABLET, locale="en-GB")
    visitor.page.route(f"**{FAVOURITES}", lambda route: route.fulfill(status=500, json={}))
    page = MenuPage(visitor).open()
    server.client(person="ada").order("main-cafe", [line("espresso")])
    expect(page.page.locator(".running")).to_contain_text("Main Café")
    expect(page.page.locator(".favourite")).to_have_count(0)
    # Asked for again when the page is looked at again.
    visitor.page.unroute(f"**{FAVOURITES}")
    page.page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.star("Espresso")).to_be_visible()


def test_a_menu_is_shown_while_favourites_are_on_their_way(server, visit):
    visitor = visit(server.url, viewport=TABLET, locale="en-GB")
    gate = Gate(visitor.page, f"**{FAVOURITES}")
    page = OrderPage(visitor).open()
    page.page.locator("[data-key=sign-in]").click()
    page.sign_in("Ada Morgan")
    page.page.locator(".cafe-card").filter(has_text=CAFE).click()
    gate.wait_until_held()
    expect(page.page.locator("cafe-menu .item").first).to_be_visible()
    expect(page.page.locator(".favourite")).to_have_count(0)
    gate.open()
    expect(page.button("Favourite: {item}", item="Espresso")).to_be_visible()


def test_a_press_right_before_the_sign_out_is_saved(server, menu):
    page = menu()
    gate = Gate(page.page, "**/main-cafe/favourites/*")
    page.star("Espresso").click()
    page.star("Flat white").click()
    page.expect_first("Espresso", "Flat white")
    page.button("Sign out").click()
    # After two frames everything has happened that the press does at once; the session has not ended.
    page.page.evaluate("async () => { for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame) }")
    assert not [request for request in page.visitor.traffic.requests if request.method == "DELETE" and request.url.endswith("/session")]
    gate.open()
    expect(page.page.locator("[data-key=sign-in]")).to_be_visible()
    kept = server.client(person="ada").get(FAVOURITES)["favourites"]
    assert sorted(favourite["item"]["id"] for favourite in kept) == ["espresso", "flat-white"]


def test_a_press_right_before_leaving_the_page_is_saved(server, menu):
    page = menu()
    stars = [page.star(item).element_handle() for item in ("Espresso", "Flat white", "Green tea")]
    page.page.evaluate("stars => { for (const star of stars) star.click(); location.assign('/your-data') }", stars)
    client = server.client(person="ada")
    wait_until(lambda: len(client.get(FAVOURITES)["favourites"]) == 3)


class DataPage(UsedPage):
    """ "Your data", as somebody sees it who is signed in."""

    def open(self):
        self.visitor.open("/your-data")
        return self

    def sign_in(self, person):
        self.page.locator("[data-key=sign-in-first]").click()
        self.page.get_by_role("dialog").get_by_role("button").filter(has_text=person).click()
        expect(self.heading("What is kept for tips")).to_be_visible()
        return self

    @property
    def favourites(self):
        return self.page.locator("your-favourites")


@pytest.fixture
def data_page(server, visit):
    assert server.client(person="ada").send("PUT", path("espresso")).status == 200
    page = DataPage(visit(server.url, viewport=TABLET, locale="en-GB")).open().sign_in("Ada Morgan")
    expect(page.favourites).to_contain_text("Espresso")
    return page


def test_the_next_person_does_not_see_the_last_persons_favourites(data_page):
    page = data_page
    page.button("Sign out").click()
    expect(page.page.locator("[data-key=sign-in-first]")).to_be_visible()
    gate = Gate(page.page, f"**{FAVOURITES}")
    page.sign_in("Greta Lindqvist")
    assert "Espresso" not in page.favourites.text_content()
    gate.open()
    expect(page.favourites).to_contain_text("You have no favourites.")


def test_a_sign_in_in_another_tab_hides_the_last_persons_favourites(server, data_page):
    orders = MenuPage(data_page.visitor)
    orders.page = data_page.visitor.context.new_page()
    orders.page.goto(f"{server.url}/order")
    orders.page.locator(".cafe-card").filter(has_text=CAFE).click()
    expect(orders.star("Espresso")).to_have_attribute("aria-pressed", "true")
    other = DataPage(data_page.visitor)
    other.page = data_page.visitor.context.new_page()
    other.page.goto(f"{server.url}/your-data")
    other.button("Sign out").click()
    other.sign_in("Greta Lindqvist")
    # Whether they show Greta or ask who is there depends on the moment at which they looked.
    for page in (data_page.page, orders.page):
        expect(page.locator(".page-tools").filter(has_text="Ada Morgan")).to_have_count(0)
    expect(data_page.page.locator("your-favourites").filter(has_text="Espresso")).to_have_count(0)
    expect(orders.page.locator("cafe-menu [aria-pressed=true]")).to_have_count(0)


def test_a_failed_load_keeps_the_shown_favourites_and_is_retried(server, data_page):
    page = data_page
    failed = []

    def fail_once(route):
        if failed:
            return route.continue_()
        failed.append(route)
        return route.fulfill(status=503, json={})

    page.note_texts("your-favourites")
    page.page.route(f"**{FAVOURITES}", fail_once)
    server.client(person="ada").send("PUT", path("green-tea"))
    expect(page.favourites).to_contain_text("Green tea")
    assert failed
    assert all("Espresso" in text for _, text in page.noted_texts("your-favourites"))
