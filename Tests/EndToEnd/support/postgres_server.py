"""The real program on a PostgreSQL server that the tests start for themselves."""

import itertools
import os
import pathlib
import subprocess

import pytest

from campus import DEMO
from demo_server import PAGES, PROGRAM, ROOT, DemoServer
from server import free_port

SCRIPT = ROOT / "scripts" / "postgres-server"
# Unix sockets have paths of about a hundred letters at most, which the folders of pytest exceed.
FOLDERS = pathlib.Path("/tmp")


class PostgresServer:
    """A cluster of its own, which can crash and come back."""

    def __init__(self, name="postgres"):
        self.folder = FOLDERS / f"vicinity-{name}-{os.getpid()}"
        self.numbers = itertools.count(1)
        self.start()

    def start(self):
        ended = subprocess.run([SCRIPT, "start", self.folder], capture_output=True, text=True, check=False)
        if ended.returncode == 3:
            pytest.skip("no PostgreSQL on this machine")
        assert ended.returncode == 0, ended
        self.template = ended.stdout.strip()

    def crash(self):
        subprocess.run([SCRIPT, "kill", self.folder], check=True)

    def stop(self):
        subprocess.run([SCRIPT, "stop", self.folder], check=True)

    def configure(self, text):
        """Adds settings, which take effect when the server starts the next time."""
        with (self.folder / "data" / "postgresql.conf").open("a", encoding="utf-8") as settings:
            settings.write(text)

    def as_owner(self, *command):
        """Runs a command as the user that the server runs as."""
        own = ["setpriv", "--reuid", "postgres", "--regid", "postgres", "--clear-groups"] if os.geteuid() == 0 else []
        return subprocess.run([*own, *map(str, command)], check=True, capture_output=True, text=True, cwd=self.folder).stdout

    def remove(self):
        subprocess.run([SCRIPT, "remove", self.folder], check=True)

    def address(self, database):
        return self.template.replace("DATABASE", database)

    def query(self, database, sql):
        """The rows of a statement, as lists of texts."""
        ended = subprocess.run(
            ["psql", "--no-psqlrc", "--tuples-only", "--no-align", "--field-separator=\t", self.address(database), "--command", sql],
            capture_output=True, text=True, check=True,
        )
        return [row.split("\t") for row in ended.stdout.splitlines()]

    def new_database(self):
        name = f"lunch_{next(self.numbers)}"
        self.query("postgres", f"CREATE DATABASE {name}")
        return name


class PostgresNode(DemoServer):
    """One of the processes that serve a database."""

    def __init__(self, address, folder, campus=DEMO):
        super().__init__(folder / "unused.db", campus, folder / "log")
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.command = [
            str(word) for word in (
                PROGRAM, "serve", "--demo", "--listen", f"127.0.0.1:{self.port}", "--database", address, "--campus", campus,
                "--web", PAGES.folder)
        ]
