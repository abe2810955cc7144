"""From the air to the page: the person's own device hears the entrance, and the page asks to clock in."""

import signal

import pytest
from playwright.sync_api import expect

from pages import AttendancePage
from radio_command import RadioCommand
from virtual_radio import VirtualRadio
from waiting import wait_until

ENTRANCE = ["--uuid", "6E5C7A0D-3B41-4E0A-9C52-8F2D71B6A4E3", "--major", "1", "--minor", "1"]


@pytest.fixture
def radio():
    with VirtualRadio() as radio:
        yield radio


@pytest.fixture
def ada(server, visit):
    page = AttendancePage(visit(server.url)).open()
    page.sign_in("Ada Morgan")
    page.switch().check()
    expect(page.text("No arrival or departure was noticed in the last day.")).to_be_visible()
    return page


def monitor(server, port, folder):
    return RadioCommand(
        "monitor", "--server", server.url, "--as", "ada", "--name", "phone", "--folder", folder, "--adapter", port.adapter)


def entrance(port):
    """The tablet at the reception."""
    return RadioCommand("advertise", "--adapter", port.adapter, *ENTRANCE)


def wait_for_arrival(device):
    wait_until(
        lambda: any(line.split()[1:3] == ["satisfied", "berlin-entrance"] for line in device.lines),
        lambda: f"{device.lines} {device.errors}")


def reminders(server):
    return server.rows("SELECT person, spot, kind FROM reminder_decisions")


def test_the_page_asks_to_clock_in_when_the_own_device_hears_the_entrance(server, ada, radio, tmp_path):
    tablet, phone = radio.controller(), radio.controller()
    with monitor(server, phone, tmp_path / "monitors") as device:
        device.wait_for_error(f"Listening with {phone.adapter}")
        with entrance(tablet):
            expect(ada.heading("Clock in?")).to_be_visible()
            wait_for_arrival(device)
            # Killed and started again beside the same beacon, the device has nothing new to report.
            device.stop(signal.SIGKILL)
            with monitor(server, phone, tmp_path / "monitors") as again:
                again.wait_for_error(f"Listening with {phone.adapter}")
                wait_until(lambda: phone.is_scanning)
                assert again.stop() == 0, again.errors
                assert again.lines == []
    assert reminders(server) == [("ada", "berlin-entrance", "state-inside")]


def test_an_arrival_outlives_the_end_of_the_server_and_of_the_device(server, ada, radio, tmp_path):
    tablet, phone = radio.controller(), radio.controller()
    with monitor(server, phone, tmp_path / "monitors") as device:
        device.wait_for_error(f"Listening with {phone.adapter}")
        server.kill()
        with entrance(tablet):
            wait_for_arrival(device)
        device.stop(signal.SIGKILL)
    server.start()
    assert reminders(server) == []
    with monitor(server, phone, tmp_path / "monitors"):
        wait_until(lambda: reminders(server))
        ada.page.reload()
        expect(ada.heading("Clock in?")).to_be_visible()
    assert reminders(server) == [("ada", "berlin-entrance", "state-inside")]
