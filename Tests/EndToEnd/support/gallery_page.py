"""The gallery of tips as a visitor has it open, and where its popovers stand."""

from collections import Counter

from playwright.sync_api import expect

from waiting import STOP_CLOCK, wait_until

# What an anchor and an open tip have in common, and how far the tip reaches over the window.
GEOMETRY = """
(id) => {
  const tip = document.querySelector("tip-popover:popover-open").getBoundingClientRect()
  const anchor = document.getElementById(id).getBoundingClientRect()
  const arrow = document.querySelector("tip-popover:popover-open .tip-arrow").getBoundingClientRect()
  const overlaps = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
  const { clientWidth, clientHeight } = document.documentElement
  return {
    covers: overlaps(tip, anchor) || overlaps(arrow, anchor),
    inside: tip.left >= 0 && tip.top >= 0 && tip.right <= clientWidth && tip.bottom <= clientHeight,
    edge: document.querySelector("tip-popover:popover-open").dataset.edge,
    distance: [Math.abs(tip.top - anchor.bottom), Math.abs(anchor.top - tip.bottom), Math.abs(tip.left - anchor.right), Math.abs(anchor.left - tip.right)]
      .reduce((least, distance) => Math.min(least, distance)),
    points: Math.min(Math.abs((arrow.left + arrow.right) / 2 - (anchor.left + anchor.right) / 2), Math.abs((arrow.top + arrow.bottom) / 2 - (anchor.top + anchor.bottom) / 2)),
  }
}
"""
# What may not be covered and is under the open popover or its arrow, and the words that the arrow crosses. What is under a bar at
# the foot of the window can be scrolled above it, but for what explains the tip.
COVERED = """
() => {
  const tip = document.querySelector("tip-popover:popover-open")
  const anchor = document.getElementById(tip.getAttribute("for"))
  const overlaps = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
  const [card, arrow] = [tip.querySelector(".tip-card"), tip.querySelector(".tip-arrow")].map(part => part.getBoundingClientRect())
  const found = overlaps(tip.getBoundingClientRect(), anchor.getBoundingClientRect()) ? ["the anchor"] : []
  if (tip.dataset.edge === "foot") return found
  const kept = "a[href], button, input, select, textarea, summary, label, form, fieldset, aside, h1, h2, .figures"
  for (const element of document.querySelectorAll(kept)) {
    if (tip.contains(element) || anchor.contains(element) || element.contains(anchor) || !element.checkVisibility({ visibilityProperty: true })) continue
    const box = element.getBoundingClientRect()
    if (overlaps(card, box) || overlaps(arrow, box)) found.push(element.textContent.trim().slice(0, 30) || element.localName)
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  while (texts.nextNode()) {
    const { parentElement, data } = texts.currentNode
    if (!data.trim() || tip.contains(parentElement) || parentElement.closest(".hidden-visually") || !parentElement.checkVisibility()) continue
    range.selectNodeContents(texts.currentNode)
    for (const line of range.getClientRects()) if (overlaps(arrow, line)) found.push(`words: ${data.trim().slice(0, 30)}`)
  }
  return found
}
"""

NOTE_STATES = """
() => {
  gallery.states = []
  document.addEventListener("beforetoggle", ({ target, newState }) => { if (target.matches("tip-popover")) gallery.states.push(newState) }, true)
}
"""


class GalleryPage:
    """The gallery as someone has it open."""

    def __init__(self, visitor):
        self.visitor = visitor
        self.page = visitor.page

    def open(self, language="en"):
        self.page.clock.install()
        self.visitor.open(f"/gallery?lang={language}")
        expect(self.page.locator("html[data-ready]")).to_be_attached()
        return self

    def offer(self, *ids):
        self.page.evaluate("ids => gallery.offer(...ids)", list(ids))

    def told(self, *kinds):
        """What the source was told, without how long."""
        lines = [line.split(" ") for line in self.page.evaluate("gallery.source.told")]
        return [line for line in lines if line[0] != "onScreen" and (not kinds or line[0] in kinds)]

    def wait_for_told(self, kind, *ids):
        """Until the source was told something of each tip, as often as it is named."""
        wait_until(lambda: not Counter(ids) - Counter(line[1] for line in self.told(kind)), told=self.told)

    def let_pass(self, milliseconds=1_000):
        """Runs every timer and every frame that the page has due within the time: what was to come up has come up."""
        self.page.clock.run_for(milliseconds)

    def stop_clock(self):
        """No time passes in which somebody could have read a tip."""
        self.page.evaluate(STOP_CLOCK)

    def note_states(self):
        """Begins to note when a popover opens and closes, for what may be over before a test looks."""
        self.page.evaluate(NOTE_STATES)

    def wait_for_states(self, *states):
        wait_until(lambda: self.page.evaluate("gallery.states") == list(states), told=lambda: self.page.evaluate("gallery.states"))

    @property
    def popover(self):
        return self.page.locator("tip-popover:popover-open")

    def tip(self, id):
        return self.page.locator(f"tip-view[tip={id}]")

    def geometry(self, anchor):
        return self.page.evaluate(GEOMETRY, anchor)

    def focus(self):
        return self.page.evaluate("document.activeElement.id || document.activeElement.getAttribute('aria-label') || document.activeElement.textContent")

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)
