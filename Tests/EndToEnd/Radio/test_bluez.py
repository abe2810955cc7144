"""Scanning and advertising over BlueZ's D-Bus interfaces, against a BlueZ of our own on a private bus."""

import pytest
from command_line import assert_refused, vicinity
from dbus_fast import Variant
from fake_bluez import FakeBlueZ, PrivateBus
from radio_command import RadioCommand
from waiting import wait_until

UUID = "FDA50693-A4E2-4FB1-AFCF-C6EB07647825"
# What BlueZ keeps of a real frame (radio.md 1.2): the value without the company.
APPLE = bytes.fromhex("0215fda50693a4e24fb1afcfc6eb0764782527114cb9c5")
BEACON = {"uuid": UUID, "major": 10001, "minor": 19641, "measuredPower": -59}
IDENTITY = ["--uuid", UUID, "--major", "10001", "--minor", "19641"]
ADDRESS = "C4:12:34:56:78:9A"


@pytest.fixture
def bus():
    with PrivateBus() as bus:
        yield bus


def scan(bus, *arguments, adapter="bluez"):
    return RadioCommand("scan", "--json", "--adapter", adapter, *arguments, environment=bus.environment)


def frame():
    return Variant("a{qv}", {76: Variant("ay", APPLE)})


def test_an_active_scan_reports_every_packet(bus):
    with FakeBlueZ(bus) as bluez, scan(bus) as scanning:
        scanning.wait_for_state("on")
        assert scanning.objects[0]["adapter"] == "bluez:hci0"
        assert scanning.objects[0]["address"] == "00:1A:7D:DA:71:13"
        assert (bluez.filters, bluez.is_discovering) == ([{"Transport": "le", "DuplicateData": True}], True)
        bluez.hear(ADDRESS, -60, ManufacturerData=frame())
        assert scanning.wait_for_beacon(**BEACON)["address"] == ADDRESS
        # The next packet, with the data and without: an unchanged part need not be sent.
        bluez.hear(ADDRESS, -60, ManufacturerData=frame())
        bluez.hear(ADDRESS, -60)
        scanning.wait_for_beacon(**BEACON, count=3, rssi=-60.0)
        assert scanning.stop() == 0
        # What the program has said last is on the bus when it has ended.
        wait_until(lambda: not bluez.is_discovering)


def test_a_passive_scan_uses_a_monitor(bus):
    with FakeBlueZ(bus) as bluez, scan(bus, "--passive") as scanning:
        scanning.wait_for_state("on")
        assert scanning.objects[0]["mode"] == "passive"
        assert (0, 0xFF, bytes.fromhex("4c000215")) in bluez.patterns
        assert "StartDiscovery" not in bluez.calls
        bluez.hear(ADDRESS, -60, ManufacturerData=frame())
        bluez.hear(ADDRESS, -64)
        scanning.wait_for_beacon(**BEACON)
        assert scanning.stop() == 0
        wait_until(lambda: bluez.monitors == {}, lambda: bluez.monitors)


def test_without_monitors_a_passive_scan_becomes_active_and_says_so(bus):
    with FakeBlueZ(bus, has_monitors=False) as bluez, scan(bus, "--passive") as scanning:
        scanning.wait_for_state("on")
        assert scanning.objects[0]["mode"] == "active"
        assert "bluetoothd --experimental" in scanning.objects[0]["note"]
        assert bluez.is_discovering


def test_a_monitor_that_is_never_activated_becomes_an_active_scan(bus):
    with FakeBlueZ(bus, activates_monitors=False) as bluez, scan(bus, "--passive") as scanning:
        scanning.wait_for_state("on")
        assert (scanning.objects[0]["mode"], bluez.is_discovering) == ("active", True)


def test_an_advertisement_is_registered_and_withdrawn(bus):
    sending = RadioCommand("advertise", "--adapter", "bluez", *IDENTITY, "--interval", "200ms", environment=bus.environment)
    with FakeBlueZ(bus) as bluez, sending:
        sending.wait_for_error("Sending")
        (properties,) = bluez.advertised.values()
        assert properties["Type"] == "broadcast"
        assert {key: value.value for key, value in properties["ManufacturerData"].items()} == {76: APPLE}
        assert (properties["MinInterval"], properties["MaxInterval"]) == (200, 200)
        assert "Discoverable" not in properties
        # BlueZ may end it, for instance when the adapter changes.
        bluez.release_advertisement()
        wait_until(lambda: bluez.advertised, lambda: f"{sending.errors}")
        assert sending.stop() == 0
        wait_until(lambda: bluez.advertised == {}, lambda: bluez.advertised)


def test_a_restarted_daemon_is_used_again(bus):
    with FakeBlueZ(bus) as bluez, scan(bus) as scanning:
        scanning.wait_for_state("on")
        bluez.stop()
        wait_until(lambda: scanning.states[1:] and set(scanning.states[1:]) == {"unavailable"})
        bluez.start()
        wait_until(lambda: scanning.states[-1] == "on", lambda: f"{scanning.lines}")
        bluez.hear(ADDRESS, -60, ManufacturerData=frame())
        scanning.wait_for_beacon(**BEACON)


def test_an_adapter_that_is_unplugged_is_used_again(bus):
    with FakeBlueZ(bus) as bluez, scan(bus) as scanning:
        scanning.wait_for_state("on")
        bluez.unplug()
        wait_until(lambda: scanning.states[1:2] == ["unavailable"], lambda: f"{scanning.lines}")
        assert "plug it in again" in scanning.objects[1]["sentence"]
        bluez.plug_in()
        wait_until(lambda: scanning.states[-1] == "on", lambda: f"{scanning.lines}")
        assert bluez.is_discovering
        bluez.hear(ADDRESS, -60, ManufacturerData=frame())
        scanning.wait_for_beacon(**BEACON)


def test_a_system_bus_that_went_away_is_used_again(bus):
    with FakeBlueZ(bus) as bluez, scan(bus) as scanning:
        scanning.wait_for_state("on")
        bus.stop()
        wait_until(lambda: scanning.states[1:] and set(scanning.states[1:]) == {"unavailable"}, lambda: f"{scanning.lines}")
        bluez.stop()
        bus.start()
        bluez.start()
        wait_until(lambda: scanning.states[-1] == "on", lambda: f"{scanning.lines}")
        bluez.hear(ADDRESS, -60, ManufacturerData=frame())
        scanning.wait_for_beacon(**BEACON)


@pytest.mark.parametrize("mode", [[], ["--passive"]])
def test_a_scan_that_bluez_ends_begins_again(bus, mode):
    with FakeBlueZ(bus, has_monitors=False) as bluez, scan(bus, *mode) as scanning:
        scanning.wait_for_state("on")
        bluez.end_discovery()
        wait_until(lambda: scanning.states[-1] == "on" and len(scanning.states) > 2, lambda: f"{scanning.lines}")
        assert bluez.is_discovering


def test_an_adapter_that_is_switched_off_is_used_again(bus):
    with FakeBlueZ(bus) as bluez, scan(bus) as scanning:
        scanning.wait_for_state("on")
        bluez.switch(False)
        wait_until(lambda: scanning.states[1:2] == ["off"])
        assert "bluetoothctl power on" in scanning.objects[1]["sentence"]
        bluez.switch(True)
        wait_until(lambda: scanning.states[-1] == "on", lambda: f"{scanning.lines}")
        assert bluez.is_discovering


def test_the_automatic_choice_takes_bluez_where_it_runs(bus):
    with FakeBlueZ(bus), scan(bus, adapter="auto") as scanning:
        scanning.wait_for_state("on")
        assert scanning.objects[0]["adapter"] == "bluez:hci0"


@pytest.mark.parametrize(
    "options, words",
    [
        ({"refuses": ("GetManagedObjects", "org.freedesktop.DBus.Error.AccessDenied")}, "groups bluetooth"),
        ({"refuses": ("StartDiscovery", "org.bluez.Error.InProgress")}, "BlueZ is busy"),
    ],
)
def test_what_bluez_refuses_is_explained(bus, options, words):
    with FakeBlueZ(bus, **options):
        assert_refused(vicinity("scan", "--adapter", "bluez", environment=bus.environment), 1, words)


@pytest.mark.parametrize("adapter", ["bluez", "auto"])
def test_an_adapter_that_somebody_switched_off_stays_off(bus, adapter):
    # The kernel would lend the adapter all the same.
    with FakeBlueZ(bus, is_powered=False) as bluez:
        ended = vicinity("scan", "--adapter", adapter, environment=bus.environment)
        assert_refused(ended, 1, "is switched off: bluetoothctl power on")
        assert "hci0:" not in ended.stderr
        assert "StartDiscovery" not in bluez.calls


def test_without_bluez_everything_that_was_tried_is_listed(bus):
    ended = vicinity("scan", environment=bus.environment)
    assert_refused(ended, 1, "sudo systemctl start bluetooth", "hci0: this kernel has no Bluetooth")
