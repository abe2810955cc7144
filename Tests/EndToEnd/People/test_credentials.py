"""Secrets that are forged, used twice, late or in another one's place: refused with a stable code, and nothing changes."""

import contextlib
import secrets as random
import sqlite3
import time

import pytest

from accounts_server import PASSWORD
from administered_server import ADMINISTRATOR
from client import Client
from cookie_client import CookieClient
from credentials import GATEWAY, SIGN_IN_REQUIRED, ask_for_token, begin_pairing, places, secrets
from gateways import gateway_command, written
from refusals import refusal
from security_key import SecurityKey
from store_digest import unchanged
from waiting import wait_until

WRONG_CODES_PER_MINUTE = 5


def shown(answer):
    """The status and code of a refusal, in OAuth's form too."""
    status, code = refusal(answer)
    return status, code or answer.json.get("error")


def processor_seconds(installation):
    """What the server has computed so far, by the clock that the system keeps for a process."""
    return time.clock_gettime((~installation.process.pid << 3) | 2)


@contextlib.contextmanager
def while_stopped(installation):
    """Changes the stored times, as if some had passed."""
    assert installation.stop() == 0
    with contextlib.closing(sqlite3.connect(installation.database)) as connection, connection:
        yield connection
    installation.start()


def pairings(installation):
    """How many pairings are stored."""
    with contextlib.closing(sqlite3.connect(installation.database)) as connection:
        return connection.execute("SELECT count(*) FROM pairings").fetchone()[0]


def test_a_secret_of_one_kind_does_not_work_in_the_place_of_another(installation, administrator):
    found = secrets(installation, administrator)
    cookie = f"vicinity-session={found['cookie']}"
    for ask, (right, wanted) in places(installation.port, cookie).items():
        wrong = {kind: secret for kind, secret in found.items() if kind not in right}
        # One that never was, one with a letter changed, one cut short, none at all, and another site's idea of a token.
        wrong |= {"forged": random.token_urlsafe(32), "half": found["bearer"][:20], "none": "", "odd": "null"}
        for kind in right:
            letter = "A" if found[kind][10] != "A" else "B"
            wrong[f"altered {kind}"] = found[kind][:10] + letter + found[kind][11:]
        with unchanged(installation.database, ask.__name__):
            for kind, secret in wrong.items():
                answer = ask(secret)
                # What is no secret at all is malformed in some places.
                if kind != "none" or answer.status not in (400, 401):
                    assert shown(answer) == wanted, (ask.__name__, kind, answer.body)
                assert answer.status >= 400, (ask.__name__, kind)
    # Each works in its own place afterwards.
    for ask, (right, _) in places(installation.port, cookie).items():
        for kind in sorted(right):
            answer = ask(found[kind])
            assert answer.status < 300 or shown(answer) == (400, "authorization_pending"), (ask.__name__, kind, answer.body)


def test_a_cookie_beside_a_bearer_token_does_not_lend_it_anything(installation, administrator):
    page = CookieClient(installation.port).sign_in(name=ADMINISTRATOR, password=PASSWORD)
    with unchanged(installation.database):
        for authorization in ("Bearer forged", "Bearer", f"Bearer {page.cookie.partition('=')[2]}"):
            answer = page.send("PUT", "/api/v1/attendance/reminders", {"on": True}, authorization=authorization)
            assert refusal(answer) == SIGN_IN_REQUIRED, authorization


@pytest.mark.costly_passwords
def test_an_unknown_name_is_answered_like_a_wrong_password_in_words_and_time_W110(installation, administrator):
    for name, change in [("invited", {}), ("suspended", {"suspended": True})]:
        body = {"name": name, "signInName": f"{name}@example.org", "roles": ["employee"], "language": "en"}
        invited = administrator.send("POST", "/api/v1/people", body).json
        if change:
            installation.accept(invited["link"])
            assert administrator.send("PATCH", f"/api/v1/people/{invited['person']}", change).status == 204
    # With the right password too, of somebody who may not sign in.
    tries = [
        (ADMINISTRATOR, "another quiet lunch"), ("invited@example.org", PASSWORD), ("suspended@example.org", PASSWORD),
        ("nobody@example.org", PASSWORD), ("4711", PASSWORD), (f"x{ADMINISTRATOR}", ""),
    ]
    nobody, fastest, answers = Client(installation.port), {}, set()
    # The server's processor time, because a busy machine makes answers wait. The fastest of some tries takes what the check takes.
    for number in range(20):
        for name, password in tries:
            began = processor_seconds(installation)
            answer = nobody.send("POST", "/api/v1/session", {"name": name, "password": password})
            if answer.status == 429:
                # A busy machine needs more tries than an address has in a minute.
                time.sleep(int(answer.headers["Retry-After"]))
                continue
            fastest[name] = min(fastest.get(name, 60), processor_seconds(installation) - began)
            fields = {field: value for field, value in answer.headers.items() if field not in ("Date", "X-Request-ID")}
            answers.add((answer.status, answer.body, tuple(sorted(fields.items()))))
        if number >= 2 and max(fastest.values()) < 2 * min(fastest.values()):
            break
    assert len(answers) == 1 and answers.pop()[0] == 422
    # All check a password, which takes most of the time.
    assert max(fastest.values()) < 2 * min(fastest.values()), fastest


def test_links_of_invitations_work_once_and_for_their_time(installation, administrator):
    body = {"name": "Mina Okafor", "signInName": "mina@example.org", "roles": ["employee"], "language": "en"}
    invited = administrator.send("POST", "/api/v1/people", body).json
    again = f"/api/v1/people/{invited['person']}/invitation"
    nobody = Client(installation.port)

    def accept(link, password=PASSWORD):
        return nobody.send("POST", "/api/v1/invitation", {"token": link.partition("#")[2], "password": password})

    later = administrator.send("POST", again).json["link"]
    # An earlier link ends with a later one.
    with unchanged(installation.database):
        assert refusal(accept(invited["link"])) == (410, "link-invalid")
        assert refusal(accept(later, "short")) == (422, "weak-password")
    assert accept(later).status == 201
    with unchanged(installation.database):
        assert refusal(accept(later, "another quiet lunch")) == (410, "link-invalid")
    late = administrator.send("POST", again).json["link"]
    with while_stopped(installation) as store:
        store.execute("UPDATE invitations SET expires_at = expires_at - 8 * 24 * 3600 * 1000")
    # The start removes it from the store, sooner or later than this.
    assert refusal(accept(late, "another quiet lunch")) == (410, "link-invalid")
    installation.signed_in("mina@example.org")


def test_the_set_up_link_works_once_and_a_restart_ends_it(installation):
    first = Client(installation.port, installation.link.partition("#")[2])
    assert first.get("/api/v1/set-up") == {"campus": False}
    assert installation.stop() == 0
    installation.start()
    administrator = {"name": "Noor Aziz", "signInName": ADMINISTRATOR, "password": PASSWORD, "language": "en"}
    with unchanged(installation.database):
        assert refusal(first.send("POST", "/api/v1/set-up", {"administrator": administrator})) == (410, "link-invalid")
    installation.set_up()
    second = Client(installation.port, installation.link.partition("#")[2])
    with unchanged(installation.database):
        other = {**administrator, "signInName": "mallory@example.org"}
        assert shown(second.send("POST", "/api/v1/set-up", {"administrator": other}))[0] in (409, 410)


def test_the_code_of_a_device_works_once_for_its_purpose_and_its_time(installation, administrator):
    device, code = begin_pairing(installation.port, "kitchen")
    approval = {"name": "Hot pass", "cafe": "main-cafe"}
    path = f"/api/v1/pairings/{code['user_code']}/approval"
    assert administrator.send("POST", path, approval).status == 204
    with unchanged(installation.database):
        # Twice, refused after it was approved, and asked for by another kind of device.
        assert refusal(administrator.send("POST", path, approval)) == (404, "unknown-code")
        assert refusal(administrator.send("POST", path.replace("approval", "refusal"))) == (404, "unknown-code")
        assert shown(ask_for_token(device, code["device_code"], "board")) == (400, "expired_token")
        assert shown(ask_for_token(device, code["user_code"], "kitchen")) == (400, "expired_token")
    assert ask_for_token(device, code["device_code"], "kitchen").status == 200
    with unchanged(installation.database):
        assert shown(ask_for_token(device, code["device_code"], "kitchen")) == (400, "expired_token")
    late, late_code = begin_pairing(installation.port, "kitchen")
    approved, approved_code = begin_pairing(installation.port, "kitchen")
    assert administrator.send("POST", f"/api/v1/pairings/{approved_code['user_code']}/approval", approval).status == 204
    with while_stopped(installation) as store:
        store.execute("UPDATE pairings SET created_at = created_at - 601 * 1000")
    # The server removes what has expired, soon after it has started.
    wait_until(lambda: pairings(installation) == 0)
    with unchanged(installation.database):
        for act in ("approval", "refusal"):
            answer = administrator.send("POST", f"/api/v1/pairings/{late_code['user_code']}/{act}", approval)
            assert refusal(answer) == (404, "unknown-code")
    for device, code in [(late, late_code), (approved, approved_code)]:
        assert shown(ask_for_token(device, code["device_code"], "kitchen")) == (400, "expired_token")
    assert len(administrator.get("/api/v1/screens")["screens"]) == 2


def test_wrong_codes_are_counted_however_they_are_tried(installation, administrator):
    tries = [("GET", ""), ("POST", "/approval"), ("POST", "/refusal")]
    for number in range(WRONG_CODES_PER_MINUTE):
        method, rest = tries[number % 3]
        assert refusal(administrator.send(method, f"/api/v1/pairings/BCDF-GHJ{'KLMNP'[number]}{rest}", body_of(rest))) == (404, "unknown-code")
    for method, rest in tries:
        answer = administrator.send(method, f"/api/v1/pairings/BCDF-GHJZ{rest}", body_of(rest))
        assert refusal(answer) == (429, "too-many-codes")
        assert 0 < int(answer.headers["retry-after"]) <= 60


def body_of(rest):
    return {"name": "Hot pass", "cafe": "main-cafe"} if rest == "/approval" else None


def assert_unproved(installation, client, acts):
    with unchanged(installation.database):
        for method, path, body in acts:
            assert refusal(client.send(method, path, body)) == (403, "proof-needed"), path


def test_the_token_of_a_terminal_is_no_proof_of_who_one_is(installation, administrator):
    terminal, code = begin_pairing(installation.port, "terminal")
    assert administrator.send("POST", f"/api/v1/pairings/{code['user_code']}/approval", {}).status == 204
    terminal.token = ask_for_token(terminal, code["device_code"], "terminal").json["access_token"]
    assert terminal.send("GET", "/api/v1/people").status == 200
    # A page takes the token over as its cookie, which is no proof either.
    _, other = begin_pairing(installation.port, "terminal")
    acts = [
        ("PUT", "/api/v1/password", {"password": "another quiet lunch"}),
        ("POST", "/api/v1/passkeys/options", None),
        ("POST", f"/api/v1/pairings/{other['user_code']}/approval", {}),
        ("POST", "/api/v1/people", {"name": "Mallory", "signInName": "m@example.org", "roles": ["administrator"], "language": "en"}),
    ]
    assert_unproved(installation, terminal, acts)
    page = CookieClient(installation.port).sign_in(token=terminal.token)
    assert refusal(terminal.send("GET", "/api/v1/session")) == SIGN_IN_REQUIRED
    assert_unproved(installation, page, acts)
    assert page.send("POST", "/api/v1/session/proof", {"password": PASSWORD}).status == 204
    assert page.send("PUT", "/api/v1/password", {"password": "another quiet lunch"}).status == 204


def test_what_a_security_key_signed_works_once_for_whom_and_what_it_was_asked(installation, administrator):
    key = SecurityKey(installation.port).add_to(administrator)
    nobody = Client(installation.port)

    def sign_in(proof):
        return nobody.send("POST", "/api/v1/session", {"passkey": proof, "bearer": True}, host=key.host)

    proof = key.proof(nobody)
    assert sign_in(proof).status == 201
    other = key.proof(nobody)
    with unchanged(installation.database):
        assert refusal(sign_in(proof)) == (410, "passkey-request-over")
        # The answer to another request, and a request that never was.
        assert refusal(sign_in({**proof, "request": other["request"]})) == (422, "passkey-refused")
        assert refusal(sign_in({**other, "request": "A" * 22})) == (410, "passkey-request-over")
    # A request to add a passkey does not serve to sign in, nor the other way round.
    adding = administrator.send("POST", "/api/v1/passkeys/options", host=key.host).json
    signing = nobody.send("POST", "/api/v1/session/passkey-options", host=key.host).json
    with unchanged(installation.database):
        assert refusal(sign_in({"request": adding["request"], "credential": key.used(adding["options"])})) == (410, "passkey-request-over")
        options = {**adding["options"], "challenge": signing["options"]["challenge"]}
        body = {"name": "Key", "request": signing["request"], "credential": SecurityKey(installation.port).created(options)}
        assert refusal(administrator.send("POST", "/api/v1/passkeys", body, host=key.host)) == (410, "passkey-request-over")


def test_a_session_that_is_over_its_time_is_refused(installation, administrator):
    page = CookieClient(installation.port).sign_in(name=ADMINISTRATOR, password=PASSWORD)
    with while_stopped(installation) as store:
        store.execute("UPDATE sessions SET expires_at = expires_at - 15 * 24 * 3600 * 1000")
    for client in (administrator, page):
        assert refusal(client.send("GET", "/api/v1/session")) == SIGN_IN_REQUIRED
        assert refusal(client.send("PUT", "/api/v1/attendance/reminders", {"on": True})) == SIGN_IN_REQUIRED


def test_the_key_of_a_gateway_works_for_that_gateway_until_it_is_revoked(installation, administrator):
    issued = gateway_command(installation, "add", GATEWAY)
    key, report = issued.stdout.strip(), {"until": written(0), "sightings": []}

    def send(gateway):
        return Client(installation.port, key).send("POST", f"/api/v1/gateways/{gateway}/reports", report)

    assert send(GATEWAY).status == 200
    with unchanged(installation.database):
        assert refusal(send("gateway-entrance")) == (403, "gateway-key-of-another")
        assert refusal(send("gateway-nowhere")) in ((403, "gateway-key-of-another"), (404, "unknown-gateway"))
    assert gateway_command(installation, "revoke", GATEWAY).returncode == 0
    with unchanged(installation.database):
        assert refusal(send(GATEWAY)) == (403, "gateway-key-revoked")


@pytest.mark.parametrize("way", ["bearer", "cookie"])
def test_a_session_that_was_ended_is_refused(installation, administrator, way):
    client = Client(installation.port) if way == "bearer" else CookieClient(installation.port)
    client.sign_in(name=ADMINISTRATOR, password=PASSWORD)
    assert client.send("DELETE", "/api/v1/session").status == 204
    with unchanged(installation.database):
        for method, path in [("GET", "/api/v1/session"), ("DELETE", "/api/v1/session"), ("GET", "/api/v1/people")]:
            assert refusal(client.send(method, path)) == SIGN_IN_REQUIRED
