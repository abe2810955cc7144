"""A server that is killed at any moment loses no notice, and shows none twice."""

import collections
import http.client
import os
import random
import threading
import time

import pytest

from campus import Campus
from client import Client, line
from notice_receivers import Browser, Receiver
from waiting import wait_until

SEED = 17
# make soak kills ten times as often.
KILLS = int(os.environ.get("VICINITY_KILLS", "20"))
PEOPLE = [f"diner-{number}" for number in range(16)]
# The kitchen works for as long as the server is killed. A person may place no more than 30 orders in a minute.
ORDERS_EACH = min(max(6, 6 * KILLS // 20), 24)
STEP_SECONDS = 0.05 * max(1, KILLS / 20 * 6 / ORDERS_EACH)
RETRY_SECONDS = 0.01
# What the push service of each person answers; the last two are never done.
ANSWERS = {
    "created": 201, "not-found": 404, "gone": 410, "too-large": 413, "busy": lambda count: (429, {"Retry-After": "1"}) if count % 3 == 1 else (201, {}),
    "broken": lambda count: 500 if count % 2 == 1 else 201, "silent": "silent", "slow": "slow",
}
# A channel is given up after a minute, and the last attempt may have hung for ten seconds.
SETTLED_WITHIN_SECONDS = 200


def insist(client, method, path, body=None, done=(200, 201, 202, 204, 409, 422)):
    """Sends a request until a server is there to answer it; a repetition may find the work done."""
    while True:
        try:
            answer = client.send(method, path, body)
        except (OSError, http.client.HTTPException):
            time.sleep(RETRY_SECONDS)
            continue
        if answer.status in done:
            return answer
        assert answer.status >= 500, answer
        time.sleep(RETRY_SECONDS)


class Kitchen(threading.Thread):
    """Bumps every order, recalls every third and bumps it again, whether the server is there or not."""

    def __init__(self, port, token, tickets):
        super().__init__(daemon=True)
        self.client, self.tickets = Client(port, token), tickets
        self.failure = None

    def run(self):
        try:
            for ticket in self.tickets:
                self.act(ticket, "bump")
            for ticket in self.tickets[::3]:
                self.until(ticket, "ready")
                self.act(ticket, "recall")
            for ticket in self.tickets[::6]:
                self.act(ticket, "bump")
        except Exception as failure:
            self.failure = failure

    def act(self, ticket, action):
        insist(self.client, "POST", f"/api/v1/tickets/{ticket}/actions", {"action": action})
        time.sleep(STEP_SECONDS)

    def until(self, ticket, stage):
        while insist(self.client, "GET", f"/api/v1/tickets/{ticket}").json["stage"] != stage:
            time.sleep(0.05)


@pytest.mark.early
@pytest.mark.timeout(600 + 3 * KILLS)
def test_no_notice_is_lost_or_shown_twice_while_the_server_is_killed(serve):
    campus = Campus().give_everybody(1_000_000, "EUR")
    first = {name: value for name, value in campus.content["people"][0].items() if name != "badge"}
    campus.content["people"] += [{**first, "id": name, "name": name.title()} for name in PEOPLE]
    server = serve(campus, "--outgoing-host", "127.0.0.1")
    # Silent calls have a server of their own, as they would.
    push, silent, ntfy = Receiver(), Receiver(), Receiver()
    ntfy.rules["/"] = 200
    browsers, tickets = {}, []
    for name, answer in zip(PEOPLE, [*ANSWERS, *ANSWERS]):
        client = server.client(person=name)
        receiver = silent if answer == "silent" else push
        browsers[name] = Browser(receiver, f"/push/{name}")
        receiver.rules[f"/push/{name}"] = ANSWERS[answer]
        browsers[name].subscribe(client)
        topic = client.send("POST", "/api/v1/notices/channels", {"kind": "ntfy", "url": f"{ntfy.url}/{name}"})
        assert topic.status == 201, topic
        tickets += [client.order("main-cafe", [line("espresso")])["ticket"] for _ in range(ORDERS_EACH)]
    kitchen = Kitchen(server.port, server.client(device="kitchen-main").token, tickets)
    kitchen.start()
    chance = random.Random(SEED)
    for _ in range(KILLS):
        time.sleep(chance.uniform(0.1, 1.5))
        server.kill()
        server.start()
    kitchen.join(timeout=120)
    assert kitchen.failure is None and not kitchen.is_alive(), kitchen.failure
    wait_until(
        lambda: server.rows("SELECT count(*) FROM tickets WHERE notice_due IS NOT NULL") == [(0,)]
        and server.rows("SELECT count(*) FROM notice_deliveries WHERE due_at IS NOT NULL") == [(0,)],
        lambda: server.rows("SELECT step, outcome, attempts, count(*) FROM notice_deliveries GROUP BY 1, 2, 3"), SETTLED_WITHIN_SECONDS,
    )
    try:
        check_nothing_is_lost(server, browsers, ntfy)
        check_nothing_is_shown_twice(server, browsers)
    finally:
        for receiver in (push, silent, ntfy):
            receiver.stop()


def notices(server):
    """What people are told at the end: by person, the tag and the version of each notice."""
    told = collections.defaultdict(dict)
    for person, tag, version in server.rows("SELECT person, tag, version FROM notices WHERE withdrawn_at IS NULL"):
        told[person][tag] = version
    return told


def check_nothing_is_lost(server, browsers, ntfy):
    told = notices(server)
    assert sum(map(len, told.values())) == len(PEOPLE) * ORDERS_EACH
    assert max(version for of_person in told.values() for version in of_person.values()) >= 3
    messages = collections.defaultdict(list)
    for call in ntfy.to("/"):
        messages[call.json["topic"]].append(call.json["click"])
    by_channel = collections.Counter()
    for person, of_person in told.items():
        pushed = {(shown["notification"]["tag"], shown["notification"]["data"]["version"]) for shown in browsers[person].accepted}
        for tag, version in of_person.items():
            order = tag.removeprefix("order/")
            is_pushed = (tag, version) in pushed
            is_sent_on = any(click.endswith(f"/order#order/{order}") for click in messages[person])
            assert is_pushed or is_sent_on, (person, tag, version)
            by_channel["push" if is_pushed else "ntfy"] += 1
    print(dict(by_channel))
    assert by_channel["push"] and by_channel["ntfy"]
    # Nobody was told that a notice got lost.
    assert server.rows("SELECT count(*) FROM feed WHERE kind = 'notice.failed'") == [(0,)]


def check_nothing_is_shown_twice(server, browsers):
    """A push that is repeated has the same tag and version, which a browser shows once; each is one that was made."""
    told = notices(server)
    for person, browser in browsers.items():
        shown = [(document["notification"]["tag"], document["notification"]["data"]["version"]) for document in browser.accepted]
        for tag, version in set(shown):
            assert 1 <= version <= told[person][tag], (person, tag, version)
    made = server.rows("SELECT notice, version, channel, count(*) FROM notice_deliveries WHERE channel IS NOT NULL GROUP BY 1, 2, 3 HAVING count(*) > 1")
    assert made == []
