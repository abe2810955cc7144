"""Every captured advertisement is decoded as Wireshark decodes it, and what we write is read by Wireshark and btmon."""

import datetime
import json
import re
import subprocess

import pytest

from demo_server import PROGRAM, ROOT


def captures():
    """The captures that are not part of the project; none where they are absent."""
    for folder in ROOT.parents:
        for name in ("data", "shared/data"):
            found = sorted((folder / name / "captures").glob("*"))
            if found:
                return [file for file in found if file.suffix in (".btsnoop", ".gz")]
    return []


CAPTURES = [*captures(), ROOT / "Examples" / "recordings" / "berlin-walk.btsnoop"]
REPORTS = ["bthci_evt.bd_addr", "bthci_evt.rssi", "bthci_evt.le_advts_event_type"]
PACKETS = ["btle.advertising_address", "btle.advertising_header.pdu_type", "_ws.expert.message"]
RECEPTION = ["nordic_ble.channel", "nordic_ble.rssi", "btle_rf.channel", "btle_rf.signal_dbm"]
# The advertising channels by frequency.
ADVERTISING_CHANNELS = {"0": 37, "12": 38, "39": 39}
EVENT_TYPES = {0: ["connectable", "scannable"], 2: ["scannable"], 3: [], 4: ["scannable", "scan-response"]}
PDU_TYPES = {0: ["connectable", "scannable"], 2: [], 4: ["scannable", "scan-response"], 6: ["scannable"]}


def vicinity(*arguments):
    command = [PROGRAM, "replay", *map(str, arguments)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert ended.returncode == 0, ended.stderr
    return [json.loads(line) for line in ended.stdout.splitlines()]


def tshark(file, fields):
    """The fields of each packet, by Wireshark, after its time."""
    command = ["tshark", "-r", str(file), "-T", "fields", "-e", "frame.time_epoch"]
    for field in fields:
        command += ["-e", field]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True)
    return [line.split("\t") for line in ended.stdout.splitlines()]


def words(kinds, kind):
    return sorted([*kinds[int(kind, 0)], "legacy"])


def heard_by_controller(file):
    """Each advertising report: time, address, strength, channel and kind."""
    rows = tshark(file, REPORTS)
    return [
        (time, address.upper(), int(rssi), None, words(EVENT_TYPES, kind)) for time, address, rssi, kind in rows if kind
    ]


def heard_in_the_air(file):
    """Each advertisement whose checksum is right: time, address, strength, channel and kind."""
    heard = []
    for time, address, kind, messages, channel, rssi, radio_channel, signal in tshark(file, PACKETS + RECEPTION):
        if not address or int(kind, 0) not in PDU_TYPES or "CRC" in messages or "Malformed" in messages:
            continue
        number = int(channel) if channel else ADVERTISING_CHANNELS[radio_channel]
        heard.append((time, address.upper(), int(rssi or signal), number, words(PDU_TYPES, kind)))
    return heard


def heard(file):
    return heard_by_controller(file) if file.suffix == ".btsnoop" else heard_in_the_air(file)


def summary(line):
    moment = datetime.datetime.fromisoformat(line["time"].replace("Z", "+00:00"))
    time = f"{int(moment.timestamp())}.{moment.microsecond:06}"
    return time, line["address"], line["rssi"], line.get("channel"), sorted(line["properties"])


@pytest.mark.parametrize("file", CAPTURES, ids=lambda file: file.name)
def test_every_advertisement_is_decoded_as_wireshark_decodes_it(file):
    expected = [(time[: time.index(".") + 7], *rest) for time, *rest in heard(file)]
    found = [summary(line) for line in vicinity(file, "--advertisements", "--json")]
    assert expected
    assert found == expected


@pytest.mark.parametrize("file", CAPTURES, ids=lambda file: file.name)
def test_a_replay_says_what_a_capture_holds(file):
    (capture,) = [line for line in vicinity(file, "--json") if line["kind"] == "capture"]
    assert capture["packets"] == len(tshark(file, []))
    assert capture["advertisements"] == len(heard(file))
    assert capture["withoutFrame"] + sum(capture["frames"].values()) == capture["advertisements"]


@pytest.mark.parametrize("file", CAPTURES, ids=lambda file: file.name)
def test_what_is_recorded_is_read_by_wireshark_and_btmon(file, tmp_path):
    record = tmp_path / "record.btsnoop"
    ours = vicinity(file, "--advertisements", "--json", "--record", record)
    expected = [(line["address"], line["rssi"], sorted(line["properties"])) for line in ours]
    assert [(address, rssi, kind) for _, address, rssi, _, kind in heard_by_controller(record)] == expected
    again = vicinity(record, "--advertisements", "--json")
    assert [(line["time"], line["data"]) for line in again] == [(line["time"], line["data"]) for line in ours]
    command = ["btmon", "-r", str(record)]
    shown = subprocess.run(command, capture_output=True, timeout=300, check=True).stdout.decode(errors="replace")
    assert re.findall(r"^ +Address: ([0-9A-F:]{17})", shown, re.MULTILINE) == [line["address"] for line in ours]


def test_a_compressed_capture_is_read_from_a_pipe_and_a_cut_one_says_where():
    compressed = next((file for file in CAPTURES if "nrf52" in file.name), None)
    if compressed is None:
        pytest.skip("the captures are not here")
    whole = compressed.read_bytes()
    piped = subprocess.run([PROGRAM, "replay", "-"], input=whole, capture_output=True, timeout=300, check=False)
    assert (piped.returncode, piped.stderr) == (0, b"")
    assert b"packets 832, advertisements 785" in piped.stdout
    cut = subprocess.run([PROGRAM, "replay", "-"], input=whole[:5_000], capture_output=True, timeout=300, check=False)
    assert cut.returncode == 1
    assert b"advertisements 344" in cut.stdout
    assert cut.stderr == b"Standard input: Byte 5000: the compressed file is cut here.\n"
