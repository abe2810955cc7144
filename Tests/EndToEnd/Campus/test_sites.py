"""Facilities run a site from its page: spots with beacons that never collide, retired beacons, labels and gateways (C14, W2)."""

import pytest
from playwright.sync_api import expect

from campus import Campus
from client import Client
from keyboard import Keyboard
from looks import PHONE, TABLET

SITE = "berlin"
FACILITIES = "Fritz Beil"


@pytest.fixture
def server(serve):
    campus = Campus()
    campus.content["people"].append({"id": "fritz", "name": FACILITIES, "roles": [{"role": "facilities", "site": SITE}], "language": "en", "locale": "en-GB", "balances": []})
    return serve(campus)


def test_a_floor_gets_doors_and_beacons_and_a_retired_beacon_counts_for_nothing(server, visit):
    visitor = visit(server.url, viewport=TABLET, locale="en-GB")
    assert visitor.context.request.post(f"{server.url}/api/v1/session", data={"person": "fritz"}).status == 201
    visitor.open(f"/campus?site={SITE}")
    page = visitor.page
    expect(page.locator("spot-list table")).to_be_visible()
    visitor.assert_accessible()
    keyboard = Keyboard(page)
    for name in ("North door", "South door"):
        keyboard.use("Add a spot")
        expect(page.get_by_role("dialog")).to_be_visible()
        page.keyboard.type(name)
        keyboard.use("Save in the draft")
        expect(page.locator("dialog[open]")).to_have_count(0)
        expect(page.get_by_role("button", name=name, exact=True)).to_be_visible()
    fritz = Client(server.port).sign_in(person="fritz")
    draft = fritz.get(f"/api/v1/sites/{SITE}/draft")
    minors = [spot["minor"] for spot in draft["document"]["spots"]]
    assert len(set(minors)) == len(minors) and draft["mistakes"] == []
    # A number that another spot has is told beside its field, and keeps the draft from being published.
    page.get_by_role("button", name="South door", exact=True).click()
    minor = page.get_by_label("Minor of its beacon")
    own = minor.input_value()
    minor.fill(str(minors[0]))
    page.get_by_role("button", name="Save in the draft").click()
    expect(page.get_by_role("dialog")).to_contain_text("Something else has this already.")
    visitor.assert_accessible()
    minor.fill(own)
    page.get_by_role("button", name="Save in the draft").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    # The label has what the beacon has to send, and a code.
    page.get_by_role("button", name="Label … : South door").click()
    label = page.locator(".beacon-label")
    expect(label).to_contain_text(f"Minor {own}")
    assert label.locator("img").evaluate("image => image.decode().then(() => image.naturalWidth > 0)")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Publish …").click()
    expect(page.get_by_role("dialog")).to_contain_text("South door: new")
    page.get_by_role("button", name="Publish", exact=True).click()
    expect(page.locator(".manage-state")).to_contain_text("Everything is published")
    # Taken out of use: its number is not given out again.
    page.get_by_role("button", name="Retire : South door").click()
    expect(page.get_by_role("heading", name="Retired numbers")).to_be_visible()
    page.get_by_role("button", name="Add a spot").click()
    expect(page.get_by_label("Minor of its beacon")).to_have_value(str(int(own) + 1))
    page.keyboard.press("Escape")
    for look in (TABLET, PHONE):
        visitor.show_in(look)
        assert not visitor.overflow()
        visitor.assert_accessible()
    page.get_by_role("link", name="Ground and days").click()
    expect(page.locator(".ground-drawing")).to_be_visible()
    # What is typed is in the draft once its field is left, also without the button; what somebody else changed while the form was open stays.
    draft = fritz.get(f"/api/v1/sites/{SITE}/draft")
    page.get_by_label("Further days off, one on each line").fill("2026-12-24")
    other = server.client(person="omar").send(
        "PUT", f"/api/v1/sites/{SITE}/draft", {"document": {**draft["document"], "reminderWindow": 45}, "base": draft["base"]}, if_match=f'"{draft["version"]}"')
    assert other.status == 200, other
    page.get_by_label("Radius of the ground in metres").fill("180")
    expect(page.locator("notice-bar")).to_contain_text("changed the draft too. Both changes are in it.")
    page.get_by_label("Seconds of absence after which somebody counts as gone").fill("240")
    page.get_by_role("link", name="Gateways", exact=True).last.click()
    expect(page.locator("site-gateways")).to_be_visible()
    visitor.assert_accessible()
    page.get_by_role("button", name="Publish …").click()
    expect(page.get_by_role("dialog")).to_contain_text("240")
    page.get_by_role("button", name="Publish", exact=True).click()
    expect(page.locator(".manage-state")).to_contain_text("Everything is published")
    published = fritz.get(f"/api/v1/sites/{SITE}/draft")["inForce"]
    assert [published[name] for name in ("retiredMinors", "exitDwell", "reminderWindow", "holidays")] == [[int(own)], 240, 45, ["2026-12-24"]]
    assert published["area"] == {"radius": 180}
    assert not visitor.contrast_in_the_dark()
    # Another site is not his, and neither is the part of a café.
    assert fritz.send("GET", "/api/v1/sites/tokyo/draft").status == 403
    assert fritz.send("GET", "/api/v1/cafes/main-cafe/draft").status == 403
