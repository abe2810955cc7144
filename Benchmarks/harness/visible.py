"""How soon a placed order is on a hundred kitchen displays, and on two hundred."""
import campus
import installation
import report
import tools

# Orders a second and displays; the last is what a café may have at lunch.
CASES = {"visible.200": (200, 100), "visible.20": (20, 100), "visible.200-screens": (20, 200)}
LIMIT_MILLISECONDS = 10


def run(folder, rounds, seconds):
    """Measures the cases, interleaved, and reports."""
    prepared = installation.prepare(folder)
    measured = {name: [] for name in CASES}
    for number in range(1, rounds + 1):
        for name, (rate, displays) in CASES.items():
            measured[name].append(measure(prepared, folder / "round.db", rate, displays, seconds))
            last = measured[name][-1]
            tools.say(
                f"{name}, round {number} of {rounds}: after the answer p99 "
                f"{last['answer_p99']:.2f} ms, after the request p99 {last['request_p99']:.2f} ms"
            )
    for name in CASES:
        tell(name, measured[name])


def measure(prepared, database, rate, displays, seconds):
    """One round of one case; a display that misses an order, or hears of it twice, ends the benchmark."""
    tools.copy_database(prepared.database, database)
    port = tools.free_port()
    with tools.serve(port, database, prepared.campus):
        result = tools.tool(
            "feed_load", "--port", port, "--path", "/api/v1/orders", "--body", prepared.body,
            "--tokens", prepared.tokens, "--feed", f"/api/v1/feed?topics=cafe/{campus.CAFE}/kitchen",
            "--display-token", prepared.kitchen_token, "--displays", displays, "--rate", rate, "--seconds", seconds,
        )
    if result["missing"] or result["extra"]:
        raise RuntimeError(f"the displays did not hear of each order once: {result}")
    return result


def tell(name, measured):
    """Reports the medians of the rounds of a case."""
    rate, displays = CASES[name]
    middle = {name: report.median([one[name] for one in measured]) for name in measured[0]}
    report.tell(
        name, f"p99 <= {LIMIT_MILLISECONDS} ms from the answer to the display",
        middle["answer_p99"],
        f"{displays} displays of one café, {rate} orders/s on a timetable; from the arrival of an order's answer to the "
        "arrival of its event at each display, both in the same client; each display got each order once",
        met=middle["answer_p99"] <= LIMIT_MILLISECONDS, rounds=len(measured), answer_p50=middle["answer_p50"],
        request_p50=middle["request_p50"], request_p99=middle["request_p99"], late=middle["late"],
    )
