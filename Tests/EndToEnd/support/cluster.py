"""Several nodes of the program on one PostgreSQL, with a network of our own between each node and the database."""

import contextlib
import http.client
import socket
import threading
import time
import uuid

from campus import Campus
from client import Client, line
from history import Recorder
from network import Network
from postgres_server import PostgresNode
from waiting import LOOK_EVERY_SECONDS, PATIENCE_SECONDS, wait_until

CAFE = "main-cafe"
TEA = [line("green-tea")]
# A café without pickup windows, where an order without a window takes no room of one.
STATION = "coffee-station"
ESPRESSO = [line("espresso")]
# What a request meets when a node or its database falls.
BROKEN = (OSError, http.client.HTTPException)


class Node(PostgresNode):
    """A node that reaches its database through a network that can fail."""

    def __init__(self, network, database, folder, campus):
        self.network = network
        super().__init__(f"postgres://vicinity@127.0.0.1:{network.port}/{database}?sslmode=disable", folder)
        self.command[self.command.index("--campus") + 1] = str(campus)

    def answers(self, method, path, body=None, token=None, **headers):
        """The status and the code of an answer on a connection of its own."""
        client = Client(self.port, token)
        try:
            answer = client.send(method, path, body, **headers)
            code = answer.json.get("code") if answer.status >= 400 and answer.body else None
            return answer.status, code
        finally:
            client.connection.close()

    def is_ready(self):
        try:
            return self.answers("GET", "/readyz")[0] == 200
        except BROKEN:
            return False


class Cluster:
    """One database and its nodes; all end with the test."""

    def __init__(self, postgres, folder, campus=None, nodes=3, changed=lambda node: None):
        self.postgres = postgres
        self.folder = folder
        self.database = postgres.new_database()
        file = (campus or campus_of_buyers([])).write(folder / "campus.json")
        self.networks = [Network(postgres.socket) for _ in range(nodes)]
        self.nodes = [
            Node(network, self.database, folder / f"node-{number}", file) for number, network in enumerate(self.networks)
        ]
        for node in self.nodes:
            changed(node)
        # The first makes the schema; the others only connect.
        self.nodes[0].start()
        for node in self.nodes[1:]:
            node.start(waits=False)
        for node in self.nodes[1:]:
            node._wait_until_ready()

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        for node in self.nodes:
            if node.is_running:
                node.kill()
        for network in self.networks:
            network.close()

    def query(self, sql):
        return self.postgres.query(self.database, sql)

    def number(self, sql):
        return int(self.query(sql)[0][0])

    @property
    def sender(self):
        """The node that the database names as the one with the duty to send."""
        url = self.query("SELECT url FROM node_duties")[0][0]
        return next(node for node in self.nodes if node.url == url)


def campus_of_buyers(names, balance=100_000, **limits):
    """The demo campus with more people, and with little room where it is asked for: `stock` of the burger, `orders` of a window."""
    made = Campus()
    first = {name: value for name, value in made.content["people"][0].items() if name != "badge"}
    account = {"balances": [{"amount": balance, "currency": "EUR"}]}
    made.content["people"] += [{**first, **account, "id": name, "name": name.title()} for name in names]
    if "stock" in limits:
        made.item(CAFE, "smash-burger")["stock"] = limits["stock"]
    if "orders" in limits:
        made.cafe(CAFE)["pickup"] = {"minutes": 30, "orders": limits["orders"]}
    return made


class Person:
    """Somebody whose page asks again, at the next node, until it has an answer."""

    def __init__(self, cluster, name, recorder=None, first=0):
        self.cluster = cluster
        self.name = name
        self.recorder = recorder or Recorder()
        self.place = first
        self.client = None
        self.token = None
        self.refusals = []

    def ask(self, method, path, body=None, until=lambda: False, **headers):
        """The answer of the first node that gives one; refusals to repeat are noted."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            assert time.monotonic() < deadline and not until(), f"{self.name} gets no answer: {self.refusals[-5:]}"
            try:
                if self.client is None:
                    self.client = Client(self.cluster.nodes[self.place].port, self.token)
                    self.client.connection.timeout = 15
                    if self.token is None:
                        answer = self.client.send("POST", "/api/v1/session", {"person": self.name, "bearer": True})
                        if answer.status != 201:
                            self.refusals.append(answer.json.get("code"))
                            raise OSError
                        self.token = self.client.token = answer.json["token"]
                answer = self.client.send(method, path, body, **headers)
                if answer.status < 500:
                    return answer
                self.refusals.append(answer.json.get("code"))
            except BROKEN:
                pass
            self.client = None
            self.place = (self.place + 1) % len(self.cluster.nodes)
            time.sleep(LOOK_EVERY_SECONDS)

    def move_on(self):
        """The next request goes to another node."""
        self.client = None
        self.place = (self.place + 1) % len(self.cluster.nodes)

    def order(self, lines, total, key=None, cafe=CAFE, **more):
        """Orders with one key until there is an answer; returns the status and the answer."""
        body = {"cafe": cafe, "lines": lines, "expectedTotal": total, **more}
        answer = self.ask("POST", "/api/v1/orders", body, idempotency_key=key or uuid.uuid4().hex)
        return answer.status, answer.json

    def total(self, lines, cafe=CAFE):
        return self.ask("POST", f"/api/v1/cafes/{cafe}/quote", {"lines": lines}).json["total"]

    def balance(self):
        balances = self.ask("GET", "/api/v1/account").json["balances"]
        return next(balance["amount"] for balance in balances if balance["currency"] == "EUR")

    # MARK: - Operations for the history

    def buys(self, about, lines, total, refusal, key=None, **more):
        """Records whether one of something that is limited was sold to this person."""

        def perform():
            status, answer = self.order(lines, total, key, **more)
            assert status == 201 or answer["code"] == refusal, (status, answer)
            return status == 201

        return self.recorder.record(about, "take", 1, perform)

    def pays(self, lines, total, cafe):
        """Records a payment from the meal account, and returns the order's number."""
        placed = []

        def perform():
            status, answer = self.order(lines, total, cafe=cafe)
            assert status == 201, answer
            placed.append(answer["id"])
            return True

        self.recorder.record(("account", self.name), "pay", total["amount"], perform)
        return placed[0]

    def looks_at_the_account(self):
        return self.recorder.record(("account", self.name), "look", None, self.balance)

    def looks_for_stock(self, about, item):
        def perform():
            menu = self.ask("GET", f"/api/v1/cafes/{CAFE}/menu").json
            found = [entry for section in menu["sections"] for entry in section["items"] if entry["id"] == item]
            return not found[0]["soldOut"]

        return self.recorder.record(about, "look", None, perform)

    def looks_for_a_window(self, about, start):
        def perform():
            windows = self.ask("GET", f"/api/v1/cafes/{CAFE}/windows").json["windows"]
            return next(window["isFree"] for window in windows if window["startsAt"] == start)

        return self.recorder.record(about, "look", None, perform)


class FeedReader:
    """Follows a topic like a page: when the stream ends, it resumes at the next node after the last number that it saw."""

    def __init__(self, cluster, topic, token, place, last):
        self.cluster, self.topic, self.token = cluster, topic, token
        self.place = place
        self.numbers = []
        self.resets = 0
        self.resumes = 0
        # Without a number, a stream that ends before its first entry would go on after what came meanwhile.
        self.last = last
        self.beats = []
        self.connection = None
        self.is_ending = False
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def stop(self):
        self.is_ending = True
        # It may wait for the next beat.
        with contextlib.suppress(OSError, AttributeError):
            self.connection.sock.shutdown(socket.SHUT_RDWR)
        self.thread.join(PATIENCE_SECONDS)
        assert not self.thread.is_alive(), "a reader of the feed does not end"

    def _run(self):
        while not self.is_ending:
            with contextlib.suppress(*BROKEN, ValueError):
                self._follow(self.cluster.nodes[self.place].port)
            self.resumes += 1
            self.place = (self.place + 1) % len(self.cluster.nodes)
            time.sleep(LOOK_EVERY_SECONDS)

    def _follow(self, port):
        # Longer than a beat; a page gives a silent stream up after four and a half seconds.
        connection = self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=4.5)
        headers = {"authorization": f"Bearer {self.token}"}
        if self.last is not None:
            headers["last-event-id"] = str(self.last)
        connection.request("GET", f"/api/v1/feed?topics={self.topic}", headers=headers)
        answer = connection.getresponse()
        if answer.status != 200:
            return
        kind = None
        while not self.is_ending:
            text = answer.readline().decode()
            if not text:
                return
            name, _, value = text.strip().partition(": ") if ": " in text else text.strip().partition(":")
            if name == "event":
                kind = value
                if kind == "reset":
                    self.resets += 1
                    self.last = None
                if kind == "beat":
                    self.beats.append(time.monotonic())
            elif name == "id":
                self.last = int(value)
                self.numbers.append(self.last)


class Readers:
    """One reader of a topic that begins at each node."""

    def __init__(self, cluster, topic, token):
        self.cluster, self.topic = cluster, topic
        self.first = cluster.number("SELECT coalesce(max(number), 0) FROM feed")
        self.readers = [FeedReader(cluster, topic, token, place, self.first) for place in range(len(cluster.nodes))]
        wait_until(lambda: all(reader.beats for reader in self.readers), lambda: "a reader gets no stream")

    def check(self):
        """Each has seen every entry of the topic once and in order."""
        sql = f"SELECT number FROM feed WHERE topic = '{self.topic}' AND number > {self.first} ORDER BY number"
        expected = [int(row[0]) for row in self.cluster.query(sql)]

        def told():
            return "; ".join(
                f"lacks {sorted(set(expected) - set(reader.numbers))} of {len(expected)}, {reader.resets} resets, {reader.resumes} resumes, "
                f"{'runs' if reader.thread.is_alive() else 'has ended'}"
                for reader in self.readers)

        try:
            wait_until(lambda: all(len(reader.numbers) >= len(expected) for reader in self.readers), told)
        finally:
            for reader in self.readers:
                reader.stop()
        assert [reader.numbers for reader in self.readers] == [expected] * len(self.readers)
        assert not any(reader.resets for reader in self.readers)
        return len(expected)


def run(actions):
    """Runs actions beside each other, and raises the first failure."""
    failures = []

    def guarded(action):
        try:
            action()
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=guarded, args=(action,), daemon=True) for action in actions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10 * PATIENCE_SECONDS)
        assert not thread.is_alive(), "an action does not end"
    if failures:
        raise failures[0]
