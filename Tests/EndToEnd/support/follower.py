"""A visitor whose badge gateways hear, and who is followed by choice."""

import time

from playwright.sync_api import expect

from gateways import FAR, NEAR
from pages import OrderPage
from waiting import wait_until

# Between two reports of a gateway.
REPORT_EVERY_SECONDS = 0.25
# Much more than patience and rest of the choice: gateways report until the page has changed.
WALKING_SECONDS = 60


class Follower(OrderPage):
    """Ada at the order page, whose badge gateways hear."""

    def __init__(self, visitor, server, language="en"):
        super().__init__(visitor, language)
        self.server = server
        self.api = server.client(person="ada")

    def sign_in_first(self):
        self.open()
        self.button("Sign in").first.click()
        self.sign_in("Ada Morgan")
        return self

    def switch(self):
        return self.named("switch", self.say("Follow my device to the café I am in"))

    def follow(self):
        self.switch().check()
        expect(self.switch()).to_be_checked()
        self.expect_following(True)
        return self

    def expect_following(self, is_on):
        wait_until(lambda: self.api.get("/api/v1/presence/following")["following"] == is_on)

    def expect_cafe(self, name, **options):
        expect(self.page.locator(".cafe-head h1")).to_have_text(name, **options)

    def dialog(self, message, **values):
        return self.page.get_by_role("dialog", name=self.say(message, **values), exact=True)


def keep_reporting(page, seconds, *reports, until=lambda: False):
    """Has gateways report as they do, until something has happened or the time is over."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and not until():
        for gateway, rssi in reports:
            gateway.hears(rssi)
        page.wait_for_timeout(REPORT_EVERY_SECONDS * 1000)


def walk(ada, away, to, name):
    """Walks from one gateway to another, until the page has changed."""
    heading = ada.page.locator(".cafe-head h1")
    keep_reporting(ada.page, WALKING_SECONDS, (away, FAR), (to, NEAR), until=lambda: heading.inner_text() == name)
    ada.expect_cafe(name)
