"""Traces of requests, transactions and calls, read by OpenTelemetry's own programs."""

import json
import signal

import pytest

from client import line
from notice_receivers import Receiver
from payment_peer import PaymentPeer
from test_metrics import families, value
from trace_collector import TraceCollector, attributes
from waiting import wait_until

TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
CALLER = "00f067aa0ba902b7"
PARENT = f"00-{TRACE}-{CALLER}-01"
CODE = "7F3K92AB"
SERVER, INTERNAL, CLIENT = 2, 1, 3
FAILED = 2


@pytest.fixture
def collector():
    made = TraceCollector()
    yield made
    made.stop()


@pytest.fixture
def receiver():
    made = Receiver()
    yield made
    made.stop()


def of_request(collector, code):
    return [span for span in collector.spans if attributes(span).get("vicinity.request") == code]


def parts_of(collector, span):
    return [other for other in collector.spans if other.parent_span_id == span.span_id]


def test_a_request_has_a_span_by_its_route_with_its_transactions_in_the_trace_of_its_caller(serve, collector):
    server = serve(None, "--traces", collector.url, "--log", "json")
    ada = server.client(person="ada")
    quote = ada.quote("main-cafe", [line("espresso")])
    body = {"cafe": "main-cafe", "lines": [line("espresso")], "expectedTotal": quote["total"]}
    made = ada.send("POST", "/api/v1/orders", body, idempotency_key="k1", x_request_id=CODE, traceparent=PARENT)
    assert made.status == 201
    wait_until(lambda: of_request(collector, CODE))
    (span,) = of_request(collector, CODE)
    assert (span.name, int(span.kind)) == ("POST /api/v1/orders", SERVER)
    assert (span.trace_id.hex(), span.parent_span_id.hex()) == (TRACE, CALLER)
    assert attributes(span) == {
        "http.request.method": "POST", "http.route": "/api/v1/orders", "http.response.status_code": 201, "url.scheme": "http",
        "vicinity.request": CODE,
    }
    wait_until(lambda: [part for part in parts_of(collector, span) if part.name == "write"])
    (write,) = [part for part in parts_of(collector, span) if part.name == "write"]
    assert attributes(write) == {"db.system.name": "sqlite", "db.operation.name": "write"} and write.trace_id.hex() == TRACE
    (wait,) = parts_of(collector, write)
    assert (wait.name, int(wait.kind)) == ("wait to write", INTERNAL)
    # Each part lies in the whole.
    assert span.start_time_unix_nano <= write.start_time_unix_nano == wait.start_time_unix_nano
    assert wait.end_time_unix_nano <= write.end_time_unix_nano <= span.end_time_unix_nano
    # The order itself is not named: routes are templates.
    ada.get(f"/api/v1/orders/{made.json['id']}")
    wait_until(lambda: collector.named("GET /api/v1/orders/{order}"))
    assert made.json["id"].encode() not in collector.everything
    assert {path for path in collector.paths} == {"/v1/traces"}
    assert all(resource["service.name"] == "vicinity" and resource["service.version"] for resource in collector.resources)
    assert len({span.span_id for span in collector.spans}) == len(collector.spans)
    # A failure: the span, the answer and the log have the same code, and the log has the number of the trace.
    server.database.rename(server.database.with_suffix(".away"))
    failed = ada.send("POST", "/api/v1/orders", body, idempotency_key="k2", x_request_id="FA11ED00")
    assert failed.status == 503
    server.database.with_suffix(".away").rename(server.database)
    wait_until(lambda: of_request(collector, "FA11ED00"))
    (span,) = of_request(collector, "FA11ED00")
    assert int(span.status.code) == FAILED and attributes(span)["error.type"] == "503"
    entries = [json.loads(text) for text in server.log.read_text(encoding="utf-8").splitlines()]
    assert {entry["trace_id"] for entry in entries if entry.get("request") == "FA11ED00"} == {span.trace_id.hex()}


def test_the_caller_decides_whether_its_trace_is_exported_and_the_ratio_for_others(serve, collector):
    server = serve(None, "--traces", collector.url, "--trace-ratio", "0")
    client = server.client()
    for number in range(5):
        client.send("GET", "/api/v1/cafes", x_request_id=f"unsampled{number}")
        client.send("GET", "/api/v1/cafes", x_request_id=f"refused-{number}", traceparent=PARENT[:-1] + "0")
    client.send("GET", "/api/v1/cafes", x_request_id=CODE, traceparent=PARENT)
    # The last spans are sent when the server ends.
    assert server.stop() == 0
    requests = {attributes(span).get("vicinity.request") for span in collector.spans if int(span.kind) == SERVER}
    assert requests == {CODE}
    assert {span.trace_id.hex() for span in collector.spans} == {TRACE}


def test_calls_to_other_servers_have_spans_and_pass_the_trace_on_without_their_addresses(serve, collector, receiver, tmp_path):
    receiver.rules["/hook-with-a-secret"] = lambda count: 500 if count == 1 else 200
    with PaymentPeer(tmp_path) as peer:
        server = serve(None, "--traces", collector.url, "--outgoing-host", "127.0.0.1", *peer.options())
        omar = server.client(person="omar")
        hook = {"label": "Log", "url": f"{receiver.url}/hook-with-a-secret", "form": "standard", "events": ["order.placed"]}
        assert omar.send("POST", "/api/v1/webhooks", hook).status == 201
        ada = server.client(person="ada")
        ada.order("main-cafe", [line("espresso")])
        quote = ada.quote("main-cafe", [line("espresso")])
        body = {"cafe": "main-cafe", "lines": [line("espresso")], "expectedTotal": quote["total"], "payment": "card"}
        order = ada.send("POST", "/api/v1/orders", body, idempotency_key="by-card").json
        assert ada.send("POST", f"/api/v1/payments/{order['id']}/session").status == 200
        wait_until(lambda: len(receiver.to("/hook-with-a-secret")) >= 2)
        wait_until(lambda: {"notices", "payments"} <= {attributes(span).get("peer.service") for span in collector.named("POST")})
        calls = {span.span_id.hex(): span for span in collector.named("POST") if int(span.kind) == CLIENT}
        wait_until(lambda: any(attributes(span).get("http.response.status_code") == 500 for span in collector.named("POST")))
    for call in receiver.to("/hook-with-a-secret"):
        version, trace, span, flags = call.headers["traceparent"].split("-")
        assert (version, flags) == ("00", "01")
        wait_until(lambda span=span: any(found.span_id.hex() == span for found in collector.named("POST")))
        (found,) = [found for found in collector.named("POST") if found.span_id.hex() == span]
        assert found.trace_id.hex() == trace
        assert int(found.status.code) == (FAILED if call.status == 500 else 0)
    # The payment was asked for while a person waited, in the trace of that request.
    (payment, *_) = [span for span in calls.values() if attributes(span)["peer.service"] == "payments"]
    roots = [span for span in collector.spans if span.span_id == payment.parent_span_id]
    assert [span.name for span in roots] == ["POST /api/v1/payments/{payment}/session"], roots
    for secret in (b"hook-with-a-secret", b"sk_test", receiver.url.encode(), peer.url.encode()):
        assert secret not in collector.everything


def test_a_collector_that_is_away_costs_nobody_anything_and_gets_the_spans_later(serve, collector):
    collector.status = 503
    server = serve(None, "--traces", collector.url)
    ada = server.client(person="ada")
    ada.order("main-cafe", [line("espresso")])
    wait_until(lambda: "does not take spans (status 503)" in server.log.read_text())
    found = families(server.url + "/metrics")
    assert value(found, "vicinity_trace_spans_total", state="exported") == 0
    ada.order("main-cafe", [line("espresso")])
    collector.status = 200
    wait_until(lambda: len(collector.named("POST /api/v1/orders")) == 2)
    wait_until(lambda: value(families(server.url + "/metrics"), "vicinity_trace_spans_total", state="exported") > 0)
    assert value(families(server.url + "/metrics"), "vicinity_trace_spans_total", state="dropped") == 0
    # One that refuses what it gets does not get it again.
    collector.status = 400
    ada.order("main-cafe", [line("espresso")])
    wait_until(lambda: value(families(server.url + "/metrics"), "vicinity_trace_spans_total", state="dropped") > 0)
    # One that never answers does not hold the end up.
    collector.server.shutdown()
    ada.order("main-cafe", [line("espresso")])
    server.process.send_signal(signal.SIGTERM)
    assert server.process.wait(timeout=20) == 0
    server.process = None


def test_without_a_collector_nothing_is_traced_or_passed_on(serve, receiver):
    server = serve(None, "--outgoing-host", "127.0.0.1")
    omar = server.client(person="omar")
    hook = {"label": "Log", "url": f"{receiver.url}/hook", "form": "standard", "events": ["order.placed"]}
    assert omar.send("POST", "/api/v1/webhooks", hook).status == 201
    server.client(person="ada").order("main-cafe", [line("espresso")])
    wait_until(lambda: receiver.to("/hook"))
    assert "traceparent" not in receiver.to("/hook")[0].headers
    assert not families(server.url + "/metrics")["vicinity_trace_spans"].samples
