"""The product's own tips in its own pages, from the real server: when they come, when they do not, and what is kept and sent."""

import base64
import json
import re

import pytest
from playwright.sync_api import expect

from client import line
from coordinates import Position
from gallery_page import GEOMETRY
from looks import LOCALES, PHONE, TABLET
from pages import OrderPage, UsedPage
from tip_pages import AGAIN, TipPage, YourDataPage, control_time, let_tips_come, order_twice, wait_for, wait_for_tips, wait_until_sent
from waiting import wait_until

CAFE = "Main Café"
LEDGER = "/api/v1/tips/ledger"
# What a browser keeps of a person's tips, without the catalogue, as text.
KEPT = """
Object.fromEntries(Object.entries(localStorage)
  .filter(([key]) => /^vicinity-(tips|near)/.test(key) && !/catalogue|device/.test(key))
  .map(([key, text]) => [key, key.startsWith("vicinity-tips/") ? atob(JSON.parse(text).ledger) : text]))
"""
# A browser that keeps nothing beyond the tab.
FULL_STORAGE = """
const { setItem } = Storage.prototype
Storage.prototype.setItem = function (...rest) {
  if (this === localStorage) throw new DOMException("full", "QuotaExceededError")
  return setItem.apply(this, rest)
}
"""


@pytest.fixture
def order_page(server, visit):
    def make(person="Ada Morgan", language="en", **options):
        visitor = visit(server.url, tips=True, **{"viewport": TABLET, **options})
        # Chosen by hand, so that a sign-in does not turn the page to the person's own language.
        visitor.context.add_cookies([{"name": "vicinity-language", "value": language, "url": server.url}])
        return TipPage(visitor, language).open(person)

    return make


def test_a_tip_that_was_closed_does_not_come_back_on_another_device_T98(server, order_page):
    """T98, T35: what one browser has shown and closed, another one of the same person knows."""
    order_twice(server, "ada")
    page = order_page()
    expect(page.popover).to_contain_text(AGAIN)
    assert not page.page.evaluate(GEOMETRY, "your-orders")["covers"]
    page.visitor.assert_accessible()
    page.popover.get_by_role("button", name="Close tip").click()
    expect(page.popover).to_have_count(0)
    page.wait_until_sent()
    order_page().expect_no_tip()


def test_a_tip_that_is_closed_on_one_device_goes_from_the_open_page_of_another(server, order_page):
    """T98: the feed tells the other page, which would ask by itself only after minutes."""
    order_twice(server, "ada")
    desk, phone = order_page(), order_page()
    for page in (desk, phone):
        expect(page.popover).to_contain_text(AGAIN)
        page.wait_until_sent()
    phone.popover.get_by_role("button", name="Close tip").click()
    expect(phone.popover).to_have_count(0)
    phone.wait_until_sent()
    expect(desk.popover).to_have_count(0)
    told = server.rows("SELECT body FROM feed WHERE kind = 'tips' ORDER BY number DESC LIMIT 1")
    assert set(json.loads(told[0][0])) == {"cursor"}


def test_a_tip_that_was_only_shown_comes_back_elsewhere(server, order_page):
    """T70: the frequency holds back new tips, not one that has been seen."""
    order_twice(server, "ada")
    page = order_page()
    expect(page.popover).to_contain_text(AGAIN)
    page.page.keyboard.press("Escape")
    expect(page.popover).to_have_count(0)
    page.wait_until_sent()
    other = order_page()
    expect(other.popover).to_contain_text(AGAIN)


def test_a_tip_waits_until_a_cafe_is_chosen(server, visit):
    """The press that chooses one would send it away unread."""
    order_twice(server, "ada")
    page = OrderPage(control_time(visit(server.url, tips=True, viewport=TABLET))).open()
    page.page.locator("[data-key=sign-in]").click()
    page.sign_in("Ada Morgan")
    let_tips_come(page.page)
    expect(page.page.locator("tip-popover:popover-open")).to_have_count(0)
    page.page.locator(".cafe-card").first.click()
    expect(page.page.locator("tip-popover:popover-open")).to_contain_text(AGAIN)
    page.page.clock.run_for(2_000)
    expect(page.page.locator("tip-popover:popover-open")).to_contain_text(AGAIN)


def test_whoever_has_used_a_feature_never_sees_its_tip_T85(server, order_page):
    """T85: order again is used, in one browser; its tip comes in none."""
    server.client(person="ada").order("main-cafe", [line("red-lentil-soup", quantity=2, note="hot")])
    page = order_page()
    page.page.locator("#your-orders").click()
    page.page.locator(".order-again").first.click()
    expect(page.heading("Review your order")).to_be_visible()
    expect(page.page.locator("order-review .lines")).to_contain_text("hot")
    page.wait_until_sent()
    server.client(person="ada").order("main-cafe", [line("red-lentil-soup")])
    other = order_page()
    let_tips_come(other.page)
    expect(other.page.get_by_text(AGAIN)).to_have_count(0)


def test_what_is_closed_offline_is_told_when_the_network_is_back(server, order_page):
    order_twice(server, "ada")
    page = order_page()
    expect(page.popover).to_contain_text(AGAIN)
    page.wait_until_sent()
    page.visitor.context.set_offline(True)
    page.popover.get_by_role("button", name="Close tip").click()
    expect(page.popover).to_have_count(0)
    with page.page.expect_event("requestfailed", lambda request: request.url.endswith(LEDGER)):
        page.page.clock.run_for(2_500)
    page.visitor.context.set_offline(False)
    page.wait_until_sent()
    order_page().expect_no_tip()


def test_a_tip_is_reached_and_followed_by_keyboard(server, order_page):
    """TA7: Tab leads from the button into the tip; its action leads to the feature and ends the tip."""
    order_twice(server, "ada")
    page = order_page()
    expect(page.popover).to_contain_text(AGAIN)
    page.page.locator("#your-orders").focus()
    page.page.keyboard.press("Tab")
    page.page.keyboard.press("Enter")
    expect(page.heading("Your orders")).to_be_visible()
    expect(page.popover).to_have_count(0)
    page.page.reload()
    page.expect_no_tip()


@pytest.mark.parametrize("what", ["the module", "the catalogue", "the ledger", "storage"])
def test_the_page_is_unhurt_when_something_of_tips_fails(server, visit, what):
    """The page takes an order all the same, and what was used is noted."""
    order_twice(server, "ada")
    visitor = visit(server.url, tips=True, viewport=TABLET)
    if what == "the module":
        visitor.page.route("**/core/tips.wasm", lambda route: route.abort())
    if what == "the catalogue":
        visitor.page.route(re.compile(r"/api/v1/tips\?"), lambda route: route.fulfill(status=200, body='{"tips":[{"id":1}]}', content_type="application/json"))
    if what == "the ledger":
        visitor.page.route(f"**{LEDGER}", lambda route: route.fulfill(status=503, body="{}"))
    if what == "storage":
        visitor.page.add_init_script(FULL_STORAGE)
    page = TipPage(visitor)
    if what in ("the module", "the catalogue"):
        # What is used before that is in the record which the attempt begins, and only later in the list that waits.
        with visitor.page.expect_console_message(lambda message: message.text.startswith("There are no tips:")):
            page.open()
    else:
        page.open()
    page.page.locator("#your-orders").click()
    page.page.locator(".order-again").first.click()
    expect(page.heading("Review your order")).to_be_visible()
    if what in ("the module", "the catalogue"):
        waiting = page.page.evaluate("JSON.parse(localStorage.getItem('vicinity-tips-waiting/person/ada'))")
        assert [event for event, _, _ in waiting][-1] == "order.repeated"
    page.page.locator(".pay").click()
    expect(page.headline()).to_be_visible()


def test_the_last_good_catalogue_goes_on_TA5(server, order_page):
    """TA5: a catalogue that cannot be read takes nothing away."""
    order_twice(server, "ada")
    page = order_page()
    expect(page.popover).to_contain_text(AGAIN)
    page.visitor.page.route(re.compile(r"/api/v1/tips\?"), lambda route: route.fulfill(status=200, json={"tips": [{"id": 1}]}))
    page.page.reload()
    expect(page.popover).to_contain_text(AGAIN)


def test_the_module_comes_after_the_page(server, order_page):
    """Nothing that a page is for waits for tips."""
    order_twice(server, "ada")
    page = order_page()
    page.wait_for_machine()
    paths = [request.url.removeprefix(server.url) for request in page.visitor.traffic.requests]
    module = next(index for index, path in enumerate(paths) if path.endswith("/core/tips.wasm"))
    assert module > next(index for index, path in enumerate(paths) if path.endswith("/api/v1/cafes"))


def test_nobody_who_is_not_signed_in_is_asked_or_kept(server, visit):
    visitor = control_time(visit(server.url, tips=True))
    page = OrderPage(visitor).open()
    page.choose_cafe(CAFE)
    # Longer than a busy page puts off the loading of its tips.
    page.page.clock.run_for(5_000)
    assert not [request.url for request in visitor.traffic.requests if "/api/v1/tips" in request.url or "tips.wasm" in request.url]
    assert page.page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('vicinity-tips')).length") == 0


def test_where_somebody_was_stays_in_the_browser_TA10(server, visit):
    """TA10: visits are counted here, and no request has them, the place or a coordinate."""
    visitor = visit(server.url, tips=True, viewport=TABLET)
    visitor.allow_location(Position(52.4735, 13.4038))
    page = OrderPage(visitor).open()
    page.page.locator("[data-key=sign-in]").click()
    page.sign_in("Ada Morgan")
    page.page.locator("[data-key=closest]").click()
    expect(page.named("heading", CAFE)).to_be_visible()
    wait_for(
        page.page,
        "Object.entries(localStorage).some(([key, text]) => key.startsWith('vicinity-tips/') && atob(JSON.parse(text).ledger).includes('cafe.near'))")
    assert "main-cafe" not in page.page.evaluate("localStorage.getItem('vicinity-near/person/ada')")
    wait_until_sent(page.page)
    sent = [json.loads(request.post_data) for request in visitor.traffic.requests if request.url.endswith(LEDGER)]
    ledgers = [base64.b64decode(body["changes"]) for body in sent if body["changes"]]
    assert any(b"cafe.closest" in ledger for ledger in ledgers)
    assert not any(b"cafe.near" in ledger or b"area" in ledger for ledger in ledgers)


def test_signing_out_sends_and_removes(server, order_page):
    order_twice(server, "ada")
    page = order_page()
    expect(page.popover).to_contain_text(AGAIN)
    page.popover.get_by_role("button", name="Close tip").click()
    page.page.locator("[data-key=leave]").click()
    expect(page.page.locator("[data-key=sign-in]")).to_be_visible()
    assert page.page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('vicinity-tips') || key.startsWith('vicinity-near'))") == []
    order_page().expect_no_tip()


def test_signing_out_sends_what_changed_during_a_request(server, order_page):
    order_twice(server, "ada")
    page = order_page()
    expect(page.popover).to_contain_text(AGAIN)
    page.wait_until_sent()
    held = []
    page.page.route("**" + LEDGER, lambda route: route.continue_() if held else held.append(route))
    page.page.evaluate("dispatchEvent(new Event('online'))")
    wait_until(lambda: page.page.evaluate("1") and held)
    page.popover.get_by_role("button", name="Close tip").click()
    page.page.locator("[data-key=leave]").click()
    held[0].continue_()
    expect(page.page.locator("[data-key=sign-in]")).to_be_visible()
    order_page().expect_no_tip()


def test_two_tabs_are_one_person_TD17(server, order_page):
    """T98 within a browser: a tip that is closed in one tab leaves the other."""
    order_twice(server, "ada")
    page = order_page()
    expect(page.popover).to_contain_text(AGAIN)
    second = page.visitor.context.new_page()
    second.goto(server.url + "/order")
    expect(second.locator("tip-popover:popover-open")).to_contain_text(AGAIN)
    page.page.bring_to_front()
    page.popover.get_by_role("button", name="Close tip").click()
    expect(second.locator("tip-popover:popover-open")).to_have_count(0)


def test_tabs_that_open_together_leave_each_other_their_records(server, visit):
    """A tab takes over only what no tab holds, also when it took its own number before the other and begins after it."""
    order_twice(server, "ada")
    visitor = visit(server.url, tips=True, viewport=TABLET)
    held = []
    visitor.page.route("**/core/tips.wasm", lambda route: held.append(route))
    first = TipPage(visitor).open()

    def is_held():
        # Routes are heard of while a page answers.
        first.page.evaluate("1")
        return held

    wait_until(is_held)
    second = visitor.context.new_page()
    second.goto(server.url + "/order")
    popover = second.locator("tip-popover:popover-open")
    expect(popover).to_contain_text(AGAIN)
    records = "Object.keys(localStorage).filter(key => /^vicinity-tips[/]person[/]ada[/]/.test(key)).sort()"
    assert second.evaluate(records) == ["vicinity-tips/person/ada/1"]
    held[0].continue_()
    wait_for(second, f"{records}.length === 2")
    # Before it asks the server, a tab takes over what it finds.
    wait_for_tips(first.page)
    assert second.evaluate(records) == ["vicinity-tips/person/ada/0", "vicinity-tips/person/ada/1"]
    second.bring_to_front()
    expect(popover).to_contain_text(AGAIN)
    popover.get_by_role("button", name="Close tip").click()
    expect(first.popover).to_have_count(0)
    wait_until_sent(second)


def test_signing_out_in_one_tab_removes_what_the_other_writes(server, order_page):
    order_twice(server, "ada")
    page = order_page()
    expect(page.popover).to_contain_text(AGAIN)
    second = page.visitor.context.new_page()
    second.goto(server.url + "/order")
    expect(second.locator("tip-popover:popover-open")).to_contain_text(AGAIN)
    page.page.bring_to_front()
    page.page.locator("[data-key=leave]").click()
    expect(page.page.locator("[data-key=sign-in]")).to_be_visible()
    wait_for(page.page, "Object.keys(localStorage).every(key => !/tips|near/.test(key))")
    # The other tab has heard of it.
    expect(second.locator("tip-popover:popover-open")).to_have_count(0)
    # Longer than changes gather before they are kept and sent.
    second.clock.run_for(5_000)
    assert page.page.evaluate("Object.keys(localStorage).filter(key => /tips|near/.test(key))") == []


def test_the_kitchen_screen_learns_by_itself(server, visit):
    """A screen has no person: what it knows stays with it, and nothing is exchanged."""
    visitor = visit(server.url, tips=True, viewport={"width": 1600, "height": 900})
    visitor.open("/kitchen")
    visitor.page.get_by_role("button").filter(has_text="Kitchen display, Main Café").click()
    client = server.client(person="ada")
    for _ in range(10):
        client.order("main-cafe", [line("espresso")])
    unfinished = visitor.page.locator("kitchen-ticket:not([data-stage=done]) [data-key=bump]")
    for count in range(10, 0, -1):
        expect(unfinished).to_have_count(count)
        unfinished.first.click()
    expect(visitor.page.get_by_role("note", name="Bumped too early?")).to_be_visible()
    visitor.assert_accessible()
    assert not [request for request in visitor.traffic.requests if request.url.endswith(LEDGER)]


# MARK: your data


def test_a_person_reads_tips_again_takes_them_along_and_erases_them_TA6_TA9(server, order_page, visit):
    """TA6, TA9."""
    order_twice(server, "ada")
    page = order_page()
    expect(page.popover).to_contain_text(AGAIN)
    page.popover.get_by_role("button", name="Close tip").click()
    page.wait_until_sent()
    assert server.client(person="omar").send("GET", "/api/v1/tips/order-again/explanation?person=ada").status == 200
    data = YourDataPage(visit(server.url, tips=True, viewport=TABLET)).open()
    expect(data.page.get_by_role("region", name="Who looked at your data")).to_contain_text("Omar Haddad asked why you see the tip “order-again”")
    seen = data.page.locator(".seen-tip")
    expect(seen).to_have_count(1)
    expect(seen).to_contain_text(AGAIN)
    expect(seen).to_contain_text("You closed it")
    with data.page.expect_download() as download:
        data.button("Save as a file").click()
    assert "order-again" in json.dumps(json.loads(download.value.path().read_text()))
    data.button("Erase it").click()
    data.button("Keep it").click()
    expect(seen).to_have_count(1)
    # An open page hears of it at once, and shows the tip again: it may, and would be seen again.
    page.page.goto("about:blank")
    data.button("Erase it").click()
    data.button("Erase it for good").click()
    # The list is empty as soon as the feed tells it, and this browser's own record goes with the answer.
    expect(data.text("What was kept for tips is erased.")).to_be_visible()
    expect(seen).to_have_count(0)
    expect(data.text("No tip has been shown to you yet. They come now and then, where they help.")).to_be_visible()
    wait_until_sent(data.page)
    kept = data.page.evaluate(KEPT)
    assert not [key for key in kept if "near" in key or "waiting" in key or "aside" in key]
    assert not [text for text in kept.values() if "data.opened" in text or "order-again" in text]
    page.page.goto(server.url + "/order")
    expect(page.popover).to_contain_text(AGAIN)


def test_your_data_follows_what_other_devices_do_T98(server, order_page, visit):
    """T98: the page is not looked at anew, and would ask by itself only after minutes."""
    order_twice(server, "ada")
    data = YourDataPage(visit(server.url, tips=True, viewport=TABLET)).open()
    expect(data.text("No tip has been shown to you yet. They come now and then, where they help.")).to_be_visible()
    phone = order_page()
    expect(phone.popover).to_contain_text(AGAIN)
    seen = data.page.locator(".seen-tip")
    expect(seen).to_have_count(1)
    link = data.page.get_by_role("link", name=data.say("Look at today"))
    link.focus()
    phone.popover.get_by_role("button", name="Close tip").click()
    expect(seen).to_contain_text("You closed it")
    leaves = data.page.locator(".kept .leave")
    expect(leaves).to_have_text(["Off", "Off"])
    client = server.client(person="ada")
    assert client.send("PUT", "/api/v1/presence/following", {"following": True}).status == 200
    expect(leaves).to_have_text(["Off", "On"])
    expect(link).to_be_focused()
    assert client.send("DELETE", "/api/v1/tips/ledger").status in (200, 204)
    expect(seen).not_to_contain_text("You closed it")


def test_your_data_says_when_it_is_not_live(server, visit):
    data = YourDataPage(visit(server.url, tips=True, viewport=TABLET)).open()
    server.kill()
    expect(data.page.locator("link-state")).to_contain_text("Not live since")
    data.visitor.assert_accessible()
    server.start()
    expect(data.page.locator("link-state")).to_be_empty()


# MARK: numbers


def test_administrators_see_numbers_and_nobody(server, order_page, visit):
    """TA4: a group of one is hidden; others are refused; a tip is switched off and on."""
    order_twice(server, "ada")
    page = order_page()
    expect(page.popover).to_contain_text(AGAIN)
    page.wait_until_sent()
    visitor = visit(server.url, tips=True, viewport=TABLET)
    visitor.open("/tip-statistics")
    numbers = UsedPage(visitor)
    numbers.page.locator("[data-key=sign-in-first]").click()
    numbers.page.get_by_role("dialog").get_by_role("button").filter(has_text="Omar").click()
    tip = numbers.page.locator(".statistic").filter(has_text="order-again")
    expect(tip).to_contain_text("Fewer than 5 people have been shown this tip")
    expect(tip.get_by_role("table")).to_have_count(0)
    visitor.assert_accessible()
    tip.get_by_role("switch").uncheck()
    expect(numbers.text("The tip is off. Pages that are open follow within minutes.")).to_be_visible()
    page.page.reload()
    page.expect_no_tip()


def test_statistics_are_for_administrators(server, visit):
    visitor = visit(server.url, tips=True)
    visitor.open("/tip-statistics")
    page = UsedPage(visitor)
    expect(page.text("This page is for administrators.")).to_be_visible()
    page.page.locator("[data-key=sign-in-first]").click()
    page.page.get_by_role("dialog").get_by_role("button").filter(has_text="Ada Morgan").click()
    expect(page.text("This page is for administrators.")).to_be_visible()


def group(name, people, displays):
    """A platform or language as the server sends it."""
    return {"name": name, "people": people, "displays": displays, "seconds": 4 * displays}


def counts(people, displays, used, closed, dismissed, acted):
    """The counts of a tip as the server sends them; people who neither used nor closed it have it still."""
    ended = {"actionPerformed": used, "tipClosed": closed, "displayCountExceeded": None, "displayDurationExceeded": 0}
    return {"people": people, "displays": displays, "seconds": 4 * displays, "dismissed": dismissed, "acted": acted, "ended": ended}


# More people than the demo campus has: named groups, joined groups and hidden numbers.
STATISTICS = {
    "hiddenBelow": 5,
    "people": 1248,
    "unreadable": 3,
    "tips": [
        {
            "id": "order-again",
            "title": AGAIN,
            "isOn": True,
            **counts(1204, 3391, 418, 306, 97, 233),
            "platforms": [group("terminal", 31, 52), group("web", 1173, 3339)],
            "languages": [group("de", 388, 1008), group("en", 602, 1730), group("ja", 191, 601), group(None, 23, 52)],
        },
        {"id": "few", "title": "Few", "isOn": True, **counts(12, 20, 0, 0, 0, 0), "platforms": [], "languages": []},
        {"id": "none", "title": "None", "isOn": False, **counts(0, 0, 0, 0, 0, 0), "platforms": [], "languages": []},
    ],
}
LANGUAGE_HEADINGS = {"en": "Language", "ja": "言語", "ar": "اللغة", "de": "Sprache"}


def unfold(page):
    """The tables are folded away at first."""
    expect(page.locator(".breakdown")).to_have_count(2)
    expect(page.get_by_role("table")).to_have_count(0)
    for summary in page.locator(".breakdown summary").all():
        summary.click()


@pytest.fixture
def numbers_page(server, visit):
    """The page of the numbers with made-up ones, before an administrator."""

    def make(language="en", **options):
        visitor = visit(server.url, **{"viewport": TABLET, "reduced_motion": "reduce", **options})
        visitor.context.add_cookies([{"name": "vicinity-language", "value": language, "url": server.url}])
        visitor.page.route("**/api/v1/tips/statistics", lambda route: route.fulfill(json=STATISTICS))
        visitor.open("/tip-statistics")
        visitor.page.locator("[data-key=sign-in-first]").click()
        visitor.page.get_by_role("dialog").get_by_role("button").filter(has_text="Omar").click()
        unfold(visitor.page)
        return visitor

    return make


@pytest.mark.parametrize("width", [320, 1024])
def test_a_table_counts_people_by_platform_and_language(numbers_page, width):
    """TA4: it is a table for screen readers, however narrow the screen is."""
    visitor = numbers_page(viewport={"width": width, "height": 900})
    tip = visitor.page.get_by_role("article", name=AGAIN)
    expect(tip).to_contain_text("On screen4 hours")
    expect(tip.locator(".chart li")).to_have_text(["Followed or used418", "Tip closed306", "Shown often enoughhidden"])
    expect(visitor.page.locator(".statistics-main")).to_contain_text("The records of 3 people cannot be read and are not counted.")
    table = tip.get_by_role("table")
    expect(table.get_by_role("columnheader")).to_have_text(["People", "Times shown"])
    names = ["Everybody", "Where", "Pages", "Terminal", "Language", "English", "German", "Japanese", "Small groups together"]
    expect(table.get_by_role("rowheader")).to_have_text(names)
    english = table.get_by_role("row").filter(has=visitor.page.get_by_role("rowheader", name="English"))
    expect(english.get_by_role("cell")).to_have_text(["602", "1,730×"])
    few = visitor.page.locator(".statistic").filter(has_text="Few").get_by_role("table")
    expect(few.get_by_text("The groups are too small to be told apart.")).to_have_count(2)
    expect(visitor.page.locator(".statistic").nth(2)).to_contain_text("Nobody has been shown this tip yet.")


@pytest.mark.every_language
def test_figures_stand_below_their_names_from_right_to_left(numbers_page):
    """Figures themselves run from left to right, also in Arabic."""
    page = numbers_page("ar", locale="ar-EG").page
    assert page.locator(".statistic-figures dd").first.evaluate("element => getComputedStyle(element).textAlign") == "right"
    for cell in ("td.figures", "thead th"):
        assert page.locator(f".breakdown {cell}").first.evaluate("element => getComputedStyle(element).textAlign") == "left"


NUMBERS_WINDOWS = [(PHONE, 100), ({"width": 320, "height": 640}, 100), (TABLET, 100), (PHONE, 200)]


@pytest.mark.every_language
@pytest.mark.parametrize(("language", "fonts"), [
    ("ar", "noto"), ("de", "dejavu"),
    *(pytest.param(*letters, marks=pytest.mark.long) for letters in (("en", "dejavu"), ("en", "noto"), ("ja", "dejavu"), ("ar", "dejavu"), ("de", "noto"))),
])
def test_the_numbers_in_every_look(numbers_page, language, fonts):
    visitor = numbers_page(language, locale=LOCALES[language])
    expect(visitor.page.get_by_role("rowheader", name=LANGUAGE_HEADINGS[language]).first).to_be_visible()
    findings = visitor.contrast_in_the_dark()
    for viewport, text_size in NUMBERS_WINDOWS:
        visitor.show_in(viewport, text_size)
        visitor.picture(f"tip-statistics-{language}-{fonts}-{viewport['width']}-{text_size}")
        # Also text that sticks out of a box which itself does not.
        assert visitor.page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
        findings += visitor.overflow()
        # The table is another one on a narrow page.
        if text_size == 100 and viewport in (PHONE, TABLET):
            findings += visitor.violations()
    assert not findings, "\n".join(findings)


LOOKS = [
    ("ar", TABLET, "noto"), pytest.param("en", PHONE, "dejavu", marks=pytest.mark.long), pytest.param("en", TABLET, "noto", marks=pytest.mark.long),
    pytest.param("ja", TABLET, "dejavu", marks=pytest.mark.long), pytest.param("ar", PHONE, "dejavu", marks=pytest.mark.long),
]


@pytest.mark.every_language
@pytest.mark.parametrize(("language", "viewport", "fonts"), LOOKS, ids=lambda value: str(value["width"]) if isinstance(value, dict) else value)
def test_tips_and_their_pages_in_every_look(server, order_page, language, viewport, fonts):
    """No accessibility violation, enough contrast in the dark, nothing that sticks out, and no tip over what it explains."""
    order_twice(server, "ada")
    findings = []
    page = order_page(language=language, reduced_motion="reduce", viewport=viewport, locale=LOCALES[language])

    def check(name):
        page.visitor.picture(f"own-tips-{language}-{fonts}-{viewport['width']}-{name}")
        checks = [page.visitor.violations(), page.visitor.contrast_in_the_dark(), page.visitor.overflow()]
        findings.extend(f"{name}: {finding}" for found in checks for finding in found)

    expect(page.popover).to_be_visible()
    geometry = page.page.evaluate(GEOMETRY, "your-orders")
    assert not geometry["covers"] and geometry["inside"], geometry
    check("1-popover")
    page.page.keyboard.press("Escape")
    page.page.locator("#your-orders").click()
    expect(page.page.locator(".order-again").first).to_be_visible()
    check("2-orders")
    page.wait_until_sent()
    page.visitor.open("/your-data")
    expect(page.page.locator(".seen-tip")).to_have_count(1)
    if language == "ja":
        # Ada writes times the British way, but the names of months are those of the page.
        expect(page.page.locator(".seen-tip")).to_contain_text(re.compile(r"初回表示：\d{4}/\d{2}/\d{2} "))
    check("3-your-data")
    assert not findings, "\n".join(findings)
