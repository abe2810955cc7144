"""A virtual radio link: badges and phones that advertise, and a controller on a TCP port that hears them."""

import pathlib
import subprocess
import sys

from waiting import PATIENCE_SECONDS

SCRIPT = pathlib.Path(__file__).with_name("virtual_badge.py")


class RadioLink:
    """A process of its own, because its event loop must not wait for the test."""

    def __init__(self, port, log, *senders):
        """senders: iBeacons as "UUID,MAJOR,MINOR", or addresses of phones."""
        self.port = port
        with open(log, "wb") as errors:
            self.process = subprocess.Popen([sys.executable, SCRIPT, str(port), *senders], stdout=subprocess.PIPE, stderr=errors, text=True)
        # A script that fails ends, and its line is empty then.
        assert self.process.stdout.readline() == "ready\n", pathlib.Path(log).read_text(encoding="utf-8")

    @property
    def adapter(self):
        return f"tcp:127.0.0.1:{self.port}"

    def close(self):
        self.process.kill()
        self.process.wait(PATIENCE_SECONDS)
        self.process.stdout.close()
