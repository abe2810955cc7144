"""How long the order page takes a phone until the menu can be used, and how much comes over the wire."""
import report
import tools

RULE = "Chromium, 9 Mbit/s, 60 ms, a quarter of a core; until the menu of a chosen café can be used"


def run(folder, rounds, _seconds):
    """Measures and reports."""
    port = tools.free_port()
    with tools.serve(port, folder / "pages.db", tools.DEMO_CAMPUS):
        loads = tools.in_browser("page_load.py", f"http://127.0.0.1:{port}", rounds)
    if loads is None:
        return
    middle = {name: report.median([load[name] for load in loads]) for name in loads[0]}
    report.tell("page-load.first", "<= 1.5 s", middle["first"] / 1000, RULE, met=middle["first"] <= 1500, rounds=rounds)
    report.tell(
        "page-load.again", "<= 0.7 s", middle["again"] / 1000, RULE + ", from the service worker",
        met=middle["again"] <= 700, rounds=rounds,
    )
    report.tell(
        "page-load.bytes", "< 150 kB", middle["bytes"] / 1000, "everything until then, with the fields of the answers",
        met=middle["bytes"] < 150_000, rounds=rounds, requests=middle["requests"],
    )
