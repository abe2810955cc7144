"""A server with callers of every role at every place, and objects of two cafés and two people for them to ask for."""

import contextlib
import functools
import json
import sqlite3
import time
import uuid

from campus_of_roles import BERLIN, LEAVERS, MAIN, PLACES, TOKYO, person_of
from client import Client, line
from role_requests import GRANT, Caller
from role_table import SCREENS, roles_of_people
from security_key import SecurityKey

ADMINISTRATOR = person_of("administrator")


class RoleWorld:
    def __init__(self, server):
        self.server = server
        self.began = time.time()
        self.administrator = server.client(person=ADMINISTRATOR)
        self.ada = server.client(person="ada")
        self.lines = [line("espresso")]
        self.basket = {"cafe": MAIN, "lines": self.lines, "expectedTotal": self.ada.quote(MAIN, self.lines)["total"]}
        self.tickets = {cafe: self.place(self.ada, cafe) for cafe in (MAIN, TOKYO)}
        self.screens = {cafe: self.pair("Hot pass", cafe)[1] for cafe in (MAIN, TOKYO)}
        self.victim = self.person("Leaving Somebody", "leaving@example.org")
        self.codes = {}
        self.people = {}
        self.orders = {}
        self.owner_of_passkeys = person_of("employee")
        owner = server.client(person=self.owner_of_passkeys)
        self.change(self.owner_of_passkeys, signInName="employee@example.org")
        keys = [SecurityKey(server.port).add_to(owner) for _ in range(2)]
        self.passkey = keys[0].proof(owner)["credential"]["id"]
        self.credential = SecurityKey(server.port).created({"user": {"id": "AAAA"}, "challenge": "A" * 43})

    # Callers.

    def callers(self):
        """Everybody who is let in somewhere, and those whose session the server does not know any more."""
        for role in roles_of_people():
            for place, (_, cafes) in PLACES.items():
                name = person_of(role, place)
                yield Caller(name, self.client_of(name), frozenset({role}), cafes, site=place if place == BERLIN else None)
        for role in SCREENS:
            for cafe in (MAIN, TOKYO):
                name = person_of(role, cafe)
                yield Caller(name, self.server.client(device=name), frozenset({role}), frozenset({cafe}))
        yield from self.outsiders()

    def outsiders(self):
        everything = frozenset(roles_of_people())
        nobody = Client(self.server.port)
        yield Caller("nobody", nobody, is_in=False)
        signed_out, suspended = (self.server.client(person=name) for name in LEAVERS)
        assert signed_out.send("DELETE", "/api/v1/session").status == 204
        self.change(LEAVERS[1], suspended=True)
        screen, identifier = self.pair("Cold pass", MAIN)
        assert self.administrator.send("DELETE", f"/api/v1/screens/{identifier}").status == 204
        for name, client in [("signed out", signed_out), ("suspended", suspended), ("revoked screen", screen)]:
            yield Caller(name, client, everything, is_in=False)

    @functools.cache
    def client_of(self, name):
        return self.server.client(person=name)

    # Objects.

    def place(self, client, cafe=MAIN, **more):
        body = {**self.basket, "cafe": cafe, "expectedTotal": client.quote(cafe, self.lines_at(cafe))["total"], **more}
        body["lines"] = self.lines_at(cafe)
        answer = client.send("POST", "/api/v1/orders", body, idempotency_key=uuid.uuid4().hex)
        assert answer.status == 201, answer
        return answer.json["id"]

    @functools.cache
    def walk_up(self, cafe):
        """The order of a guest at the counter."""
        lines = self.lines_at(cafe)
        return {"lines": lines, "expectedTotal": self.ada.quote(cafe, lines)["total"], "payment": "cash"}

    @functools.cached_property
    def guest_order(self):
        """An order of a guest at a kiosk of the main café."""
        kiosk = self.server.client(device=person_of("kiosk", MAIN))
        body = {**{name: self.basket[name] for name in ("lines", "expectedTotal")}, "payment": "counter"}
        answer = kiosk.send("POST", "/api/v1/kiosk/orders", body, idempotency_key=uuid.uuid4().hex)
        assert answer.status == 201, answer
        return answer.json["id"]

    @functools.cache
    def lines_at(self, cafe):
        """A line of an item that needs no choice."""
        if cafe == MAIN:
            return self.lines
        menu = self.ada.get(f"/api/v1/cafes/{cafe}/menu")
        items = [item for section in menu["sections"] for item in section["items"]]
        plain = next(item for item in items if all(group["minimum"] == 0 for group in item["groups"]))
        return [line(plain["id"])]

    def order_of(self, name, waits):
        """An order of somebody's that nobody has touched; one that waits has not been started."""
        if (name, waits) not in self.orders:
            client = self.ada if name == "ada" else self.client_of(name)
            self.orders[name, waits] = self.place(client, start="when-near" if waits else "at-once")
        return self.orders[name, waits]

    @functools.cache
    def session_of(self, name):
        """A session of somebody's that no test uses."""
        client = self.server.client(person=name)
        sessions = client.get("/api/v1/sessions")["sessions"]
        return next(session["id"] for session in sessions if session["present"])

    def client_named(self, name):
        return self.ada if name == "ada" else self.client_of(name)

    @staticmethod
    def topic(name, of):
        # A name that no network knows.
        return {"kind": "ntfy", "url": f"https://ntfy.invalid/{name.replace('@', '_')}-{of}"[:64]}

    def channel_of(self, name):
        """A device of somebody's for notices."""
        channels = self.client_named(name).get("/api/v1/notices/channels")["channels"]
        if channels:
            return channels[0]["id"]
        answer = self.client_named(name).send("POST", "/api/v1/notices/channels", self.topic(name, "kept"))
        assert answer.status == 201, answer
        return answer.json["id"]

    @functools.cache
    def notice_of(self, name):
        """A notice of somebody's, put into the database: nothing is sent, so that nothing changes beside the requests."""
        person = self.client_named(name).get("/api/v1/session")["principal"]["id"]
        notice = uuid.uuid4().hex
        with contextlib.closing(sqlite3.connect(self.server.database, timeout=10)) as connection, connection:
            connection.execute(
                "INSERT INTO notices (id, person, kind, tag, subject, version, at) VALUES (?, ?, 'test', ?, ?, 1, ?)",
                (notice, person, f"test/{notice}", json.dumps({"channel": notice}), int(time.time() * 1000)),
            )
        return notice

    @functools.cache
    def webhook(self, of=None):
        """A system that is told what happens; each of these is another one."""
        body = {"label": "Log", "url": "https://log.invalid/in", "form": "standard", "events": ["notice.failed"]}
        answer = self.administrator.send("POST", "/api/v1/webhooks", body)
        assert answer.status == 201, answer
        return answer.json["id"]

    def person(self, name, sign_in_name):
        body = {"name": name, "signInName": sign_in_name, "roles": ["employee"], "language": "en"}
        answer = self.administrator.send("POST", "/api/v1/people", body)
        assert answer.status == 201, answer
        return answer.json["person"]

    def change(self, person, **change):
        answer = self.administrator.send("PATCH", f"/api/v1/people/{person}", change)
        assert answer.status == 204, answer

    def new_passkey(self, caller):
        request = caller.client.send("POST", "/api/v1/passkeys/options", host=f"localhost:{self.server.port}").json
        return {"name": "Key", "request": request["request"], "credential": SecurityKey(self.server.port).created(request["options"])}

    # Screens.

    def code(self, purpose="terminal", fresh=False):
        """A code that a screen shows; one that is not fresh is used where nobody may use it up."""
        if fresh or purpose not in self.codes:
            # An address has fifty at a time.
            address = f"10.1.{len(self.codes) // 200}.{len(self.codes) % 200 + 1}"
            answer = Client(self.server.port).send_form("/oauth/device_authorization", f"client_id={purpose}", x_forwarded_for=address)
            assert answer.status == 200, answer
            self.codes[purpose if not fresh else len(self.codes)] = answer.json
            return answer.json["user_code"]
        return self.codes[purpose]["user_code"]

    def pair(self, name, cafe, purpose="kitchen"):
        """Pairs a screen, and returns a client as the screen and the screen's identifier."""
        screen = Client(self.server.port)
        code = screen.send_form("/oauth/device_authorization", f"client_id={purpose}").json
        approval = self.administrator.send("POST", f"/api/v1/pairings/{code['user_code']}/approval", {"name": name, "cafe": cafe})
        assert approval.status == 204, approval
        screen.token = screen.send_form("/oauth/token", f"{GRANT}&client_id={purpose}&device_code={code['device_code']}").json["access_token"]
        return screen, screen.get("/api/v1/session")["principal"]["id"]
