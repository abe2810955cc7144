"""Authenticators that make passkeys: Chromium's virtual one for pages, and soft-webauthn for requests."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2 import cbor
from soft_webauthn import SoftWebauthnDevice

DEVICE = {
    "protocol": "ctap2", "ctap2Version": "ctap2_1", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
    "isUserVerified": True, "automaticPresenceSimulation": True,
}
# With a virtual authenticator Chromium answers a request for the list below a field at once, before anybody presses a button.
NO_AUTOFILL = "PublicKeyCredential.isConditionalMediationAvailable = async () => false"
USER_VERIFIED = 0x04
FLAGS = 32  # their place in the authenticator's data


def by_name(url):
    """The same server by the name for which browsers keep passkeys."""
    return url.replace("127.0.0.1", "localhost")


class VirtualAuthenticator:
    """A device that makes passkeys for the pages of one browser context. Somebody touches it at once."""

    def __init__(self, page):
        self.devtools = page.context.new_cdp_session(page)
        self.devtools.send("WebAuthn.enable")
        self.id = self.devtools.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})["authenticatorId"]

    def send(self, method, **parameters):
        return self.devtools.send(f"WebAuthn.{method}", {"authenticatorId": self.id, **parameters})

    @property
    def credentials(self):
        return self.send("getCredentials")["credentials"]

    def recognise(self, somebody):
        """Whether it recognises who touches it; when it does not, Chromium ends the request as if its dialog was closed."""
        self.send("setUserVerified", isUserVerified=somebody)

    def copy_to(self, other):
        for credential in self.credentials:
            other.send("addCredential", credential=credential)


class SoftAuthenticator:
    """soft-webauthn, which speaks JSON as browsers do, and says that it has checked who uses it."""

    def __init__(self, origin, checks=True):
        self.device = SoftWebauthnDevice()
        self.origin = origin
        self.checks = checks

    def create(self, options):
        made = self.device.create({"publicKey": self._read(options)}, self.origin)
        if self.checks:
            attestation = cbor.decode(made["response"]["attestationObject"])
            attestation["authData"] = self._checked(attestation["authData"])
            made["response"]["attestationObject"] = cbor.encode(attestation)
        return self._written(made)

    def get(self, options):
        used = self.device.get({"publicKey": self._read(options)}, self.origin)
        if self.checks:
            response = used["response"]
            data = response["authenticatorData"] = self._checked(response["authenticatorData"])
            digest = hashes.Hash(hashes.SHA256())
            digest.update(response["clientDataJSON"])
            response["signature"] = self.device.private_key.sign(data + digest.finalize(), ec.ECDSA(hashes.SHA256()))
        return self._written(used)

    @staticmethod
    def _checked(data):
        return data[:FLAGS] + bytes([data[FLAGS] | USER_VERIFIED]) + data[FLAGS + 1:]

    @classmethod
    def _read(cls, options):
        options = json.loads(json.dumps(options))
        options["challenge"] = cls._bytes(options["challenge"])
        if "user" in options:
            options["user"]["id"] = cls._bytes(options["user"]["id"])
        return options

    @classmethod
    def _written(cls, credential):
        response = {name: cls._text(value) for name, value in credential["response"].items()}
        identifier = cls._text(credential["rawId"])
        return {"id": identifier, "rawId": identifier, "type": "public-key", "clientExtensionResults": {}, "response": response}

    @staticmethod
    def _bytes(text):
        return urlsafe_b64decode(text + "=" * (-len(text) % 4))

    @staticmethod
    def _text(value):
        return urlsafe_b64encode(value).decode().rstrip("=")
