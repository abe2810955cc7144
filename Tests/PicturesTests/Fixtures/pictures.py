"""Makes the pictures of this folder, with Pillow; run it in the folder.

The upright picture is 192 wide and 128 high: red at the top left, green at the top right, blue below.
"""

import struct
import zlib

from PIL import Image


def upright(mode="RGB"):
    picture = Image.new("RGB", (192, 128), (20, 40, 220))
    picture.paste((220, 30, 20), (0, 0, 96, 64))
    picture.paste((20, 200, 40), (96, 0, 192, 64))
    return picture.convert(mode)


def exif(orientation, order=">"):
    head = b"MM\0*" if order == ">" else b"II*\0"
    entry = struct.pack(order + "HHIHH", 0x0112, 3, 1, orientation, 0)
    return b"Exif\0\0" + head + struct.pack(order + "IH", 8, 1) + entry + struct.pack(order + "I", 0)


# What a camera stores when it is held so; a viewer turns it back.
TURNS = {
    1: [], 2: [Image.Transpose.FLIP_LEFT_RIGHT], 3: [Image.Transpose.ROTATE_180], 4: [Image.Transpose.FLIP_TOP_BOTTOM],
    5: [Image.Transpose.TRANSPOSE], 6: [Image.Transpose.ROTATE_90], 7: [Image.Transpose.TRANSVERSE], 8: [Image.Transpose.ROTATE_270],
}
for orientation, turns in TURNS.items():
    stored = upright()
    for turn in turns:
        stored = stored.transpose(turn)
    stored.save(f"orientation-{orientation}.jpg", quality=90, exif=exif(orientation, ">" if orientation % 2 else "<"), comment="a secret place")
upright().transpose(Image.Transpose.ROTATE_90).save("orientation-6.png", exif=exif(6))
upright().transpose(Image.Transpose.ROTATE_90).save("orientation-6.webp", exif=exif(6), quality=90)
upright("CMYK").save("inks.jpg", quality=90)
upright("L").save("grey.jpg", quality=90)
upright().save("progressive.jpg", quality=90, progressive=True)
clear = upright("RGBA")
clear.paste((0, 0, 0, 0), (0, 64, 192, 128))
clear.save("clear.png")
upright("P").save("palette.png")
upright().save("plain.webp", lossless=True)
frames = [upright(), upright().transpose(Image.Transpose.ROTATE_180)]
frames[0].save("animated.webp", save_all=True, append_images=frames[1:])
frames[0].save("animated.gif", save_all=True, append_images=frames[1:])
upright().resize((192, 40)).save("low.png")


def chunk(name, content):
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


# 30,000 by 30,000 pixels of one bit: 110 kB when it is compressed, and 3.6 GB as colours.
row = b"\0" + bytes(3750)
packer = zlib.compressobj(9)
data = b"".join(packer.compress(row) for _ in range(30_000)) + packer.flush()
with open("bomb.png", "wb") as file:
    file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 30_000, 30_000, 1, 0, 0, 0, 0)) + chunk(b"IDAT", data) + chunk(b"IEND", b""))
