"""People sign in with their organisation's provider, in a browser, and nobody gets in by an answer that is wrong in any way."""

import pytest
from playwright.sync_api import expect

from account_pages import heading, press, sign_in
from conftest import ARTEFACTS
from looks import PHONE
from provider_server import ProviderServer

BUTTON = "Sign in with Northwind"


@pytest.fixture(scope="module")
def company(tmp_path_factory):
    """A server and its provider, for all tests that leave both in order."""
    log = ARTEFACTS / "end-to-end" / "provider.log"
    log.unlink(missing_ok=True)
    server = ProviderServer(tmp_path_factory.mktemp("provider"), log)
    server.provider.start()
    server.start()
    server.set_up()
    yield server
    assert server.stop() == 0, server.end_of_log()
    server.provider.stop()


@pytest.fixture
def provider(company):
    company.provider.spoil = None
    yield company.provider
    company.provider.spoil = None


def account(provider, name, **claims):
    """Gives the provider somebody of this name."""
    account = name.split()[0].lower()
    provider.accounts[account] = {"sub": f"id-{account}", "name": name, "email": f"{account}@northwind.example", **claims}
    return account


def sign_in_at_provider(page, account):
    expect(heading(page, "Northwind sign-in")).to_be_visible()
    page.get_by_label("Account").fill(account)
    press(page, "Continue")


def test_a_person_signs_in_with_the_provider(company, provider, visit):
    name = account(provider, "Wilma Strand")
    visitor = visit(company.url, viewport=PHONE, locale="en-GB")
    page = visitor.page
    visitor.open("/sign-in?next=/your-data")
    visitor.screenshot("provider-sign-in")
    visitor.assert_accessible()
    page.get_by_role("link", name=BUTTON).click()
    sign_in_at_provider(page, name)
    expect(page.locator(".who")).to_have_text("Wilma Strand")
    assert page.url == f"{company.url}/your-data"
    assert company.people()["Wilma Strand"]["grants"] == ["employee"]
