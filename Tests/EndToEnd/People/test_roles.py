"""Who may do what: each line of the table of roles, as each role, on one's own objects and on those of others."""

import time

import pytest
from playwright.sync_api import expect

from account_pages import begin_to_note, note_codes, seconds_until_code, shown_code
from campus_of_roles import BERLIN, EVERYTHING, MAIN, TOKYO, campus_of_roles, person_of
from cookie_client import CookieClient
from feed_stream import FeedStream
from looks import TABLET
from refusals import refusal
from role_requests import Caller, RoleRequests, expected
from role_table import EVERYBODY, GATEWAY, SET_UP, role_table
from role_world import RoleWorld
from store_digest import unchanged

FEED = "GET /api/v1/feed"
# What a refusal may say; nothing of an object is among it.
OF_A_PROBLEM = {"type", "title", "status", "detail", "code"}
REFUSED_FOR_ACCESS = {"sign-in-required", "forbidden", "csrf", "proof-needed"}
OBJECTS = ("{order}", "{ticket}", "{session}", "{passkey}", "{screen}", "{person}", "{cafe}/tickets", "{cafe}/board")
ELSEWHERE = "https://elsewhere.example"
SET_UP_REQUESTS = {"GET /api/v1/set-up", "POST /api/v1/set-up", "POST /api/v1/set-up/passkey-options"}
# A page whose screen was revoked shows a code within this time.
REVOKED_WITHIN_SECONDS = 5


@pytest.fixture
def world(serve):
    # Behind a proxy whose word counts, so that requests can come from many addresses.
    return RoleWorld(serve(campus_of_roles(), "--trusted-proxy", "127.0.0.1"))


def described(server):
    """The requests of the description that the server gives."""
    paths = server.client().get("/openapi.json")["paths"]
    return {f"{method.upper()} {path}" for path, methods in paths.items() for method in methods}


def send_what_is_refused(world, requests, caller):
    """Sends all that the table refuses a caller, and returns which requests those were."""
    refused = set()
    asks = [(request, ask) for request in requests.makers for ask in requests.asks(request, caller)]
    with unchanged(world.server.database, caller):
        for request, ask in asks:
            if wanted := expected(caller, requests.table[request], ask):
                answer = ask.send(caller.client, world.server.port)
                assert refusal(answer) == wanted, (str(caller), ask, answer.body)
                assert set(answer.json) <= OF_A_PROBLEM, (str(caller), ask, answer.body)
                refused.add(request)
    return refused


def send_what_is_allowed(world, requests, request, caller):
    """Sends what the table allows a caller of one line; returns what was tried, and what of it succeeded."""
    tried, succeeded = set(), set()
    for ask in requests.asks(request, caller):
        if expected(caller, requests.table[request], ask):
            continue
        answer = ask.send(caller.client, world.server.port)
        assert answer.status < 500 and refusal(answer)[1] not in REFUSED_FOR_ACCESS, (str(caller), ask, answer.body)
        tried.add((request, ask.cafe, ask.roles))
        if answer.status < 300 or ask.answer == refusal(answer):
            succeeded.add((request, ask.cafe, ask.roles))
    return tried, succeeded


def test_every_request_is_answered_as_the_table_of_roles_says_and_objects_of_others_stay_hidden_W115_C116(world):
    requests = RoleRequests(world)
    assert set(requests.makers) | {FEED} == set(role_table()) == described(world.server), "A request has no entry."
    callers = list(world.callers())
    # First everything that is refused, as it changes nothing.
    refused = {caller: send_what_is_refused(world, requests, caller) for caller in callers}
    to_somebody = {request for caller in callers if caller.is_in for request in refused[caller]}
    # An order that somebody follows is found by its link, by anybody who has it.
    of_objects = {
        request for request in requests.makers
        if any(name in request for name in OBJECTS) and role_table()[request].besides != EVERYBODY}
    assert of_objects <= to_somebody and len(of_objects) > 12
    # Then what is allowed. Somebody succeeds with each: nothing was refused for what else it said.
    tried, succeeded = set(), set()
    for request in requests.makers:
        for caller in callers:
            of_caller = send_what_is_allowed(world, requests, request, caller)
            tried |= of_caller[0]
            succeeded |= of_caller[1]
    assert {request for request, *_ in tried} | SET_UP_REQUESTS | {"POST /api/v1/gateways/{gateway}/reports"} == set(requests.makers)
    assert tried == succeeded


def test_a_cook_of_berlin_cannot_read_a_ticket_of_tokyo(world):
    cook = world.client_of(person_of("cook", BERLIN))
    for method, rest, body in [("GET", "", None), ("POST", "/actions", {"action": "start"})]:
        with unchanged(world.server.database):
            answer = cook.send(method, f"/api/v1/tickets/{world.tickets[TOKYO]}{rest}", body)
            assert refusal(answer) == (403, "forbidden")
        assert cook.send(method, f"/api/v1/tickets/{world.tickets[MAIN]}{rest}", body).status == 200


def test_a_topic_of_the_feed_is_followed_by_those_who_may_read_what_it_tells(world):
    table = role_table()
    rows = {"kitchen": table["GET /api/v1/cafes/{cafe}/tickets"], "board": table["GET /api/v1/cafes/{cafe}/board"]}
    for caller in world.callers():
        allowed = {"person/ada": False, f"cafe/{MAIN}/menu": caller.is_in}
        if caller.name.startswith("employee"):
            allowed[f"person/{caller.name}"] = True
        for cafe in (MAIN, TOKYO):
            for topic, rule in rows.items():
                allowed[f"cafe/{cafe}/{topic}"] = bool(caller.roles & rule.roles) and caller.is_of(cafe)
        for topic, may in allowed.items():
            with FeedStream(caller.client, topic) as stream:
                assert stream.status == (401 if not caller.is_in else 200 if may else 403), (str(caller), topic)
        # One that is forbidden among others forbids all.
        with FeedStream(caller.client, f"cafe/{MAIN}/menu", "person/ada") as stream:
            assert stream.status == (403 if caller.is_in else 401), str(caller)


# What a page of another site can have a browser send, or one of this site that does not know the session's token.
FORGERIES = {
    "a form of another site": {"x_csrf_token": None, "origin": ELSEWHERE, "sec_fetch_site": "cross-site"},
    "a form of another site in an old browser": {"x_csrf_token": None, "origin": None, "sec_fetch_site": None},
    "a form of a page without an address": {"x_csrf_token": None, "origin": "null", "sec_fetch_site": "cross-site"},
    "the token from another site": {"origin": ELSEWHERE, "sec_fetch_site": None},
    "the token from another host of this site": {"origin": None, "sec_fetch_site": "same-site"},
    "the token of another session": {"x_csrf_token": "A" * 43},
}
# These forgeries have no word of another site, so that they count only for a session.
WITHOUT_A_SITE = {"a form of another site in an old browser", "the token of another session"}


def test_a_change_that_another_site_asks_for_is_refused_for_every_request_W106(world):
    requests, table = RoleRequests(world), role_table()
    everybody = CookieClient(world.server.port).sign_in(person=EVERYTHING)
    caller = Caller(EVERYTHING, everybody, is_in=True)
    sent = 0
    for request in requests.makers:
        method, pattern = request.split(" ")
        # A quote changes nothing, and a message of the provider counts by its signature, not by who brings it.
        if method == "GET" or pattern.endswith(("/quote", "/provider/logout", "/stripe/webhook")):
            continue
        [ask, *_] = requests.asks(request, caller)
        with unchanged(world.server.database, request):
            for forgery, headers in FORGERIES.items():
                if table[request].besides == EVERYBODY and forgery in WITHOUT_A_SITE:
                    continue
                # These need the field Authorization, which no form has.
                wanted = {GATEWAY: (401, "gateway-key-required"), SET_UP: (401, "sign-in-required")}.get(table[request].besides, (403, "csrf"))
                answer = everybody.send_forged(ask, **headers)
                assert refusal(answer) == wanted, (request, forgery, answer.body)
                sent += 1
    assert sent > 200
    # The same session changes things from a page of the server.
    assert everybody.send("PUT", "/api/v1/attendance/reminders", {"on": True}).status == 200


def test_a_kiosk_can_do_what_its_place_needs_and_shows_a_code_when_it_is_revoked_W98_C100(world, visit):
    screen = visit(world.server.url, viewport=TABLET, locale="en-GB")
    note_codes(screen.page)
    screen.open("/kiosk")
    # A demo offers the kiosks of its campus file first.
    screen.page.get_by_role("button", name="Pair by code instead").click()
    code = shown_code(screen.page)
    approval = world.administrator.send("POST", f"/api/v1/pairings/{code}/approval", {"name": "Counter", "cafe": MAIN})
    assert approval.status == 204, approval
    expect(screen.page.locator("kiosk-page[data-open]")).to_be_visible()
    [cookie] = [f"{cookie['name']}={cookie['value']}" for cookie in screen.context.cookies() if "session" in cookie["name"]]
    client = CookieClient(world.server.port, cookie)
    principal = client.get("/api/v1/session")
    client.csrf, identifier = principal["csrf"], principal["principal"]["id"]
    requests = RoleRequests(world)
    kiosk = Caller("kiosk", client, frozenset({"kiosk"}), frozenset({MAIN}))
    assert len(send_what_is_refused(world, requests, kiosk)) > 40
    for request in requests.makers:
        if request != "DELETE /api/v1/session":
            send_what_is_allowed(world, requests, request, kiosk)
    for topic in (f"cafe/{MAIN}/kitchen", f"cafe/{MAIN}/board", f"cafe/{TOKYO}/board", "person/ada"):
        assert client.send("GET", f"/api/v1/feed?topics={topic}").status == 403, topic
    assert screen.page.locator("kiosk-page a[href], kiosk-page form[action]").count() == 0
    begin_to_note(screen.page)
    revoked = time.time()
    assert world.administrator.send("DELETE", f"/api/v1/screens/{identifier}").status == 204
    assert shown_code(screen.page) != code
    assert 0 < seconds_until_code(screen.page, revoked) < REVOKED_WITHIN_SECONDS
    assert client.send("GET", "/api/v1/session").status == 401
