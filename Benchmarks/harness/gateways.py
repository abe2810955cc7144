"""What the server takes from a hundred gateways."""
import contextlib
import http.client
import json
import random
import sqlite3
import statistics
import subprocess
import threading
import time

import report
import tools

SEED = 11
# 100 gateways hear 100 badges each, ten times a second.
GATEWAYS, BADGES, ADVERTS = 100, 10_000, 10
BATCH_SECONDS, MOVING = 15, 100
CONNECTIONS = 2
BADGE_UUID = "B4D63E71-0C8F-4A5D-9E27-51F8A2C07D36"


def run(folder, rounds, _seconds):
    """Measures and reports."""
    intake(folder, min(rounds, 3))


def intake(folder, rounds):
    """Reports of a hundred gateways to durable changes."""
    found = []
    for number in range(rounds):
        place = folder / f"intake-{number}"
        place.mkdir()
        write_campus(place / "campus.json", GATEWAYS, BADGES)
        port = tools.free_port()
        with tools.serve(port, place / "v.db", place / "campus.json") as server:
            keys = issue(place / "v.db", GATEWAYS)
            follow(place / "v.db", BADGES)
            before = tools.processor_seconds(server)
            times, seconds = send(port, keys)
            used = tools.processor_seconds(server) - before
        changes = rows(place / "v.db")
        expected = BADGES + MOVING * (BATCH_SECONDS - 1)
        if changes < expected:
            raise RuntimeError(f"{changes} durable changes instead of at least {expected}")
        found.append((percentile(times, 0.99), GATEWAYS * BATCH_SECONDS * 100 * ADVERTS / seconds, used / seconds, percentile(times, 0.5), changes))
    slow = report.median([one[0] for one in found]) * 1e3
    rate = report.median([one[1] for one in found])
    rule = (
        f"{GATEWAYS} gateways report {BADGES} badges once a second over {CONNECTIONS} connections, each sighting standing for {ADVERTS} advertisements, as "
        f"vicinity gateway sends them; {MOVING} badges a second go to another gateway; from the beginning of a request to the end of its answer, which "
        "comes after the changes are durable; p99 of all but the first second; every arrival is in the database"
    )
    report.tell(
        "gateways.intake", "p99 <= 5 ms a batch at 100,000 advertisements/s", slow, rule,
        met=slow <= 5 and rate >= 95_000, rounds=rounds, rate=rate, processor=report.median([one[2] for one in found]),
        p50=report.median([one[3] for one in found]) * 1e3, changes=found[0][4],
    )


def write_campus(target, gateways, badges):
    """The demo campus with many spots of one café, a gateway at each, and many people with badges."""
    campus = json.loads(tools.DEMO_CAMPUS.read_text(encoding="utf-8"))
    site = campus["sites"][0]
    cafe = site["cafes"][0]["id"]
    site["spots"] += [{"id": f"place-{number}", "name": {"en": f"Place {number}"}, "minor": 10_000 + number, "kind": "cafe", "cafe": cafe} for number in range(gateways)]
    site["gateways"] = [{"id": f"gateway-{number}", "spot": f"place-{number}"} for number in range(gateways)]
    campus["people"] += [
        {"id": f"wearer-{number}", "name": f"Wearer {number}", "roles": ["employee"], "language": "en", "locale": "en-GB", "balances": [], "badge": {"major": 1_000 + number // 10_000, "minor": number % 10_000}}
        for number in range(badges)
    ]
    target.write_text(json.dumps(campus), encoding="utf-8")


def issue(database, count):
    """Keys of gateways from the command line, as the server's database has no other way."""
    keys = []
    for number in range(count):
        command = [tools.PROGRAM, "gateways", "add", f"gateway-{number}", "--database", f"sqlite:{database}"]
        keys.append(subprocess.run(list(map(str, command)), check=True, stdout=subprocess.PIPE, text=True).stdout.strip())
    return keys


def follow(database, badges):
    """Consent of all people."""
    with contextlib.closing(sqlite3.connect(database, timeout=10)) as connection, connection:
        connection.executemany("INSERT INTO following (person, since) VALUES (?, ?)", [(f"wearer-{number}", int(time.time() * 1000)) for number in range(badges)])


def rows(database):
    with contextlib.closing(sqlite3.connect(database)) as connection:
        return connection.execute("SELECT count(*) FROM presence_events WHERE state = 1").fetchone()[0]


def send(port, keys):
    """Sends a report of each gateway in each second, spread over the second; returns the times of all but the first."""
    per_gateway = BADGES // GATEWAYS
    place = [number // per_gateway for number in range(BADGES)]
    generator = random.Random(SEED)
    rounds = []
    for second in range(BATCH_SECONDS):
        if second:
            for number in generator.sample(range(BADGES), MOVING):
                place[number] = (place[number] + 1) % GATEWAYS
        heard = [[] for _ in range(GATEWAYS)]
        for number, where in enumerate(place):
            heard[where].append(number)
        rounds.append(heard)
    times = [[] for _ in range(BATCH_SECONDS)]
    begin = time.monotonic() + 0.2

    def work(part):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        for second, heard in enumerate(rounds):
            for gateway in range(part, GATEWAYS, CONNECTIONS):
                time.sleep(max(0, begin + second + gateway / GATEWAYS - time.monotonic()))
                body = batch(heard[gateway])
                headers = {"Authorization": f"Bearer {keys[gateway]}", "Content-Type": "application/json"}
                start = time.monotonic()
                connection.request("POST", f"/api/v1/gateways/gateway-{gateway}/reports", body, headers)
                answer = connection.getresponse()
                content = answer.read()
                times[second].append(time.monotonic() - start)
                if answer.status != 200 or json.loads(content)["accepted"] != len(heard[gateway]):
                    raise RuntimeError(f"a report was answered with {answer.status}: {content[:200]}")

    failures = []

    def guarded(part):
        try:
            work(part)
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=guarded, args=(part,)) for part in range(CONNECTIONS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]
    return [one for second in times[1:] for one in second], time.monotonic() - begin


def batch(numbers):
    """A report as vicinity gateway sends it."""
    now = time.time()
    until = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(now)) + f".{int(now * 1000) % 1000:03}Z"
    sightings = [
        {"uuid": BADGE_UUID, "major": 1_000 + number // 10_000, "minor": number % 10_000, "rssi": -60 - number % 20, "measuredPower": -59, "time": until, "count": ADVERTS}
        for number in numbers
    ]
    health = {"program": "bench", "adapter": "hci0", "uptimeSeconds": 1, "queued": 1, "dropped": 0, "heardPerSecond": 1_000}
    return json.dumps({"until": until, "listening": True, "sightings": sightings, "sentAt": until, "health": health}, separators=(",", ":"))


def percentile(values, share):
    return statistics.quantiles(values, n=1000)[int(share * 1000) - 1]
