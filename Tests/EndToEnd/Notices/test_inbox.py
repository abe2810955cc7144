"""The inbox and the bell: a notice comes to open pages by itself, and is read on all devices at once."""

import pytest
from playwright.sync_api import expect

from client import line
from pages import UsedPage

PHONE = {"width": 390, "height": 844}


def make_ready(server, person="ada"):
    """The order of a person becomes ready, which makes a notice; returns the order."""
    order = server.client(person=person).order("main-cafe", [line("espresso")])
    server.client(device="kitchen-main").act(order["ticket"], "bump")
    return order


@pytest.fixture
def ada(server, visit):
    """Ada's inbox on a phone."""

    def make():
        visitor = visit(server.url, locale="en-GB", viewport=PHONE)
        visitor.sign_in("Ada Morgan")
        visitor.open("/notices")
        return UsedPage(visitor)

    return make


def rows(page):
    return page.page.locator(".inbox-row")


def bell(page):
    return page.page.locator("#notices-link")


def test_an_empty_inbox_says_what_will_be_in_it(ada):
    page = ada()
    expect(page.text("No notices yet. When an order is ready, or you are reminded at the door, it is listed here.")).to_be_visible()
    expect(bell(page)).to_have_accessible_name("Notices")
    page.visitor.assert_accessible()


def test_a_notice_comes_to_the_open_page_and_leads_to_the_order(server, ada):
    page = ada()
    expect(page.heading("Notices")).to_be_visible()
    order = make_ready(server)
    expect(rows(page)).to_have_count(1)
    # Not by colour alone.
    expect(rows(page).first).to_contain_text("New")
    expect(bell(page)).to_have_accessible_name("Notices, 1 unread")
    page.visitor.assert_accessible()
    rows(page).first.click()
    page.page.wait_for_url(f"{server.url}/order#order/{order['id']}")
    expect(page.page.locator("order-status .headline")).to_have_text("Ready at Main Café.")
    expect(bell(page)).to_have_accessible_name("Notices")


def test_the_bell_counts_on_another_page(server, visit):
    visitor = visit(server.url, locale="en-GB")
    visitor.sign_in("Ada Morgan")
    visitor.open("/attendance")
    page = UsedPage(visitor)
    expect(bell(page)).to_have_accessible_name("Notices")
    for count in (1, 2):
        make_ready(server)
        expect(bell(page)).to_have_accessible_name(f"Notices, {count} unread")


def test_what_is_read_on_one_device_is_read_on_the_other(server, ada):
    phone, desk = ada(), ada()
    make_ready(server)
    make_ready(server)
    for page in (phone, desk):
        expect(rows(page)).to_have_count(2)
    phone.button("Mark all as read").click()
    for page in (phone, desk):
        expect(page.text("All are read.")).to_be_visible()
        expect(page.page.locator(".inbox-new")).to_have_count(0)
        expect(bell(page)).to_have_accessible_name("Notices")


def test_the_inbox_says_since_when_it_is_not_live(server, ada):
    make_ready(server)
    page = ada()
    expect(rows(page)).to_have_count(1)
    with server.silenced():
        expect(page.page.locator("link-state")).to_contain_text("Not live since")
        expect(rows(page)).to_have_count(1)
    expect(page.page.locator("link-state")).to_be_empty()
