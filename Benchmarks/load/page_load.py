"""Loads the order page in Chromium as a phone would, and prints what it took: page_load.py URL ROUNDS.

The environment of the end-to-end tests runs it, which has Playwright. One JSON object: the milliseconds until the menu can be used for
somebody who comes for the first time and for somebody whose service worker has kept the page, the bytes on the wire, and the requests.
"""

import json
import sys

from browser import launched

MEGABITS, LATENCY_MILLISECONDS, SLOWER = 9, 60, 4
CHOSEN = "localStorage.setItem('vicinity-cafe-preference', JSON.stringify({ kind: 'named', cafe: 'main-cafe' }))"
MENU = "cafe-menu .item button"
IS_KEPT = """async () => navigator.serviceWorker.controller !== null &&
  (await Promise.all((await caches.keys()).map(async name => (await (await caches.open(name)).keys()).length))).some(count => count > 5)"""


# Notes the moment in which the menu can be used, in the page itself: a test runner hears of it later.
NOTE_MENU = f"""new MutationObserver((_, observer) => {{
  if (!document.querySelector("{MENU}")) return
  window.usableAt = performance.now()
  observer.disconnect()
}}).observe(document, {{ childList: true, subtree: true }})"""
# The bytes of everything that was asked for before that moment, with the fields of the answers, and how many requests those were.
LOADED = """() => {
  const asked = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
    .filter(({ startTime }) => startTime <= window.usableAt)
  return { bytes: asked.reduce((sum, { transferSize }) => sum + transferSize, 0), requests: asked.length }
}"""


def slow(page):
    """The link and the processor of the goal."""
    tools = page.context.new_cdp_session(page)
    tools.send("Network.enable")
    link = {"offline": False, "latency": LATENCY_MILLISECONDS, "uploadThroughput": MEGABITS * 125_000}
    tools.send("Network.emulateNetworkConditions", {**link, "downloadThroughput": MEGABITS * 125_000})
    tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


def usable(page, url):
    slow(page)
    page.goto(f"{url}/order", wait_until="commit")
    page.wait_for_selector(MENU)
    return page.evaluate("window.usableAt")


def measure(browser, url):
    context = browser.new_context(locale="en-GB", viewport={"width": 390, "height": 844})
    context.add_init_script(CHOSEN)
    context.add_init_script(NOTE_MENU)
    signed_in = context.request.post(f"{url}/api/v1/session", data={"person": "ada"}, headers={"Origin": url})
    assert signed_in.ok, signed_in.text()
    page = context.new_page()
    first = usable(page, url)
    # What was asked for before may still be under way.
    page.wait_for_timeout(3_000)
    result = {"first": first, **page.evaluate(LOADED)}
    # The policy of the page allows no evaluated text, so that Playwright cannot wait for it in the page.
    while not page.evaluate(IS_KEPT):
        page.wait_for_timeout(100)
    page.close()
    page = context.new_page()
    result["again"] = usable(page, url)
    context.close()
    return result


def main(url, rounds):
    with launched() as browser:
        print(json.dumps([measure(browser, url) for _ in range(rounds)]))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
