"""From the air to the page: a companion signs in by a code, hears the entrance, and the server asks to clock in.

The library is compiled and run here, and was never run on a phone. For Core Location its source is compiled against this
package's types under Core Location's name.
"""

import re
import subprocess

import pytest

from debug_build import BUILD, ROOT
from machine_programs import allow, start, watched
from radio_command import RadioCommand
from virtual_radio import VirtualRadio
from waiting import wait_until

PROGRAM = BUILD / "PocketCompanion"
UUID = "6E5C7A0D-3B41-4E0A-9C52-8F2D71B6A4E3"
CODE = re.compile(r"Open http\S+ and type (\S+)\.")


@pytest.fixture
def ada(server, debug_build):
    ada = server.client(person="ada")
    assert ada.send("PUT", "/api/v1/attendance/reminders", {"on": True}).status == 200
    return ada


def approve(companion, person):
    """The person types the code that the companion shows."""
    companion.wait_for(" and type ")
    code = next(found[1] for found in map(CODE.match, companion.lines) if found)
    assert person.send("POST", f"/api/v1/pairings/{code}/approval", {}).status == 204


def asked(server):
    return server.rows("SELECT person, spot, kind FROM reminder_decisions ORDER BY observed_at")


def test_an_arrival_that_the_radio_hears_becomes_a_question_also_when_the_server_was_away(server, ada, tmp_path):
    allow(PROGRAM, tmp_path)
    with VirtualRadio() as radio:
        tablet, phone = radio.controller(), radio.controller()
        with start(PROGRAM, server.url, home=tmp_path, adapter=phone.adapter) as companion:
            approve(companion, ada)
            companion.wait_for("Monitoring ")
            server.kill()
            with RadioCommand("advertise", "--adapter", tablet.adapter, *watched(1, 1, UUID)):
                companion.wait_for("berlin-entrance: here")
                companion.wait_for("The server does not answer.")
    # The program was killed. Started again without a radio, it still knows who it is and what it has to report.
    server.start()
    assert asked(server) == []
    with start(PROGRAM, server.url, home=tmp_path) as companion:
        companion.wait_for("The server knows.")
        assert not any("and type" in line for line in companion.lines)
    assert asked(server) == [("ada", "berlin-entrance", "state-inside")]
    assert [notice["kind"] for notice in ada.get("/api/v1/notices")["notices"]] == ["clock-in"]


def test_a_simulated_walk_arrives_and_leaves_and_no_position_is_sent(server, ada, tmp_path):
    for direction, kinds in [("arrive", ["state-inside"]), ("leave", ["state-inside", "exit"])]:
        with start(PROGRAM, server.url, direction, home=tmp_path) as companion:
            if direction == "arrive":
                approve(companion, ada)
            companion.wait_for(f"berlin-entrance: {'here' if direction == 'arrive' else 'not here'}")
            companion.wait_for("The server knows.")
        wait_until(lambda: server.rows("SELECT state FROM presence_events ORDER BY received_at"))
    stored = (tmp_path / ".local/share/PocketCompanion/companion.json").read_text()
    assert "latitude" not in stored and "52.5" not in stored


def test_the_source_compiles_with_core_locations_name(debug_build, tmp_path):
    """The other branch of `#if canImport(CoreLocation)`, with types of the same shape under that name."""
    stand_in = tmp_path / "CoreLocation.swift"
    stand_in.write_text("@_exported import LocationCompatibility\n")
    # The package is named after its folder, and its parts are open to each other.
    options = ["-swift-version", "6", "-package-name", ROOT.name.lower(), "-I", BUILD / "Modules", "-I", tmp_path]
    for feature in ["MemberImportVisibility", "InternalImportsByDefault", "NonisolatedNonsendingByDefault"]:
        options += ["-enable-upcoming-feature", feature]
    for room in ["CSQLite", "CSystemd"]:
        options += ["-Xcc", f"-fmodule-map-file={ROOT}/Sources/{room}/module.modulemap"]
    module = ["-emit-module", "-emit-module-path", tmp_path / "CoreLocation.swiftmodule", "-module-name", "CoreLocation", stand_in]
    sources = sorted((ROOT / "Sources" / "Companion").glob("*.swift"))
    for step in [module, ["-typecheck", "-module-name", "Companion", *sources]]:
        ended = subprocess.run(["swiftc", *options, *step], capture_output=True, text=True, timeout=300)
        assert (ended.returncode, ended.stderr) == (0, ""), ended.stderr[-2_000:]
