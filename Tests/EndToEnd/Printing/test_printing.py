"""Tickets on paper: printers that are there, that fail, and a server that is killed while one prints."""

import pytest
from playwright.sync_api import expect

from campus import Campus
from client import line
from command_line import assert_refused, vicinity
from pages import KitchenPage
from receipt_printer import ReceiptPrinter
from waiting import wait_until

CAFE = "main-cafe"


@pytest.fixture
def printers():
    made = [ReceiptPrinter(), ReceiptPrinter()]
    yield made
    for printer in made:
        printer.close()


def campus_with(grill, counter):
    campus = Campus()
    cafe = campus.cafe(CAFE)
    # Orders are for now, so that they enter the line at once.
    cafe.pop("pickup")
    address = {"host": "127.0.0.1", "columns": 48}
    cafe["printers"] = [
        {**address, "id": "grill-printer", "name": {"en": "Grill printer"}, "port": grill.port, "stations": ["grill"], "backup": "counter-printer"},
        {**address, "id": "counter-printer", "name": {"en": "Counter printer"}, "port": counter.port, "stations": []},
    ]
    return campus


def printed(printer, count):
    wait_until(lambda: len(printer.papers) >= count, lambda: printer.papers)
    return printer.papers[count - 1]


def test_c119_a_print_job_survives_a_kill_and_fails_over_to_the_backup(serve, printers):
    grill, counter = printers
    server = serve(campus_with(grill, counter))
    ada = server.client(person="ada")
    burger = [line("smash-burger", "fries", note="Nut allergy")]
    first = ada.order(CAFE, burger)
    paper = printed(grill, 1)
    assert first["number"] in paper and "ALLERGY: Nut allergy" in paper and "REPRINT" not in paper

    # Killed while nobody knows whether the second ticket is on paper.
    grill.answers_the_end = False
    ada.order(CAFE, burger)
    second = printed(grill, 2)
    server.kill()
    grill.answers_the_end = True
    server.start()
    again = printed(grill, 3)
    assert "REPRINT" in again and "REPRINT" not in second and "Print 2" in second and "Print 2" in again

    grill.state = "paper-out"
    ada = server.client(person="ada")
    third = ada.order(CAFE, burger)
    backup = printed(counter, 1)
    assert "BACKUP FROM Grill printer" in backup and third["number"] in backup
    cook = server.client(device="kitchen-main")
    states = {printer["id"]: printer for printer in cook.get(f"/api/v1/cafes/{CAFE}/printers")["printers"]}
    assert states["grill-printer"]["state"] == "paper-out"
    assert states["grill-printer"]["printedBy"]["id"] == "counter-printer"

    answer = cook.send("POST", f"/api/v1/orders/{third['id']}/receipt-prints", {})
    assert answer.status == 202 and answer.json["printers"][0]["id"] == "counter-printer"
    receipt = printed(counter, 2)
    assert "Receipt" in receipt and "Total" in receipt
    assert len(grill.papers) == 3


def test_a_ticket_of_a_dead_screen_is_announced_and_waits_for_paper_at_the_backup_C83(serve, visit, printers):
    grill, counter = printers
    server = serve(campus_with(grill, counter))
    ada, cook = server.client(person="ada"), server.client(device="kitchen-main")
    burger = [line("smash-burger", "fries")]
    screen = KitchenPage(visit(server.url)).open("Kitchen display, Main Café")
    screen.page.locator(".view").filter(has_text="Grill").click()
    seen = ada.order(CAFE, burger)
    screen.expect_numbers(seen["number"])
    wait_until(lambda: server.rows("SELECT count(*) FROM ticket_sightings WHERE seen_at IS NOT NULL") == [(1,)])
    # The only screen of the grill dies. The grill's printer prints the next ticket, but nobody sees the paper.
    screen.page.goto("about:blank")
    counter.state = "paper-out"
    lost = ada.order(CAFE, burger)
    printed(grill, 2)
    unseen = lambda: [ticket["ticket"] for ticket in cook.get(f"/api/v1/cafes/{CAFE}/unseen")["tickets"]]
    wait_until(lambda: unseen() == [lost["ticket"]], unseen)
    # The backup has no paper. The ticket waits, and the kitchen screens show why.
    state = lambda: {printer["id"]: printer["state"] for printer in cook.get(f"/api/v1/cafes/{CAFE}/printers")["printers"]}["counter-printer"]
    wait_until(lambda: state() == "paper-out", state)
    assert counter.papers == []
    counter.state = "ready"
    paper = printed(counter, 1)
    assert lost["number"] in paper and "REPRINT" in paper, paper
    # The next screen shows the dead screen's tickets at once, and the alarms end.
    other = KitchenPage(visit(server.url)).open("Kitchen display, Main Café")
    other.expect_numbers(seen["number"], lost["number"])
    wait_until(lambda: unseen() == [], unseen)
    assert len(counter.papers) == 1


def test_the_kitchen_reads_which_printer_fails_and_prints_a_ticket_again(serve, visit, printers):
    grill, counter = printers
    server = serve(campus_with(grill, counter))
    order = server.client(person="ada").order(CAFE, [line("smash-burger", "fries")])
    printed(grill, 1)
    kitchen = KitchenPage(visit(server.url, viewport={"width": 1024, "height": 768})).open("Kitchen display, Main Café")
    kitchen.page.get_by_role("button", name=f"Reject or print ticket {order['number']}").click()
    kitchen.page.get_by_role("button", name=f"Print ticket {order['number']} again").click()
    assert "REPRINT" in printed(grill, 2)
    grill.state = "cover-open"
    expect(kitchen.page.locator(".kitchen-notice")).to_contain_text("Grill printer: the cover is open. Counter printer prints in its place.")
    grill.state = "ready"
    expect(kitchen.page.locator(".kitchen-notice")).to_be_hidden()


def test_a_printer_is_tried_from_the_command_line(printers):
    printer, _ = printers
    ended = vicinity("printer", "test", f"127.0.0.1:{printer.port}")
    assert (ended.returncode, ended.stdout) == (0, f"The printer at 127.0.0.1:{printer.port} has printed a test page.\n"), ended
    assert "Test page" in printed(printer, 1)
    for state, words in (("paper-out", "is out of paper"), ("cover-open", "cover"), ("offline", "is offline")):
        printer.state = state
        assert_refused(vicinity("printer", "test", f"127.0.0.1:{printer.port}"), 1, words)
    printer.close()
    assert_refused(vicinity("printer", "test", f"127.0.0.1:{printer.port}"), 1, "no connection")
    assert_refused(vicinity("printer", "test", "a/b"), 2, "PRINTER")
