"""A café's report equals a recount of its records by another program, before and after the server stores its days (C86)."""

import contextlib
import datetime
import sqlite3
import zoneinfo

import pytest
from playwright.sync_api import expect

from campus import Campus
from client import line
from kitchen_days import KitchenDays, recount
from waiting import wait_until

CAFE = "austin-cafe"
ZONE = "America/Chicago"


def last_clock_change():
    """The last Sunday on which the café's clocks were changed, at least two weeks ago."""
    offset = lambda day: datetime.datetime(day.year, day.month, day.day, tzinfo=zoneinfo.ZoneInfo(ZONE)).utcoffset()
    day = datetime.date.today() - datetime.timedelta(days=14)
    while offset(day) == offset(day + datetime.timedelta(days=1)):
        day -= datetime.timedelta(days=1)
    return day


SUNDAY = last_clock_change()
FIRST, LAST = SUNDAY - datetime.timedelta(days=6), SUNDAY + datetime.timedelta(days=6)


@pytest.fixture
def campus():
    campus = Campus()
    # Includes Sundays, and the end of summer time.
    campus.cafe(CAFE)["hours"]["sunday"] = ["00:00-14:00"]
    return campus


def figures(report):
    """A report in the form of the recount, without names."""
    by_id = lambda list_, key="id": {entry[key]: entry["lengths"] for entry in list_}
    return {
        **{name: report[name] for name in ("orders", "hours", "quoted", "keptThousandths", "quoteErrors", "stages", "noShowThousandths")},
        **{name: by_id(report[name]) for name in ("items", "stations", "preparationHours")},
        "waits": by_id(report["waits"], "name"),
        "soldOut": {entry["id"]: entry["minutes"] for entry in report["soldOut"]},
        "capacity": {entry["hour"]: entry["thousandths"] for entry in report["capacity"]},
    }


def test_a_report_equals_a_recount_of_the_record_by_another_program_C86(serve, campus):
    server = serve(campus)
    days = KitchenDays(campus.cafe(CAFE), ZONE)
    with contextlib.closing(sqlite3.connect(server.database, timeout=60)) as connection:
        # The week begins with Sunday as 1.
        at = lambda day, hour, minute=0: int(days.instant(SUNDAY + datetime.timedelta(days=day - 1), hour, minute).timestamp() * 1000)
        changes = [
            ("item", "latte", at(1, 1, 30), at(1, 3)), ("item", "latte", at(2, 8), at(2, 12)), ("item", "latte", at(2, 9, 10), at(2, 9, 10)),
            ("stock", "latte", at(2, 9), at(2, 23)), ("stock", "latte", at(2, 10), at(2, 10)), ("choice", "oat", at(3, 14, 30), at(4, 4)),
            ("item", "pecan-pie", at(4, 13), at(6, 8, 15)),
        ]
        # At once, because the server counts days that are over when it starts.
        with connection:
            for number in range((LAST - FIRST).days + 1):
                # A day without orders, days with suppressed counts, and full days.
                days.insert(connection, FIRST + datetime.timedelta(days=number), [0, 3, 12, 60, 250][number % 5])
            connection.executemany(
                "INSERT INTO sold_out_record (cafe, kind, thing, at, until) VALUES (?, ?, ?, ?, ?)", [(CAFE, *change) for change in changes])
        manager = server.client(person="greta")

        def report(first, last):
            return figures(manager.get(f"/api/v1/cafes/{CAFE}/report?from={first}&to={last}"))

        spans = [(FIRST, LAST), *[(FIRST + datetime.timedelta(days=number),) * 2 for number in range(8)]]
        expected = {span: recount(connection, days, *span) for span in spans}
        assert expected[FIRST, LAST]["soldOut"]["item/latte"] > 0
        assert {span: report(*span) for span in spans} == expected

        # When the server starts, housekeeping stores the days that are over, from the first one with orders. The report stays the same.
        first_of_all = FIRST + datetime.timedelta(days=1)
        server.stop()
        server.start()
        epoch = datetime.date(1970, 1, 1)
        span = (CAFE, (first_of_all - epoch).days, (LAST - epoch).days)
        wait_until(lambda: len(server.rows("SELECT 1 FROM day_figures WHERE cafe = ? AND kind = 'day' AND day BETWEEN ? AND ?", *span)) == 12)
        assert {span: report(*span) for span in spans} == expected
        assert not any("ada" in str(value) for row in server.rows("SELECT * FROM day_figures") for value in row)


def test_a_report_without_orders_a_wrong_range_and_other_people(serve):
    server = serve(Campus())
    path = f"/api/v1/cafes/{CAFE}/report"
    manager = server.client(person="greta")
    empty = manager.get(path)
    assert (empty["orders"], empty["hours"], empty["soldOut"], empty["timeZone"]) == (0, [], [], ZONE)
    assert (datetime.date.fromisoformat(empty["to"]) - datetime.date.fromisoformat(empty["from"])).days == 27
    for query, name in (("from=2026-11-02&to=2026-11-01", "to"), ("from=2024-11-02&to=2026-11-01", "to"), ("from=today", "from")):
        refused = manager.send("GET", f"{path}?{query}")
        assert (refused.status, refused.json["code"], refused.json["errors"][0]["pointer"]) == (400, "invalid-request", f"/{name}")
    assert server.client(person="ada").send("GET", path).status == 403


def test_a_manager_reads_a_report_and_looks_back_at_the_kitchen_C86(serve, visit, campus):
    campus.cafe("main-cafe").pop("pickup")  # Orders are for now, so that they enter the line at once.
    server = serve(campus)
    days = KitchenDays(campus.cafe(CAFE), ZONE)
    with contextlib.closing(sqlite3.connect(server.database, timeout=60)) as connection, connection:
        days.insert(connection, SUNDAY, 200)
    visitor = visit(server.url, locale="en-GB")
    visitor.sign_in("Greta Lindqvist")
    visitor.open(f"/report?cafe={CAFE}&from={SUNDAY}&to={SUNDAY}")
    page = visitor.page
    expect(page.locator(".report-headlines")).to_contain_text("200")
    part = page.locator(".report-part").filter(has_text="Preparation by station")
    report = server.client(person="greta").get(f"/api/v1/cafes/{CAFE}/report?from={SUNDAY}&to={SUNDAY}")
    part.locator("summary").click()
    cells = part.locator("tbody tr").first.locator("th, td").all_inner_texts()
    assert cells[:2] == [report["stations"][0]["name"], str(report["stations"][0]["lengths"]["count"])]
    with page.expect_download() as saved:
        part.get_by_role("button", name="Preparation by station: save as CSV").click()
    rows = saved.value.path().read_text(encoding="utf-8-sig").splitlines()
    assert saved.value.suggested_filename == f"{CAFE}-{SUNDAY}-{SUNDAY}-stations.csv"
    assert rows[0] == "Station,Count,Median (minutes),Nine of ten (minutes),Longest (minutes)"
    # CSV has plain digits in every language.
    first = report["stations"][0]
    minutes = [f"{round(first['lengths'][key] / 6) / 10:g}" for key in ("medianSeconds", "p90Seconds", "longestSeconds")]
    assert rows[1] == ",".join([first["name"], str(first["lengths"]["count"]), *minutes])
    visitor.assert_accessible()
    page.get_by_role("button", name="Today").click()
    expect(page.locator(".report-body")).to_contain_text("No orders reached the kitchen on these days.")
    visitor.assert_accessible()

    # The replay shows the kitchen before the bump.
    order = server.client(person="ada").order("main-cafe", [line("espresso")])
    kitchen = server.client(device="kitchen-main")
    before = kitchen.get("/api/v1/cafes/main-cafe/tickets")["now"]
    kitchen.act(order["ticket"], "bump")
    wait_until(lambda: server.client(person="ada").get(f"/api/v1/orders/{order['id']}")["stage"] == "ready")
    visitor.open(f"/replay?cafe=main-cafe&at={before}")
    ticket = page.locator("kitchen-ticket")
    expect(ticket).to_have_attribute("data-stage", "waiting")
    expect(ticket).to_contain_text(order["number"])
    expect(ticket.get_by_role("button")).to_have_count(0)
    visitor.assert_accessible()
    page.get_by_role("button", name="Board").click()
    expect(page.locator(".replay-numbers").first).to_contain_text(order["number"])
    page.get_by_role("button", name="Now").click()
    expect(page.locator(".replay-numbers").nth(1)).to_contain_text(order["number"])
    page.get_by_role("button", name="5 minutes earlier").click()
    expect(page.locator(".replay-numbers").nth(1)).not_to_contain_text(order["number"])
    # The left end of the slider, and an address that is too old, show the oldest picture.
    page.get_by_role("slider", name="Time").press("Home")
    oldest = page.get_by_text("Nothing older than 24 hours can be seen.")
    page.get_by_role("button", name="5 minutes earlier").click()
    expect(oldest).to_be_visible()
    visitor.open("/replay?cafe=main-cafe&at=2020-01-01T10:00:00Z")
    expect(oldest).to_be_visible()
    expect(page.get_by_role("button", name="Try again")).to_have_count(0)
