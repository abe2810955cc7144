"""The example programs print what their folders say, the first time and when they are started again."""

import json
import subprocess

import pytest
from dbus_fast import Variant

from debug_build import BUILD, ROOT, run
from fake_bluez import FakeBlueZ, PrivateBus
from machine_programs import allow, start, watched
from radio_command import RadioCommand
from virtual_radio import VirtualRadio
from waiting import wait_until

FENCES = ROOT / "Examples" / "FenceEvents"


def expected(name, start):
    return (ROOT / "Examples" / name / "Expected" / f"{start}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["Greeter", "CafeBeacons", "AttendancePair", "TrailTips"])
def test_an_example_prints_what_it_is_expected_to_and_goes_on_when_it_is_started_again(name, debug_build, tmp_path):
    for start in ["first", "second"]:
        ended = run(BUILD / name, tmp_path / "stores", home=tmp_path)
        assert (ended.returncode, ended.stderr, ended.stdout) == (0, "", expected(name, start)), start


def test_fence_events_are_those_of_the_files_and_continue_when_the_program_is_started_again(debug_build, tmp_path):
    for start, positions in [("first", "morning"), ("second", "noon")]:
        ended = run(
            BUILD / "FenceEvents", FENCES / "areas.json", tmp_path / "journal", FENCES / f"{positions}.jsonl",
            home=tmp_path,
        )
        assert (ended.returncode, ended.stderr, ended.stdout) == (0, "", expected("FenceEvents", start)), start


@pytest.mark.parametrize("kept", range(1, 6))
def test_fence_events_continue_after_the_program_was_killed(kept, debug_build, tmp_path):
    """The program is killed once it has printed what the first lines cause; started again, it prints the rest."""
    command = [BUILD / "FenceEvents", FENCES / "areas.json", tmp_path / "journal"]
    lines = (FENCES / "morning.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    events = expected("FenceEvents", "first").splitlines(keepends=True)
    caused = sum(any(cause(line) in event for line in lines[:kept]) for event in events)
    printed = tmp_path / "printed"
    with printed.open("w") as output, subprocess.Popen(command, stdin=subprocess.PIPE, stdout=output) as program:
        program.stdin.write("".join(lines[:kept]).encode())
        program.stdin.flush()
        # An event is printed once it is durable.
        wait_until(lambda: printed.read_text().count("\n") == caused)
        program.kill()
    ended = subprocess.run(command, input="".join(lines[kept:]), capture_output=True, text=True, timeout=60)
    assert (ended.returncode, ended.stderr, printed.read_text() + ended.stdout) == (0, "", "".join(events))


def cause(line):
    """What the events of a position begin with."""
    position = json.loads(line)
    return f"{position['time'][:-1]}.000000Z {position['source']} "


def test_fence_events_refuse_what_is_not_a_circle(debug_build, tmp_path):
    ended = run(BUILD / "FenceEvents", ROOT / "Examples" / "conditions.json", tmp_path / "journal", home=tmp_path)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr == "FenceEvents: any beacon of ours is not a circle; fences know circles only\n"


def test_both_halves_of_the_attendance_pair_hear_each_other(debug_build, tmp_path):
    """Two processes, each with a controller of its own, on one virtual link."""
    program = BUILD / "AttendancePair"
    allow(program, tmp_path)
    with VirtualRadio() as radio:
        tablet, phone = radio.controller(), radio.controller()
        with start(program, "phone", home=tmp_path, adapter=phone.adapter) as reminder:
            wait_until(lambda: phone.is_scanning, lambda: f"{reminder.errors}")
            with start(program, "tablet", home=tmp_path, adapter=tablet.adapter) as advertiser:
                advertiser.wait_for("The reception advertises.")
                reminder.wait_for("Clock in?")


def test_both_halves_of_the_attendance_pair_use_bluez_without_a_word_about_the_adapter(debug_build, tmp_path):
    program = BUILD / "AttendancePair"
    allow(program, tmp_path)
    with PrivateBus() as bus, FakeBlueZ(bus) as bluez:
        with start(program, "tablet", home=tmp_path, bus=bus) as advertiser:
            advertiser.wait_for("The reception advertises.")
            wait_until(lambda: bluez.advertised, lambda: f"{advertiser.errors}")
            (sent,) = bluez.advertised.values()
        with start(program, "phone", home=tmp_path, bus=bus) as reminder:
            heard = {"ManufacturerData": Variant("a{qv}", sent["ManufacturerData"])}

            def reminds_of_what_is_heard():
                # As a beacon is: again and again. The program first scans to find out whether there is a radio.
                bluez.hear("C4:12:34:56:78:9A", -50, **heard)
                return any("Clock in?" in line for line in list(reminder.lines))

            wait_until(reminds_of_what_is_heard, lambda: f"{reminder.lines} {reminder.errors}")
            # It listens again after the adapter was switched off.
            bluez.switch(False)
            bluez.switch(True)
            wait_until(lambda: bluez.is_discovering, lambda: f"{reminder.errors}")


def test_the_greeter_greets_on_this_machine(debug_build, tmp_path):
    program = BUILD / "Greeter"
    allow(program, tmp_path)
    with VirtualRadio() as radio:
        listener, sender = radio.controller(), radio.controller()
        with RadioCommand("advertise", "--adapter", sender.adapter, *watched(1, 1, "5AFE0000-0000-4000-8000-00000000002A")):
            with start(program, "real", home=tmp_path, adapter=listener.adapter) as greeter:
                greeter.wait_for("Welcome: Any cafeteria, site 1, spot 1.")
            # Killed and started again, it knows where it was.
            with start(program, "real", home=tmp_path, adapter=listener.adapter) as greeter:
                greeter.wait_for("Any cafeteria: satisfied since")
