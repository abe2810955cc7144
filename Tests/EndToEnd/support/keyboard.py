"""A visitor who has only a keyboard."""

import time

from waiting import PATIENCE_SECONDS

# More stops than any page has; a way that is longer goes in circles.
LONGEST_WAY = 150
FOCUS = """
() => {
  const element = document.activeElement
  if (!element || element === document.body) return { name: "", isShown: true }
  const isOutlined = element => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2
  }
  const words = (element.labels?.[0] ?? element).cloneNode(true)
  for (const hidden of words.querySelectorAll("[aria-hidden=true]")) hidden.remove()
  const label = element.getAttribute("aria-label") ?? words.textContent
  return {
    name: label.trim().replace(/\\s+/g, " "),
    // The whole card shows it for the button in it. Headings only begin a view; one does not go to them.
    isShown: isOutlined(element) || isOutlined(element.closest("article, label") ?? element) || element.matches("h1, h2, dialog"),
  }
}
"""


class Keyboard:
    """Presses keys, and looks each time at where the focus is and that it can be seen."""

    def __init__(self, page):
        self.page = page

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def go_to(self, name, key="Tab"):
        """Moves the focus until it is on what begins with the name, which the page may be about to show."""
        way = []
        deadline = time.monotonic() + PATIENCE_SECONDS
        while len(way) < LONGEST_WAY or time.monotonic() < deadline:
            if way and way[-1].startswith(name):
                return
            self.press(key)
            focus = self.page.evaluate(FOCUS)
            way.append(focus["name"])
            if focus["name"]:
                assert focus["isShown"], f"The focus cannot be seen on {focus['name']}"
        raise AssertionError(f"{name} was not on the way: {' → '.join(way[-LONGEST_WAY:])}")

    def use(self, name, key="Enter"):
        self.go_to(name)
        self.press(key)
