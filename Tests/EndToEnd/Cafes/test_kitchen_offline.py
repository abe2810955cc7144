"""Kitchen screens without a link: what is pressed is kept, sent in order, applied once; conflicts and unseen tickets are shown (C82, C83)."""

import json

import pytest
from playwright.sync_api import expect

from campus import Campus
from client import line
from pages import KitchenPage
from waiting import wait_until

DISPLAY = "Kitchen display, Main Café"
KEPT = "vicinity-kitchen-kept"


@pytest.fixture
def server(serve):
    return serve(Campus().give_everybody(1_000_000, "EUR"))


def kept(kitchen):
    return json.loads(kitchen.page.evaluate("key => localStorage.getItem(key) ?? '{\"presses\": []}'", KEPT))["presses"]


def notice(kitchen):
    return kitchen.page.locator(".kitchen-notice")


def test_ten_bumps_of_two_blind_screens_are_merged_and_three_conflicts_are_shown_C82_C83(server, visit):
    client, cook = server.client(person="ada"), server.client(device="kitchen-main")
    orders = [client.order("main-cafe", [line("espresso")]) for _ in range(9)]
    numbers = [order["number"] for order in orders]
    one, other, at_pass = (KitchenPage(visit(server.url)).open(DISPLAY) for _ in range(3))
    at_pass.page.locator(".view").filter(has_text="Pass").click()
    for kitchen in (one, other):
        kitchen.expect_numbers(*numbers)
        kitchen.note_texts("kitchen-page .empty")
        kitchen.visitor.context.set_offline(True)
    # Chromium goes on reading the open stream. The screens close it when they cannot fetch this order.
    numbers.append(server.client(person="kenji").order("main-cafe", [line("espresso")])["number"])
    for kitchen in (one, other):
        expect(kitchen.blind()).to_contain_text("is kept here, and sent when the link is back")

    for kitchen, mine in ((one, [0, 1, 2, 3, 4]), (other, [0, 5, 6, 7, 8])):
        for index in mine:
            kitchen.press("Bump", numbers[index])
        expect(kitchen.blind()).to_contain_text("5 presses are kept.")
        assert [press["number"] for press in kept(kitchen)] == [numbers[index] for index in mine]
    # A second press takes the first one back, and a third one keeps it again.
    for expected in ("4 presses are kept.", "5 presses are kept."):
        one.page.wait_for_timeout(600)  # A double tap counts as one.
        one.press("Bump", numbers[4])
        expect(one.blind()).to_contain_text(expected)
    # The pass makes nothing: what only blind screens should show is missed, and the pass is told (C83).
    expect(notice(at_pass)).to_contain_text(f"shows {numbers[9]}. Look whether it works.", timeout=60_000)
    # What needs the server is not kept, and says so.
    one.page.locator("kitchen-ticket .ticket-more").first.click()
    expect(one.blind()).to_contain_text("This needs the server.")

    # Meanwhile one order is cancelled, and another screen bumps and recalls a ticket.
    assert client.send("POST", f"/api/v1/orders/{orders[4]['id']}/cancellation", {}).status == 200
    cook.act(orders[7]["ticket"], "bump")
    cook.act(orders[7]["ticket"], "recall")

    one.visitor.context.set_offline(False)
    one.expect_live()
    expect(notice(at_pass)).to_have_count(0)
    expect(notice(one)).to_contain_text(f"{numbers[4]}: It was cancelled while this screen was offline.")
    other.visitor.context.set_offline(False)
    other.expect_live()
    for kitchen in (one, other):
        wait_until(lambda kitchen=kitchen: kept(kitchen) == [], lambda kitchen=kitchen: kept(kitchen))

    # At no moment did a screen say that there was nothing.
    assert all(kitchen.noted_texts("kitchen-page .empty") == [] for kitchen in (one, other))

    # Each press has acted once: the record has one change to each order for it, in the order of the presses.
    bumped = server.rows("SELECT order_id, count(*) FROM order_transitions WHERE stages LIKE '%preparing' GROUP BY order_id")
    expected = {orders[index]["id"] for index in (0, 1, 2, 3, 5, 6, 7, 8)}
    assert {order for order, _ in bumped} == expected
    assert all(count == 1 for order, count in bumped if order != orders[7]["id"])
    (row,) = server.rows(f"SELECT stage FROM tickets WHERE order_id = '{orders[7]['id']}'")
    assert row == ("preparing",)
    for mine in ([1, 2, 3], [5, 6, 8]):
        times = [server.rows(f"SELECT at FROM ticket_presses WHERE order_id = '{orders[index]['id']}'") for index in mine]
        assert all(len(rows) == 1 for rows in times)
        assert times == sorted(times)

    # The conflicts stay until somebody dismisses them, also over a reload.
    other.visitor.open("/kitchen")
    expect(notice(other)).to_contain_text(f"{numbers[0]}: Another screen bumped it while this one was offline.")
    notice(other).get_by_role("button", name="Dismiss").click()
    expect(notice(other)).to_contain_text(f"{numbers[7]}: Another screen recalled it while this one was offline.")
    for kitchen in (one, other):
        notice(kitchen).get_by_role("button", name="Dismiss").click()
        expect(notice(kitchen)).to_have_count(0)
