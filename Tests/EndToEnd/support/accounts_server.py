"""The real program outside the demo: people have accounts, and screens are paired."""

import contextlib
import re
import sqlite3
import urllib.error
import urllib.request

from client import Client
from demo_server import PAGES, PROGRAM, DemoServer
from server import ANSWER_WITHIN_SECONDS, Server, free_port
from waiting import wait_until

LINK = re.compile(r"http://\S+/set-up#\S+")
ADMINISTRATOR = "ada@example.org"
PASSWORD = "seven blue lanterns"
CAFE = "Harbour Café"
SITE = "Pier 3"


class AccountsServer(DemoServer):
    def __init__(self, database, log):
        port = free_port()
        command = [PROGRAM, "serve", "--listen", f"127.0.0.1:{port}", "--database", f"sqlite:{database}", "--web", PAGES.folder]
        Server.__init__(self, command, port, log)
        self.database = database

    @property
    def link(self):
        """Where the first administrator sets it up; each start writes another one until then."""
        # It is written a moment after the first page is served.
        wait_until(lambda: len(self._links()) > self._earlier_links, self.end_of_log)
        return self._links()[-1]

    def start(self, waits=True):
        self._earlier_links = len(self._links())
        super().start(waits)

    def _links(self):
        return LINK.findall(self.log.read_text(encoding="utf-8")) if self.log.exists() else []

    def administrator(self):
        return Client(self.port).sign_in(name=ADMINISTRATOR, password=PASSWORD)

    def screens(self, client):
        return client.get("/api/v1/screens")["screens"]

    def forget_proofs(self):
        """Everybody signed in an hour ago. The server must not be running."""
        with contextlib.closing(sqlite3.connect(self.database)) as connection, connection:
            connection.execute("UPDATE sessions SET proved_at = proved_at - 3600000")

    def _is_ready(self):
        # Without a campus it is not ready for anything but the set-up.
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=ANSWER_WITHIN_SECONDS) as answer:
                return answer.status == 200
        except (urllib.error.URLError, OSError):
            return False
