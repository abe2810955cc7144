"""Presence where several nodes serve one database: one of them evaluates it, whichever node a report reaches."""

import subprocess
import time
import uuid

import pytest

from client import Client
from cluster import BROKEN, Cluster, campus_of_buyers
from demo_server import PROGRAM
from gateways import FAR, MEASURED_POWER, NEAR, written
from trace_collector import TraceCollector, attributes
from waiting import PATIENCE_SECONDS, wait_until

ENTRANCE = "berlin-entrance"
# A take-over that PostgreSQL notices at once; the program promises five seconds.
TAKEN_OVER_WITHIN_SECONDS = 5


@pytest.fixture(scope="module")
def collector():
    made = TraceCollector()
    yield made
    made.stop()


@pytest.fixture(scope="module")
def cluster(postgres, collector, tmp_path_factory):
    """Nodes that export traces, so that the store that adds them is tried with all that concerns several nodes."""

    def traced(node):
        node.command += ["--traces", collector.url]

    campus = campus_of_buyers([]).let_departures_count_at_once()
    with Cluster(postgres, tmp_path_factory.mktemp("nodes"), campus, nodes=2, changed=traced) as cluster:
        yield cluster


@pytest.fixture(scope="module")
def main(cluster):
    return Gateway(cluster, "gateway-main-cafe")


@pytest.fixture(scope="module")
def station(cluster):
    return Gateway(cluster, "gateway-coffee-station")


class Phone:
    """A person's device that reports crossings, each to the node that the test names."""

    def __init__(self, cluster, person):
        self.cluster = cluster
        self.person = person
        self.clients = [node.client(person=person) for node in cluster.nodes]
        assert self.clients[0].send("PUT", "/api/v1/attendance/reminders", {"on": True}).status == 200
        self.number = 0

    def report(self, node, state, number=None, **headers):
        self.number = number or self.number + 1
        event = {"number": self.number, "identifier": ENTRANCE, "state": state, "time": written(time.time())}
        body = {"device": "phone", "events": [event]}
        return self.clients[node].send("POST", "/api/v1/presence/events", body, **headers)

    @property
    def crossings(self):
        sql = f"SELECT kind FROM reminder_decisions WHERE person = '{self.person}' AND spot IS NOT NULL ORDER BY number"
        return [row[0] for row in self.cluster.query(sql)]


class Gateway:
    """A gateway whose reports reach any node."""

    def __init__(self, cluster, name):
        self.cluster, self.name = cluster, name
        address = cluster.postgres.address(cluster.database)
        command = [PROGRAM, "gateways", "add", name, "--database", address]
        issued = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=True)
        self.key = issued.stdout.strip()

    def hears(self, node, badge, rssi=NEAR):
        now = written(time.time())
        sighting = {**badge, "rssi": rssi, "measuredPower": MEASURED_POWER, "time": now}
        client = Client(self.cluster.nodes[node].port, self.key)
        return client.send("POST", f"/api/v1/gateways/{self.name}/reports", {"until": now, "sightings": [sighting]})


@pytest.fixture
def badge():
    content = campus_of_buyers([]).content
    ada = next(person for person in content["people"] if person["id"] == "ada")
    return {"uuid": content["organisation"]["badgeUUID"], **ada["badge"]}


def followed(cluster, node):
    return cluster.nodes[node].client(person="ada").get("/api/v1/presence/following")


def test_crossings_that_reach_different_nodes_are_decided_once_and_in_order(cluster):
    phone = Phone(cluster, "kenji")
    states = ["unsatisfied", "satisfied", "unsatisfied", "satisfied", "unsatisfied"]
    for turn, state in enumerate(states):
        answer = phone.report((turn + 1) % 2, state)
        assert (answer.status, answer.json["acknowledged"]) == (200, turn + 1)
    # The phone did not get the last answer, and repeats the report elsewhere.
    assert phone.report(0, states[-1], number=len(states)).status == 200
    assert phone.crossings == ["enter", "exit", "enter", "exit"]
    stored = cluster.query("SELECT number FROM presence_events WHERE person = 'kenji' AND device = 'phone' ORDER BY number")
    assert [int(row[0]) for row in stored] == [1, 2, 3, 4, 5]


def test_a_report_that_was_passed_on_has_its_transactions_in_the_trace_of_its_caller(cluster, collector):
    trace = uuid.uuid4().hex
    phone = Phone(cluster, "kenji")
    other = 1 - cluster.nodes.index(cluster.sender)
    phone.number = 5
    assert phone.report(other, "satisfied", traceparent=f"00-{trace}-00f067aa0ba902b7-01").status == 200

    def spans(name):
        return [span for span in collector.spans if span.trace_id.hex() == trace and span.name == name]

    # One at each node, and the transaction at the node that evaluates presence.
    wait_until(lambda: len(spans("POST /api/v1/presence/events")) == 2 and spans("write"))
    assert {attributes(span)["db.system.name"] for span in spans("write")} == {"postgresql"}


def test_a_badge_that_two_gateways_report_to_different_nodes_is_at_one_cafe(cluster, badge, main, station):
    assert cluster.nodes[0].client(person="ada").send("PUT", "/api/v1/presence/following", {"following": True}).status == 200

    def walk(near, near_node, far, far_node):
        assert near.hears(near_node, badge, NEAR).json["accepted"] == 1
        assert far.hears(far_node, badge, FAR).json["accepted"] == 1

    # Each gateway keeps to its node, as behind a proxy that keeps connections. The weak signal is reported at the other one.
    wait_until(lambda: walk(main, 0, station, 1) or followed(cluster, 0).get("cafe") == "main-cafe")
    assert followed(cluster, 1).get("cafe") == "main-cafe"
    # The number of events is that of changes: the badge came to two spots. None was dropped as a repetition of another node's.
    stored = cluster.query("SELECT number, spot, state FROM presence_events WHERE person = 'ada' AND device = '' ORDER BY number")
    assert [row[0] for row in stored] == ["1", "2"]
    assert {row[1] for row in stored} == {"berlin-main-cafe", "berlin-coffee-station"}


@pytest.mark.long
def test_a_badge_that_walks_between_gateways_of_different_nodes_changes_cafe(cluster, badge, main, station):
    """Longer, because a new café is chosen ten seconds after the last one at the earliest."""
    assert cluster.nodes[0].client(person="ada").send("PUT", "/api/v1/presence/following", {"following": True}).status == 200
    for turn in range(4):
        near, far = (main, station) if turn % 2 == 0 else (station, main)
        cafe = "main-cafe" if turn % 2 == 0 else "coffee-station"

        def walk():
            assert far.hears(turn % 2, badge, FAR).json["accepted"] == 1
            assert near.hears((turn // 2) % 2, badge, NEAR).json["accepted"] == 1

        wait_until(lambda: walk() or followed(cluster, 0).get("cafe") == cafe)
        assert followed(cluster, 1).get("cafe") == cafe


def test_a_withdrawal_at_one_node_holds_at_all_and_a_new_badge_is_known_to_all(cluster, badge, main):
    first, second = (node.client(person="ada") for node in cluster.nodes)
    assert first.send("PUT", "/api/v1/presence/following", {"following": True}).status == 200
    wait_until(lambda: main.hears(0, badge).status == 200 and followed(cluster, 1).get("cafe") == "main-cafe")
    assert second.send("PUT", "/api/v1/presence/following", {"following": False}).status == 200
    assert second.send("PUT", "/api/v1/presence/following", {"following": True}).status == 200
    # Nothing of before is left.
    assert "cafe" not in followed(cluster, 0) and "cafe" not in followed(cluster, 1)
    manager = cluster.nodes[1].client(person="omar")
    beacon = {"uuid": badge["uuid"], "major": 7, "minor": 7}
    assigned = manager.send("POST", "/api/v1/people/ada/wearables", {"kind": "beacon", "label": "second", **beacon})
    assert assigned.status == 201, assigned
    wait_until(lambda: main.hears(0, beacon).json["accepted"] == 1 and followed(cluster, 1).get("cafe") == "main-cafe")


def test_another_node_takes_presence_over_within_five_seconds_and_goes_on_where_it_was(cluster):
    phone = Phone(cluster, "lucia")
    owner = cluster.nodes.index(cluster.sender)
    assert phone.report(owner, "unsatisfied").status == 200
    assert phone.report(owner, "satisfied").status == 200
    cluster.nodes[owner].kill()
    fell = time.monotonic()

    def is_taken_over():
        answer = phone.report(1 - owner, "unsatisfied", number=3)
        assert answer.status == 200 or answer.json["code"] == "busy", answer
        return answer.status == 200

    wait_until(is_taken_over)
    took = time.monotonic() - fell
    print(f"taken over after {took:.2f} s")
    assert took < TAKEN_OVER_WITHIN_SECONDS
    assert phone.crossings == ["enter", "exit"]
    # A report on its way to the node that fell is refused and not lost: it says so, and the device repeats it.
    with pytest.raises(BROKEN):
        phone.report(owner, "satisfied", number=4)
