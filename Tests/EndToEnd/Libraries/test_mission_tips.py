"""All fourteen listings of the session on tips compile with this project's modules, `#Rule` included, and behave (TD23).

Only the import is another one. The views around the tips are stand-ins, and so are trails and regions, which the session
does not show; what the styles are made of is the project's own.
"""

import json
import pathlib

import pytest
from playwright.sync_api import expect

from debug_build import run
from gallery_page import GalleryPage
from looks import TABLET
import mission
from swift_programs import swiftc, tip_modules, tip_program
from tip_gallery import TipGallery

PARTS = pathlib.Path(__file__).parent / "Mission"
# An app of today, whose code is the main actor's; and one of before, whose compiler did not ask.
LANGUAGES = {"today": ["-swift-version", "6", "-default-isolation", "MainActor"], "before": ["-swift-version", "5"]}
# The places of the listings in the session: those of the tips of the map, of the styles, and those that are whole.
MAP_TIPS, BUTLER_FORK, NEW_TRAIL = 1, 6, 8
STYLE, STYLED_LIST, TAPPED_STYLE = 10, 11, 12
# Programs that hold every listing at least once. Several listings declare a type of the same name, and some use a type of
# another listing. `INVALIDATION` uses two tips that no listing makes; `MapTips.swift` does.
INVALIDATION = 5
PROGRAMS = [
    [MAP_TIPS, 2, 4, 7, NEW_TRAIL, STYLE, 13],
    [MAP_TIPS, 3, BUTLER_FORK, NEW_TRAIL, STYLED_LIST],
    [MAP_TIPS, INVALIDATION, NEW_TRAIL, TAPPED_STYLE],
    [0, 9],
]

pytestmark = [
    pytest.mark.skipif(not mission.FOLDER.is_dir(), reason="the mission's texts are not here"),
    pytest.mark.usefixtures("debug_build"),
]


@pytest.fixture(scope="module")
def listings():
    return mission.tip_listings(mission.text("003"))


def written(folder, listings, number):
    """A listing as a file that imports this project's modules."""
    file = folder / f"Listing{number}.swift"
    file.write_text("import TipEngine\nimport TipMacros\n" + listings[number], encoding="utf-8")
    return file


def test_the_session_has_fourteen_listings(listings):
    assert len(listings) == 14
    assert sum("#Rule(" in listing for listing in listings) == 4
    assert {number for program in PROGRAMS for number in program} == set(range(14))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: "-".join(map(str, program)))
def test_each_listing_compiles(program, language, listings, tmp_path):
    sources = [*(written(tmp_path, listings, number) for number in program), PARTS / "TrailViews.swift", PARTS / "Trails.swift"]
    if INVALIDATION in program:
        sources.append(PARTS / "MapTips.swift")
    swiftc("-typecheck", "-parse-as-library", *LANGUAGES[language], *tip_modules(), *sources)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_tips_of_the_session_behave_also_after_a_relaunch(language, listings, tmp_path):
    tips = [written(tmp_path, listings, number) for number in [MAP_TIPS, BUTLER_FORK, NEW_TRAIL]]
    program = linked(tmp_path / "program", language, [*tips, PARTS / "TrailProgram.swift"])
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_styles_of_the_session_draw_and_their_taps_run_the_closure_of_the_view_TD21_T106_T107_T108(
    language, listings, tmp_path, visit
):
    parts = [written(tmp_path, listings, number) for number in [NEW_TRAIL, TAPPED_STYLE]]
    views = [PARTS / "TrailViews.swift", PARTS / "StyleProgram.swift"]
    program = linked(tmp_path / "program", language, [*parts, *views])
    before, shown, tapped, tip_of_page, after = printed(program, tmp_path)
    trails = {"kind": "text", "text": "Trails: 1", "role": "message"}
    assert json.loads(before) == json.loads(after) == trails
    tip, below = json.loads(shown)["children"]
    assert below == trails
    # The picture is tapped as a whole, with the words of the tip above it.
    assert (tip["kind"], tip["alignment"]) == ("overlay", "center")
    assert tip["child"]["kind"] == "tapArea"
    assert tip["child"]["child"] == {"kind": "image", "image": "fork", "size": "fill"}
    title, row = tip["over"]["children"]
    assert title == {"kind": "text", "text": "Mineral Fork is now available", "role": "title"}
    message, room, mark = row["children"]
    assert (message["role"], row["axis"], room["children"]) == ("message", "horizontal", [])
    assert message["text"] == "To see key trail info, tap Big Cottonwood Canyon on the map."
    assert mark == {"kind": "image", "image": "chevron.forward.circle", "size": "medium"}
    assert tapped == "highlighted: NewTrailTip-7"
    with TipGallery() as server:
        draws_the_tip(GalleryPage(visit(server.url, viewport=TABLET)).open(), json.loads(tip_of_page))


def draws_the_tip(gallery, tip):
    """A page draws the tip as it was written, without the pictures that it does not have, and tells the tap."""
    gallery.page.evaluate("tip => gallery.source.offer(tip, 'trail')", tip)
    card = gallery.tip("trail").locator(".tip-card.own-elements")
    expect(card.locator(".tip-title")).to_have_text("Mineral Fork is now available")
    expect(card.locator(".tip-message").last).to_have_text("To see key trail info, tap Big Cottonwood Canyon on the map.")
    card.get_by_role("button", name="Mineral Fork is now available").click()
    gallery.wait_for_told("acted", tip["id"])
    assert gallery.told("acted") == [["acted", tip["id"], "tap-0"]]


def linked(program, language, sources):
    """A program of some sources and what the listings speak of."""
    return tip_program(program, LANGUAGES[language], [PARTS / "Trails.swift", *sources])


def printed(program, folder):
    ended = run(program, folder / "tips", home=folder)
    assert (ended.returncode, ended.stderr) == (0, ""), ended
    return ended.stdout.splitlines()
