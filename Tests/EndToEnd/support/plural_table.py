"""The plural categories of Babel, for the tests of our own rules: run this file to write Tests/Tables/plurals.json again.

    .venv/bin/python Tests/EndToEnd/support/plural_table.py

Each letter of the table is the category of a number: 0 zero, 1 one, 2 two, f few, m many, o other. A row has the whole
numbers of one hundred; the last row has those of `others`, which are written as they are shown to a person.
"""

import json
import pathlib
from decimal import Decimal

from babel import Locale

FILE = pathlib.Path(__file__).resolve().parents[2] / "Tables" / "plurals.json"
LETTERS = {"zero": "0", "one": "1", "two": "2", "few": "f", "many": "m", "other": "o"}
# Every language that the server has rules for, and some that have one form.
LANGUAGES = (
    "ar", "cs", "da", "de", "en", "es", "fi", "fr", "he", "hi", "id", "it", "ja", "ko", "nb", "nl", "pl", "pt-BR", "pt-PT", "ru",
    "sv", "th", "tr", "uk", "vi", "zh",
)
OTHERS = [f"{whole}.{tenth}" for whole in (0, 1, 2, 3, 11, 21, 100) for tenth in range(10)]
OTHERS += ["0.00", "1.00", "1.50", "2.00", "2.01", "1000000", "1000000.0", "2000000", "2000001"]


def categories(language, numbers):
    rule = Locale.parse(language, sep="-").plural_form
    return "".join(LETTERS[rule(Decimal(number))] for number in numbers)


def table():
    hundreds = [[str(number) for number in range(first, min(first + 100, 1001))] for first in range(0, 1001, 100)]
    return {
        "others": OTHERS,
        "categories": {language: [categories(language, numbers) for numbers in (*hundreds, OTHERS)] for language in LANGUAGES},
    }


if __name__ == "__main__":
    FILE.write_text(json.dumps(table(), indent=1) + "\n", "utf-8")
