"""Secrets and personal data are in no log, no error output and no crash report, whatever is sent and whatever happens."""

import contextlib
import pathlib
import re
import signal
import sqlite3

import pytest

from canaries import BEACON, Canaries, plant, plant_raw
from client import Client, line
from cookie_client import CookieClient
from gateways import gateway_command, written
from role_table import role_table
from security_key import SecurityKey
from trace_collector import TraceCollector, attributes
from waiting import wait_until

# These end the session or the account, or keep what they do not know (W138).
LEFT_OUT = {"DELETE /api/v1/session", "DELETE /api/v1/sessions", "DELETE /api/v1/own-data", "PATCH /api/v1/preferences"}
REQUESTS = [request.split(" ") for request in role_table() if request not in LEFT_OUT]
# Without them a request meets an error that the server does not expect.
TABLES = ["orders", "tickets", "favourites", "punches", "tip_ledgers", "passkeys", "pairings", "invitations", "accounts", "following", "gateway_keys"]


class Life:
    """What somebody does whose every secret is known, and what the server answered with."""

    def __init__(self, installation, administrator, canaries):
        self.installation, self.administrator, self.canaries = installation, administrator, canaries
        self.secrets, self.personal = canaries.secrets, canaries.personal
        self.secrets["administrator's token"] = administrator.token

    def arrive(self):
        """Is invited, chooses a password, and signs in in every way."""
        person = {"name": self.personal["name"], "signInName": self.personal["e-mail"], "roles": ["employee", "cook"], "language": "en"}
        invited = self.administrator.send("POST", "/api/v1/people", {**person, "balances": [{"amount": 9_000, "currency": "EUR"}]}).json
        self.secrets["invitation"] = invited["link"].partition("#")[2]
        self.identifier = invited["person"]
        nobody = Client(self.installation.port)
        for password in ("short", self.secrets["password"], self.secrets["new password"]):
            nobody.send("POST", "/api/v1/invitation", {"token": self.secrets["invitation"], "password": password})
        self.sign_in()
        self.key = SecurityKey(self.installation.port).add_to(self.client, self.personal["name"])
        request = nobody.send("POST", "/api/v1/session/passkey-options", host=self.key.host).json
        self.secrets["challenge of the server"] = request["options"]["challenge"]
        proof = {"request": request["request"], "credential": self.key.used(request["options"])}
        for status in (201, 410):
            assert nobody.send("POST", "/api/v1/session", {"passkey": proof, "bearer": True}, host=self.key.host).status == status
        device = nobody.send_form("/oauth/device_authorization", "client_id=terminal").json
        self.secrets["device code"] = device["device_code"]
        assert self.client.send("POST", f"/api/v1/pairings/{device['user_code']}/approval", {"name": self.personal["device"]}).status in (204, 400)
        issued = gateway_command(self.installation, "add", "gateway-main-cafe")
        self.secrets["gateway's key"] = issued.stdout.strip()

    def sign_in(self):
        who = {"name": self.personal["e-mail"], "password": self.secrets["password"]}
        wrong = Client(self.installation.port).send("POST", "/api/v1/session", {**who, "password": self.secrets["wrong password"]})
        assert wrong.status == 422
        self.client = Client(self.installation.port).sign_in(**who)
        self.page = CookieClient(self.installation.port).sign_in(**who)
        self.secrets["own token"] = self.client.token
        self.secrets["own cookie"], self.secrets["own csrf token"] = self.page.cookie.partition("=")[2], self.page.csrf

    def lunch(self):
        """Orders with a note, and does what a ticket refuses, which is logged."""
        order = self.client.order("main-cafe", [line("espresso", note=self.personal["note"])])
        for action in ("collect", "recall", "start", "undo"):
            self.client.send("POST", f"/api/v1/tickets/{order['id']}/actions", {"action": action})
        for _ in range(2):
            self.page.send("POST", f"/api/v1/orders/{order['id']}/cancellation")
        self.client.send("PUT", "/api/v1/presence/following", {"following": True})
        crossing = {"number": 1, "identifier": "berlin-entrance", "state": "satisfied", "time": written(0)}
        self.client.send("POST", "/api/v1/presence/events", {"device": self.personal["device"], "events": [crossing]})
        sighting = {"uuid": BEACON, "major": 1, "minor": 101, "rssi": -60, "measuredPower": -59, "time": written(0)}
        gateway = Client(self.installation.port, self.secrets["gateway's key"])
        report = {"until": written(0), "sightings": [sighting]}
        assert gateway.send("POST", "/api/v1/gateways/gateway-main-cafe/reports", report).status == 200

    def plant(self):
        for client in (Client(self.installation.port), self.client, Client(self.installation.port, self.secrets["bearer token"])):
            plant(client, REQUESTS, self.canaries)
        plant_raw(self.installation.port, self.canaries)


@contextlib.contextmanager
def without_tables(database):
    """Meanwhile some tables have another name, as in a database that somebody spoiled."""
    with contextlib.closing(sqlite3.connect(database)) as connection:
        for table in TABLES:
            connection.execute(f"ALTER TABLE {table} RENAME TO {table}_gone")
        connection.commit()
        yield
        for table in TABLES:
            connection.execute(f"ALTER TABLE {table}_gone RENAME TO {table}")
        connection.commit()


# A page has to send these back, so that the server knows them.
KEPT_IN_THE_OPEN = {"own csrf token", "csrf token"}


def assert_silent(installation, canaries):
    """None is in what the server wrote for its operator."""
    log = installation.log.read_bytes()
    assert canaries.found_in(log) == []
    assert canaries.position_in(log) == []


def catches(process, number):
    """Whether a process still has something of its own to do at a signal."""
    status = pathlib.Path(f"/proc/{process}/status").read_text(encoding="ascii")
    return int(re.search(r"^SigCgt:\s*(\w+)$", status, re.M)[1], 16) >> (number - 1) & 1 == 1


@pytest.fixture
def collector():
    made = TraceCollector()
    yield made
    made.stop()


def assert_silent_traces(collector, life):
    """None is in what the server exported, and there are few names, whatever was asked for."""
    wait_until(lambda: any(span.name == "PATCH" for span in collector.spans))
    names = {span.name for span in collector.spans}
    assert len(names) > 100 and {"HTTP", "write", "read"} <= names
    exported = b"\n".join(collector.bodies)
    assert life.canaries.found_in(collector.everything) == []
    assert life.canaries.position_in(exported) == []
    assert b"?" not in exported and b"ZEBEDEE" not in exported and life.identifier.encode() not in exported
    routes = {attributes(span).get("http.route") for span in collector.spans} - {None}
    assert not [route for route in routes if re.search(r"/[0-9a-f]{8,}|@", route)]
    # As OpenTelemetry's variables say.
    assert all("x-collector-key: a key" in head.lower() for head in collector.heads)
    assert {resource["service.name"] for resource in collector.resources} == {"lunch"}


def test_nothing_secret_or_personal_is_written_to_a_log_a_trace_or_a_crash_report(installation, collector, monkeypatch):
    # As talkative as the runtime can be: the server itself has one way to log.
    monkeypatch.setenv("SWIFT_BACKTRACE", "enable=yes,color=no,interactive=no,registers=all,threads=all,limit=64,symbolicate=off")
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url)
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_HEADERS", "x-collector-key=a%20key")
    monkeypatch.setenv("OTEL_SERVICE_NAME", "lunch")
    assert installation.stop() == 0
    installation.start()
    canaries = Canaries()
    # The search finds what it looks for.
    assert set(canaries.found_in(canaries.query().encode())) == set(canaries.every())
    assert canaries.position_in(canaries.query().encode())
    life = Life(installation, installation.set_up(), canaries)
    life.arrive()
    life.lunch()
    life.plant()
    with without_tables(installation.database):
        life.plant()
        life.client.send("GET", "/api/v1/orders")
        assert Client(installation.port).send("POST", "/api/v1/session", {"name": life.personal["e-mail"], "password": life.secrets["password"]}).status == 500
    log = installation.log.read_text(encoding="utf-8", errors="replace")
    assert "Refused illegal-transition" in log and log.count("Incident ") > 10
    assert_silent(installation, canaries)
    life.client.send("GET", f"/{canaries.personal['e-mail']}?token={canaries.secrets['bearer token']}")
    life.client.send("ZEBEDEE", "/api/v1/orders")
    # The last request, whose span has no route.
    life.client.send("PATCH", "/nowhere")
    assert_silent_traces(collector, life)
    # A power cut, and a start from what was written until then.
    installation.kill()
    installation.start()
    life.sign_in()
    life.lunch()
    assert_silent(installation, canaries)
    # A fault of the program itself: it reports the first, as it does not come again by itself, and ends by the second.
    installation.process.send_signal(signal.SIGSEGV)
    wait_until(lambda: b"Backtrace took" in installation.log.read_bytes())
    # A second one that comes into the report of the first makes the runtime hang.
    wait_until(lambda: not catches(installation.process.pid, signal.SIGSEGV))
    installation.process.send_signal(signal.SIGSEGV)
    wait_until(lambda: not installation.is_running)
    installation.process = None
    assert_silent(installation, canaries)
    # Of secrets the store has digests alone, and of its log for administrators not even names that somebody typed.
    installation.start()
    files = [file.read_bytes() for file in installation.database.parent.glob(f"{installation.database.name}*")]
    secrets = set(canaries.secrets)
    assert canaries.found_in(b"".join(files), secrets - KEPT_IN_THE_OPEN) == []
    logged = repr(installation.rows("SELECT actor, subject, address, detail FROM security_log")).encode()
    assert canaries.found_in(logged) == []

