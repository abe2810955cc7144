"""A day at the door, end to end: what a radio hears is the only input, the page is closed, and after each step the power fails.

It is the day that the rule of the article loses: lunch, errands at 13:45 and 15:30, home at 17:20.
"""

import datetime
import json
import shutil
import subprocess
import zoneinfo

import pytest

from campus import Campus
from demo_server import PROGRAM
from firefox import Firefox
from push_service import PushService
from set_clock import SetClock
from waiting import PATIENCE_SECONDS, wait_until

pytestmark = pytest.mark.skipif(shutil.which("firefox-esr") is None, reason="needs firefox-esr of Debian (scripts/setup test)")

UUID = "6E5C7A0D-3B41-4E0A-9C52-8F2D71B6A4E3"
DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
WEEK = {day: {"hours": "09:00-17:30", "break": "12:00-13:00"} for day in DAYS}


@pytest.fixture
def clock(tmp_path):
    clock = SetClock(tmp_path, zoneinfo.ZoneInfo("Europe/Berlin"))
    clock.set("06:00")
    return clock


@pytest.fixture
def server(serve, clock):
    campus = Campus().let_departures_count_at_once()
    campus.content["organisation"]["reminders"] = {"week": WEEK}
    return serve(campus, "--outgoing-host", "127.0.0.1", environment=clock.environment)


@pytest.fixture
def ada(server):
    ada = server.client(person="ada")
    assert ada.send("PUT", "/api/v1/attendance/reminders", {"on": True}).status == 200
    return ada


@pytest.fixture
def push_service():
    service = PushService()
    yield service
    service.stop()


@pytest.fixture
def phone(tmp_path, push_service, server, ada):
    """Ada's browser, in which she has switched notices on and closed the page."""
    with Firefox(tmp_path, push_service) as firefox:
        firefox.allow_notifications(server.url)
        tab = firefox.open(server.url)
        signing_in = """fetch("/api/v1/session", { method: "POST", headers: { "Content-Type": "application/json" }, body: '{"person": "ada"}' }).then(answer => answer.status)"""
        assert tab.evaluate(signing_in) == 201
        tab.go(f"{server.url}/notice-settings")
        tab.press("this-device [data-key=switch-on]")
        tab.wait_for("document.querySelector('this-device [data-key=switch-off]') !== null")
        tab.close()
        yield firefox


class Radio:
    """What Ada's own device hears. The door is heard in the whole office, and not outside."""

    def __init__(self, server, clock, folder):
        self.clock = clock
        command = [PROGRAM, "monitor", "--recording", "-", "--server", server.url, "--as", "ada", "--folder", folder]
        self.process = subprocess.Popen(list(map(str, command)), stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)

    def _write(self, time, **what):
        print(json.dumps({"time": time.isoformat().replace("+00:00", "Z"), "source": "phone", **what}), file=self.process.stdin)

    def _hear(self, time):
        self._write(time, sighting={"uuid": UUID, "major": 1, "minor": 1, "power": -59, "rssi": -60})

    def arrive(self, at):
        self.heard = self.clock.set(at)
        self._hear(self.heard)
        self.process.stdin.flush()

    def leave(self, at):
        """Up to now the door was heard, and then it is silent for a minute."""
        left = self.clock.set(at)
        while self.heard < left:
            self.heard = min(left, self.heard + datetime.timedelta(seconds=20))
            self._hear(self.heard)
        self._write(left + datetime.timedelta(minutes=1), elapsed=True)
        self.process.stdin.flush()


@pytest.fixture
def radio(server, ada, clock, tmp_path):
    radio = Radio(server, clock, tmp_path / "monitors")
    yield radio
    radio.process.kill()
    radio.process.communicate(timeout=PATIENCE_SECONDS)


@pytest.mark.pages
def test_w29_a_day_with_errands_asks_at_the_right_moments_and_shows_one_question(server, ada, radio, phone, push_service):
    """Ada passes by early and does not clock in, so that her next arrival asks again before she has answered."""

    def decisions():
        return [reason for (reason,) in server.rows("SELECT reason FROM reminder_decisions ORDER BY received_at, number")]

    def decided(*last):
        """Waits for the decisions on the last crossings, and then the power fails."""
        wait_until(lambda: decisions()[-len(last):] == list(last), lambda: str(decisions()))
        server.kill()
        server.start()

    def asked(title, before=None):
        """The notice that shows, alone: one with this title, newer than the one before. For this look alone there is a page."""
        def seen():
            notices = tab.notifications()
            assert len(notices) <= 1, notices
            return [notice for notice in notices if notice["title"] == title and (before is None or is_newer(notice, before))]

        push_service.wait_for_acknowledgement()
        tab = phone.open(server.url)
        # Firefox acknowledges a push before it shows what came of it.
        wait_until(seen, lambda: str((title, tab.notifications())))
        [notice] = seen()
        tab.close()
        return notice

    def is_newer(notice, other):
        # With one tag a notice takes the place of the other.
        assert notice["tag"] == other["tag"]
        return notice["data"]["version"] > other["data"]["version"]

    def confirm(notice, state):
        """Ada opens what the notice leads to: her page proposes the punch, and one press confirms it."""
        tab = phone.open(notice["data"]["url"])
        tab.press("[data-key=punch]")
        wait_until(lambda: ada.get("/api/v1/attendance")["state"] == state, lambda: tab.evaluate("document.body.innerText"))
        tab.close()

    def pending():
        return ada.get("/api/v1/attendance").get("pending")

    asks, nothing, back = "punch-expected", "nothing-to-punch", "came-back"
    radio.arrive("06:30")
    decided(asks)
    unanswered = asked("Clock in?")
    radio.leave("06:40")
    decided(nothing)
    radio.arrive("08:58")
    decided(asks)
    clock_in = asked("Clock in?", before=unanswered)
    confirm(clock_in, "in")
    radio.leave("12:05")
    decided("on-break")
    radio.arrive("12:50")
    decided(back, nothing)
    assert pending() is None
    radio.leave("13:45")
    decided(asks)
    errand = asked("Clock out?", before=clock_in)
    radio.arrive("14:00")
    decided(nothing)
    assert pending() is None
    radio.leave("15:30")
    decided("recent-reminder")
    radio.arrive("15:40")
    decided(back, nothing)
    assert pending() is None
    radio.leave("17:20")
    decided(asks)
    confirm(asked("Clock out?", before=errand), "out")
    assert decisions() == [asks, nothing, asks, back, nothing, asks, nothing, back, nothing, asks]
    assert [punch["kind"] for punch in ada.get("/api/v1/attendance")["punches"]] == ["in", "out"]
