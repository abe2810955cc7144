"""A real server process that a test can start, kill and start again."""

import itertools
import os
import pathlib
import random
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request

READY_WITHIN_SECONDS = 30
STOPPED_WITHIN_SECONDS = 15
# Between two looks at a server that is starting.
LOOK_EVERY_SECONDS = 0.02
FIRST_PORT = 12_000
PORTS_OF_WORKER = 1_000
WORKERS = 20

# Not from the first on, because somebody else on the machine may test at the same time.
taken_ports = itertools.count(random.randrange(PORTS_OF_WORKER))


class Server:
    """A server on one port; a restart keeps the port, so that pages find it again."""

    def __init__(self, command, port, log: pathlib.Path):
        self.command = [str(word) for word in command]
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        self.log = log
        self.process = None

    def start(self, waits=True):
        """Starts the process and, unless told not to, waits until it is ready."""
        assert self.process is None, "The server is running already."
        self.log.parent.mkdir(parents=True, exist_ok=True)
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(self.command, stdout=output, stderr=subprocess.STDOUT)
        if waits:
            self._wait_until_ready()

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

    @property
    def is_running(self):
        return self.process is not None and self.process.poll() is None

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
            with urllib.request.urlopen(f"{self.url}/readyz", timeout=2) as answer:
                return answer.status == 200
        except (urllib.error.URLError, OSError):
            return False


def free_port():
    """A port that no server has, and that no connection gets either while its server is down.

    Systems give connections ports from 32768 on. Each process of tests has a range of its own below.
    """
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    first = FIRST_PORT + worker % WORKERS * PORTS_OF_WORKER
    for _ in range(PORTS_OF_WORKER):
        port = first + next(taken_ports) % PORTS_OF_WORKER
        with socket.socket() as listener:
            # As servers do, so that connections that have just ended keep nobody from the port.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                listener.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise AssertionError("No port is free.")
