"""Loads the order page in Chromium as a phone would, and prints what it took: page_load.py URL ROUNDS.

The environment of the end-to-end tests runs it, which has Playwright. One JSON object: the milliseconds until the menu can be used for
somebody who comes for the first time and for somebody whose service worker has kept the page, the bytes on the wire, and the requests.
"""

import json
import os
import shutil
import sys

from playwright.sync_api import sync_playwright

MEGABITS, LATENCY_MILLISECONDS, SLOWER = 9, 60, 4
CHOSEN = "localStorage.setItem('vicinity-cafe-preference', JSON.stringify({ kind: 'named', cafe: 'main-cafe' }))"
MENU = "cafe-menu .item button"
IS_KEPT = """async () => navigator.serviceWorker.controller !== null &&
  (await Promise.all((await caches.keys()).map(async name => (await (await caches.open(name)).keys()).length))).some(count => count > 5)"""


def slow(page):
    """The link and the processor of the goal, and the bytes of each request from now on."""
    tools = page.context.new_cdp_session(page)
    sizes = {}
    tools.on("Network.requestWillBeSent", lambda event: sizes.setdefault(event["requestId"], 0))
    tools.on("Network.loadingFinished", lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}))
    tools.send("Network.enable")
    link = {"offline": False, "latency": LATENCY_MILLISECONDS, "uploadThroughput": MEGABITS * 125_000}
    tools.send("Network.emulateNetworkConditions", {**link, "downloadThroughput": MEGABITS * 125_000})
    tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return sizes


def usable(page, url):
    page.goto(f"{url}/order", wait_until="commit")
    page.wait_for_selector(MENU)
    return page.evaluate("performance.now()")


def measure(browser, url):
    context = browser.new_context(locale="en-GB", viewport={"width": 390, "height": 844})
    context.request.post(f"{url}/api/v1/session", data={"person": "ada"})
    page = context.new_page()
    page.add_init_script(CHOSEN)
    sizes = slow(page)
    first = usable(page, url)
    result = {"first": first, "bytes": sum(sizes.values()), "requests": len(sizes)}
    page.wait_for_function(IS_KEPT)
    page.close()
    page = context.new_page()
    slow(page)
    result["again"] = usable(page, url)
    context.close()
    return result


def main(url, rounds):
    root = ["--no-sandbox"] if os.geteuid() == 0 else []
    program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=root)
        print(json.dumps([measure(browser, url) for _ in range(rounds)]))
        browser.close()


main(sys.argv[1], int(sys.argv[2]))
