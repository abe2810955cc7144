"""Gateways of the demo campus: they get their key on the command line, and report badges over HTTP."""

import subprocess
import time

from campus import Campus
from client import Client
from demo_server import PROGRAM
from waiting import PATIENCE_SECONDS

MEASURED_POWER = -59
NEAR, FAR = -55, -85


def written(moment):
    """A moment, in seconds, as RFC 3339 writes it with milliseconds."""
    milliseconds = int(moment * 1000)
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(milliseconds // 1000)) + f".{milliseconds % 1000:03}Z"


def gateway_command(server, *arguments):
    command = [PROGRAM, "gateways", *arguments, "--database", f"sqlite:{server.database}"]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_SECONDS)


# A badge that was not heard for thirty seconds has left; of these, so many are over when a departure begins.
SILENT_SECONDS = 28
EVERY_SECONDS = 0.25


class Gateway:
    """A gateway that hears Ada's badge, or does not."""

    def __init__(self, server, name):
        self.server = server
        self.name = name
        issued = gateway_command(server, "add", name)
        assert issued.returncode == 0, issued
        self.client = Client(server.port, token=issued.stdout.strip())
        content = Campus().content
        ada = next(person for person in content["people"] if person["id"] == "ada")
        self.badge = {"uuid": content["organisation"]["badgeUUID"], **ada["badge"]}

    def report(self, *strengths, ago=0):
        """Reports what it hears now, or heard some seconds ago: Ada's badge with each of the strengths."""
        now = written(time.time() - ago)
        return self.send([{**self.badge, "rssi": rssi} for rssi in strengths], now)

    def loses(self, until):
        """Hears the badge for the last time, and reports silence until something holds; the badge leaves in two seconds."""
        assert self.report(NEAR, ago=SILENT_SECONDS).status == 200
        end = time.monotonic() + PATIENCE_SECONDS
        while not until():
            assert time.monotonic() < end, "The departure brings nothing about."
            assert self.report().status == 200
            time.sleep(EVERY_SECONDS)

    def hear(self, *identities):
        """Reports identities that it hears now, each with its strength as `rssi`."""
        answer = self.send(identities, written(time.time()))
        assert answer.status == 200, answer

    def send(self, heard, now):
        sightings = [{**sighting, "measuredPower": MEASURED_POWER, "time": now} for sighting in heard]
        return self.client.send("POST", f"/api/v1/gateways/{self.name}/reports", {"until": now, "sightings": sightings})

    def hears(self, rssi=NEAR):
        """What became of the sightings; how long the report was on its way is no part of it."""
        answer = self.report(rssi)
        assert answer.status == 200, answer
        return {name: value for name, value in answer.json.items() if name != "clockAheadSeconds"}

    def revoke(self):
        revoked = gateway_command(self.server, "revoke", self.name)
        assert revoked.returncode == 0, revoked
