"""Three nodes behind nginx, set up as docs/postgresql.md shows it, while each of them is started again."""

import contextlib
import http.client
import json
import re
import signal
import subprocess
import threading
import urllib.request
import uuid

import pytest

from campus import Campus
from client import Client, line
from demo_server import ROOT
from feed_stream import FeedStream
from notice_receivers import Receiver
from postgres_server import PostgresNode
from server import free_port
from test_proxy import AROUND, NGINX
from waiting import PATIENCE_SECONDS, wait_until

# Longer than the proxy keeps a connection that nobody uses.
DRAIN_SECONDS = 2
KEPT_SECONDS = 1
# Those with meal accounts, twice. Nobody may order more than 30 times a minute.
PEOPLE = ["ada", "kenji", "lucia"] * 2
PAUSE_SECONDS = 4.2


def example():
    """The example of several nodes in the page."""
    text = (ROOT / "docs" / "postgresql.md").read_text(encoding="utf-8")
    (found,) = re.findall(r"^```nginx\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    return found


class Balancer:
    """nginx with the example of the page, without TLS; it is never told that a node is about to end."""

    def __init__(self, nodes, folder):
        folder.mkdir()
        self.port = free_port()
        settings = example()
        for name, node in zip(("a", "b", "c"), nodes, strict=True):
            address = f"node-{name}.example:8080"
            assert address in settings
            settings = settings.replace(address, f"127.0.0.1:{node.port}")
        for old, new in {
            "listen 443 ssl http2;": f"listen 127.0.0.1:{self.port};", "cafe.example;": "localhost;",
            "ssl_certificate     /etc/ssl/vicinity/certificate.pem;": "", "ssl_certificate_key /etc/ssl/vicinity/key.pem;": "",
            "keepalive_timeout 5s;": f"keepalive_timeout {KEPT_SECONDS}s;",
            # All clients of the test have one address, and shall use all nodes.
            "hash $remote_addr consistent;": "",
        }.items():
            assert old in settings, old
            settings = settings.replace(old, new)
        (folder / "nginx.conf").write_text(AROUND.format(folder=folder, example=settings), encoding="utf-8")
        self.log = folder / "nginx.log"
        with self.log.open("wb") as output:
            self.process = subprocess.Popen(
                [NGINX, "-e", "stderr", "-p", folder, "-c", folder / "nginx.conf"], stdout=output, stderr=output)
        wait_until(self.answers)

    def answers(self):
        assert self.process.poll() is None, self.log.read_text(encoding="utf-8")
        with contextlib.suppress(OSError):
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_SECONDS)
            connection.request("GET", "/healthz", headers={"host": f"localhost:{self.port}"})
            return connection.getresponse().status == 200
        return False

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=PATIENCE_SECONDS)


@pytest.fixture
def nodes(postgres, tmp_path):
    """Makes nodes on one new database, and ends them."""
    database = postgres.new_database()
    campus = Campus().give_everybody(1_000_000, "EUR").write(tmp_path / "campus.json")
    with contextlib.ExitStack() as stack:

        def make(name, *options, drain=DRAIN_SECONDS):
            node = PostgresNode(postgres.address(database), tmp_path / name, campus)
            node.command += ["--drain", str(drain), *options]
            node.database = database
            return stack.enter_context(node.running())

        yield make


class Diner(threading.Thread):
    """Orders through the proxy without a pause until told to stop, and repeats nothing: each failure counts."""

    def __init__(self, port, person, stop):
        super().__init__(daemon=True)
        self.person, self.stop = person, stop
        self.client = Client(port).sign_in(person=person)
        self.ordered, self.failures = [], []

    def run(self):
        while not self.stop.is_set():
            try:
                self.ordered.append(self.client.order("main-cafe", [line("espresso")], key=uuid.uuid4().hex)["id"])
            except Exception as error:  # whatever it is, a page would have shown it
                self.failures.append(repr(error))
            self.stop.wait(PAUSE_SECONDS)


class Reader(threading.Thread):
    """Asks for a page and the menu some 20 times a second."""

    def __init__(self, port, stop):
        super().__init__(daemon=True)
        self.port, self.stop = port, stop
        self.count, self.failures = 0, []

    def run(self):
        while not self.stop.is_set():
            try:
                connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_SECONDS)
                with contextlib.closing(connection):
                    for path in ("/api/v1/cafes/main-cafe/menu", "/order"):
                        connection.request("GET", path, headers={"host": f"localhost:{self.port}"})
                        answer = connection.getresponse()
                        answer.read()
                        if answer.status != 200:
                            self.failures.append(f"{path}: {answer.status}")
                        self.count += 1
            except (OSError, http.client.HTTPException) as error:
                self.failures.append(repr(error))
            self.stop.wait(0.05)


class Screen(threading.Thread):
    """Follows the kitchen as a page does: after the end of a stream it opens another one after the last number it saw."""

    def __init__(self, port, token, stop):
        super().__init__(daemon=True)
        self.port, self.token, self.stop = port, token, stop
        self.after, self.seen, self.streams, self.failures = 0, set(), 0, []
        self.answer = None

    def run(self):
        while not self.stop.is_set():
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_SECONDS)
            path = f"/api/v1/feed?topics=cafe/main-cafe/kitchen&after={self.after}"
            connection.request("GET", path, headers={"host": f"localhost:{self.port}", "authorization": f"Bearer {self.token}"})
            self.answer = connection.getresponse()
            if self.answer.status != 200:
                self.failures.append(self.answer.status)
                self.stop.wait(0.2)
                continue
            self.streams += 1
            with contextlib.closing(connection), contextlib.suppress(OSError, http.client.HTTPException, ValueError):
                self.follow()

    def follow(self):
        while (text := self.answer.readline().decode()) and not self.stop.is_set():
            if text.startswith("id:"):
                number = int(text.removeprefix("id:"))
                if number <= self.after:
                    self.failures.append(f"{number} after {self.after}")
                self.after = number
            elif text.startswith("data:"):
                event = json.loads(text.removeprefix("data:"))
                if event.get("kind") == "ticket":
                    self.seen.add(event["body"]["order"])


def status(node, path):
    connection = http.client.HTTPConnection("127.0.0.1", node.port, timeout=PATIENCE_SECONDS)
    with contextlib.closing(connection):
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read() or b"{}"), answer.headers


def restart(node):
    """Ends a node as its service manager does, and starts it again."""
    node.process.send_signal(signal.SIGTERM)
    assert node.process.wait(timeout=PATIENCE_SECONDS) == 0
    node.process = None
    node.start()


@pytest.mark.pages
def test_no_request_fails_while_each_of_three_nodes_is_started_again(nodes, postgres, tmp_path, pytestconfig):
    running = [nodes(name, "--trusted-proxy", "127.0.0.1") for name in ("first", "second", "third")]
    proxy = Balancer(running, tmp_path / "nginx")
    stop = threading.Event()
    try:
        kitchen = Client(proxy.port).sign_in(device="kitchen-main")
        diners = [Diner(proxy.port, person, stop) for person in PEOPLE]
        readers = [Reader(proxy.port, stop) for _ in range(3)]
        screen = Screen(proxy.port, kitchen.token, stop)
        workers = [*diners, *readers, screen]
        for worker in workers:
            worker.start()
        wait_until(lambda: all(diner.ordered for diner in diners))
        for _ in range(5 if pytestconfig.getoption("--long") else 1):
            for node in running:
                restart(node)
        count = sum(len(diner.ordered) for diner in diners)
        wait_until(
            lambda: sum(len(diner.ordered) for diner in diners) > count + len(diners), lambda: str([diner.failures for diner in diners]))
        acknowledged = {order for diner in diners for order in diner.ordered}
        wait_until(lambda: acknowledged <= screen.seen, lambda: f"{acknowledged - screen.seen} were not shown")
        stop.set()
        for worker in (*diners, *readers):
            worker.join(PATIENCE_SECONDS)
        failures = [failure for worker in workers for failure in worker.failures]
        assert failures == [], f"{failures} {proxy.log.read_text()[-2000:]}"
        assert sum(reader.count for reader in readers) > 100
        acknowledged = {order for diner in diners for order in diner.ordered}
        kept = postgres.query(running[0].database, "SELECT id FROM orders")
        assert {row[0] for row in kept} == acknowledged and len(kept) == len(acknowledged)
        # The screen was sent to another node at least as often as its node ended.
        assert screen.streams > 1
    finally:
        stop.set()
        proxy.stop()


def test_a_node_that_is_asked_to_end_says_so_serves_on_and_ends_its_streams(nodes):
    node, other = nodes("first", drain=60), nodes("second")
    kitchen = Client(node.port).sign_in(device="kitchen-main")
    ada = Client(node.port).sign_in(person="ada")
    with FeedStream(kitchen, "cafe/main-cafe/kitchen") as stream:
        node.process.send_signal(signal.SIGTERM)
        wait_until(lambda: status(node, "/readyz")[0] == 503)
        # The stream ends, and everything else is served.
        while stream.answer.readline():
            pass
    code, problem, headers = status(node, "/readyz")
    assert (code, problem["code"], headers["connection"]) == (503, "stopping", "close")
    assert status(node, "/healthz")[0] == 200
    with FeedStream(kitchen, "cafe/main-cafe/kitchen") as stream:
        assert stream.status == 503
    order = ada.order("main-cafe", [line("espresso")])
    # The duty of the sender is the other node's long before the first has ended.
    wait_until(lambda: "vicinity_sender 1" in metrics(other))
    assert "vicinity_sender 0" in metrics(node) and "vicinity_ready 0" in metrics(node)
    assert other.client(person="ada").get(f"/api/v1/orders/{order['id']}")["id"] == order["id"]
    # Whoever asks again does not want to wait.
    assert node.is_running
    node.process.send_signal(signal.SIGTERM)
    assert node.process.wait(timeout=PATIENCE_SECONDS) == 0
    assert "Serving for another 60 s" in node.log.read_text()


def test_what_a_node_is_sending_when_it_ends_is_sent_once(nodes):
    receiver, calls = Receiver(), []

    def answer_after_three_seconds(count):
        calls.append(count)
        return "slow"

    receiver.rules["/hook"] = answer_after_three_seconds
    try:
        node = nodes("first", "--outgoing-host", "127.0.0.1", drain=20)
        other = nodes("second", "--outgoing-host", "127.0.0.1")
        omar = Client(node.port).sign_in(person="omar")
        hook = {"label": "Log", "url": f"{receiver.url}/hook", "form": "standard", "events": ["order.placed"]}
        assert omar.send("POST", "/api/v1/webhooks", hook).status == 201
        ada = Client(other.port).sign_in(person="ada")
        ada.order("main-cafe", [line("espresso")])
        wait_until(lambda: calls)
        node.process.send_signal(signal.SIGTERM)
        # The other node sends the next one, and not the first again.
        ada.order("main-cafe", [line("espresso")])
        wait_until(lambda: "vicinity_sender 1" in metrics(other))
        wait_until(lambda: len({call.headers["webhook-id"] for call in receiver.to("/hook")}) == 2)
        assert calls == [1, 2]
        assert node.is_running
    finally:
        receiver.stop()


def metrics(node):
    with urllib.request.urlopen(f"{node.url}/metrics", timeout=PATIENCE_SECONDS) as answer:
        return answer.read().decode()


def test_a_node_ends_by_itself_when_a_newer_program_has_changed_the_schema_and_writes_nothing_more(nodes, postgres):
    node, busy = nodes("first"), nodes("second")
    busy_ada = Client(busy.port).sign_in(person="ada")
    busy_ada.order("main-cafe", [line("espresso")])
    # A step that the program bears changes nothing for it, even when it starts again.
    postgres.query(node.database, "UPDATE vicinity_schema SET version = 9998")
    busy_ada.order("main-cafe", [line("espresso")])
    restart(node)
    Client(node.port).sign_in(person="ada").order("main-cafe", [line("espresso")])
    count = postgres.query(node.database, "SELECT count(*) FROM orders")
    quote = busy_ada.quote("main-cafe", [line("espresso")])
    # A node that has not looked yet is refused by the server of the database, in the transaction itself.
    postgres.query(node.database, "UPDATE vicinity_schema SET version = 9999, oldest = 9999")
    body = {"cafe": "main-cafe", "lines": [line("espresso")], "expectedTotal": quote["total"]}
    answer = busy_ada.send("POST", "/api/v1/orders", body, idempotency_key=uuid.uuid4().hex)
    assert (answer.status, answer.json["code"]) == (503, "stopping")
    for ending in (node, busy):
        assert ending.process.wait(timeout=PATIENCE_SECONDS) == 1
        assert "A newer program has changed the schema" in ending.log.read_text()
    assert postgres.query(node.database, "SELECT count(*) FROM orders") == count
    # It does not start again either, and leaves the schema alone.
    ended = subprocess.run(node.command, capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=False)
    assert ended.returncode == 1 and "9999" in ended.stderr, ended
    assert postgres.query(node.database, "SELECT version FROM vicinity_schema") == [["9999"]]
