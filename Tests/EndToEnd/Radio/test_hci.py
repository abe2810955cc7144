"""Scanning and advertising against controllers that we did not write (bumble's), over HCI H4."""

import json
import signal

import pytest
from campus import DEMO
from command_line import assert_refused, vicinity
from radio_command import RadioCommand
from virtual_radio import VirtualRadio
from waiting import wait_until

UUID = "FDA50693-A4E2-4FB1-AFCF-C6EB07647825"
# A real frame (radio.md 1.2): major 10001, minor 19641, power -59.
FRAME = bytes.fromhex("0201061aff4c000215fda50693a4e24fb1afcfc6eb0764782527114cb9c5")
BEACON = {"uuid": UUID, "major": 10001, "minor": 19641}
IDENTITY = ["--uuid", UUID, "--major", "10001", "--minor", "19641"]


@pytest.fixture
def radio():
    with VirtualRadio() as radio:
        yield radio


def scan(port, *arguments):
    return RadioCommand("scan", "--adapter", port.adapter, "--json", *arguments)


def advertise(port, *arguments):
    return RadioCommand("advertise", "--adapter", port.adapter, *IDENTITY, *arguments)


@pytest.mark.parametrize("is_extended", [True, False])
@pytest.mark.parametrize("mode", ["active", "passive"])
def test_the_scanner_hears_what_a_controller_hears(radio, is_extended, mode):
    port = radio.controller(is_extended)
    with scan(port, *(["--passive"] if mode == "passive" else [])) as scanning:
        scanning.wait_for_state("on")
        assert scanning.objects[0]["mode"] == mode
        assert port.is_scanning
        assert port.controller.le_scan_type == (mode == "active") or is_extended
        port.air("C4:12:34:56:78:9A", FRAME)
        beacon = scanning.wait_for_beacon(**BEACON)
        assert (beacon["address"], beacon["measuredPower"], beacon["rssi"]) == ("C4:12:34:56:78:9A", -59, -50)
        assert scanning.stop() == 0
    # The end of the scan reached the controller.
    assert not port.is_scanning


@pytest.mark.parametrize("rssi, metres, proximity", [(-59, 1.0, "near"), (-79, 10.0, "far"), (-49, 0.32, "immediate")])
def test_the_distance_follows_the_signal(radio, rssi, metres, proximity):
    port = radio.controller()
    port.controller.rssi = rssi
    with scan(port) as scanning:
        scanning.wait_for_state("on")
        port.air("C4:12:34:56:78:9A", FRAME)
        beacon = scanning.wait_for_beacon(**BEACON)
        assert (beacon["distanceMetres"], beacon["proximity"]) == (metres, proximity)
        assert beacon["nearestMetres"] < metres < beacon["farthestMetres"]


def test_two_commands_hear_each_other(radio):
    sender, receiver = radio.controller(), radio.controller()
    with scan(receiver) as scanning, advertise(sender, "--power", "-65") as sending:
        sending.wait_for_error(f"Sending {UUID} 10001/19641")
        assert scanning.wait_for_beacon(**BEACON)["measuredPower"] == -65
        assert sending.stop(signal.SIGINT) == 0
        assert sender.advertised is None, "the controller goes on sending"


@pytest.mark.parametrize("is_extended", [True, False])
def test_an_advertisement_takes_no_connections_and_ends_with_the_command(radio, is_extended):
    port = radio.controller(is_extended)
    with advertise(port, "--interval", "250ms", "--power", "-59") as sending:
        wait_until(lambda: port.advertised, lambda: f"{sending.errors}")
        assert port.advertised.rstrip(b"\0") == FRAME
        if is_extended:
            (kept,) = port.controller.advertising_sets.values()
            assert kept.parameters.advertising_event_properties == 0x10
            assert kept.parameters.primary_advertising_interval_min == 400
        else:
            kept = port.controller.le_legacy_advertiser
            assert (kept.advertising_type, kept.advertising_interval_min) == (3, 400)
        assert sending.stop() == 0
    assert port.advertised is None
    assert sending.errors[-1] == "No longer sending."


@pytest.mark.parametrize("kind", ["pty", "unix-server"])
def test_a_controller_on_a_serial_line_or_a_unix_socket(radio, tmp_path, kind):
    port = radio.controller(line=f"{kind}:{tmp_path}/controller")
    with scan(port) as scanning:
        scanning.wait_for_state("on")
        port.air("C4:12:34:56:78:9A", FRAME)
        scanning.wait_for_beacon(**BEACON)
        assert scanning.stop() == 0
    assert not port.is_scanning


def test_an_unplugged_controller_is_used_again(radio):
    port = radio.controller()
    with scan(port) as scanning:
        scanning.wait_for_state("on")
        port.unplug()
        scanning.wait_for_state("on", "unavailable", "on")
        assert scanning.objects[1]["reason"] == "connection-lost"
        port.air("C4:12:34:56:78:9A", FRAME)
        scanning.wait_for_beacon(**BEACON)


def test_a_hardware_fault_resets_the_controller(radio):
    port = radio.controller()
    with advertise(port) as sending:
        wait_until(lambda: port.advertised)
        port.use(lambda controller: controller.lose_settings())
        port.say(bytes([4, 0x10, 1, 0x42]))
        sending.wait_for_error("hardware fault (0x42)")
        wait_until(lambda: port.advertised, lambda: f"{sending.errors}")


def test_a_controller_that_restarts_by_itself_is_set_up_again(radio):
    port = radio.controller()
    with scan(port) as scanning:
        scanning.wait_for_state("on")
        port.use(lambda controller: controller.lose_settings())
        # It announces its credit after a restart.
        port.say(bytes([4, 0x0E, 3, 1, 0, 0]))
        wait_until(lambda: port.is_scanning)
        port.air("C4:12:34:56:78:9A", FRAME)
        scanning.wait_for_beacon(**BEACON)
        assert scanning.states == ["on"]


def test_rubbish_on_the_line_is_skipped(radio):
    port = radio.controller()
    with scan(port) as scanning:
        scanning.wait_for_state("on")
        port.say(bytes(range(256)) * 8)
        # The rubbish holds the beginning of an event, which may take the next one with it.
        for _ in range(4):
            port.air("C4:12:34:56:78:9A", FRAME)
        scanning.wait_for_beacon(**BEACON)
        assert scanning.states == ["on"]


def test_a_silent_controller_is_named_at_the_start(radio):
    port = radio.controller()
    port.controller.is_silent = True
    ended = vicinity("scan", "--adapter", port.adapter)
    assert_refused(ended, 1, "does not answer", "check its power and cable")


def test_a_spot_of_the_campus_is_sent_and_named(radio):
    spot = json.loads(DEMO.read_text(encoding="utf-8"))["sites"][0]["spots"][0]["id"]
    sender, receiver = radio.controller(), radio.controller()
    named = ["advertise", "--adapter", sender.adapter, "--campus", DEMO, "--spot", spot]
    with scan(receiver, "--campus", DEMO) as scanning, RadioCommand(*named):
        scanning.wait_for_beacon(spot=spot)


@pytest.mark.parametrize(
    "adapter, words",
    [
        ("hci0", "this kernel has no Bluetooth"),
        ("serial:/dev/ttyNONE", "plug the adapter in"),
        ("unix:/nonexistent", "Start the controller there."),
        ("tcp:127.0.0.1:1", "Connection refused"),
    ],
)
def test_a_radio_that_cannot_be_used_is_explained(adapter, words):
    assert_refused(vicinity("scan", "--adapter", adapter), 1, words)
