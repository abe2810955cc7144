"""Pages of people who get tips, with the browser's clock in the hands of the test."""

from playwright.sync_api import expect

from client import line
from pages import OrderPage, UsedPage
from waiting import wait_until

AGAIN = "The same again?"


def wait_for(page, condition):
    """Until something is true in a page, whose policy allows no code in texts."""
    wait_until(lambda: page.evaluate(condition), told=lambda: f"did not come true: {condition}")


# Notes that the page has exchanged tips with the server, after which it shows what it may show.
NOTE_EXCHANGES = "addEventListener('tips-exchanged', () => { document.documentElement.dataset.tipsExchanged = '' })"
# More milliseconds than pass between the choice of a tip and its popover.
COMES_WITHIN = 1_500


def control_time(visitor):
    """Before the first page: `clock` runs the timers of the pages, and `wait_for_tips` knows when there are tips."""
    visitor.context.clock.install()
    visitor.context.add_init_script(NOTE_EXCHANGES)
    return visitor


def wait_for_tips(page):
    """Until the page has asked the server which tips there are for this person."""
    expect(page.locator("html[data-tips-exchanged]")).to_be_attached()


def let_tips_come(page):
    """Runs every timer and frame of the page for longer than a tip takes to come up."""
    wait_for_tips(page)
    page.clock.run_for(COMES_WITHIN)


def wait_until_sent(page):
    wait_for(page, "Object.entries(localStorage).some(([key, text]) => key.startsWith('vicinity-tips/') && JSON.parse(text).isUnsent === false)")


class TipPage(OrderPage):
    """The order page of someone who is signed in."""

    def open(self, person="Ada Morgan"):
        control_time(self.visitor)
        self.visitor.sign_in(person)
        super().open()
        self.page.locator(".cafe-card").first.click()
        expect(self.page.locator("cafe-menu")).to_be_visible()
        return self

    @property
    def popover(self):
        return self.page.locator("tip-popover:popover-open")

    def wait_for_machine(self):
        """Until the page has its tips: its record is in the browser."""
        wait_for(self.page, "Object.keys(localStorage).some(key => key.startsWith('vicinity-tips/'))")

    def wait_until_sent(self):
        wait_until_sent(self.page)

    def expect_no_tip(self):
        let_tips_come(self.page)
        expect(self.popover).to_have_count(0)


def order_twice(server, person):
    """What makes the tip about ordering again come, and no other: two pages that open choose a café by hand twice."""
    administrator = server.client(person="omar")
    for tip in ("your-data", "language", "closest-cafe"):
        assert administrator.send("PUT", f"/api/v1/tips/{tip}/switch", {"isOn": False}).status == 200
    client = server.client(person=person)
    for _ in range(2):
        client.order("main-cafe", [line("red-lentil-soup")])
    return client


class YourDataPage(UsedPage):
    def open(self, person="Ada Morgan"):
        self.visitor.open("/your-data")
        self.page.locator("[data-key=sign-in-first]").click()
        self.page.get_by_role("dialog").get_by_role("button").filter(has_text=person).click()
        expect(self.heading("Tips you have seen")).to_be_visible()
        return self
