"""What lies over a page: one bar at a time, at the foot of the window, over nothing that one reads or presses."""

import pytest
from playwright.sync_api import expect

from client import line
from crossings import report_crossing
from fonts import LETTERS
from gallery_page import COVERED
from looks import LOCALES, PHONE, TABLET
from pages import AttendancePage
from tip_pages import AGAIN, TipPage, order_twice

# How many bars there are, and the names of what is under one although it stays at its place while the page is scrolled, or has
# been scrolled into sight.
UNDER_BAR = """
() => {
  const bars = [...document.querySelectorAll(".foot-bar")].filter(bar => bar.checkVisibility()).map(bar => bar.getBoundingClientRect())
  const isUnder = part => {
    const { left, right, top, bottom } = part.getBoundingClientRect()
    return bars.some(bar => left < bar.right && bar.left < right && top < bar.bottom - 1 && bar.top + 1 < bottom)
  }
  const find = selector => [...document.querySelectorAll(selector)].filter(part => part.checkVisibility())
  const pinned = () => find(".basket-bar button, .order-aside:not(:empty)").filter(isUnder)
  const hidden = find("h1, #basket-title, cafe-menu h2, cafe-menu .item").filter(part => {
    part.scrollIntoView({ block: "nearest", behavior: "instant" })
    return isUnder(part)
  })
  const atEnd = (scrollTo(0, document.body.scrollHeight), pinned()), atStart = (scrollTo(0, 0), pinned())
  return { bars: bars.length, under: [...new Set([...hidden, ...atEnd, ...atStart])].map(part => `${part.localName}.${part.className}`) }
}
"""
in_each_window = pytest.mark.parametrize("viewport", [PHONE, pytest.param(TABLET, marks=pytest.mark.long)], ids=["phone", "tablet"])


def assert_covers_nothing(page):
    """There is one bar, and the page has made room for it."""
    page.wait_for_function("""() => {
      const heights = [...document.querySelectorAll(".foot-bar")].filter(bar => bar.checkVisibility()).map(bar => bar.offsetHeight)
      return heights.length === 1 && parseFloat(getComputedStyle(document.body).paddingBlockEnd) === heights[0]
    }""")
    assert page.evaluate(UNDER_BAR) == {"bars": 1, "under": []}


@pytest.fixture
def ada(server, visit):
    """Ada on the menu of the Main Café, with reminders on and something in her basket."""

    def make(language="en", **options):
        client = server.client(person="ada")
        assert client.send("PUT", "/api/v1/attendance/reminders", {"on": True}).status == 200
        visitor = visit(server.url, locale=LOCALES[language], **{"viewport": PHONE, **options})
        visitor.context.add_cookies([{"name": "vicinity-language", "value": language, "url": server.url}])
        page = TipPage(visitor, language).open()
        page.add("Espresso")
        # What was said of the espresso has been read.
        expect(page.page.locator("notice-bar .snack")).to_be_visible()
        page.page.evaluate("document.querySelector('notice-bar').hide()")
        return page

    return make


@pytest.mark.every_language
@pytest.mark.parametrize(("language", "fonts"), [("ar", "noto"), pytest.param("en", "dejavu", marks=pytest.mark.long)])
def test_a_reminder_covers_neither_headings_nor_the_basket(server, ada, language, fonts):
    page = ada(language)
    report_crossing(server, "ada", "berlin-entrance", "enter")
    bar = page.page.locator("reminder-bar .reminder")
    for viewport in (PHONE, TABLET):
        page.page.set_viewport_size(viewport)
        expect(bar).to_be_visible()
        expect(bar).to_be_in_viewport(ratio=1)
        assert_covers_nothing(page.page)
        page.visitor.assert_accessible()


@in_each_window
def test_a_notice_covers_nothing_and_a_reminder_comes_after_it(server, ada, viewport):
    page = ada(viewport=viewport)
    report_crossing(server, "ada", "berlin-entrance", "enter")
    bar = page.page.locator("reminder-bar .reminder")
    expect(bar).to_be_visible()
    page.add("Green tea")
    expect(page.page.locator("notice-bar .snack")).to_be_in_viewport(ratio=1)
    expect(bar).to_be_hidden()
    assert_covers_nothing(page.page)
    page.page.evaluate("document.querySelector('notice-bar').hide()")
    expect(bar).to_be_visible()
    assert_covers_nothing(page.page)
    bar.get_by_role("button").click()
    expect(bar).to_have_count(0)
    page.page.wait_for_function("() => getComputedStyle(document.documentElement).getPropertyValue('--foot') === '0px'")


VIEWPORTS = [PHONE, {"width": 320, "height": 640}, TABLET, {"width": 1440, "height": 900}]


@pytest.mark.every_language
@pytest.mark.parametrize(("language", "fonts"), [pytest.param("en", "dejavu", marks=pytest.mark.long), *LETTERS[1:]])
def test_a_tip_covers_no_control_number_or_heading(server, visit, language, fonts):
    """Also not the numbers of orders that are being made."""
    order_twice(server, "ada")
    visitor = visit(server.url, tips=True, viewport=VIEWPORTS[0], locale=LOCALES[language])
    visitor.context.add_cookies([{"name": "vicinity-language", "value": language, "url": server.url}])
    page = TipPage(visitor, language).open()
    for viewport in VIEWPORTS:
        page.page.set_viewport_size(viewport)
        # A popover that is open stays on its side; one that comes up looks for its place.
        page.page.reload()
        expect(page.popover).to_be_visible()
        assert page.page.evaluate(COVERED) == [], viewport
        if viewport["width"] < 768:
            expect(page.popover).to_have_attribute("data-edge", "foot")
            expect(page.page.locator("#your-orders")).to_have_css("outline-style", "dashed")
        if page.popover.get_attribute("data-edge") == "foot":
            assert_covers_nothing(page.page)


def test_a_tip_waits_for_a_notice_while_something_is_in_the_basket_and_for_a_reminder(server, visit):
    order_twice(server, "ada")
    assert server.client(person="ada").send("PUT", "/api/v1/attendance/reminders", {"on": True}).status == 200
    page = TipPage(visit(server.url, tips=True, viewport=TABLET)).open()
    expect(page.popover).to_contain_text(AGAIN)
    page.page.evaluate("document.querySelector('notice-bar').show('Ready.')")
    expect(page.page.locator("notice-bar .snack")).to_be_visible()
    expect(page.popover).to_have_count(0)
    page.page.evaluate("document.querySelector('notice-bar').hide()")
    expect(page.popover).to_contain_text(AGAIN)
    expect_no_tip_beside_a_basket(page)
    page.page.set_viewport_size(PHONE)
    page.page.reload()
    expect(page.popover).to_contain_text(AGAIN)
    report_crossing(server, "ada", "berlin-entrance", "enter")
    bar = page.page.locator("reminder-bar .reminder")
    expect(bar).to_be_visible()
    expect(page.popover).to_have_count(0)
    page.page.reload()
    expect(bar).to_be_visible()
    page.expect_no_tip()
    bar.get_by_role("button").click()
    expect(page.popover).to_contain_text(AGAIN)


def expect_no_tip_beside_a_basket(page):
    page.named("button", "Espresso").press("Enter")
    page.page.get_by_role("dialog").get_by_role("button", name=page.say("Add to basket")).press("Enter")
    expect(page.page.locator("basket-panel .line")).to_have_count(1)
    page.page.evaluate("document.querySelector('notice-bar').hide()")
    page.expect_no_tip()
    page.button("Remove {name}", name="Espresso").click()
    page.page.evaluate("document.querySelector('notice-bar').hide()")
    page.page.evaluate("scrollTo(0, 0)")
    expect(page.popover).to_contain_text(AGAIN)


@in_each_window
def test_a_tip_leaves_the_form_of_a_punch_free(server, visit, viewport):
    """On the page where one clocks in, and not while its field has the focus."""
    administrator = server.client(person="omar")
    for tip in ("language", "door-reminder"):
        assert administrator.send("PUT", f"/api/v1/tips/{tip}/switch", {"isOn": False}).status == 200
    server.client(person="ada").order("main-cafe", [line("red-lentil-soup")])
    page = AttendancePage(visit(server.url, tips=True, viewport=viewport)).open()
    page.sign_in("Ada Morgan")
    popover = page.page.locator("tip-popover:popover-open")
    expect(popover).to_contain_text("What Vicinity knows of you")
    assert page.page.evaluate(COVERED) == []
    page.page.get_by_label(page.say("Site")).focus()
    expect(popover).to_have_count(0)
    page.page.get_by_label(page.say("Site")).blur()
    expect(popover).to_contain_text("What Vicinity knows of you")


def test_what_has_the_focus_is_not_under_a_bar(server, ada):
    """By keyboard through the menu of a phone, with a bar at its foot."""
    page = ada()
    report_crossing(server, "ada", "berlin-entrance", "enter")
    expect(page.page.locator("reminder-bar .reminder")).to_be_visible()
    page.named("button", "Granola bowl").focus()
    for _ in range(12):
        page.page.keyboard.press("Tab")
        hidden = page.page.evaluate("""() => {
          const bar = document.querySelector("reminder-bar").getBoundingClientRect(), focused = document.activeElement.getBoundingClientRect()
          return document.activeElement.closest(".foot-bar, .basket-bar") === null && focused.bottom > bar.top + 1 ? document.activeElement.textContent : null
        }""")
        assert hidden is None
