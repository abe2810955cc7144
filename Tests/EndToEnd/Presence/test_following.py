"""Followed by choice: a gateway hears a badge, and the page of the badge's wearer changes café."""

import json
import os
import time

import pytest
from playwright.sync_api import expect

from conftest import ARTEFACTS
from follower import Follower, REPORT_EVERY_SECONDS, WALKING_SECONDS, keep_reporting, walk
from gateways import FAR, NEAR, Gateway, gateway_command
from keyboard import Keyboard
from waiting import wait_until

# Enough to see that the figure can be measured; the one in docs/performance.md is of 60, on a quiet machine.
ARRIVALS = int(os.environ.get("VICINITY_ARRIVALS", "6"))
# As many as the figure of docs/performance.md has.
ARRIVALS_OF_A_FIGURE = 60
PHONE = {"width": 360, "height": 740}


@pytest.fixture
def ada(server, visit):
    return Follower(visit(server.url, locale="en-GB"), server).sign_in_first().follow()


@pytest.fixture
def main(server):
    return Gateway(server, "gateway-main-cafe")


@pytest.fixture
def station(server):
    return Gateway(server, "gateway-coffee-station")


def test_the_page_changes_cafe_with_the_badge_and_can_be_sent_back(ada, main, station):
    main.hears()
    ada.expect_cafe("Main Café")
    expect(ada.text("You are here")).to_be_visible()
    walk(ada, main, station, "Coffee Station")
    expect(ada.text("You are at {cafe} now. This is its menu.", cafe="Coffee Station")).to_be_visible()
    assert ada.visitor.location_calls == 0
    ada.button("Back to {cafe}", cafe="Main Café").click()
    ada.expect_cafe("Main Café")
    keep_reporting(ada.page, 2, (main, FAR), (station, NEAR))
    ada.expect_cafe("Main Café")
    ada.button("Change café").click()
    expect(ada.text("You chose {cafe} yourself, so this page does not follow your device now.", cafe="Main Café")).to_be_visible()
    ada.button("Follow my device again").click()
    ada.expect_cafe("Coffee Station")


@pytest.mark.parametrize("viewport", [{"width": 390, "height": 844}, {"width": 1024, "height": 768}], ids=["phone", "tablet"])
def test_a_cafe_that_is_chosen_by_hand_says_that_nothing_follows_and_offers_it_again(server, visit, station, viewport):
    """On the menu itself, also after a reload."""
    ada = Follower(visit(server.url, locale="en-GB", viewport=viewport), server).sign_in_first()
    ada.follow()
    station.hears()
    ada.expect_cafe("Coffee Station")
    words = ada.text("You chose {cafe} yourself, so this page does not follow your device now.", cafe="Main Café")
    expect(words).to_have_count(0)
    ada.button("Change café").click()
    ada.choose_cafe("Main Café")
    expect(words).to_be_visible()
    ada.page.reload()
    ada.expect_cafe("Main Café")
    expect(words).to_be_visible()
    # As wide as the page lets it be, and not beside a button on a phone.
    wait_until(lambda: (words.bounding_box() or {"width": 0})["width"] > 200)
    ada.visitor.assert_accessible()
    # After a minute without a report nobody would know where she is.
    station.hears()
    ada.button("Follow my device again").click()
    ada.expect_cafe("Coffee Station")
    expect(words).to_have_count(0)


def test_switched_on_it_lets_go_of_a_cafe_that_was_chosen_by_hand(server, visit, station):
    ada = Follower(visit(server.url, locale="en-GB"), server).sign_in_first()
    ada.choose_cafe("Main Café")
    ada.button("Change café").click()
    ada.follow()
    station.hears()
    ada.expect_cafe("Coffee Station")
    ada.button("Change café").click()
    expect(ada.switch()).to_be_checked()
    # It is drawn together with the switch, when a café was chosen by hand.
    expect(ada.button("Follow my device again")).to_have_count(0)


def test_who_wants_to_be_followed_again_is_shown_the_cafe_they_are_in(ada, station):
    """Also when it is the one that they had chosen by hand."""
    station.hears()
    ada.expect_cafe("Coffee Station")
    ada.button("Change café").click()
    ada.choose_cafe("Coffee Station")
    ada.button("Change café").click()
    ada.button("Follow my device again").click()
    ada.expect_cafe("Coffee Station")
    expect(ada.text("You are here")).to_be_visible()


def test_alternating_reports_yield_one_choice_C11(ada, main, station):
    main.hears()
    ada.expect_cafe("Main Café")
    ada.note_texts(".cafe-head h1, ask-dialog h2")
    keep_reporting(ada.page, 4, (main, NEAR))
    for number in range(24):
        stronger, weaker = (main, station) if number % 2 else (station, main)
        keep_reporting(ada.page, REPORT_EVERY_SECONDS, (stronger, NEAR), (weaker, NEAR - 10))
    assert [text for _, text in ada.noted_texts(".cafe-head h1, ask-dialog h2")] == ["Main Café"]


def test_two_cafes_that_are_as_near_are_asked_about_C4(ada, main, station):
    main.hears(NEAR)
    station.hears(NEAR - 2)
    question = ada.dialog("You are between two cafés. Which one?")
    expect(question).to_be_visible()
    ada.visitor.assert_accessible()
    question.get_by_role("button").filter(has_text="Coffee Station").click()
    ada.expect_cafe("Coffee Station")


def test_a_basket_moves_only_when_said_C7(ada, main, station):
    main.hears()
    ada.expect_cafe("Main Café")
    ada.add("Cappuccino", ["Regular", "Whole milk"])
    question = ada.dialog("You are at {cafe} now.", cafe="Coffee Station")
    keep_reporting(ada.page, WALKING_SECONDS, (main, FAR), (station, NEAR), until=question.is_visible)
    expect(question.get_by_role("listitem").filter(has_text="Cappuccino")).to_contain_text("€3.40 → €3.30")
    ada.button("Move the basket to {cafe}", cafe="Coffee Station").click()
    ada.expect_cafe("Coffee Station")


def test_switched_off_nothing_follows_and_nothing_is_left(server, ada, main):
    main.hears()
    ada.expect_cafe("Main Café")
    assert server.rows("SELECT count(*) FROM presence_events WHERE person = 'ada'") == [(1,)]
    ada.button("Change café").click()
    ada.switch().uncheck()
    ada.expect_following(False)
    assert server.rows("SELECT count(*) FROM presence_events") == [(0,)]
    assert server.rows("SELECT DISTINCT body FROM feed WHERE kind = 'presence.cafe'") == [("{}",)]
    assert main.hears() == {"accepted": 1, "late": 0, "unknown": 0}
    assert server.rows("SELECT count(*) FROM presence_events") == [(0,)]


def report_from_device(ada, number, identifier="berlin-coffee-station"):
    """Ada's laptop says that it is at a spot."""
    conditions = ada.api.get("/api/v1/presence/conditions")
    spot = next(condition for condition in conditions if condition["identifier"] == identifier)
    event = {
        "number": number, "identifier": identifier, "state": "satisfied",
        "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "refinement": {"major": spot["major"], "minor": spot["minor"]},
    }
    return ada.api.send("POST", "/api/v1/presence/events", {"device": "laptop", "events": [event]})


def test_what_a_device_reports_changes_the_page_too(ada):
    answer = report_from_device(ada, number=1)
    assert answer.json == {"acknowledged": 1}, answer
    ada.expect_cafe("Coffee Station")


def test_a_withdrawal_takes_effect_at_once_everywhere_L94(server, ada, main):
    main.hears()
    ada.expect_cafe("Main Café")
    expect(ada.text("You are here")).to_be_visible()
    assert report_from_device(ada, number=1).json == {"acknowledged": 1}
    # Not in the page that is open, which is told by its stream.
    answer = ada.api.send("PUT", "/api/v1/presence/following", {"following": False})
    assert "cafe" not in answer.json and answer.json["following"] is False
    assert server.rows("SELECT count(*) FROM presence_events") == [(0,)]
    assert server.rows("SELECT DISTINCT body FROM feed WHERE kind = 'presence.cafe'") == [("{}",)]
    told = server.rows("SELECT body FROM feed WHERE kind = 'presence.following' ORDER BY number DESC LIMIT 1")
    assert json.loads(told[0][0]) == {"following": False}
    described = ada.api.get("/openapi.json")["components"]["schemas"]["FeedChange"]["properties"]["kind"]["enum"]
    assert {kind for (kind,) in server.rows("SELECT DISTINCT kind FROM feed")} <= set(described)
    expect(ada.text("You are here")).to_be_hidden()
    # From now on nothing is used, whoever says it.
    assert main.hears() == {"accepted": 1, "late": 0, "unknown": 0}
    refused = report_from_device(ada, number=2)
    assert refused.status == 403 and refused.json["type"].endswith("consent-needed"), refused
    assert server.rows("SELECT count(*) FROM presence_events") == [(0,)]


def test_a_consent_is_for_one_purpose_and_ends_alone(server, ada, main):
    door = Gateway(server, "gateway-entrance")
    assert ada.api.send("PUT", "/api/v1/attendance/reminders", {"on": True}).status == 200
    main.hears()
    door.hears()
    assert ada.api.send("PUT", "/api/v1/presence/following", {"following": False}).status == 200
    assert server.rows("SELECT count(*) FROM presence_events") == [(0,)]
    main.hears()
    door.hears()
    spots = server.rows("SELECT DISTINCT spot FROM presence_events WHERE person = 'ada'")
    assert spots == [("berlin-entrance",)]


def test_a_gateway_at_the_door_reminds_of_clocking_in(server, ada):
    door = Gateway(server, "gateway-entrance")
    reminder = ada.page.locator("reminder-bar .reminder")
    door.hears()
    assert ada.api.send("PUT", "/api/v1/attendance/reminders", {"on": True}).status == 200
    expect(reminder).to_have_count(0)
    door.hears()
    expect(reminder).to_contain_text("Clock in?")
    assert ada.api.get("/api/v1/attendance")["decisions"][0]["crossing"] == "state-inside"


def test_the_choice_outlives_the_server(server, ada, main):
    main.hears()
    ada.expect_cafe("Main Café")
    server.kill()
    server.start()
    ada.open()
    ada.expect_cafe("Main Café")
    assert main.hears()["accepted"] == 1


def test_a_revoked_key_is_refused_from_the_first_report_on_W10(ada, main):
    main.hears()
    main.revoke()
    answer = main.report(NEAR)
    assert (answer.status, answer.json["code"]) == (403, "gateway-key-revoked")


def test_keys_are_issued_once_listed_and_revoked(server):
    gateway = Gateway(server, "gateway-entrance")
    again = gateway_command(server, "add", "gateway-entrance")
    assert (again.returncode, again.stdout) == (1, "") and "has a valid key" in again.stderr
    unknown = gateway_command(server, "add", "gateway-roof")
    assert (unknown.returncode, unknown.stdout) == (1, "") and "no gateway gateway-roof" in unknown.stderr
    gateway.revoke()
    listed = gateway_command(server, "list").stdout.splitlines()
    assert [line.split()[0] for line in listed] == ["gateway-main-cafe", "gateway-coffee-station", "gateway-entrance"]
    assert "no key" in listed[0] and "revoked" in listed[2]
    assert gateway_command(server, "revoke", "gateway-entrance").returncode == 1
    assert gateway.client.token.encode() not in server.stored_bytes()


@pytest.mark.every_language
@pytest.mark.parametrize(
    "locale, language, person", [("en-GB", "en", "Ada Morgan"), ("ja-JP", "ja", "Kenji Arai")], ids=["en", "ja"]
)
def test_the_switch_is_off_says_why_and_fits_a_phone(server, visit, locale, language, person):
    visitor = visit(server.url, locale=locale, viewport=PHONE)
    follower = Follower(visitor, server, language)
    follower.open()
    expect(follower.switch()).to_have_count(0)
    follower.button("Sign in").first.click()
    follower.sign_in(person)
    expect(follower.switch()).not_to_be_checked()
    expect(follower.page.locator("#following-text")).to_be_visible()
    visitor.assert_accessible()
    assert follower.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    visitor.picture(f"following-switch-{language}")


def test_the_switch_by_keyboard_alone(server, visit):
    follower = Follower(visit(server.url, locale="en-GB"), server).sign_in_first()
    keyboard = Keyboard(follower.page)
    keyboard.use("Follow my device to the café I am in", "Space")
    follower.expect_following(True)
    follower.visitor.assert_accessible()


def test_how_soon_the_page_says_it(server, ada, main, station, capsys):
    """Prints how long it takes from entering a region to the page's notice; the figure is no condition."""
    main.hears()
    ada.expect_cafe("Main Café")
    ada.note_texts("notice-bar")
    names = {main: "Main Café", station: "Coffee Station"}
    taken = []
    for number in range(ARRIVALS):
        gateway = main if number % 2 else station
        for is_on in (False, True):
            with ada.page.expect_response(lambda response: response.url.endswith("/presence/following")):
                assert ada.api.send("PUT", "/api/v1/presence/following", {"following": is_on}).status == 200
        notice = ada.say("You are at {cafe} now. This is its menu.", cafe=names[gateway])
        start = time.time() * 1000
        gateway.hears()
        expect(ada.page.get_by_text(notice)).to_be_visible()
        taken.append(max(at for at, text in ada.noted_texts("notice-bar") if notice in text) - start)
    taken.sort()
    figures = {"name": "region-to-notice", "unit": "ms", "count": len(taken), "p50": round(taken[len(taken) // 2], 1)}
    # A hundredth of a few is nothing that was measured.
    if len(taken) >= ARRIVALS_OF_A_FIGURE:
        figures["p99"] = round(taken[int(len(taken) * 0.99)], 1)
        ARTEFACTS.mkdir(exist_ok=True)
        (ARTEFACTS / "region-to-notice.json").write_text(json.dumps(figures) + "\n", encoding="utf-8")
    with capsys.disabled():
        print("\n" + json.dumps(figures))
