"""The person's own Linux desktop asks at the door, by the rule of the server, also without the server."""

import datetime
import json
import signal
import subprocess

import pytest

from campus import Campus
from demo_server import PROGRAM
from desktop import Desktop
from waiting import PATIENCE_SECONDS, wait_until

UUID = "6E5C7A0D-3B41-4E0A-9C52-8F2D71B6A4E3"
FRONT, COURTYARD = 1, 6


class Device:
    """`vicinity monitor --notify` of Ada, who writes what her device hears."""

    def __init__(self, server, desktop):
        self.command = [
            PROGRAM, "monitor", "--recording", "-", "--server", server.url, "--as", "ada", "--notify", "--folder", str(desktop.folder / "monitors")]
        self.desktop = desktop

    def __enter__(self):
        self.process = subprocess.Popen(
            self.command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=self.desktop.environment)
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate(timeout=PATIENCE_SECONDS)

    def write(self, ago, **what):
        time = datetime.datetime.now(datetime.UTC) - datetime.timedelta(seconds=ago)
        print(json.dumps({"time": time.isoformat().replace("+00:00", "Z"), "source": "phone", **what}), file=self.process.stdin, flush=True)

    def hears(self, minor, ago):
        self.write(ago, sighting={"uuid": UUID, "major": 1, "minor": minor, "power": -59, "rssi": -60})

    def hears_nothing(self, ago):
        self.write(ago, elapsed=True)


@pytest.fixture
def desktop():
    with Desktop() as desktop:
        yield desktop


@pytest.fixture
def server(serve):
    """A server where departures count at once, and where Ada wants reminders."""
    server = serve(Campus().let_departures_count_at_once())
    assert server.client(person="ada").send("PUT", "/api/v1/attendance/reminders", {"on": True}).status == 200
    return server


def asked(desktop, count):
    wait_until(lambda: len(desktop.notices) >= count, lambda: str(desktop.lines))
    return desktop.notices


def test_the_desktop_asks_by_the_rule_of_the_server_also_without_it(server, desktop):
    ada = server.client(person="ada")
    with Device(server, desktop) as device:
        device.hears(FRONT, ago=60)
        [(replaced, title, text)] = asked(desktop, 1)
        assert (replaced, title) == (0, "Clock in?")
        assert "Main entrance" in text
        # The program knows the number of its notice when the desktop has answered; no person is faster than that.
        wait_until(lambda: desktop.press(1) or desktop.opened_addresses)
        assert set(desktop.opened_addresses) == {f"{server.url}/attendance"}
        # Clocked in by the page; with what the device hears next, it learns of it, and takes its question away.
        assert ada.send("POST", "/api/v1/attendance/punches", {"kind": "in", "site": "berlin"}, Idempotency_Key="a").status == 201
        device.hears(COURTYARD, ago=-5)
        wait_until(lambda: desktop.closings == 1, lambda: str(desktop.lines))
        server.kill()
        # The door is silent for longer than half a minute, so it was left.
        device.hears_nothing(ago=-60)
        assert asked(desktop, 2)[1][1] == "Clock out?"
        # A question is noted when the desktop has answered. Killed before that, the program would rather ask again than never.
        wait_until(lambda: len(desktop.noted_questions) == 2)
        device.process.send_signal(signal.SIGKILL)
    # Started again, still without the server, it asks nothing twice.
    with Device(server, desktop) as device:
        device.hears(FRONT, ago=-65)
        wait_until(lambda: desktop.closings >= 2, lambda: str(desktop.lines))
        assert len(desktop.notices) == 2
        # It knew the spots from the server's last answer. When the server is back, it learns of the departure that it missed.
        server.start()
        wait_until(lambda: ("exit",) in server.rows("SELECT kind FROM reminder_decisions"))


def test_without_a_desktop_it_says_so(server, desktop):
    command = [PROGRAM, "monitor", "--recording", "-", "--server", server.url, "--as", "ada", "--notify", "--folder", str(desktop.folder)]
    environment = desktop.environment | {"DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"}
    ended = subprocess.run(command, env=environment, stdin=subprocess.PIPE, capture_output=True, text=True, timeout=PATIENCE_SECONDS)
    assert ended.returncode == 1
    assert "there is no session bus" in ended.stderr
