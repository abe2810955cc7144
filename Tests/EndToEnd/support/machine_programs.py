"""Programs that sense with this machine: their person's answers, and their output as it comes."""

import os
import subprocess
import threading

from demo_server import PROGRAM
from waiting import wait_until

# What a region needs before an entry counts, and what a wait for it allows.
SILENCE_SECONDS = 30
PATIENCE_SECONDS = 60


def environment(home, adapter=None, bus=None):
    """The variables of a person who has nothing but the folder, and on whose machine a bus is the system's."""
    variables = {"HOME": str(home), "PATH": os.environ["PATH"], "TZ": "UTC"}
    return variables | ({"VICINITY_ADAPTER": adapter} if adapter else {}) | (bus.environment if bus else {})


def allow(program, home):
    """The person allows a program to use the location always."""
    subprocess.run([PROGRAM, "permissions", "allow", program], env=environment(home), check=True, timeout=60)


def watched(major, minor, uuid="5AFE0000-0000-4000-8000-00000000002B"):
    """The options of `vicinity advertise` for a beacon."""
    return ["--uuid", uuid, "--major", str(major), "--minor", str(minor)]


class start:
    """`with start(program, home=…, adapter=…) as running`: its lines as they come; killed at the end."""

    def __init__(self, program, *arguments, home, adapter=None, bus=None):
        # Line by line, although nobody looks at a terminal.
        self.command = ["stdbuf", "-oL", program, *map(str, arguments)]
        self.environment = environment(home, adapter, bus)
        self.lines, self.errors = [], []

    def __enter__(self):
        self.process = subprocess.Popen(
            self.command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env=self.environment, start_new_session=True)
        self.readers = []
        for stream, lines in [(self.process.stdout, self.lines), (self.process.stderr, self.errors)]:
            self.readers.append(threading.Thread(target=self.keep, args=(stream, lines)))
            self.readers[-1].start()
        return self

    @staticmethod
    def keep(stream, lines):
        for line in stream:
            lines.append(line.rstrip("\n"))

    def __exit__(self, *failure):
        self.process.kill()
        self.process.wait()
        for reader in self.readers:
            reader.join(5)

    def wait_for(self, words, count=1):
        """Waits for lines that have the words."""
        def found():
            return sum(words in line for line in list(self.lines)) >= count

        wait_until(found, lambda: f"{self.lines} {self.errors}", patience=PATIENCE_SECONDS)
