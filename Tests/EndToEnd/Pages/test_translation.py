"""Every page goes through the catalogue with all its texts: in the pseudo-locale no word stays English. None violates its policy either.

In `make soak` test_appearance.py looks at the pages in each of their states with it.
"""

import re
import shutil

import pytest
from playwright.sync_api import expect

from campus import Campus
from demo_server import ROOT
from pseudo_locale import PSEUDO_LOCALE, untranslated
from role_table import roles_of_people

pytestmark = pytest.mark.every_language

FOLDER = ROOT / "Web"
NAMES = sorted(page.stem for page in FOLDER.rglob("*.html") if page.parent.name != "parts")
EVERYTHING = "Omar Haddad"
ADDRESSES = [{"index": "/", "not-found": "/nowhere"}.get(name, f"/{name}") for name in NAMES]


@pytest.fixture
def pseudo_visit(serve, visit, web_with_pseudo_locale):
    campus = Campus()
    # With every role: no page is refused.
    next(person for person in campus.content["people"] if person["name"] == EVERYTHING)["roles"] = roles_of_people()
    server = serve(campus, web=web_with_pseudo_locale)
    visitor = visit(server.url, locale="en-GB")
    visitor.context.add_cookies([{"name": "vicinity-language", "value": PSEUDO_LOCALE, "url": server.url}])
    return visitor


def english_texts(visitor, address):
    """What a page shows untranslated once it has loaded."""
    visitor.open(address)
    expect(visitor.page.locator("html")).to_have_attribute("lang", PSEUDO_LOCALE)
    expect(visitor.page.locator("main h1").first).to_contain_text("⟦")
    expect(visitor.page.locator(".loading, .skeleton")).to_have_count(0)
    return [f"{address}: {text}" for text in untranslated(visitor.page)]


# What the pages say before one has signed in: those that somebody opens first, and in `make soak` all.
@pytest.mark.parametrize("addresses", [["/", "/sign-in?as=person&next=/order", "/order"], pytest.param(ADDRESSES, marks=pytest.mark.long)], ids=["first", "all"])
def test_w135_no_page_shows_an_untranslated_text_without_a_session(pseudo_visit, addresses):
    assert [text for address in addresses for text in english_texts(pseudo_visit, address)] == []


def test_no_page_shows_an_untranslated_text_or_violates_its_policy_and_both_would_be_found_W105_W135(pseudo_visit):
    assert len(ADDRESSES) > 7
    pseudo_visit.sign_in(EVERYTHING)
    assert [text for address in ADDRESSES for text in english_texts(pseudo_visit, address)] == []
    # Chromium tells of each violation of the policy.
    assert not pseudo_visit.errors
    with pseudo_visit.page.expect_console_message(lambda message: "Content Security Policy" in message.text):
        pseudo_visit.page.evaluate("document.body.setAttribute('style', 'color: red')")
    assert "Content Security Policy" in pseudo_visit.errors.pop()
    pseudo_visit.open("/")
    assert untranslated(pseudo_visit.page) == []
    pseudo_visit.page.evaluate("document.querySelector('main').append('Pay by card')")
    pseudo_visit.page.evaluate("document.querySelector('h1').setAttribute('aria-label', 'Lunch break')")
    assert untranslated(pseudo_visit.page) == ["Lunch break", "Pay by card"]


def test_w135_a_message_that_a_catalogue_lacks_is_english_and_the_server_counts_it(serve, visit, tmp_path):
    web = shutil.copytree(FOLDER, tmp_path / "web")
    catalogue = web / "locales" / "de.po"
    translation = re.compile(r'^(msgid "(?:Where would you like to eat\?|Close)"\nmsgstr) .*$', re.MULTILINE)
    catalogue.write_text(translation.sub(r'\1 ""', catalogue.read_text("utf-8")), "utf-8")
    server = serve(web=web)
    assert "The pages in de show 2 texts in English: they are not translated." in server.log.read_text("utf-8")
    assert server.log.read_text("utf-8").count("show ") == 1
    visitor = visit(server.url, locale="de-DE")
    visitor.open("/order")
    expect(visitor.page.get_by_role("heading", level=1, name="Where would you like to eat?")).to_be_attached()
