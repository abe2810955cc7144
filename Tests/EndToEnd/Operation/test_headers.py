"""Fields of answers that keep other sites and later users of a browser away, on every route and page."""

import http.client
import re

import pytest

from campus import DEMO
from campus_of_roles import BERLIN, EVERYTHING, campus_of_roles, person_of
from client import Client
from cookie_client import CookieClient
from demo_server import ROOT
from feed_stream import FeedStream
from role_table import EVERYBODY, role_table
from secure_server import SecureServer
from waiting import PATIENCE_SECONDS

pytestmark = pytest.mark.pages

NOWHERE = {"cafe": "main-cafe", "item": "espresso"}
OVER_TLS = {"x_forwarded_for": "192.0.2.1", "x_forwarded_proto": "https"}
YEAR_SECONDS = 31_536_000
HTML = {"accept": "text/html"}
# The session that asks this ends.
ENDING = {"DELETE /api/v1/session", "DELETE /api/v1/own-data"}
# Answers to these come with a session, or with what gives one.
WITH_A_SESSION = {"POST /api/v1/session", "POST /api/v1/invitation", "POST /oauth/token", "POST /oauth/device_authorization"}


@pytest.fixture
def server(serve):
    return serve(campus_of_roles(), "--trusted-proxy", "127.0.0.1")


def pages():
    """The addresses of the pages, from their files."""
    names = sorted(file.stem for file in (ROOT / "Web").glob("*/*.html"))
    return ["/" if name == "index" else f"/{name}" for name in names if name != "not-found"]


def assets(server):
    """The addresses of what the pages load."""
    text = "".join(server.client().send("GET", page, **HTML).body.decode() for page in pages())
    return sorted(set(re.findall(r'(?:href|src)="(/(?:assets|locales)/[^"]+)"', text)))


def requests():
    """Each route with something at each of its places."""
    for request in role_table():
        method, pattern = request.split(" ")
        yield request, method, re.sub(r"\{(\w+)\}", lambda name: NOWHERE.get(name[1], "any"), pattern)


def assert_protected(answer, is_secure, what):
    """What every answer says, whatever was asked, and whatever came of it."""
    headers = answer.headers
    once = {name: headers.get_all(name) for name in ("x-content-type-options", "referrer-policy", "cross-origin-opener-policy", "cross-origin-resource-policy")}
    assert once["x-content-type-options"] == ["nosniff"], what
    assert once["referrer-policy"] in (["no-referrer"], ["same-origin"], ["strict-origin-when-cross-origin"]), (what, once)
    assert once["cross-origin-opener-policy"] == ["same-origin"], (what, once)
    assert once["cross-origin-resource-policy"] == ["same-origin"], (what, once)
    transport = headers.get_all("strict-transport-security")
    # Without TLS it must not be sent (RFC 6797, 7.2).
    assert (transport is not None) == is_secure, what
    if is_secure:
        assert len(transport) == 1 and int(re.search(r"max-age=(\d+)", transport[0])[1]) >= YEAR_SECONDS, what


def is_kept_by_nobody(answer):
    return "no-store" in answer.headers.get("cache-control", "")


def test_every_route_and_page_says_what_other_sites_may_not_do_and_personal_answers_are_kept_nowhere_W107(server):
    table = role_table()
    everybody = server.client(person=EVERYTHING)
    erased = iter([person_of("employee", BERLIN), person_of("cook", BERLIN)])
    count = 0
    for request, method, path in requests():
        if path == "/api/v1/feed":
            continue
        # Without a session, with one, and with a body that nothing can read; the request that signs out comes last.
        for client, body, more in [
            (server.client(), None, {}), (everybody, None, OVER_TLS), (everybody, {"unknown": True}, {}), (server.client(), {"unknown": True}, OVER_TLS),
        ]:
            if client.token and request in ENDING:
                client = server.client(person=next(erased) if request == "DELETE /api/v1/own-data" else EVERYTHING)
            answer = client.send(method, path, None if method == "GET" else body, **more)
            assert_protected(answer, bool(more), (request, answer.status))
            is_personal = table[request].besides != EVERYBODY or request in WITH_A_SESSION or answer.headers["set-cookie"] or answer.status >= 400
            assert is_kept_by_nobody(answer) or not is_personal, (request, answer.status, answer.headers["cache-control"])
            count += 1
    assert count == 4 * (len(table) - 1)
    for topic, status in [("cafe/main-cafe/menu", 200), ("person/ada", 403), ("", 400)]:
        with FeedStream(everybody, topic) as stream:
            assert stream.status == status
            assert_protected(stream.answer, False, topic)
            assert is_kept_by_nobody(stream.answer), topic
    for path in [*pages(), *assets(server), "/nowhere", "/api/v1/nowhere", "/order?lang=ja", "/order?lang=0"]:
        for more in ({}, OVER_TLS):
            answer = server.client().send("GET", path, **HTML, **more)
            assert_protected(answer, bool(more), path)
            assert server.client().send("HEAD", path, **HTML, **more).headers["cross-origin-resource-policy"] == "same-origin", path
            unsupported = server.client().send("DELETE", path, **HTML, **more)
            assert unsupported.status in (404, 405), path
            assert_protected(unsupported, bool(more), path)


def test_a_request_that_cannot_be_read_is_answered_as_safely(server):
    for method, path, more in [
        ("GET", "/%", {}), ("GET", "/api/v1/orders?limit=%", {}), ("POST", "/api/v1/session", {"content_type": "text/html"}),
        ("GET", "/", {"host": "elsewhere.example"}), ("GET", "/", {"x_forwarded_proto": "gopher"}), ("GET", "/", {"padding": "x" * 70_000}),
    ]:
        answer = server.client().send(method, path, {} if method == "POST" else None, **more)
        assert answer.status >= 400 or path == "/", path
        assert answer.headers["x-content-type-options"] == "nosniff", (path, more)
        assert answer.headers["cross-origin-resource-policy"] == "same-origin", (path, list(more))
        assert answer.headers["cross-origin-opener-policy"] == "same-origin", (path, list(more))
        assert answer.headers["referrer-policy"] == "no-referrer", (path, list(more))


def policy(answer):
    """The directives of the one content security policy of an answer."""
    [field] = answer.headers.get_all("content-security-policy")
    parts = [part.split() for part in field.split(";") if part.strip()]
    directives = {name: values for name, *values in parts}
    assert len(directives) == len(parts), "A directive is there twice, and the browser heeds the first."
    return directives


def test_every_page_has_a_policy_that_lets_no_other_script_in_W105(server):
    for path in [*pages(), "/nowhere"]:
        answer = server.client().send("GET", path, **HTML)
        directives = policy(answer)
        for name in ("object-src", "base-uri", "frame-ancestors"):
            assert directives[name] == ["'none'"], (path, name)
        scripts = directives.get("script-src", directives["default-src"])
        assert not {"'unsafe-inline'", "'unsafe-eval'", "*", "https:", "http:", "data:", "blob:"} & set(scripts), path
        # No element has a script or a style of its own, which the policy would refuse.
        html = answer.body.decode()
        assert not re.search(r"\son\w+=", html), path
        assert not re.search(r"<script(?![^>]*\ssrc=)(?![^>]*\stype=\"(?:application/json|importmap)\")", html), path


def test_each_answer_with_a_page_has_a_nonce_of_its_own_and_trusted_types_W105(server):
    seen = set()
    for path in [*pages(), "/nowhere"]:
        for _ in range(2):
            answer = server.client().send("GET", path, **HTML)
            directives = policy(answer)
            assert directives["require-trusted-types-for"] == ["'script'"], path
            [nonce] = [value for value in directives["script-src"] if value.startswith("'nonce-")]
            # 128 bits at least.
            assert len(nonce.removeprefix("'nonce-").rstrip("='")) >= 22, path
            assert nonce not in seen, path
            seen.add(nonce)
            value = nonce.removeprefix("'nonce-").removesuffix("'")
            for script in re.findall(r"<script[^>]*>", answer.body.decode()):
                assert f'nonce="{value}"' in script, (path, script)


def test_signing_out_clears_what_the_browser_keeps_and_ends_the_session_W108(server):
    page = CookieClient(server.port).sign_in(person=EVERYTHING)
    other = CookieClient(server.port).sign_in(person=EVERYTHING)
    with FeedStream(Client(server.port), "cafe/main-cafe/menu") as stream:
        assert stream.status == 401
    answer = page.send("DELETE", "/api/v1/session")
    assert answer.status == 204
    assert answer.headers["clear-site-data"] == '"cache"'
    assert "max-age=0" in answer.headers["set-cookie"].lower()
    assert page.send("GET", "/api/v1/session").status == 401
    assert page.send("PUT", "/api/v1/attendance/reminders", {"on": True}).status == 401
    assert other.send("GET", "/api/v1/session").status == 200


@pytest.fixture
def secure(tmp_path):
    server = SecureServer(tmp_path / "vicinity.db", DEMO, tmp_path / "server.log")
    server.start()
    yield server
    assert server.stop() == 0, server.end_of_log()


def test_the_cookie_of_a_session_is_the_hosts_own_and_is_renewed_at_each_sign_in_W104(secure):
    client = CookieClient(secure.port)
    client.connection = http.client.HTTPSConnection("localhost", secure.port, timeout=PATIENCE_SECONDS, context=secure.trust)
    seen = set()
    for number in range(2):
        answer = client.send("POST", "/api/v1/session", {"person": "ada"}, origin=f"https://localhost:{secure.port}")
        assert answer.status == 201
        [field] = answer.headers.get_all("set-cookie")
        cookie, *attributes = [part.strip() for part in field.split(";")]
        name, _, token = cookie.partition("=")
        assert name.startswith("__Host-")
        attributes = {attribute.partition("=")[0].lower(): attribute.partition("=")[2] for attribute in attributes}
        assert {"secure", "httponly"} <= set(attributes) and "domain" not in attributes
        assert attributes["path"] == "/" and attributes["samesite"] in ("Lax", "Strict")
        # Six bits a letter; they are not the same twice.
        assert len(token) * 6 >= 128 and token not in seen
        # The session of the cookie that the browser had has ended.
        assert all(client.send("GET", "/api/v1/session", cookie=f"{name}={earlier}").status == 401 for earlier in seen)
        client.cookie = cookie
        assert client.send("GET", "/api/v1/session").status == 200
        # Another host, or a page without TLS, can set a cookie of the other name; it is not looked at.
        assert client.send("GET", "/api/v1/session", cookie=cookie.removeprefix("__Host-")).status == 401
        seen.add(token)
    assert answer.headers["strict-transport-security"].startswith(f"max-age={YEAR_SECONDS}")
