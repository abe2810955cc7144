"""Tips in a real browser, on a gallery of all their shapes, with a source that is set by hand."""

import json

import pytest
from playwright.sync_api import expect

from fonts import with_all_fonts
from gallery_page import COVERED, GalleryPage
from looks import PHONE, TABLET
from tip_gallery import TIPS, TipGallery
from waiting import wait_until

pytestmark = pytest.mark.every_language

# Milliseconds in which a tap elsewhere is not meant for a tip.
HASTE = 1_000
IDS = ("area", "window", "again", "trail", "hero")


@pytest.fixture(scope="module")
def gallery_server():
    with TipGallery() as server:
        yield server


@pytest.fixture
def gallery(gallery_server, visit):
    def make(language="en", **options):
        return GalleryPage(visit(gallery_server.url, **{"viewport": TABLET, **options})).open(language)

    return make


def test_inline_tips_make_room_and_give_it_back_T102(gallery):
    """T102, T103: no tip takes no room; a tip moves what is below it; a popover moves nothing."""
    gallery = gallery()
    gallery.stop_clock()
    heading = gallery.page.get_by_role("heading", level=1)
    before = heading.bounding_box()["y"]
    gallery.offer("area")
    expect(gallery.tip("area").get_by_role("note", name="You come here often")).to_be_visible()
    assert heading.bounding_box()["y"] > before + 40
    # Drawn before the browser says that it is in sight: until then it has not appeared, and does not end.
    gallery.wait_for_told("appeared", "area")
    gallery.tip("area").get_by_role("button", name="Close tip").click()
    expect(gallery.tip("area")).to_be_hidden()
    assert heading.bounding_box()["y"] == before
    assert gallery.told() == [["appeared", "area", "inline:area"], ["closed", "area"], ["ended", "area", "inline:area", "0", "closed"]]
    gallery.offer("closest")
    expect(gallery.popover).to_be_visible()
    assert heading.bounding_box()["y"] == before


def written_tips(**pictures):
    """What the engine writes: the example of `TipViewStyle`, a card, and the usual look; with pictures in place of unknown ones."""
    text = (TIPS / "written.json").read_text(encoding="utf-8")
    for name, picture in pictures.items():
        text = text.replace(f'"{name}"', f'"{picture}"')
    return json.loads(text)


@pytest.mark.parametrize("pictures", [{"valley": "/assets/images/favicon.svg", "xmark": "close"}, {}], ids=["with", "without"])
def test_what_the_engine_writes_is_drawn_and_its_taps_are_told_TD21(gallery, pictures):
    """TD21, T106: a page draws a style's tree, also without the pictures that it does not have; a tap on the words above counts."""
    gallery = gallery()
    valley, card, usual = [{**written, "id": id} for id, written in zip(["valley", "card", "usual"], written_tips(**pictures))]
    tip = gallery.tip("trail")
    gallery.page.evaluate("tip => gallery.source.offer(tip, 'trail')", valley)
    expect(tip.locator(".own-elements .tip-title")).to_have_text("Fork is open")
    expect(tip.locator(".tip-picture img")).to_have_count(len(pictures) // 2)
    expect(tip.get_by_role("button", name="Fork is open")).to_be_visible()
    # On the words, wherever they are.
    tip.locator(".tip-title").scroll_into_view_if_needed()
    at = tip.locator(".tip-title").bounding_box()
    gallery.page.mouse.click(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
    gallery.wait_for_told("acted", "valley")
    gallery.page.evaluate("tip => { gallery.source.invalidate('valley'); gallery.source.offer(tip, 'trail') }", card)
    expect(tip.locator(".tip-caption")).to_have_text("Remark")
    tip.get_by_role("button", name="later").click()
    gallery.wait_for_told("acted", "card")
    gallery.page.evaluate("tip => { gallery.source.invalidate('card'); gallery.source.offer(tip, 'trail') }", usual)
    tip.get_by_role("button", name="Later").click()
    tip.get_by_role("button", name="Close tip").click()
    gallery.wait_for_told("closed", "usual")
    assert gallery.told("acted") == [["acted", "valley", "tap-0"], ["acted", "card", "later"], ["acted", "usual", "later"]]


def test_what_only_a_tap_runs_is_no_button_of_a_style_TD21(gallery):
    """TD21: a tree that is not right gives way to the usual look, with the buttons that have labels."""
    gallery = gallery()
    gallery.page.evaluate("tip => gallery.source.offer(tip, 'trail')", {**written_tips()[0], "body": {"kind": "video"}})
    card = gallery.tip("trail").locator(".tip-card.mini")
    expect(card.locator(".tip-actions button")).to_have_text(["Take me there", "Later"])


def test_an_action_is_told_and_leaves_the_tip_TD5(gallery):
    """TD5, T105, T106: the source and the page hear of it, by id or index."""
    gallery = gallery()
    gallery.offer("window")
    gallery.tip("window").get_by_role("button", name="Show me").click()
    gallery.tip("window").get_by_role("button", name="Why this tip?").click()
    assert gallery.told("acted") == [["acted", "window", "show"], ["acted", "window", "1"]]
    assert ["tip-acted", "window", "1"] in gallery.page.evaluate("gallery.events")
    expect(gallery.tip("window").get_by_role("note")).to_be_visible()


def test_a_tip_below_the_window_has_not_appeared(gallery):
    gallery = gallery()
    gallery.offer("below", "area")
    gallery.wait_for_told("appeared", "area")
    assert gallery.told("appeared") == [["appeared", "area", "inline:area"]]
    gallery.tip("below").scroll_into_view_if_needed()
    gallery.wait_for_told("appeared", "below")


def test_several_places_for_one_tip_are_told_apart(gallery):
    """T86, T112: each place asks for itself."""
    gallery = gallery()
    gallery.page.evaluate("document.querySelector('main').prepend(document.querySelector('tip-view[tip=area]').cloneNode())")
    gallery.offer("area")
    expect(gallery.tip("area").get_by_role("note")).to_have_count(2)
    gallery.wait_for_told("appeared", "area", "area")
    assert sorted(line[2] for line in gallery.told("appeared")) == ["inline:area", "inline:area#2"]


def test_a_view_that_is_drawn_anew_is_one_appearance_TD2(gallery):
    """TD2."""
    gallery = gallery()
    gallery.offer("window", "closest")
    expect(gallery.popover).to_be_visible()
    for _ in range(3):
        gallery.page.evaluate("""() => {
          for (const part of document.querySelectorAll("main > *:has(+ tip-popover), tip-popover, section")) {
            const again = part.cloneNode(true)
            for (const tip of [again, ...again.querySelectorAll("tip-view")]) if (tip.matches("tip-view, tip-popover")) tip.replaceChildren()
            part.replaceWith(again)
          }
        }""")
        expect(gallery.popover).to_be_visible()
        expect(gallery.tip("window").get_by_role("note")).to_be_visible()
    gallery.wait_for_told("appeared", "closest", "window")
    gallery.let_pass()
    assert sorted(line[1] for line in gallery.told("appeared")) == ["closest", "window"]
    assert gallery.told("ended") == []


def test_own_elements_are_drawn_and_answer_TD21(gallery):
    """TD21, T107, T109: a tap area runs the action, an own control closes the tip."""
    gallery = gallery()
    gallery.offer("trail")
    note = gallery.tip("trail").get_by_role("note", name="A new café on your way")
    expect(note).to_contain_text("Three visits to this side of the campus.")
    note.get_by_role("button", name="Show me").click()
    note.get_by_role("button", name="Close tip").click()
    expect(note).to_be_hidden()
    assert gallery.told("acted", "closed") == [["acted", "trail", "show"], ["closed", "trail"]]


LOOK_OF_PAGES = {
    "--tip-background": "rgb(1, 2, 3)", "--tip-colour": "rgb(4, 5, 6)", "--tip-border-colour": "rgb(7, 8, 9)",
    "--tip-corner-radius": "3px", "--tip-image-size": "40px", "--tip-image-colour": "rgb(10, 11, 12)", "--tip-width": "300px",
}


def test_pages_style_tips_by_name_and_by_property_TA7(gallery):
    """TA7, T108: properties from around a tip reach its parts in every style, own elements and popovers too."""
    gallery = gallery()
    gallery.page.evaluate("look => Object.entries(look).forEach(entry => document.body.style.setProperty(...entry))", LOOK_OF_PAGES)
    gallery.offer("window", "hero", "trail", "area", "closest")
    expect(gallery.popover).to_be_visible()
    cards = {id: gallery.tip(id).locator(".tip-card") for id in ("window", "hero", "trail", "area")} | {"closest": gallery.popover.locator(".tip-card")}
    for id, card in cards.items():
        expect(card).to_have_css("background-color", "rgb(1, 2, 3)")
        expect(card).to_have_css("color", "rgb(4, 5, 6)")
        expect(card).to_have_css("border-top-color", "rgb(7, 8, 9)")
        expect(card).to_have_css("border-top-left-radius", "3px")
        assert card.bounding_box()["width"] == 300, id
    for id in ("window", "closest"):
        expect(cards[id].locator(".tip-picture")).to_have_css("color", "rgb(10, 11, 12)")
    assert cards["window"].locator(".tip-picture").bounding_box()["width"] == 40
    for id, name in {"window": "mini", "hero": "hero-picture", "area": "banner", "trail": "own-elements"}.items():
        expect(cards[id]).to_have_class(f"tip-card {name}")


def test_the_arrow_of_an_inline_tip_is_optional_and_points_to_its_anchor_T113(gallery):
    """T113."""
    gallery = gallery()
    gallery.offer("window", "again")
    expect(gallery.tip("again").get_by_role("note")).to_be_visible()
    expect(gallery.tip("again").locator(".tip-arrow")).to_have_count(0)
    arrow = gallery.tip("window").locator(".tip-arrow").bounding_box()
    anchor = gallery.page.locator("#window").bounding_box()
    assert abs(arrow["x"] + arrow["width"] / 2 - anchor["x"] - anchor["width"] / 2) <= 1
    assert anchor["y"] + anchor["height"] <= arrow["y"]


ANCHORS = [("closest", "change", "top"), ("far", "start", "left"), ("corner", "end", "bottom")]


@with_all_fonts
@pytest.mark.parametrize("tip, anchor, edge", ANCHORS)
def test_a_popover_stands_beside_its_anchor_T102_T113(gallery, tip, anchor, edge, fonts):
    """T113, TA7: at the edge that is wanted where there is room; never over the anchor, a control, a heading or a number."""
    gallery = gallery()
    gallery.page.locator(f"#{anchor}").scroll_into_view_if_needed()
    gallery.offer(tip)
    expect(gallery.popover).to_be_visible()
    geometry = gallery.geometry(anchor)
    assert not geometry["covers"] and geometry["inside"], geometry
    assert 20 <= geometry["distance"] <= 30 and geometry["points"] <= 1, geometry
    assert geometry["edge"] == edge
    assert gallery.page.evaluate(COVERED) == []


@with_all_fonts
@pytest.mark.parametrize("tip, anchor, edge", ANCHORS)
def test_on_a_phone_a_popover_is_a_bar_at_the_foot(gallery, tip, anchor, edge, fonts):
    """It has no arrow; its anchor is marked and stays in sight, and the page can be scrolled to its end above the bar."""
    gallery = gallery(viewport=PHONE)
    gallery.page.locator(f"#{anchor}").evaluate("anchor => anchor.scrollIntoView({ block: 'center' })")
    gallery.offer(tip)
    expect(gallery.popover).to_be_visible()
    geometry = gallery.geometry(anchor)
    assert not geometry["covers"] and geometry["inside"] and geometry["edge"] == "foot", geometry
    expect(gallery.popover.locator(".tip-arrow")).to_be_hidden()
    expect(gallery.page.locator(f"#{anchor}")).to_have_css("outline-style", "dashed")
    box = gallery.popover.bounding_box()
    assert (box["x"], box["width"], box["y"] + box["height"]) == (0, PHONE["width"], PHONE["height"])
    gallery.page.wait_for_function("height => Math.abs(parseFloat(getComputedStyle(document.body).paddingBlockEnd) - height) < 1", arg=box["height"])
    gallery.press("Escape")
    expect(gallery.popover).to_have_count(0)
    gallery.page.wait_for_function("() => parseFloat(getComputedStyle(document.body).paddingBlockEnd) === 0")


FILL_IN = """
(kind) => {
  const { left, bottom } = document.querySelector("#change").getBoundingClientRect()
  const part = document.createElement(kind)
  part.textContent = "Between them"
  part.style.cssText = `position: absolute; left: ${left}px; top: ${bottom + scrollY + 4}px; inline-size: 7rem; margin: 0; z-index: 1`
  document.body.append(part)
}
"""


@pytest.mark.parametrize("kind", ["p", "button", "h2"])
def test_the_arrow_of_a_popover_crosses_no_words_and_it_covers_no_control(gallery, kind):
    """It goes to another side; where there is none, it is a bar at the foot, and so is one that was open before."""
    beside = gallery()
    beside.page.evaluate(FILL_IN, kind)
    beside.offer("closest")
    expect(beside.popover).to_have_attribute("data-edge", "right")
    assert beside.page.evaluate(COVERED) == []
    open_before = gallery()
    open_before.offer("closest")
    expect(open_before.popover).to_have_attribute("data-edge", "top")
    # As a heading that grows up to the button.
    open_before.page.get_by_role("heading", level=1).evaluate("heading => { heading.style.inlineSize = '38rem' }")
    open_before.page.evaluate(FILL_IN, kind)
    expect(open_before.popover).to_have_attribute("data-edge", "foot")
    assert open_before.page.evaluate(COVERED) == []


def test_a_popover_waits_while_a_field_has_the_focus(gallery):
    gallery = gallery()
    gallery.page.locator("#end").scroll_into_view_if_needed()
    gallery.page.locator("#note").focus()
    gallery.offer("corner")
    gallery.let_pass()
    expect(gallery.popover).to_have_count(0)
    assert gallery.told() == []
    gallery.page.locator("#note").blur()
    expect(gallery.popover).to_be_visible()
    gallery.page.locator("#note").focus()
    expect(gallery.popover).to_have_count(0)
    gallery.page.locator("#note").blur()
    expect(gallery.popover).to_be_visible()
    assert gallery.told() == [["appeared", "corner", "popover:corner"]]


def test_one_popover_at_a_time_T112(gallery):
    """T112, TD4: the next comes when one has been dismissed, and none comes twice."""
    gallery = gallery()
    gallery.page.locator("#end").scroll_into_view_if_needed()
    gallery.offer("far", "corner")
    expect(gallery.popover).to_contain_text("Start the ticket")
    assert gallery.popover.count() == 1
    gallery.press("Escape")
    expect(gallery.popover).to_contain_text("Almost there")
    gallery.press("Escape")
    expect(gallery.popover).to_have_count(0)
    gallery.wait_for_told("ended", "far", "corner")
    gallery.let_pass()
    expect(gallery.popover).to_have_count(0)
    assert [line[4] for line in gallery.told("ended")] == ["dismissed", "dismissed"]
    assert gallery.told("closed") == []


def test_a_tap_elsewhere_dismisses_and_does_what_it_says_TD4(gallery):
    """TD4."""
    gallery = gallery()
    gallery.offer("closest")
    expect(gallery.popover).to_be_visible()
    gallery.let_pass(HASTE)
    gallery.page.get_by_role("heading", level=1).click()
    expect(gallery.popover).to_have_count(0)
    gallery.wait_for_told("ended", "closest")
    assert gallery.told("ended")[0][4] == "dismissed"
    gallery.page.locator("#end").scroll_into_view_if_needed()
    gallery.offer("far")
    expect(gallery.popover).to_be_visible()
    gallery.let_pass(HASTE)
    gallery.page.locator("#note").click()
    expect(gallery.popover).to_have_count(0)
    expect(gallery.page.locator("#note")).to_be_focused()


def test_a_tap_elsewhere_before_a_tip_was_read_only_interrupts_it(gallery):
    """Who presses something as a tip comes up did not mean the tip: it comes back once, in the same appearance."""
    gallery = gallery()
    gallery.stop_clock()
    gallery.note_states()
    gallery.offer("closest")
    expect(gallery.popover).to_be_visible()
    gallery.page.get_by_role("heading", level=1).click()
    # It is back after less than half a second.
    gallery.wait_for_states("open", "closed", "open")
    expect(gallery.popover).to_be_visible()
    assert gallery.told() == [["appeared", "closest", "popover:closest"]]
    gallery.page.get_by_role("heading", level=1).click()
    gallery.wait_for_told("ended", "closest")
    gallery.let_pass()
    expect(gallery.popover).to_have_count(0)
    gallery.page.locator("#end").scroll_into_view_if_needed()
    gallery.offer("far")
    expect(gallery.popover).to_be_visible()
    gallery.press("Escape")
    gallery.wait_for_told("ended", "far")
    assert [line[4] for line in gallery.told("ended")] == ["dismissed", "dismissed"]


def test_a_press_on_a_tip_itself_makes_no_later_close_an_interruption(gallery):
    """Whoever touched the tip to read it, and sends it away with the gesture of a phone, has dismissed it."""
    gallery = gallery()
    gallery.stop_clock()
    gallery.offer("closest")
    expect(gallery.popover).to_be_visible()
    gallery.popover.locator(".tip-title").click()
    gallery.page.evaluate("document.querySelector('tip-popover:popover-open').hidePopover()")
    gallery.wait_for_told("ended", "closest")
    assert gallery.told("ended")[0][4] == "dismissed"


@pytest.mark.parametrize("placing", ["after the anchor", "elsewhere"])
def test_the_keyboard_reaches_a_popover_right_after_its_anchor_TA7(gallery, placing):
    """TA7: the focus is not taken; Tab leads in and out; Escape gives the focus back to the anchor."""
    gallery = gallery()
    if placing == "elsewhere":
        gallery.page.evaluate("document.body.append(document.querySelector('tip-popover[tip=closest]'))")
    gallery.page.locator("#change").focus()
    gallery.offer("closest")
    expect(gallery.popover).to_be_visible()
    expect(gallery.page.locator("#change")).to_be_focused()
    gallery.press("Tab")
    assert gallery.focus() == "Show me"
    gallery.press("Tab")
    assert gallery.focus() == "Close tip"
    gallery.press("Tab")
    assert gallery.focus() == "dialog-button"
    gallery.press("Shift+Tab", "Shift+Tab", "Shift+Tab")
    assert gallery.focus() == "change"
    gallery.press("Tab", "Escape")
    expect(gallery.popover).to_have_count(0)
    expect(gallery.page.locator("#change")).to_be_focused()
    gallery.wait_for_told("ended", "closest")


# As a page does that draws its parts anew; where the focus was, it is.
DRAW_ANCHOR_ANEW = """
() => {
  const anchor = document.querySelector("#change"), again = anchor.cloneNode(true)
  const isFocused = anchor === document.activeElement
  again.removeAttribute("aria-details")
  anchor.replaceWith(again)
  if (isFocused) again.focus()
}
"""


COUNT_COMINGS = """
() => {
  gallery.comings = 0
  document.addEventListener("animationstart", ({ target }) => { gallery.comings += target.matches("tip-popover") ? 1 : 0 })
}
"""


@pytest.mark.parametrize("is_inside", [False, True], ids=["at the anchor", "in the tip"])
def test_the_keyboard_reaches_a_popover_whose_anchor_is_drawn_anew_TA7(gallery, is_inside):
    """The way of the Tab key through an open tip stays, who is in the tip stays there, and it does not come up again."""
    # What moves is counted.
    gallery = gallery(reduced_motion="no-preference")
    gallery.page.evaluate("document.body.append(document.querySelector('tip-popover[tip=closest]'))")
    gallery.page.locator("#change").focus()
    gallery.page.evaluate(COUNT_COMINGS)
    gallery.offer("closest")
    expect(gallery.popover).to_be_visible()
    gallery.page.wait_for_function("() => gallery.comings === 1")
    if is_inside:
        gallery.press("Tab")
    gallery.page.evaluate(DRAW_ANCHOR_ANEW)
    expect(gallery.page.locator("#change")).to_have_attribute("aria-details", gallery.popover.get_attribute("id"))
    if is_inside:
        assert gallery.focus() == "Show me"
        gallery.press("Shift+Tab")
    assert gallery.focus() == "change"
    gallery.press("Tab")
    assert gallery.focus() == "Show me"
    gallery.press("Tab", "Tab")
    assert gallery.focus() == "dialog-button"
    assert gallery.told() == [["appeared", "closest", "popover:closest"]]
    assert gallery.page.evaluate("gallery.comings") == 1


# When the tip has been measured its wait has begun; frames are held back until that is over.
DRAW_ANCHOR_ANEW_MEANWHILE = f"""
() => {{
  const {{ requestAnimationFrame }} = globalThis, held = []
  new MutationObserver((_, observer) => {{
    observer.disconnect()
    globalThis.requestAnimationFrame = act => held.push(act);
    ({DRAW_ANCHOR_ANEW})()
    setTimeout(() => {{
      globalThis.requestAnimationFrame = requestAnimationFrame
      held.forEach(act => requestAnimationFrame(act))
    }}, 1000)
  }}).observe(document.querySelector("tip-popover[tip=closest]"), {{ attributeFilter: ["class"] }})
}}
"""


def test_a_popover_comes_although_its_anchor_is_drawn_anew_while_it_waits(gallery):
    """A busy browser draws no frame between the change of the page and the end of the tip's wait."""
    gallery = gallery()
    gallery.page.evaluate(DRAW_ANCHOR_ANEW_MEANWHILE)
    gallery.offer("closest")
    expect(gallery.popover).to_be_visible()
    gallery.wait_for_told("appeared", "closest")


def test_closing_gives_the_focus_back_TA7(gallery):
    gallery = gallery()
    gallery.page.locator("#change").focus()
    gallery.offer("closest", "area")
    expect(gallery.popover).to_be_visible()
    gallery.press("Tab", "Tab", "Enter")
    expect(gallery.popover).to_have_count(0)
    expect(gallery.page.locator("#change")).to_be_focused()
    gallery.tip("area").get_by_role("button", name="Close tip").focus()
    gallery.press("Enter")
    expect(gallery.tip("area")).to_be_hidden()
    expect(gallery.page.locator("#change")).to_be_focused()
    gallery.offer("window")
    gallery.tip("window").get_by_role("button", name="Show me").focus()
    gallery.page.evaluate("gallery.source.invalidate('window')")
    expect(gallery.tip("window")).to_be_hidden()
    expect(gallery.page.locator("#before")).to_be_focused()


def test_a_tip_whose_rules_hold_no_more_leaves_the_screen_and_comes_back_T36(gallery):
    """T36: in the flow of the page and as a popover; neither is an end of the tip."""
    gallery = gallery()
    gallery.offer("window")
    # A tip in the page is drawn before the browser says that it is in sight; only then has it appeared, and can end.
    gallery.wait_for_told("appeared", "window")
    gallery.page.evaluate("gallery.source.take('window')")
    expect(gallery.tip("window")).to_be_hidden()
    gallery.offer("window", "closest")
    expect(gallery.tip("window")).to_be_visible()
    expect(gallery.popover).to_be_visible()
    gallery.page.evaluate("gallery.source.take('closest')")
    expect(gallery.popover).to_have_count(0)
    gallery.wait_for_told("ended", "closest")
    assert [line[4] for line in gallery.told("ended")] == ["withdrawn", "withdrawn"]
    gallery.offer("closest")
    expect(gallery.popover).to_be_visible()


def test_a_source_that_fails_leaves_the_page_as_it_is(gallery):
    """What the page itself calls does not throw; the failure is told to whoever looks at the page's errors."""
    gallery = gallery()
    gallery.page.evaluate("() => { gallery.source.isOver = () => { throw new Error('out of order') } }")
    with gallery.page.expect_event("pageerror"):
        gallery.offer("closest")
    expect(gallery.popover).to_have_count(0)
    assert gallery.visitor.errors == ["out of order"]
    gallery.visitor.errors.clear()


def test_escape_without_the_focus_inside_leaves_it_where_it_is_TA7(gallery):
    gallery = gallery()
    gallery.page.locator("#dialog-button").focus()
    gallery.offer("closest")
    expect(gallery.popover).to_be_visible()
    gallery.press("Escape")
    expect(gallery.popover).to_have_count(0)
    expect(gallery.page.locator("#dialog-button")).to_be_focused()


def test_a_live_region_says_a_tip_TA7(gallery):
    gallery = gallery()
    gallery.offer("closest")
    region = gallery.page.locator(".tip-announcer")
    expect(region).to_have_attribute("aria-live", "polite")
    expect(region).to_contain_text("Tip: Let the page find your café")
    expect(region).to_contain_text("Your position stays in this page.")
    dialog = gallery.page.get_by_role("dialog", name="Let the page find your café")
    expect(dialog).to_be_visible()
    assert dialog.get_attribute("aria-modal") is None
    gallery.offer("area", "window")
    expect(region).to_contain_text("Tip: You come here often")
    expect(region).to_contain_text("Tip: Choose when to collect")
    expect(gallery.page.locator("#change")).to_have_attribute("aria-details", dialog.get_attribute("id"))


def test_a_screen_reader_is_given_all_of_a_tip_TA7(gallery):
    """TA7: as Chromium itself shows it: what a tip is, its name and words, and that its element belongs to it."""
    gallery = gallery()
    gallery.offer("closest", "area")
    expect(gallery.popover).to_be_visible()
    expect(gallery.tip("area").get_by_role("note")).to_be_visible()
    session = gallery.page.context.new_cdp_session(gallery.page)
    nodes = [node for node in session.send("Accessibility.getFullAXTree")["nodes"] if not node["ignored"]]

    def the(role, name):
        return next(node for node in nodes if node["role"]["value"] == role and node["name"]["value"] == name)

    def told(node, what):
        return next((known["value"] for known in node["properties"] if known["name"] == what), {})

    popover = the("dialog", "Let the page find your café")
    assert "Your position stays in this page." in popover["description"]["value"]
    assert not told(popover, "modal").get("value")
    details = told(the("button", "Change café"), "details")["relatedNodes"]
    assert [node["idref"] for node in details] == [gallery.popover.get_attribute("id")]
    note = the("note", "You come here often")
    assert note["description"]["value"]
    assert len([node for node in nodes if node["role"]["value"] == "button" and node["name"]["value"] == "Close tip"]) == 2


def test_a_popover_waits_while_a_dialog_is_open(gallery):
    gallery = gallery()
    gallery.page.locator("#dialog-button").click()
    gallery.offer("closest")
    gallery.let_pass()
    expect(gallery.popover).to_have_count(0)
    assert gallery.told() == []
    gallery.page.locator("#dialog-close").click()
    expect(gallery.popover).to_be_visible()


def test_a_dialog_that_opens_only_interrupts_a_popover(gallery):
    gallery = gallery()
    gallery.offer("closest")
    expect(gallery.popover).to_be_visible()
    gallery.page.evaluate("document.querySelector('dialog').showModal()")
    expect(gallery.popover).to_have_count(0)
    gallery.page.locator("#dialog-close").click()
    expect(gallery.popover).to_be_visible()
    assert gallery.told() == [["appeared", "closest", "popover:closest"]]


def test_a_popover_follows_its_anchor_and_goes_with_it(gallery):
    gallery = gallery()
    gallery.offer("closest")
    expect(gallery.popover).to_be_visible()
    gallery.page.mouse.wheel(0, 60)
    gallery.page.wait_for_function("() => scrollY >= 60")

    def stands_beside():
        geometry = gallery.geometry("change")
        return not geometry["covers"] and 20 <= geometry["distance"] <= 30

    wait_until(stands_beside, told=lambda: gallery.geometry("change"))
    gallery.page.mouse.wheel(0, 2000)
    expect(gallery.popover).to_have_count(0)
    gallery.page.mouse.wheel(0, -3000)
    expect(gallery.popover).to_be_visible()
    assert gallery.told() == [["appeared", "closest", "popover:closest"]]
    gallery.page.evaluate("document.querySelector('#change').remove()")
    expect(gallery.popover).to_have_count(0)
    gallery.wait_for_told("ended", "closest")
    assert gallery.told("ended")[0][4] == "anchor-gone"


def test_a_popover_waits_for_an_anchor_that_comes_later(gallery):
    gallery = gallery()
    gallery.page.evaluate("document.querySelector('#change').id = 'other'")
    gallery.offer("closest")
    gallery.let_pass()
    assert gallery.told() == []
    gallery.page.evaluate("document.querySelector('#other').id = 'change'")
    expect(gallery.popover).to_be_visible()


def test_a_tip_is_hidden_for_a_while_T104(gallery):
    """T104: by the page alone; that a tip is on the screen changes no property."""
    gallery = gallery()
    may_be_shown = "[...document.querySelectorAll('tip-view, tip-popover')].every(tip => tip.isPresented)"
    assert gallery.page.evaluate(may_be_shown)
    gallery.offer("closest", "area")
    expect(gallery.popover).to_be_visible()
    assert gallery.page.evaluate(may_be_shown)
    gallery.page.evaluate("for (const tip of document.querySelectorAll('tip-view, tip-popover')) tip.isPresented = false")
    expect(gallery.popover).to_have_count(0)
    expect(gallery.tip("area")).to_be_hidden()
    gallery.page.evaluate("for (const tip of document.querySelectorAll('tip-view, tip-popover')) tip.isPresented = true")
    expect(gallery.popover).to_be_visible()
    expect(gallery.tip("area").get_by_role("note")).to_be_visible()


def test_content_that_changes_is_one_appearance(gallery):
    gallery = gallery()
    gallery.offer("closest")
    expect(gallery.popover).to_be_visible()
    gallery.page.evaluate("gallery.change('closest', { title: 'Another title' })")
    expect(gallery.popover).to_contain_text("Another title")
    assert len(gallery.told("appeared")) == 1


def test_a_wrong_tip_is_told_and_breaks_nothing(gallery):
    gallery = gallery()
    warnings = []
    gallery.page.on("console", lambda message: warnings.append(message.text) if message.type == "warning" else None)
    gallery.page.evaluate("gallery.change('area', { image: 'https://elsewhere.example/a.png', style: 'loud' })")
    gallery.page.evaluate("gallery.change('again', { title: null })")
    expect(gallery.tip("area").get_by_role("note")).to_be_visible()
    expect(gallery.tip("again")).to_be_hidden()
    assert warnings == [
        "Tip area: its image “https://elsewhere.example/a.png” is neither an icon nor a picture of ours.",
        "Tip area: there is no style “loud”.",
        "Tip again: it has no title.",
    ]


def test_reduced_motion_is_no_motion_TA7(gallery):
    moving, still = gallery(reduced_motion="no-preference"), gallery(reduced_motion="reduce")
    for gallery_page, name in ((moving, "tip-comes"), (still, "none")):
        gallery_page.offer("closest", "area")
        expect(gallery_page.popover).to_have_css("animation-name", name)
        expect(gallery_page.tip("area").locator(".tip")).to_have_css("animation-name", name)


def test_leading_and_trailing_follow_the_reading_TA7(gallery):
    gallery = gallery("ar")
    gallery.page.locator("#start").scroll_into_view_if_needed()
    gallery.offer("far")
    expect(gallery.popover).to_be_visible()
    geometry = gallery.geometry("start")
    assert geometry["edge"] == "right" and not geometry["covers"] and geometry["inside"]


LOOKS = {
    "phone-light": {"viewport": PHONE},
    "phone-dark": {"viewport": PHONE, "color_scheme": "dark"},
    "tablet-light": {"viewport": TABLET},
    "phone-japanese": {"viewport": PHONE, "locale": "ja-JP"},
    "tablet-arabic": {"viewport": TABLET, "locale": "ar-EG"},
    "phone-arabic-dark": {"viewport": PHONE, "locale": "ar-EG", "color_scheme": "dark"},
    "phone-forced-colours": {"viewport": PHONE, "forced_colors": "active"},
}
LANGUAGES = {"ja-JP": "ja", "ar-EG": "ar"}


@pytest.mark.parametrize(("look", "fonts"), [
    ("phone-light", "dejavu"), ("tablet-light", "dejavu"), ("phone-arabic-dark", "noto"), ("phone-forced-colours", "dejavu"),
    *(pytest.param(look, "dejavu", marks=pytest.mark.long) for look in ("phone-dark", "phone-japanese", "tablet-arabic", "phone-arabic-dark")),
    pytest.param("tablet-light", "noto", marks=pytest.mark.long),
])
def test_tips_in_every_look(gallery, look, fonts):
    """TA7: no accessibility violation, nothing cut off at 100 % and 200 % text, and every control large enough."""
    options = LOOKS[look]
    gallery = gallery(LANGUAGES.get(options.get("locale"), "en"), reduced_motion="reduce", **options)
    findings = []
    gallery.offer(*IDS)
    expect(gallery.page.get_by_role("note")).to_have_count(len(IDS))
    look = f"{look}-{fonts}"
    check(gallery, f"{look}-tips-1-inline", findings)
    gallery.page.evaluate("ids => ids.forEach(id => gallery.source.invalidate(id))", list(IDS))
    gallery.offer("closest")
    expect(gallery.popover).to_be_visible()
    check(gallery, f"{look}-tips-2-popover", findings)
    gallery.page.evaluate("document.documentElement.style.fontSize = '200%'")

    def stands_well():
        geometry = gallery.geometry("change")
        return not geometry["covers"] and geometry["inside"]

    wait_until(stands_well, told=lambda: gallery.geometry("change"))
    check(gallery, f"{look}-tips-3-popover-large-text", findings)
    assert stands_well(), gallery.geometry("change")
    gallery.press("Escape")
    gallery.offer(*IDS)
    expect(gallery.page.get_by_role("note")).to_have_count(len(IDS))
    check(gallery, f"{look}-tips-4-inline-large-text", findings)
    assert not findings, "\n".join(findings)


def check(gallery, name, findings):
    gallery.visitor.picture(name)
    findings += [f"{name}: {finding}" for finding in gallery.visitor.violations()]
    findings += [f"{name}: {finding}" for finding in gallery.visitor.overflow()]
    for control in gallery.page.locator("tip-view button:visible, tip-popover button:visible").all():
        box = control.bounding_box()
        if min(box["width"], box["height"]) < 44:
            findings.append(f"{name}: {control.inner_text()} is {box['width']} by {box['height']}")
