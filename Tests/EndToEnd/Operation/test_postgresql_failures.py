"""What nodes do when the disk of PostgreSQL is full, when a standby takes over, and when a cable is pulled.

Long, and needs root for a small disk and for a network of its own.
"""

import contextlib
import os
import pathlib
import subprocess
import threading
import time
import uuid

import pytest

from cable import Cable
from client import Client
from cluster import BROKEN, CAFE, TEA, Cluster, Person, campus_of_buyers, run
from history import Balance, Recorder
from postgres_server import PostgresNode, PostgresServer
from waiting import LOOK_EVERY_SECONDS, PATIENCE_SECONDS, wait_until

pytestmark = pytest.mark.long
BUYERS = [f"buyer-{number}" for number in range(40)]
DISK = "256m"
RECOVERED_WITHIN_SECONDS = 30


@pytest.fixture
def small_disk(tmp_path):
    """A disk of its own for the data of a server."""
    if os.geteuid() != 0:
        pytest.skip("only root mounts a disk")
    folder = pathlib.Path("/tmp") / f"vicinity-disk-{os.getpid()}"
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK},mode=755", "tmpfs", folder], check=True)
    yield folder
    subprocess.run(["umount", folder], check=True)
    folder.rmdir()


def fill(folder):
    """Takes all that is free."""
    filler = folder / "filler"
    with contextlib.suppress(OSError), filler.open("ab", buffering=0) as output:
        while True:
            output.write(bytes(4096))
    return filler


def test_a_full_disk_is_refused_clearly_and_work_goes_on_when_there_is_room(small_disk, tmp_path, request):
    postgres = PostgresServer(folder=small_disk / "postgres")
    request.addfinalizer(postgres.remove)
    campus = campus_of_buyers(BUYERS)
    with contextlib.ExitStack() as stack:
        cluster = stack.enter_context(Cluster(postgres, tmp_path, campus, nodes=2))
        people = [Person(cluster, name, first=number % 2) for number, name in enumerate(BUYERS)]
        total = people[0].total(TEA)
        clients = []
        for person in people:
            person.balance()
            clients.append(Client(cluster.nodes[person.place].port, person.token))
        body = {"cafe": CAFE, "lines": TEA, "expectedTotal": total}
        acknowledged, refused = {}, {}

        def order_until_refused():
            """Orders with new keys until an order is refused; returns the status and the code."""
            for turn in range(25):
                for client in clients:
                    key = uuid.uuid4().hex
                    try:
                        answer = client.send("POST", "/api/v1/orders", body, idempotency_key=key)
                    except BROKEN:
                        refused[key] = client
                        return None, "connection"
                    if answer.status != 201:
                        refused[key] = client
                        return answer.status, answer.json["code"]
                    acknowledged[key] = answer.json["id"]
            raise AssertionError("every order was accepted on a full disk")

        for number, client in enumerate(clients[:10]):
            answer = client.send("POST", "/api/v1/orders", body, idempotency_key=f"before-{number}")
            acknowledged[f"before-{number}"] = answer.json["id"]
        filler = fill(small_disk)
        found = order_until_refused()
        print(f"refused after {len(acknowledged)} orders: {found}")
        assert found == (503, "disk-full")
        # Reads go on, and both nodes say that they cannot store.
        assert clients[0].send("GET", "/api/v1/account").status == 200
        wait_until(lambda: all(node.answers("GET", "/readyz") == (503, "disk-full") for node in cluster.nodes),
                   lambda: [node.answers("GET", "/readyz") for node in cluster.nodes])
        filler.unlink()
        freed = time.monotonic()
        wait_until(lambda: all(node.is_ready() for node in cluster.nodes), patience=RECOVERED_WITHIN_SECONDS)
        print(f"ready {time.monotonic() - freed:.1f} s after there was room")
        for key, client in list(refused.items()):
            answer = client.send("POST", "/api/v1/orders", body, idempotency_key=key)
            assert answer.status == 201, answer
            acknowledged[key] = answer.json["id"]
        refused.clear()

        # With no room for its log the server ends itself. A node finds it away then, and goes on when it is back.
        filler = fill(small_disk)
        filling = "SELECT pg_logical_emit_message(false, 'fill', repeat('x', 1000000)) FROM generate_series(1, 400)"
        with contextlib.suppress(subprocess.CalledProcessError):
            cluster.query(filling)
        codes = set()
        deadline = time.monotonic() + PATIENCE_SECONDS
        while "database-away" not in codes and time.monotonic() < deadline:
            for node in cluster.nodes:
                codes.add(node.answers("GET", "/readyz")[1])
            time.sleep(LOOK_EVERY_SECONDS)
        print(f"without room for the log: {codes}")
        assert codes <= {"database-away", "disk-full", None} and "database-away" in codes
        filler.unlink()
        # The operator starts the server, unless it has come back by itself.
        postgres.was_killed = True
        postgres.start()
        wait_until(lambda: all(node.is_ready() for node in cluster.nodes), patience=RECOVERED_WITHIN_SECONDS)
        answer = clients[0].send("POST", "/api/v1/orders", body, idempotency_key="last")
        assert answer.status == 201, answer
        acknowledged["last"] = answer.json["id"]
        kept = [row[0] for row in cluster.query("SELECT id FROM orders")]
        assert sorted(kept) == sorted(acknowledged.values())
        assert cluster.query("SELECT max(number) - min(number) + 1 = count(*) FROM feed") == [["t"]]


class Standby(PostgresServer):
    """A copy of a server that follows its log, and can take its place."""

    def __init__(self, primary):
        folder = primary.folder.with_name(primary.folder.name + "-standby")
        self.primary = primary
        self.programs = next(iter(sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)))
        (folder / "socket").mkdir(parents=True)
        owner = primary.folder.stat()
        for made in (folder, folder / "socket"):
            os.chown(made, owner.st_uid, owner.st_gid)
        self.as_owner(
            folder, "pg_basebackup", "--pgdata", folder / "data", "--host", primary.folder / "socket", "--username", "vicinity",
            "--write-recovery-conf", "--wal-method", "stream", "--checkpoint", "fast")
        with (folder / "data" / "postgresql.conf").open("a") as settings:
            settings.write(f"unix_socket_directories = '{folder}/socket'\n")
        super().__init__(folder=folder)

    def as_owner(self, folder, program, *arguments):
        owner = self.primary.folder.stat()
        command = [self.programs / program, *arguments]
        if os.geteuid() == 0:
            command = ["setpriv", "--reuid", str(owner.st_uid), "--regid", str(owner.st_gid), "--clear-groups", *command]
        subprocess.run(command, check=True, cwd=folder, capture_output=True, timeout=PATIENCE_SECONDS)

    def promote(self):
        self.as_owner(self.folder, "pg_ctl", "--pgdata", self.folder / "data", "--wait", "promote")


def naming_both(primary, standby):
    """Changes the address of a node so that it names both servers. libpq uses the one that takes writes."""

    def change(node):
        place = node.command.index("--database") + 1
        database = node.command[place].rpartition("/")[2].partition("?")[0]
        node.command[place] = (
            f"postgres:///{database}?host={primary.folder}/socket,{standby.folder}/socket&user=vicinity&target_session_attrs=read-write")

    return change


def test_a_standby_that_takes_over_has_everything_that_was_acknowledged(tmp_path, request):
    """With `synchronous_standby_names`; without it, the last transactions before the fall may be missing."""
    primary = PostgresServer()
    request.addfinalizer(primary.remove)
    # The standby copies all of the server, so that it also has databases that are made later.
    standby = Standby(primary)
    request.addfinalizer(standby.remove)
    primary.query("postgres", "ALTER SYSTEM SET synchronous_standby_names = '*'")
    primary.query("postgres", "SELECT pg_reload_conf()")
    wait_until(lambda: primary.query("postgres", "SELECT sync_state FROM pg_stat_replication") == [["sync"]])
    campus = campus_of_buyers(BUYERS, balance=100_000)
    with Cluster(primary, tmp_path, campus, nodes=2, changed=naming_both(primary, standby)) as cluster:
        recorder = Recorder()
        names = BUYERS[:6]
        people = {name: [Person(cluster, name, recorder, first) for first in (0, 1)] for name in names}
        total = people[names[0]][0].total(TEA)
        placed = []

        def trade(seconds):
            end = time.monotonic() + seconds

            def work(person, turn):
                while time.monotonic() < end:
                    if turn == 0:
                        placed.append(person.pays(TEA, total, CAFE))
                    person.looks_at_the_account()
                    person.move_on()
                    time.sleep(0.3)

            return [lambda person=person, turn=turn: work(person, turn) for each in people.values() for turn, person in enumerate(each)]

        took = {}

        def fail_over():
            time.sleep(3)
            fell = time.monotonic()
            primary.kill()
            # As an operator or a tool does who has seen that the first server is gone.
            standby.promote()
            promoted = time.monotonic()
            wait_until(lambda: all(node.is_ready() for node in cluster.nodes))
            took.update(promoted=promoted - fell, ready=time.monotonic() - promoted)

        run([*trade(12), fail_over])
        cluster.postgres = standby
        print({name: f"{seconds:.1f} s" for name, seconds in took.items()}, f"{len(placed)} orders")
        kept = [row[0] for row in cluster.query("SELECT id FROM orders")]
        assert sorted(kept) == sorted(placed)
        for name in names:
            recorder.check(("account", name), Balance(100_000))
        assert cluster.query("SELECT max(number) - min(number) + 1 = count(*) FROM feed") == [["t"]]
        assert took["ready"] < 10


class FarNode(PostgresNode):
    """A node on a machine of its own, which reaches the server over a cable."""

    def __init__(self, cable, database, folder, campus):
        self.cable = cable
        super().__init__(f"postgres://vicinity@{cable.near}/{database}", folder)
        self.command[self.command.index("--campus") + 1] = str(campus)
        self.command = [*cable.prefix, *self.command]

    def _is_ready(self):
        return self.cable.there(super()._is_ready)

    def ask(self, method, path, body=None, token=None, **headers):
        def send():
            client = Client(self.port, token)
            client.connection.timeout = 20
            answer = client.send(method, path, body, **headers)
            return answer.status, answer.json.get("code") if answer.status >= 400 else answer.json

        return self.cable.there(send)


@pytest.fixture
def cable():
    if os.geteuid() != 0:
        pytest.skip("only root makes a network namespace")
    cable = Cable()
    yield cable
    cable.remove()


def test_a_machine_whose_cable_is_pulled_says_so_and_another_takes_over(cable, tmp_path, request):
    """A real network: nobody closes a connection, and only the time limits of TCP and of the program find out."""
    postgres = PostgresServer()
    request.addfinalizer(postgres.remove)
    data = postgres.folder / "data"
    with (data / "postgresql.conf").open("a") as settings, (data / "pg_hba.conf").open("a") as rules:
        settings.write(f"listen_addresses = '{cable.near}'\n")
        rules.write(f"host all vicinity {cable.far}/32 trust\n")
    postgres.crash()
    postgres.start()
    database = postgres.new_database()
    file = campus_of_buyers(BUYERS).write(tmp_path / "campus.json")
    far = FarNode(cable, database, tmp_path / "far", file)
    near = PostgresNode(postgres.address(database), tmp_path / "near")
    near.command[near.command.index("--campus") + 1] = str(file)
    with contextlib.ExitStack() as stack:
        for node in (far, near):
            stack.enter_context(node.running())
        duty = "SELECT url FROM node_duties"
        assert postgres.query(database, duty) == [[far.url]]
        token, later = (far.ask("POST", "/api/v1/session", {"person": name, "bearer": True})[1]["token"] for name in BUYERS[:2])
        buyer = near.client(person=BUYERS[2])
        body = {"cafe": CAFE, "lines": TEA, "expectedTotal": buyer.quote(CAFE, TEA)["total"]}
        # Somebody orders at the far node all the time, so that a transaction may be open when the cable is pulled.
        is_over = threading.Event()

        def keep_ordering():
            while not is_over.is_set():
                with contextlib.suppress(*BROKEN):
                    far.ask("POST", "/api/v1/orders", body, token, idempotency_key=uuid.uuid4().hex)

        orders = threading.Thread(target=keep_ordering, daemon=True)
        orders.start()
        time.sleep(1)
        cable.pull()
        pulled = time.monotonic()
        took = {}

        def refused():
            wait_until(lambda: far.ask("GET", "/api/v1/account", token=token) == (503, "database-away"))
            took["refused"] = time.monotonic() - pulled

        def taken_over():
            wait_until(lambda: postgres.query(database, duty) == [[near.url]])
            took["taken over"] = time.monotonic() - pulled

        def ordered():
            answer = buyer.send("POST", "/api/v1/orders", body, idempotency_key=uuid.uuid4().hex)
            assert answer.status == 201, answer
            took["order at the other node"] = time.monotonic() - pulled

        run([refused, taken_over, ordered])
        is_over.set()
        cable.plug()
        plugged = time.monotonic()
        wait_until(far._is_ready)
        took["ready again"] = time.monotonic() - plugged
        orders.join(PATIENCE_SECONDS)
        print({name: f"{seconds:.1f} s" for name, seconds in took.items()})
        assert took["refused"] < 10 and took["taken over"] < 10 and took["order at the other node"] < 8
        assert far.ask("POST", "/api/v1/orders", body, later, idempotency_key="after")[0] == 201
        assert postgres.query(database, "SELECT max(number) - min(number) + 1 = count(*) FROM feed") == [["t"]]
