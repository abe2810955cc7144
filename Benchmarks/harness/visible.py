"""How soon a placed order is on a hundred kitchen displays."""
import campus
import installation
import report
import tools

RATES = (200, 20)
LIMIT_MILLISECONDS = 10


def run(folder, rounds, seconds):
    """Measures both rates, interleaved, and reports."""
    prepared = installation.prepare(folder)
    measured = {rate: [] for rate in RATES}
    for number in range(1, rounds + 1):
        for rate in RATES:
            measured[rate].append(measure(prepared, folder / "round.db", rate, seconds))
            last = measured[rate][-1]
            tools.say(
                f"visible at {rate}/s, round {number} of {rounds}: after the answer p99 "
                f"{last['answer_p99']:.2f} ms, after the request p99 {last['request_p99']:.2f} ms"
            )
    for rate in RATES:
        tell(rate, measured[rate])


def measure(prepared, database, rate, seconds):
    """One round at one rate; a display that misses an order, or hears of it twice, ends the benchmark."""
    tools.copy_database(prepared.database, database)
    port = tools.free_port()
    with tools.serve(port, database, prepared.campus):
        result = tools.tool(
            "feed_load", "--port", port, "--path", "/api/v1/orders", "--body", prepared.body,
            "--tokens", prepared.tokens, "--feed", f"/api/v1/feed?topics=cafe/{campus.CAFE}/kitchen",
            "--display-token", prepared.kitchen_token, "--rate", rate, "--seconds", seconds,
        )
    if result["missing"] or result["extra"]:
        raise RuntimeError(f"the displays did not hear of each order once: {result}")
    return result


def tell(rate, measured):
    """Reports the medians of the rounds of a rate."""
    middle = {name: report.median([one[name] for one in measured]) for name in measured[0]}
    report.tell(
        f"visible.{rate}", f"p99 <= {LIMIT_MILLISECONDS} ms from the answer to the display",
        middle["answer_p99"],
        f"100 displays of one café, {rate} orders/s on a timetable; from the arrival of an order's answer to the "
        "arrival of its event at each display, both in the same client; each display got each order once",
        met=middle["answer_p99"] <= LIMIT_MILLISECONDS, rounds=len(measured), answer_p50=middle["answer_p50"],
        request_p50=middle["request_p50"], request_p99=middle["request_p99"], late=middle["late"],
    )
