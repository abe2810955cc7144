"""The fonts that a browser has: those of one of two machines, whatever else is installed here."""

import os
import pathlib
import re

import pytest

FOLDER = pathlib.Path(__file__).resolve().parent / "Fonts"
MACHINES = ("dejavu", "noto")
# For what depends on how wide and high letters are: the test runs with the widest ones, and in `make soak` with the others too.
with_all_fonts = pytest.mark.parametrize("fonts", ["dejavu", pytest.param("noto", marks=pytest.mark.long)])
# Languages with the fonts in which their letters differ; both machines have the same Japanese ones. The widest Latin letters and the
# highest of those that run from right to left always run, the others in `make soak`: test_appearance.py has each page in all of them.
LETTERS = [
    ("en", "dejavu"), ("ar", "noto"), pytest.param("en", "noto", marks=pytest.mark.long),
    pytest.param("ja", "dejavu", marks=pytest.mark.long), pytest.param("ar", "dejavu", marks=pytest.mark.long),
]


def configuration(machine):
    return FOLDER / f"{machine}.conf"


def environment(machine):
    """The environment of a browser that has these fonts."""
    return {**os.environ, "FONTCONFIG_FILE": str(configuration(machine))}


def files(machine):
    """The font files that the machine has."""
    accepted = configuration(machine).read_text("utf-8").split("<acceptfont>")[1].split("</acceptfont>")[0]
    return [pathlib.Path(file) for file in re.findall("<glob>(.+?)</glob>", accepted)]
