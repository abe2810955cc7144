"""A person who leaves: everything that acts as them ends at once, and what they did stays."""

import contextlib

from accounts_server import PASSWORD
from client import Client, line
from feed_stream import FeedStream
from refusals import refusal
from security_key import SecurityKey

# What a suspended person has open ends within this time.
ENDED_WITHIN_SECONDS = 5
GRANT = "grant_type=urn:ietf:params:oauth:grant-type:device_code"


def invite(administrator, *roles):
    body = {"name": "Mina Okafor", "signInName": "mina@example.org", "roles": ["employee", *roles], "language": "en"}
    balances = [{"amount": 5_000, "currency": "EUR"}]
    answer = administrator.send("POST", "/api/v1/people", {**body, "balances": balances})
    assert answer.status == 201, answer
    return answer.json


def begin_pairing(installation, purpose):
    device = Client(installation.port)
    code = device.send_form("/oauth/device_authorization", f"client_id={purpose}").json
    return device, code


def ask_for_token(device, code, purpose):
    return device.send_form("/oauth/token", f"{GRANT}&client_id={purpose}&device_code={code['device_code']}")


def test_what_acts_as_a_suspended_person_ends_within_seconds_and_what_they_did_stays(installation, administrator):
    invited = invite(administrator, "manager@cafe:main-cafe")
    installation.accept(invited["link"])
    mina, phone = (installation.signed_in("mina@example.org") for _ in range(2))
    key = SecurityKey(installation.port).add_to(mina)
    # A terminal that acts as her, one that she approved and that has not asked since, and a screen of her café.
    terminal, code = begin_pairing(installation, "terminal")
    assert mina.send("POST", f"/api/v1/pairings/{code['user_code']}/approval", {}).status == 204
    terminal.token = ask_for_token(terminal, code, "terminal").json["access_token"]
    late, late_code = begin_pairing(installation, "terminal")
    assert mina.send("POST", f"/api/v1/pairings/{late_code['user_code']}/approval", {}).status == 204
    screen = installation.pair_screen(mina, "Hot pass")
    proof = key.proof(Client(installation.port))
    link = administrator.send("POST", f"/api/v1/people/{invited['person']}/invitation").json["link"]
    order = mina.order("main-cafe", [line("espresso")])
    punch = mina.send("POST", "/api/v1/attendance/punches", {"kind": "in", "site": "berlin"}, idempotency_key="punch")
    assert punch.status == 201, punch
    kept = lasting(installation, invited["person"])

    with contextlib.ExitStack() as stack:
        topics = [f"person/{invited['person']}", "cafe/main-cafe/kitchen", "cafe/main-cafe/menu"]
        streams = [stack.enter_context(FeedStream(client, topic)) for client in (mina, phone, terminal) for topic in topics]
        of_screen = stack.enter_context(FeedStream(screen, "cafe/main-cafe/kitchen"))
        assert {stream.status for stream in [*streams, of_screen]} == {200}
        assert administrator.send("PATCH", f"/api/v1/people/{invited['person']}", {"suspended": True}).status == 204
        for stream in streams:
            stream.seconds_until_the_end(ENDED_WITHIN_SECONDS)
        # The screen is the café's.
        assert screen.send("GET", "/api/v1/cafes/main-cafe/tickets").status == 200

    for client in (mina, phone, terminal):
        assert refusal(client.send("GET", "/api/v1/session")) == (401, "sign-in-required")
        assert refusal(client.send("POST", "/api/v1/orders", {}, idempotency_key="later")) == (401, "sign-in-required")
        with FeedStream(client, "cafe/main-cafe/menu") as stream:
            assert stream.status == 401
    nobody = Client(installation.port)
    password = nobody.send("POST", "/api/v1/session", {"name": "mina@example.org", "password": PASSWORD, "bearer": True})
    assert refusal(password) == (422, "wrong-credentials")
    for credential in (proof, key.proof(nobody)):
        answer = nobody.send("POST", "/api/v1/session", {"passkey": credential, "bearer": True}, host=key.host)
        assert refusal(answer) == (422, "wrong-credentials")
    assert refusal(nobody.send("POST", "/api/v1/session", {"token": terminal.token})) == (401, "sign-in-required")
    assert ask_for_token(late, late_code, "terminal").json == {"error": "access_denied"}
    for path, more in [("/api/v1/invitation/check", {}), ("/api/v1/invitation", {"password": "another quiet lunch"})]:
        assert refusal(nobody.send("POST", path, {"token": link.partition("#")[2], **more})) == (410, "link-invalid")
    assert refusal(administrator.send("POST", f"/api/v1/people/{invited['person']}/invitation")) == (404, "unknown-person")
    assert lasting(installation, invited["person"]) == kept
    assert administrator.send("GET", f"/api/v1/orders/{order['id']}").status == 404


def lasting(installation, person):
    """Orders, payments and punches of a person."""
    tables = {"orders": "id, stage", "ledger": "entry, kind, meal, balance", "punches": "id, kind, at"}
    return {table: installation.rows(f"SELECT {columns} FROM {table} WHERE person = ?", person) for table, columns in tables.items()}


def test_a_person_who_is_let_in_again_has_to_sign_in_again(installation, administrator):
    invited = invite(administrator)
    installation.accept(invited["link"])
    mina = installation.signed_in("mina@example.org")
    for suspended in (True, False):
        assert administrator.send("PATCH", f"/api/v1/people/{invited['person']}", {"suspended": suspended}).status == 204
        assert refusal(mina.send("GET", "/api/v1/session")) == (401, "sign-in-required")
    assert installation.signed_in("mina@example.org").get("/api/v1/orders") == {"orders": []}


def test_a_stream_ends_when_the_person_loses_the_role_that_it_needs(installation, administrator):
    invited = invite(administrator, "cook@cafe:main-cafe")
    installation.accept(invited["link"])
    mina = installation.signed_in("mina@example.org")
    with FeedStream(mina, "cafe/main-cafe/kitchen") as stream, FeedStream(mina, f"person/{invited['person']}") as own:
        assert (stream.status, own.status) == (200, 200)
        change = {"roles": ["employee", "cook@cafe:coffee-station"]}
        assert administrator.send("PATCH", f"/api/v1/people/{invited['person']}", change).status == 204
        assert mina.send("GET", "/api/v1/cafes/main-cafe/tickets").status == 403
        stream.seconds_until_the_end(ENDED_WITHIN_SECONDS)
        assert own.answer.readline()
    assert mina.send("GET", "/api/v1/cafes/coffee-station/tickets").status == 200


def test_the_stream_of_a_screen_ends_when_it_is_revoked(installation, administrator):
    screen = installation.pair_screen(administrator, "Hot pass")
    identifier = screen.get("/api/v1/session")["principal"]["id"]
    with FeedStream(screen, "cafe/main-cafe/kitchen") as stream:
        assert stream.status == 200
        assert administrator.send("DELETE", f"/api/v1/screens/{identifier}").status == 204
        stream.seconds_until_the_end(ENDED_WITHIN_SECONDS)
    assert refusal(screen.send("GET", "/api/v1/session")) == (401, "sign-in-required")
