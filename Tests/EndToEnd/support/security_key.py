"""An authenticator without a browser: makes a passkey and signs with it, as WebAuthn has it."""

import base64
import hashlib
import json
import secrets

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

USER_PRESENT_AND_VERIFIED = 0x05
WITH_KEY = 0x40


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class SecurityKey:
    """One passkey for `localhost`, which pages of a host name over plain HTTP may have."""

    def __init__(self, port):
        self.host = f"localhost:{port}"
        self.id = secrets.token_bytes(16)
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.count = 0
        self.user = None

    def created(self, options):
        """The answer to a request to make a passkey."""
        self.user = options["user"]["id"]
        numbers = self.key.public_key().public_numbers()
        # A map of CBOR with the key's kind (2), algorithm (-7), curve (1) and coordinates.
        key = b"\xa5\x01\x02\x03\x26\x20\x01\x21\x58\x20" + numbers.x.to_bytes(32, "big") + b"\x22\x58\x20" + numbers.y.to_bytes(32, "big")
        data = self._data(WITH_KEY) + bytes(16) + len(self.id).to_bytes(2, "big") + self.id + key
        attestation = b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58" + bytes([len(data)]) + data
        return self._answer(self._client_data("webauthn.create", options["challenge"]), attestationObject=base64url(attestation), transports=["internal"])

    def used(self, options):
        """The answer to a request to sign in."""
        self.count += 1
        client_data, data = self._client_data("webauthn.get", options["challenge"]), self._data()
        signature = self.key.sign(data + hashlib.sha256(client_data).digest(), ec.ECDSA(hashes.SHA256()))
        return self._answer(client_data, authenticatorData=base64url(data), signature=base64url(signature), userHandle=self.user)

    def _data(self, more=0):
        flags = bytes([USER_PRESENT_AND_VERIFIED | more])
        return hashlib.sha256(b"localhost").digest() + flags + self.count.to_bytes(4, "big")

    def _client_data(self, kind, challenge):
        return json.dumps({"type": kind, "challenge": challenge, "origin": f"http://{self.host}", "crossOrigin": False}).encode()

    def _answer(self, client_data, **response):
        response = {"clientDataJSON": base64url(client_data), **response}
        name = base64url(self.id)
        return {"id": name, "rawId": name, "type": "public-key", "response": response, "clientExtensionResults": {}}

    # At the API.

    def add_to(self, client, name="Key"):
        """Makes the passkey of a person who is signed in."""
        request = client.send("POST", "/api/v1/passkeys/options", host=self.host)
        assert request.status == 200, request
        body = {"name": name, "request": request.json["request"], "credential": self.created(request.json["options"])}
        answer = client.send("POST", "/api/v1/passkeys", body, host=self.host)
        assert answer.status == 204, answer
        return self

    def proof(self, client):
        """What signs in by the passkey, once."""
        request = client.send("POST", "/api/v1/session/passkey-options", host=self.host)
        assert request.status == 200, request
        return {"request": request.json["request"], "credential": self.used(request.json["options"])}

    def sign_in(self, client):
        """Tries to sign in, and returns the answer."""
        return client.send("POST", "/api/v1/session", {"passkey": self.proof(client), "bearer": True}, host=self.host)
