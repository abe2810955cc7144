"""Firefox ESR without a window, driven over WebDriver BiDi (https://w3c.github.io/webdriver-bidi/)."""

import itertools
import json
import os
import pathlib
import subprocess

from websockets.exceptions import InvalidHandshake
from websockets.sync.client import connect

from server import free_port
from waiting import PATIENCE_SECONDS, wait_until

PREFERENCES = {
    "dom.push.testing.allowInsecureServerURL": True,
    # The system has no notifications here, and Firefox's own need none.
    "alerts.useSystemBackend": False,
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "remote.active-protocols": 1,
    # They are for tests that want no push service, and switch it off.
    "remote.prefs.recommended": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
}


class Firefox:
    """A browser with a profile of its own and one empty tab, for as long as it is entered."""

    def __init__(self, folder: pathlib.Path, push_service):
        self.folder = folder
        self.preferences = {**PREFERENCES, "dom.push.serverURL": push_service.address}
        self.numbers = itertools.count(1)

    def __enter__(self):
        profile = self.folder / "profile"
        profile.mkdir()
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in self.preferences.items()]
        (profile / "user.js").write_text("".join(lines), encoding="utf-8")
        port = free_port()
        self.log = (self.folder / "firefox.log").open("wb")
        command = ["firefox-esr", "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", str(port), "about:blank"]
        environment = {**os.environ, "HOME": str(self.folder), "MOZ_HEADLESS": "1"}
        self.process = subprocess.Popen(command, stdout=self.log, stderr=subprocess.STDOUT, env=environment)
        wait_until(lambda: self._connect(port), lambda: "Firefox does not listen.")
        self("session.new", capabilities={})
        return self

    def __exit__(self, *error):
        self.process.terminate()
        try:
            self.process.wait(timeout=PATIENCE_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log.close()

    def _connect(self, port):
        try:
            self.connection = connect(f"ws://127.0.0.1:{port}/session", max_size=None, open_timeout=2)
        # It listens before it knows what to answer.
        except (OSError, InvalidHandshake):
            return False
        return True

    def __call__(self, method, **parameters):
        """Sends a command, and returns its result; what the browser tells besides is passed over."""
        number = next(self.numbers)
        self.connection.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.connection.recv(timeout=PATIENCE_SECONDS))
            if answer.get("id") == number:
                assert answer["type"] == "success", answer
                return answer["result"]

    def allow_notifications(self, origin):
        """As somebody who is asked would."""
        self("permissions.setPermission", descriptor={"name": "notifications"}, state="granted", origin=origin)

    def close_tabs(self):
        """All but the empty one, with which it began."""
        for tab in self("browsingContext.getTree")["contexts"]:
            if tab["url"] != "about:blank":
                self("browsingContext.close", context=tab["context"])

    def open(self, url):
        """A new tab with a page."""
        tab = FirefoxTab(self, self("browsingContext.create", type="tab")["context"])
        tab.go(url)
        return tab


class FirefoxTab:
    def __init__(self, firefox, context):
        self.firefox = firefox
        self.context = context

    def go(self, url):
        self.firefox("browsingContext.navigate", context=self.context, url=url, wait="complete")

    def evaluate(self, expression):
        """The value of an expression, which may be a promise of something that JSON can hold."""
        wanted = f"(async () => JSON.stringify(await ({expression})))()"
        answer = self.firefox(
            "script.evaluate", expression=wanted, target={"context": self.context}, awaitPromise=True, userActivation=True)
        assert answer["type"] == "success", answer["exceptionDetails"]
        return json.loads(answer["result"].get("value") or "null")

    def press(self, selector):
        """A press as the person makes it, which the browser takes for one."""
        wait_until(lambda: self.evaluate(f"document.querySelector({json.dumps(selector)}) !== null"), lambda: f"No {selector}.")
        self.evaluate(f"document.querySelector({json.dumps(selector)}).click()")

    def wait_for(self, expression):
        wait_until(lambda: self.evaluate(expression), lambda: self.evaluate("document.body.innerText"))

    def notifications(self):
        """What shows on the device."""
        return self.evaluate(
            "navigator.serviceWorker.ready.then(worker => worker.getNotifications())"
            ".then(shown => shown.map(({ title, body, tag, data }) => ({ title, body, tag, data })))")

    def close(self):
        self.firefox("browsingContext.close", context=self.context)
