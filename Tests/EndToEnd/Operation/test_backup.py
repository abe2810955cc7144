"""Backup of a server at work, restore after its disk is lost, and what is said of a damaged file."""

import http.client
import json
import pathlib
import shutil
import sqlite3
import stat
import threading

from campus import Campus
from client import Client, line
from command_line import assert_refused, vicinity
from demo_server import ROOT
from server import free_port
from waiting import wait_until

OPENING_BALANCE = 1_000_000
PEOPLE = [f"diner-{number}" for number in range(8)]
LINES = [line("espresso")]
PRICE = 220


class Diner(threading.Thread):
    """Orders one after the other, as fast as the limit of a person allows, until told to stop."""

    def __init__(self, server, person):
        super().__init__(daemon=True)
        self.client = server.client(person=person)
        self.person = person
        self.acknowledged = []
        self.is_over = threading.Event()
        self.failure = None

    def run(self):
        body = {"cafe": "main-cafe", "lines": LINES, "expectedTotal": {"amount": PRICE, "currency": "EUR"}}
        try:
            # A person may order 30 times in a minute.
            for number in range(29):
                answer = self.client.send("POST", "/api/v1/orders", body, idempotency_key=f"{self.person}-{number}")
                assert answer.status == 201, answer
                self.acknowledged.append(answer.json["id"])
                if self.is_over.wait(0.02):
                    return
        except (OSError, http.client.HTTPException) as failure:
            self.failure = failure


def campus_of_diners():
    campus = Campus().give_everybody(OPENING_BALANCE, "EUR")
    first = {name: value for name, value in campus.content["people"][0].items() if name != "badge"}
    campus.content["people"] += [{**first, "id": name, "name": name.title()} for name in PEOPLE]
    return campus


def database(path):
    return "--database", f"sqlite:{path}"


def succeed(*arguments):
    ended = vicinity(*arguments)
    assert ended.returncode == 0, ended
    return ended


def rows(path, query):
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        return connection.execute(query).fetchall()
    finally:
        connection.close()


def test_a_backup_of_a_server_at_work_restores_to_a_working_service_C122(serve, tmp_path):
    server = serve(campus_of_diners())
    diners = [Diner(server, person) for person in PEOPLE]
    for diner in diners:
        diner.start()
    wait_until(lambda: min(len(diner.acknowledged) for diner in diners) >= 3)
    before = {diner.person: list(diner.acknowledged) for diner in diners}
    backup = tmp_path / "backup.db"
    succeed("backup", backup, *database(server.database))
    server.kill()
    for diner in diners:
        diner.join(timeout=60)
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    assert "ok       balances" in succeed("verify", backup).stdout
    # Every order that was acknowledged when the backup began is in it.
    kept = {identifier for identifier, in rows(backup, "SELECT id FROM orders")}
    assert {identifier for orders in before.values() for identifier in orders} <= kept
    restored = succeed("restore", backup, *database(server.database))
    replaced = next(server.database.parent.glob("*.before-restore-*"))
    assert str(replaced) in restored.stdout
    # The replaced database is whole: a killed server's log was taken in.
    all_orders = {identifier for diner in diners for identifier in diner.acknowledged}
    assert all_orders <= {identifier for identifier, in rows(replaced, "SELECT id FROM orders")}
    server.start()
    # A session of before is over.
    answer = Client(server.port, diners[0].client.token).send("GET", "/api/v1/orders")
    assert answer.status == 401, answer
    for diner in diners:
        client = server.client(person=diner.person)
        found = [order["id"] for order in client.orders()]
        assert set(before[diner.person]) <= set(found) <= kept
        assert client.balance("EUR") == OPENING_BALANCE - PRICE * len(found)
    assert server.client(person="ada").order("main-cafe", LINES)["stage"]
    assert "ok       feed" in succeed("verify", *database(server.database)).stdout


def test_a_reader_of_the_feed_loads_again_after_a_restore(serve, tmp_path):
    server = serve(campus_of_diners())
    server.client(person=PEOPLE[0]).order("main-cafe", LINES)
    backup = tmp_path / "backup.db"
    succeed("backup", backup, *database(server.database))
    server.client(person=PEOPLE[0]).order("main-cafe", LINES)
    seen = server.rows("SELECT max(number) FROM feed")[0][0]
    server.stop()
    succeed("restore", backup, *database(server.database))
    server.start()
    # More new changes than the backup lacks would hide from a reader that its number is of another past.
    for person in PEOPLE[:4]:
        server.client(person=person).order("main-cafe", LINES)
    cook = server.client(device="kitchen-main")
    assert cook.get("/api/v1/cafes/main-cafe/tickets")["asOf"] > seen
    for number in (1, seen):
        cook.connection.request(
            "GET", f"/api/v1/feed?topics=cafe/main-cafe/kitchen&after={number}",
            headers={"Authorization": f"Bearer {cook.token}"})
        assert b"event: reset" in cook.connection.getresponse().read()


def test_a_served_database_is_verified_and_not_restored(serve, tmp_path):
    server = serve(campus_of_diners())
    backup = tmp_path / "backup.db"
    succeed("backup", backup, *database(server.database))
    assert_refused(vicinity("backup", backup, *database(server.database)), 1, "--force replaces it")
    succeed("backup", backup, *database(server.database), "--force")
    assert "ok       file" in succeed("verify", *database(server.database)).stdout
    assert_refused(vicinity("restore", backup, *database(server.database)), 1, "Another server serves the database")
    assert_refused(vicinity("backup", server.database, *database(server.database), "--force"), 2, "the database itself")
    assert {file.name for file in tmp_path.glob("*backup*")} == {"backup.db", "backup.db.sha256"}
    assert server.client(person=PEOPLE[0]).order("main-cafe", LINES)


def test_one_flipped_byte_is_found_wherever_it_is(serve, tmp_path):
    server = serve(campus_of_diners())
    server.client(person=PEOPLE[0]).order("main-cafe", LINES)
    backup = tmp_path / "backup.db"
    succeed("backup", backup, *database(server.database))
    server.stop()
    whole = backup.read_bytes()
    # In the heading of the file, in that of a page, and in what an order says.
    for offset in (20, 4096, whole.index(b"espresso") + 3):
        damaged = bytearray(whole)
        damaged[offset] ^= 0x20
        backup.write_bytes(damaged)
        ended = vicinity("verify", backup)
        assert ended.returncode == 1 and "damaged  digest" in ended.stdout, ended
        assert "is damaged" in ended.stderr
        assert_refused(vicinity("restore", backup, *database(server.database)), 1, "is damaged")
    # Without the digest SQLite still finds the damage of a page, and names it.
    (tmp_path / "backup.db.sha256").unlink()
    damaged = bytearray(whole)
    damaged[4096] ^= 0x20
    backup.write_bytes(damaged)
    ended = vicinity("verify", backup)
    assert ended.returncode == 1 and "damaged  file" in ended.stdout, ended
    server.start()


def test_a_backup_is_restored_where_there_is_no_database_or_a_damaged_one(serve, tmp_path):
    server = serve(campus_of_diners())
    server.client(person=PEOPLE[0]).order("main-cafe", LINES)
    backup = tmp_path / "backup.db"
    succeed("backup", backup, *database(server.database))
    server.stop()
    new = tmp_path / "new" / "vicinity.db"
    succeed("restore", backup, *database(new))
    assert len(rows(new, "SELECT id FROM orders")) == 1
    server.database.write_bytes(b"no database at all" * 1000)
    assert "damaged" in succeed("restore", backup, *database(server.database)).stderr
    server.start()
    assert len(server.rows("SELECT id FROM orders")) == 1


def test_the_doctor_examines_a_server_that_runs_and_one_that_cannot(serve, tmp_path):
    server = serve(campus_of_diners())
    web = pathlib.Path(server.command[server.command.index("--web") + 1])
    options = (*database(server.database), "--web", web, "--listen", f"127.0.0.1:{server.port}")
    ended = vicinity("doctor", *options)
    assert ended.returncode == 0, ended
    found = {diagnosis["subject"]: diagnosis for diagnosis in json.loads(succeed("doctor", *options, "--json").stdout)}
    assert found["port"]["verdict"] == "ok" and "server serves the database" in found["port"]["finding"]
    assert found["database"]["verdict"] == "ok" and found["web"]["verdict"] == "ok"
    incomplete = tmp_path / "Web"
    shutil.copytree(web, incomplete)
    (incomplete / "Shared" / "index.html").unlink()
    ended = vicinity(
        "doctor", *database(tmp_path / "other.db"), "--web", incomplete, "--listen", f"127.0.0.1:{server.port}")
    assert ended.returncode == 1 and "Wrong: port, web." in ended.stderr, ended
    assert "index.html" in ended.stdout and "a server of Vicinity with another database answers" in ended.stdout


def test_the_doctor_examines_what_the_settings_file_says(tmp_path):
    settings = tmp_path / "vicinity.conf"
    options = f"database = sqlite:{tmp_path / 'vicinity.db'}\nweb = {ROOT / 'Web'}\nlisten = 0.0.0.0:{free_port()}\n"
    settings.write_text(options)
    ended = vicinity("doctor", "--config", settings)
    # As the server, which does not start with these.
    assert ended.returncode == 1 and "Wrong: certificate." in ended.stderr, ended
    assert "wrong    certificate  The server refuses to start" in ended.stdout
    settings.write_text(options + "trusted-proxy = 192.0.2.20\n")
    assert "Trusted: 192.0.2.20." in succeed("doctor", "--config", settings).stdout
    # The command line goes before the file.
    address = f"127.0.0.1:{free_port()}"
    assert f"{address.partition(':')[2]} is free" in succeed("doctor", "--config", settings, "--listen", address).stdout
    settings.write_text("lisen = 127.0.0.1:80\n")
    assert_refused(vicinity("doctor", "--config", settings), 2, "vicinity.conf:1: There is no setting")
