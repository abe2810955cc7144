"""The listings of the session on tips compile with this project's modules, `#Rule` included, and behave (TD23).

The views around the tips are stand-ins; so are trails and regions, which the session does not show.
"""

import subprocess

import pytest

import mission
from debug_build import BUILD, ROOT, build, run

PARTS = ROOT / "Tests" / "EndToEnd" / "Mission"
ROOMS = ["SQLite", "JSON", "TipRules", "TipCore", "TipEngine"]
# An app of today, whose code is the main actor's; and one of before, whose compiler did not ask.
LANGUAGES = {"today": ["-swift-version", "6", "-default-isolation", "MainActor"], "before": ["-swift-version", "5"]}
# The places of the listings in the session: a part of the tips of the map comes twice, styles are listings 10 to 12.
MAP_TIPS, BUTLER_FORK, NEW_TRAIL = 1, 6, 8
# What a listing takes from others.
WITH_MAP_TIPS = {2: [], 3: [], 4: [], 5: ["MapTips.swift"]}
WHOLE = [MAP_TIPS, BUTLER_FORK, 7, NEW_TRAIL, 9, 13]

pytestmark = pytest.mark.skipif(not mission.FOLDER.is_dir(), reason="the mission's texts are not here")


@pytest.fixture(scope="module")
def modules():
    build("--target", "TipMacros")
    return [
        "-I", BUILD / "Modules", "-Xcc", f"-fmodule-map-file={ROOT}/Sources/CSQLite/module.modulemap",
        "-load-plugin-executable", f"{BUILD}/TipMacroPlugin-tool#TipMacroPlugin",
    ]


@pytest.fixture(scope="module")
def listings():
    return mission.tip_listings(mission.text("003"))


def written(folder, listings, number):
    """A listing as a file that imports this project's modules."""
    file = folder / f"Listing{number}.swift"
    file.write_text("import TipEngine\nimport TipMacros\n" + listings[number], encoding="utf-8")
    return file


def swiftc(*arguments):
    ended = subprocess.run(["swiftc", *map(str, arguments)], capture_output=True, text=True, timeout=300)
    assert ended.returncode == 0, ended.stderr


def test_the_session_has_fourteen_listings(listings):
    assert len(listings) == 14
    assert sum("#Rule(" in listing for listing in listings) == 4


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", [*WITH_MAP_TIPS, *WHOLE])
def test_each_listing_compiles(number, language, listings, modules, tmp_path):
    sources = [written(tmp_path, listings, number), PARTS / "TrailViews.swift", PARTS / "Trails.swift"]
    if number in WITH_MAP_TIPS:
        sources.append(written(tmp_path, listings, MAP_TIPS))
        sources += [PARTS / part for part in WITH_MAP_TIPS[number]]
    swiftc("-typecheck", "-parse-as-library", *LANGUAGES[language], *modules, *sources)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_tips_of_the_session_behave_also_after_a_relaunch(language, listings, modules, tmp_path):
    tips = [written(tmp_path, listings, number) for number in [MAP_TIPS, BUTLER_FORK, NEW_TRAIL]]
    program = tmp_path / "program"
    objects = [
        file
        for room in ROOMS
        for file in sorted((BUILD / f"{room}.build").glob("*.swift.o"))
        # A build that goes on from an earlier one leaves the objects of sources that are gone.
        if any((ROOT / "Sources" / room).rglob(file.name.removesuffix(".o")))
    ]
    swiftc(
        "-parse-as-library", "-Onone", "-o", program, *LANGUAGES[language], *modules, *tips, PARTS / "Trails.swift",
        PARTS / "TrailProgram.swift", *objects, "-lsqlite3",
    )
    later = ["after four visits: available", "new trails: [available, available]"]
    ended = "after an action: [invalidated(actionPerformed), available]"
    in_the_map = "in the map: invalidated(tipClosed) available"
    first = ["at first: ButlerForkTip pending", "after three visits: pending", *later, ended, in_the_map]
    assert printed(program, tmp_path) == first
    # On another day the canyon has been visited often enough, and what ended stays ended.
    assert printed(program, tmp_path) == [
        "at first: ButlerForkTip available", "after three visits: available", later[0],
        "new trails: [invalidated(actionPerformed), available]", ended, in_the_map,
    ]


def printed(program, folder):
    ended = run(program, folder / "tips", home=folder)
    assert (ended.returncode, ended.stderr) == (0, ""), ended
    return ended.stdout.splitlines()
