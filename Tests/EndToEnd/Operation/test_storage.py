"""What the server says, and keeps, when its disk or its file fails under it."""

import resource
import stat

from campus import Campus
from client import line
from command_line import vicinity
from waiting import wait_until

BODY = {"cafe": "main-cafe", "lines": [line("espresso")], "expectedTotal": {"amount": 220, "currency": "EUR"}}


def order(client, key):
    return client.send("POST", "/api/v1/orders", BODY, idempotency_key=key)


def readiness(client, status):
    """The answer once it has a status; the server keeps the outcome of a check for a second."""
    def ask():
        return client.send("GET", "/readyz")

    wait_until(lambda: ask().status == status, told=ask)
    return ask()


def assert_outage(client, code):
    """Nothing is ready, nothing is ordered, and both are said in a sentence. The process is healthy: a restart would not help."""
    for answer in (order(client, "refused"), readiness(client, 503)):
        assert (answer.status, answer.json["code"]) == (503, code), answer
        assert answer.json["detail"].endswith(".")
    assert client.send("GET", "/healthz").status == 200


def test_a_new_database_is_for_its_owner_alone(server):
    # Without the prepared database, so that the server makes a new one.
    server.stop()
    server.database.unlink()
    server.start()
    files = list(server.database.parent.glob(f"{server.database.name}*"))
    assert len(files) == 3
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


def test_a_disk_that_takes_no_more_is_said_and_heals_W148(server):
    # The signal of a file that is too large would end the process before it could say anything.
    server.stop()
    server.command = ["bash", "-c", "trap '' XFSZ; exec \"$@\"", "server", *server.command]
    server.start()
    client = server.client(person="ada")
    assert order(client, "before").status == 201
    _, hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (4096, hard))
    assert_outage(client, "disk-failed")
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (hard, hard))
    assert order(client, "refused").status == 201
    readiness(client, 200)
    assert "The disk of the database reported a failure." in server.log.read_text(encoding="utf-8")
    assert [row[0] for row in server.rows("SELECT key FROM idempotency_keys ORDER BY key")] == ["before", "refused"]


def test_orders_are_not_acknowledged_into_a_file_that_is_gone(server):
    client = server.client(person="ada")
    aside = server.database.with_name("aside")
    server.database.rename(aside)
    assert_outage(client, "database-moved")
    ended = vicinity("order", "espresso", "--cafe", "main-cafe", "--as", "ada", "--server", server.url, "--yes")
    assert ended.returncode == 1 and "(database-moved)" in ended.stderr, ended
    aside.rename(server.database)
    assert order(client, "refused").status == 201
    assert server.rows("SELECT count(*) FROM orders") == [(1,)]


def test_a_file_that_is_damaged_under_the_server_is_not_ready(server):
    client = server.client(person="ada")
    assert client.send("GET", "/readyz").status == 200
    whole = server.database.read_bytes()
    with server.database.open("r+b") as file:
        file.write(bytes(64))
    answer = readiness(client, 503)
    assert (answer.status, answer.json["code"]) == (503, "database-damaged")
    with server.database.open("r+b") as file:
        file.write(whole[:64])


def test_a_stream_ends_with_the_right_to_it(serve, tmp_path):
    campus = Campus()
    server = serve(campus)
    cook = server.client(device="kitchen-main")
    cook.connection.request(
        "GET", "/api/v1/feed?topics=cafe/main-cafe/kitchen", headers={"Authorization": f"Bearer {cook.token}"})
    stream = cook.connection.getresponse()
    assert stream.status == 200
    campus.content["devices"] = [device for device in campus.content["devices"] if device["id"] != "kitchen-main"]
    changed = campus.write(tmp_path / "without-the-kitchen.json")
    assert vicinity("import", changed, "--database", f"sqlite:{server.database}").returncode == 0
    # To its end; without one the connection would time out.
    assert b"event: beat" in stream.read()
    assert server.client(person="ada").send("GET", "/readyz").status == 200
