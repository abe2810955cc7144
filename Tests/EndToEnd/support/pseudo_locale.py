"""The pages in a language of accents and brackets (`scripts/messages --pseudo`), in which a text that was passed over is seen."""

import calendar
import json
import re
import shutil
import subprocess
import sys

from campus import DEMO
from demo_server import ROOT

PSEUDO_LOCALE = "en-XA"
WORD = re.compile("[A-Za-z]{2,}")
ADDRESS = re.compile(r"(?:https?://)?[\w.]+:\d+/\w*")
# Everything that a person reads or hears. Not in it: names of languages in themselves, keys of the keyboard, and what a page
# without scripts would say.
TEXTS = """
() => {
  // Browsers write names of languages and calendars, and dates, in a language that they know.
  const skipped = "script, style, noscript, kbd, [lang]:not(html), [translate=no], [name=language], [name=formats], [name=calendar], .sample dd"
  const texts = [document.title]
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if ((node.nodeType === Node.TEXT_NODE ? node.parentElement : node).closest(skipped)) continue
    if (node.nodeType === Node.TEXT_NODE) texts.push(node.data)
    else for (const name of ["aria-label", "aria-description", "title", "placeholder", "alt"]) texts.push(node.getAttribute(name))
  }
  return texts.filter(text => text?.trim())
}
"""
# What browsers write in English: days and months, languages, units, currencies, zones, and lists; and the names of programs and systems.
FORMATTED = {*calendar.day_name, *calendar.month_name, *calendar.month_abbr, *calendar.day_abbr, "Sept", "AM", "PM", "km", "US", "JP", "UYU", "UTC", "GMT", "CET", "CEST", "and"}
FORMATTED |= {"Arabic", "English", "German", "Japanese", "Korean", "Spanish", "minutes", "hour", "hours", "days", "ago", "yesterday"}
FORMATTED |= {"Chrome", "Linux", "Gotify", "ntfy", "Kimai", "Odoo"}


def write_web(folder):
    """Copies the pages and adds the pseudo-locale to their languages."""
    shutil.copytree(ROOT / "Web", folder)
    return add_pseudo_locale(folder)


def add_pseudo_locale(folder):
    catalogue = folder / "locales" / f"{PSEUDO_LOCALE}.po"
    subprocess.run([sys.executable, ROOT / "scripts" / "messages", "--pseudo", catalogue], check=True)
    return folder


def texts_in(value):
    """All texts of a JSON value."""
    if isinstance(value, str):
        return {value}
    members = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return set().union(*map(texts_in, members))


def items_of(texts):
    """The items of lists that stand in texts, since a page makes lists of its texts too."""
    return {item.strip() for text in texts for item in re.split("\n|, ", text)}


def initials(name):
    return "".join(word[0] for word in name.split())


def words_in(texts):
    return {word for text in texts for word in WORD.findall(ADDRESS.sub("", text))}


CAMPUS = json.loads(DEMO.read_text("utf-8"))
# Tips have a catalogue of their own, in which the pseudo-locale is none of the languages.
TIPS = json.loads((ROOT / "Web" / "Tips" / "catalogue.json").read_text("utf-8"))["tips"]
# What may stand alone, and words that may stand in a message.
PHRASES = items_of(texts_in(CAMPUS) | texts_in(TIPS)) | {initials(person["name"]) for person in CAMPUS["people"]} | {"Vicinity"}
# Codes of other servers' answers are names, such as http-410, and columns of a file have the same names in every language.
VALUES = words_in(texts_in(CAMPUS)) | FORMATTED | {"http", "push"} | {"person", "amount", "currency", "reason"}


def parts_of(text):
    """What a text has inside of the brackets of messages, which may hold others, and the items of lists outside of them."""
    inside, outside, depth = "", "", 0
    for character in text:
        depth += {"⟦": 1, "⟧": -1}.get(character, 0)
        if depth > 0:
            inside += character
        else:
            outside += "\n" if character == "⟧" else character
    return inside, items_of([outside])


def is_translated(text, typed):
    inside, outside = parts_of(text)
    return words_in([inside]) - words_in(typed) <= VALUES and words_in(outside - PHRASES - items_of(typed)) <= FORMATTED


def untranslated(page, typed=()):
    """The texts of a page that are neither accented, nor the campus's, nor typed by a person."""
    return sorted({text.strip() for text in page.evaluate(TEXTS) if not is_translated(text, typed)})
