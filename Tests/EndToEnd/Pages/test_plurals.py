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
# The forms that a page shows for all numbers up to one: for each message, the texts that occur, and which of them each number has.
SHOWN = """
async ([language, last]) => {
  const { Catalogue } = await import("/assets/Shared/models/catalogue.js")
  const { messages } = await (await fetch(`/locales/${language}.json`)).json()
  const catalogue = new Catalogue(language, messages)
  const shown = {}
  for (const [message, forms] of Object.entries(messages)) {
    if (typeof forms === "string") continue
    const texts = new Map()
    const numbers = Array.from({ length: last + 1 }, (_, count) => {
      const text = catalogue.plural(message, message, count, { count: "#" })
      if (!texts.has(text)) texts.set(text, texts.size)
      return texts.get(text)
    })
    shown[message] = { texts: [...texts.keys()], numbers }
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


# Each form of each language is there up to 110. The categories themselves are compared up to 1000 above.
@pytest.mark.parametrize("last", [110, pytest.param(1000, marks=pytest.mark.long)])
def test_w133_a_page_shows_the_form_that_the_catalogue_means(server, visit, last):
    # The script of the test has no nonce.
    visitor = visit(server.url, bypass_csp=True)
    visitor.open("/")
    for language in SHIPPED:
        formula, messages = plural_forms(language)
        assert len(messages) > 10, language
        shown = visitor.page.evaluate(SHOWN, [language, last])
        assert shown.keys() == messages.keys(), language
        chosen = [formula(count) for count in range(last + 1)]
        assert set(chosen) == {formula(count) for count in range(1001)}, language
        for message, forms in messages.items():
            expected, texts = ([without_places(text) for text in found] for found in (forms, shown[message]["texts"]))
            assert [texts[number] for number in shown[message]["numbers"]] == [expected[form] for form in chosen], (language, message)


def without_places(text):
    """What a form says without the count and the isolates around it."""
    return re.sub(r"[\u2066-\u2069]|#|\{count\}", "", text)
