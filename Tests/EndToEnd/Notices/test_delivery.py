"""Notices on their way: to a push service, ntfy, Gotify and an organisation's own systems, all fakes on loopback."""

import datetime
import socket
import time

import pytest
from cloudevents.core.bindings.http import HTTPMessage, from_http_event
from standardwebhooks import Webhook

from campus import Campus
from client import line
from gateways import NEAR, Gateway
from notice_receivers import Browser, Receiver
from waiting import wait_until

ALLOWED = ["--outgoing-host", "127.0.0.1"]
CAFE = "main-cafe"
# In the demo a bump can be taken back for so long; until then nobody is told.
UNDO_SECONDS = 5
# How long ago the badge was heard at the door.
HEARD_SECONDS = 60
TELLS_NOTHING_OF = ["Ada", "Morgan", "Main", "Café", "Berlin", "espresso", "2.", "EUR"]


@pytest.fixture
def receiver():
    receiver = Receiver()
    yield receiver
    receiver.stop()


@pytest.fixture
def sending(serve):
    """A server that may call this machine."""
    return serve(None, *ALLOWED)


def ordered(server, person="ada"):
    """An order of somebody's, and the kitchen that works it."""
    order = server.client(person=person).order(CAFE, [line("espresso")])
    return order, server.client(device="kitchen-main")


def channel_of(client, identifier):
    return next(channel for channel in client.get("/api/v1/notices/channels")["channels"] if channel["id"] == identifier)


def try_channel(client, channel):
    answer = client.send("POST", f"/api/v1/notices/channels/{channel['id']}/test")
    assert answer.status == 202, answer
    return answer.json["notice"]


# Orders and the door.


def test_an_order_that_is_ready_reaches_the_browser_and_a_recall_corrects_it_C90(sending, receiver):
    ada = sending.client(person="ada")
    browser = Browser(receiver, "/push/ada")
    browser.subscribe(ada)
    order, kitchen = ordered(sending)
    ticket = kitchen.act(order["ticket"], "bump")
    bumped, due = (datetime.datetime.fromisoformat(ticket[name].replace("Z", "+00:00")) for name in ("bumpedAt", "noticeDueAt"))
    assert due - bumped == datetime.timedelta(seconds=UNDO_SECONDS)
    wait_until(lambda: browser.accepted)
    [call] = receiver.to("/push/ada")
    assert call.at >= due.timestamp(), "Somebody was told while the bump could be taken back."
    [document] = browser.accepted
    shown = document["notification"]
    assert document["web_push"] == 8030
    assert shown["title"] == "Your order is ready" and shown["tag"] == f"order/{order['id']}"
    assert shown["navigate"] == f"{sending.url}/order#order/{order['id']}" and shown["data"]["version"] == 1
    assert not [word for word in TELLS_NOTHING_OF if word in shown["title"] + shown["body"]]
    assert call.headers["content-encoding"] == "aes128gcm" and 0 < int(call.headers["ttl"]) <= 3600
    assert call.headers["authorization"].startswith("vapid t=")
    kitchen.act(order["ticket"], "recall")
    wait_until(lambda: len(browser.accepted) == 2)
    corrected = browser.accepted[1]["notification"]
    assert corrected["tag"] == shown["tag"] and corrected["data"]["version"] == 2
    assert corrected["title"] == "Your order is not ready yet"
    # A push service that still keeps the first one replaces it.
    assert len({call.headers["topic"] for call in receiver.to("/push/ada")}) == 1
    inbox = ada.get("/api/v1/notices")
    assert [(notice["kind"], notice["read"]) for notice in inbox["notices"]] == [("order-corrected", False)]


def test_a_departure_reaches_a_browser_whose_page_is_closed(serve, receiver):
    server = serve(Campus().let_departures_count_at_once(), *ALLOWED)
    ada = server.client(person="ada")
    browser = Browser(receiver, "/push/ada")
    browser.subscribe(ada)
    assert ada.send("PUT", "/api/v1/attendance/reminders", {"on": True}).status == 200
    door = Gateway(server, "gateway-entrance")
    assert door.report(NEAR, ago=HEARD_SECONDS).status == 200
    wait_until(lambda: len(browser.accepted) == 1)
    punch = ada.send("POST", "/api/v1/attendance/punches", {"kind": "in", "site": "berlin"}, idempotency_key="in")
    assert punch.status == 201, punch
    door.loses(until=lambda: len(browser.accepted) == 2)
    arrival, departure = (document["notification"] for document in browser.accepted)
    assert (arrival["title"], departure["title"]) == ("Clock in?", "Clock out?")
    assert arrival["tag"] == departure["tag"] == "attendance"
    assert departure["navigate"].startswith(f"{server.url}/attendance?reminder=")
    assert not [word for word in TELLS_NOTHING_OF if word in departure["title"] + departure["body"]]
    assert 0 < int(receiver.to("/push/ada")[1].headers["ttl"]) <= 1800


def test_words_follow_the_language_of_the_receiver_at_the_time_of_sending(sending, receiver):
    kenji = sending.client(person="kenji")
    browser = Browser(receiver, "/push/kenji")
    channel = browser.subscribe(kenji)
    try_channel(kenji, channel)
    wait_until(lambda: len(browser.accepted) == 1)
    assert kenji.send("PATCH", "/api/v1/preferences", {"language": "en"}).status == 200
    try_channel(kenji, channel)
    wait_until(lambda: len(browser.accepted) == 2)
    assert [document["notification"]["lang"] for document in browser.accepted][1] == "en"


# ntfy and Gotify.


def test_ntfy_and_gotify_get_their_own_shapes(sending, receiver):
    ada = sending.client(person="ada")
    receiver.rules |= {"/": 200, "/message": 200}
    ntfy = ada.send("POST", "/api/v1/notices/channels", {"kind": "ntfy", "url": f"{receiver.url}/ada-topic", "token": "tk_secret"})
    gotify = ada.send("POST", "/api/v1/notices/channels", {"kind": "gotify", "url": receiver.url, "token": "app-secret"})
    assert (ntfy.status, gotify.status) == (201, 201)
    for answer in (ntfy, gotify):
        assert b"secret" not in answer.body
        try_channel(ada, answer.json)
    wait_until(lambda: receiver.to("/") and receiver.to("/message"))
    [published], [message] = receiver.to("/"), receiver.to("/message")
    assert published.json["topic"] == "ada-topic" and {"title", "message", "priority", "click"} <= set(published.json)
    assert published.headers["authorization"] == "Bearer tk_secret"
    assert message.headers["x-gotify-key"] == "app-secret" and {"title", "message", "priority"} <= set(message.json)
    assert message.json["extras"]["client::notification"]["click"]["url"].startswith(sending.url)
    assert b"secret" not in sending.log.read_bytes()


def test_a_subscription_that_is_gone_is_removed_and_the_next_channel_has_the_notice_C89(sending, receiver):
    ada = sending.client(person="ada")
    receiver.rules |= {"/push/gone": 410, "/": 200}
    Browser(receiver, "/push/gone").subscribe(ada)
    topic = {"kind": "ntfy", "url": f"{receiver.url}/ada-topic"}
    assert ada.send("POST", "/api/v1/notices/channels", topic).status == 201
    order, kitchen = ordered(sending)
    kitchen.act(order["ticket"], "bump")
    wait_until(lambda: receiver.to("/"))
    assert receiver.to("/")[0].json["title"] == "Your order is ready"
    assert [channel["kind"] for channel in ada.get("/api/v1/notices/channels")["channels"]] == ["ntfy"]
    report = sending.client(person="omar").get("/api/v1/notices/delivery")
    assert [failure["code"] for failure in report["failures"]] == ["gone"]


# Hostile receivers.


PRIVATE = ["169.254.169.254", "10.0.0.1", "192.168.1.1", "127.0.0.1", "localhost", "[::1]", "[fd00::1]", "[::ffff:10.0.0.1]"]


@pytest.mark.parametrize("address", PRIVATE)
def test_a_private_address_is_never_called_W74_W111(server, receiver, address):
    """Without --outgoing-host; on this machine somebody listens, and hears nothing."""
    ada, omar = (server.client(person=name) for name in ("ada", "omar"))
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(0.5)
        url = f"https://{address}:{listener.getsockname()[1]}/in"
        channel = ada.send("POST", "/api/v1/notices/channels", {**Browser(receiver, "/").subscription, "endpoint": url})
        webhook = omar.send("POST", "/api/v1/webhooks", {"label": "Log", "url": url, "form": "standard", "events": ["order.placed"]})
        assert webhook.status == 201, webhook
        assert omar.send("POST", f"/api/v1/webhooks/{webhook.json['id']}/test").status == 202
        if channel.status == 201:
            try_channel(ada, channel.json)
            wait_until(lambda: channel_of(ada, channel.json["id"])["state"] == "failing")
            assert channel_of(ada, channel.json["id"])["failure"] == "outgoing-address"
        else:
            assert (channel.status, channel.json["code"]) == (422, "channel-malformed"), channel
        wait_until(lambda: omar.get("/api/v1/webhooks")["webhooks"][0]["state"] == "failing")
        assert omar.get("/api/v1/webhooks")["webhooks"][0]["failure"] == "outgoing-address"
        with pytest.raises(TimeoutError):
            listener.accept()


def test_endpoints_without_tls_are_refused_W74(server, receiver):
    ada = server.client(person="ada")
    answer = ada.send("POST", "/api/v1/notices/channels", Browser(receiver, "/push/ada").subscription)
    assert (answer.status, answer.json["code"]) == (422, "channel-malformed")
    assert ada.get("/api/v1/notices/channels")["channels"] == []


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_not_followed_W74_W111(sending, receiver, status):
    ada = sending.client(person="ada")
    other = Receiver()
    try:
        receiver.rules["/push/ada"] = (status, {"Location": f"{other.url}/elsewhere"})
        channel = Browser(receiver, "/push/ada").subscribe(ada)
        try_channel(ada, channel)
        wait_until(lambda: channel_of(ada, channel["id"])["state"] == "failing")
        assert channel_of(ada, channel["id"])["failure"] == f"push-{status}"
        assert other.calls == [] and len(receiver.to("/push/ada")) == 1
    finally:
        other.stop()


def test_receivers_that_never_answer_do_not_slow_a_punch_W87(sending, receiver):
    """Every call of a notice hangs while people punch; a time that only a wait for a receiver could take would be ten seconds."""
    ada, greta = (sending.client(person=name) for name in ("ada", "greta"))
    for number in range(4):
        receiver.rules[f"/push/{number}"] = "silent"
        channel = Browser(receiver, f"/push/{number}").subscribe(ada)
        for _ in range(5):
            try_channel(ada, channel)
    durations = []
    for number in range(20):
        began = time.monotonic()
        kind = ("in", "out")[number % 2]
        answer = greta.send("POST", "/api/v1/attendance/punches", {"kind": kind, "site": "berlin"}, idempotency_key=f"punch-{number}")
        assert answer.status == 201, answer
        durations.append(time.monotonic() - began)
    assert max(durations) < 5, durations
    # And other receivers get theirs.
    other = Receiver()
    try:
        browser = Browser(other, "/push/greta")
        try_channel(greta, browser.subscribe(greta))
        wait_until(lambda: browser.accepted)
    finally:
        other.stop()


# Webhooks.


def add_webhook(client, url, form="standard", events=("order.placed", "order.ready")):
    answer = client.send("POST", "/api/v1/webhooks", {"label": "Log", "url": url, "form": form, "events": list(events)})
    assert answer.status == 201, answer
    return answer.json


def test_webhooks_are_signed_so_that_the_peer_verifies_them_with_both_secrets_W139(sending, receiver):
    omar = sending.client(person="omar")
    # The first attempt fails; the identifier and the body stay.
    receiver.rules["/hook"] = lambda count: 500 if count == 1 else 200
    webhook = add_webhook(omar, f"{receiver.url}/hook")
    older = webhook["secret"]
    newer = omar.send("POST", f"/api/v1/webhooks/{webhook['id']}/secret").json["secret"]
    order, _ = ordered(sending)
    wait_until(lambda: len(receiver.to("/hook")) == 2)
    first, second = receiver.to("/hook")
    for call in (first, second):
        for secret in (older, newer):
            body = Webhook(secret).verify(call.body, call.headers)
            assert body["type"] == "order.placed" and body["data"]["order"] == order["id"]
        assert len(call.headers["webhook-signature"].split()) == 2
    assert first.headers["webhook-id"] == second.headers["webhook-id"] and first.body == second.body
    assert first.headers["webhook-timestamp"] < second.headers["webhook-timestamp"]
    with pytest.raises(Exception):
        Webhook(older).verify(first.body + b" ", first.headers)
    # A replay has the same identifier again, and a third secret ends the first.
    latest = omar.send("POST", f"/api/v1/webhooks/{webhook['id']}/secret").json["secret"]
    # The receiver has the second request before the server has its answer, and until then there is nothing to send again.
    deliveries = f"/api/v1/webhooks/{webhook['id']}/deliveries"
    wait_until(lambda: [delivery["state"] for delivery in omar.get(deliveries)["deliveries"]] == ["delivered"], lambda: omar.get(deliveries))
    replay = omar.send("POST", f"/api/v1/webhooks/{webhook['id']}/replay", {"from": "2020-01-01T00:00:00Z", "to": "2100-01-01T00:00:00Z"})
    assert replay.json == {"count": 1}
    wait_until(lambda: len(receiver.to("/hook")) == 3)
    third = receiver.to("/hook")[2]
    assert third.headers["webhook-id"] == first.headers["webhook-id"]
    Webhook(latest).verify(third.body, third.headers)
    with pytest.raises(Exception):
        Webhook(older).verify(third.body, third.headers)
    assert older.encode() not in sending.log.read_bytes()


def test_cloudevents_are_read_by_the_peer(sending, receiver):
    omar = sending.client(person="omar")
    receiver.rules["/hook"] = 200
    webhook = add_webhook(omar, f"{receiver.url}/hook", form="cloudevents")
    order, _ = ordered(sending)
    wait_until(lambda: receiver.to("/hook"))
    [call] = receiver.to("/hook")
    Webhook(webhook["secret"]).verify(call.body, call.headers)
    event = from_http_event(HTTPMessage(headers=call.headers, body=call.body))
    assert event.get_type() == "vicinity.order.placed" and event.get_source() == sending.url
    assert event.get_id() == call.headers["webhook-id"] and event.get_data()["order"] == order["id"]


def test_a_webhook_that_is_gone_is_switched_off_and_one_that_asks_to_wait_waits_W140(sending, receiver):
    omar = sending.client(person="omar")
    receiver.rules |= {"/gone": 410, "/busy": lambda count: (429, {"Retry-After": "7"}) if count == 1 else (200, {})}
    gone, busy = (add_webhook(omar, f"{receiver.url}/{name}") for name in ("gone", "busy"))
    ordered(sending)
    wait_until(lambda: len(receiver.to("/busy")) == 2)
    first, second = receiver.to("/busy")
    assert second.at - first.at >= 6.5

    def states():
        return {webhook["id"]: webhook["state"] for webhook in omar.get("/api/v1/webhooks")["webhooks"]}

    # The receiver has the second request before the server has its answer.
    wait_until(lambda: states() == {gone["id"]: "disabled", busy["id"]: "working"}, states)
    ordered(sending)
    wait_until(lambda: len(receiver.to("/busy")) == 3)
    assert len(receiver.to("/gone")) == 1


def test_presence_never_leaves_and_a_punch_leaves_as_identifiers_W141(sending, receiver):
    omar = sending.client(person="omar")
    receiver.rules["/hook"] = 200
    every = ["order.placed", "order.ready", "order.collected", "order.cancelled", "order.rejected", "attendance.punched", "notice.failed"]
    add_webhook(omar, f"{receiver.url}/hook", events=every)
    ada = sending.client(person="ada")
    assert ada.send("PUT", "/api/v1/attendance/reminders", {"on": True}).status == 200
    door = Gateway(sending, "gateway-entrance")
    assert door.report(NEAR, ago=600).status == 200
    assert ada.send("POST", "/api/v1/attendance/punches", {"kind": "in", "site": "berlin"}, idempotency_key="in").status == 201
    wait_until(lambda: receiver.to("/hook"))
    order, _ = ordered(sending)
    wait_until(lambda: len(receiver.to("/hook")) == 2)
    punched, placed = (call.json for call in receiver.to("/hook"))
    assert (punched["type"], placed["type"]) == ("attendance.punched", "order.placed")
    assert set(punched["data"]) == {"person", "punch"}
    text = b"".join(call.body for call in receiver.to("/hook"))
    assert not [word for word in (b"Ada", b"entrance", b"berlin", b"gateway", b"rssi") if word in text]
