"""Facilities run a site from its page: spots with beacons that never collide, retired beacons, labels and gateways (C14, W2)."""

import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import expect

from campus import Campus
from client import Client
from keyboard import Keyboard
from looks import PHONE, TABLET
from waiting import wait_until

SITE = "berlin"
FACILITIES = "Fritz Beil"


@pytest.fixture
def server(serve):
    campus = Campus()
    campus.content["people"].append({"id": "fritz", "name": FACILITIES, "roles": [{"role": "facilities", "site": SITE}], "language": "en", "locale": "en-GB", "balances": []})
    return serve(campus)


def test_a_floor_gets_two_doors_and_four_beacons_and_a_retired_beacon_counts_for_nothing(server, visit):
    visitor = visit(server.url, viewport=TABLET, locale="en-GB")
    assert visitor.context.request.post(f"{server.url}/api/v1/session", data={"person": "fritz"}).status == 201
    visitor.open(f"/campus?site={SITE}")
    page = visitor.page
    expect(page.locator("spot-list table")).to_be_visible()
    visitor.assert_accessible()
    keyboard = Keyboard(page)
    for name, kind in (("North door", "Door"), ("South door", "Door"), ("Long table", "Café"), ("Hot plate", "Station of a café")):
        keyboard.use("Add a spot")
        expect(page.get_by_role("dialog")).to_be_visible()
        page.keyboard.type(name)
        page.get_by_label("Stands for").select_option(kind)
        keyboard.use("Save in the draft")
        expect(page.locator("dialog[open]")).to_have_count(0)
        expect(page.get_by_role("button", name=name, exact=True)).to_be_visible()
    fritz = Client(server.port).sign_in(person="fritz")
    draft = fritz.get(f"/api/v1/sites/{SITE}/draft")
    assert [spot["kind"] for spot in draft["document"]["spots"][-4:]] == ["entrance", "entrance", "cafe", "station"]
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
    # Taken out of use: its number is not given out again. After an undo the focus is on the spot that came back.
    page.get_by_role("button", name="Retire : South door").click()
    page.locator("notice-bar").get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="South door", exact=True)).to_be_focused()
    page.get_by_role("button", name="Retire : South door").click()
    expect(page.get_by_role("heading", name="Retired numbers")).to_be_visible()
    page.get_by_role("button", name="Add a spot").click()
    expect(page.get_by_label("Minor of its beacon")).to_have_value(str(int(own) + 3))
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
    answer = fritz.get(f"/api/v1/sites/{SITE}/draft")
    # Without changes the part in force is sent once.
    assert "inForce" not in answer
    published = answer["document"]
    assert [published[name] for name in ("retiredMinors", "exitDwell", "reminderWindow", "holidays")] == [[int(own)], 240, 45, ["2026-12-24"]]
    assert published["area"] == {"radius": 180}
    assert not visitor.contrast_in_the_dark()
    # Another site is not his, and neither is the part of a café.
    assert fritz.send("GET", "/api/v1/sites/tokyo/draft").status == 403
    assert fritz.send("GET", "/api/v1/cafes/main-cafe/draft").status == 403


def test_who_keeps_the_other_change_sees_it_in_the_field(server, visit):
    first, second = (visit(server.url, viewport=TABLET, locale="en-GB") for _ in range(2))
    label = "Seconds of absence after which somebody counts as gone"
    fritz = Client(server.port).sign_in(person="fritz")
    for visitor in (first, second):
        assert visitor.context.request.post(f"{server.url}/api/v1/session", data={"person": "fritz"}).status == 201
        visitor.open(f"/campus?site={SITE}#site")
        expect(visitor.page.get_by_label(label)).to_be_visible()

    def change(visitor, seconds):
        visitor.page.get_by_label(label).fill(seconds)
        visitor.page.keyboard.press("Tab")

    change(first, "200")
    wait_until(lambda: fritz.get(f"/api/v1/sites/{SITE}/draft")["document"].get("exitDwell") == 200)
    change(second, "300")
    second.page.get_by_role("dialog").get_by_role("button", name="Keep the other change").click()
    expect(second.page.get_by_label(label)).to_have_value("200")
    expect(second.page.locator("notice-bar")).not_to_contain_text("Both changes are in it.")
    # The next change goes on from there.
    change(second, "240")
    wait_until(lambda: fritz.get(f"/api/v1/sites/{SITE}/draft")["document"].get("exitDwell") == 240)


def test_the_area_of_a_café_is_drawn_by_keyboard_published_and_taken_away(server, visit):
    """The map edits the area of a café like the ground; people there are at the café once it is published."""
    visitor = visit(server.url, viewport=TABLET, locale="en-GB")
    assert visitor.context.request.post(f"{server.url}/api/v1/session", data={"person": "fritz"}).status == 201
    visitor.open(f"/campus?site={SITE}#site")
    page = visitor.page
    fritz = Client(server.port).sign_in(person="fritz")
    notice, state = page.locator("notice-bar"), page.locator(".manage-state")

    def cafe():
        return next(cafe for cafe in fritz.get(f"/api/v1/sites/{SITE}/draft")["document"]["cafes"] if cafe["id"] == "coffee-station")

    choice = page.get_by_label("What the map edits")
    choice.select_option(label="The area of Coffee Station")
    expect(choice).to_be_focused()
    before = cafe()
    page.get_by_role("button", name="Draw the area point by point").click()
    expect(page.locator("[data-key=point-0]")).to_be_focused()
    page.keyboard.press("Shift+ArrowRight")
    expect(notice).to_contain_text("Moved.")
    drawn = cafe()
    assert len(drawn["area"]["coordinates"][0]) == 9 and drawn["coordinate"] == before["coordinate"]
    # After an undo the focus is on the point that moved back.
    notice.get_by_role("button", name="Undo").click()
    expect(page.locator("[data-key=point-0]")).to_be_focused()
    wait_until(lambda: cafe()["area"] != drawn["area"])
    page.locator("[data-key=coordinates]").click()
    page.get_by_role("button", name="Remove point 8").click()
    expect(page.locator(".ground-handle")).to_have_count(7)
    # An area that does not hold the coordinate is refused, and cannot be published.
    latitude = page.get_by_label("Coffee Station, Latitude")
    good = latitude.input_value()
    latitude.fill("52.4800")
    latitude.press("Tab")
    expect(state).to_contain_text("1 mistake keeps it from being published.")
    notice.get_by_role("button", name="Undo").click()
    expect(state.locator(".field-error")).to_have_count(0)
    expect(latitude).to_have_value(good)
    visitor.assert_accessible()
    for look in (PHONE, TABLET):
        visitor.show_in(look)
        assert not visitor.overflow()
    page.get_by_role("button", name="Publish …").click()
    expect(page.get_by_role("dialog")).to_contain_text("Coffee Station, Area: none → a shape with 7 points")
    page.get_by_role("button", name="Publish", exact=True).click()
    expect(state).to_contain_text("Everything is published")
    shown = next(cafe for cafe in fritz.get("/api/v1/cafes")["cafes"] if cafe["id"] == "coffee-station")
    assert len(shown["area"]["polygon"]["outer"]) == 7, shown
    page.get_by_role("button", name="Take a circle instead").click()
    expect(page.get_by_label("Radius of the area in metres")).to_be_visible()
    assert cafe() == before
    assert not visitor.contrast_in_the_dark()


def test_a_floor_is_drawn_travels_as_imdf_and_a_new_way_to_sense_people_is_announced(serve, visit, tmp_path):
    """Facilities place doors and a café on the map by keyboard and pointer, export and import IMDF, and announce collection (W126)."""
    campus = Campus()
    campus.content["people"].append({"id": "fritz", "name": FACILITIES, "roles": [{"role": "facilities", "site": SITE}], "language": "en", "locale": "en-GB", "balances": []})
    site = next(site for site in campus.content["sites"] if site["id"] == SITE)
    site["gateways"] = [gateway for gateway in site["gateways"] if gateway["spot"] != "berlin-entrance"]
    server = serve(campus)
    ada = Client(server.port).sign_in(person="ada")
    assert ada.send("PUT", "/api/v1/attendance/reminders", {"on": True}).status == 200
    visitor = visit(server.url, viewport=TABLET, locale="en-GB")
    assert visitor.context.request.post(f"{server.url}/api/v1/session", data={"person": "fritz"}).status == 201
    visitor.open(f"/campus?site={SITE}#site")
    page = visitor.page
    fritz = Client(server.port).sign_in(person="fritz")

    def document():
        return fritz.get(f"/api/v1/sites/{SITE}/draft")["document"]

    def spot():
        return next(spot for spot in document()["spots"] if spot["id"] == "berlin-entrance")

    notice = page.locator("notice-bar")
    page.locator("[data-key=put-berlin-entrance]").click()
    expect(notice).to_contain_text("to its place.")
    expect(page.locator("[data-key=place-berlin-entrance]")).to_be_focused()
    before = spot()["coordinate"]
    # Consecutive steps are one change, which one press reverses.
    for key in ("ArrowUp", "ArrowUp", "Shift+ArrowUp"):
        page.keyboard.press(key)
    expect(notice).to_contain_text("Moved.")
    metres = (spot()["coordinate"]["latitude"] - before["latitude"]) * 111_320
    assert 11.9 < metres < 12.1, metres
    assert spot()["coordinate"]["longitude"] == before["longitude"]
    notice.get_by_role("button", name="Undo").click()
    wait_until(lambda: spot()["coordinate"] == before)
    # The ground as points, one of them in the list.
    page.get_by_role("button", name="Draw the ground point by point").click()
    expect(page.locator("[data-key=point-0]")).to_be_focused()
    expect(page.get_by_role("button", name="Save as GeoJSON")).to_be_visible()
    expect(page.get_by_label("Radius of the ground in metres")).to_have_count(0)
    expect(page.locator(".ground-handle")).to_have_count(8)
    page.locator("[data-key=coordinates]").click()
    page.get_by_label("Point 1, Latitude").fill("north")
    page.get_by_label("Point 1, Latitude").press("Tab")
    expect(page.get_by_label("Point 1, Latitude")).to_have_attribute("aria-invalid", "true")
    page.get_by_label("Point 1, Latitude").fill("52.4736")
    page.get_by_label("Point 1, Latitude").press("Tab")
    expect(notice).to_contain_text("Saved in the draft.")
    page.get_by_role("button", name="Remove point 8").click()
    expect(page.locator(".ground-handle")).to_have_count(7)
    ring = document()["area"]["coordinates"][0]
    assert len(ring) == 8 and ring[0] == ring[-1] and ring[0][1] == 52.4736
    visitor.assert_accessible()
    for look in (PHONE, TABLET):
        visitor.show_in(look)
        assert not visitor.overflow()
    # The area of a café is in the archive too.
    page.get_by_label("What the map edits").select_option(label="The area of Coffee Station")
    page.get_by_role("button", name="Draw the area point by point").click()
    expect(page.get_by_role("button", name="Save as GeoJSON")).to_be_visible()
    page.get_by_label("What the map edits").select_option(label="The ground of the site")
    # An export and an import change nothing. A file that is not an archive, or is a ZIP bomb, changes nothing either.
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as IMDF").click()
    archive = tmp_path / "site.zip"
    download.value.save_as(archive)
    assert {name.split(".")[0] for name in zipfile.ZipFile(archive).namelist()} == {"manifest", "venue", "address", "level", "unit", "opening", "anchor", "occupant"}
    drawn = document()
    bomb, empty = tmp_path / "bomb.zip", tmp_path / "empty.zip"
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("venue.geojson", b" " * 20_000_000)
    with zipfile.ZipFile(empty, "w") as file:
        file.writestr("manifest.json", "{}")
    field = page.get_by_label("Ground from a file: GeoJSON or IMDF")
    for file, words in ((bomb, "unpacks to more than 8 megabytes"), (empty, "no venue of IMDF"), (Path(__file__), "no polygon of GeoJSON"), (archive, "The archive is in the draft.")):
        field.set_input_files(file)
        expect(notice).to_contain_text(words)
        assert document() == drawn
    # W126: the first gateway at a door would hear badges there, so people with reminders are told before.
    page.get_by_role("link", name="Gateways", exact=True).last.click()
    expect(page.locator("site-gateways")).to_be_visible()
    draft = fritz.get(f"/api/v1/sites/{SITE}/draft")
    with_gateway = {**draft["document"], "gateways": [*draft["document"]["gateways"], {"id": "gateway-door", "spot": "berlin-entrance"}]}
    assert fritz.send("PUT", f"/api/v1/sites/{SITE}/draft", {"document": with_gateway, "base": draft["base"]}, if_match=f'"{draft["version"]}"').status == 200
    page.reload()
    page.get_by_role("button", name="Publish …").click()
    page.get_by_role("button", name="Publish", exact=True).click()
    ask = page.get_by_role("dialog", name="This changes what is collected")
    expect(ask).to_contain_text("It affects 1 person")
    expect(ask).to_contain_text("At Berlin, gateways hear badges and phones at doors, of people who want reminders.")
    visitor.assert_accessible()
    ask.get_by_role("button", name="Tell them now").click()
    expect(notice).to_contain_text("They were told. It can be published from")
    assert fritz.get(f"/api/v1/sites/{SITE}/draft")["inForce"]["gateways"] == site["gateways"]
    page.get_by_role("button", name="Publish …").click()
    page.get_by_role("button", name="Publish", exact=True).click()
    expect(page.get_by_role("dialog", name="People have heard of this, but not for long enough")).to_be_visible()
    told = visit(server.url, viewport=PHONE, locale="en-GB")
    assert told.context.request.post(f"{server.url}/api/v1/session", data={"person": "ada"}).status == 201
    told.open("/your-data")
    expect(told.page.locator("data-announcements")).to_contain_text("At Berlin, gateways hear badges and phones at doors, of people who want reminders.")
    assert not told.overflow()
    assert [entry["kind"] for entry in ada.get("/api/v1/notices")["notices"]] == ["collection-changes"]
