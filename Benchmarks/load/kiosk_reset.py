"""Ends visits at a kiosk and prints how many milliseconds it takes until the first screen stands again: kiosk_reset.py URL ROUNDS.

The environment of the end-to-end tests runs it, which has Playwright. Each guest has ordered in another language.
"""

import json
import os
import shutil
import sys

from playwright.sync_api import sync_playwright

from page_load import slow

# From the press to the frame in which everything stands, in the page itself: a test runner hears of it later.
END = """() => new Promise(done => {
  const began = performance.now()
  const isThere = () => document.querySelector(".kiosk-cafe")?.textContent === "Main Café" && document.documentElement.lang === "en" &&
    [...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth > 0)
  const look = () => isThere() ? requestAnimationFrame(() => setTimeout(() => done(performance.now() - began))) : requestAnimationFrame(look)
  document.querySelector("[data-key=done]").click()
  look()
})"""


def measure(page):
    page.locator("[data-key=language]").click()
    page.locator("dialog [lang=ja]").click()
    page.locator(".kiosk-start").click()
    page.locator("[data-key=group-3]").click()
    page.locator("[data-key=item-espresso]").click()
    for key in ("confirm", "basket", "pay", "pay-counter"):
        page.locator(f"[data-key={key}]:not([aria-disabled])").click()
    page.locator(".kiosk-number").wait_for()
    return page.evaluate(END)


def main(url, rounds):
    root = ["--no-sandbox"] if os.geteuid() == 0 else []
    program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=root)
        context = browser.new_context(locale="en-GB", viewport={"width": 1_080, "height": 1_920})
        signed_in = context.request.post(f"{url}/api/v1/session", data={"device": "kiosk-main"}, headers={"Origin": url})
        assert signed_in.ok, signed_in.text()
        page = context.new_page()
        slow(page)
        page.goto(f"{url}/kiosk")
        page.locator(".kiosk-start").wait_for()
        print(json.dumps([measure(page) for _ in range(rounds)]))
        browser.close()


main(sys.argv[1], int(sys.argv[2]))
