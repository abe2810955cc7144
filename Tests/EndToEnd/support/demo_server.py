"""The real program, serving a campus from a database in a folder of its own."""

import contextlib
import os
import pathlib
import sqlite3
import subprocess

from client import Client
from served_pages import ServedPages
from server import Server, free_port

ROOT = pathlib.Path(__file__).resolve().parents[3]
# A debug build is soon there while one works on the program: `VICINITY_PROGRAM=.build/debug/vicinity`.
PROGRAM = ROOT / os.environ.get("VICINITY_PROGRAM", ".build/release/vicinity")
PAGES = ServedPages(ROOT / "Web")


class DemoServer(Server):
    def __init__(self, database: pathlib.Path, campus: pathlib.Path, log: pathlib.Path, *arguments, web=None, environment=None):
        port = free_port()
        command = [PROGRAM, "serve", "--demo", "--listen", f"127.0.0.1:{port}", "--database", f"sqlite:{database}"]
        command += ["--campus", campus, "--web", web or PAGES.folder, *arguments]
        super().__init__(command, port, log)
        self.environment = environment
        self.database = database
        self.campus = campus

    def client(self, **who):
        """A client of the API, signed in when someone is named."""
        client = Client(self.port)
        return client.sign_in(**who) if who else client

    def rows(self, query, *values):
        """What the database holds, read beside the server."""
        with contextlib.closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as connection:
            return connection.execute(query, values).fetchall()

    def stored_bytes(self):
        """Everything that was written: the database with its log, and the server's own words."""
        files = [*self.database.parent.glob(f"{self.database.name}*"), self.log]
        return b"".join(file.read_bytes() for file in files)


def import_campus(server, campus, folder):
    """Puts a campus in force beside the server."""
    file = campus.write(folder / "changed.json")
    subprocess.run([PROGRAM, "import", file, "--database", f"sqlite:{server.database}"], check=True, capture_output=True)
