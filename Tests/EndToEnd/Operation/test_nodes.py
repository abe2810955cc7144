"""Three nodes on one PostgreSQL: what they promise while nodes, the server and the network between them fail."""

import contextlib
import os
import random
import threading
import time
import uuid

import pytest
from playwright.sync_api import expect

from client import Client, line
from cluster import BROKEN, CAFE, ESPRESSO, STATION, TEA, Cluster, Person, Readers, campus_of_buyers, run
from feed_stream import FeedStream
from gateways import written
from history import Balance, Places, Recorder
from pages import KitchenPage
from waiting import PATIENCE_SECONDS, wait_until

ROOM = 3
BUYERS = [f"buyer-{number}" for number in range(4 * ROOM)]
EATERS = [f"eater-{number}" for number in range(6)]
PAYERS = [f"payer-{number}" for number in range(4)]
WALKERS = [f"walker-{number}" for number in range(3)]
FILLED = 10_000
STOCK = 15
BURGER = [line("smash-burger", "fries")]
ENTRANCE = "berlin-entrance"
# What the operator's guide promises.
NOTICED_WITHIN_SECONDS = 10
TAKEN_OVER_WITHIN_SECONDS = 5
FALLS = ["node", "sender", "server", "cut", "silence", "delay", "pause", "lapse"]
# How long the long version of the traffic lasts.
SOAK_SECONDS = int(os.environ.get("VICINITY_NODES_SECONDS", "240"))
LONG = [pytest.mark.long, pytest.mark.timeout(2 * SOAK_SECONDS + 900)]


@pytest.fixture(scope="module")
def cluster(postgres, tmp_path_factory):
    people = BUYERS + EATERS + PAYERS + WALKERS
    campus = campus_of_buyers(people, balance=FILLED, stock=STOCK, orders=ROOM).let_departures_count_at_once()
    campus.cafe(CAFE)["pickup"]["minutes"] = 5
    # Eaters may eat for as long as the test lasts.
    for person in campus.content["people"]:
        if person["id"] in EATERS + BUYERS:
            person["balances"][0]["amount"] = 10_000_000
    with Cluster(postgres, tmp_path_factory.mktemp("nodes"), campus) as cluster:
        yield cluster


def windows(cluster):
    return [window["startsAt"] for window in Client(cluster.nodes[0].port).get(f"/api/v1/cafes/{CAFE}/windows")["windows"]]


@pytest.mark.parametrize("rounds", [3, pytest.param(100, marks=pytest.mark.long)])
def test_of_four_times_as_many_buyers_at_three_nodes_exactly_the_limit_gets_a_window(cluster, rounds):
    recorder = Recorder()
    buyers = [Person(cluster, name, recorder, first=number % 3) for number, name in enumerate(BUYERS)]
    total = buyers[0].total(TEA)
    # The last ones, which another test does not use.
    starts = windows(cluster)[-rounds:]
    assert len(starts) == rounds
    began = time.monotonic()
    for number, start in enumerate(starts):
        # A person may order thirty times in a minute at a node.
        time.sleep(max(0, began + number * 60 / 80 - time.monotonic()) if rounds > 30 else 0)
        barrier = threading.Barrier(len(buyers))

        def buy(person, start=start, barrier=barrier):
            barrier.wait(PATIENCE_SECONDS)
            person.buys(("window", start), TEA, total, "pickup-window-full", pickup=start)
            person.move_on()
            person.looks_for_a_window(("window", start), start)

        run([lambda person=person: buy(person) for person in buyers])
        sql = f"SELECT orders FROM pickup_windows WHERE starts_at = extract(epoch FROM timestamptz '{start}') * 1000"
        assert cluster.query(sql) == [[str(ROOM)]]
        recorder.check(("window", start), Places(ROOM))
        sold = [operation.answer for operation in recorder.histories["window", start] if operation.name == "take"]
        assert sorted(sold) == [False] * (3 * ROOM) + [True] * ROOM


class Day:
    """People who order, look and walk through the door at three nodes until they are told to stop."""

    def __init__(self, cluster, pace, seed):
        self.cluster, self.pace, self.seed = cluster, pace, seed
        self.recorder = Recorder()
        self.is_over = False
        self.placed = []
        self.walks = {name: 0 for name in WALKERS}
        quoter = Person(cluster, EATERS[0])
        self.tea, self.burger, self.espresso = quoter.total(TEA), quoter.total(BURGER), quoter.total(ESPRESSO, STATION)
        # Burgers are ordered for the soonest windows, and the last hundred belong to another test.
        self.starts = windows(cluster)[-106:-100]
        # Other tests use the same database before.
        self.stock = cluster.number(f"SELECT coalesce(min(remaining), {STOCK}) FROM stock WHERE item = 'smash-burger'")
        self.room = {start: ROOM - cluster.number(self._booked(start)) for start in self.starts}
        self.filled = {name: Person(cluster, name).balance() for name in PAYERS}
        self.orders_before = self._orders()
        self.door_before = {name: self._decisions(name) for name in WALKERS}
        self.failures = []
        self.threads = []
        # Two pages of each payer at different nodes, so that payments of one account meet.
        actions = [lambda name=name, first=first: self._pay(name, first) for name in PAYERS for first in (0, 1)]
        actions += [lambda name=name, first=first: self._eat(name, first) for first, name in enumerate(EATERS)]
        actions += [lambda name=name: self._walk(name) for name in WALKERS]
        for action in actions:
            thread = threading.Thread(target=self._guarded, args=(action,), daemon=True)
            thread.start()
            self.threads.append(thread)

    @staticmethod
    def _booked(start):
        moment = f"extract(epoch FROM timestamptz '{start}') * 1000"
        return f"SELECT coalesce(sum(orders), 0) FROM pickup_windows WHERE starts_at = {moment}"

    def _orders(self):
        names = ", ".join(f"'{name}'" for name in PAYERS)
        return [row[0] for row in self.cluster.query(f"SELECT id FROM orders WHERE person IN ({names})")]

    def _decisions(self, name):
        return self.cluster.number(f"SELECT count(*) FROM reminder_decisions WHERE person = '{name}' AND spot IS NOT NULL")

    def _guarded(self, action):
        try:
            action()
        except BaseException as failure:
            self.failures.append(failure)

    def _pause(self, dice):
        time.sleep(dice.uniform(0, 2 * self.pace))

    def _pay(self, name, first):
        dice = random.Random(f"{self.seed} {name} {first}")
        person = Person(self.cluster, name, self.recorder, first)
        while not self.is_over:
            if dice.random() < 0.5:
                self.placed.append(person.pays(ESPRESSO, self.espresso, STATION))
            else:
                person.looks_at_the_account()
            if dice.random() < 0.5:
                person.move_on()
            self._pause(dice)

    def _eat(self, name, first):
        dice = random.Random(f"{self.seed} {name}")
        person = Person(self.cluster, name, self.recorder, first % 3)
        while not self.is_over:
            start = dice.choice(self.starts)
            match dice.randrange(4):
                case 0: person.buys("stock", BURGER, self.burger, "sold-out")
                case 1: person.looks_for_stock("stock", "smash-burger")
                case 2: person.buys(("window", start), TEA, self.tea, "pickup-window-full", pickup=start)
                case 3: person.looks_for_a_window(("window", start), start)
            if dice.random() < 0.5:
                person.move_on()
            self._pause(dice)

    def _walk(self, name):
        dice = random.Random(f"{self.seed} {name}")
        person = Person(self.cluster, name, first=dice.randrange(3))
        assert person.ask("PUT", "/api/v1/attendance/reminders", {"on": True}).status == 200
        device = f"phone-{self.seed}"
        number = 0
        while not self.is_over:
            number += 1
            state = "satisfied" if number % 2 == 0 else "unsatisfied"
            event = {"number": number, "identifier": ENTRANCE, "state": state, "time": written(time.time())}
            answer = person.ask("POST", "/api/v1/presence/events", {"device": device, "events": [event]})
            assert (answer.status, answer.json.get("acknowledged")) == (200, number), answer
            self.walks[name] = number
            person.move_on()
            time.sleep(0.2 + dice.uniform(0, 2 * self.pace))

    def end(self):
        self.is_over = True
        for thread in self.threads:
            thread.join(2 * PATIENCE_SECONDS)
            assert not thread.is_alive(), "somebody gets no answer"
        if self.failures:
            raise self.failures[0]

    def check(self):
        """Nothing acknowledged is lost or doubled, and some order of all operations explains every answer."""
        for name in PAYERS:
            self.recorder.check(("account", name), Balance(self.filled[name]))
        self.recorder.check("stock", Places(self.stock))
        for start in self.starts:
            self.recorder.check(("window", start), Places(self.room[start]))
        assert sorted(set(self._orders()) - set(self.orders_before)) == sorted(self.placed)
        for name, number in self.walks.items():
            events = self.cluster.query(
                f"SELECT number FROM presence_events WHERE person = '{name}' AND device = 'phone-{self.seed}' ORDER BY number")
            assert [int(row[0]) for row in events] == list(range(1, number + 1))
            # The first report says only that the walker is outside.
            assert self._decisions(name) - self.door_before[name] == max(0, number - 1), name

    @property
    def summary(self):
        counts = {name: len(history) for name, history in self.recorder.histories.items()}
        return f"{sum(counts.values())} operations on {len(counts)} objects, {len(self.placed)} payments, {sum(self.walks.values())} crossings"


def check_the_database(cluster):
    """Numbers of orders and of the feed have no gap, and every order was paid for once."""
    assert cluster.query("SELECT max(number) - min(number) + 1 = count(*) FROM feed") == [["t"]]
    sql = "SELECT bool_and(last = number) FROM (SELECT max(sequence) AS last, count(*) AS number FROM orders GROUP BY cafe, day) AS days"
    assert cluster.query(sql) == [["t"]]
    paid = "SELECT (SELECT count(*) FROM ledger WHERE kind = 'payment'), (SELECT count(DISTINCT order_id) FROM ledger), (SELECT count(*) FROM orders)"
    assert len(set(cluster.query(paid)[0])) == 1


def fall_and_return(cluster, dice, what):
    node = dice.randrange(3)
    match what:
        case "node":
            cluster.nodes[node].kill()
            time.sleep(dice.uniform(0, 1))
            cluster.nodes[node].start()
        case "sender":
            sender = cluster.sender
            sender.kill()
            time.sleep(dice.uniform(0, 1))
            sender.start()
        case "server":
            cluster.postgres.kill()
            time.sleep(dice.uniform(0, 1))
            cluster.postgres.start()
        case "cut":
            cluster.networks[node].cut()
            time.sleep(dice.uniform(0.2, 3))
            cluster.networks[node].heal()
        case "silence":
            cluster.networks[node].silence()
            time.sleep(dice.uniform(0.2, 12))
            cluster.networks[node].heal()
        case "pause":
            # The process stops, also in the middle of a transaction, and goes on without knowing that time has passed.
            with cluster.nodes[node].silenced():
                time.sleep(dice.uniform(0.2, 8))
        case "lapse":
            # Meanwhile the server gives its lock to another node.
            sender = cluster.sender
            network = cluster.networks[cluster.nodes.index(sender)]
            with sender.silenced():
                network.silence(noticed_after=1)
                wait_until(lambda: cluster.sender is not sender)
                network.heal()
        case "delay":
            with cluster.networks[node].slowed(0.02):
                time.sleep(dice.uniform(1, 3))
    wait_until(lambda: all(node.is_ready() for node in cluster.nodes), lambda: f"a node is not ready after: {what}")


@pytest.mark.parametrize("falls", [["sender", "server"], pytest.param(None, marks=LONG)], ids=["short", "long"])
def test_c120_nothing_acknowledged_is_lost_or_doubled_while_nodes_and_the_server_fall(cluster, falls):
    seed = os.environ.get("VICINITY_SEED", uuid.uuid4().hex[:8])
    dice = random.Random(seed)
    screens = {cafe: cluster.nodes[0].client(device=screen).token for cafe, screen in ((CAFE, "kitchen-main"), (STATION, "kitchen-coffee"))}
    readers = [Readers(cluster, f"cafe/{cafe}/kitchen", token) for cafe, token in screens.items()]
    day = Day(cluster, pace=0.25 if falls else 2, seed=seed)
    began = time.monotonic()
    done = []

    def next_fall():
        if falls is not None:
            return falls[len(done)] if len(done) < len(falls) else None
        return dice.choice(FALLS) if time.monotonic() - began < SOAK_SECONDS else None

    try:
        while (what := next_fall()) and not day.failures:
            time.sleep(dice.uniform(0.5, 1.5))
            fall_and_return(cluster, dice, what)
            done.append(what)
    finally:
        day.end()
    print(f"seed {seed}: {day.summary}, {len(done)} falls in {time.monotonic() - began:.1f} s")
    day.check()
    print("tickets at each kitchen:", [each.check() for each in readers])
    check_the_database(cluster)


def test_a_node_that_is_cut_off_silently_says_so_and_goes_on_by_itself(cluster, visit):
    """Its packets are dropped without an end of any connection, as when a cable was pulled."""
    place = cluster.nodes.index(cluster.sender)
    node, network = cluster.nodes[place], cluster.networks[place]
    other = cluster.nodes[(place + 1) % 3]
    page = KitchenPage(visit(node.url)).open("Kitchen display, Main Café")
    reader, buyer = node.client(person="ada"), node.client(person=EATERS[1])
    total = buyer.quote(CAFE, TEA)["total"]
    key = uuid.uuid4().hex
    body = {"cafe": CAFE, "lines": TEA, "expectedTotal": total}
    stream = FeedStream(node.client(device="kitchen-main"), f"cafe/{CAFE}/kitchen")
    assert stream.status == 200
    answers = {}
    network.silence()
    silent = time.monotonic()

    def ask(name, *request, **headers):
        """Asks until a refusal comes, and notes when and which."""
        client = Client(node.port, reader.token if name == "read" else buyer.token)
        while name not in answers:
            with contextlib.suppress(*BROKEN):
                answer = client.send(*request, **headers)
                if answer.status == 503:
                    answers[name] = (time.monotonic() - silent, answer.json["code"])

    def take_over():
        wait_until(lambda: cluster.sender is not node)
        answers["taken over"] = (time.monotonic() - silent, None)

    def follow():
        answers["stream"] = (stream.seconds_until_the_end(PATIENCE_SECONDS), None)

    def show():
        expect(page.blind()).to_be_visible(timeout=20_000)
        answers["page"] = (time.monotonic() - silent, None)

    def order_elsewhere():
        client = other.client(person=EATERS[2])
        answer = client.send("POST", "/api/v1/orders", body, idempotency_key=uuid.uuid4().hex)
        assert answer.status == 201, answer
        answers["order elsewhere"] = (time.monotonic() - silent, None)

    threads = [threading.Thread(target=action, daemon=True) for action in (
        lambda: ask("read", "GET", "/api/v1/account"),
        lambda: ask("write", "POST", "/api/v1/orders", body, idempotency_key=key),
        lambda: ask("ready", "GET", "/readyz"), take_over, follow, order_elsewhere)]
    for thread in threads:
        thread.start()
    # The browser belongs to this thread.
    show()
    for thread in threads:
        thread.join(PATIENCE_SECONDS)
    refused = Client(node.port, buyer.token).send("GET", "/api/v1/feed?topics=cafe/main-cafe/menu")
    assert (refused.status, refused.json["code"]) == (503, "database-away")
    network.heal()
    healed = time.monotonic()
    wait_until(node.is_ready)
    answers["ready again"] = (time.monotonic() - healed, None)
    print({name: f"{took:.1f} s {code or ''}" for name, (took, code) in answers.items()})
    assert {name: code for name, (_, code) in answers.items() if name in ("read", "write")} == {
        "read": "database-away", "write": "database-away"}
    for name in ("read", "write", "ready", "stream", "page", "order elsewhere"):
        assert answers[name][0] < NOTICED_WITHIN_SECONDS, name
    # The server notices after four seconds that the node has vanished.
    assert answers["taken over"][0] < 4 + TAKEN_OVER_WITHIN_SECONDS
    assert answers["ready again"][0] < TAKEN_OVER_WITHIN_SECONDS
    # With the same key there is one order, whether the first request was stored or not.
    first, second = (Client(each.port, buyer.token).send("POST", "/api/v1/orders", body, idempotency_key=key) for each in (node, other))
    assert first.status == second.status == 201 and first.json["id"] == second.json["id"]
    page.expect_live()
