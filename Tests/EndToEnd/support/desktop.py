"""A person's desktop: a session bus of its own with the notification daemon of python-dbusmock, and a browser that only notes what it opens."""

import asyncio
import contextlib
import json
import os
import pathlib
import re
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor

from dbus_fast import Message, Variant
from dbus_fast.aio import MessageBus

from waiting import PATIENCE_SECONDS, wait_until

NOTICE = re.compile(r'^[\d.]+ Notify "Vicinity" (\d+) "[^"]*" "([^"]*)" "([^"]*)"')
SERVICE = "org.freedesktop.Notifications"
OBJECT = "/org/freedesktop/Notifications"


class Desktop:
    """`with Desktop() as desktop`; programs of its person get `desktop.environment`."""

    def __enter__(self):
        self.stack = contextlib.ExitStack()
        self.folder = pathlib.Path(self.stack.enter_context(tempfile.TemporaryDirectory()))
        self.opened = self.folder / "opened"
        browser = self.folder / "bin" / "xdg-open"
        browser.parent.mkdir()
        browser.write_text(f'#!/bin/sh\necho "$1" >> {self.opened}\n')
        browser.chmod(0o755)
        address = f"unix:path={self.folder}/bus"
        self.environment = os.environ | {
            "DBUS_SESSION_BUS_ADDRESS": address, "PATH": f"{browser.parent}:{os.environ['PATH']}", "HOME": str(self.folder)}
        bus = self.start("dbus-daemon", "--session", "--nofork", "--print-address", f"--address={address}", stdout=subprocess.PIPE, text=True)
        # It listens when it has printed its address.
        bus.stdout.readline()
        self.log = self.folder / "log"
        # Debian's package, which no virtual environment sees.
        self.start("/usr/bin/python3", "-u", "-m", "dbusmock", "--template", "notification_daemon", "--logfile", str(self.log))
        wait_until(lambda: self.call("org.freedesktop.DBus", "/", "org.freedesktop.DBus.NameHasOwner", f"string:{SERVICE}") == "boolean true")
        return self

    def __exit__(self, *_):
        self.stack.close()

    def start(self, *command, **options):
        process = subprocess.Popen(command, env=self.environment, **options)
        self.stack.callback(process.wait, PATIENCE_SECONDS)
        self.stack.callback(process.terminate)
        return process

    def call(self, *arguments):
        """The answer to a call as dbus-send prints it."""
        command = ["dbus-send", "--session", "--print-reply=literal", f"--dest={arguments[0]}", *arguments[1:]]
        return subprocess.run(command, env=self.environment, capture_output=True, text=True, timeout=PATIENCE_SECONDS).stdout.strip()

    @property
    def lines(self):
        return self.log.read_text(encoding="utf-8").splitlines() if self.log.exists() else []

    @property
    def notices(self):
        """The questions that were shown: which notice each took the place of, its title and its text."""
        return [(int(found[1]), found[2], found[3]) for found in map(NOTICE.match, self.lines) if found]

    @property
    def opened_addresses(self):
        """What the browser was told to open."""
        return self.opened.read_text(encoding="utf-8").split() if self.opened.exists() else []

    @property
    def noted_questions(self):
        """The questions that the monitor keeps as asked."""
        return json.loads((self.folder / "monitors" / "vicinity.doors").read_text(encoding="utf-8"))["asked"]

    @property
    def closings(self):
        return sum(" CloseNotification " in line for line in self.lines)

    def press(self, number):
        """The person presses the notice."""
        body = [SERVICE, "ActionInvoked", "us", [Variant("u", number), Variant("s", "default")]]

        async def emit():
            bus = await MessageBus(bus_address=self.environment["DBUS_SESSION_BUS_ADDRESS"]).connect()
            await bus.call(Message(
                destination=SERVICE, path=OBJECT, interface="org.freedesktop.DBus.Mock", member="EmitSignal", signature="sssav", body=body))
            bus.disconnect()

        # In a thread, because a browser of another test may run a loop in this one.
        with ThreadPoolExecutor(1) as thread:
            thread.submit(lambda: asyncio.run(emit())).result()
