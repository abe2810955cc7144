"""A real server process that a test can start, kill and start again."""

import contextlib
import os
import pathlib
import random
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request

# No measures: a server that has not come or gone by then never does.
READY_WITHIN_SECONDS = 90
STOPPED_WITHIN_SECONDS = 60
ANSWER_WITHIN_SECONDS = 10
# Between two looks at a server that is starting.
LOOK_EVERY_SECONDS = 0.02
# Below those that systems give to connections (from 32768 on), one of which could get the port of a server that is down.
PORTS = range(12_000, 32_000)

# Keeps the ports of this process from everybody else on the machine, also while their servers are down.
reservations = []


class Server:
    """A server on one port; a restart keeps the port, so that pages find it again."""

    # A library to preload into every server: `cheap_passwords.c`, except in tests of the cost of a password hash.
    preloaded = None

    def __init__(self, command, port, log: pathlib.Path):
        self.command = [str(word) for word in command]
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        self.log = log
        self.process = None
        self.environment = None  # that of the tests

    def start(self, waits=True):
        """Starts the process and, unless told not to, waits until it is ready."""
        assert self.process is None, "The server is running already."
        self.log.parent.mkdir(parents=True, exist_ok=True)
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(self.command, stdout=output, stderr=subprocess.STDOUT, env=self._environment())
        if waits:
            self._wait_until_ready()

    def _environment(self):
        environment = dict(os.environ if self.environment is None else self.environment)
        libraries = [library for library in (environment.get("LD_PRELOAD"), self.preloaded) if library]
        return {**environment, "LD_PRELOAD": ":".join(map(str, libraries))} if libraries else environment

    def kill(self):
        """Ends the process at once, as a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process = None

    def stop(self):
        """Asks the process to end, and returns its exit code."""
        self.process.send_signal(signal.SIGTERM)
        try:
            code = self.process.wait(timeout=STOPPED_WITHIN_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(f"The server did not stop within {STOPPED_WITHIN_SECONDS} s. {self.end_of_log()}")
        self.process = None
        return code

    @contextlib.contextmanager
    def silenced(self):
        """Meanwhile not one byte comes from the server, and its connections stay open, as when a cable was pulled.

        A browser that is told to be offline goes on reading a stream that was open before.
        """
        self.process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.process.send_signal(signal.SIGCONT)

    @property
    def is_running(self):
        return self.process is not None and self.process.poll() is None

    @contextlib.contextmanager
    def running(self):
        """Runs the process for the length of a block, at whose end it is killed if it has not ended."""
        self.start()
        try:
            yield self
        finally:
            if self.is_running:
                self.kill()

    def end_of_log(self):
        lines = self.log.read_text(encoding="utf-8", errors="replace").splitlines()
        return "\n".join(["Its last lines:", *lines[-20:]])

    def _wait_until_ready(self):
        deadline = time.monotonic() + READY_WITHIN_SECONDS
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                code, self.process = self.process.returncode, None
                raise AssertionError(f"The server ended with exit code {code}. {self.end_of_log()}")
            if self._is_ready():
                return
            time.sleep(LOOK_EVERY_SECONDS)
        self.kill()
        raise AssertionError(f"The server was not ready within {READY_WITHIN_SECONDS} s. {self.end_of_log()}")

    def _is_ready(self):
        try:
            with urllib.request.urlopen(f"{self.url}/readyz", timeout=ANSWER_WITHIN_SECONDS) as answer:
                return answer.status == 200
        except (urllib.error.URLError, OSError):
            return False


def free_port():
    """A port that is this process's until it ends: no other process of tests gets it."""
    for _ in range(1_000):
        reservation = socket.socket()
        port = random.choice(PORTS)
        try:
            # Refused when anybody has the port, a reservation too.
            reservation.bind(("127.0.0.1", port))
        except OSError:
            reservation.close()
            continue
        # From here on whoever says the same, as servers do, may listen on it.
        reservation.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        reservations.append(reservation)
        return port
    raise AssertionError("No port is free.")
