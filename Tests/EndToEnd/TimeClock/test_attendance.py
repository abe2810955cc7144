"""At the door: reminded, one confirmation, recorded for good."""

import pytest
from playwright.sync_api import expect

from campus import Campus
from crossings import report_crossing
from gateways import NEAR, Gateway
from pages import AttendancePage, OrderPage
from waiting import wait_until

BERLIN = "Berlin"
# How long ago the badge was heard at the door.
HEARD_SECONDS = 60


@pytest.fixture
def server(serve):
    """A server where departures count at once."""
    return serve(Campus().let_departures_count_at_once())


@pytest.fixture
def ada(server, visit):
    """Ada's browser on the attendance page, signed in, with reminders on."""
    page = AttendancePage(visit(server.url)).open()
    page.sign_in("Ada Morgan")
    page.switch().check()
    expect(page.text("No arrival or departure was noticed in the last day.")).to_be_visible()
    return page


def punches(server):
    return server.rows("SELECT person, kind, reminder FROM punches ORDER BY number")


def reminders(server):
    rows = server.rows("SELECT id FROM reminder_decisions ORDER BY received_at, id")
    return [identifier for identifier, in rows]


def test_w30_a_day_at_the_door(server, ada):
    """A gateway at the entrance hears the badge, and then hears it no more."""
    door = Gateway(server, "gateway-entrance")
    order = OrderPage(ada.visitor).open()
    expect(order.heading("Where would you like to eat?")).to_be_visible()
    assert door.report(NEAR, ago=HEARD_SECONDS).status == 200
    expect(ada.bar()).to_contain_text("Clock in?")
    ada.bar().get_by_role("link").click()
    arrival = reminders(server)[0]
    expect(ada.page).to_have_url(f"{server.url}/attendance?reminder={arrival}")
    expect(ada.heading("Clock in?")).to_be_visible()
    expect(ada.bar()).to_have_count(0)
    assert punches(server) == []
    ada.button_of("in").click()
    expect(ada.punches()).to_have_count(1)
    expect(ada.punches()).to_contain_text("after a reminder")
    expect(ada.heading("Clocked in since {time}")).to_be_focused()
    expect(ada.page).to_have_url(f"{server.url}/attendance")

    door.loses(until=ada.heading("Clock out?").is_visible)
    ada.button_of("out").click()
    expect(ada.punches()).to_have_count(2)
    departure = reminders(server)[1]
    assert punches(server) == [("ada", "in", arrival), ("ada", "out", departure)]


def test_w31_the_link_holds_nothing_of_the_person_and_leads_through_the_sign_in(server, visit, ada):
    reminder = report_crossing(server, "ada", "berlin-entrance", "enter")
    page = AttendancePage(visit(server.url)).open(reminder)
    expect(page.text("Sign in to clock in or out.")).to_be_visible()
    page.sign_in("Ada Morgan")
    expect(page.heading("Clock in?")).to_be_visible()
    other = AttendancePage(visit(server.url)).open(reminder)
    other.sign_in("Greta Lindqvist")
    expect(other.text("This reminder is deleted: reminders are kept for one day.")).to_be_visible()


def test_a_newer_reminder_takes_the_place_of_the_older_and_a_dismissed_one_stays_away(server, ada):
    order = OrderPage(ada.visitor).open()
    report_crossing(server, "ada", "berlin-entrance", "enter")
    expect(ada.bar()).to_contain_text("Main entrance")
    report_crossing(server, "ada", "berlin-courtyard-entrance", "enter")
    expect(ada.bar()).to_contain_text("Courtyard entrance")
    expect(ada.bar()).to_have_count(1)
    ada.bar().get_by_role("button").click()
    expect(ada.bar()).to_have_count(0)
    order.open()
    expect(order.heading("Where would you like to eat?")).to_be_visible()
    expect(order.page.get_by_text("Ada Morgan")).to_be_visible()
    expect(ada.bar()).to_have_count(0)


def clock_in(server, key="by-hand"):
    answer = server.client(person="ada").send(
        "POST", "/api/v1/attendance/punches", {"kind": "in", "site": "berlin"}, idempotency_key=key)
    assert answer.status == 201, answer


def test_w19_a_person_who_has_clocked_in_is_not_asked_to_and_a_reload_says_the_same(server, ada):
    """A gateway hears the badge after the punch; page, other pages and a page that is loaded anew agree."""
    door = Gateway(server, "gateway-entrance")
    clock_in(server)
    expect(ada.heading("Clocked in since {time}")).to_be_visible()
    elsewhere = ada.visitor.context.new_page()
    elsewhere.goto(server.url + "/order")
    expect(elsewhere.locator(".cafe-card").first).to_be_visible()
    # The feed has told the page of the punch; what the gateway brings about is not told.
    assert door.report(NEAR, ago=HEARD_SECONDS).status == 200
    ada.page.reload()
    expect(ada.page.locator(".decisions li")).to_contain_text("You were clocked in already.")
    for page in (ada.page, elsewhere):
        expect(page.get_by_role("heading", name="Clock in?")).to_have_count(0)
        expect(page.locator("reminder-bar .reminder")).to_have_count(0)
        expect(page.get_by_text("so there is nothing to confirm")).to_have_count(0)
    elsewhere.reload()
    expect(elsewhere.locator(".cafe-card").first).to_be_visible()
    expect(elsewhere.locator("reminder-bar .reminder")).to_have_count(0)
    # Leaving is another matter.
    door.loses(until=ada.heading("Clock out?").is_visible)
    expect(elsewhere.locator("reminder-bar .reminder")).to_contain_text("Clock out?")


def test_w24_turning_reminders_off_takes_the_notice_from_every_page(server, ada):
    elsewhere = ada.visitor.context.new_page()
    elsewhere.goto(server.url + "/order")
    report_crossing(server, "ada", "berlin-entrance", "enter")
    notice = elsewhere.locator("reminder-bar .reminder")
    expect(notice).to_be_visible()
    ada.switch().uncheck()
    expect(notice).to_have_count(0)
    expect(ada.heading("Clock in?")).to_have_count(0)


def test_a_punch_whose_answer_is_lost_is_recorded_once(server, ada):
    ada.choose_site(BERLIN)

    def lose_the_answer(route):
        route.fetch()
        route.abort()

    ada.page.route("**/api/v1/attendance/punches", lose_the_answer)
    ada.button_of("in").click()
    expect(ada.button("Ask again")).to_be_visible()
    ada.page.unroute("**/api/v1/attendance/punches")
    ada.button("Ask again").click()
    expect(ada.text("Recorded: in at {time}, {site}.")).to_be_visible()
    assert punches(server) == [("ada", "in", None)]


def test_a_double_press_is_one_punch(server, ada):
    ada.choose_site(BERLIN)
    ada.button_of("in").dblclick()
    expect(ada.heading("Clocked in since {time}")).to_be_visible()
    expect(ada.punches()).to_have_count(1)
    assert punches(server) == [("ada", "in", None)]


def test_by_keyboard_alone(server, ada):
    report_crossing(server, "ada", "berlin-entrance", "enter")
    expect(ada.heading("Clock in?")).to_be_visible()
    ada.switch().focus()
    # The days of the month lie between: times can be added to each of the last week.
    for _ in range(60):
        ada.page.keyboard.press("Shift+Tab")
        if ada.button_of("in").evaluate("button => button === document.activeElement"):
            break
    ada.page.keyboard.press("Enter")
    expect(ada.heading("Clocked in since {time}")).to_be_focused()
    ada.page.keyboard.press("Tab")
    expect(ada.button("Clock out")).to_be_focused()
    ada.page.keyboard.press("Enter")
    expect(ada.button_of("out")).to_be_focused()
    ada.page.keyboard.press("Enter")
    expect(ada.punches()).to_have_count(2)


def test_the_working_hours_stay_open_and_in_hand_while_they_are_edited(server, ada):
    page, me = ada.page, server.client(person="ada")
    page.get_by_text("Working hours and days off").click()
    page.get_by_role("switch", name="Remind me on days off too").check()
    page.get_by_role("button", name="Add working hours").click()
    begin = page.get_by_label("From", exact=True)
    expect(begin).to_be_focused()
    wait_until(lambda: me.get("/api/v1/attendance")["reminders"]["hours"].get("week"))
    expect(begin).to_be_visible()
    expect(begin).to_be_focused()
