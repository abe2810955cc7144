"""The plural forms of the pages are those that Babel chooses: from the catalogue on the disk to the text in the page."""

import gettext
import json
import re

import pytest

import plural_table
from demo_server import ROOT
from plural_table import LETTERS, LANGUAGES, categories

pytestmark = pytest.mark.every_language

LOCALES = ROOT / "Web" / "locales"
SHIPPED = sorted(file.stem for file in LOCALES.glob("*.po"))
# What Intl says about numbers, as a row of the table.
CATEGORIES = """
([language, numbers, letters]) => numbers.map(number => {
  const minimumFractionDigits = number.split(".")[1]?.length ?? 0
  return letters[new Intl.PluralRules(language, { minimumFractionDigits }).select(Number(number))]
}).join("")
"""
# The forms that a page shows for 0 to 1000: the texts of a message are the categories under which the server handed them out.
SHOWN = """
async language => {
  const { Catalogue } = await import("/assets/Shared/models/catalogue.js")
  const { messages } = await (await fetch(`/locales/${language}.json`)).json()
  const catalogue = new Catalogue(language, messages)
  const shown = {}
  for (const [message, forms] of Object.entries(messages)) {
    if (typeof forms === "string") continue
    shown[message] = Array.from({ length: 1001 }, (_, count) => catalogue.plural(message, message, count, { count: "#" }))
  }
  return shown
}
"""


def test_w133_the_table_for_our_own_rules_is_babels():
    assert json.loads(plural_table.FILE.read_text("utf-8")) == plural_table.table()
    assert set(SHIPPED) <= set(LANGUAGES)


def test_w133_the_browser_has_the_categories_of_babel(server, visit):
    visitor = visit(server.url)
    visitor.open("/")
    numbers = [str(number) for number in range(1001)] + plural_table.OTHERS
    for language in LANGUAGES:
        assert visitor.page.evaluate(CATEGORIES, [language, numbers, LETTERS]) == categories(language, numbers), language


def plural_forms(language):
    """The forms of each plural message, and the formula of the catalogue, which translators' programs go by."""
    text = (LOCALES / f"{language}.po").read_text("utf-8")
    formula = gettext.c2py(re.search(r"plural=(.*?);", text)[1])
    forms = {}
    for block in re.findall(r'^msgid (".*")\nmsgid_plural .*\n((?:msgstr\[\d\] .*\n?)+)', text, re.MULTILINE):
        forms[json.loads(block[0])] = [json.loads(form) for form in re.findall(r"^msgstr\[\d\] (.*)$", block[1], re.MULTILINE)]
    return formula, forms


def test_w133_a_page_shows_the_form_that_the_catalogue_means(server, visit):
    # The script of the test has no nonce.
    visitor = visit(server.url, bypass_csp=True)
    visitor.open("/")
    for language in SHIPPED:
        formula, messages = plural_forms(language)
        assert len(messages) > 10, language
        shown = visitor.page.evaluate(SHOWN, language)
        assert shown.keys() == messages.keys(), language
        for message, forms in messages.items():
            expected = [without_places(forms[formula(count)]) for count in range(1001)]
            assert [without_places(text) for text in shown[message]] == expected, (language, message)


def without_places(text):
    """What a form says without the count and the isolates around it."""
    return re.sub(r"[\u2066-\u2069]|#|\{count\}", "", text)
