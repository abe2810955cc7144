"""Backups of a database on PostgreSQL with its own tools, and what verify, doctor and backup say of one."""

import contextlib
import json
import pathlib
import re
import shutil
import subprocess
import threading
import uuid

import pytest

from campus import Campus
from client import Client, line
from command_line import assert_refused, vicinity
from demo_server import ROOT
from postgres_server import PostgresNode, PostgresServer
from waiting import PATIENCE_SECONDS, wait_until

PEOPLE = ["ada", "kenji", "lucia"]
CHECKS = ["tables", "schema", "references", "ledger", "balances", "orders", "payments", "pickups", "attendance", "feed"]


class Lunch:
    """Orders at a node until told to stop."""

    def __init__(self, node):
        self.orders = []
        self.is_over = threading.Event()
        self.threads = [threading.Thread(target=self.order, args=(node, person), daemon=True) for person in PEOPLE]
        for thread in self.threads:
            thread.start()

    def order(self, node, person):
        client = Client(node.port).sign_in(person=person)
        # Nobody may order more than 30 times a minute, and a test has two lunches.
        for _ in range(12):
            self.orders.append(client.order("main-cafe", [line("espresso")], key=uuid.uuid4().hex)["id"])
            if self.is_over.wait(0.3):
                return

    def stop(self):
        self.is_over.set()
        for thread in self.threads:
            thread.join(PATIENCE_SECONDS)
        return set(self.orders)


@contextlib.contextmanager
def serving(postgres, database, folder):
    folder.mkdir(exist_ok=True)
    campus = Campus().give_everybody(1_000_000, "EUR").write(folder / "campus.json")
    node = PostgresNode(postgres.address(database), folder / database, campus)
    with node.running():
        yield node


def orders(postgres, database):
    return {row[0] for row in postgres.query(database, "SELECT id FROM orders") if row[0]}


def verified(address):
    """The names of the checks that found everything in order."""
    ended = vicinity("verify", "--database", address)
    assert ended.returncode == 0, ended
    lines = [text.split() for text in ended.stdout.splitlines()]
    assert {words[0] for words in lines} == {"ok"}, ended.stdout
    return [words[1] for words in lines]


def prepare(address):
    ended = vicinity("restore", "--database", address)
    assert ended.returncode == 0 and "All sessions have ended" in ended.stdout, ended


def programs():
    """Where PostgreSQL's own programs are that are not on the path."""
    return sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"))[-1]


def assert_serves(postgres, database, folder, expected):
    """A node serves what was restored: what was ordered is there, and new orders go on beyond."""
    before = int(postgres.query(database, "SELECT max(number) FROM feed")[0][0])
    with serving(postgres, database, folder) as node:
        ada = Client(node.port).sign_in(person="ada")
        made = ada.order("main-cafe", [line("espresso")], key=uuid.uuid4().hex)
        assert orders(postgres, database) == expected | {made["id"]}
        assert int(postgres.query(database, "SELECT max(number) FROM feed")[0][0]) > before
        assert postgres.query(database, "SELECT count(DISTINCT sequence) = count(*) FROM orders") == [["t"]]
        assert verified(postgres.address(database)) == CHECKS


def test_a_dump_taken_under_load_verifies_and_is_served_and_has_what_was_acknowledged(postgres, tmp_path):
    database, copy = postgres.new_database(), postgres.new_database()
    with serving(postgres, database, tmp_path) as node:
        lunch = Lunch(node)
        wait_until(lambda: len(lunch.orders) > 5)
        acknowledged = set(lunch.orders)
        assert verified(postgres.address(database)) == CHECKS
        dump = tmp_path / "vicinity.dump"
        subprocess.run(["pg_dump", "--format=custom", f"--file={dump}", postgres.address(database)], check=True)
        later = lunch.stop()
    subprocess.run(["pg_restore", "--no-owner", "--exit-on-error", f"--dbname={postgres.address(copy)}", dump], check=True)
    kept = orders(postgres, copy)
    assert acknowledged <= kept <= later
    assert verified(postgres.address(copy)) == CHECKS
    last = int(postgres.query(copy, "SELECT max(number) FROM feed")[0][0])
    prepare(postgres.address(copy))
    assert int(postgres.query(copy, "SELECT max(number) FROM feed")[0][0]) == last + 1_000_000_000
    assert postgres.query(copy, "SELECT count(*) FROM sessions") == [["0"]]
    assert_serves(postgres, copy, tmp_path, kept)


def test_verify_finds_damage_and_doctor_the_settings_and_backup_names_the_tools(postgres, tmp_path):
    database = postgres.new_database()
    address = postgres.address(database)
    ended = vicinity("doctor", "--json", "--database", address, "--web", ROOT / "Web")
    found = {one["subject"]: one for one in json.loads(ended.stdout)}
    assert found["database"]["verdict"] == "warning" and "no tables" in found["database"]["finding"]
    other = postgres.new_database()
    postgres.query(other, "CREATE TABLE somebodys (id int)")
    assert re.search(
        r"^wrong +database +There are other tables", vicinity("doctor", "--database", postgres.address(other)).stdout, re.M)
    # The server of the tests does not wait for its disk, which no server of anybody else should do.
    assert found["durability"]["verdict"] == "wrong" and "fsync is off" in found["durability"]["finding"]
    assert ended.returncode == 1 and "durability" in ended.stderr
    assert_refused(vicinity("restore", "--database", address), 1, "no workplace")
    assert_refused(vicinity("restore", "--database", f"sqlite:{tmp_path}/nothing.db"), 2, "vicinity restore FILE")
    assert found["connection"]["verdict"] == "warning"
    for subject in ("server", "connections", "timeouts", "time zones", "clocks"):
        assert found[subject]["verdict"] == "ok", found[subject]
    with serving(postgres, database, tmp_path) as node:
        Client(node.port).sign_in(person="ada").order("main-cafe", [line("espresso")], key="one-order")
        assert_refused(vicinity("restore", "--database", address), 1, "Stop them first")
    ended = vicinity("doctor", "--database", address)
    assert re.search(r"^ok +database ", ended.stdout, re.M), ended.stdout
    postgres.query(database, "SET session_replication_role = replica; UPDATE meal_balances SET amount = amount + 1")
    ended = vicinity("verify", "--database", address)
    assert ended.returncode == 1 and re.search(r"^damaged +balances ", ended.stdout, re.M), ended
    # A password stays out of sight.
    hidden = vicinity("verify", "--database", "postgres://vicinity:secret@127.0.0.1:1/nothing")
    assert hidden.returncode == 1 and "secret" not in hidden.stdout + hidden.stderr
    for command, tool in (("backup", "pg_dump"), ("restore", "pg_restore")):
        assert_refused(vicinity(command, tmp_path / "file", "--database", address), 2, tool, "docs/postgresql.md")


@pytest.mark.long
def test_a_restore_to_a_point_in_time_has_what_was_ordered_before_it_and_nothing_after(tmp_path):
    server = PostgresServer()
    restored = None
    try:
        archive, base = server.folder / "archive", server.folder / "base"
        server.as_owner("mkdir", archive)
        server.stop()
        # As the page says.
        server.configure(
            f"wal_level = replica\narchive_mode = on\narchive_command = 'test ! -f {archive}/%f && cp %p {archive}/%f'\n"
            "fsync = on\nfull_page_writes = on\n")
        server.start()
        database = server.new_database()
        with serving(server, database, tmp_path) as node:
            lunch = Lunch(node)
            wait_until(lambda: len(lunch.orders) > 5)
            server.as_owner(
                programs() / "pg_basebackup", f"--pgdata={base}", "--checkpoint=fast", f"--host={server.folder}/socket", "--username=vicinity")
            wait_until(lambda: len(lunch.orders) > 15)
            before = lunch.stop()
            moment = server.query(database, "SELECT clock_timestamp()")[0][0]
            # The server compares times of commits: later ones must differ.
            wait_until(lambda: server.query(database, f"SELECT clock_timestamp() > '{moment}'::timestamptz + '1 second'") == [["t"]])
            after = Lunch(node)
            wait_until(lambda: len(after.orders) > 3)
            after.stop()
        last = server.query(database, "SELECT pg_walfile_name(pg_switch_wal())")[0][0]
        wait_until(lambda: (archive / last).exists())
        # The machine is lost, and another one begins with the base backup and the archive.
        server.crash()
        restored = PostgresServer(server.folder.with_name(server.folder.name + "-restored"), starts=False)
        restored.folder.mkdir()
        shutil.copytree(base, restored.folder / "data", copy_function=shutil.copy2)
        (restored.folder / "data").chmod(0o700)
        (restored.folder / "data" / "recovery.signal").touch()
        restored.configure(
            f"unix_socket_directories = '{restored.folder}/socket'\narchive_mode = off\nrestore_command = 'cp {archive}/%f %p'\n"
            f"recovery_target_time = '{moment}'\nrecovery_target_action = 'promote'\n")
        restored.start()
        wait_until(lambda: restored.query(database, "SELECT pg_is_in_recovery()") == [["f"]])
        kept = orders(restored, database)
        assert kept == before, (len(kept), len(before))
        assert verified(restored.address(database)) == CHECKS
        prepare(restored.address(database))
        assert_serves(restored, database, tmp_path / "restored", kept)
    finally:
        if restored is not None:
            restored.remove()
        server.remove()
