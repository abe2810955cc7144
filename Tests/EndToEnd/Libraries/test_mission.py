"""The listings of the mission's texts compile with this project's module and behave.

LD16, LD19: a simulated crossing reaches the delegate, and a second start of the program finds its records.
"""

import pathlib
import re
import subprocess

import pytest

import mission
from debug_build import BUILD, ROOT, run
from machine_programs import allow, start, watched
from radio_command import RadioCommand
from virtual_radio import VirtualRadio

PARTS = pathlib.Path(__file__).parent / "Mission"
ROOMS = [
    "Numerics", "Geodesy", "Beacons", "Ranging", "Observations", "Conditions", "Authorization", "Processes", "SQLite",
    "DBus", "Bluetooth", "Machine", "Monitoring", "LocationCompatibility",
]
# An app of today, whose code is the main actor's; and one of before, whose compiler did not ask.
LANGUAGES = {"today": ["-swift-version", "6", "-default-isolation", "MainActor"], "before": ["-swift-version", "5"]}

pytestmark = pytest.mark.skipif(not mission.FOLDER.is_dir(), reason="the mission's texts are not here")


@pytest.fixture(scope="module")
def objects(debug_build):
    # A build that goes on from an earlier one leaves the objects of sources that are gone.
    return [
        str(file)
        for room in ROOMS
        for file in sorted((BUILD / f"{room}.build").glob("*.swift.o"))
        if any((ROOT / "Sources" / room).rglob(file.name.removesuffix(".o")))
    ]


def compiled(folder, sources, objects, language):
    """Compiles and links a program as an application would; returns it."""
    program = folder / "program"
    command = ["swiftc", *LANGUAGES[language], "-parse-as-library", "-Onone", "-o", program, *sources]
    command += ["-I", BUILD / "Modules"]
    for room in ["CSQLite", "CSystemd"]:
        command += ["-Xcc", f"-fmodule-map-file={ROOT}/Sources/{room}/module.modulemap"]
    command += [*objects, "-lsqlite3", "-lsystemd", "-lm"]
    ended = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=900)
    assert ended.returncode == 0, ended.stderr
    return program


def session_program(folder, listings):
    """Puts the session's listings into their places: statements into methods, declarations beside them."""
    def insert(match):
        statements, *declarations = re.split(r"^(?=func )", listings[match[2]].strip(), maxsplit=1, flags=re.M)
        return statements if match[1] == "statements" else "".join(declarations)

    text = (PARTS / "CafeProgram.swift").read_text(encoding="utf-8")
    file = folder / "CafeProgram.swift"
    file.write_text(re.sub(r"// (statements|declarations) of: (.+)", insert, text), encoding="utf-8")
    return [file, PARTS / "Scene.swift"]


def article_program(folder, pieces):
    text = (PARTS / "AttendanceProgram.swift").read_text(encoding="utf-8")
    file = folder / "AttendanceProgram.swift"
    file.write_text(re.sub(r"// piece (\d)", lambda match: pieces[int(match[1])], text), encoding="utf-8")
    return [file, PARTS / "AppFramework.swift", PARTS / "Scene.swift"]


def printed(program, folder):
    ended = run(program, folder / "stores", home=folder)
    assert (ended.returncode, ended.stderr) == (0, ""), ended
    return ended.stdout.splitlines()


def test_both_pages_of_the_session_have_the_same_listings():
    first, second = (mission.session_listings(mission.text(number)) for number in ["000", "004"])
    assert len(first) == 7 and first == second


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_listings_of_the_session_monitor_and_range_and_a_second_start_finds_the_region(language, objects, tmp_path):
    listings = mission.session_listings(mission.text("000"))
    program = compiled(tmp_path, session_program(tmp_path, listings), objects, language)
    assert printed(program, tmp_path) == [
        "preferred location 7", "true true", "CA$1.00", "regions of before: []", "enabled",
        # The listing reads the minor from the major.
        "information for 5 and 5",
    ]
    assert printed(program, tmp_path) == [
        "preferred location 7", "true true", "CA$1.00", 'regions of before: ["Cafés"]', "enabled",
        "information for 5 and 5",
    ]


def test_the_applications_of_the_article_hear_each_other_and_remind_once_in_two_hours(objects, tmp_path):
    pieces = mission.article_files(mission.text("002"))
    assert len(pieces) == 6
    # Swift 6 takes no subclass of a manager that inherits its initialisers and is the main actor's by default.
    program = compiled(tmp_path, article_program(tmp_path, pieces), objects, "before")
    arrival, departure = "出勤しますか?", "退勤しますか?"
    page = "page: %E5%8B%A4%E6%80%A0%E3%83%9A%E3%83%BC%E3%82%B8%E3%81%AEURL"
    assert printed(program, tmp_path) == [
        "regions of before: []", "Start monitoring for region", arrival, f"notice: {arrival}", departure,
        f"notice: {departure}", page,
    ]
    # The article goes by the clock, and the second run follows at once.
    assert printed(program, tmp_path) == ['regions of before: ["ビーコンのID"]', "Start monitoring for region", page]


def test_the_listings_of_the_session_run_twice_on_this_machine_and_remember(objects, tmp_path):
    """The default surroundings: nothing but the import differs from an app, and the beacon is in the air."""
    listings = mission.session_listings(mission.text("000"))
    program = compiled(tmp_path, session_program(tmp_path, listings), objects, "today")
    allow(program, tmp_path)
    with VirtualRadio() as radio:
        for before in ["[]", '["Cafés"]']:
            listener = radio.controller()
            with start(program, "machine", home=tmp_path, adapter=listener.adapter) as running:
                running.wait_for("enabled")
                # Entering is a change from outside, which takes a silence of thirty seconds first.
                running.wait_for("outside")
                with RadioCommand("advertise", "--adapter", radio.controller().adapter, *watched(5, 11)):
                    running.wait_for("information for 5 and 5")
                assert f"regions of before: {before}" in running.lines
