"""What a card payment takes beside the provider's own time, and what orders from the meal account cost where cards are taken."""
import contextlib
import http.client
import json
import os
import secrets
import threading
import time
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import installation
import ledger
import orders
import report
import tools

LIMIT_MILLISECONDS = 5
LEAST_SHARE = 0.97
# What the stand-in for the provider takes for each call, as a network and a company do.
PROVIDER_SECONDS = 0.03
# In each round; a person orders less often than the limit of a minute.
PAYMENTS = 100
SECRET_KEY = "sk_test_bench"


def run(folder, rounds, seconds):
    """Measures both, and reports."""
    pay_by_card(folder, rounds)
    pay_from_account(folder, rounds, seconds)


class Provider:
    """A stand-in for Stripe that answers like successful payments."""

    def __init__(self):
        self.intents = {}
        provider = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            # Small answers leave at once.
            disable_nagle_algorithm = True

            def do_GET(self):
                self.reply(provider.intents[self.path.split("/")[-1]])

            def do_POST(self):
                form = dict(urllib.parse.parse_qsl(self.rfile.read(int(self.headers["content-length"])).decode()))
                name = f"pi_{len(provider.intents)}"
                provider.intents[name] = {
                    "id": name, "status": "requires_payment_method", "amount": int(form["amount"]), "currency": form["currency"],
                    "client_secret": f"{name}_secret_bench",
                }
                self.reply(provider.intents[name])

            def reply(self, intent):
                body = json.dumps(intent).encode()
                time.sleep(PROVIDER_SECONDS)
                head = f"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
                self.wfile.write(head.encode() + body)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True

    @contextlib.contextmanager
    def answering(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        try:
            yield self
        finally:
            self.server.shutdown()
            self.server.server_close()

    def options(self, folder):
        """The options of a server that takes cards here."""
        files = {"secret-key": SECRET_KEY, "webhook-secret": "whsec_bench"}
        for name, text in files.items():
            file = folder / name
            file.write_text(text + "\n", encoding="utf-8")
            file.chmod(0o600)
        url = f"http://127.0.0.1:{self.server.server_port}"
        return ["--stripe-secret-key", folder / "secret-key", "--stripe-webhook-secret", folder / "webhook-secret",
                "--stripe-publishable-key", "pk_test_bench", "--stripe-url", url, "--stripe-script", f"{url}/v3/"]


class Page:
    """A page that pays, on one connection."""

    def __init__(self, port, token):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.fields = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}

    def post(self, path, body, **fields):
        """The answer, and the seconds that it took."""
        return self.call("POST", path, json.dumps(body), **fields)

    def call(self, method, path, body=None, **fields):
        """The answer, and the seconds that it took."""
        began = time.perf_counter()
        self.connection.request(method, path, body, {**self.fields, **fields})
        answer = self.connection.getresponse()
        content = json.loads(answer.read())
        seconds = time.perf_counter() - began
        if answer.status >= 300:
            raise RuntimeError(f"{path}: {answer.status} {content}")
        return content, seconds


def pay_by_card(folder, rounds):
    """One payment after the other: the calls of the page that pays, without what the provider took for them."""
    prepared = installation.prepare(folder / "cards", people=PAYMENTS)
    body = {**json.loads(prepared.body.read_text(encoding="utf-8")), "payment": "card"}
    tokens = prepared.tokens.read_text(encoding="utf-8").split()
    port = tools.free_port()
    rows, disks = [], [orders.probe(folder)]
    with Provider().answering() as provider, tools.serve(port, prepared.database, prepared.campus, *provider.options(folder)):
        for number in range(1, rounds + 1):
            direct = Page(provider.server.server_port, SECRET_KEY)
            taken = sorted(pay_once(Page(port, token), direct, body, provider) for token in tokens)
            rows.append({"p50": taken[len(taken) // 2], "p95": taken[len(taken) * 95 // 100]})
            disks.append(orders.probe(folder))
            tools.say(f"payments, round {number} of {rounds}: p50 {rows[-1]['p50']:.2f} ms, p95 {rows[-1]['p95']:.2f} ms of ours")
    middle = {name: report.median([row[name] for row in rows]) for name in rows[0]}
    report.tell(
        "payments.card", f"p95 < {LIMIT_MILLISECONDS} ms beside the provider's time", middle["p95"],
        f"the page opens the payment and asks for it after paying, each with a call to the provider, which takes "
        f"{PROVIDER_SECONDS * 1000:.0f} ms; beside it, in the same moment, the same two calls from the page straight to the provider; the "
        "difference; one payment after the other, each durable before its answer, for which the disk is asked twice; met is null on a "
        f"disk below {orders.FAST_DISK} fdatasync/s",
        met=middle["p95"] < LIMIT_MILLISECONDS if report.median(disks) >= orders.FAST_DISK else None, rounds=rounds, p50=middle["p50"],
        disk=report.median(disks),
    )


def pay_once(page, direct, body, provider):
    """The server's own milliseconds for one payment: its time minus that of the same two calls directly to the provider."""
    order, _ = page.post("/api/v1/orders", body, **{"Idempotency-Key": secrets.token_hex(8)})
    session, opened = page.post(f"/api/v1/payments/{order['id']}/session", {})
    intent = session["clientSecret"].split("_secret_")[0]
    provider.intents[intent]["status"] = "succeeded"
    payment, checked = page.post(f"/api/v1/payments/{order['id']}/check", {})
    if payment["stage"] != "paid":
        raise RuntimeError(f"a payment is {payment['stage']}")
    _, created = direct.call("POST", "/v1/payment_intents", urllib.parse.urlencode({"amount": 1, "currency": "eur"}))
    _, read = direct.call("GET", f"/v1/payment_intents/{intent}")
    return (opened + checked - created - read) * 1000


def pay_from_account(folder, rounds, seconds):
    """Orders from the meal account where cards are taken, beside the same without a provider, and beside an earlier program."""
    earlier = os.environ.get("BENCH_BEFORE")
    prepared = installation.prepare(folder / "accounts")
    before = installation.prepare(folder / "before", program=earlier) if earlier else None
    without, then = [], []
    provider = Provider()
    with provider.answering():
        for number in range(1, rounds + 1):
            ours = rate(prepared, folder / "round.db", seconds, *provider.options(folder))
            without.append((ours, rate(prepared, folder / "round.db", seconds)))
            if before:
                then.append((ours, rate(before, folder / "round.db", seconds, program=earlier)))
            tools.say(f"payments.account, round {number} of {rounds}: {ours:.0f}/s, without a provider {without[-1][1]:.0f}/s")
    rule = "64 keep-alive clients, three-line orders from the meal account, the two of a round one after the other"
    report.tell_ratio(
        "payments.account", f">= {LEAST_SHARE} x without a provider, orders/s", without, rule, at_least=LEAST_SHARE)
    if before:
        report.tell_ratio(
            "payments.before", f">= {LEAST_SHARE} x the program of BENCH_BEFORE, orders/s", then, rule, at_least=LEAST_SHARE)
    else:
        tools.say("payments.before needs BENCH_BEFORE, the path of an earlier release program; passed over")


def rate(prepared, database, seconds, *options, program=tools.PROGRAM):
    """Orders a second."""
    tools.copy_database(prepared.database, database)
    port = tools.free_port()
    load = ["--port", port, "--path", "/api/v1/orders", "--body", prepared.body, "--tokens", prepared.tokens]
    load += ["--connections", orders.CLIENTS]
    with tools.serve(port, database, prepared.campus, *options, program=program):
        warm = tools.tool("order_load", *load, "--keys", "warm", "--seconds", orders.WARM_UP_SECONDS)
        result = tools.tool("order_load", *load, "--keys", "round", "--seconds", seconds)
    ledger.check(database, warm["acknowledged"] + result["acknowledged"])
    return result["rate"]
