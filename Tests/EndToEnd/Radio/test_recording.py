"""What controllers really send, where bumble's do not, and the recordings of it: read by tshark, btmon and ourselves."""

import subprocess

import pytest
from command_line import vicinity
from radio_command import RadioCommand
from virtual_radio import VirtualRadio

FRAME = bytes.fromhex("0201061aff4c000215fda50693a4e24fb1afcfc6eb0764782527114cb9c5")
# The real scan response of radio.md 1.5, as H4.
SCAN_RESPONSE = bytes.fromhex(
    "043e2702010400ab6fbf38c1a41b1aff4c000215494e54454c4c495f524f434b535f48575072f2ffc2cf"
)


def legacy(event_type, address, data, rssi):
    """LE Advertising Report, with one report."""
    body = bytes([2, 1, event_type, 1]) + address + bytes([len(data)]) + data + bytes([rssi & 0xFF])
    return bytes([4, 0x3E, len(body)]) + body


def extended(event_type, address, data, rssi, power=127):
    """LE Extended Advertising Report, with one report."""
    body = bytes([0x0D, 1]) + event_type.to_bytes(2, "little") + bytes([1]) + address
    body += bytes([1, 0, 0xFF, power & 0xFF, rssi & 0xFF, 0, 0, 0]) + bytes(6) + bytes([len(data)]) + data
    return bytes([4, 0x3E, len(body)]) + body


def address(last):
    return bytes([last, 5, 4, 3, 2, 0xC1])


def manufacturer(count):
    """One structure of this many bytes, of the company that is for tests."""
    return bytes([count - 1, 0xFF, 0xFF, 0xFF]) + bytes(count - 4)


LONG = manufacturer(200) + FRAME[3:]
AIR = [
    SCAN_RESPONSE,
    legacy(3, address(1), FRAME, -71),
    extended(0x10, address(2), FRAME, -72),
    extended(0x00, address(3), LONG, -73, power=4),
    # In two pieces, the second of them after another sender's packet.
    extended(0x20, address(4), LONG[:150], -74),
    legacy(0, address(5), FRAME, -75),
    extended(0x00, address(4), LONG[150:], -74),
]


@pytest.fixture
def recorded(tmp_path):
    """A recording of the packets above, and what the scan printed."""
    path = tmp_path / "air.btsnoop"
    with VirtualRadio() as radio:
        port = radio.controller()
        with RadioCommand("scan", "--adapter", port.adapter, "--json", "--record", path) as scanning:
            scanning.wait_for_state("on")
            for packet in AIR:
                port.say(packet)
            # The last of five senders with one identity.
            scanning.wait_for_beacon(address="C1:02:03:04:05:04")
            assert scanning.stop() == 0
        yield path, scanning


def tshark(path, *fields):
    command = ["tshark", "-r", path, "-T", "fields", "-E", "occurrence=a", *(f"-e{field}" for field in fields)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert ended.returncode == 0, ended.stderr
    return [line.split("\t") for line in ended.stdout.splitlines()]


def test_every_form_of_report_is_understood(recorded):
    _, scanning = recorded
    heard = {each["address"]: each for each in scanning.beacons}
    assert heard["A4:C1:38:BF:6F:AB"]["measuredPower"] == -62
    # Five senders with one identity are one beacon; each form counted, and the two pieces once.
    assert max(each["count"] for each in scanning.beacons if each["major"] == 10001) == 5


def test_tshark_reads_the_recording_as_it_was_sent(recorded):
    path, _ = recorded
    rows = tshark(path, "bthci_evt.bd_addr", "bthci_evt.rssi", "_ws.malformed")
    assert [(row[0], row[1]) for row in rows] == [
        ("a4:c1:38:bf:6f:ab", "-49"),
        ("c1:02:03:04:05:01", "-71"),
        ("c1:02:03:04:05:02", "-72"),
        ("c1:02:03:04:05:03", "-73"),
        ("c1:02:03:04:05:05", "-75"),
        ("c1:02:03:04:05:04", "-74"),
    ]
    assert not any(row[2] for row in rows)


def test_btmon_and_replay_read_the_recording(recorded):
    path, _ = recorded
    read = subprocess.run(["btmon", "-r", path], capture_output=True, text=True, timeout=300)
    assert read.stdout.count("LE Meta Event") == 6
    replayed = vicinity("replay", path, "--json")
    assert replayed.returncode == 0, replayed.stderr
    assert '"major":20594' in replayed.stdout
