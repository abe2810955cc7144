"""The page "Your data": what it says of what is kept, and what becomes of it when somebody signs out."""

import pytest
from playwright.sync_api import expect

from cookie_client import CookieClient
from looks import TABLET
from menu_page import CAFE, MenuPage, menu  # noqa: F401 (a fixture)
from tip_pages import YourDataPage

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
    assert other.page.evaluate(KEPT_CAFE) == []
    # What is chosen afterwards is whoever's who is there.
    page.choose_cafe("Coffee Station")
    assert "coffee-station" in other.page.evaluate(PREFERENCE)


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
