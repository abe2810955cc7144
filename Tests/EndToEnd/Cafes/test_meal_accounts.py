"""People fill their meal account by card and read its statement (C109); finance enters amounts in pairs, and refunds orders (C105, C106)."""

import csv
import datetime
import io

import pytest
from playwright.sync_api import expect

from campus import Campus
from client import line
from demo_server import DemoServer
from payment_peer import GOOD_CARD, PaymentPeer

MAIN = "main-cafe"
FINANCE = ["nadia", "noor"]


@pytest.fixture
def peer(tmp_path):
    with PaymentPeer(tmp_path) as peer:
        yield peer


@pytest.fixture
def server(tmp_path, peer):
    campus = Campus()
    for name in FINANCE:
        campus.content["people"].append({"id": name, "name": name.title(), "roles": ["finance"], "language": "en", "locale": "en-GB", "balances": []})
    server = DemoServer(tmp_path / "vicinity.db", campus.write(tmp_path / "campus.json"), tmp_path / "server.log", *peer.options())
    server.start()
    yield server
    assert server.stop() == 0


def sign_in(visitor, person):
    assert visitor.context.request.post(f"{visitor.url}/api/v1/session", data={"person": person}).status == 201


def saved(download):
    """The rows of a CSV file that the page saves."""
    return list(csv.reader(io.StringIO(open(download.path(), encoding="utf-8-sig", newline="").read())))


def test_a_person_fills_the_account_by_card_and_reads_the_statement_C109(server, peer, visit):
    visitor = visit(server.url)
    visitor.sign_in("Ada Morgan")
    page = visitor.page
    # Signed in elsewhere too: the other page follows.
    other = visitor.context.new_page()
    other.goto(f"{server.url}/account")
    expect(other.locator(".balance").first).to_have_text("€50.00")
    visitor.open("/account")
    amount = page.get_by_label("Amount", exact=True)
    amount.fill("3")
    page.get_by_role("button", name="Pay in by card").click()
    expect(page.get_by_role("alert").filter(has_text="Type an amount")).to_have_text("Type an amount from €5.00 to €200.00.")
    expect(amount).to_be_focused()
    visitor.assert_accessible()
    page.get_by_role("button", name="€20.00").click()
    expect(amount).to_have_value("20")
    amount.press("Enter")
    page.get_by_label("Card number").fill(GOOD_CARD)
    expect(page.locator("pay-page")).to_contain_text("For your meal account")
    page.locator("pay-page .primary").click()
    expect(page.locator("notice-bar")).to_contain_text("Your payment has arrived in your meal account.")
    expect(page.locator(".balance").first).to_have_text("€70.00")
    expect(other.locator(".balance").first).to_have_text("€70.00")
    first = page.locator(".statement tbody tr").first
    expect(first).to_contain_text("Paid in by card")
    visitor.assert_accessible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as CSV").click()
    rows = saved(download.value)
    assert rows[0] == ["time", "kind", "for", "order", "amount", "balance", "currency"]
    assert rows[-1][1:] == ["top-up", "Paid in by card", "", "20.00", "70.00", "EUR"]
    assert GOOD_CARD.encode() not in server.stored_bytes()


def test_finance_enters_a_list_once_and_in_pairs_and_refunds_an_order(server, visit):
    order = server.client(person="ada").order(MAIN, [line("espresso")])
    first = visit(server.url)
    sign_in(first, "nadia")
    page = first.page
    first.open("/accounts")

    def choose(text):
        page.get_by_label("CSV file").set_input_files({"name": "list.csv", "mimeType": "text/csv", "buffer": text.encode()})

    head = "person,amount,currency,reason\n"
    choose(head + "ada,25.00,EUR,May\nnobody-here,1.00,EUR,May\n")
    expect(page.get_by_role("alert").filter(has_text="Line")).to_contain_text("Line 3: There is no person “nobody-here”.")
    choose(head + 'ada,125.50,EUR,"Allowance, May"\nkenji,-1.00,EUR,Twice\n')
    expect(page.get_by_role("heading", name="Enter these 2 amounts?")).to_be_focused()
    first.assert_accessible()
    page.get_by_role("button", name="Send for confirmation").click()
    expect(page.get_by_text("Somebody else of finance confirms it.", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Confirm")).to_have_count(0)
    assert server.rows("SELECT count(*) FROM ledger WHERE kind = 'correction'") == [(0,)]
    second = visit(server.url)
    sign_in(second, "noor")
    second.open("/accounts")
    second.page.get_by_role("button", name="Confirm").click()
    expect(second.page.locator("notice-bar")).to_contain_text("Entered.")
    second.page.get_by_label("Name or identifier").fill("morgan")
    second.page.get_by_role("button", name="Ada Morgan").click()
    expect(second.page.locator(".balance").first).to_have_text("€173.30")
    expect(second.page.locator(".statement tbody tr").first).to_contain_text("Entered by finance: Allowance, May")
    second.assert_accessible()
    # The same file again, by anybody.
    choose(head + 'ada,125.50,EUR,"Allowance, May"\nkenji,-1.00,EUR,Twice\n')
    expect(page.locator("notice-bar")).to_contain_text("Nothing was entered twice.")
    expect(page.get_by_role("button", name="Send for confirmation")).to_have_count(0)
    assert server.rows("SELECT count(*) FROM ledger WHERE kind = 'correction'") == [(2,)]
    # The refund, by one dish. The page asks for the café’s day: the small hours belong to the day before, and the reader may be in
    # another zone.
    second.page.clock.set_fixed_time(datetime.datetime.now() + datetime.timedelta(days=2))
    second.open("/refunds")
    second.page.get_by_label("Number").fill(order["number"])
    second.page.get_by_role("button", name="Find", exact=True).click()
    second.page.get_by_label("1 × Espresso").select_option("1")
    second.page.get_by_label("Reason").fill("It was cold")
    second.assert_accessible()
    second.page.get_by_role("button", name="Refund", exact=True).click()
    expect(second.page.locator("refunds-page")).to_contain_text("Nothing is left to refund.")
    expect(second.page.locator("refunds-page")).to_contain_text("Refunded: It was cold")
    assert server.rows("SELECT sum(meal) FROM ledger WHERE order_id = ?", order["id"]) == [(0,)]
