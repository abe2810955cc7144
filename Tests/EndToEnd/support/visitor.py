"""Someone at a browser: a context of their own, a page in it, and the record of what it sends."""

import pathlib
import re

import quick_axe
from campus import person_named
from coordinates import Position
from overflow import FIND_OVERFLOW
from traffic import TrafficRecorder
from waiting import PATIENCE_SECONDS

# Counts the calls that a page makes for the position, and the watches that it has not ended.
SPY = """
window.locationCalls = 0
window.locationWatches = new Set()
const { getCurrentPosition, watchPosition, clearWatch } = Geolocation.prototype
Geolocation.prototype.getCurrentPosition = function (...rest) {
  window.locationCalls += 1
  return getCurrentPosition.apply(this, rest)
}
Geolocation.prototype.watchPosition = function (...rest) {
  window.locationCalls += 1
  const watch = watchPosition.apply(this, rest)
  window.locationWatches.add(watch)
  return watch
}
Geolocation.prototype.clearWatch = function (watch) {
  window.locationWatches.delete(watch)
  return clearWatch.call(this, watch)
}
"""
# Pages measure in rem, so that this does what the browser's setting does.
TEXT_SIZE = """
document.addEventListener("DOMContentLoaded", () => document.documentElement.style.setProperty("font-size", "%d%%"))
"""
# A device that never finds out where it is.
SILENCE = "Geolocation.prototype.watchPosition = () => 1; Geolocation.prototype.getCurrentPosition = () => undefined"
# A server that knows no tips. Not by a route, for which the browser would hold every request until it is looked at:
# loading a page takes a third longer by that.
NO_TIPS = """
(() => {
  const { fetch } = window
  const none = () => Response.json({ code: "not-found" }, { status: 404 })
  window.fetch = async (address, ...rest) => String(address).startsWith("/api/v1/tips?") ? none() : fetch(address, ...rest)
})()
"""
# In percent, as TEXT_SIZE does for a page that comes.
# The browser gives a page its new size some time after it was asked to.
RESIZE = """
async ({ width, height, size }) => {
  document.documentElement.style.setProperty("font-size", `${size}%`)
  while (innerWidth !== width || innerHeight !== height) await new Promise(requestAnimationFrame)
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
}
"""
POLICY = re.compile("Content Security Policy|TrustedHTML|TrustedScript|Permissions policy violation")
RUN_AXE = """
async rules => {
  const only = rules.length > 0 ? { runOnly: rules } : {}
  // Not the style sheets, which axe would fetch for a rule that does not run: the orientation of a page is no violation yet.
  return (await axe.run(document, { resultTypes: ["violations"], preload: { assets: ["media"] }, ...only })).violations
}
"""
# How long a press waits for what it is to press, and an expectation for what it expects.
PATIENCE_MILLISECONDS = PATIENCE_SECONDS * 1_000


class Visitor:
    def __init__(self, context, url, screenshots: pathlib.Path, pictures=False):
        self.context = context
        self.url = url
        self.screenshots = screenshots
        self.keeps_pictures = pictures
        self.traffic = TrafficRecorder(context)
        context.set_default_timeout(PATIENCE_MILLISECONDS)
        self.page = context.new_page()
        self.page.add_init_script(SPY)
        self.errors = []
        self.has_used_axe = False
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._note_violation)

    def _note_violation(self, message):
        """The browser says on the console what the policy of a page made it refuse."""
        # Axe sets styles as the policy of a page forbids, and the browser may say so after axe has ended.
        is_of_axe = self.has_used_axe and "Applying inline style" in message.text
        if message.type == "error" and POLICY.search(message.text) and not is_of_axe:
            self.errors.append(message.text)

    def have_no_tips(self):
        """As with a server that knows none."""
        self.context.add_init_script(NO_TIPS)

    def open(self, path):
        return self.page.goto(self.url + path)

    def sign_in(self, name):
        """Signs the browser in as somebody of the demo campus, as the pages do it, for tests that begin after that."""
        answer = self.context.request.post(f"{self.url}/api/v1/session", data={"person": person_named(name)})
        assert answer.status == 201, answer

    def allow_location(self, position: Position):
        self.context.grant_permissions(["geolocation"], origin=self.url)
        self.move_to(position)

    def refuse_location(self):
        """The person has said no; that nobody has answered yet would be something else."""
        self.context.clear_permissions()
        # What is not granted is refused.
        self.context.grant_permissions([], origin=self.url)

    def lose_location(self):
        """The device does not know where it is."""
        self.context.grant_permissions(["geolocation"], origin=self.url)
        self.context.set_geolocation(None)

    def silence_location(self):
        """The device looks for its position and does not come to an end."""
        self.context.grant_permissions(["geolocation"], origin=self.url)
        self.page.add_init_script(SILENCE)

    def show_text(self, percent):
        """The person has the browser show text in another size."""
        self.page.add_init_script(TEXT_SIZE % percent)

    @property
    def location_calls(self):
        """How often the page, since it was loaded, has asked where it is."""
        return self.page.evaluate("window.locationCalls")

    @property
    def watches_location(self):
        return self.page.evaluate("window.locationWatches.size") > 0

    def move_to(self, position: Position):
        self.traffic.expect_absent(position)
        self.context.set_geolocation(
            {"latitude": position.latitude, "longitude": position.longitude, "accuracy": position.accuracy}
        )

    def picture(self, name):
        """Keeps a picture when the person who runs the tests wants them; it takes as long as a check."""
        if self.keeps_pictures:
            self.screenshot(name)

    def screenshot(self, name):
        """Keeps a picture of the whole page, or of the window when something covers the page."""
        self.screenshots.mkdir(parents=True, exist_ok=True)
        # For a picture of the whole page the window grows for a moment, at which a popover closes.
        is_covered = self.page.locator("dialog[open], link-lost-overlay:not([hidden]), :popover-open").count() > 0
        self.page.screenshot(path=self.screenshots / f"{name}.png", full_page=not is_covered)

    def violations(self, *rules):
        """What axe finds on the page as it is, one sentence for each place; by all its rules, or by those that are named."""
        # Once for each document, because it is half a megabyte.
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(quick_axe.SCRIPT)
        self.has_used_axe = True
        found = self.page.evaluate(RUN_AXE, list(rules))
        return [
            f"{violation['id']}: {violation['help']}: {node['target']} {node['html'][:120]}"
            for violation in found
            for node in violation["nodes"]
        ]

    def violations_in(self, colours, *rules):
        """The violations that axe finds on the page in its light or dark colours."""
        self.page.emulate_media(color_scheme=colours)
        found = self.violations(*rules)
        self.page.emulate_media(color_scheme="light")
        return found

    def contrast_in_the_dark(self):
        """The contrast violations that axe finds in the page's dark colours."""
        return self.violations_in("dark", "color-contrast")

    def show_in(self, viewport, text_size=100):
        """Gives the window another size, and the text, and waits until the page has drawn what it does in answer."""
        self.page.set_viewport_size(viewport)
        self.page.evaluate(RESIZE, {**viewport, "size": text_size})

    def overflow(self):
        """What does not fit on the page as it is."""
        return self.page.evaluate(FIND_OVERFLOW)

    def assert_accessible(self):
        violations = self.violations()
        assert not violations, "\n".join([self.page.url, *violations])

    def close(self):
        """Ends the visit: nothing that was sent had a position in it, and no script failed."""
        try:
            self.traffic.assert_no_coordinate()
            assert not self.errors, "A script failed, or a page broke its policy:\n" + "\n".join(self.errors)
        finally:
            self.context.close()
