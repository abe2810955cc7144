"""Stripe as a peer: localstripe, which we did not write, behind a strict front of ours for what it cannot do.

localstripe ignores idempotency keys, allows refunds above the payment, cancels at any time, and lets nobody try another card. The front answers a repeated key
as before, refuses a key with another body and a refund above the payment, and misbehaves when told to: it loses answers, is away,
or keeps a payment on its way so that it cannot be cancelled. It also serves a small stand-in for Stripe's script.
"""

import contextlib
import hashlib
import hmac
import http.client
import json
import pathlib
import subprocess
import sys
import threading
import time
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from server import free_port
from waiting import PATIENCE_SECONDS, wait_until

SECRET_KEY = "sk_test_vicinity"
PUBLISHABLE_KEY = "pk_test_vicinity"
WEBHOOK_SECRET = "whsec_vicinity"
GOOD_CARD = "4242424242424242"
DECLINED_CARD = "4000000000000341"
CARD_WITH_AUTHENTICATION = "4000000000003220"
STAND_IN = pathlib.Path(__file__).with_name("stand_in_stripe.js")


class PaymentPeer:
    """Use it as a context: localstripe and its front run meanwhile."""

    def __init__(self, folder):
        self.folder = folder
        self.inner_port = free_port()
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        # Every call of the server under test: method, path, form.
        self.calls = []
        self.answers = {}
        self.is_away = False
        # Paths whose next answer is lost after localstripe has done the work.
        self.losses = []
        # Payments that are on their way, so that they cannot be cancelled.
        self.on_their_way = set()
        # Called once, at the next call that fits: (method, part of the path, whether localstripe has done the work by then, what to do).
        self.trap = None
        self.lock = threading.Lock()

    def __enter__(self):
        self.log = (self.folder / "localstripe.log").open("wb")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "localstripe", "--port", str(self.inner_port), "--from-scratch"],
            cwd=self.folder, stdout=self.log, stderr=subprocess.STDOUT)
        wait_until(self._answers, lambda: "localstripe did not start.")
        peer = self

        class Front(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                peer.answer(self)

            def do_POST(self):
                peer.answer(self)

            def do_OPTIONS(self):
                peer.answer(self)

            def log_message(self, *_):
                pass

        self.front = ThreadingHTTPServer(("127.0.0.1", self.port), Front)
        self.front.daemon_threads = True
        threading.Thread(target=self.front.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.front.shutdown()
        self.front.server_close()
        self.process.terminate()
        self.process.wait(PATIENCE_SECONDS)
        self.log.close()

    def options(self):
        """The options of a server that pays here."""
        files = {}
        for name, text in (("secret-key", SECRET_KEY), ("webhook-secret", WEBHOOK_SECRET)):
            files[name] = self.folder / name
            files[name].write_text(text + "\n", encoding="utf-8")
            files[name].chmod(0o600)
        return ["--stripe-secret-key", files["secret-key"], "--stripe-webhook-secret", files["webhook-secret"],
                "--stripe-publishable-key", PUBLISHABLE_KEY, "--stripe-url", self.url, "--stripe-script", f"{self.url}/v3/"]

    def call_back(self, server):
        """From now on localstripe calls a server about every event."""
        form = urllib.parse.urlencode({"url": f"{server.url}/api/v1/payments/stripe/webhook", "secret": WEBHOOK_SECRET})
        status, body = self._exchange("POST", "/_config/webhooks/test", form.encode())
        assert status == 200, body

    # MARK: what a person does in the provider's element

    def pay(self, intent, number=GOOD_CARD):
        """Types a card and pays; returns the status of the payment, or the code of the refusal."""
        card = {"type": "card", "card[number]": number, "card[exp_month]": "12", "card[exp_year]": "2030", "card[cvc]": "123"}
        method = self.api("POST", "/v1/payment_methods", card)["id"]
        # As Stripe does, and localstripe does not: a declined payment may be tried with another card.
        fresh = json.dumps({"payment_method": method, "latest_charge": None}).encode()
        status, body = self._exchange("POST", f"/v1/payment_intents/{intent}", fresh)
        assert status == 200, body
        answer = self.api("POST", f"/v1/payment_intents/{intent}/confirm", {}, refusals=True)
        return answer["status"] if "status" in answer else answer["error"].get("code", "refused")

    def authenticate(self, intent, secret, success=True):
        """Answers the question of the bank."""
        form = {"client_secret": secret, "success": "true" if success else "false", "key": PUBLISHABLE_KEY}
        return self.api("POST", f"/v1/payment_intents/{intent}/_authenticate", form, refusals=True)

    def intents(self):
        # The first ones come first, and localstripe takes any limit: the last one of a long run is among them.
        return self.api("GET", "/v1/payment_intents?limit=100000")["data"]

    def refunds(self, intent):
        return self.api("GET", f"/v1/refunds?payment_intent={intent}&limit=100")["data"]

    def net(self, intent):
        """What the person has paid in the end, in minor units."""
        payment = self.api("GET", f"/v1/payment_intents/{intent}")
        paid = payment["amount"] if payment["status"] == "succeeded" else 0
        return paid - sum(refund["amount"] for refund in self.refunds(intent)) if paid else 0

    def api(self, method, path, form=None, refusals=False):
        """Calls localstripe itself, past the front."""
        status, body = self._exchange(method, path, urllib.parse.urlencode(form).encode() if form else b"")
        assert refusals or status == 200, (path, status, body)
        return json.loads(body)

    # MARK: the front

    def answer(self, handler):
        length = int(handler.headers.get("content-length", 0))
        body = handler.rfile.read(length)
        path = handler.path
        if path == "/v3/":
            return self._reply(handler, 200, STAND_IN.read_bytes(), "text/javascript")
        if handler.command == "OPTIONS":
            return self._reply(handler, 204, b"")
        if self.is_away:
            return self._hang_up(handler)
        is_server = handler.headers.get("authorization") == f"Bearer {SECRET_KEY}"
        if not is_server:
            return self._reply(handler, *self._of_page(path, body))
        form = dict(urllib.parse.parse_qsl(body.decode()))
        if self._springs(handler.command, path, is_done=False):
            return self._hang_up(handler)
        with self.lock:
            self.calls.append((handler.command, path, form))
            assert handler.headers["stripe-version"], "The version of the API is not pinned."
            status, answer = self._strictly(handler.command, path, body, form, handler.headers.get("idempotency-key"))
        if self._springs(handler.command, path, is_done=True):
            return self._hang_up(handler)
        for loss in self.losses:
            if path == loss:
                self.losses.remove(loss)
                return self._hang_up(handler)
        return self._reply(handler, status, answer)

    def _springs(self, method, path, is_done):
        with self.lock:
            trap = self.trap
            if trap is None or trap[0] != method or trap[1] not in path or trap[2] != is_done:
                return False
            self.trap = None
        trap[3]()
        return True

    def _strictly(self, method, path, body, form, key):
        if method == "POST" and key is not None:
            if key in self.answers:
                seen, answer = self.answers[key]
                return answer if seen == (path, body) else (400, refusal("idempotency_error"))
        if method == "POST" and path.endswith("/cancel") and path.split("/")[3] in self.on_their_way:
            return 400, refusal("payment_intent_unexpected_state")
        if method == "POST" and path == "/v1/refunds" and int(form["amount"]) > self.net(form["payment_intent"]):
            return 400, refusal("charge_already_refunded")
        status, answer = self._exchange(method, path, body)
        if method == "GET" and path.split("/")[-1] in self.on_their_way and status == 200:
            answer = json.dumps({**json.loads(answer), "status": "processing"}).encode()
        if method == "POST" and key is not None and status < 500:
            self.answers[key] = ((path, body), (status, answer))
        return status, answer

    def _of_page(self, path, body):
        """What the stand-in of the script asks for: to pay one payment with a card, or to answer the bank."""
        form = json.loads(body)
        intent = form["client_secret"].split("_secret_")[0]
        if path == "/stand-in/pay":
            outcome = self.pay(intent, form["number"])
        else:
            outcome = self.authenticate(intent, form["client_secret"], form["success"]).get("status", "failed")
        return 200, json.dumps({"outcome": outcome}).encode()

    def _reply(self, handler, status, body, kind="application/json"):
        handler.send_response(status)
        handler.send_header("content-type", kind)
        handler.send_header("content-length", str(len(body)))
        handler.send_header("access-control-allow-origin", "*")
        handler.send_header("access-control-allow-headers", "*")
        # The page that pays may ask for the script across origins.
        handler.send_header("cross-origin-resource-policy", "cross-origin")
        handler.end_headers()
        with contextlib.suppress(OSError):
            handler.wfile.write(body)

    def _hang_up(self, handler):
        handler.close_connection = True
        with contextlib.suppress(OSError):
            handler.connection.close()

    def _exchange(self, method, path, body):
        connection = http.client.HTTPConnection("127.0.0.1", self.inner_port, timeout=PATIENCE_SECONDS)
        try:
            headers = {"authorization": f"Bearer {SECRET_KEY}", "content-type": "application/x-www-form-urlencoded"}
            connection.request(method, path, body, headers)
            response = connection.getresponse()
            return response.status, response.read()
        finally:
            connection.close()

    def _answers(self):
        try:
            return self._exchange("GET", "/v1/payment_intents", b"")[0] == 200
        except OSError:
            return False


def refusal(code):
    return json.dumps({"error": {"type": "invalid_request_error", "code": code, "message": code}}).encode()


def signed_event(payment, kind="payment_intent.succeeded", at=None, secret=WEBHOOK_SECRET, **more):
    """An event as Stripe sends it, and its signature."""
    body = json.dumps({"id": "evt_1", "object": "event", "type": kind, **more,
                       "data": {"object": {"object": "payment_intent", "metadata": {"payment": payment}}}})
    return body, signature(body, at, secret)


def signature(body, at=None, secret=WEBHOOK_SECRET):
    seconds = int(time.time()) if at is None else at
    code = hmac.new(secret.encode(), f"{seconds}.{body}".encode(), hashlib.sha256).hexdigest()
    return f"t={seconds},v1={code}"
