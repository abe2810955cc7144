"""The link of an invitation: the invited person opens it, chooses a password, and is signed in."""

import pytest
from playwright.sync_api import expect

from account_pages import password_field
from accounts_server import PASSWORD
from looks import PHONE

NAME = "mina@example.org"


@pytest.fixture
def link(installation, administrator):
    """The link for somebody who was invited."""
    person = {"name": "Mina Okafor", "signInName": NAME, "roles": ["employee"], "language": "en"}
    answer = administrator.send("POST", "/api/v1/people", person)
    assert answer.status == 201, answer
    return answer.json["link"]


def send(page, password):
    password_field(page).fill(password)
    page.get_by_role("button", name="Continue").click()


def test_an_invited_person_chooses_a_password_and_is_signed_in(installation, link, visit):
    invited = visit(installation.url, viewport=PHONE, locale="en-GB")
    page = invited.page
    invited.open(link)
    expect(page.get_by_text("Hello Mina Okafor")).to_be_visible()
    assert page.url == f"{installation.url}/welcome", "The token stayed in the address."
    expect(page.get_by_label("E-mail or staff number")).to_have_value(NAME)
    invited.assert_accessible()
    invited.picture("invitation")
    for password, words in (("short", "at least 10 characters"), ("password1234", "Many people use this password")):
        send(page, password)
        expect(page.get_by_role("alert")).to_contain_text(words)
        expect(password_field(page)).to_be_focused()
    invited.assert_accessible()
    # The token stays in this tab until it is used.
    page.reload()
    send(page, PASSWORD)
    page.wait_for_url(f"{installation.url}/order")
    # On a narrow page the name is in the menu.
    expect(page.locator(".who").first).to_have_text("Mina Okafor")
    installation.signed_in(NAME)
    # It works once.
    invited.open(link)
    expect(page.get_by_role("alert")).to_contain_text("This link does not work any more")


@pytest.mark.parametrize(("path", "words"), [
    ("/welcome", "needs the link of an invitation"), ("/welcome#nothing", "does not work any more")])
def test_without_a_link_that_works_the_page_says_what_to_do(installation, visit, path, words):
    visitor = visit(installation.url, viewport=PHONE, locale="en-GB")
    visitor.open(path)
    expect(visitor.page.get_by_role("alert")).to_contain_text(words)
    expect(visitor.page.get_by_text("Ask an administrator for a new link")).to_be_visible()
    visitor.assert_accessible()
