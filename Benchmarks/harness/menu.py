"""How long a menu of 500 items takes sixteen clients, in full and when it has not changed."""
import urllib.request

import campus
import installation
import report
import tools

ITEMS = 500
CLIENTS = 16
LIMIT_MILLISECONDS = 5
PATH = f"/api/v1/cafes/{campus.CAFE}/menu"


def run(folder, rounds, seconds):
    """Measures both, interleaved, and reports."""
    prepared = installation.prepare(folder, people=1, menu_items=ITEMS)
    port = tools.free_port()
    full, unchanged = [], []
    with tools.serve(port, prepared.database, prepared.campus):
        tag = entity_tag(port)
        for number in range(1, rounds + 1):
            full.append(load(port, seconds, "--status", 200))
            unchanged.append(load(port, seconds, "--status", 304, "--tag", tag))
            tools.say(
                f"menu, round {number} of {rounds}: p95 {full[-1]['p95']:.2f} ms in full, "
                f"{unchanged[-1]['p95']:.2f} ms unchanged"
            )
    tell("menu.full", full, "the whole menu, compressed")
    tell("menu.unchanged", unchanged, "If-None-Match with the menu's tag; each answer is a 304")


def entity_tag(port):
    """The tag of the menu, as a client gets it that asks as the load does."""
    request = urllib.request.Request(f"http://127.0.0.1:{port}{PATH}", headers={"Accept-Encoding": "gzip, br"})
    with urllib.request.urlopen(request, timeout=10) as answer:
        return answer.headers["ETag"]


def load(port, seconds, *further):
    """One round of one kind."""
    return tools.tool(
        "get_load", "--port", port, "--path", PATH, "--connections", CLIENTS, "--seconds", seconds, *further
    )


def tell(name, measured, rule):
    """Reports the medians of the rounds."""
    middle = {key: report.median([one[key] for one in measured]) for key in measured[0]}
    report.tell(
        name, f"p95 < {LIMIT_MILLISECONDS} ms", middle["p95"],
        f"{ITEMS} items, {CLIENTS} keep-alive clients that each wait for their answer; {rule}",
        met=middle["p95"] < LIMIT_MILLISECONDS, rounds=len(measured), p50=middle["p50"], p99=middle["p99"],
        rate=middle["rate"], bytes=middle["bytes"],
    )
