"""Many punches while the server is killed: acknowledged punches are there afterwards, and the chain verifies."""

import http.client
import json
import random
import threading
import time

import pytest

from campus import DEMO
from client import Client
from command_line import vicinity

CLIENTS = ["ada", "kenji", "lucia", "tomas", "greta", "omar", "seventh", "eighth"]


class EightPeople:
    """The demo campus with two more people."""

    def write(self, path):
        content = json.loads(DEMO.read_text())
        for name in CLIENTS[6:]:
            content["people"].append({**content["people"][0], "id": name, "name": name.title(), "balances": []} | {"badge": None})
        for person in content["people"]:
            if person.get("badge", True) is None:
                del person["badge"]
        path.write_text(json.dumps(content))
        return path


@pytest.fixture
def server(serve):
    return serve(EightPeople())


def punch_until(server, person, token, stop, acknowledged):
    """Punches in and out in turn. Retries a punch without an answer with the same key."""
    number = 0
    while not stop.is_set():
        body = {"kind": "out" if number % 2 else "in", "site": "berlin"}
        try:
            answer = Client(server.port, token).send("POST", "/api/v1/attendance/punches", body, idempotency_key=f"{person}-{number}")
        except (OSError, http.client.HTTPException):
            time.sleep(0.02)
            continue
        if answer.status == 201:
            acknowledged.append((person, answer.json["id"]))
            number += 1
        elif answer.status < 500:
            raise AssertionError(answer)


def hammer(server, punches, kills):
    tokens = {person: server.client(person=person).token for person in CLIENTS}
    stop, acknowledged, failures = threading.Event(), [], []

    def work(person):
        try:
            punch_until(server, person, tokens[person], stop, acknowledged)
        except AssertionError as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(person,)) for person in tokens]
    for thread in threads:
        thread.start()
    generator = random.Random(3)
    try:
        for number in range(kills):
            goal = punches * (number + 1) // (kills + 1)
            while len(acknowledged) < goal and not failures:
                time.sleep(0.005 + generator.random() / 100)
            server.kill()
            server.start()
        while len(acknowledged) < punches and not failures:
            time.sleep(0.01)
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    assert failures == []
    stored = server.rows("SELECT person, id FROM punches")
    assert set(acknowledged) <= set(stored)
    assert len(acknowledged) == len(set(acknowledged))
    # Nobody is in twice.
    for person in CLIENTS:
        kinds = [kind for kind, in server.rows("SELECT kind FROM punches WHERE person = ? ORDER BY number", person)]
        assert all(before != after for before, after in zip(kinds, kinds[1:], strict=False))
    verified = vicinity("attendance", "verify", "--database", f"sqlite:{server.database}")
    assert verified.stdout.startswith(f"ok: {len(stored)} records"), verified


def test_w35_w38_w47_no_acknowledged_punch_is_lost_when_the_server_is_killed(server):
    hammer(server, punches=120, kills=2)


@pytest.mark.long
@pytest.mark.timeout(900)
def test_w35_w47_a_thousand_punches_and_twenty_kills(server):
    hammer(server, punches=1_000, kills=20)
