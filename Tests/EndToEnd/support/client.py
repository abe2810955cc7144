"""Speaks to the server's API as a program does: one connection kept open, a bearer token, JSON both ways."""

import http.client
import itertools
import json
import select
import uuid
from dataclasses import dataclass

from waiting import PATIENCE_SECONDS


@dataclass(frozen=True)
class Answer:
    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def json(self):
        return json.loads(self.body)


class Client:
    """Someone at the API, signed in or not. Not for use by several threads at once."""

    def __init__(self, port, token=None):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_SECONDS)
        self.token = token

    def sign_in(self, **who):
        """Signs in as `person="ada"` or `device="kitchen-main"`."""
        answer = self.send("POST", "/api/v1/session", {**who, "bearer": True})
        assert answer.status == 201, answer
        self.token = answer.json["token"]
        return self

    def send(self, method, path, body=None, **headers):
        """Sends a request and returns the answer, whatever it is; names of headers are written with underscores."""
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body)
        if data is not None:
            headers["content-type"] = "application/json"
        return self._exchange(method, path, data, headers)

    def send_form(self, path, form, **headers):
        """Posts a form, as OAuth has it."""
        return self.send_text("POST", path, form, "application/x-www-form-urlencoded", **headers)

    def send_text(self, method, path, text, kind, **headers):
        """Sends a body of any kind, as somebody who is not signed in unless a header says so."""
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        return self._exchange(method, path, text, {"content-type": kind, **headers})

    def _exchange(self, method, path, data, headers):
        self._leave_a_closed_connection()
        try:
            self.connection.request(method, path, data, headers)
            response = self.connection.getresponse()
            return Answer(response.status, response.headers, response.read())
        except (OSError, http.client.HTTPException):
            self.connection.close()
            raise

    def _leave_a_closed_connection(self):
        """The server ends one that was not used for a minute, which a page's looks may take; the next request opens another."""
        if self.connection.sock is None:
            return
        readable = select.poll()
        readable.register(self.connection.sock, select.POLLIN)
        # Between two requests there is nothing to read but the end.
        if readable.poll(0):
            self.connection.close()

    def get(self, path):
        answer = self.send("GET", path)
        assert answer.status == 200, answer
        return answer.json

    def quote(self, cafe, lines):
        return self.send("POST", f"/api/v1/cafes/{cafe}/quote", {"lines": lines}).json

    def order(self, cafe, lines, key=None, **more):
        """Orders at the price that the server quotes, and returns the order."""
        quote = self.quote(cafe, lines)
        body = {"cafe": cafe, "lines": lines, "expectedTotal": quote["total"], **more}
        answer = self.send("POST", "/api/v1/orders", body, idempotency_key=key or uuid.uuid4().hex)
        assert answer.status == 201, answer
        return answer.json

    def orders(self):
        """Every order of the person, the latest first, over as many pages as there are."""
        cursor = ""
        for _ in itertools.count():
            page = self.get(f"/api/v1/orders?limit=100{cursor}")
            yield from page["orders"]
            if "next" not in page:
                return
            cursor = f"&before={page['next']}"

    def act(self, ticket, action, **more):
        answer = self.send("POST", f"/api/v1/tickets/{ticket}/actions", {"action": action, **more})
        assert answer.status == 200, answer
        return answer.json

    def balance(self, currency):
        balances = self.get("/api/v1/account")["balances"]
        return next(balance["amount"] for balance in balances if balance["currency"] == currency)


def line(item, *choices, quantity=1, note=None):
    """A basket line; a choice is its identifier, or a pair of identifier and quantity."""
    pairs = [choice if isinstance(choice, tuple) else (choice, 1) for choice in choices]
    made = {"item": item, "quantity": quantity, "choices": [{"choice": name, "quantity": count} for name, count in pairs]}
    return made if note is None else {**made, "note": note}
