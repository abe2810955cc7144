"""What pickup windows cost an order, beside orders without them and beside FastAPI; and how long a day's list of them takes."""
import campus
import installation
import ledger
import orders
import report
import tools

# All three limits, and more room than a round takes: each order checks them and changes the counter of its window.
LIMITS = {"orders": 100_000, "items": 100_000, "workMinutes": {"grill": 100_000, "cold": 100_000, "bar": 100_000}}
PICKUP = {"minutes": 15, "leadMinutes": 5, **LIMITS}
MOST_COST = 1.25
BOOKINGS = 10_000
# Fills two dozen windows and leaves as many with room.
LISTED_PICKUP = {"minutes": 15, "leadMinutes": 5, "orders": 400}
LIST_LIMIT_MILLISECONDS = 2
PLACE = ["--path", "/api/v1/orders", "--connections"]


def run(folder, rounds, seconds):
    """Measures the rounds, interleaved, and reports."""
    with_windows = installation.prepare(folder / "with", pickup=PICKUP)
    without = installation.prepare(folder / "without")
    costs, rates, disks = [], [], []
    for number in range(1, rounds + 1):
        disks.append(orders.probe(folder))
        cost, ours = measure(with_windows, folder / "round.db", seconds)
        plain, _ = measure(without, folder / "round.db", seconds)
        peer = orders.measure_peer(folder, seconds, "fastapi_windows")
        disks.append(orders.probe(folder))
        costs.append((cost, plain))
        rates.append((ours["rate"], peer["rate"]))
        tools.say(
            f"windows, round {number} of {rounds}: {cost:.0f} µs an order, {plain:.0f} µs without; "
            f"{ours['rate']:.0f}/s, FastAPI {peer['rate']:.0f}/s"
        )
    report.tell_ratio(
        "windows.cost", f"<= {MOST_COST} x orders without windows, processor µs an order", costs,
        "64 keep-alive clients, three-line orders for as soon as possible; windows that limit orders, items and the minutes "
        "of three stations, in the transaction of the order; processor time of the whole server",
        at_most=MOST_COST,
    )
    disk = report.median(disks)
    report.tell_ratio(
        "windows.rate", ">= 3 x FastAPI on SQLite, orders/s", rates,
        "the same orders; the peer checks a counter, and inserts the booking and a row of 180 bytes in one transaction, "
        f"uvicorn with uvloop; met is null on a disk below {orders.FAST_DISK} fdatasync/s",
        at_least=3, is_valid=disk >= orders.FAST_DISK, disk=disk,
    )
    list_day(folder / "listed", rounds, seconds)


def measure(prepared, database, seconds, clients=orders.CLIENTS):
    """Processor microseconds an order, and the figures of the load."""
    tools.copy_database(prepared.database, database)
    port = tools.free_port()
    load = ["--port", port, *PLACE, clients, "--body", prepared.body, "--tokens", prepared.tokens]
    with tools.serve(port, database, prepared.campus) as server:
        warm = tools.tool("order_load", *load, "--keys", "warm", "--seconds", orders.WARM_UP_SECONDS)
        before = tools.processor_seconds(server)
        result = tools.tool("order_load", *load, "--keys", "round", "--seconds", seconds)
        used = tools.processor_seconds(server) - before
    ledger.check(database, warm["acknowledged"] + result["acknowledged"])
    return used / result["acknowledged"] * 1e6, result


def list_day(folder, rounds, seconds):
    """The list of the windows of a day in which many orders are booked."""
    prepared = installation.prepare(folder, pickup=LISTED_PICKUP)
    port = tools.free_port()
    path = f"/api/v1/cafes/{campus.CAFE}/windows"
    with tools.serve(port, prepared.database, prepared.campus):
        load = ["--port", port, *PLACE, orders.CLIENTS, "--body", prepared.body, "--tokens", prepared.tokens]
        booked = tools.tool("order_load", *load, "--orders", BOOKINGS)
        listed = len(tools.call(port, path)["windows"])
        measured = [
            tools.tool("get_load", "--port", port, "--path", path, "--status", 200, "--seconds", seconds) for _ in range(rounds)
        ]
    if booked["acknowledged"] != BOOKINGS:
        raise RuntimeError(f"only {booked['acknowledged']} orders were booked")
    middle = {key: report.median([one[key] for one in measured]) for key in measured[0]}
    report.tell(
        "windows.list", f"p99 < {LIST_LIMIT_MILLISECONDS} ms", middle["p99"],
        f"GET of a café's windows with {BOOKINGS} bookings, over HTTP, one client",
        met=middle["p99"] < LIST_LIMIT_MILLISECONDS, rounds=rounds, p50=middle["p50"], windows=listed,
    )
