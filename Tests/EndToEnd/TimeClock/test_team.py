"""The month and the team: an empty month, a proposal, a decision, a closed month, and a delegation, with the keyboard alone."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

from keyboard import Keyboard
from pages import AttendancePage

PHONE = {"width": 390, "height": 844}
# The languages of the pages are passed with Tab.
pytestmark = pytest.mark.every_language


def month_before():
    """A day of the month that is over in Berlin."""
    now = datetime.now(ZoneInfo("Europe/Berlin"))
    return (now.replace(day=1) - timedelta(days=2)).date()


@pytest.fixture
def server(serve):
    return serve()


def sign_in(visitor, server, person):
    answer = visitor.page.request.post(f"{server.url}/api/v1/session", data={"person": person}, headers={"Origin": server.url})
    assert answer.ok
    return visitor


def test_times_are_proposed_for_a_month_in_which_nothing_is_recorded(server, visit):
    # Somebody who has never punched has no place yet, of which there are several here.
    ada = AttendancePage(sign_in(visit(server.url, viewport=PHONE, locale="en-GB"), server, "ada")).open()
    page, keyboard = ada.page, Keyboard(ada.page)
    page.get_by_role("button", name="Month before").click()
    expect(page.get_by_text("Nothing is recorded in this month.")).to_be_visible()
    day = month_before()
    row = page.locator(f"[data-day='{day}']")
    expect(row).to_have_count(1)
    # The last week is open; others open by their summary.
    if not row.is_visible():
        row.locator("xpath=ancestor::details").locator("summary").click()
    ada.visitor.assert_accessible()
    row.get_by_role("button", name="Add times").focus()
    keyboard.press("Enter")
    site = row.get_by_label("Site")
    expect(site).to_be_focused()
    row.get_by_label("Reason").fill("I was there")
    first, second = row.locator("input[type=time]").all()
    first.fill("09:00")
    second.fill("17:30")
    row.get_by_role("button", name="Send to the approver").click()
    expect(row.get_by_text("Choose the site that you were at.")).to_be_visible()
    expect(site).to_be_focused()
    ada.visitor.assert_accessible()
    site.select_option(label="Berlin")
    row.get_by_role("button", name="Send to the approver").click()
    expect(row).to_contain_text("Your proposal waits for an approver.")
    ada.visitor.assert_accessible()
    assert server.rows("SELECT person, act, site, day FROM day_corrections") == [("ada", "request", "berlin", (day - datetime(1970, 1, 1).date()).days)]


def propose(server, day):
    marks = [{"kind": "in", "at": f"{day}T09:00"}, {"kind": "out", "at": f"{day}T17:30"}]
    answer = server.client(person="ada").send(
        "POST", "/api/v1/attendance/corrections", {"day": str(day), "marks": marks, "reason": "forgotten", "site": "berlin"}, idempotency_key="once")
    assert answer.status == 201, answer


def test_an_import_asks_for_its_reason_and_the_person_sees_it(server, visit, tmp_path):
    day = month_before()
    table = tmp_path / "old.csv"
    table.write_text(f"Employee,Check In,Check Out\nAda Morgan,{day} 08:00:00,{day} 16:00:00\n")
    visitor = sign_in(visit(server.url, locale="en-GB"), server, "greta")
    visitor.open("/team")
    page, keyboard = visitor.page, Keyboard(visitor.page)
    page.locator("[data-key=import]").click()
    page.get_by_label("CSV file").set_input_files(table)
    page.get_by_label("The table comes from").select_option("odoo")
    page.locator("[data-key=import-site]").select_option("berlin")
    keyboard.use("Import 1 day")
    reason = page.locator("attendance-import").get_by_label("Reason")
    expect(reason).to_be_focused()
    expect(page.locator("attendance-import")).to_contain_text("The reason is missing.")
    visitor.assert_accessible()
    page.keyboard.type("The old system ends")
    keyboard.use("Import 1 day")
    expect(page.locator("[data-key=imported]")).to_contain_text("1 day is imported.")
    assert server.rows("SELECT person, act, reason FROM day_corrections") == [("ada", "import", "The old system ends (old.csv)")]
    ada = sign_in(visit(server.url, viewport=PHONE, locale="en-GB"), server, "ada")
    ada.open(f"/attendance?day={day}")
    expect(ada.page.locator(f"[data-day='{day}']")).to_contain_text("“The old system ends (old.csv)”")


def test_w44_w45_an_approver_decides_closes_the_month_and_lets_somebody_stand_in(server, visit):
    day = month_before()
    propose(server, day)
    visitor = sign_in(visit(server.url, locale="en-GB"), server, "greta")
    visitor.open("/team")
    page, keyboard = visitor.page, Keyboard(visitor.page)
    expect(page.get_by_role("heading", name="1 correction waits")).to_be_visible()
    expect(page.locator(".proposal-times")).to_contain_text("Counts nowNothing recordedProposed times09:00–17:30 · 8 h 30 min")
    visitor.assert_accessible()
    keyboard.use("Accept: Ada Morgan")
    expect(page.get_by_role("heading", name="Nothing waits")).to_be_focused()
    keyboard.use("Month before")
    place = page.locator("[data-place=berlin]")
    expect(place).to_contain_text("Open, and nothing is missing.")
    visitor.assert_accessible()
    keyboard.use("Close the month: Berlin")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("two people are needed to reopen it")
    keyboard.use("Close the month")
    expect(place).to_contain_text("Closed by Greta Lindqvist")
    expect(place.get_by_role("button", name="Ask to reopen")).to_be_focused()
    keyboard.press("Enter")
    page.keyboard.type("A shift is missing")
    keyboard.use("Ask to reopen")
    expect(place).to_contain_text("Somebody else has to agree.")
    visitor.assert_accessible()

    keyboard.use("Let somebody decide for you")
    expect(page.get_by_label("Who decides in your place")).to_be_focused()
    page.get_by_label("Who decides in your place").select_option(label="Ada Morgan")
    keyboard.use("Delegate")
    expect(page.get_by_text("The last day is missing.")).to_be_visible()
    expect(page.get_by_label("Last day")).to_be_focused()
    page.get_by_label("Last day").fill(str(datetime.now(ZoneInfo("Europe/Berlin")).date() + timedelta(days=7)))
    visitor.assert_accessible()
    keyboard.use("Delegate")
    expect(page.locator("team-delegations")).to_contain_text("Ada Morgan decides in your place")
    visitor.assert_accessible()

    # The deputy sees the page, and agrees to nothing that the approver asked; the closed month takes no correction.
    deputy = sign_in(visit(server.url, viewport=PHONE, locale="en-GB"), server, "ada")
    deputy.open("/team")
    expect(deputy.page.get_by_text("You decide in place of Greta Lindqvist")).to_be_visible()
    ada = server.client(person="ada")
    closing = ada.get(f"/api/v1/attendance/people?month={day:%Y-%m}")["places"][0]["closing"]["id"]
    assert ada.send("POST", f"/api/v1/attendance/closings/{closing}/reopening/agreement").status == 409
    deputy.open(f"/attendance?day={day}")
    expect(deputy.page.locator("punch-month")).to_contain_text("These times count for good.")
    expect(deputy.page.locator(f"[data-day='{day}']").get_by_role("button")).to_have_count(0)
