"""The real program on a PostgreSQL server that the tests start for themselves."""

import contextlib
import itertools
import os
import pathlib
import signal
import subprocess
import time

import pytest

from campus import DEMO
from demo_server import PAGES, PROGRAM, ROOT, DemoServer
from server import free_port
from waiting import LOOK_EVERY_SECONDS, PATIENCE_SECONDS, wait_until

SCRIPT = ROOT / "scripts" / "postgres-server"
# Unix sockets have paths of about a hundred letters at most, which the folders of pytest exceed.
FOLDERS = pathlib.Path("/tmp")


class PostgresServer:
    """A cluster of its own, which can crash and come back."""

    made = itertools.count(1)

    def __init__(self, folder=None, starts=True):
        self.folder = folder or FOLDERS / f"vicinity-postgres-{os.getpid()}-{next(self.made)}"
        self.numbers = itertools.count(1)
        self.was_killed = False
        if starts:
            self.start()

    @property
    def socket(self):
        return self.folder / "socket" / ".s.PGSQL.5432"

    def start(self):
        ended = self._started()
        if self.was_killed:
            # A process that was begun just before the kill may still have the memory that they share.
            deadline = time.monotonic() + PATIENCE_SECONDS
            while ended.returncode != 0 and time.monotonic() < deadline:
                time.sleep(LOOK_EVERY_SECONDS)
                ended = self._started()
            self.was_killed = False
        if ended.returncode == 3:
            pytest.skip("no PostgreSQL on this machine")
        assert ended.returncode == 0, ended
        self.template = ended.stdout.strip()

    def _started(self):
        return subprocess.run([SCRIPT, "start", self.folder], capture_output=True, text=True, check=False)

    def kill(self):
        """Ends the first process at once, without a chance to tell the others, which end when they notice."""
        postmaster = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
        others = children(postmaster)
        os.kill(postmaster, signal.SIGKILL)
        self.was_killed = True
        # A new one refuses to start while one of them still has the memory that they share.
        wait_until(lambda: not any(is_alive(process) for process in (postmaster, *others)))

    def start_again(self):
        self.kill()
        self.start()

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


def children(process):
    """The processes that a process has started."""
    found = []
    for status in pathlib.Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            # The name in parentheses may hold anything.
            fields = status.read_text().rpartition(")")[2].split()
            if int(fields[1]) == process:
                found.append(int(status.parent.name))
    return found


def is_alive(process):
    with contextlib.suppress(OSError):
        return (pathlib.Path("/proc") / str(process) / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


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
