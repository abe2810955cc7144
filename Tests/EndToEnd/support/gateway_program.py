"""The real gateway program, with a state folder of its own, which hears a virtual radio or a recording."""

import json
import re
import signal
import subprocess

from demo_server import PROGRAM
from waiting import wait_until

STOPPED_WITHIN_SECONDS = 60
CODE = re.compile(r"^    ([A-Z]{4}-[A-Z]{4})$", re.MULTILINE)


class GatewayProgram:
    def __init__(self, server, folder, *source):
        self.server = server
        self.state = folder / "state"
        self.log = folder / "gateway.log"
        self.command = [str(word) for word in [PROGRAM, "gateway", "--server", server.url, "--state", self.state, *source]]
        self.process = None
        self.begun = 0

    def start(self):
        self.begun = self.log.stat().st_size if self.log.exists() else 0
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(self.command, stdout=output, stderr=subprocess.STDOUT)
        return self

    def words(self):
        """What it has said since it was started."""
        return self.log.read_bytes()[self.begun:].decode()

    def code(self):
        """The code that it shows last."""
        wait_until(lambda: CODE.search(self.words()))
        return CODE.findall(self.words())[-1]

    def pair(self, as_gateway, operator):
        """Lets it in, as somebody does who runs the gateways."""
        code = self.code()
        answer = operator.send("POST", f"/api/v1/pairings/{code}/approval", {"gateway": as_gateway})
        assert answer.status == 204, answer
        wait_until(lambda: f"This is the gateway {as_gateway}." in self.words())
        return self

    def queued(self):
        """The reports that wait on its disk."""
        return sorted((self.state / "queue").glob("*.report"))

    def key(self):
        return json.loads((self.state / "key.json").read_text(encoding="utf-8"))["key"]

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(STOPPED_WITHIN_SECONDS)

    def ended(self, seconds=120):
        return self.process.wait(seconds)
