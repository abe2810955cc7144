"""People sign in with their organisation's provider, in a browser, and nobody gets in by an answer that is wrong in any way."""

import json
import os
import time
import urllib.parse

import pytest
from playwright.sync_api import expect

from account_pages import heading, press, sign_in
from administered_server import ADMINISTRATOR
from client import Client
from conftest import ARTEFACTS
from looks import PHONE
from pages import NOTE_TEXTS
from provider_server import ProviderServer
from visitor import Visitor
from waiting import wait_until

pytestmark = pytest.mark.every_language

# A page whose session ended at the provider says so within this time.
NOTICED_WITHIN_SECONDS = 5
BUTTON = "Sign in with Northwind"


@pytest.fixture(scope="module")
def company(tmp_path_factory):
    """A server and its provider, for all tests that leave both in order."""
    # Each worker that takes some of these tests has a server of its own.
    log = ARTEFACTS / "end-to-end" / f"provider-{os.environ.get('PYTEST_XDIST_WORKER', 'alone')}.log"
    log.unlink(missing_ok=True)
    server = ProviderServer(tmp_path_factory.mktemp("provider"), log)
    server.provider.start()
    server.start()
    server.set_up()
    yield server
    assert server.stop() == 0, server.end_of_log()
    server.provider.stop()


@pytest.fixture
def serve_provider(tmp_path):
    """Starts a server of the test's own with a provider: `serve_provider(provider_runs=False)`."""
    servers = []

    def make(provider_runs=True):
        servers.append(ProviderServer(tmp_path, ARTEFACTS / "end-to-end" / f"provider-{tmp_path.name}.log"))
        servers[-1].log.unlink(missing_ok=True)
        if provider_runs:
            servers[-1].provider.start()
        servers[-1].start()
        servers[-1].set_up()
        return servers[-1]

    yield make
    for server in servers:
        if server.is_running:
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
    expect(page).to_have_url(f"{company.url}/your-data")
    assert company.people()["Wilma Strand"]["roles"] == ["employee"]


def test_the_code_of_a_screen_is_still_there_after_the_way_through_the_provider(company, provider, visit):
    name = account(provider, "Wilma Strand")
    page = visit(company.url, locale="en-GB").page
    page.goto(f"{company.url}/pair#BCDF-GHJK")
    press(page.locator(".pair-page"), "Sign in")
    page.get_by_role("link", name=BUTTON).click()
    sign_in_at_provider(page, name)
    expect(page.locator(".who")).to_have_text("Wilma Strand")
    expect(page).to_have_url(f"{company.url}/pair#BCDF-GHJK")
    expect(page.get_by_role("alert")).to_contain_text("No screen shows this code.")


@pytest.mark.parametrize("locale", ["de-DE", "es-UY", "ar-EG", "ja-JP", "ko-KR"])
def test_the_button_and_the_explanation_fit_with_large_text_in_each_language(company, provider, visit, locale):
    visitor = visit(company.url, viewport=PHONE, locale=locale)
    visitor.open("/sign-in?problem=token-nonce")
    expect(visitor.page.get_by_role("alert")).to_contain_text("token-nonce")
    expect(visitor.page.get_by_role("link", name="Northwind")).to_be_visible()
    visitor.screenshot(f"provider-problem-{locale}")
    visitor.assert_accessible()
    visitor.show_in(PHONE, 200)
    assert not visitor.overflow()


def go_to_provider(visitor, next_page="/your-data"):
    """Presses the button on the sign-in page."""
    visitor.open(f"/sign-in?next={next_page}")
    visitor.page.get_by_role("link", name=BUTTON).click()


@pytest.fixture
def open_as(company, visit):
    """Opens a page as somebody who signs in with the provider: `open_as(account)`."""

    def make(account, next_page="/your-data", **options):
        visitor = visit(company.url, locale="en-GB", **options)
        go_to_provider(visitor, next_page)
        sign_in_at_provider(visitor.page, account)
        expect(visitor.page.locator(".who")).to_have_text(company.provider.accounts[account]["name"])
        return visitor

    return make


def test_the_same_account_is_the_same_person_and_no_e_mail_address_leads_to_another(company, provider, open_as):
    first = account(provider, "Noor Double", email="noor@example.org", email_verified=True)
    open_as(first)
    open_as(first)
    people = company.people()
    assert people["Noor Double"]["id"] != people["Noor Aziz"]["id"]
    assert people["Noor Aziz"]["roles"] == ["employee", "manager", "administrator"]
    added = [entry for entry in company.security_log() if entry["kind"] == "person-added" and entry["subject"].endswith(people["Noor Double"]["id"])]
    assert len(added) == 1, "A second sign-in made another person."


def test_groups_give_and_take_roles_at_each_sign_in_and_leave_those_given_by_hand(company, provider, open_as):
    name = account(provider, "Gus Group", groups=["kitchen", "unknown"])
    open_as(name)
    person = company.people()["Gus Group"]
    assert person["roles"] == ["employee", "cook@cafe:main-cafe", "expo"]
    by_hand = [*person["roles"], "finance"]
    answer = company.client_of_administrator.send("PATCH", f"/api/v1/people/{person['id']}", {"roles": by_hand})
    assert answer.status in (200, 204), answer

    provider.accounts[name]["groups"] = ["audit"]
    open_as(name, "/security-log")
    assert company.people()["Gus Group"]["roles"] == ["employee", "finance", "auditor"]
    # A token that does not tell the groups changes nothing.
    del provider.accounts[name]["groups"]
    open_as(name)
    assert company.people()["Gus Group"]["roles"] == ["employee", "finance", "auditor"]
    provider.accounts[name]["groups"] = []
    open_as(name)
    assert company.people()["Gus Group"]["roles"] == ["employee", "finance"]


def test_a_suspended_person_is_told_so(company, provider, open_as, visit):
    name = account(provider, "Sue Spended")
    open_as(name)
    person = company.people()["Sue Spended"]["id"]
    answer = company.client_of_administrator.send("PATCH", f"/api/v1/people/{person}", {"suspended": True})
    assert answer.status in (200, 204), answer
    visitor = visit(company.url, locale="en-GB")
    go_to_provider(visitor)
    sign_in_at_provider(visitor.page, name)
    assert_refused(visitor, "person-suspended", "Your account on this server is suspended.")
    assert refusals(company)[0] == "person-suspended"


def test_somebody_without_a_name_gets_no_account(company, provider, visit):
    provider.accounts["nameless"] = {"sub": "id-nameless"}
    people = company.people()
    visitor = visit(company.url, locale="en-GB")
    go_to_provider(visitor)
    sign_in_at_provider(visitor.page, "nameless")
    assert_refused(visitor, "provider-no-name", "neither your name nor your e-mail address")
    assert company.people().keys() == people.keys()


def test_a_logout_at_the_provider_ends_the_session_here(company, provider, open_as):
    name = account(provider, "Lou Gout")
    visitor, other = open_as(name), open_as(name)
    # Only the session that the provider names ends; that is the later one.
    other.page.evaluate(NOTE_TEXTS, ".who")
    began = time.time()
    status, header, body = provider.end_session(name)
    assert (status, body, header["Cache-Control"]) == (200, b"", "no-store")
    expect(other.page.locator(".who")).to_be_hidden()
    # The page itself has noted when: a test that waits beside other work may look late.
    noticed = next(entry["at"] for entry in other.page.evaluate("window.notedTexts['.who']") if entry["text"] == "")
    assert noticed / 1000 - began < NOTICED_WITHIN_SECONDS
    other.page.reload()
    expect(other.page.get_by_role("button", name="Sign in").first).to_be_visible()
    visitor.page.reload()
    expect(visitor.page.locator(".who")).to_have_text("Lou Gout")
    entry = next(entry for entry in company.security_log() if entry["kind"] == "session-ended")
    assert entry["detail"] == "provider" and entry["subject"] == f"person:{company.people()['Lou Gout']['id']}"


def test_a_logout_without_a_session_ends_all_of_the_person_and_works_once(company, provider, open_as):
    name = account(provider, "Lot Out")
    first, second = open_as(name), open_as(name)
    token = provider.logout_token(sub=provider.accounts[name]["sub"])
    assert provider.send_logout(token)[0] == 200
    for visitor in (first, second):
        expect(visitor.page.locator(".who")).to_be_hidden()
    third = open_as(name)
    assert provider.send_logout(token)[0] == 200
    third.page.reload()
    expect(third.page.locator(".who")).to_have_text("Lot Out")


@pytest.mark.parametrize("changes", [
    {"aud": "another"}, {"iss": "https://elsewhere.example"}, {"nonce": "n"}, {"events": {}}, {"jti": None}, {"sub": None}, {"exp": 1}],
    ids=["audience", "issuer", "nonce", "event", "no-id", "nobody", "expired"])
def test_a_wrong_logout_token_is_refused_and_ends_nothing(company, provider, changes):
    token = provider.logout_token(**{"sub": "id-wilma", **changes})
    status, header, body = provider.send_logout(token)
    assert (status, header["Cache-Control"]) == (400, "no-store")
    assert json.loads(body)["error"] == "invalid_request"


def test_signing_out_goes_on_to_the_provider(company, provider, open_as):
    name = account(provider, "Rae Leave")
    visitor = open_as(name)
    page = visitor.page
    press(page, "Sign out")
    expect(heading(page, "Who are you?")).to_be_visible()
    expect(page).to_have_url(f"{company.url}/sign-in")
    # The provider has forgotten the person too.
    page.get_by_role("link", name=BUTTON).click()
    expect(heading(page, "Northwind sign-in")).to_be_visible()


def test_the_session_at_the_provider_lets_in_without_asking_again(company, provider, open_as):
    name = account(provider, "Sam Single")
    visitor = open_as(name)
    asked = provider.asked_to_sign_in
    visitor.page.context.clear_cookies(name="vicinity-session")
    go_to_provider(visitor)
    expect(visitor.page.locator(".who")).to_have_text("Sam Single")
    assert provider.asked_to_sign_in == asked


def test_an_old_sign_in_is_renewed_at_the_provider(company, provider, open_as):
    name = account(provider, "Ada Minister", groups=["it"])
    visitor = open_as(name, "/people")
    asked = provider.asked_to_sign_in
    company.forget_proofs_of(company.people()["Ada Minister"]["id"])
    page = visitor.page
    page.reload()
    page.get_by_role("button", name="Invite somebody").click()
    dialog = page.get_by_role("dialog", name="Invite somebody")
    dialog.get_by_label("Name", exact=True).fill("Nia New")
    dialog.get_by_label("E-mail or staff number").fill("nia@example.org")
    dialog.get_by_role("button", name="Make an invitation").click()
    expect(page.get_by_text("Sign in through your organisation once more")).to_be_visible()
    page.evaluate("Promise.all(document.getAnimations().map(animation => animation.finished)).then(() => null)")
    visitor.screenshot("provider-proof")
    visitor.assert_accessible()
    page.get_by_role("link", name="Sign in again").click()
    sign_in_at_provider(page, name)
    expect(page.locator(".who")).to_have_text("Ada Minister")
    expect(page).to_have_url(f"{company.url}/people")
    assert provider.asked_to_sign_in == asked + 1


@pytest.fixture(scope="module")
def stranger(company, browsers):
    """Somebody whom nobody lets in, in one browser for all wrong answers."""
    visitor = Visitor(browsers("dejavu").new_context(locale="en-GB", reduced_motion="reduce"), company.url, ARTEFACTS / "screenshots")
    yield visitor
    visitor.close()


def refusals(company):
    """The codes of refused sign-ins in the security log, the latest first."""
    return [entry["detail"] for entry in company.security_log() if entry["kind"] == "sign-in-refused"]


def assert_refused(visitor, code, words="cannot be trusted"):
    """The sign-in page explains the code, and nobody is signed in."""
    page = visitor.page
    expect(page.get_by_role("alert")).to_contain_text(words)
    expect(page.get_by_role("alert")).to_contain_text(f"Code: {code}")
    assert f"/sign-in?problem={code}" in page.url
    cookies = {cookie["name"] for cookie in page.context.cookies(visitor.url)}
    assert not cookies & {"vicinity-session", "vicinity-provider"}, cookies


SPOILED = [
    ("wrong nonce", "token-nonce", None), ("no nonce", "token-nonce", None), ("wrong audience", "token-audience", None),
    ("wrong issuer", "token-issuer", None), ("expired", "token-expired", "The clocks of this server"), ("wrong key", "token-signature", None),
    ("unknown key", "token-unknown-key", None), ("no algorithm", "token-algorithm", None), ("no state", "callback-no-state", "is over"),
    ("wrong state", "callback-state", "is over"), ("no code", "callback-no-code", "is over"), ("used code", "provider-refused", None),
    ("refused", "callback-refused", "did not let you in"), ("answer of another issuer", "callback-issuer", None),
    ("twice", "callback-repeated-parameter", "is over"), ("wrong verifier", "provider-refused", None),
    ("slow", "provider-unreachable", "does not answer"), ("failing", "provider-status", "does not answer"),
    ("garbage", "provider-malformed", None), ("endless", "provider-unreachable", "does not answer"),
    ("elsewhere", "provider-status", "does not answer"), ("no token", "provider-no-id-token", None)]


@pytest.mark.parametrize(("spoil", "code", "words"), SPOILED, ids=[spoil.replace(" ", "-") for spoil, _, _ in SPOILED])
def test_a_wrong_answer_lets_nobody_in_and_is_explained(company, provider, stranger, spoil, code, words):
    name = account(provider, "Mal Lory", groups=["it"])
    people = company.people().keys()
    fetched = provider.fetched_keys
    # Neither the provider nor the server knows the browser from before.
    stranger.context.clear_cookies()
    # Where the button of the sign-in page leads.
    stranger.open("/sign-in/provider?next=/your-data")
    provider.spoil = spoil
    sign_in_at_provider(stranger.page, name)
    assert_refused(stranger, code, words or "cannot be trusted")
    assert company.people().keys() == people
    assert refusals(company)[0] == code
    # The first sign-in at a provider fetches its keys, and an unknown key does so once more.
    assert provider.fetched_keys <= max(fetched, 1) + 1


def test_a_callback_works_once_and_only_in_the_browser_that_began(company, provider, open_as, visit):
    name = account(provider, "Ray Play")
    thief = visit(company.url, locale="en-GB")
    visitor = visit(company.url, locale="en-GB")
    callbacks = []
    visitor.page.on("request", lambda request: callbacks.append(request.url) if "/callback?" in request.url else None)
    go_to_provider(visitor)
    sign_in_at_provider(visitor.page, name)
    expect(visitor.page.locator(".who")).to_have_text("Ray Play")
    for other in (thief, visitor):
        other.page.context.clear_cookies(name="vicinity-session")
        other.page.goto(callbacks[0])
        assert_refused(other, "sign-in-not-begun", "began in another browser")
    # Somebody who is sent a callback by another person has a sign-in of their own pending: the state does not fit.
    go_to_provider(thief)
    thief.page.goto(callbacks[0])
    assert_refused(thief, "callback-state", "is over")


def test_a_sign_in_goes_back_to_pages_of_this_server_only(company, provider, open_as):
    name = account(provider, "Rex Direct")
    visitor = open_as(name)
    for next_page in ("//elsewhere.example/", "https://elsewhere.example/", "/\\elsewhere.example"):
        visitor.page.goto(f"{company.url}/sign-in/provider?{urllib.parse.urlencode({'next': next_page})}")
        assert visitor.page.url == f"{company.url}/"


def test_a_new_key_of_the_provider_is_taken_up(serve_provider, visit):
    server = serve_provider()
    name = account(server.provider, "Kay Rotate")
    for _ in range(2):
        visitor = visit(server.url, locale="en-GB")
        go_to_provider(visitor)
        sign_in_at_provider(visitor.page, name)
        expect(visitor.page.locator(".who")).to_have_text("Kay Rotate")
        server.provider.rotate()
    assert server.provider.fetched_keys == 2


def test_while_the_provider_is_down_administrators_sign_in_by_password(serve_provider, visit):
    server = serve_provider(provider_runs=False)
    visitor = visit(server.url, locale="en-GB")
    go_to_provider(visitor)
    assert_refused(visitor, "provider-unreachable", "does not answer")
    visitor.assert_accessible()
    visitor.screenshot("provider-down")
    sign_in(visitor.page, ADMINISTRATOR)
    expect(visitor.page.locator(".who")).to_have_text("Noor Aziz")
    press(visitor.page, "Sign out")
    # It comes back, under a name that is not its own.
    server.provider.spoil = "discovery of another issuer"
    server.provider.start()
    wait_until(lambda: problem(server) == "discovery-wrong-issuer", lambda: problem(server))
    server.provider.spoil = None
    wait_until(lambda: problem(server) is None, lambda: problem(server))
    name = account(server.provider, "Dawn Again")
    go_to_provider(visitor)
    sign_in_at_provider(visitor.page, name)
    expect(visitor.page.locator(".who")).to_have_text("Dawn Again")


def problem(server):
    """Where the beginning of a sign-in leads: a code, or None for the provider."""
    address = Client(server.port).send("GET", "/sign-in/provider").headers["Location"]
    return urllib.parse.parse_qs(urllib.parse.urlsplit(address).query).get("problem", [None])[0]
