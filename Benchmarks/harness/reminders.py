"""Reminders: from a badge at the door to the notice, and a year of 10,000 people replayed under the default rule on two cores."""
import contextlib
import http.client
import json
import sqlite3
import subprocess
import time

import gateways
import notices
import report
import tools

# Each person has a badge and a browser. In a round, some of them arrive at one of the doors.
PEOPLE, ARRIVALS, ARRIVALS_A_SECOND, DOORS = 10_000, 2_000, 100, 20
NOTICE_MILLISECONDS = 200
DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

RULE = (
    "10,000 people with office hours, two to five outings a day and two punches, on some 230 days each; every entry is decided in memory, "
    "by two tasks that share the people; in seconds"
)
LONGEST = 60  # seconds


def run(folder, rounds, _seconds):
    """Measures and reports."""
    at_the_door(folder, min(rounds, 3))
    year(rounds)


def at_the_door(folder, rounds):
    """From the report of a badge at a door until the push service has answered about the reminder."""
    slowest, middle = [], []
    for number in range(1, rounds + 1):
        place = folder / f"door-{number}"
        place.mkdir()
        times = arrivals(place)
        slowest.append(notices.percentile(times, 99))
        middle.append(notices.percentile(times, 50))
        tools.say(f"reminders.door, round {number} of {rounds}: p99 {slowest[-1]:.1f} ms, p50 {middle[-1]:.1f} ms")
    p99 = report.median(slowest)
    report.tell(
        "reminders.door", f"p99 < {NOTICE_MILLISECONDS} ms from the crossing to the push service's answer", p99,
        f"{PEOPLE} people with badges, reminders and a browser each; {ARRIVALS_A_SECOND} a second arrive at {DOORS} doors, whose gateways report "
        "each at once; the default rule decides, and arrivals have no dwell; from sending the report until the push service answers, which it "
        f"does {notices.PUSH_MILLISECONDS} ms after it has the message; each who arrived gets one message, and nobody else",
        met=p99 < NOTICE_MILLISECONDS, rounds=rounds, p50=report.median(middle), least=min(slowest), most=max(slowest),
    )


def arrivals(folder):
    """Milliseconds of each reminder."""
    database, campus, log = folder / "v.db", folder / "campus.json", folder / "pushes.log"
    write_campus(campus)
    subprocess.run(
        [tools.PROGRAM, "import", campus, "--database", f"sqlite:{database}"], check=True, stdout=subprocess.DEVNULL)
    keys = gateways.issue(database, DOORS)
    gateways.follow(database, PEOPLE)
    with contextlib.closing(sqlite3.connect(database)) as connection, connection:
        connection.executemany(
            "INSERT INTO reminder_settings (person, is_on, since) VALUES (?, 1, 0)", [(f"wearer-{number}",) for number in range(PEOPLE)])
    port = tools.free_port()
    with notices.push_service(notices.PUSH_MILLISECONDS, log) as service:
        notices.add_browsers(database, service, [f"wearer-{number}" for number in range(PEOPLE)])
        with tools.serve(port, database, campus, "--outgoing-host", "127.0.0.1"):
            heard = arrive(port, keys)
            notices.wait_until(
                lambda: notices.rows(database, "SELECT count(*) FROM notice_deliveries WHERE outcome = 'handed-over'") == [(ARRIVALS,)])
    answered = {person: (count, at) for person, count, at in notices.read_log(log)}
    if set(answered) != set(heard) or any(count != 1 for count, _ in answered.values()):
        raise RuntimeError("somebody who arrived did not get one message, or somebody else got one")
    return [at - heard[person] * 1000 for person, (_, at) in answered.items()]


def write_campus(target):
    """The campus of the gateways, with a door at each and hours on all days, so that the benchmark runs at any time."""
    gateways.write_campus(target, DOORS, PEOPLE)
    campus = json.loads(target.read_text(encoding="utf-8"))
    for spot in campus["sites"][0]["spots"]:
        if spot["id"].startswith("place-"):
            spot["kind"] = "entrance"
            del spot["cafe"]
    campus["organisation"]["reminders"] = {"week": {day: {"hours": "00:00-23:59"} for day in DAYS}}
    target.write_text(json.dumps(campus), encoding="utf-8")


def arrive(port, keys):
    """Reports one badge after the other at the doors; returns when each was sent, in seconds since 1970."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    begin, heard = time.monotonic() + 0.5, {}
    for person in range(ARRIVALS):
        time.sleep(max(0, begin + person / ARRIVALS_A_SECOND - time.monotonic()))
        door = person % DOORS
        headers = {"Authorization": f"Bearer {keys[door]}", "Content-Type": "application/json"}
        heard[person] = time.time()
        connection.request("POST", f"/api/v1/gateways/gateway-{door}/reports", gateways.batch([person]), headers)
        answer = connection.getresponse()
        content = answer.read()
        if answer.status != 200:
            raise RuntimeError(f"a report was answered with {answer.status}: {content[:200]}")
    return heard


def year(rounds):
    """A year of crossings, decided in memory."""
    program = tools.BENCHMARKS / ".build" / "release" / "Benchmarks"
    found = []
    for number in range(1, rounds + 1):
        output = subprocess.run([program, "reminders"], check=True, stdout=subprocess.PIPE, text=True, timeout=600).stdout
        found.append(json.loads(output))
        tools.say(f"reminders, round {number} of {rounds}: {output.strip()}")
    times = [one["seconds"] for one in found]
    value = report.median(times)
    report.tell(
        "reminders.year", f"< {LONGEST} s", value, RULE, met=value < LONGEST, rounds=rounds, least=min(times), most=max(times),
        crossings=found[0]["crossings"],
    )
