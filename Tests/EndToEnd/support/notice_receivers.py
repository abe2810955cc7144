"""Servers on loopback that take pushes, messages of ntfy and Gotify, and webhooks, and answer as a test says."""

import base64
import json
import os
import threading
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

# A receiver that is silent keeps a call for so long, unless it is stopped before.
SILENCE_SECONDS = 60
SLOW_SECONDS = 3


@dataclass
class Call:
    path: str
    headers: dict
    body: bytes
    # What it was answered; None when it was not.
    status: int | None
    at: float = field(default_factory=time.time)

    @property
    def json(self):
        return json.loads(self.body)


class Receiver:
    """A server that answers each path by a rule: a status, `(status, headers)`, "silent", "slow", or a function of the count of calls."""

    def __init__(self):
        self.rules = {}
        self.calls = []
        self._counts = {}
        self._lock = threading.Lock()
        self._stopped = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self._server.server_port}"

    def stop(self):
        self._stopped.set()
        self._server.shutdown()
        self._server.server_close()

    def to(self, path):
        """The calls to a path so far."""
        with self._lock:
            return [call for call in self.calls if call.path == path]

    def _answer(self, path):
        with self._lock:
            self._counts[path] = count = self._counts.get(path, 0) + 1
        rule = self.rules.get(path, 201)
        rule = rule(count) if callable(rule) else rule
        if rule == "silent":
            self._stopped.wait(SILENCE_SECONDS)
            return None
        if rule == "slow":
            self._stopped.wait(SLOW_SECONDS)
            return 201, {}
        return rule if isinstance(rule, tuple) else (rule, {})

    def _handler(receiver):
        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("content-length", 0)))
                answer = receiver._answer(self.path)
                call = Call(self.path, {name.lower(): value for name, value in self.headers.items()}, body, answer and answer[0])
                # Before the answer, so that whoever has the answer finds the call.
                with receiver._lock:
                    receiver.calls.append(call)
                if answer is None:
                    self.close_connection = True
                    return
                try:
                    self.send_response(answer[0])
                    for name, value in answer[1].items():
                        self.send_header(name, value)
                    self.send_header("Content-Length", "0")
                    self.end_headers()
                except OSError:
                    # The server was killed meanwhile.
                    self.close_connection = True

            def log_message(self, *arguments):
                pass

        return Handler


class Browser:
    """The keys of a browser's subscription, and what it would show."""

    def __init__(self, receiver, path, label="Phone"):
        self.receiver, self.path = receiver, path
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.secret = os.urandom(16)
        point = self.key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        self.subscription = {
            "kind": "push", "label": label, "endpoint": receiver.url + path,
            "p256dh": base64url(point), "auth": base64url(self.secret),
        }

    def subscribe(self, client):
        answer = client.send("POST", "/api/v1/notices/channels", self.subscription)
        assert answer.status == 201, answer
        return answer.json

    def decrypt(self, call):
        """The document of a push, by the independent peer http-ece."""
        return json.loads(http_ece.decrypt(call.body, private_key=self.key, auth_secret=self.secret, version="aes128gcm"))

    @property
    def accepted(self):
        """The documents of the pushes that the push service accepted."""
        return [self.decrypt(call) for call in self.receiver.to(self.path) if call.status == 201]


def base64url(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
