"""Exports and imports months with the command line, as people run it in a terminal."""

import csv
import io
import random
import sqlite3
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo, available_timezones

import icalendar
import pytest

from campus import DEMO
from command_line import assert_refused, vicinity
from set_clock import SetClock

CLERK = "greta"
HEAD = "person,name,day,kind,start,start_offset,end,end_offset,time_zone,minutes,seconds,site,state,corrected"
DAY_START = 5
# Zones that change by half an hour, that never change, on both sides of the date line, and with an odd offset.
SOME_ZONES = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "Pacific/Kiritimati", "Pacific/Honolulu", "Asia/Kathmandu", "America/St_Johns"]
MACHINE_ZONES = ["Pacific/Kiritimati", "Pacific/Honolulu", "Asia/Kolkata", "Australia/Lord_Howe", "UTC"]


def imported_database(path, environment=None):
    ended = vicinity("import", DEMO, "--database", f"sqlite:{path}", environment=environment)
    assert ended.returncode == 0, ended.stderr
    return f"sqlite:{path}"


def shown(instant, zone):
    local = instant.astimezone(zone)
    minutes = round(local.utcoffset().total_seconds() / 60)
    sign = "-" if minutes < 0 else "+"
    return local.strftime("%Y-%m-%dT%H:%M:%S"), f"UTC{sign}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"


def row(start, end, name):
    """A row of Vicinity's own table, computed by Python alone."""
    zone = ZoneInfo(name)
    local = start.astimezone(zone)
    day = local.date() - timedelta(days=local.hour < DAY_START)
    seconds = int((end - start).total_seconds())
    return [
        "ada", "Ada Morgan", day.isoformat(), "work", *shown(start, zone), *shown(end, zone), name, str(seconds // 60), str(seconds), "berlin", "complete", "no",
    ]


def table(rows):
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(HEAD.split(","))
    writer.writerows(rows)
    return text.getvalue().encode()


def shifts(names, first, last, seed):
    """A shift every few days, each in the next zone, and one over each clock change."""
    generator = random.Random(seed)
    rows, time, place = [], first, 0
    while time < last:
        start = time + timedelta(seconds=generator.randrange(60_000))
        end = start + timedelta(seconds=generator.randrange(60, 36_000))
        rows.append(row(start, end, names[place % len(names)]))
        place += 1
        time += timedelta(days=generator.choice([2, 3]))
    return rows


def months_of(rows):
    return sorted({each[2][:7] for each in rows})


def exported(database, month, environment=None):
    ended = vicinity("attendance", "export", "--month", month, "--database", database, environment=environment)
    assert ended.returncode == 0, ended.stderr
    return list(csv.reader(io.StringIO(ended.stdout, newline="")))


def check(folder, names, first, last, environment=None, months=None):
    """Imports rows that Python computed, and expects them back."""
    rows = shifts(names, first, last, seed=len(names))
    file = folder / "table.csv"
    file.write_bytes(table(rows))
    database = imported_database(folder / "zones.db", environment)
    ended = vicinity("attendance", "import", file, "--by", CLERK, "--database", database, environment=environment, patience=300)
    assert ended.returncode == 0, ended.stderr
    for month in months or months_of(rows):
        expected = [each for each in rows if each[2].startswith(month)]
        assert exported(database, month, environment)[1:] == expected, month


def test_w55_w62_w63_totals_are_those_of_zoneinfo_in_some_zones(tmp_path):
    check(tmp_path, SOME_ZONES, datetime(2000, 1, 2, tzinfo=UTC), datetime(2026, 11, 1, tzinfo=UTC), months=["2000-03", "2007-10", "2016-11", "2026-03", "2026-10"])


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_w63_totals_are_those_of_zoneinfo_in_all_zones_from_2000_to_2040(tmp_path):
    clock = SetClock(tmp_path, UTC)
    clock._set_shift(15 * 366 * 86_400 * 10**9)
    environment = {**clock.environment, "LANG": "en_GB.UTF-8"}
    names = sorted(name for name in available_timezones() if "/" in name and not name.startswith(("Etc/", "SystemV/", "posix/", "right/")))
    random.Random(1).shuffle(names)
    for year in range(2000, 2040, 5):
        folder = tmp_path / str(year)
        folder.mkdir()
        check(folder, names, datetime(year, 1, 2, tzinfo=UTC), datetime(year + 5, 1, 1, tzinfo=UTC), environment)


def test_w56_w66_whatever_the_zone_of_the_machine_the_same_is_stored_and_exported(tmp_path):
    rows = shifts(SOME_ZONES, datetime(2026, 3, 20, tzinfo=UTC), datetime(2026, 4, 10, tzinfo=UTC), seed=7)
    file = tmp_path / "table.csv"
    file.write_bytes(table(rows))
    stored, files = set(), set()
    for number, zone in enumerate(MACHINE_ZONES):
        environment = {"LANG": "en_GB.UTF-8", "PATH": "/usr/bin", "TZ": zone}
        path = tmp_path / f"{number}.db"
        database = imported_database(path, environment)
        ended = vicinity("attendance", "import", file, "--by", CLERK, "--database", database, environment=environment)
        assert ended.returncode == 0, ended.stderr
        connection = sqlite3.connect(path)
        stored.add(str(connection.execute("SELECT person, day, site, zone, marks FROM day_corrections ORDER BY number").fetchall()))
        connection.close()
        outputs = []
        for month in ["2026-03", "2026-04"]:
            target = tmp_path / "month.csv"
            assert vicinity("attendance", "export", "--month", month, "--database", database, "--output", target, environment=environment).returncode == 0
            outputs.append(target.read_bytes())
        files.add(tuple(outputs))
    assert len(stored) == len(files) == 1
    # The export, imported into an empty installation and exported again, has the same bytes (W56).
    again = imported_database(tmp_path / "again.db")
    for month, content in zip(["2026-03", "2026-04"], files.pop(), strict=True):
        copy = tmp_path / f"{month}.csv"
        copy.write_bytes(content)
        assert vicinity("attendance", "import", copy, "--by", CLERK, "--database", again).returncode == 0
        target = tmp_path / "copy.csv"
        assert vicinity("attendance", "export", "--month", month, "--database", again, "--output", target).returncode == 0
        assert target.read_bytes() == content


def test_the_command_line_names_each_mistake_and_exports_beside_a_server(server, tmp_path):
    database = f"sqlite:{server.database}"
    table_file = tmp_path / "odoo.csv"
    table_file.write_text("Employee,Check In,Check Out\nAda Morgan,2026-11-02 08:00:00,2026-11-02 16:30:00\n")
    columns = tmp_path / "map.json"
    columns.write_text('{"base": "odoo", "site": "berlin"}')
    wrong = tmp_path / "wrong.csv"
    wrong.write_text("Employee,Check In,Check Out\nNobody,2026-11-02 08:00:00,2026-11-02 16:30:00\n")
    assert_refused(vicinity("attendance", "import", wrong, "--map", columns, "--by", CLERK, "--database", database), 1, "wrong.csv:2: There is no person Nobody", "Nothing was imported.")
    assert_refused(vicinity("attendance", "import", table_file, "--map", columns, "--by", "ada", "--database", database), 1, "You may import neither your own days")
    broken = tmp_path / "broken.json"
    broken.write_text('{"base": "odoo", "sight": "berlin"}')
    assert_refused(vicinity("attendance", "import", table_file, "--map", broken, "--by", CLERK, "--database", database), 1, "broken.json: sight: is not known here")
    for reason in (" ", "a\u202eb", "x" * 281):
        with_reason = vicinity("attendance", "import", table_file, "--map", columns, "--by", CLERK, "--reason", reason, "--database", database)
        assert_refused(with_reason, 2, "a text of 1 to 280 characters in one line, not blank")
    month = ["attendance", "export", "--month", "2026-11", "--database", database]
    assert_refused(vicinity(*month, "--template", broken, "--format", "json"), 2, "--template and --format exclude each other.")
    assert_refused(vicinity("attendance", "verify", "--expect", "abc", "--database", database), 2, "64 hexadecimal digits")
    preview = vicinity("attendance", "import", table_file, "--map", columns, "--by", CLERK, "--preview", "--database", database)
    assert preview.stdout == "Would import: 1 day of 1 person.\n"
    assert server.rows("SELECT count(*) FROM day_corrections") == [(0,)]
    done = vicinity("attendance", "import", table_file, "--map", columns, "--by", CLERK, "--database", database)
    assert done.stdout == "Imported: 1 day of 1 person.\n"
    again = vicinity("attendance", "import", table_file, "--map", columns, "--by", CLERK, "--database", database)
    assert again.stdout == "Imported: 0 days of 1 person; 1 was imported before.\n"
    # The server sees it at once, and gives the same bytes as the command beside it.
    clerk = server.client(person=CLERK)
    served = clerk.send("GET", "/api/v1/attendance/export.csv?month=2026-11").body
    target = tmp_path / "month.csv"
    assert vicinity("attendance", "export", "--month", "2026-11", "--database", database, "--output", target).returncode == 0
    assert target.read_bytes() == served
    assert b"ada,Ada Morgan,2026-11-02,work,2026-11-02T08:00:00,UTC+01:00" in served
    template = tmp_path / "wages.json"
    template.write_text('{"id": "wages", "name": "Wages", "numbers": {"ada": "1001"}, "lines": [["{number}", "{work:hours}"]]}')
    wages = vicinity("attendance", "export", "--month", "2026-11", "--template", template, "--database", database)
    assert wages.stdout.replace("\r", "") == "1001,8.00\n"
    verified = vicinity("attendance", "verify", "--database", database)
    assert verified.stdout.startswith("ok: 1 records")


def test_w144_icalendar_reads_the_same_instants_in_three_zones_and_the_address_can_be_taken_back(server, tmp_path):
    today = datetime.now(UTC).date()
    first = date(today.year, today.month, 1)
    names = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe"]
    starts = [datetime(each.year, each.month, each.day, 9, tzinfo=UTC) for each in (first - timedelta(days=days) for days in (3, 5, 7))]
    rows = [row(start, start + timedelta(hours=7, seconds=5), name) for start, name in zip(starts, names, strict=True)]
    file = tmp_path / "table.csv"
    file.write_bytes(table(sorted(rows, key=lambda each: each[2])))
    done = vicinity("attendance", "import", file, "--by", CLERK, "--database", f"sqlite:{server.database}")
    assert done.returncode == 0, done.stderr
    ada = server.client(person="ada")
    path = ada.send("POST", "/api/v1/attendance/calendar").json["path"]
    stranger = server.client()
    answer = stranger.send("GET", path)
    assert answer.status == 200
    assert max(len(line) for line in answer.body.split(b"\r\n")) <= 75
    calendar = icalendar.Calendar.from_ical(answer.body)
    events = {str(event["TZID"]) if "TZID" in event else event["DTSTART"].params["TZID"]: event for event in calendar.walk("VEVENT")}
    assert sorted(events) == sorted(names)
    described = {str(zone["TZID"]): zone.to_tz() for zone in calendar.walk("VTIMEZONE")}
    for start, name in zip(starts, names, strict=True):
        event = events[name]
        for reading, expected in [(event["DTSTART"].dt, start), (event["DTEND"].dt, start + timedelta(hours=7, seconds=5))]:
            assert reading.astimezone(UTC) == expected
            # The zone that the calendar itself defines gives the same times.
            assert reading.replace(tzinfo=described[name]).astimezone(UTC) == expected
        assert (int(event["SEQUENCE"]), event["UID"].split("@")[0].endswith("-0-ada")) == (1, True)
    # The calendar is stable, and gone after the person revokes it.
    assert stranger.send("GET", path).body == answer.body
    renewed = ada.send("POST", "/api/v1/attendance/calendar").json["path"]
    assert stranger.send("GET", path).status == 404
    assert stranger.send("GET", renewed).status == 200
    ada.send("DELETE", "/api/v1/attendance/calendar")
    assert stranger.send("GET", renewed).status == 404
