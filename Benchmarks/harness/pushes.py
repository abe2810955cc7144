"""Messages to browsers, encrypted and authorized, beside pywebpush."""
import base64
import json
import subprocess

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

import report
import tools

SEED = 13
COUNT = 100
SECONDS = 2
RULE = (
    f"messages of 364 bytes to {COUNT} browsers in turn; for each the subscription is read from its texts, a fresh key is made, "
    "the message is encrypted by RFC 8291, and the header is made; one authorization for the push service serves all; "
    "nothing is sent"
)


def run(folder, rounds, _seconds):
    """Measures and reports."""
    file, key, auth = subscriptions(folder)
    pairs, both = [], []
    for number in range(1, rounds + 1):
        ours = outcome(tools.BENCHMARKS / ".build" / "release" / "Benchmarks", "pushes", file)
        peer = outcome(tools.PYTHON, tools.BENCHMARKS / "peers" / "pushes.py", file, SECONDS)
        if len({read(one["body"], key, auth) for one in (ours, peer)} | {ours["text"].encode()}) != 1:
            raise RuntimeError("a browser does not read what was written to it")
        pairs.append((ours["rate"], peer["rate"]))
        both.append(ours["rateOnTwoCores"])
        tools.say(
            f"pushes, round {number} of {rounds}: ours {ours['rate']:.0f}/s and {both[-1]:.0f}/s on two cores, "
            f"pywebpush {peer['rate']:.0f}/s"
        )
    report.tell_ratio(
        "pushes.pywebpush", ">= 2 x pywebpush, messages/s", pairs, f"{RULE}; one thread each", at_least=2
    )
    rate = report.median(both)
    report.tell(
        "pushes.two-cores", ">= 5,000/s on two cores", rate, RULE, met=rate >= 5_000, rounds=rounds,
        least=min(both), most=max(both),
    )


def subscriptions(folder):
    """A file of subscriptions, and the keys of the first browser."""
    file = folder / "subscriptions"
    keys = [ec.derive_private_key(SEED * 1_000_003 + number, ec.SECP256R1()) for number in range(1, COUNT + 1)]
    auth = bytes(range(16))
    with file.open("w", encoding="utf-8") as output:
        for number, key in enumerate(keys):
            point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
            texts = {"p256dh": encoded(point), "auth": encoded(auth)}
            output.write(json.dumps({"endpoint": f"https://push.example/v1/{number}", "keys": texts}) + "\n")
    return file, keys[0], auth


def encoded(content):
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def read(body, key, auth):
    """The text in a body, as the browser reads it."""
    content = base64.urlsafe_b64decode(body + "=" * (-len(body) % 4))
    return http_ece.decrypt(content, private_key=key, auth_secret=auth, version="aes128gcm")


def outcome(*command):
    """What a program prints as JSON."""
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, timeout=120).stdout)
