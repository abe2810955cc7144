"""Reads QR codes with zxing, as the camera of a phone does."""

import contextlib
import io

import zxingcpp
from PIL import Image

from waiting import wait_until

BLOCKS = {"█": (0, 0), "▀": (0, 255), "▄": (255, 0), " ": (255, 255)}
# Pixels of a picture for each module of a terminal.
MODULE = 4


def scan(page):
    """What a phone reads on a screen; it looks again while the picture is drawn anew."""
    found = []

    def is_read():
        with contextlib.suppress(ValueError):
            found.append(read_picture(page.screenshot()))
        return found

    wait_until(is_read)
    return found[0]


def read_picture(png):
    """The text of the one QR code in a picture."""
    return read(Image.open(io.BytesIO(png)).convert("L"))


def read_lines(lines):
    """The text of a QR code that a terminal shows in half blocks, black on white."""
    rows = [[pixel for letter in line for pixel in [BLOCKS[letter][half]]] for line in lines for half in (0, 1)]
    small = Image.new("L", (len(rows[0]), len(rows)))
    small.putdata([pixel for row in rows for pixel in row])
    return read(small.resize((small.width * MODULE, small.height * MODULE), Image.Resampling.NEAREST))


def read(image):
    [code] = zxingcpp.read_barcodes(image)
    return code.text
