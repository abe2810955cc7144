"""A code at the door: a tablet shows it, a phone scans it, one confirmation records the punch."""

import pytest
from playwright.sync_api import expect

from client import Client
from pages import AttendancePage
from qr_codes import scan

TABLET = {"width": 1024, "height": 768}
PHONE = {"width": 390, "height": 844}
OLD = "door-berlin.AAAAAAAAAAAAAAAAAAAAAA"


@pytest.fixture
def tablet(demo_server, visit):
    """The tablet of the main entrance."""
    visitor = visit(demo_server.url, viewport=TABLET, locale="en-GB")
    answer = visitor.page.request.post(
        f"{demo_server.url}/api/v1/session", data={"device": "door-berlin"}, headers={"Origin": demo_server.url})
    assert answer.ok
    visitor.open("/entrance")
    expect(visitor.page.get_by_role("heading", name="Scan to clock in or out")).to_be_visible()
    return visitor


@pytest.fixture
def demo_server(serve):
    return serve()


def test_w14_a_phone_scans_the_code_signs_in_and_confirms_once(demo_server, tablet, visit):
    tablet.assert_accessible()
    address = scan(tablet.page)
    assert address.startswith(f"{demo_server.url}/attendance#door=door-berlin.")
    ada = AttendancePage(visit(demo_server.url, viewport=PHONE))
    ada.page.goto(address)
    # The code has left the address, and what it was exchanged for outlasts a reload and the sign-in.
    expect(ada.page.get_by_text("You scanned the code")).to_be_visible()
    assert ada.page.url == f"{demo_server.url}/attendance"
    ada.page.reload()
    ada.sign_in("Ada Morgan")
    expect(ada.heading("Clock in?")).to_be_visible()
    expect(ada.page.get_by_label("Site")).to_have_count(0)
    ada.visitor.assert_accessible()
    ada.button_of("in").click()
    expect(ada.punches()).to_have_count(1)
    expect(ada.punches()).to_contain_text("code scanned: Main entrance")
    assert demo_server.rows("SELECT person, kind, site, source, door FROM punches") == [
        ("ada", "in", "berlin", "door-code", "berlin-entrance")]
    # A photograph of another day.
    ada.page.goto(f"{demo_server.url}/attendance#door={OLD}")
    expect(ada.page.get_by_role("alert")).to_contain_text("No tablet at a door of this workplace shows this code.")
    assert Client(demo_server.port).send("POST", "/api/v1/door-scans", {"code": OLD}).status == 422


def test_without_the_server_the_code_goes_away_and_comes_back(demo_server, tablet):
    picture = tablet.page.locator(".door-picture")
    expect(picture).to_be_visible()
    demo_server.kill()
    expect(tablet.page.get_by_role("alert")).to_contain_text("This screen has lost the server")
    expect(picture).to_have_count(0)
    tablet.assert_accessible()
    demo_server.start()
    expect(picture).to_be_visible()
