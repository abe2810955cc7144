"""The raw requests of Tests/Requests, as bytes."""

import pathlib
import re
from dataclasses import dataclass

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "Requests"
LETTERS = {"r": b"\r", "n": b"\n", "t": b"\t"}


@dataclass(frozen=True)
class RawRequest:
    summary: str
    bytes: bytes


def refused():
    """Requests that two readers may take in two ways, or that no sender may write."""
    lines = (FOLDER / "refused.txt").read_text(encoding="utf-8").splitlines()
    for line in lines:
        if not line.startswith("#"):
            flaw, summary, text = line.split(" | ")
            yield RawRequest(f"{flaw}: {summary}", unescaped(text))


def unescaped(text):
    r"""Reads \r, \n, \t, \", \\ and \xHH as C does, and a{9} as nine times the letter."""
    text = re.sub(r"(.)\{(\d+)\}", lambda match: match.group(1) * int(match.group(2)), text)
    pieces = re.split(r"\\(x[0-9A-F]{2}|.)", text)
    found = pieces[0].encode()
    for escape, plain in zip(pieces[1::2], pieces[2::2]):
        if escape.startswith("x"):
            found += bytes.fromhex(escape[1:])
        else:
            found += LETTERS.get(escape, escape.encode())
        found += plain.encode()
    return found
