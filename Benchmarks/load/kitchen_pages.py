"""Opens screens of a café in Chromium, places orders, and prints when each screen had each ticket: kitchen_pages.py URL SETUP.

The environment of the end-to-end tests runs it, which has Playwright. SETUP is a JSON file: `bodies` of orders with the `screens` that
are to show them, `tokens` of the people who order in turn, the `kitchen` token of the cook, how many `orders`, and their `distance` in seconds.
Prints one JSON object: `delays`, the milliseconds from each request to the ticket in a page, by screen; and how many are missing, doubled and stray.
"""
import json
import sys
import time
import urllib.request
import uuid

from browser import launched

# What each screen shows; the view is what the tabs of /kitchen store.
SCREENS = {
    "everything": ("kitchen", {"device": "kitchen-main"}, "all"),
    "grill": ("kitchen", {"device": "kitchen-main"}, "station/grill"),
    "bar": ("kitchen", {"device": "kitchen-main"}, "station/bar"),
    "board": ("board", {"device": "board-main"}, None),
}
# So many tickets are in the making, and so many wait at the counter; a bump waits five seconds for an undo, and only what is
# ready can be collected. A screen of this size shows all of them at once.
IN_THE_MAKING, READY = 3, 4
# Notes when a number comes onto the page, by the clock that the orders are timed with. A number that goes and comes again is noted twice.
NOTE_NUMBERS = """
const shown = new Set()
window.notedNumbers = []
new MutationObserver(() => {
  const at = Date.now()
  const elements = document.querySelectorAll("kitchen-ticket .ticket-number, board-page li > span:first-child")
  const numbers = [...elements].filter(element => element.checkVisibility()).map(element => element.textContent.trim().slice(0, 3))
  for (const [index, number] of numbers.entries()) {
    if (shown.has(number) && numbers.indexOf(number) === index) continue
    shown.add(number)
    window.notedNumbers.push({ number, at })
  }
  for (const number of shown) if (!numbers.includes(number)) shown.delete(number)
}).observe(document, { childList: true, subtree: true, attributes: true, characterData: true })
"""
IS_LIVE = {
    "kitchen": "() => document.querySelector('.kitchen-link')?.textContent === 'Live'",
    "board": "() => 'open' in (document.querySelector('board-page')?.dataset ?? {})",
}


def open_screen(browser, url, address, who, view):
    """A page of a screen that follows the café."""
    context = browser.new_context(locale="en-GB", viewport={"width": 1024, "height": 768})
    if view:
        context.add_init_script(f"localStorage.setItem('vicinity-kitchen-view', JSON.stringify({json.dumps(view)}))")
    context.add_init_script(NOTE_NUMBERS)
    signed_in = context.request.post(f"{url}/api/v1/session", data=who, headers={"Origin": url})
    assert signed_in.ok, signed_in.text()
    page = context.new_page()
    page.goto(f"{url}/{address}")
    # The policy of the page allows no evaluated text, so that Playwright cannot wait for it in the page.
    while not page.evaluate(IS_LIVE[address]):
        page.wait_for_timeout(50)
    return page


def post(url, path, body, token):
    fields = {"Content-Type": "application/json", "Authorization": f"Bearer {token}", "Idempotency-Key": uuid.uuid4().hex}
    request = urllib.request.Request(url + path, data=json.dumps(body).encode(), headers=fields)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def act(url, order, action, token):
    post(url, f"/api/v1/tickets/{order['ticket']}/actions", {"action": action}, token)


def lunch(url, setup):
    """Places the orders on a timetable, cooks them, and gives each with the time of its request and its screens."""
    placed, start = [], time.time()
    for number in range(setup["orders"]):
        kind = setup["bodies"][number % len(setup["bodies"])]
        time.sleep(max(0, start + number * setup["distance"] - time.time()))
        sent = time.time()
        order = post(url, "/api/v1/orders", kind["body"], setup["tokens"][number % len(setup["tokens"])])
        placed.append((order, sent * 1000, kind["screens"]))
        if number >= IN_THE_MAKING:
            act(url, placed[number - IN_THE_MAKING][0], "bump", setup["kitchen"])
        if number >= IN_THE_MAKING + READY:
            act(url, placed[number - IN_THE_MAKING - READY][0], "collect", setup["kitchen"])
    return placed


def compare(placed, noted):
    """noted: by screen, what its page noted."""
    result = {"delays": {screen: [] for screen in noted}, "missing": 0, "doubled": 0, "stray": 0}
    for screen, entries in noted.items():
        for order, sent, screens in placed:
            times = [entry["at"] for entry in entries if entry["number"] == order["number"]]
            if screen not in screens:
                result["stray"] += len(times)
            elif not times:
                result["missing"] += 1
            else:
                result["delays"][screen].append(times[0] - sent)
                result["doubled"] += len(times) - 1
    return result


def main(url, setup):
    with launched() as browser:
        pages = {name: open_screen(browser, url, *screen) for name, screen in SCREENS.items()}
        placed = lunch(url, setup)
        # The last tickets get as much time as any, and far more than the goal.
        pages["board"].wait_for_timeout(5_000)
        print(json.dumps(compare(placed, {name: page.evaluate("window.notedNumbers") for name, page in pages.items()})))


with open(sys.argv[2], encoding="utf-8") as file:
    main(sys.argv[1], json.load(file))
