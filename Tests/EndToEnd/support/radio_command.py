"""A command of the program that uses a radio and runs until it is stopped."""

import json
import signal
import subprocess
import threading

from demo_server import PROGRAM
from waiting import PATIENCE_SECONDS, wait_until


class RadioCommand:
    """`with RadioCommand("scan", "--json", …) as scan`: its lines as they come; stopped by a signal at the end."""

    def __init__(self, *arguments, environment=None):
        self.arguments = [PROGRAM, *map(str, arguments)]
        self.environment = {"LANG": "en_GB.UTF-8", "PATH": "/usr/bin", **(environment or {})}
        self.lines, self.errors = [], []

    def __enter__(self):
        self.process = subprocess.Popen(
            self.arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=self.environment
        )
        self.readers = [
            threading.Thread(target=self.keep, args=(self.process.stdout, self.lines)),
            threading.Thread(target=self.keep, args=(self.process.stderr, self.errors)),
        ]
        for reader in self.readers:
            reader.start()
        return self

    @staticmethod
    def keep(stream, lines):
        for line in stream:
            lines.append(line.rstrip("\n"))

    def __exit__(self, *failure):
        self.stop(signal.SIGTERM)

    def stop(self, number=signal.SIGTERM):
        """Stops it, and returns its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        code = self.process.wait(PATIENCE_SECONDS)
        for reader in self.readers:
            reader.join(5)
        return code

    # What --json prints

    @property
    def objects(self):
        return [json.loads(line) for line in list(self.lines)]

    @property
    def beacons(self):
        return [each for each in self.objects if each["kind"] == "beacon"]

    @property
    def states(self):
        return [each["state"] for each in self.objects if each["kind"] == "radio"]

    def wait_for_state(self, *states):
        wait_until(lambda: self.states == list(states), lambda: f"{self.lines} {self.errors}")

    def wait_for_beacon(self, **members):
        """Waits for a beacon line that has these members, and returns it."""

        def found():
            return [each for each in self.beacons if members.items() <= each.items()]

        wait_until(found, lambda: f"{self.lines} {self.errors}")
        return found()[-1]

    def wait_for_error(self, words):
        wait_until(lambda: any(words in line for line in list(self.errors)), lambda: f"{self.lines} {self.errors}")
