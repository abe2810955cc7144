"""How soon a placed order is on a hundred kitchen displays, and on two hundred beside the least that a server can do."""
import campus
import installation
import report
import tools

# Orders a second and displays; the last is what a café may have at lunch.
CASES = {"visible.200": (200, 100), "visible.20": (20, 100), "visible.200-screens": (20, 200)}
LIMIT_MILLISECONDS = 10
PEER_CASE = "visible.200-screens"
MOST_ABOVE_PEER_MILLISECONDS = 50


def run(folder, rounds, seconds):
    """Measures the cases, interleaved, and reports."""
    prepared = installation.prepare(folder)
    measured = {name: [] for name in CASES}
    peers = []
    for number in range(1, rounds + 1):
        for name, (rate, displays) in CASES.items():
            measured[name].append(measure(prepared, folder / "round.db", rate, displays, seconds))
            say(name, number, rounds, measured[name][-1])
        peers.append(measure_peer(prepared, *CASES[PEER_CASE], seconds))
        say("the bare fan-out", number, rounds, peers[-1])
    for name in CASES:
        tell(name, measured[name])
    tell_difference(measured[PEER_CASE], peers)


def say(name, number, rounds, result):
    """Tells of a round."""
    tools.say(
        f"{name}, round {number} of {rounds}: after the answer p99 {result['answer_p99']:.2f} ms, "
        f"after the request p99 {result['request_p99']:.2f} ms"
    )


def measure(prepared, database, rate, displays, seconds):
    """One round of one case."""
    tools.copy_database(prepared.database, database)
    port = tools.free_port()
    with tools.serve(port, database, prepared.campus):
        return load(port, prepared, rate, displays, seconds)


def measure_peer(prepared, rate, displays, seconds):
    """One round of a server that checks and stores nothing; it takes the same requests and streams."""
    port = tools.free_port()
    with tools.started([tools.TOOLS / "fan_out", port], port):
        return load(port, prepared, rate, displays, seconds)


def load(port, prepared, rate, displays, seconds):
    """The figures of a server; a display that misses an order, or hears of it twice, ends the benchmark."""
    result = tools.tool(
        "feed_load", "--port", port, "--path", "/api/v1/orders", "--body", prepared.body,
        "--tokens", prepared.tokens, "--feed", f"/api/v1/feed?topics=cafe/{campus.CAFE}/kitchen",
        "--display-tokens", prepared.display_tokens, "--displays", displays, "--rate", rate, "--seconds", seconds,
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


def tell_difference(measured, peers):
    """Reports how much later than the bare server's a display learns of an order (C124)."""
    ours = report.median([one["request_p99"] for one in measured])
    peer = report.median([one["request_p99"] for one in peers])
    difference = report.median([one["request_p99"] - other["request_p99"] for one, other in zip(measured, peers)])
    rate, displays = CASES[PEER_CASE]
    report.tell(
        f"{PEER_CASE}.fan-out", f"p99 <= {MOST_ABOVE_PEER_MILLISECONDS} ms above a bare fan-out server", ours,
        f"{displays} displays, {rate} orders/s; from the request of an order to its event at each display; the peer, in C, answers each "
        "order and writes an event to each stream: it checks and stores nothing, and waits for no disk",
        met=difference <= MOST_ABOVE_PEER_MILLISECONDS, peer=peer, rounds=len(peers), difference=difference,
        request_p50=report.median([one["request_p50"] for one in measured]),
        peer_p50=report.median([one["request_p50"] for one in peers]),
    )
