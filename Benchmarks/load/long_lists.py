"""Opens long lists and prints how many milliseconds each takes to answer and to draw: long_lists.py URL ROUNDS.

The environment of the end-to-end tests runs it, which has Playwright.
"""

import json
import sys

from browser import launched

CAFE = "main-cafe"
# When the response began and ended, and when the list was drawn after that.
NOTE = """(() => {
  const { fetch } = window
  window.answers = {}
  window.fetch = async (address, ...rest) => {
    const began = performance.now()
    const answer = await fetch(address, ...rest)
    const text = await answer.clone().text()
    if (text.length > 0) window.answers[String(address)] = { began, came: performance.now() }
    return answer
  }
})()"""
DRAWN = """([address, selector]) => new Promise(done => {
  const look = () => document.querySelector(selector) && window.answers[address]
    ? requestAnimationFrame(() => setTimeout(() => {
        const { began, came } = window.answers[address]
        done({ answer: came - began, draw: performance.now() - came })
      }))
    : requestAnimationFrame(look)
  look()
})"""
SEARCH = """() => new Promise(done => {
  const search = document.querySelector("#people-search")
  const began = performance.now()
  search.value = "9"
  search.dispatchEvent(new Event("input", { bubbles: true }))
  requestAnimationFrame(() => setTimeout(() => done({ draw: performance.now() - began })))
})"""


def opened(browser, url, person, page_path, address, selector):
    context = browser.new_context(locale="en-GB", viewport={"width": 1_024, "height": 768})
    signed_in = context.request.post(f"{url}/api/v1/session", data={"person": person}, headers={"Origin": url})
    assert signed_in.ok, signed_in.text()
    page = context.new_page()
    page.add_init_script(NOTE)
    page.goto(url + page_path, wait_until="commit")
    return page, page.evaluate(DRAWN, [address, selector])


def main(url, rounds):
    measured = {"people": [], "search": [], "items": []}
    with launched() as browser:
        for _ in range(rounds):
            page, people = opened(browser, url, "omar", "/people", "/api/v1/people", ".people-table tbody tr")
            measured["people"].append(people)
            measured["search"].append(page.evaluate(SEARCH))
            page.context.close()
            page, items = opened(browser, url, "greta", f"/manage?cafe={CAFE}", f"/api/v1/cafes/{CAFE}/draft", "menu-editor .menu-group")
            measured["items"].append(items)
            page.context.close()
    print(json.dumps(measured))


main(sys.argv[1], int(sys.argv[2]))
