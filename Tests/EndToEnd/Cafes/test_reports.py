"""A café's report equals a recount of its records by another program, before and after its days are kept (C86)."""

import contextlib
import datetime
import sqlite3
import zoneinfo

import pytest

from campus import Campus
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
    # Sundays too, also over the end of summer time.
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
        for number in range((LAST - FIRST).days + 1):
            day = FIRST + datetime.timedelta(days=number)
            # A day without orders, days with so few that they are hidden, and full ones.
            days.insert(connection, day, [0, 3, 12, 60, 250][number % 5])
        # 1 is the Sunday.
        at = lambda day, hour, minute=0: int(days.instant(SUNDAY + datetime.timedelta(days=day - 1), hour, minute).timestamp() * 1000)
        changes = [
            ("item", "latte", at(1, 1, 30), at(1, 3)), ("item", "latte", at(2, 8), at(2, 12)), ("item", "latte", at(2, 9, 10), at(2, 9, 10)),
            ("stock", "latte", at(2, 9), at(2, 23)), ("stock", "latte", at(2, 10), at(2, 10)), ("choice", "oat", at(3, 14, 30), at(4, 4)),
            ("item", "pecan-pie", at(4, 13), at(6, 8, 15)),
        ]
        with connection:
            connection.executemany(
                "INSERT INTO sold_out_record (cafe, kind, thing, at, until) VALUES (?, ?, ?, ?, ?)", [(CAFE, *change) for change in changes])
        manager = server.client(person="greta")

        def report(first, last):
            answer = manager.get(f"/api/v1/cafes/{CAFE}/report?from={first}&to={last}")
            assert answer.status == 200, answer.body
            return figures(answer.json)

        spans = [(FIRST, LAST), *[(FIRST + datetime.timedelta(days=number),) * 2 for number in range(8)]]
        expected = {span: recount(connection, days, *span) for span in spans}
        assert expected[FIRST, LAST]["soldOut"]["item/latte"] > 0
        assert {span: report(*span) for span in spans} == expected
        assert server.rows("SELECT count(*) FROM day_figures") == [(0,)]
        first_of_all = FIRST + datetime.timedelta(days=1)

        # Housekeeping keeps the days that are over when the server starts. The report stays the same.
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
    empty = manager.get(path).json
    assert (empty["orders"], empty["hours"], empty["soldOut"], empty["timeZone"]) == (0, [], [], ZONE)
    assert (datetime.date.fromisoformat(empty["to"]) - datetime.date.fromisoformat(empty["from"])).days == 27
    for query, name in (("from=2026-11-02&to=2026-11-01", "to"), ("from=2024-11-02&to=2026-11-01", "to"), ("from=today", "from")):
        refused = manager.get(f"{path}?{query}")
        assert (refused.status, refused.json["code"], refused.json["errors"][0]["pointer"]) == (400, "invalid-request", f"/{name}")
    assert server.client(person="ada").get(path).status == 403
