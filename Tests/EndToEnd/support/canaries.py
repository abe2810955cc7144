"""Values that occur nowhere else, planted in requests, and found again in whatever a server wrote."""

import base64
import itertools
import json
import socket
import urllib.parse
from dataclasses import dataclass, field

from coordinates import Position, find_coordinates, readings
from waiting import PATIENCE_SECONDS

# In no other test, and far from every place of the demo campus.
POSITION = Position(-41.286461, 174.776236)
BEACON = "C0FFEE5A-7E11-4D0D-9B1D-5EC2E75EC2E7"


@dataclass
class Canaries:
    """Secrets, which nobody may find anywhere, and what is personal, which the database holds and no log does."""

    secrets: dict = field(default_factory=lambda: {
        "password": "xylophone-quokka-4711", "wrong password": "bassoon-axolotl-0815", "new password": "kazoo-pangolin-1492",
        "bearer token": "canaryBearer0Zq3nT8vWfX5LkJ2pRsY7uHdGcBmA4eKo", "cookie": "canaryCookie1Zq3nT8vWfX5LkJ2pRsY7uHdGcBmA4eKo",
        "csrf token": "canaryForgery2Zq3nT8vWfX5LkJ2pRsY7uHdGcBmA4eKo", "challenge": "canaryChallenge3Zq3nT8vWfX5LkJ2pRsY7uHdGcB",
        "recovery code": "QX7K-ZW3V-9HJ4-TB6M",
    })
    personal: dict = field(default_factory=lambda: {
        "name": "Zebedee Quillfeather", "e-mail": "zebedee.quillfeather@canary.example", "note": "no wasabi near the marzipan please",
        "beacon": BEACON, "device": "Zebedees telephone",
    })

    def every(self):
        return {**self.secrets, **self.personal}

    def found_in(self, data, names=None):
        """Which of them some bytes have, as they are or in a usual wrapping."""
        texts = [text.lower() for text in readings(data)]
        wanted = {name: value for name, value in self.every().items() if names is None or name in names}
        return sorted(name for name, value in wanted.items() if any(form in text for form in forms(value) for text in texts))

    def position_in(self, data):
        # Not by the names of fields: the words of a log may be theirs.
        return [finding for finding in find_coordinates(data, [POSITION]) if not finding.startswith("the field")]

    # What requests are made of.

    def body(self):
        """An object with every canary, under names that the API has and names that it does not."""
        names = {"name": "name", "signInName": "e-mail", "password": "password", "note": "note", "token": "bearer token", "request": "challenge",
                 "recoveryCode": "recovery code", "uuid": "beacon", "device": "device", "user": "e-mail", "text": "note"}
        values = self.every()
        return {**{name: values[canary] for name, canary in names.items()}, "latitude": POSITION.latitude, "longitude": POSITION.longitude,
                "unknown": list(values.values())}

    def query(self):
        values = {**self.every(), "lat": POSITION.latitude, "lon": POSITION.longitude, "lang": self.personal["name"], "topics": self.personal["e-mail"]}
        return urllib.parse.urlencode({name.replace(" ", "-"): value for name, value in values.items()})

    def fields(self):
        """Header fields, each with canaries."""
        values = self.every()
        return {
            "cookie": f"vicinity-session={values['cookie']}; vicinity-language={values['e-mail']}", "x_csrf_token": values["csrf token"],
            "user_agent": values["name"], "referer": f"http://127.0.0.1/{values['e-mail']}", "idempotency_key": values["recovery code"],
            "if_match": f'"{values["challenge"]}"', "if_none_match": values["note"], "last_event_id": values["beacon"],
            "accept_language": values["e-mail"], "x_geo_position": f"{POSITION.latitude};{POSITION.longitude}",
        }


def forms(value):
    """A value as logs, dumps and addresses write it."""
    plain = value.encode()
    yield value.lower()
    yield urllib.parse.quote(value).lower()
    yield json.dumps(value)[1:-1].lower()
    yield plain.hex()
    if "-" in value:
        yield value.replace("-", "").lower()
    # Whatever stands before it in what was encoded.
    for shift in range(3):
        encoded = base64.b64encode(b"\0" * shift + plain).decode()
        yield encoded[shift and 4:].rstrip("=")[:-2].lower()


def plant(client, requests, canaries):
    """Sends the canaries to each route: in its places, its query, its fields, and bodies that can be read and that cannot."""
    every = itertools.cycle(canaries.every().values())
    whole = json.dumps(canaries.body())
    for method, pattern in requests:
        path = "".join(urllib.parse.quote(next(every)) if part.startswith("{") else part for part in pieces(pattern))
        if "/feed" in pattern:
            client.send(method, f"{path}?{canaries.query()}", **canaries.fields())
            continue
        client.send(method, f"{path}?{canaries.query()}", None if method == "GET" else canaries.body(), **canaries.fields())
        if method != "GET":
            for kind, data in [("application/json", whole[:-40]), ("application/x-www-form-urlencoded", canaries.query()), ("text/plain", whole)]:
                client.send_text(method, path, data, kind, **({"authorization": f"Bearer {client.token}"} if client.token else {}))


def pieces(pattern):
    for part in pattern.replace("{", "\0{").replace("}", "}\0").split("\0"):
        yield part


def plant_raw(port, canaries):
    """Requests that are not HTTP, or more than the server takes."""
    values = canaries.every()
    secret, mail = values["bearer token"], values["e-mail"]
    place = f"{POSITION.latitude},{POSITION.longitude}"
    heads = [
        f"GET /{mail} HTTP/9.9\r\nHost: localhost\r\n\r\n",
        f"{secret} {place} {mail}\r\n\r\n",
        f"GET /api/v1/session HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {secret}\r\nno field {mail}\r\n\r\n",
        f"POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: {secret}\r\n\r\n",
        f"POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: {secret}\r\n\r\n",
        f"GET /api/v1/session HTTP/1.1\r\nHost: {secret}\r\nX-Position: {place}\r\n\r\n",
        f"GET /?{'&'.join(f'x={secret}' for _ in range(4_000))} HTTP/1.1\r\nHost: localhost\r\n\r\n",
        f"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: {(secret + mail) * 2_000}\r\n\r\n",
        f"POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n{json.dumps(canaries.body())}",
        # The connection is lost in the middle.
        f"POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\n{json.dumps(canaries.body())}",
    ]
    for head in heads:
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_SECONDS) as connection:
            connection.settimeout(0.2)
            try:
                connection.sendall(head.encode())
                connection.recv(65_536)
            except OSError:
                pass
