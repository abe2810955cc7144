"""Contract radio.md B7 as one statement: every line, both modes, the extended report, and every recovery."""

import pytest
from dbus_fast import Variant
from fake_bluez import FakeBlueZ, PrivateBus
from radio_command import RadioCommand
from virtual_radio import VirtualRadio
from waiting import wait_until

UUID = "FDA50693-A4E2-4FB1-AFCF-C6EB07647825"
FRAME = bytes.fromhex("0201061aff4c000215fda50693a4e24fb1afcfc6eb0764782527114cb9c5")
BEACON = {"uuid": UUID, "major": 10001, "minor": 19641}
IDENTITY = ["--uuid", UUID, "--major", "10001", "--minor", "19641"]


def scan(adapter, *arguments, **options):
    return RadioCommand("scan", "--adapter", adapter, "--json", *arguments, **options)


def advertise(adapter, **options):
    return RadioCommand("advertise", "--adapter", adapter, *IDENTITY, **options)


def over_hci(radio, line, *mode, is_extended):
    """Advertises on one controller and scans on another; each is reset and unplugged in the middle."""
    receiver, sender = radio.controller(is_extended, line and f"{line}-receiver"), radio.controller(line=line)
    with advertise(sender.adapter) as sending, scan(receiver.adapter, *mode) as scanning:
        scanning.wait_for_beacon(**BEACON)
        if line is None:
            for port in (sender, receiver):
                port.unplug()
            wait_until(lambda: scanning.states[-1] == "on" and len(scanning.states) >= 3, lambda: f"{scanning.lines}")
            wait_until(lambda: sender.is_plugged, lambda: f"{sending.errors}")
        for port in (sender, receiver):
            port.use(lambda controller: controller.lose_settings())
            port.say(bytes([4, 0x10, 1, 0]))
        wait_until(lambda: receiver.is_scanning and sender.advertised == FRAME, lambda: f"{sending.errors} {scanning.errors}")
        count = len(scanning.beacons)
        wait_until(lambda: len(scanning.beacons) > count, lambda: f"{scanning.lines[-3:]}")
        assert (scanning.stop(), sending.stop()) == (0, 0)
    assert (receiver.is_scanning, sender.advertised) == (False, None)


def over_bluez(bus, *mode):
    """Advertises and scans through one daemon, which is restarted in the middle."""
    with FakeBlueZ(bus) as bluez:
        sending, scanning = advertise("bluez", environment=bus.environment), scan("bluez", *mode, environment=bus.environment)
        with sending, scanning:
            for is_restarted in (False, True):
                if is_restarted:
                    bluez.stop()
                    wait_until(lambda: scanning.states[-1] == "unavailable")
                    bluez.start()
                wait_until(lambda: scanning.states[-1:] == ["on"] and bluez.advertised, lambda: f"{scanning.lines}")
                count = len(scanning.beacons)
                bluez.hear("C4:12:34:56:78:9A", -60, ManufacturerData=Variant("a{qv}", {76: Variant("ay", FRAME[7:])}))
                wait_until(lambda: len(scanning.beacons) > count, lambda: f"{scanning.lines}")
                scanning.wait_for_beacon(**BEACON)


@pytest.mark.parametrize("mode", [(), ("--passive",)], ids=["active", "passive"])
def test_scanning_and_advertising_over_hci_and_bluez_with_every_recovery_B7(tmp_path, mode):
    with VirtualRadio() as radio:
        over_hci(radio, None, *mode, is_extended=True)
        over_hci(radio, None, *mode, is_extended=False)
        over_hci(radio, f"pty:{tmp_path}/serial", *mode, is_extended=True)
        over_hci(radio, f"unix-server:{tmp_path}/socket", *mode, is_extended=True)
    with PrivateBus() as bus:
        over_bluez(bus, *mode)
