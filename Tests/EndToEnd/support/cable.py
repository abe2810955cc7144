"""A machine of its own for a node, as far as the network goes: a network namespace of Linux with one cable, which can be pulled."""

import ctypes
import os
import subprocess
import threading

CLONE_NEWNET = 0x40000000


class Cable:
    """Needs root. The near end of the cable has the address `.1`, the machine at its far end `.2`."""

    def __init__(self, number=77):
        self.name = f"vicinity-{os.getpid()}"
        self.near, self.far = f"10.{number}.0.1", f"10.{number}.0.2"
        self.ends = f"vic{os.getpid() % 100_000}a", f"vic{os.getpid() % 100_000}b"
        self._ip("netns", "add", self.name)
        self._ip("link", "add", self.ends[0], "type", "veth", "peer", "name", self.ends[1])
        self._ip("link", "set", self.ends[1], "netns", self.name)
        self._ip("addr", "add", f"{self.near}/24", "dev", self.ends[0])
        self._ip("link", "set", self.ends[0], "up")
        for words in (("addr", "add", f"{self.far}/24", "dev", self.ends[1]), ("link", "set", self.ends[1], "up"), ("link", "set", "lo", "up")):
            self._ip("-n", self.name, *words)

    @staticmethod
    def _ip(*words):
        subprocess.run(["ip", *words], check=True, capture_output=True)

    @property
    def prefix(self):
        """What begins the command of a program that runs on the machine."""
        return ["ip", "netns", "exec", self.name]

    def pull(self):
        self._ip("link", "set", self.ends[0], "down")

    def plug(self):
        self._ip("link", "set", self.ends[0], "up")

    def remove(self):
        # The cable goes with the machine.
        self._ip("netns", "del", self.name)

    def there(self, action):
        """Runs an action in a thread whose sockets are those of the machine."""
        found = []

        def run():
            with open(f"/run/netns/{self.name}") as namespace:
                assert ctypes.CDLL(None, use_errno=True).setns(namespace.fileno(), CLONE_NEWNET) == 0
            try:
                found.append((action(), None))
            except Exception as failure:
                found.append((None, failure))

        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
        result, failure = found[0]
        if failure is not None:
            raise failure
        return result
