#!/usr/bin/env python3
"""Writes passkeys.json: answers of authenticators to creation-options.json and request-options.json.

    pip install webauthn==3.0.1 soft-webauthn==0.1.3
    python3 passkeys.py

The two files of options are what the library writes; a test compares them. Here the package `webauthn` reads them, authenticators
answer, and `webauthn` verifies the answers. So both directions are compared with other people's code. `soft-webauthn` is one of the
authenticators: it has ES256 only and never verifies the user. The others are made by hand with `cryptography`.

Each run makes new keys, so it changes the whole file.
"""

import hashlib
import json
import os
import pathlib
import struct

import webauthn
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from fido2 import cbor
from soft_webauthn import SoftWebauthnDevice
from webauthn.helpers import (
    bytes_to_base64url,
    parse_authentication_options_json,
    parse_registration_options_json,
)

FOLDER = pathlib.Path(__file__).parent
ORIGIN = "https://cafe.example"
UP, UV, BE, BS, AT, ED = 0x01, 0x04, 0x08, 0x10, 0x40, 0x80


class ES256:
    algorithm = -7

    def __init__(self):
        self.key = ec.generate_private_key(ec.SECP256R1())

    def cose(self):
        numbers = self.key.public_key().public_numbers()
        return {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}

    def sign(self, data):
        return self.key.sign(data, ec.ECDSA(hashes.SHA256()))


class EdDSA:
    algorithm = -8

    def __init__(self):
        self.key = ed25519.Ed25519PrivateKey.generate()

    def cose(self):
        return {1: 1, 3: -8, -1: 6, -2: self.key.public_key().public_bytes_raw()}

    def sign(self, data):
        return self.key.sign(data)


class RS256:
    algorithm = -257

    def __init__(self):
        self.key = rsa.generate_private_key(65537, 2048)

    def cose(self):
        numbers = self.key.public_key().public_numbers()
        return {1: 3, 3: -257, -1: numbers.n.to_bytes(256, "big"), -2: numbers.e.to_bytes(3, "big")}

    def sign(self, data):
        return self.key.sign(data, padding.PKCS1v15(), hashes.SHA256())


class HandmadeDevice:
    """An authenticator with chosen flags, counter, format of attestation and extensions."""

    def __init__(self, kind, flags, count=0, step=0, model=bytes(16), statement="none", id_length=32, extensions=None):
        self.kind, self.flags, self.count, self.step = kind(), flags, count, step
        self.model, self.statement, self.extensions = model, statement, extensions or {}
        self.id = os.urandom(id_length)

    def data(self, options_id, attested=b"", extensions=None):
        flags = self.flags | (AT if attested else 0) | (ED if extensions else 0)
        head = hashlib.sha256(options_id.encode()).digest() + struct.pack(">BI", flags, self.count)
        return head + attested + (cbor.encode(extensions) if extensions else b"")

    def create(self, options):
        client = client_data("webauthn.create", options.challenge)
        attested = self.model + struct.pack(">H", len(self.id)) + self.id + cbor.encode(self.kind.cose())
        data = self.data(options.rp.id, attested, self.extensions.get("create"))
        statement = {}
        if self.statement == "packed":
            statement = {"alg": self.kind.algorithm, "sig": self.kind.sign(data + hashlib.sha256(client).digest())}
        elif self.statement != "none":
            statement = {"x5c": [os.urandom(700), os.urandom(500)], "sig": os.urandom(70)}
        attestation = cbor.encode({"fmt": self.statement, "attStmt": statement, "authData": data})
        return answer(
            self.id, {"clientDataJSON": client, "attestationObject": attestation}, {"transports": ["hybrid", "internal"]})

    def get(self, options, user):
        self.count += self.step
        client = client_data("webauthn.get", options.challenge)
        data = self.data(options.rp_id, extensions=self.extensions.get("get"))
        signature = self.kind.sign(data + hashlib.sha256(client).digest())
        return answer(
            self.id,
            {"clientDataJSON": client, "authenticatorData": data, "signature": signature, "userHandle": user})


class SoftDevice:
    """The authenticator of `soft-webauthn`, whose answers have no JSON form."""

    def __init__(self):
        self.device = SoftWebauthnDevice()

    def create(self, options):
        made = self.device.create({"publicKey": {
            "rp": {"id": options.rp.id}, "user": {"id": options.user.id}, "challenge": options.challenge,
            "pubKeyCredParams": [{"type": "public-key", "alg": int(each.alg)} for each in options.pub_key_cred_params],
            "attestation": options.attestation.value}}, ORIGIN)
        return answer(made["rawId"], made["response"])

    def get(self, options, _):
        made = self.device.get({"publicKey": {"rpId": options.rp_id, "challenge": options.challenge}}, ORIGIN)
        return answer(made["rawId"], made["response"])


def client_data(kind, challenge):
    """The bytes of section 5.8.1.1 of the specification, with the member that browsers add."""
    return json.dumps({
        "type": kind, "challenge": bytes_to_base64url(challenge), "origin": ORIGIN, "crossOrigin": False,
        "other_keys_can_be_added_here": "do not compare clientDataJSON against a template",
    }, separators=(",", ":")).encode()


def answer(identifier, response, more=None):
    """The credential as `toJSON()` of a browser writes it."""
    text = bytes_to_base64url(identifier)
    written = {name: bytes_to_base64url(value) for name, value in response.items()}
    return {
        "id": text, "rawId": text, "type": "public-key", "authenticatorAttachment": "platform",
        "clientExtensionResults": {}, "response": {**written, **(more or {})},
    }


def sample(name, device, is_user_verified, is_verified_here=True):
    creation = parse_registration_options_json((FOLDER / "creation-options.json").read_text())
    request = parse_authentication_options_json((FOLDER / "request-options.json").read_text())
    registration = device.create(creation)
    assertion = device.get(request, creation.user.id)
    if is_verified_here:
        made = webauthn.verify_registration_response(
            credential=registration, expected_challenge=creation.challenge, expected_rp_id=creation.rp.id,
            expected_origin=ORIGIN, require_user_verification=is_user_verified,
            supported_pub_key_algs=[each.alg for each in creation.pub_key_cred_params])
        used = webauthn.verify_authentication_response(
            credential=assertion, expected_challenge=request.challenge, expected_rp_id=request.rp_id,
            expected_origin=ORIGIN, credential_public_key=made.credential_public_key,
            credential_current_sign_count=made.sign_count, require_user_verification=is_user_verified)
        expected = {
            "publicKey": bytes_to_base64url(made.credential_public_key), "model": made.aaguid.replace("-", ""),
            "counts": [made.sign_count, used.new_sign_count], "isBackedUp": used.credential_backed_up,
            "isBackupEligible": used.credential_device_type.value == "multi_device",
        }
    else:
        expected = None
    return {
        "name": name, "isUserVerified": is_user_verified, "expected": expected,
        "registration": registration, "assertion": assertion,
    }


def main():
    synced = UP | UV | BE | BS
    samples = [
        sample("soft-webauthn", SoftDevice(), False),
        sample("synced ES256", HandmadeDevice(ES256, synced, model=bytes(range(16))), True),
        sample("EdDSA that attests itself", HandmadeDevice(EdDSA, UP | UV, count=5, step=1, statement="packed"), True),
        sample("RS256", HandmadeDevice(RS256, UP | UV, count=1, step=3), True),
        sample("ES256 that could be synced, with the longest identifier", HandmadeDevice(ES256, UP | UV | BE, id_length=1023), True),
        sample("ES256 with extensions", HandmadeDevice(
            ES256, UP | UV, count=7, step=1,
            extensions={"create": {"credProtect": 2, "hmac-secret": True}, "get": {"uvm": [[2, 4, 2]]}}), True),
        # `webauthn` verifies the statement, which is made up.
        sample("ES256 with a statement about its maker", HandmadeDevice(ES256, synced, statement="apple"), True, False),
    ]
    (FOLDER / "passkeys.json").write_text(json.dumps(samples, indent=1) + "\n")
    print(f"passkeys.json: {len(samples)} samples")


if __name__ == "__main__":
    main()
