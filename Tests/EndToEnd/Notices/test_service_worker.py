"""The service worker in Chromium: what a push shows, replaces and closes, delivered by the browser's own tools."""

import itertools
import json

import pytest

from waiting import wait_until

LOOKS_BEFORE_ANOTHER_PUSH = 40
# Registers the worker as the pages do: the page of the introduction makes no policy of Trusted Types by itself.
REGISTER = """
() => {
  const policy = trustedTypes.createPolicy("service-worker", { createScriptURL: address => address })
  return navigator.serviceWorker.register(policy.createScriptURL("/service-worker.js")).then(() => navigator.serviceWorker.ready).then(() => true)
}
"""
SHOWN = """
() => navigator.serviceWorker.ready.then(worker => worker.getNotifications())
  .then(shown => shown.map(({ title, body, tag, silent, lang, data }) => ({ title, body, tag, silent, lang, url: data.url })))
"""
CLOSED = """
() => navigator.serviceWorker.ready.then(worker => worker.getNotifications()).then(shown => shown.forEach(notification => notification.close()))
"""


class Device:
    """A browser that has the worker, and to which pushes are delivered."""

    def __init__(self, context, url):
        context.grant_permissions(["notifications"], origin=url)
        self.url = url
        self.page = context.new_page()
        self.page.goto(url)
        self.tools = context.new_cdp_session(self.page)
        self.registrations = []
        self.last = None
        # By title.
        self.pushed = {}
        self.tools.on("ServiceWorker.workerRegistrationUpdated", lambda event: self.registrations.extend(event["registrations"]))
        self.tools.send("ServiceWorker.enable")
        # What the tools tell is heard of while the page answers.
        wait_until(lambda: self.page.evaluate(REGISTER) and self.registrations)

    def push(self, content):
        text = content if isinstance(content, str) else json.dumps(content)
        registration = self.registrations[-1]["registrationId"]
        self.tools.send("ServiceWorker.deliverPushMessage", {"origin": self.url, "registrationId": registration, "data": text})
        self.last = text
        if isinstance(content, dict):
            self.pushed[content["notification"]["title"]] = text

    def shown(self):
        return {notification["title"]: notification for notification in self.page.evaluate(SHOWN)}

    def expect_shown(self, *titles):
        """Waits for these, because the answer of the tools comes before the worker has done its work, and returns them by title."""
        found = {}
        looks = itertools.count(1)

        def are_there():
            found.clear()
            found.update(self.shown())
            # Chromium forgets a notification that somebody asks for after it is stored and before it is displayed.
            if found.keys() < set(titles) and next(looks) % LOOKS_BEFORE_ANOTHER_PUSH == 0:
                for title in set(titles) - found.keys():
                    self.push(self.pushed.get(title, self.last))
            return found.keys() == set(titles)

        wait_until(are_there, lambda: found)
        return found

    def expect_nothing_shown(self):
        wait_until(lambda: not self.shown(), self.shown)


@pytest.fixture
def device(server, whole_browser):
    context = whole_browser.new_context()
    yield Device(context, server.url)
    context.close()


def notice(title, tag="order-1", version=1):
    about = {"title": title, "body": "Counter 2", "navigate": "/order#orders", "lang": "en", "dir": "ltr", "tag": tag, "silent": False}
    return {"web_push": 8030, "notification": {**about, "data": {"notice": "n1", "version": version, "kind": "order-ready"}}}


def test_a_push_shows_exactly_one_notification_the_same_tag_replaces_and_another_stacks_W76_W77(device):
    device.push(notice("Ready at Main Café"))
    shown = device.expect_shown("Ready at Main Café")["Ready at Main Café"]
    assert shown == {"title": "Ready at Main Café", "body": "Counter 2", "tag": "order-1", "silent": False, "lang": "en", "url": "/order#orders"}

    device.push(notice("Not ready yet", version=2))
    device.expect_shown("Not ready yet")
    device.push(notice("Clock out?", tag="clock"))
    device.expect_shown("Clock out?", "Not ready yet")


def test_a_push_that_comes_twice_makes_no_second_sound_W77(device):
    device.push(notice("Ready at Main Café"))
    device.expect_shown("Ready at Main Café")
    device.push(notice("Ready at Main Café"))
    looks = itertools.count(1)

    def is_silent():
        shown = [notification["silent"] for notification in device.shown().values()]
        # Forgotten, as expect_shown says: both pushes come once more.
        if not shown and next(looks) % LOOKS_BEFORE_ANOTHER_PUSH == 0:
            device.push(notice("Ready at Main Café"))
            device.expect_shown("Ready at Main Café")
            device.push(notice("Ready at Main Café"))
        return shown == [True]

    wait_until(is_silent, device.shown)


def test_a_push_that_cannot_be_read_shows_something_too_W76(device):
    for content in ["", "{", "null", '{"notification": 7}', "\ufffd"]:
        device.push(content)
        assert device.expect_shown("Vicinity")["Vicinity"]["url"] == "/notices", content
        device.page.evaluate(CLOSED)
        device.expect_nothing_shown()
