"""Our push in a real browser (W85): Firefox ESR subscribes at a push service on loopback, our server sends, and the notice shows with the page closed."""

import shutil

import pytest

from client import line
from firefox import Firefox
from push_service import PushService
from waiting import wait_until

CHANNELS = "/api/v1/notices/channels"
ON = "this-device [data-key=switch-off]"

pytestmark = pytest.mark.skipif(shutil.which("firefox-esr") is None, reason="needs firefox-esr of Debian (scripts/setup test)")


@pytest.fixture(scope="module")
def push_service():
    service = PushService()
    yield service
    service.stop()


@pytest.fixture(scope="module")
def browser(tmp_path_factory, push_service):
    """A start takes most of what a test would take. Each test has a server at a port of its own, which the browser takes for another site."""
    with Firefox(tmp_path_factory.mktemp("firefox"), push_service) as browser:
        yield browser


@pytest.fixture
def server(serve):
    return serve(None, "--outgoing-host", "127.0.0.1")


@pytest.fixture
def firefox(browser, push_service, server):
    browser.allow_notifications(server.url)
    assert push_service.received.empty() and push_service.acknowledged.empty()
    yield browser
    browser.close_tabs()
    # What one test has not looked at is not there for the next.
    push_service.empty()


@pytest.fixture
def ada(server):
    return server.client(person="ada")


def sign_in(firefox, server):
    tab = firefox.open(server.url)
    assert tab.evaluate("""fetch("/api/v1/session", { method: "POST", headers: { "Content-Type": "application/json" }, body: '{"person": "ada"}' }).then(answer => answer.status)""") == 201
    return tab


@pytest.fixture
def tab(firefox, server):
    """A tab in which Ada has switched notices on."""
    tab = sign_in(firefox, server)
    tab.go(f"{server.url}/notice-settings")
    tab.press("this-device [data-key=switch-on]")
    tab.wait_for(f"document.querySelector('{ON}') !== null")
    return tab


def push_channels(ada):
    return [channel for channel in ada.get(CHANNELS)["channels"] if channel["kind"] == "push"]


def test_a_ready_order_shows_with_the_page_closed_and_a_recall_corrects_it_W85(firefox, push_service, server, ada, tab):
    [channel] = push_channels(ada)
    assert (channel["label"], channel["state"]) == ("Firefox · Linux", "working")
    tab.close()
    order = ada.order("main-cafe", [line("espresso")])
    cook = server.client(device="kitchen-main")
    cook.act(order["ticket"], "bump")
    assert push_service.wait_for_acknowledgement() == 100
    headers, body = push_service.received.get_nowait()
    assert headers["content-encoding"] == "aes128gcm" and headers["authorization"].startswith("vapid t=") and int(headers["ttl"]) > 0
    assert len(headers["topic"]) <= 32 and len(body) <= 4096
    # Firefox acknowledges a push before it shows what came of it.
    tab = firefox.open(server.url)
    wait_until(tab.notifications)
    [ready] = tab.notifications()
    tab.close()
    cook.act(order["ticket"], "recall")
    assert push_service.wait_for_acknowledgement() == 100
    tab = firefox.open(server.url)
    wait_until(lambda: any(shown["data"]["version"] > ready["data"]["version"] for shown in tab.notifications()), tab.notifications)
    [corrected] = tab.notifications()
    assert corrected["tag"] == ready["tag"]


def test_one_now_shows_on_the_device_that_was_asked_W86(push_service, ada, tab):
    [channel] = push_channels(ada)
    tab.press(f"[data-key=test-{channel['id']}]")
    assert push_service.wait_for_acknowledgement() == 100
    # Firefox acknowledges a push before it shows what came of it.
    wait_until(lambda: [shown["data"]["kind"] for shown in tab.notifications()] == ["test"], tab.notifications)


def test_a_subscription_that_the_push_service_forgot_is_replaced_at_the_next_load_W79(push_service, server, ada, tab):
    [before] = push_channels(ada)
    push_service.forget_everything()
    assert ada.send("POST", f"{CHANNELS}/{before['id']}/test", {}).status == 202
    # The push service answers 410 (W73), of which the browser hears nothing.
    wait_until(lambda: push_channels(ada) == [])
    tab.go(f"{server.url}/attendance")
    wait_until(lambda: len(push_channels(ada)) == 1)
    assert push_channels(ada)[0]["digest"] != before["digest"]


def test_a_subscription_that_the_browser_lost_is_repaired_at_the_next_load_W79(server, ada, tab):
    [before] = push_channels(ada)
    assert tab.evaluate("navigator.serviceWorker.ready.then(worker => worker.pushManager.getSubscription()).then(found => found.unsubscribe())")
    tab.go(f"{server.url}/notices")
    wait_until(lambda: any(channel["digest"] != before["digest"] for channel in push_channels(ada)))


def test_signing_out_ends_notices_on_this_device(ada, tab):
    assert len(push_channels(ada)) == 1
    tab.press("account-bar [data-key=leave]")
    wait_until(lambda: push_channels(ada) == [])
    tab.wait_for("navigator.serviceWorker.ready.then(worker => worker.pushManager.getSubscription()).then(found => found === null)")
