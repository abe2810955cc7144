"""Prints signatures that another implementation made: algorithm, first and second part of the key, message, signature.

Needs the package `cryptography`. Each part is hexadecimal, and `-` where there is none.
"""

import os

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa, utils


def number(value, count=None):
    return value.to_bytes(count or (value.bit_length() + 7) // 8, "big")


def row(name, first, second, message, signature):
    print(name, *(part.hex() or "-" for part in (first, second, message, signature)))


message = os.urandom(100)
key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
numbers = key.public_key().public_numbers()
parts = (number(numbers.n), number(numbers.e))
row("rs256", *parts, message, key.sign(message, padding.PKCS1v15(), hashes.SHA256()))
pss = padding.PSS(padding.MGF1(hashes.SHA256()), 32)
row("ps256", *parts, message, key.sign(message, pss, hashes.SHA256()))
row("ps256", *parts, b"", key.sign(b"", pss, hashes.SHA256()))

for name, curve, digest, count in [
    ("es256", ec.SECP256R1(), hashes.SHA256(), 32),
    ("es384", ec.SECP384R1(), hashes.SHA384(), 48),
]:
    # Many, because the numbers of a signature begin with zeros or with a set bit only sometimes.
    key = ec.generate_private_key(curve)
    numbers = key.public_key().public_numbers()
    parts = (number(numbers.x, count), number(numbers.y, count))
    for index in range(100):
        signature = key.sign(message, ec.ECDSA(digest))
        r, s = utils.decode_dss_signature(signature)
        # The hundredth is kept whatever it is.
        if index < 99 and r >> (8 * count - 8) and s >> (8 * count - 8):
            continue
        row(name + "-der", *parts, message, signature)
        row(name, *parts, message, number(r, count) + number(s, count))

key = ed25519.Ed25519PrivateKey.generate()
row("eddsa", key.public_key().public_bytes_raw(), b"", message, key.sign(message))
row("eddsa", key.public_key().public_bytes_raw(), b"", b"", key.sign(b""))
