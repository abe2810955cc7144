"""Nobody's request is carried out on somebody else's authority because a proxy and the server disagree where it ends."""

import http.client
import re

import pytest

import raw_requests
from campus import DEMO
from client import Client
from lenient_proxy import LenientProxy
from secure_server import SecureServer
from waiting import PATIENCE_SECONDS

pytestmark = pytest.mark.pages

# Signs out whoever's authorisation follows: the next client's first line ends up in the field, the rest completes the head.
PLANTED = b"DELETE /api/v1/session HTTP/1.1\r\nX-Swallowed: "
LINE_END = "\r\n"
WITHOUT_BODY = b"POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n"


class Victim:
    """Ada, whose requests pass through the same proxy."""

    def __init__(self, port, trust=None):
        # One connection beside the proxy's, as each costs a handshake.
        self.client = Client(port)
        if trust is not None:
            self.client.connection = http.client.HTTPSConnection("localhost", port, timeout=PATIENCE_SECONDS, context=trust)
        self.client.sign_in(person="ada")

    @property
    def request(self):
        head = f"GET /api/v1/session HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {self.client.token}\r\n"
        return f"{head}Connection: close\r\n\r\n".encode()

    def is_signed_in(self):
        return self.client.send("GET", "/api/v1/session").status == 200


@pytest.fixture(params=["plain", "tls"])
def port_and_trust(request, serve, tmp_path):
    if request.param == "plain":
        yield serve().port, None
        return
    server = SecureServer(tmp_path / "vicinity.db", DEMO, tmp_path / "server.log")
    server.start()
    yield server.port, server.trust
    assert server.stop() == 0, server.end_of_log()


def test_no_request_of_the_corpus_carries_another_one_past_the_server_W113(port_and_trust):
    port, trust = port_and_trust
    proxy, victim = LenientProxy(port, trust), Victim(port, trust)
    for raw in raw_requests.refused():
        said = proxy.exchange(raw.bytes + PLANTED, victim.request)
        assert said.count(b"HTTP/1.1 4") + said.count(b"HTTP/1.1 5") >= 1, (raw.summary, said)
        assert b"\r\nConnection: close\r\n" in said, (raw.summary, said)
        assert victim.is_signed_in(), raw.summary


def test_the_proxy_would_carry_a_request_past_a_server_that_takes_its_framing(port_and_trust):
    """The planted request is carried out when nothing is wrong with the one before it: the harness can fail."""
    port, trust = port_and_trust
    proxy, victim = LenientProxy(port, trust), Victim(port, trust)
    proxy.exchange(WITHOUT_BODY + PLANTED, victim.request)
    assert not victim.is_signed_in()


def too_large():
    """Requests with more in their heads or bodies than the server takes."""
    head = "POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\n"
    many = "x" * 70_000
    yield "a field", f"{head}X-Long: {many}\r\n\r\n"
    yield "fields", f"{head}{''.join(f'X-{number}: y{LINE_END}' for number in range(2_000))}\r\n"
    yield "the target", f"GET /?{many} HTTP/1.1\r\nHost: localhost\r\n\r\n"
    yield "a name", f"{head}{many}: y\r\n\r\n"
    yield "a body", f"{head}Content-Type: application/json\r\nContent-Length: {len(many)}\r\n\r\n{many}"
    yield "a body to come", f"{head}Content-Length: 99999999999\r\n\r\n"


def test_what_is_too_large_gets_4xx_and_the_connection_ends_W113(port_and_trust):
    port, trust = port_and_trust
    proxy, victim = LenientProxy(port, trust), Victim(port, trust)
    for what, text in too_large():
        # It reads until the server ends the connection.
        said = proxy.exchange(text.encode())
        [status] = re.findall(rb"^HTTP/1\.1 (\d+)", said, re.M)
        assert status in (b"413", b"431"), (what, said)
    assert victim.is_signed_in()
