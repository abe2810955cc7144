"""At the tablet of an entrance with a badge: two steps, a result, and nothing left on the screen."""

import pytest
from playwright.sync_api import expect

TABLET = {"width": 1024, "height": 768}


@pytest.fixture
def server(serve):
    return serve()


def test_w60_badge_and_pin_then_one_press_and_the_screen_forgets(server, visit):
    ada = server.client(person="ada")
    assert ada.send("PUT", "/api/v1/kiosk-badge", {"number": "04AB", "pin": "4711"}).status == 200
    visitor = visit(server.url, viewport=TABLET, locale="en-GB")
    page = visitor.page
    answer = page.request.post(f"{server.url}/api/v1/session", data={"device": "door-berlin"}, headers={"Origin": server.url})
    assert answer.ok
    visitor.open("/entrance")
    code = page.get_by_role("heading", name="Scan to clock in or out")
    expect(code).to_be_visible()
    # A reader of badges types the number and Enter, whatever has the focus.
    page.keyboard.type("04AB\n")
    pin = page.get_by_label("PIN", exact=True)
    expect(pin).to_be_focused()
    page.keyboard.type("0000\n")
    expect(page.get_by_role("alert")).to_contain_text("Badge or PIN is wrong")
    visitor.assert_accessible()
    expect(pin).to_be_focused()
    page.keyboard.type("4711\n")
    expect(page.get_by_role("heading", name="Ada Morgan")).to_be_visible()
    expect(page.get_by_role("button", name="Clock in")).to_be_focused()
    visitor.assert_accessible()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("Recorded: in at")
    visitor.assert_accessible()
    # After some seconds the code is back by itself, and nothing of the person is left.
    expect(code).to_be_visible(timeout=30_000)
    assert "Ada Morgan" not in page.content()
    assert "4711" not in page.content()
    assert server.rows("SELECT person, kind, source, door FROM punches") == [("ada", "in", "badge", "berlin-entrance")]
    # Somebody who gives up leaves nothing either.
    page.get_by_role("button", name="Use badge and PIN").click()
    page.get_by_role("button", name="Cancel").click()
    expect(code).to_be_visible()
