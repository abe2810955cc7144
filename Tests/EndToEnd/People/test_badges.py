"""Badges that facilities hand out, on their page and in a terminal, and what the wearers see of them."""

import json
import os
import re
import subprocess

import pytest
from playwright.sync_api import expect

from accounts_server import PASSWORD
from campus import Campus
from demo_server import PROGRAM
from gateways import Gateway
from looks import PHONE, TABLET
from server import free_port
from waiting import wait_until

CAFE = "gateway-main-cafe"
FACILITIES = "fay@example.org"
UUID = "6E5C7A0D-3B41-4E0A-9C52-8F2D71B6A4E3"
NEW = {"uuid": UUID, "major": 9, "minor": 77}
OTHER = {"eddystone": "00112233445566778899aabbccddeeff"}
STRANGER = {"address": "4a1122334455"}


def invite(installation, administrator, name, sign_in_name, role):
    person = {"name": name, "signInName": sign_in_name, "roles": [role], "language": "en"}
    invited = administrator.send("POST", "/api/v1/people", person).json
    installation.accept(invited["link"])
    return invited["person"]


@pytest.fixture
def facilities(installation, administrator):
    """Somebody who hands out badges in the whole organisation; their client."""
    invite(installation, administrator, "Fay Okoro", FACILITIES, "facilities")
    return installation.signed_in(FACILITIES)


@pytest.fixture
def open_as(installation, visit):
    def open_page(sign_in_name, path, viewport=TABLET):
        visitor = visit(installation.url, viewport=viewport, locale="en-GB", reduced_motion="reduce")
        answer = visitor.context.request.post(f"{installation.url}/api/v1/session", data={"name": sign_in_name, "password": PASSWORD})
        assert answer.status == 201, answer.text()
        visitor.open(path)
        return visitor

    return open_page


@pytest.fixture
def gateway(installation):
    return Gateway(installation, CAFE)


def wearables(client, person):
    return client.get(f"/api/v1/people/{person}/wearables")["wearables"]


def test_a_badge_is_held_beside_a_gateway_and_handed_out_with_a_press(installation, facilities, gateway, open_as):
    visitor = open_as(FACILITIES, "/badges")
    page = visitor.page
    expect(page.get_by_role("heading", name="Who wears what")).to_be_visible()
    gateway.hear({**NEW, "rssi": -40}, {**OTHER, "rssi": -80}, {**STRANGER, "rssi": -30})
    heard = page.get_by_role("region", name="Heard, but nobody’s badge")
    new = heard.get_by_role("row").filter(has_text=f"{UUID} 9 77")
    expect(new).to_be_visible()
    expect(heard).not_to_contain_text(re.compile("4a.?11", re.IGNORECASE))
    # A row stays the same element while strengths change, so that a press on it counts.
    button = new.get_by_role("button", name="Hand out").element_handle()
    gateway.hear({**NEW, "rssi": -46}, {**OTHER, "rssi": -42})
    expect(new).to_contain_text("-46 dBm")
    assert button.evaluate("button => button.isConnected")
    expect(heard.get_by_role("row").nth(1)).to_contain_text("9 77")
    visitor.screenshot("badges")
    visitor.assert_accessible()
    # Nothing but the keyboard.
    new.get_by_role("button", name="Hand out").focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Who gets this badge?")
    expect(dialog).to_contain_text(f"{UUID} 9 77")
    expect(dialog.get_by_label("Search by name")).to_be_focused()
    # The arrows move in the list, which is loaded while the search already has the focus.
    expect(dialog.get_by_role("button", name="Ada Morgan")).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(dialog.get_by_role("button", name="Ada Morgan")).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.type("mor ada")
    expect(dialog.get_by_role("button", name="Ada Morgan")).to_be_visible()
    expect(dialog.get_by_role("status")).to_have_text("1 person")
    visitor.assert_accessible()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Ada Morgan has the badge now.")).to_be_visible()
    expect(page.get_by_role("row").filter(has_text="Ada Morgan")).to_contain_text(f"{UUID} 9 77")
    expect(new).to_have_count(0)
    (given,) = wearables(facilities, "ada")
    assert (given["kind"], given["shown"]) == ("beacon", f"{UUID} 9 77")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Ada Morgan does not have the badge any more.")).to_be_visible()
    # What a gateway has not heard for a minute is not shown, and a gateway reports each second.
    gateway.hear({**NEW, "rssi": -46})
    expect(new).to_be_visible()
    assert wearables(facilities, "ada") == []


def test_a_found_badge_leads_to_its_wearer(facilities, open_as):
    badge = {"kind": "beacon", **NEW, "label": "Blue badge"}
    assert facilities.send("POST", "/api/v1/people/greta/wearables", badge).status == 201
    visitor = open_as(FACILITIES, "/badges", PHONE)
    page = visitor.page
    page.get_by_label("Search by name, or by what is printed on a badge").fill("9 77")
    expect(page.locator("tbody tr:visible")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Greta Lindqvist")).to_be_focused()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name=re.compile("Badges and phones of Greta Lindqvist"))
    dialog.get_by_role("button", name="Take away").click()
    expect(dialog.get_by_text("“Blue badge” is taken away.")).to_be_visible()
    dialog.get_by_role("button", name="Close").last.click()
    expect(page.locator("tbody tr:visible")).to_have_count(0)
    page.get_by_label("Search by name, or by what is printed on a badge").fill("")
    visitor.assert_accessible()
    visitor.show_in(PHONE, 200)
    assert not visitor.overflow()


def without(person, path):
    """A campus file without a person."""
    campus = Campus()
    campus.content["people"] = [one for one in campus.content["people"] if one["id"] != person]
    return campus.write(path)


def test_the_badge_of_a_person_who_has_left_is_taken_away_and_free_again(installation, facilities, gateway, open_as, tmp_path):
    badge = {"kind": "beacon", **NEW, "label": "Blue badge"}
    assert facilities.send("POST", "/api/v1/people/greta/wearables", badge).status == 201
    command = [PROGRAM, "import", without("greta", tmp_path / "campus.json"), "--database", f"sqlite:{installation.database}"]
    subprocess.run(command, check=True, timeout=60)
    wait_until(lambda: facilities.get("/api/v1/wearables")["people"][-1].get("hasLeft"))
    visitor = open_as(FACILITIES, "/badges")
    page = visitor.page
    page.get_by_label("Search by name, or by what is printed on a badge").fill("9 77")
    row = page.locator("tbody tr:visible").filter(has_text="Has left the campus")
    expect(row).to_have_count(1)
    visitor.assert_accessible()
    visitor.screenshot("badges-left")
    row.get_by_role("button", name="greta").click()
    dialog = page.get_by_role("dialog", name="Badges and phones of greta")
    expect(dialog).to_contain_text("This person has left the campus.")
    expect(dialog.get_by_role("button", name="Add", exact=True)).to_have_count(0)
    visitor.assert_accessible()
    dialog.get_by_role("button", name="Take away").click()
    expect(dialog.get_by_text("“Blue badge” is taken away.")).to_be_visible()
    expect(dialog.get_by_text("None yet.")).to_be_visible()
    expect(dialog.get_by_role("button", name="Undo")).to_have_count(0)
    expect(dialog.locator(".field-error:visible")).to_have_count(0)
    dialog.get_by_role("button", name="Close").last.click()
    expect(page.get_by_role("row").filter(has_text="Has left the campus")).to_have_count(0)
    gateway.hear({**NEW, "rssi": -40})
    page.get_by_role("region", name="Heard, but nobody’s badge").get_by_role("button", name="Hand out").click()
    chooser = page.get_by_role("dialog", name="Who gets this badge?")
    expect(chooser.get_by_role("button", name="Ada Morgan")).to_be_visible()
    expect(chooser.get_by_role("button", name="greta")).to_have_count(0)
    chooser.get_by_role("button", name="Ada Morgan").click()
    expect(page.get_by_text("Ada Morgan has the badge now.")).to_be_visible()


def test_gateways_offer_to_hand_out_only_to_people_who_may(installation, administrator, facilities, gateway, open_as):
    invite(installation, administrator, "Bo Site", "bo@example.org", "facilities@site:berlin")
    for name, is_offered in [(FACILITIES, True), ("bo@example.org", False)]:
        gateway.hear({**NEW, "rssi": -40})
        page = open_as(name, "/gateways").page
        expect(page.get_by_role("row").filter(has_text=f"{UUID} 9 77")).to_be_visible()
        expect(page.get_by_role("button", name="Hand out")).to_have_count(1 if is_offered else 0)


def test_a_wearer_sees_the_badge_what_it_is_for_and_who_looked(installation, administrator, facilities, open_as):
    person = invite(installation, administrator, "Wim Vos", "wim@example.org", "employee")
    visitor = open_as("wim@example.org", "/your-data")
    page = visitor.page
    expect(page.get_by_role("region", name="Where you are signed in").get_by_role("listitem").first).to_be_visible()
    section = page.get_by_role("region", name="Your badges and phones")
    expect(section).to_have_count(0)
    assert facilities.send("POST", f"/api/v1/people/{person}/wearables", {"kind": "beacon", **NEW, "label": "Blue badge"}).status == 201
    wearables(facilities, person)
    page.reload()
    expect(section).to_contain_text("Blue badge")
    expect(section).to_contain_text(f"{UUID} 9 77")
    expect(section).to_contain_text("It was given to you on")
    expect(section).to_contain_text("You agreed to neither. Nothing is kept when a gateway hears you.")
    expect(page.get_by_role("region", name="Who looked at your data")).to_contain_text("Fay Okoro saw your name with your badges and phones")
    visitor.assert_accessible()
    visitor.screenshot("your-badges")
    expect(section.get_by_role("listitem").filter(has_text="The café you are in")).to_contain_text("Off")
    wim = installation.signed_in("wim@example.org")
    assert wim.send("PUT", "/api/v1/presence/following", {"following": True}).status == 200
    # The page is told by the feed.
    expect(section.get_by_role("listitem").filter(has_text="The café you are in")).to_contain_text("On")
    expect(section.get_by_text("You agreed to neither.")).to_have_count(0)
    visitor.show_in(PHONE, 200)
    assert not visitor.overflow()


@pytest.mark.every_language
def test_the_pages_in_other_looks(administrator, installation, facilities, gateway, visit):
    """Right to left, in the dark, with long names, and with large text on a phone."""
    long = invite(installation, administrator, "Wolfeschlegelsteinhausenbergerdorff-Maximiliana von und zu Hohenlohe", "long@example.org", "employee")
    assert facilities.send("POST", f"/api/v1/people/{long}/wearables", {"kind": "beacon", **NEW, "label": "B" * 200}).status == 201
    visitor = visit(installation.url, viewport=TABLET, locale="ar-EG", reduced_motion="reduce")
    visitor.context.add_cookies([{"name": "vicinity-language", "value": "ar", "url": installation.url}])
    assert visitor.context.request.post(f"{installation.url}/api/v1/session", data={"name": FACILITIES, "password": PASSWORD}).status == 201
    page = visitor.page
    hand_out = page.locator(".unknown-beacons .button")

    def check():
        # What a gateway has not heard for a minute is not shown any more.
        gateway.hear({**OTHER, "rssi": -40})
        assert visitor.violations() + visitor.contrast_in_the_dark() == []
        for viewport, size in [(TABLET, 100), (PHONE, 100), (PHONE, 200)]:
            visitor.show_in(viewport, size)
            assert not visitor.overflow(), (viewport, size)
        visitor.show_in(TABLET)

    for path in ("/gateways", "/badges"):
        gateway.hear({**OTHER, "rssi": -40})
        visitor.open(path)
        expect(hand_out).to_be_visible()
        check()
        hand_out.click()
        expect(page.locator(".hand-out-person")).to_have_count(9)
        check()
        gateway.hear({**OTHER, "rssi": -40})
        page.keyboard.press("Escape")
        # The focus is where it was before the dialog.
        expect(hand_out).to_be_focused()
    page.locator(f"[data-key=wearer-{long}]").click()
    expect(page.locator("wearables-dialog .wearable")).to_be_visible()
    page.locator("#wearable-kind").select_option("ephemeral")
    check()


def terminal(url, home, *arguments):
    environment = {**os.environ, "XDG_STATE_HOME": str(home), "LANG": "en_GB.UTF-8"}
    for name in ("VICINITY_PERSON", "VICINITY_SERVER"):
        environment.pop(name, None)
    return subprocess.run([PROGRAM, "gateways", *arguments, "--server", url], capture_output=True, text=True, timeout=60, env=environment)


def test_a_terminal_shows_what_the_page_shows(server, tmp_path):
    gateway = Gateway(server, CAFE)
    gateway.hear({**NEW, "rssi": -40}, {**STRANGER, "rssi": -30})
    shown = terminal(server.url, tmp_path, "--as", "omar")
    assert shown.returncode == 0, shown
    line = next(line for line in shown.stdout.splitlines() if line.startswith(CAFE))
    assert re.search(r"Main Café +live +just now", line), shown.stdout
    assert re.search(rf"{UUID} 9 77 +Main Café +-40 dBm +1 times", shown.stdout), shown.stdout
    assert "4a11" not in shown.stdout.lower()
    content = json.loads(terminal(server.url, tmp_path, "status", "--as", "omar", "--json").stdout)
    assert {one["id"]: one["unknownCount"] for one in content["gateways"]}[CAFE] == 1
    # One sentence says what is wrong: no sign-in, no role, or no server.
    for arguments, url, code, words in [
        ([], server.url, 2, "vicinity sign-in"),
        (["--as", "ada"], server.url, 1, "ada may not see gateways. It needs the role facilities or administrator."),
        (["--as", "omar"], f"http://127.0.0.1:{free_port()}", 1, "No server answers at"),
    ]:
        refused = terminal(url, tmp_path, *arguments)
        assert refused.returncode == code and words in refused.stderr and refused.stdout == "", refused
