"""Each of the product's own tips in its own page: it comes where it helps, points at what it explains, leads there, and ends
with the use of it. (Ordering again and the kitchen's recall: test_tips_in_pages.py; those of the terminal: test_terminal_tips.py.)
"""

import json
import pathlib
import time

import pytest
from playwright.sync_api import expect

from client import line
from coordinates import Position
from gallery_page import COVERED, GEOMETRY
from looks import PHONE, TABLET
from pages import AttendancePage, KitchenPage
from tip_ledger import donations
from tip_pages import TipPage, let_tips_come, wait_for, wait_until_sent
from waiting import wait_until

TIPS = [tip["id"] for tip in json.loads((pathlib.Path(__file__).parents[3] / "Web/Tips/catalogue.json").read_text("utf-8"))["tips"]]
DEVICE = 0x99887766_55443300
HOUR = 3_600_000
MAIN_CAFE = Position(52.4735, 13.4038)
# Whether the browser has noticed in the last hours that it is near a café.
IS_VISITING = """
Object.values(JSON.parse(localStorage.getItem("vicinity-near/person/ada"))?.seen ?? {}).some(time => Date.now() - time < 4 * 3_600_000)
"""


@pytest.fixture
def only(server):
    """Leaves some tips on, and switches all others off, so that none of them comes first."""

    def switch(*wanted):
        administrator = server.client(person="omar")
        for tip in TIPS:
            answer = administrator.send("PUT", f"/api/v1/tips/{tip}/switch", {"isOn": tip in wanted})
            assert answer.status == 200, answer

    return switch


def use(server, person, event, times):
    """The person has used something on another device."""
    now = int(time.time() * 1_000_000)
    rows = [(now - 3_600_000_000 + number, number, 0) for number in range(times)]
    body = {"device": f"{DEVICE:016x}", "platform": "web", "language": "en", "cursor": 0, "changes": donations(DEVICE, event, rows)}
    answer = server.client(person=person).send("POST", "/api/v1/tips/ledger", body)
    assert answer.status == 200, answer


def has_used(server, person, event):
    """Whether the server knows that the person has used something."""
    events = server.client(person=person).get("/api/v1/tips/export")["events"]
    return any(known["name"] == event and known["donations"] for known in events)


@pytest.fixture
def page(server, visit):
    def make(person="Ada Morgan", language="en", **options):
        visitor = visit(server.url, tips=True, **{"viewport": TABLET, "locale": "en-GB", **options})
        visitor.context.add_cookies([{"name": "vicinity-language", "value": language, "url": server.url}])
        return TipPage(visitor, language)

    return make


def assert_points_at(page, anchor):
    """The open popover stands beside what it explains, with its arrow at it, or at the foot of the window, and that is marked."""
    geometry = page.page.evaluate(GEOMETRY, anchor)
    assert not geometry["covers"] and geometry["inside"], geometry
    if geometry["edge"] == "foot":
        expect(page.page.locator(f"#{anchor}")).to_have_css("outline-style", "dashed")
    else:
        assert geometry["points"] <= 1, geometry
    assert page.page.evaluate(COVERED) == []


def test_who_picks_cafes_by_hand_is_told_of_the_closest(server, only, page):
    only("closest-cafe", "follow-me")
    use(server, "ada", "cafe.chosen", 2)
    page = page().open()
    expect(page.popover).to_contain_text("Find the closest café")
    assert_points_at(page, "change-cafe")
    page.popover.get_by_role("button", name="Show me").click()
    expect(page.heading("Where would you like to eat?")).to_be_visible()
    expect(page.popover).to_have_count(0)


def test_who_asks_for_the_closest_each_time_is_told_of_following(server, only, page):
    """The group at “Change café” is ordered: the second tip comes once the first has ended, here by use (TD7)."""
    only("closest-cafe", "follow-me")
    use(server, "ada", "cafe.chosen", 2)
    use(server, "ada", "cafe.closest", 2)
    page = page().open()
    expect(page.popover).to_contain_text("Let the page come with you")
    assert_points_at(page, "change-cafe")
    page.popover.get_by_role("button", name="Show me").click()
    page.page.get_by_role("switch").check()
    wait_until(lambda: has_used(server, "ada", "cafe.followed"))


def test_who_orders_often_is_told_of_orders_that_wait(server, only, page):
    only("start-cooking")
    for _ in range(3):
        server.client(person="ada").order("main-cafe", [line("red-lentil-soup")])
    page = page().open()
    page.page.locator("#your-orders").click()
    page.page.locator(".order-again").first.click()
    expect(page.heading("Review your order")).to_be_visible()
    tip = page.page.get_by_role("note", name="Order now, eat when you arrive")
    expect(tip).to_be_visible()
    expect(page.page.get_by_label("When I come near")).to_be_visible()
    page.page.get_by_label("When I come near").check()
    page.button("Order and set aside {total} at {cafe}, local time {time}", cafe="Main Café").click()
    expect(page.headline()).to_be_visible()
    wait_until(lambda: has_used(server, "ada", "order.waited"))


def test_who_orders_the_same_again_and_again_is_told_of_favourites(server, only, page):
    only("favourites")
    client = server.client(person="ada")
    for lines in ([line("red-lentil-soup")], [line("red-lentil-soup"), line("espresso")]):
        client.order("main-cafe", lines)
    early = page().open()
    let_tips_come(early.page)
    expect(early.page.get_by_role("note", name="Your usual, first")).to_have_count(0)
    client.order("main-cafe", [line("red-lentil-soup")])
    page, other = page().open(), page(viewport=PHONE).open()
    for each in (page, other):
        tip = each.page.get_by_role("note", name="Your usual, first")
        expect(tip).to_be_visible()
        # At the head of the menu, over no item; both looked at at once, as the page may still be on the move.
        assert tip.evaluate("tip => tip.getBoundingClientRect().bottom <= document.querySelector('cafe-menu').getBoundingClientRect().top")
        each.visitor.assert_accessible()
    page.button("Favourite: {item}", item="Red lentil soup").click()
    for each in (page, other):
        expect(each.page.get_by_role("note", name="Your usual, first")).to_have_count(0)
    wait_until(lambda: has_used(server, "ada", "item.marked"))


def test_who_has_a_favourite_from_a_terminal_is_told_of_nothing(server, only, page):
    """No device has donated anything: the server knows that there is one."""
    only("favourites")
    client = server.client(person="ada")
    for _ in range(3):
        client.order("main-cafe", [line("red-lentil-soup")])
    assert client.send("PUT", "/api/v1/cafes/main-cafe/favourites/espresso").status == 200
    page = page().open()
    let_tips_come(page.page)
    expect(page.page.get_by_role("note", name="Your usual, first")).to_have_count(0)


def test_who_is_often_near_a_cafe_is_told_of_it_by_their_browser_alone_TA10(server, only, page):
    """TA10, the session's trail tip: four visits, hours apart; the server learns nothing of them."""
    only("new-cafe-nearby")
    page = page()
    page.visitor.allow_location(MAIN_CAFE)
    page.open()
    tip = page.page.get_by_role("note", name="A café close to you")
    page.page.locator("#change-cafe").click()
    page.page.locator("[data-key=closest]").click()
    for _ in range(3):
        wait_for(page.page, IS_VISITING)
        expect(tip).to_have_count(0)
        page.page.clock.fast_forward(5 * HOUR)
        page.page.reload()
    expect(tip).to_be_visible()
    wait_until_sent(page.page)
    assert not has_used(server, "ada", "cafe.near")


def test_a_kitchen_that_taps_a_lot_is_told_of_its_keys(only, visit, server):
    only("kitchen-keys")
    kitchen = KitchenPage(visit(server.url, tips=True, viewport={"width": 1600, "height": 900}))
    kitchen.open("Kitchen display, Main Café")
    waiting = [["kitchen.bumped", None, int(time.time() * 1000) - number] for number in range(20)]
    kitchen.page.evaluate("waiting => localStorage.setItem('vicinity-tips-waiting/device/kitchen-main', JSON.stringify(waiting))", waiting)
    kitchen.page.reload()
    tip = kitchen.page.get_by_role("note", name="Faster with keys")
    expect(tip).to_be_visible()
    kitchen.visitor.assert_accessible()
    kitchen.page.keyboard.press("?")
    expect(tip).to_have_count(0)


def test_who_clocks_in_without_reminders_is_told_of_them(server, only, visit):
    only("door-reminder")
    client = server.client(person="ada")
    for kind in ("in", "out"):
        answer = client.send("POST", "/api/v1/attendance/punches", {"kind": kind, "site": "berlin"}, idempotency_key=kind)
        assert answer.status == 201, answer
    page = AttendancePage(visit(server.url, tips=True, viewport=TABLET, locale="en-GB")).open()
    page.sign_in("Ada Morgan")
    tip = page.page.get_by_role("note", name="Never forget to clock in")
    expect(tip).to_be_visible()
    page.switch().check()
    expect(tip).to_have_count(0)


def test_who_has_ordered_is_told_of_their_data(server, only, page):
    only("your-data")
    server.client(person="ada").order("main-cafe", [line("red-lentil-soup")])
    page = page().open()
    expect(page.popover).to_contain_text("What Vicinity knows of you")
    assert_points_at(page, "your-data-link")
    page.popover.get_by_role("button", name="Show me").click()
    expect(page.page).to_have_url(f"{server.url}/your-data")
    seen = page.page.locator(".seen-tip")
    expect(seen).to_contain_text("What Vicinity knows of you")


def test_no_popover_is_over_what_is_paid_and_the_number_of_an_order(server, only, page):
    """It goes with the menu, and is back with it."""
    only("your-data")
    server.client(person="ada").order("main-cafe", [line("red-lentil-soup")])
    page = page().open()
    expect(page.popover).to_contain_text("What Vicinity knows of you")
    # A pointer that presses elsewhere would send the tip away; the keyboard does not.
    page.named("button", "Espresso").press("Enter")
    dialog = page.page.get_by_role("dialog", name="Espresso")
    dialog.get_by_role("button", name=page.say("Add to basket")).press("Enter")
    expect(dialog).to_be_hidden()
    page.button("Review order").press("Enter")
    expect(page.heading("Review your order")).to_be_visible()
    expect(page.popover).to_have_count(0)
    page.page.locator(".pay").click()
    expect(page.headline()).to_be_visible()
    page.expect_no_tip()
    page.button("Back to the menu").click()
    expect(page.popover).to_contain_text("What Vicinity knows of you")


@pytest.mark.every_language
def test_a_browser_of_another_language_is_spoken_to_in_it(only, page):
    """The tip is in the language that it offers, and says so to screen readers; the rest of the page is as it was."""
    only("language")
    page = page(language="ja", locale="de-DE").open("Kenji Arai")
    expect(page.popover).to_contain_text("In Ihrer Sprache lesen")
    # Said first, as these words are removed after ten seconds.
    expect(page.page.locator(".tip-announcer [lang=de]").first).to_have_text("In Ihrer Sprache lesen")
    expect(page.popover.locator(".tip-card")).to_have_attribute("lang", "de")
    expect(page.popover.get_by_role("button", name=page.say("Close tip"))).to_have_attribute("lang", "ja")
    assert_points_at(page, "language-de")
    page.page.reload()
    expect(page.popover).to_contain_text("In Ihrer Sprache lesen")
    page.page.get_by_role("link", name="Deutsch").click()
    expect(page.page.locator("html")).to_have_attribute("lang", "de")
    page.expect_no_tip()


@pytest.mark.every_language
@pytest.mark.parametrize(("language", "fonts"), [("de", "dejavu"), ("ar", "noto"), pytest.param("ar", "dejavu", marks=pytest.mark.long), pytest.param("de", "noto", marks=pytest.mark.long)])
def test_a_popover_about_the_header_leaves_the_rows_below_it_free_TA7(only, page, language, fonts):
    """TA7: it covers nothing that can be pressed, no heading and no number, also when more is drawn below it."""
    only("language")
    widths = (320, 390, 1000)
    page = page(language=language, locale="es-ES", viewport={"width": widths[0], "height": 800}).open()
    for width in widths:
        # On a phone the languages are behind the button of the header.
        anchor = "language-es" if width >= 768 else "site-menu-button"
        # The tip comes up three times and then no more.
        if width != widths[0]:
            page.page.set_viewport_size({"width": width, "height": 800})
            page.page.reload()
        expect(page.popover).to_contain_text("Lee esto en tu idioma")
        assert_points_at(page, anchor)
        page.page.evaluate("scrollBy(0, 10)")
        page.page.evaluate("document.querySelector('main').append(document.createElement('button'))")
        page.page.clock.run_for(300)
        expect(page.popover).to_be_visible()
        assert_points_at(page, anchor)


@pytest.mark.every_language
def test_without_the_words_of_another_language_there_are_tips_all_the_same(server, only, page):
    """The request for the words of the other language fails; the tip then speaks the page's, and others come too."""
    only("language", "closest-cafe")
    page = page(language="ja", locale="de-DE")
    page.page.route("**/api/v1/tips?platform=web&lang=de", lambda route: route.fulfill(status=429))
    page.open("Kenji Arai")
    expect(page.popover).to_contain_text("あなたの言語で読めます")
    assert_points_at(page, "language-de")
