"""Makes days of a kitchen as database rows from a seed, and recounts them without the server's code."""

import collections
import datetime
import json
import math
import random
import zoneinfo

EPOCH = datetime.date(1970, 1, 1)
CHANNELS = ["web", "web", "web", "terminal", "kiosk", "counter"]
WALK_UP = {"kiosk", "counter"}
HIDDEN_BELOW = 5
BASKET = {"currency": "EUR", "taxMode": "included", "rounding": "half-up"}


def milliseconds(moment):
    return int(moment.timestamp() * 1000)


class KitchenDays:
    """The orders of a café. cafe: its object in the campus file; zone: the zone of its site; items: the items to order."""

    def __init__(self, cafe, zone, seed=22):
        self.cafe = cafe
        self.zone = zoneinfo.ZoneInfo(zone)
        self.boundary = cafe.get("dayBoundaryHour", 0)
        self.random = random.Random(seed)
        self.items = [item for section in cafe["menu"]["sections"] for item in section["items"]]

    def instant(self, day, hour, minute=0):
        """The instant of a wall-clock time; the first one if there are two."""
        return datetime.datetime(day.year, day.month, day.day, hour, minute, tzinfo=self.zone)

    def hours(self, day):
        """The opening ranges of a day, as pairs of instants."""
        hours = self.cafe["hours"]
        ranges = hours.get("everyday") or hours.get(day.strftime("%A").lower(), [])
        for text in ranges:
            begin, end = ([int(part) for part in side.split(":")] for side in text.split("-"))
            last = self.instant(day + datetime.timedelta(days=end[0] // 24), end[0] % 24, end[1])
            yield milliseconds(self.instant(day, *begin)), milliseconds(last)

    def insert(self, connection, day, count, people=("ada", "kenji", "lucia")):
        """Adds the orders of a day, each with its ticket and their records; the caller commits."""
        rows = [self.order(day, number, people) for number in range(1, count + 1)]
        connection.executemany(
            "INSERT INTO orders (id, person, cafe, day, sequence, stage, version, placed_at, channel, basket, pickup_start, "
            "pickup_end, pickup_soonest, pickup_entry) VALUES (?, ?, ?, ?, ?, ?, 4, ?, ?, ?, ?, ?, ?, ?)",
            [row["order"] for row in rows])
        connection.executemany(
            "INSERT INTO order_transitions (order_id, version, stages, actor_kind, actor, at) VALUES (?, ?, ?, 'system', NULL, ?)",
            [transition for row in rows for transition in row["transitions"]])
        connection.executemany(
            "INSERT INTO tickets (order_id, cafe, day, stage, version, marks, was_recalled, released_at, pulled_at, kind, work, "
            "quote_own, quote_ahead, quote_from, quote_until, ready_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [row["ticket"] for row in rows])
        connection.executemany(
            "INSERT INTO ticket_record (order_id, version, cafe, at, stage, marks, was_recalled) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [change for row in rows for change in row["record"]])

    @staticmethod
    def line(item):
        """As the server stores a line; the price is without tax."""
        price = item["price"]
        return {
            "item": item["id"], "name": item["name"], "choices": [], "unitPrice": price, "quantity": item["quantity"], "net": price * item["quantity"],
            "taxRate": 0, "tax": 0, "allergens": {"complete": True, "contains": [], "mayContain": []}, "station": item["station"],
            "prepMinutes": item["prepMinutes"],
        }

    def order(self, day, number, people):
        rnd, cafe = self.random, self.cafe["id"]
        opening = rnd.choice(list(self.hours(day)))
        placed = rnd.randrange(opening[0], opening[1] - 60_000)
        key = f"{placed:013d}-{day.toordinal()}-{number:06d}-{cafe}"
        channel = rnd.choice(CHANNELS)
        kind = "walk-up" if channel in WALK_UP else rnd.choice(["soonest", "soonest", "scheduled", "arrival"])
        lines = [{**item, "quantity": rnd.randint(1, 3)} for item in rnd.sample(self.items, rnd.choice([1, 1, 2, 3]))]
        basket = [self.line(item) for item in lines]
        entered = placed + rnd.choice([0, rnd.randrange(0, 600_000)])
        pulled = entered - rnd.randrange(1, 60_000) if kind == "scheduled" and rnd.random() < 0.3 else None
        start = entered if pulled is None else pulled
        record, marks, at, version = [], ["o"] * len(lines), start, 0

        def change(stage, recalled=0):
            nonlocal version
            version += 1
            record.append((key, version, cafe, at, stage, "".join(marks), recalled))

        outcome = rnd.choices(["collected", "not-collected", "cancelled", "rejected"], [88, 4, 5, 3])[0]
        ready = None
        if outcome in ("cancelled", "rejected"):
            at += rnd.randrange(1_000, 120_000)
            change("cancelled")
            ticket_stage = "cancelled"
        else:
            if rnd.random() < 0.7:
                at += rnd.randrange(1_000, 240_000)
                change("preparing")
            for index in range(len(lines)):
                if rnd.random() < 0.4:
                    at += rnd.randrange(1_000, 200_000)
                    marks[index] = "d"
                    change("preparing")
                    if rnd.random() < 0.15:  # Taken back, and made again.
                        at += rnd.randrange(1_000, 5_000)
                        marks[index] = "o"
                        change("preparing")
            at += rnd.randrange(1_000, 900_000)
            marks = [mark if mark == "d" else "t" for mark in marks]
            change("done")
            at += 5_000
            change("ready")
            ready = at
            if rnd.random() < 0.05:  # Recalled; the second preparation counts for nothing.
                at += rnd.randrange(1_000, 60_000)
                marks = ["o"] * len(lines)
                change("preparing", 1)
                at += rnd.randrange(1_000, 300_000)
                marks = ["t"] * len(lines)
                change("done", 1)
                at += 5_000
                change("ready", 1)
            at += rnd.randrange(10_000, 900_000)
            ticket_stage = "collected" if outcome == "collected" else "cancelled"
            change(ticket_stage)
        quote = None
        if kind != "scheduled":
            begin = start + rnd.randrange(60, 900) * 1_000 // 60_000 * 60_000
            quote = (begin, begin + rnd.randrange(1, 8) * 60_000)
        pickup = None
        if self.cafe.get("pickup"):
            step = self.cafe["pickup"]["minutes"] * 60_000
            window = opening[0] + (placed - opening[0]) // step * step
            pickup = (window, window + step, int(kind != "scheduled"), entered)
        days = (day - EPOCH).days
        return {
            "order": (key, rnd.choice(people), cafe, days, number, outcome, placed, channel, json.dumps({**BASKET, "lines": basket}, ensure_ascii=False), *(pickup or (None,) * 4)),
            "transitions": [(key, 2, "draft placed accepted", placed), (key, 4, f"accepted preparing {outcome}", at)],
            "ticket": (
                key, cafe, days, ticket_stage, version, "".join(marks), 0, entered, pulled, kind,
                ";".join(f"{line['station']} {line['prepMinutes']} {line['quantity']} {line['item']}" for line in basket),
                60_000, 60_000, *(quote or (None, None)), ready,
            ),
            "record": record,
        }


# MARK: - The recount


def tens(start, end):
    return max(0, end - start) // 10_000 * 10


def lengths(values):
    """What the report says of lengths of time; None for a small group."""
    if len(values) < HIDDEN_BELOW:
        return None
    ranked = sorted(values)

    def rank(tenths):
        return ranked[math.ceil(len(ranked) * tenths / 10) - 1]

    return {"count": len(ranked), "medianSeconds": rank(5), "p90Seconds": rank(9), "longestSeconds": ranked[-1]}


def group_lengths(groups):
    """The lengths of groups that add up to a known number."""
    return {name: lengths(values) if count is not None else None for (name, values), count in zip(groups.items(), shown([len(values) for values in groups.values()]))}


def shown(counts):
    """Counts by name, without small ones and those that would reveal them."""
    if not any(0 < count < HIDDEN_BELOW for count in counts):
        return counts
    large = sorted({count for count in counts if count >= HIDDEN_BELOW})
    if len(large) < 2:
        return [None] * len(counts)
    return [count if count == 0 or count > large[0] else None for count in counts]


def share(part, whole):
    return None if whole < HIDDEN_BELOW else (part * 1000 + whole // 2) // whole


def recount(connection, days, first, last):
    """Computes a report from baskets and records alone. days: the KitchenDays of the café."""
    cafe, zone = days.cafe, days.zone
    span = (cafe["id"], (first - EPOCH).days, (last - EPOCH).days)
    local = lambda at: datetime.datetime.fromtimestamp(at / 1000, zone)
    record = collections.defaultdict(list)
    for key, at, stage, marks in connection.execute(
        "SELECT order_id, at, ticket_record.stage, marks FROM ticket_record JOIN orders ON id = order_id "
        "WHERE orders.cafe = ? AND day BETWEEN ? AND ? ORDER BY order_id, ticket_record.version", span,
    ):
        record[key].append((at, stage, marks))
    by_hour = collections.Counter()
    stages, errors, used = collections.Counter(), collections.Counter(), collections.Counter()
    items, stations, hours, waits = (collections.defaultdict(list) for _ in range(4))
    for key, channel, stage, placed, basket, pickup, entered, pulled, kind, begin, end in connection.execute(
        "SELECT id, channel, orders.stage, placed_at, basket, pickup_start, released_at, pulled_at, kind, quote_from, quote_until "
        "FROM orders JOIN tickets ON order_id = id WHERE orders.cafe = ? AND orders.day BETWEEN ? AND ?", span,
    ):
        group = "walk-up" if channel in WALK_UP else "ahead"
        by_hour[local(placed).hour, group] += 1
        stages[stage] += 1
        lines = json.loads(basket)["lines"]
        if pickup is not None and stage not in ("cancelled", "rejected", "expired"):
            hour = local(pickup).hour
            used["orders", hour] += 1
            for line in lines:
                used["items", hour] += line["quantity"]
                used[f"station/{line['station']}", hour] += line["quantity"] * line["prepMinutes"]
        start = entered if pulled is None else pulled
        done, ready = {}, None
        for at, name, marks in record[key]:
            if name == "cancelled":
                continue
            for index, mark in enumerate(marks):
                if mark == "o":
                    done.pop(index, None)
                else:
                    done.setdefault(index, at)
            if name in ("ready", "collected"):
                ready = at
                break
        if ready is None:
            continue
        for index, line in enumerate(lines):
            if index in done:
                length = tens(start, done[index])
                items[line["item"]].append(length)
                stations[line["station"]].append(length)
                hours[local(start).hour].append(length)
        if kind != "scheduled":
            waits[group].append(tens(placed if kind == "soonest" else start, ready))
        if begin is not None:
            early, late = math.ceil((begin - ready) / 60_000), math.ceil((ready - end) / 60_000)
            errors[-min(early, 30) if early > 0 else min(late, 30) if late > 0 else 0] += 1
    order_of_day = lambda hour: (hour - days.boundary) % 24
    present = sorted({hour for hour, _ in by_hour}, key=order_of_day)
    sorted_hours = sorted(present)
    counts = shown([by_hour[hour, group] for group in ("ahead", "walk-up") for hour in sorted_hours])
    by_group = {(hour, group): counts[index * len(sorted_hours) + place] for index, group in enumerate(("ahead", "walk-up")) for place, hour in enumerate(sorted_hours)}
    total, quoted = sum(stages.values()), sum(errors.values())
    missed = stages["not-collected"]
    error_list = sorted(errors.items())
    stage_list = sorted(stages.items())
    shown_errors = dict(zip((minutes for minutes, _ in error_list), shown([count for _, count in error_list])))
    shown_stages = dict(zip((name for name, _ in stage_list), shown([count for _, count in stage_list])))
    others = [count for minutes, count in error_list if minutes != 0 and shown_errors[minutes] is None]
    tells_kept = shown_errors.get(0, 0) is not None or len(others) > 1 and sum(others) >= HIDDEN_BELOW and errors[0] >= HIDDEN_BELOW
    tells_missed = None not in (shown_stages.get("not-collected", 0), shown_stages.get("collected", 0))
    return {
        "orders": None if 0 < total < HIDDEN_BELOW else total,
        "hours": [{"hour": hour, "ahead": by_group[hour, "ahead"], "walkUp": by_group[hour, "walk-up"]} for hour in present],
        "items": group_lengths(items),
        "stations": group_lengths(stations),
        "preparationHours": {str(hour): lengths for hour, lengths in group_lengths(hours).items()},
        "waits": {name: lengths(waits[name]) for name in ("ahead", "walk-up")},
        "quoted": None if 0 < quoted < HIDDEN_BELOW else quoted,
        "keptThousandths": share(errors[0], quoted) if tells_kept else None,
        "quoteErrors": [{"minutes": minutes, "orders": count} for minutes, count in shown_errors.items()],
        "stages": [{"stage": name, "orders": count} for name, count in shown_stages.items()],
        "noShowThousandths": share(missed, missed + stages["collected"]) if tells_missed else None,
        "soldOut": sold_out(connection, days, first, last),
        "capacity": capacity(days, first, last, used),
    }


def service_days(days, first, last):
    for number in range((last - first).days + 1):
        day = first + datetime.timedelta(days=number)
        yield day, milliseconds(days.instant(day, days.boundary)), milliseconds(days.instant(day + datetime.timedelta(days=1), days.boundary))


def sold_out(connection, days, first, last):
    """Whole minutes of each day in which something could not be ordered, minute by minute of every change."""
    changes = collections.defaultdict(list)
    for kind, thing, at, until in connection.execute("SELECT kind, thing, at, until FROM sold_out_record WHERE cafe = ? ORDER BY at, number", (days.cafe["id"],)):
        changes["choice/" if kind == "choice" else "item/", thing, kind].append((at, until))
    total = collections.Counter()
    for _, start, end in service_days(days, first, last):
        gone = collections.defaultdict(list)
        for (prefix, thing, _), list_ in changes.items():
            for index, (at, until) in enumerate(list_):
                until = min(until, list_[index + 1][0]) if index + 1 < len(list_) else until
                gone[prefix + thing].append((at, until))
        open_ranges = [hours for offset in (-1, 0, 1) for hours in days.hours(local_day(days, start) + datetime.timedelta(days=offset))]
        for thing, spans in gone.items():
            edges = sorted({edge for span in spans for edge in span} | {start, end} | {edge for hours in open_ranges for edge in hours})
            length = sum(
                after - before for before, after in zip(edges, edges[1:])
                if start <= before < end and any(a <= before < b for a, b in spans) and any(a <= before < b for a, b in open_ranges))
            total[thing] += length // 60_000
    return {thing: minutes for thing, minutes in total.items() if minutes > 0}


def local_day(days, instant):
    return datetime.datetime.fromtimestamp(instant / 1000, days.zone).date()


def capacity(days, first, last, used):
    rules = days.cafe.get("pickup")
    if not rules:
        return {}
    room = collections.Counter()
    step = rules["minutes"] * 60_000
    limits = {name: rules[name] for name in ("orders", "items") if name in rules}
    limits |= {f"station/{station}": minutes for station, minutes in rules.get("workMinutes", {}).items()}
    for day, start, end in service_days(days, first, last):
        for offset in (-1, 0, 1):
            for begin, close in days.hours(day + datetime.timedelta(days=offset)):
                for window in range(begin, close - step + 1, step):
                    if start <= window < end:
                        for name, limit in limits.items():
                            room[name, datetime.datetime.fromtimestamp(window / 1000, days.zone).hour] += limit
    answer = {}
    for hour in {hour for _, hour in room}:
        small = 0 < used["orders", hour] < HIDDEN_BELOW
        answer[hour] = None if small else max(used[name, hour] * 1000 // room[name, hour] for name in limits if room[name, hour])
    return answer
