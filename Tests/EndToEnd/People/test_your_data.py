"""The page "Your data": what is kept, who looked, language and formats, export and erasure; and what happens at a sign-out."""

import json

import pytest
from playwright.sync_api import expect

from client import Client
from cookie_client import CookieClient
from looks import PHONE, TABLET
from menu_page import CAFE, MenuPage, menu  # noqa: F401 (a fixture)
from tip_pages import YourDataPage
from waiting import wait_until

# What the browser keeps of the café that somebody has chosen.
PREFERENCE = "localStorage.getItem('vicinity-cafe-preference')"
KEPT_CAFE = "Object.keys(localStorage).filter(key => key.includes('cafe'))"


@pytest.mark.parametrize("place", ["order", "attendance", "your-data"])
def test_the_cafe_that_somebody_chose_goes_with_them(server, menu, place):
    """On whichever page they sign out."""
    page = menu()
    assert page.page.evaluate(KEPT_CAFE)
    page.visitor.open(f"/{place}")
    page.button("Sign out").click()
    expect(page.page.locator("[data-key^=sign-in]").first).to_be_visible()
    assert page.page.evaluate(KEPT_CAFE) == []
    page.visitor.open("/order")
    expect(page.heading("Where would you like to eat?")).to_be_visible()


def test_the_next_person_in_the_same_tab_is_asked_where_to_eat(menu):
    page = menu()
    page.button("Sign out").click()
    expect(page.heading("Where would you like to eat?")).to_be_visible()
    expect(page.page.locator("cafe-menu")).to_have_count(0)
    page.page.locator("[data-key=sign-in]").click()
    page.sign_in("Greta Lindqvist")
    page.choose_cafe(CAFE)
    expect(page.page.locator("cafe-menu .favourite").first).to_be_visible()


@pytest.mark.parametrize("follows", [False, True], ids=["named", "followed"])
def test_a_tab_does_not_bring_back_the_cafe_of_somebody_who_has_signed_out_in_another(server, menu, follows):
    page = menu()
    if follows:
        assert server.client(person="ada").send("PUT", "/api/v1/presence/following", {"following": True}).status == 200
        page.page.evaluate("localStorage.setItem('vicinity-cafe-preference', JSON.stringify({ kind: 'followed' }))")
        page.page.reload()
        page.page.locator("#change-cafe").click()
        expect(page.page.get_by_role("switch")).to_be_checked()
    other = MenuPage(page.visitor)
    other.page = page.visitor.context.new_page()
    other.page.goto(f"{server.url}/order")
    other.button("Sign out").click()
    expect(other.heading("Where would you like to eat?")).to_be_visible()
    # It notices, and shows nothing more of the café that was theirs.
    expect(page.page.locator("[data-key=sign-in]")).to_be_visible()
    expect(page.heading("Where would you like to eat?")).to_be_visible()
    expect(page.page.locator("cafe-menu, .cafe-card[aria-current=true]")).to_have_count(0)
    # What one tab stores reaches the other a moment later.
    wait_until(lambda: other.page.evaluate(KEPT_CAFE) == [], lambda: other.page.evaluate(KEPT_CAFE))
    # What is chosen afterwards is whoever's who is there.
    page.choose_cafe("Coffee Station")
    wait_until(lambda: "coffee-station" in (other.page.evaluate(PREFERENCE) or ""))


def test_a_session_that_ends_without_signing_out_leaves_the_cafe(server, menu):
    page = menu()
    [token] = [cookie["value"] for cookie in page.visitor.context.cookies() if cookie["name"] == "vicinity-session"]
    # Not in the page: the answer has the browser forget what it stores.
    beside = CookieClient(server.port, f"vicinity-session={token}")
    beside.csrf = beside.get("/api/v1/session")["csrf"]
    assert beside.send("DELETE", "/api/v1/session").status == 204
    expect(page.page.locator("[data-key=sign-in]")).to_be_visible()
    expect(page.page.locator("cafe-menu")).to_be_visible()
    assert page.page.evaluate(PREFERENCE)


@pytest.mark.parametrize(
    ("address", "part"),
    [("**/api/v1/tips/seen", "Tips you have seen"), ("**/api/v1/favourites", "Your favourites"), ("**/api/v1/attendance", "What is kept")])
def test_a_part_that_the_server_cannot_give_says_so_itself_and_the_link_is_not_lost(server, visit, address, part):
    visitor = visit(server.url, viewport=TABLET, locale="en-GB")
    failed, asked = [], []
    visitor.page.route(address, lambda route: (failed.append(route), route.fulfill(status=500, json={})))
    # What the page does when its stream has broken.
    visitor.page.on("request", lambda request: asked.append(request) if request.url.endswith("/api/v1/session") else None)
    data = YourDataPage(visitor).open()
    region = data.page.get_by_role("region", name=part)
    again = region.get_by_role("button", name="Try again")
    expect(again).to_be_visible()
    before = len(asked)
    while len(failed) < 3:
        data.page.wait_for_event("requestfinished")
    assert len(asked) == before
    expect(data.page.get_by_role("button", name="Try again")).to_have_count(1)
    data.visitor.assert_accessible()
    # It stays while the part fails, so that it can be pressed; afterwards the part may get well by itself, and it goes.
    before = len(failed)
    again.click()
    while len(failed) == before:
        data.page.wait_for_event("requestfinished")
    visitor.page.unroute(address)
    data.page.evaluate("document.querySelector('[data-key$=\"-again\"]')?.click()")
    expect(again).to_have_count(0)


def test_your_data_says_that_the_cafe_is_kept_in_this_browser(server, visit):
    data = YourDataPage(visit(server.url)).open()
    kind = data.page.locator(".kept-kind").filter(has_text="The café you have chosen")
    expect(kind).to_contain_text("in this browser only")
    kind.get_by_role("link", name="Change it").click()
    expect(data.heading("Where would you like to eat?")).to_be_visible()


def part(page, name):
    return page.get_by_role("region", name=name, exact=True)


@pytest.mark.every_language
def test_what_somebody_chooses_for_formats_holds_on_their_other_devices_and_without_the_server_W138(server, visit):
    """W138. A later program has made a choice that these pages do not know."""
    client = server.client(person="ada")
    assert client.send("PATCH", "/api/v1/preferences", {"later": {"depth": 1}}).status == 200
    data = YourDataPage(visit(server.url, viewport=TABLET, locale="en-GB")).open()
    own = part(data.page, "Language and formats")
    own.get_by_label("Clock").select_option("12 hours")
    own.get_by_label("Dates, numbers and money").select_option("es-UY")
    own.get_by_label("Week begins on").select_option("Saturday")
    expect(own).to_contain_text("12.345,6")
    own.get_by_role("button", name="Save").click()
    expect(data.page.get_by_text("Language and formats are saved.")).to_be_visible()
    data.visitor.assert_accessible()
    # Past the policy, because one module is asked directly below.
    other = YourDataPage(visit(server.url, viewport=PHONE, locale="de-DE", bypass_csp=True)).open()
    own = part(other.page, "Language and formats")
    expect(own.get_by_label("Clock")).to_have_value("12")
    expect(own.get_by_label("Week begins on")).to_have_value("sat")
    expect(own.get_by_label("Time zone")).to_have_value("")
    # Without the server the copy in the browser holds.
    other.page.route("**/api/v1/session", lambda route: route.abort())
    other.page.reload()
    module = "import('/assets/Shared/locale.js').then(({ sample }) => sample(undefined, Date.UTC(2026, 10, 23, 14, 5)).number)"
    assert other.page.evaluate(module) == "12.345,6"
    copy = json.loads(other.page.evaluate("localStorage.getItem('vicinity-preferences')"))["preferences"]
    kept = {"later": {"depth": 1}, "formats": "es-UY", "clock": "12", "firstDay": "sat"}
    assert copy == kept
    assert client.get("/api/v1/preferences") == kept


@pytest.mark.every_language
def test_the_language_that_somebody_chose_comes_with_them_to_another_device(server, visit):
    data = YourDataPage(visit(server.url, viewport=TABLET, locale="en-GB")).open()
    own = part(data.page, "Language and formats")
    own.get_by_label("Language", exact=True).select_option("de")
    own.get_by_role("button", name="Save").click()
    expect(data.page.locator("html")).to_have_attribute("lang", "de")
    other = visit(server.url, viewport=TABLET, locale="en-GB")
    other.open("/your-data")
    other.page.locator("[data-key=sign-in-first]").click()
    other.page.get_by_role("dialog").get_by_role("button").filter(has_text="Ada Morgan").click()
    expect(other.page.locator("html")).to_have_attribute("lang", "de")


def test_the_file_has_everything_that_the_page_lists(server, visit):
    data = YourDataPage(visit(server.url, viewport=TABLET, locale="en-GB")).open()
    expect(part(data.page, "What is kept")).to_contain_text("since")
    listed = server.client(person="ada").get("/api/v1/own-data")["parts"]
    with data.page.expect_download() as download:
        data.button("Save all as a file").click()
    saved = json.loads(download.value.path().read_text(encoding="utf-8"))
    assert saved["format"] == "vicinity-own-data-1"
    assert saved["person"]["id"] == "ada"
    for each in listed:
        if each["name"] not in ("tips", "security-log", "sessions", "notices"):
            assert len(saved[each["name"]]) == each["count"], each
    assert {each["name"] for each in listed} <= set(saved)
    assert saved["security-log"][0]["kind"] == "exported"


def test_an_erasure_says_before_and_after_what_stays(server, visit):
    client = server.client(person="ada")
    site = client.get("/api/v1/attendance")["sites"][0]["id"]
    assert client.send("POST", "/api/v1/attendance/punches", {"kind": "in", "site": site}, Idempotency_Key="first").status == 201
    data = YourDataPage(visit(server.url, viewport=PHONE, locale="en-GB")).open()
    data.button("Erase all and end my account").click()
    dialog = data.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Clocking in and out")
    expect(dialog).to_contain_text("Working time has to stay provable")
    data.visitor.assert_accessible()
    dialog.get_by_role("button", name="Keep it", exact=True).click()
    assert client.send("GET", "/api/v1/own-data").status == 200
    data.button("Erase all and end my account").click()
    data.page.get_by_role("dialog").get_by_role("button", name="Erase it for good").click()
    expect(data.heading("Your data is erased")).to_be_focused()
    expect(data.page.get_by_role("main")).to_contain_text("Working time has to stay provable")
    data.visitor.assert_accessible()
    assert client.send("GET", "/api/v1/own-data").status == 401
    assert data.page.evaluate("Object.keys(localStorage).filter(key => key.includes('preferences'))") == []
    # Nobody can sign in as them any more.
    people = Client(server.port).get("/api/v1/sign-in")["people"]
    assert "ada" not in [person["id"] for person in people]
