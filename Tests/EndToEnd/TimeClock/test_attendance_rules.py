"""An administrator looks at what other rules would make of last month, saves them with the keyboard, and takes them back."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

from command_line import vicinity
from keyboard import Keyboard

BERLIN = ZoneInfo("Europe/Berlin")
HEAD = "person,name,day,kind,start,start_offset,end,end_offset,time_zone,minutes,seconds,site,state,corrected"


@pytest.fixture
def server(serve):
    return serve()


def a_long_day(server, folder):
    """Ten hours of Ada's last month, without a break."""
    day = (datetime.now(BERLIN).replace(day=1) - timedelta(days=10)).date()
    offset = "UTC" + datetime(day.year, day.month, day.day, 12, tzinfo=BERLIN).isoformat()[-6:]
    file = folder / "month.csv"
    file.write_text(f"{HEAD}\r\nada,Ada Morgan,{day},work,{day}T08:00:00,{offset},{day}T18:00:00,{offset},Europe/Berlin,600,36000,berlin,complete,no\r\n")
    done = vicinity("attendance", "import", file, "--by", "greta", "--database", f"sqlite:{server.database}")
    assert done.returncode == 0, done.stderr
    return day


def test_w49_w50_the_effect_of_rules_is_seen_before_they_are_saved(server, visit, tmp_path):
    day = a_long_day(server, tmp_path)
    before = server.client(person="greta").send("GET", f"/api/v1/attendance/totals.csv?month={day:%Y-%m}").body
    visitor = visit(server.url, locale="en-GB")
    page, keyboard = visitor.page, Keyboard(visitor.page)
    assert page.request.post(f"{server.url}/api/v1/session", data={"person": "omar"}, headers={"Origin": server.url}).ok
    visitor.open("/attendance-rules?site=berlin")
    expect(page.get_by_role("heading", name="What holds")).to_be_visible()
    preset, rounding, look = page.get_by_label("Rules of a country"), page.get_by_label("Rounding"), page.locator("[data-key=look]")
    preset.select_option("japan")
    expect(preset).to_be_focused()
    rounding.select_option("day-quarter-hour-down")
    look.focus()
    keyboard.press("Enter")
    expect(page.get_by_text("The sources of these rules forbid rounding single days. Choose another rounding.")).to_be_visible()
    expect(rounding).to_be_focused()
    visitor.assert_accessible()
    rounding.select_option("")
    look.focus()
    keyboard.press("Enter")
    # Germany deducts 45 minutes of ten hours, Japan nothing.
    effect = page.get_by_role("region", name="Effect on")
    expect(effect.get_by_role("heading")).to_be_focused()
    expect(effect.get_by_role("row", name="Ada Morgan")).to_contain_text("+45 min")
    expect(effect.get_by_role("row", name="Ada Morgan").get_by_role("cell").last).to_have_text("–")
    visitor.assert_accessible()
    # A change after the look has to be looked at again.
    page.get_by_label("Work in a day").fill("7:30")
    expect(effect).to_be_hidden()
    keyboard.press("Enter")
    expect(effect.get_by_role("heading")).to_be_focused()
    page.locator("[data-key=save-rules]").focus()
    keyboard.press("Enter")
    expect(page.get_by_role("heading", name="What holds")).to_be_focused()
    versions = page.locator(".rules-version")
    expect(versions.last).to_contain_text("Rules of Japan")
    # They hold from next month, so that last month is as it was.
    assert server.client(person="greta").send("GET", f"/api/v1/attendance/totals.csv?month={day:%Y-%m}").body == before
    looks = server.client(person="ada").send("GET", "/api/v1/own-data").json
    assert "omar" in str(looks) or "Omar" in str(looks)
    page.locator("[data-key^=take-back]").focus()
    keyboard.press("Enter")
    expect(versions).to_have_count(1)
    expect(page.get_by_role("heading", name="What holds")).to_be_focused()


def test_the_hour_of_a_day_holds_from_a_date(server, visit, tmp_path):
    """Its effect is shown first, the days before its date stay, full-width digits are read, and it can be taken back."""
    day = a_long_day(server, tmp_path)
    clerk = server.client(person="greta")
    before = clerk.send("GET", f"/api/v1/attendance/totals.csv?month={day:%Y-%m}").body
    visitor = visit(server.url, locale="en-GB")
    page, keyboard = visitor.page, Keyboard(visitor.page)
    assert page.request.post(f"{server.url}/api/v1/session", data={"person": "omar"}, headers={"Origin": server.url}).ok
    visitor.open("/attendance-rules?site=berlin")
    page.get_by_label("A day begins at", exact=True).select_option("9")
    page.locator("[data-key=look]").focus()
    keyboard.press("Enter")
    # An imported day counts for its date whatever the hour is.
    effect = page.get_by_role("region", name="Effect on")
    expect(effect.get_by_role("heading")).to_be_focused()
    expect(effect).to_contain_text("Nobody would have a minute more or less.")
    expect(effect.get_by_label("The rules hold from")).to_have_count(0)
    date = effect.get_by_label("A day begins at 9:00 AM from")
    first = date.input_value()
    visitor.assert_accessible()
    page.locator("[data-key=save-rules]").focus()
    keyboard.press("Enter")
    holds = page.get_by_role("region", name="What holds")
    expect(holds.get_by_role("heading")).to_be_focused()
    expect(holds).to_contain_text("A day begins at 5:00 AM.")
    expect(holds.locator(".day-hour")).to_contain_text("a day begins at 9:00 AM.")
    admin = server.client(person="omar")
    document = admin.get("/api/v1/sites/berlin/attendance-rules")["document"]
    assert document["dayChangeHour"] == [{"hour": 5}, {"from": first, "hour": 9}] and document["workRules"]["preset"] == "germany"
    assert clerk.send("GET", f"/api/v1/attendance/totals.csv?month={day:%Y-%m}").body == before
    visitor.assert_accessible()
    page.locator(f"[data-key=take-back-{first}]").focus()
    keyboard.press("Enter")
    expect(holds.locator(".day-hour")).to_have_count(0)
    page.get_by_label("Work in a day").fill("７：３０")
    page.locator("[data-key=look]").click()
    expect(effect.get_by_role("heading")).to_be_focused()
    # A closed month keeps its days, and so does the day after it.
    state = admin.get("/api/v1/sites/berlin/attendance-rules")
    assert clerk.send("POST", "/api/v1/attendance/closings", {"site": "berlin", "month": f"{day:%Y-%m}"}, idempotency_key="close").status == 201
    refused = admin.send("PUT", "/api/v1/sites/berlin/attendance-rules", {"document": {**state["document"], "dayChangeHour": 9}, "seen": state["revision"]})
    assert (refused.status, refused.json["code"]) == (409, "month-closed"), refused


def test_w119_a_rule_of_retention_is_looked_at_and_saved(server, visit):
    visitor = visit(server.url, locale="en-GB", viewport={"width": 390, "height": 844})
    page = visitor.page
    assert page.request.post(f"{server.url}/api/v1/session", data={"person": "omar"}, headers={"Origin": server.url}).ok
    visitor.open("/attendance-rules?site=tokyo")
    retention = page.get_by_role("region", name="How long records are kept")
    expect(retention.get_by_text("Everything is kept for good.")).to_be_visible()
    retention.get_by_label("Country").select_option("japan")
    retention.get_by_label("Years").fill("2")
    retention.get_by_label("Wages are paid on day").fill("25")
    retention.locator("[data-key=retention-look]").click()
    expect(retention.get_by_text("Enter whole years, not below those of the country.")).to_be_visible()
    expect(retention.get_by_label("Years")).to_be_focused()
    retention.get_by_label("Years").fill("")
    retention.locator("[data-key=retention-look]").click()
    retention.locator("[data-key=retention-save]").click()
    expect(retention.get_by_text("Records are kept for 5 years")).to_be_visible()
    expect(retention.get_by_role("heading", name="How long records are kept")).to_be_focused()
    visitor.assert_accessible()
