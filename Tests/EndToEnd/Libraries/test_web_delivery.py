"""Push messages, webhooks and events agree with other implementations, in both directions.

The example program WebDelivery answers line by line, so that each test starts one process.
"""

import base64
import contextlib
import datetime
import json
import subprocess
import time

import http_ece
import pytest
import standardwebhooks
from cloudevents.core.bindings import http
from cloudevents.core.v1.event import CloudEvent
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02
from pywebpush import WebPusher

from debug_build import BUILD

ENDPOINT = "https://push.example:8443/v1/abc"
LARGEST = 3_993


def encoded(content):
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Delivery:
    """A running WebDelivery."""

    def __init__(self, program):
        self._program = program

    def __call__(self, do, **members):
        self._program.stdin.write(json.dumps({"do": do} | members) + "\n")
        self._program.stdin.flush()
        return json.loads(self._program.stdout.readline())


@contextlib.contextmanager
def started(status=0):
    with subprocess.Popen(
        [BUILD / "WebDelivery"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as program:
        yield Delivery(program)
        _, errors = program.communicate(timeout=60)
        assert (program.returncode, errors) == (status, "")


class Browser:
    """A subscription whose keys are the other implementation's."""

    def __init__(self, number=1):
        self.key = ec.derive_private_key(1_000_003 * number, ec.SECP256R1())
        self.auth = bytes(range(number % 200, number % 200 + 16))
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.subscription = {"endpoint": ENDPOINT, "keys": {"p256dh": encoded(point), "auth": encoded(self.auth)}}

    def read(self, body):
        return http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm")


def text(count):
    return bytes((count + place * 31) % 256 for place in range(count))


def test_w69_texts_of_every_size_are_read_by_http_ece(debug_build):
    browser = Browser()
    with started() as delivery:
        for count in range(LARGEST + 1):
            body = decoded(delivery("encrypt", subscription=browser.subscription, textBytes=encoded(text(count)))["body"])
            assert len(body) == count + 103
            assert browser.read(body) == text(count), count


def test_w69_texts_of_every_size_from_pywebpush_are_read(debug_build):
    with started() as delivery:
        receiver = delivery("receiver")
        keys = {name: receiver[name] for name in ["p256dh", "auth"]}
        pusher = WebPusher({"endpoint": ENDPOINT, "keys": keys})
        # pywebpush sends an empty message without a body, and http_ece makes no record of it.
        for count in range(1, LARGEST + 1):
            body = pusher.encode(text(count))["body"]
            answer = delivery("decrypt", key=receiver["key"], auth=receiver["auth"], body=encoded(body))
            content = decoded(answer["textBytes"]) if "textBytes" in answer else answer["text"].encode()
            assert content == text(count), count


def test_w69_keys_of_many_browsers_are_understood(debug_build):
    with started() as delivery:
        for number in range(1, 200):
            browser = Browser(number)
            body = decoded(delivery("encrypt", subscription=browser.subscription, text=f"to {number} – é")["body"])
            assert browser.read(body) == f"to {number} – é".encode()


def test_w69_a_text_that_is_too_long_is_refused_before_it_is_sent(debug_build):
    with started(status=1) as delivery:
        answer = delivery("encrypt", subscription=Browser().subscription, text="x" * (LARGEST + 1))
        assert answer["refused"] == "push-body-too-large"


def test_w71_w72_a_request_is_authorized_as_py_vapid_demands(debug_build):
    with started() as delivery:
        made = delivery("key")
        browser = Browser()
        now = int(time.time())
        request = delivery(
            "request", key=made["key"], subject="mailto:office@cafe.example", subscription=browser.subscription,
            text="hello", timeToLive=1800, urgency="high", topic="order-7",
        )
        assert request["url"] == ENDPOINT
        header = request["header"]
        authorization = header.pop("Authorization")
        assert header == {
            "TTL": "1800", "Urgency": "high", "Topic": "order-7", "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
        }
        assert browser.read(decoded(request["body"])) == b"hello"
        # py-vapid reads its own notation only, without the space that RFC 8292 has.
        assert Vapid02.verify(authorization.replace(", k=", ",k="))
        assert authorization.endswith(f", k={made['publicKey']}")
        claims = json.loads(decoded(authorization.split(".")[1]))
        assert claims.pop("exp") - now == pytest.approx(12 * 3_600, abs=60)
        assert claims == {"aud": "https://push.example:8443", "sub": "mailto:office@cafe.example"}


def test_w71_a_key_of_py_vapid_is_taken_over_and_its_tokens_are_like_ours(debug_build):
    vapid = Vapid02()
    vapid.generate_keys()
    scalar = vapid.private_key.private_numbers().private_value.to_bytes(32, "big")
    claims = {"aud": "https://push.example:8443", "exp": 1_800_043_200, "sub": "https://cafe.example"}
    theirs = vapid.sign(claims)["Authorization"]
    with started() as delivery:
        ours = delivery(
            "request", key=encoded(scalar), subject="https://cafe.example", subscription=Browser().subscription,
            text="", at=1_800_000_000,
        )["header"]["Authorization"].replace(", k=", ",k=")
    assert Vapid02.verify(ours) and Vapid02.verify(theirs)

    def parts(authorization):
        token, key = authorization.removeprefix("vapid t=").split(",k=")
        return [json.loads(decoded(part)) for part in token.split(".")[:2]], key

    assert parts(ours) == parts(theirs)


@pytest.mark.parametrize("subject", ["mailto:x@localhost", "https://localhost", "http://cafe.example", "office"])
def test_w71_a_subject_that_push_services_refuse_is_refused(subject, debug_build):
    with started(status=1) as delivery:
        answer = delivery(
            "request", key=delivery("key")["key"], subject=subject, subscription=Browser().subscription, text=""
        )
        assert answer["refused"].startswith("push-subject-")


def test_w139_standardwebhooks_verifies_either_signature_of_two_secrets(debug_build):
    body = '{"ä": 1}'
    with started() as delivery:
        secrets = [delivery("secret")["secret"], delivery("secret")["secret"]]
        header = delivery("sign", secrets=secrets, id="msg_1", body=body)["header"]
        assert len(header["webhook-signature"].split(" ")) == 2
        # The name stays the same in each try; the time and the signature are the try's.
        again = delivery("sign", secrets=secrets, id="msg_1", body=body, at=int(time.time()) + 60)["header"]
        assert again["webhook-id"] == "msg_1" and again["webhook-signature"] != header["webhook-signature"]
        stranger = delivery("secret")["secret"]
    for secret in secrets:
        for sent in [header, again]:
            assert standardwebhooks.Webhook(secret).verify(body, sent) == {"ä": 1}
        with pytest.raises(standardwebhooks.WebhookVerificationError):
            standardwebhooks.Webhook(secret).verify(body + " ", header)
    with pytest.raises(standardwebhooks.WebhookVerificationError):
        standardwebhooks.Webhook(stranger).verify(body, header)


def test_w139_a_call_that_standardwebhooks_signed_is_verified(debug_build):
    body = '{"ä": 1}'
    now = datetime.datetime.now(tz=datetime.timezone.utc).replace(microsecond=0)
    with started(status=1) as delivery:
        secret, other = delivery("secret")["secret"], delivery("secret")["secret"]
        header = {
            "Webhook-Id": "msg_1", "Webhook-Timestamp": str(int(now.timestamp())),
            "Webhook-Signature": standardwebhooks.Webhook(secret).sign("msg_1", now, body),
        }
        assert delivery("verify", secrets=[other, secret], header=header, body=body) == {"id": "msg_1"}
        assert delivery("verify", secrets=[other], header=header, body=body)["refused"] == "webhook-signature"
        late = int(now.timestamp()) + 301
        assert delivery("verify", secrets=[secret], header=header, body=body, at=late)["refused"] == "webhook-too-old"


ATTRIBUTES = {
    "id": "42", "source": "https://cafe.example/cafes/1", "type": "example.cafe.order.ready", "specversion": "1.0",
    "subject": 'order 7 – 50 % "é"', "time": "2026-11-24T19:30:00.250000Z", "dataschema": "https://cafe.example/s",
    "traceparent": "00-1-2-03",
}
CONTENTS = {
    "json": {"datacontenttype": "application/json", "data": {"order": 7, "lines": [True, None, "ä"]}},
    "bytes": {"datacontenttype": "image/png", "data_base64": base64.b64encode(bytes(range(256))).decode()},
    "nothing": {},
}


@pytest.mark.parametrize("content", CONTENTS)
@pytest.mark.parametrize("form", ["structured", "binary"])
def test_w142_the_sdk_of_cloudevents_reads_an_event(form, content, debug_build):
    event = ATTRIBUTES | CONTENTS[content]
    with started() as delivery:
        message = delivery("write", event=event, form=form)
    read = http.from_http_event(http.HTTPMessage(message["header"], decoded(message["bodyBytes"])))
    for name in ["id", "source", "type", "subject", "dataschema", "datacontenttype"]:
        assert read.get_attributes().get(name) == event.get(name), name
    assert read.get_time() == datetime.datetime.fromisoformat(ATTRIBUTES["time"])
    assert read.get_extension("traceparent") == ATTRIBUTES["traceparent"]
    expected = event.get("data", base64.b64decode(event.get("data_base64", "")))
    assert (read.get_data() or b"") == expected


@pytest.mark.parametrize("content", CONTENTS)
@pytest.mark.parametrize("form", ["structured", "binary"])
def test_w142_an_event_of_the_sdk_of_cloudevents_is_read(form, content, debug_build):
    event = ATTRIBUTES | CONTENTS[content]
    attributes = {name: value for name, value in event.items() if name not in ["data", "data_base64"]}
    attributes["time"] = datetime.datetime.fromisoformat(ATTRIBUTES["time"])
    data = event.get("data") or (base64.b64decode(event["data_base64"]) if "data_base64" in event else None)
    write = http.to_structured_event if form == "structured" else http.to_binary_event
    message = write(CloudEvent(attributes, data))
    with started() as delivery:
        read = delivery("read", header=message.headers, bodyBytes=encoded(message.body))["event"]
    assert datetime.datetime.fromisoformat(read.pop("time")) == attributes["time"]
    assert read == {name: value for name, value in event.items() if name != "time"}


def test_a_line_that_is_no_command_is_refused_and_the_next_one_is_done(debug_build):
    with started(status=1) as delivery:
        assert delivery("fly")["refused"] == "line"
        assert "must be" in delivery("sign", secrets=[], id="a.b")["reason"]
        assert delivery("secret")["secret"].startswith("whsec_")
