"""A server that is killed at any moment keeps all that it acknowledged of a person's tips, once (TD1)."""

import http.client
import random
import threading
import time

from client import Client
from tip_ledger import donations, read_donations

SEED = 98
DEVICES = [0x1100, 0x2200, 0xFFEEDDCC_BBAA9900]
EXCHANGES = 80
KILLS = 8
RETRY_SECONDS = 0.005
EVENT = "order.placed"


class Page(threading.Thread):
    """Donates and exchanges, one after the other; what is not acknowledged is sent again with the next."""

    def __init__(self, port, token, device, acknowledged):
        super().__init__(daemon=True)
        self.client = Client(port, token)
        self.device = device
        self.acknowledged = acknowledged
        self.cursor = 0
        self.failure = None

    def run(self):
        try:
            pending = []
            for number in range(EXCHANGES):
                pending.append((int(time.time() * 1_000_000), number, number * 7 % 5))
                if self._exchange(pending):
                    self.acknowledged += [(self.device, *row[1:]) for row in pending]
                    pending = []
            while pending and not self._exchange(pending):
                time.sleep(RETRY_SECONDS)
            self.acknowledged += [(self.device, *row[1:]) for row in pending]
        except Exception as failure:
            self.failure = failure

    def _exchange(self, rows):
        try:
            answer = exchange(self.client, self.device, self.cursor, donations(self.device, EVENT, rows))
        except (OSError, http.client.HTTPException):
            time.sleep(RETRY_SECONDS)
            return False
        if answer.status == 503:
            return False
        assert answer.status == 200, answer
        assert answer.json["cursor"] > self.cursor
        self.cursor = answer.json["cursor"]
        return True


def exchange(client, device, cursor, changes=None):
    body = {"device": f"{device:016x}", "platform": "web", "language": "en", "cursor": cursor, "changes": changes}
    return client.send("POST", "/api/v1/tips/ledger", body)


def test_what_was_acknowledged_of_tips_survives_kills_TD1(server):
    chance = random.Random(SEED)
    token = server.client(person="ada").token
    acknowledged = []
    pages = [Page(server.port, token, device, acknowledged) for device in DEVICES]
    for page in pages:
        page.start()
    for kill in range(1, KILLS + 1):
        while len(acknowledged) < kill * len(DEVICES) * EXCHANGES // (KILLS + 2) and any(p.is_alive() for p in pages):
            time.sleep(0.0005)
        time.sleep(chance.uniform(0, 0.008))
        server.kill()
        known = set(acknowledged)
        server.start()
        kept = read_donations(exchange(Client(server.port, token), 0x3300, 0).json["changes"])[EVENT]
        assert known - kept == set()
    for page in pages:
        page.join(timeout=60)
    assert [page.failure for page in pages if page.failure or page.is_alive()] == []
    assert len(acknowledged) == len(set(acknowledged)) == len(DEVICES) * EXCHANGES
    answer = exchange(Client(server.port, token), 0x3300, 0).json
    assert read_donations(answer["changes"]) == {EVENT: set(acknowledged)}
    assert exchange(Client(server.port, token), 0x3300, answer["cursor"]).json["changes"] is None


def test_a_person_who_erases_what_is_known_of_their_tips_leaves_nothing_in_the_database_TA9(server):
    client = server.client(person="ada")
    # A name that stands nowhere else.
    changes = donations(0x1100, "seen.zebra-crossing", [(int(time.time() * 1_000_000), 1, 2)])
    assert exchange(client, 0x1100, 0, changes).status == 200
    assert client.send("DELETE", "/api/v1/tips/ledger").status == 204
    assert client.send("DELETE", "/api/v1/tips/ledger").status == 204
    assert server.stop() == 0
    files = list(server.database.parent.glob(server.database.name + "*"))
    assert files and all(b"zebra-crossing" not in file.read_bytes() for file in files)
