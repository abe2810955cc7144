"""Passkeys in requests, with soft-webauthn as the authenticator: other people's code agrees with the server."""

import contextlib
import hashlib
import sqlite3

import pytest

from accounts_server import ADMINISTRATOR, PASSWORD
from authenticators import SoftAuthenticator, by_name
from client import Client


class Caller(Client):
    """Comes by the server's name, as browsers do that have passkeys."""

    def _exchange(self, method, path, data, headers):
        return super()._exchange(method, path, data, {"host": f"localhost:{self.connection.port}", **headers})


@pytest.fixture
def administrator(accounts):
    return Caller(accounts.port).sign_in(name=ADMINISTRATOR, password=PASSWORD)


@pytest.fixture
def stranger(accounts):
    return Caller(accounts.port)


@pytest.fixture
def key_of():
    return lambda server: SoftAuthenticator(by_name(server.url))


@pytest.fixture
def key(accounts, key_of):
    return key_of(accounts)


def asked(caller, path):
    answer = caller.send("POST", path)
    assert answer.status == 200, answer
    return answer.json


def add(caller, key, name="Key"):
    request = asked(caller, "/api/v1/passkeys/options")
    body = {"name": name, "request": request["request"], "credential": key.create(request["options"])}
    return caller.send("POST", "/api/v1/passkeys", body)


def use(caller, key):
    """The answer of a browser that uses the key."""
    request = asked(caller, "/api/v1/session/passkey-options")
    return {"request": request["request"], "credential": key.get(request["options"])}


def sign_in(caller, passkey):
    return caller.send("POST", "/api/v1/session", {"passkey": passkey, "bearer": True})


def test_a_key_is_added_signs_in_and_proves(administrator, stranger, key):
    assert add(administrator, key).status == 204
    answer = sign_in(stranger, use(stranger, key))
    assert (answer.status, answer.json["principal"]["name"]) == (201, "Ada Lovelace")
    assert administrator.send("POST", "/api/v1/session/proof", {"passkey": use(administrator, key)}).status == 204
    [passkey] = administrator.get("/api/v1/passkeys")["passkeys"]
    assert (passkey["name"], "usedAt" in passkey) == ("Key", True)


def test_a_key_that_does_not_check_who_uses_it_is_refused(accounts, administrator):
    answer = add(administrator, SoftAuthenticator(by_name(accounts.url), checks=False))
    assert (answer.status, answer.json["code"]) == (422, "passkey-refused")


def test_an_answer_for_another_page_is_refused(administrator):
    answer = add(administrator, SoftAuthenticator("http://localhost.example"))
    assert (answer.status, answer.json["code"]) == (422, "passkey-refused")


def test_an_answer_works_once(administrator, stranger, key):
    request = asked(administrator, "/api/v1/passkeys/options")
    body = {"name": "Key", "request": request["request"], "credential": key.create(request["options"])}
    assert administrator.send("POST", "/api/v1/passkeys", body).status == 204
    assert administrator.send("POST", "/api/v1/passkeys", body).json["code"] == "passkey-request-over"
    passkey = use(stranger, key)
    assert sign_in(stranger, passkey).status == 201
    assert sign_in(stranger, passkey).json["code"] == "passkey-request-over"


def test_a_request_is_for_one_use(administrator, stranger, key):
    """What somebody who is signed in asked for lets nobody in."""
    assert add(administrator, key).status == 204
    request = asked(administrator, "/api/v1/passkeys/options")
    options = {**request["options"], "rpId": "localhost"}
    answer = sign_in(stranger, {"request": request["request"], "credential": key.get(options)})
    assert answer.json["code"] == "passkey-request-over"


def test_a_count_that_goes_back_is_refused_and_logged(administrator, stranger, key):
    assert add(administrator, key).status == 204
    assert sign_in(stranger, use(stranger, key)).status == 201
    key.device.sign_count = 0
    answer = sign_in(stranger, use(stranger, key))
    assert (answer.status, answer.json["code"]) == (403, "passkey-copied")
    entries = administrator.get("/api/v1/security-log")["entries"]
    assert ("sign-in-refused", "passkey counter did not grow") in [(entry["kind"], entry["detail"]) for entry in entries]


def test_another_name_and_removal(administrator, stranger, key):
    assert add(administrator, key).status == 204
    [passkey] = administrator.get("/api/v1/passkeys")["passkeys"]
    path = f"/api/v1/passkeys/{passkey['id']}"
    assert administrator.send("PATCH", path, {"name": "Blue key"}).status == 204
    [renamed] = administrator.get("/api/v1/passkeys")["passkeys"]
    assert renamed == {**passkey, "name": "Blue key"}
    # The password is another way in.
    assert administrator.send("DELETE", path).status == 204
    assert administrator.send("PATCH", path, {"name": "Gone"}).json["code"] == "unknown-passkey"
    assert sign_in(stranger, use(stranger, key)).json["code"] == "wrong-credentials"


def set_up(server, key):
    """Sets an installation up with a key, and returns the answer."""
    caller = Caller(server.port, server.link.partition("#")[2])
    who = {"name": "Ada Lovelace", "signInName": ADMINISTRATOR}
    outline = {
        "organisation": "Harbour Works", "language": "en", "site": "Pier 3", "timeZone": "Europe/Berlin", "latitude": 53.55,
        "longitude": 9.99, "cafe": "Harbour Café", "currency": "EUR",
    }
    request = caller.send("POST", "/api/v1/set-up/passkey-options", who).json
    passkey = {"name": "Key", "request": request["request"], "credential": key.create(request["options"])}
    return caller.send("POST", "/api/v1/set-up", {"administrator": {**who, "language": "en", "passkey": passkey}, "outline": outline})


def test_a_set_up_takes_a_passkey_and_goes_on_after_one_that_was_refused(serve_accounts, key_of):
    server = serve_accounts()
    key = key_of(server)
    assert set_up(server, SoftAuthenticator("http://elsewhere.example")).json["code"] == "passkey-refused"
    assert set_up(server, key).status == 201
    caller = Caller(server.port)
    answer = sign_in(caller, use(caller, key))
    assert (answer.status, answer.json["principal"]["name"]) == (201, "Ada Lovelace")


def test_w93_the_last_way_in_stays_and_recovery_codes_work_once_and_are_stored_as_digests(serve_accounts, key_of):
    server = serve_accounts()
    key = key_of(server)
    assert set_up(server, key).status == 201
    caller = Caller(server.port)
    caller.token = sign_in(caller, use(caller, key)).json["token"]
    codes = caller.send("POST", "/api/v1/recovery-codes").json["codes"]
    listed = caller.get("/api/v1/passkeys")
    assert listed["password"] is False
    path = f"/api/v1/passkeys/{listed['passkeys'][0]['id']}"
    # A list of codes on paper is not enough: it comes to an end.
    answer = caller.send("DELETE", path)
    assert (answer.status, answer.json["code"]) == (409, "last-way-in")
    assert add(caller, key_of(server), "Second").status == 204
    assert caller.send("DELETE", path).status == 204
    assert caller.send("PUT", "/api/v1/password", {"password": PASSWORD}).status == 204
    [second] = caller.get("/api/v1/passkeys")["passkeys"]
    assert caller.send("DELETE", f"/api/v1/passkeys/{second['id']}").status == 204
    recovered = {"name": ADMINISTRATOR, "recoveryCode": codes[3], "bearer": True}
    assert [Caller(server.port).send("POST", "/api/v1/session", recovered).status for _ in range(2)] == [201, 422]
    assert caller.get("/api/v1/recovery-codes")["left"] == 9
    with contextlib.closing(sqlite3.connect(server.database)) as connection:
        stored = {digest for digest, in connection.execute("SELECT digest FROM recovery_codes")}
    assert stored == {hashlib.sha256(code.replace("-", "").encode()).digest() for code in codes if code != codes[3]}


def test_without_a_name_of_the_server_there_are_no_passkeys(accounts):
    answer = Client(accounts.port).send("POST", "/api/v1/session/passkey-options")
    assert (answer.status, answer.json["code"]) == (409, "passkeys-unavailable")
