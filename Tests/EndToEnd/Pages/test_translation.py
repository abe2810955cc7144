"""Every page goes through the catalogue with all its texts: in the pseudo-locale no word stays English.

In `make soak` test_appearance.py looks at the pages in each of their states with it.
"""

import re
import shutil

import pytest
from playwright.sync_api import expect

from demo_server import ROOT
from pseudo_locale import PSEUDO_LOCALE, untranslated

pytestmark = pytest.mark.every_language

FOLDER = ROOT / "Web"
NAMES = sorted(page.stem for page in FOLDER.rglob("*.html") if page.parent.name != "parts")
ADDRESSES = ["/" if name == "index" else f"/{name}" for name in NAMES]


@pytest.fixture
def pseudo_visit(serve, visit, web_with_pseudo_locale):
    server = serve(web=web_with_pseudo_locale)
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


def test_w135_no_page_shows_an_untranslated_text(pseudo_visit):
    assert len(ADDRESSES) > 7
    found = [text for address in ADDRESSES for text in english_texts(pseudo_visit, address)]
    pseudo_visit.open("/sign-in?as=person&next=/order")
    pseudo_visit.page.locator("button.person").filter(has_text="Omar Haddad").click()
    expect(pseudo_visit.page.locator(".cafe-card").first).to_be_visible()
    found += [text for address in ADDRESSES for text in english_texts(pseudo_visit, address)]
    assert found == []


def test_an_untranslated_text_is_found(pseudo_visit):
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
