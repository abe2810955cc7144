"""The program from a terminal: its answers, its exit codes, and what it leaves unchanged."""

import contextlib
import http.client
import json
import re
import signal
import ssl
import subprocess
import time
import urllib.request

import pytest

from campus import Campus
from client import line
from command_line import assert_refused, vicinity
from demo_server import PAGES, PROGRAM, ROOT
from server import free_port
from waiting import PATIENCE_SECONDS, wait_until

# Less than a stop takes that waits for streams to end, which is ten seconds.
STOP_WITHIN_SECONDS = 8


def test_a_campus_file_with_mistakes_is_refused_with_file_path_and_reason(server, tmp_path):
    campus = Campus()
    campus.item("main-cafe", "espresso")["price"] = "cheap"
    campus.cafe("coffee-station")["currency"] = "Euro"
    campus.cafe("tokyo-cafe")["hours"] = {"monday": ["18:00-09:00"]}
    file = campus.write(tmp_path / "wrong.json")
    before = server.rows("SELECT number, document FROM campus_revisions")
    ended = vicinity("import", file, "--database", f"sqlite:{server.database}")
    assert_refused(ended, 1, "wrong.json", "price", "currency", "hours")
    assert len([text for text in ended.stderr.splitlines() if "wrong.json" in text]) == 3
    assert server.rows("SELECT number, document FROM campus_revisions") == before


def test_a_wrong_campus_file_does_not_create_a_database(tmp_path):
    (tmp_path / "wrong.json").write_text("{", encoding="utf-8")
    ended = vicinity("import", tmp_path / "wrong.json", "--database", f"sqlite:{tmp_path / 'new.db'}")
    assert_refused(ended, 1, "wrong.json")
    assert list(tmp_path.glob("new.db*")) == []


def test_an_import_is_taken_up_by_a_running_server_and_keeps_balances(server, tmp_path):
    client = server.client(person="ada")
    client.order("main-cafe", [line("espresso")])
    campus = Campus()
    campus.item("main-cafe", "espresso")["price"] = 230
    ended = vicinity("import", campus.write(tmp_path / "new.json"), "--database", f"sqlite:{server.database}")
    assert (ended.returncode, ended.stderr) == (0, ""), ended
    assert "5 cafés" in ended.stdout
    wait_until(lambda: price(client, "espresso") == 230)
    assert client.balance("EUR") == 5000 - 220


def price(client, item):
    sections = client.get("/api/v1/cafes/main-cafe/menu")["sections"]
    return next(found["price"]["amount"] for section in sections for found in section["items"] if found["id"] == item)


def test_menu_order_and_orders_from_a_terminal(server):
    menu = vicinity("menu", "--cafe", "main-cafe", "--server", server.url)
    assert (menu.returncode, menu.stderr) == (0, ""), menu
    assert "cappuccino" in menu.stdout and "€3.40" in menu.stdout
    me = ["--as", "ada", "--server", server.url]
    order = vicinity("order", "--cafe", "main-cafe", *me, "--yes", "--note", "hot", "2*cappuccino:large,oat-milk,extra-shot*2")
    assert (order.returncode, order.stderr) == (0, ""), order
    assert "001" in order.stdout and "€12.60" in order.stdout
    orders = vicinity("orders", *me)
    assert (orders.returncode, orders.stderr) == (0, ""), orders
    assert "001" in orders.stdout
    (kept,) = server.client(person="ada").orders()
    assert kept["lines"][0]["note"] == "hot" and kept["total"]["amount"] == 1260
    assert json.loads(vicinity("orders", *me, "--json").stdout)["orders"][0]["id"] == kept["id"]


def test_an_order_that_waits_is_started_by_its_number_and_its_cafe_where_two_have_it(server):
    me = ["--as", "ada", "--server", server.url]
    for cafe, item in [("main-cafe", "green-tea"), ("coffee-station", "mint-tea")]:
        order = vicinity("order", "--cafe", cafe, *me, "--yes", "--when-near", item)
        assert (order.returncode, order.stderr) == (0, ""), order
        assert "001" in order.stdout and "waits until" in order.stdout
    client = server.client(person="ada")
    # So many that the waiting ones are not on the first page.
    for _ in range(20):
        client.order("coffee-station", [line("espresso")])
    assert_refused(vicinity("orders", *me, "--start", "001"), 1, "main-cafe", "coffee-station", "--cafe")
    assert_refused(vicinity("orders", *me, "--start", "099"), 1, "no order 099")
    started = vicinity("orders", *me, "--start", "001", "--cafe", "main-cafe")
    assert (started.returncode, started.stderr) == (0, ""), started
    waiting = [order["cafe"]["id"] for order in client.orders() if order["stage"] == "placed"]
    assert waiting == ["coffee-station"]
    assert vicinity("orders", *me, "--start", "001").returncode == 0


def test_an_order_that_is_not_confirmed_is_not_placed(server):
    ended = vicinity("order", "--cafe", "main-cafe", "--as", "ada", "--server", server.url, "2*cappuccino:large,oat-milk,extra-shot*2", answer="n\n")
    assert ended.returncode == 1 and "Nothing was ordered." in ended.stderr
    assert "2 × Cappuccino (large, oat-milk, 2 × extra-shot)" in ended.stdout
    assert list(server.client(person="ada").orders()) == []


def test_an_order_that_the_cafe_refuses_fails_with_the_reason(server):
    me = ["--cafe", "main-cafe", "--as", "ada", "--server", server.url, "--yes"]
    assert_refused(vicinity("order", *me, "lobster"), 1, "Item 1, lobster: ")
    assert_refused(vicinity("order", *me, "espresso", "flat-wite"), 1, "Item 2, flat-wite: ", "; did you mean flat-white?")
    assert_refused(vicinity("order", *me, "flat-white:oat-mlik"), 1, "no choice oat-mlik; did you mean oat-milk?")
    poor = ["--cafe", "main-cafe", "--as", "omar", "--server", server.url, "--yes"]
    ended = vicinity("order", *poor, "smash-burger:fries")
    assert ended.returncode == 1 and len(ended.stderr.strip().splitlines()) == 1, ended
    assert list(server.client(person="omar").orders()) == []


@pytest.mark.parametrize(
    "arguments",
    [[], ["cook"], ["menu", "--colour"], ["order"], ["import"], ["serve", "--listen", "nowhere"], ["serve", "--listen", "127.0.0.1:99999"], ["import", "x", "--database", "y"]],
    ids=["nothing", "unknown command", "unknown option", "missing item", "missing file", "no port", "no such port", "no kind of database"],
)
def test_wrong_usage_ends_with_exit_code_2(arguments, tmp_path):
    ended = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=60, cwd=tmp_path)
    assert ended.returncode == 2 and ended.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", [["menu", "--cafe", "main-cafe"], ["orders", "--as", "ada"]], ids=["menu", "orders"])
def test_without_a_server_a_command_fails_with_one_sentence(command):
    ended = vicinity(*command, "--server", f"http://127.0.0.1:{free_port()}")
    assert_refused(ended, 1)
    assert re.fullmatch(r"[^\n]+\.\n", ended.stderr), ended.stderr


@pytest.mark.parametrize("contact", ["mailto:it@localhost", "http://vicinity.example", "it@vicinity.example"])
def test_a_contact_that_push_services_refuse_is_refused_at_the_start(contact, tmp_path):
    ended = vicinity("serve", "--notice-contact", contact, "--listen", f"127.0.0.1:{free_port()}", "--database", f"sqlite:{tmp_path / 'x.db'}")
    assert_refused(ended, 2, f"--notice-contact {contact}")
    assert list(tmp_path.iterdir()) == []


def test_the_demo_listens_to_this_machine_only(tmp_path):
    ended = vicinity("serve", "--demo", "--listen", f"0.0.0.0:{free_port()}", "--database", f"sqlite:{tmp_path / 'x.db'}")
    assert_refused(ended, 2, "127.0.0.1")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.early
def test_a_server_that_is_told_to_stop_as_soon_as_it_listens_stops(tmp_path):
    for _ in range(20):
        command = [PROGRAM, "serve", "--demo", "--listen", f"127.0.0.1:{free_port()}", "--web", PAGES.folder]
        command += ["--database", f"sqlite:{tmp_path / 'vicinity.db'}"]
        with subprocess.Popen([str(word) for word in command], stderr=subprocess.PIPE, text=True) as process:
            try:
                while not process.stderr.readline().startswith("Listening"):
                    assert process.poll() is None
                process.terminate()
                assert process.wait(timeout=STOP_WITHIN_SECONDS) == 0
            finally:
                process.kill()


def test_a_server_without_a_campus_says_what_is_missing(tmp_path):
    command = [PROGRAM, "serve", "--demo", "--listen", f"127.0.0.1:{free_port()}", "--web", PAGES.folder]
    command += ["--database", f"sqlite:{tmp_path / 'empty.db'}"]
    with subprocess.Popen([str(word) for word in command], stderr=subprocess.PIPE, text=True) as process:
        told = [process.stderr.readline(), process.stderr.readline()]
        process.terminate()
        assert process.wait(timeout=STOP_WITHIN_SECONDS) == 0
    assert told[0].startswith(f"The database {tmp_path / 'empty.db'} has no campus yet, so nobody can sign in.")
    assert told[1].startswith("Listening on ")


def test_a_second_start_finds_the_data_of_the_first(server):
    order = server.client(person="ada").order("main-cafe", [line("espresso")])
    assert server.stop() == 0
    server.start()
    client = server.client(person="ada")
    # When it will be ready follows from the kitchen's work at the time of the answer.
    assert [{**found, "ready": None} for found in client.orders()] == [{**order, "ready": None}]
    assert client.balance("EUR") == 5000 - 220


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["SIGINT", "SIGTERM"])
def test_a_signal_stops_the_server_in_order_also_with_open_streams(server, number):
    kitchen = server.client(device="kitchen-main")
    with contextlib.ExitStack() as streams:
        for _ in range(5):
            connection = streams.enter_context(contextlib.closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_SECONDS)))
            address = "/api/v1/feed?topics=cafe/main-cafe/kitchen"
            connection.request("GET", address, headers={"authorization": f"Bearer {kitchen.token}"})
            assert connection.getresponse().status == 200
        asked = time.monotonic()
        server.process.send_signal(number)
        assert server.process.wait(timeout=15) == 0
        assert time.monotonic() - asked < STOP_WITHIN_SECONDS
    server.process = None


def test_a_server_with_a_certificate_speaks_https(tmp_path):
    certificate, key = tmp_path / "certificate.pem", tmp_path / "key.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=localhost"]
    command += ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate]
    subprocess.run(command, check=True, capture_output=True)
    port = free_port()
    serving = [PROGRAM, "serve", "--demo", "--listen", f"127.0.0.1:{port}", "--database", f"sqlite:{tmp_path / 'tls.db'}"]
    serving += ["--campus", ROOT / "Examples" / "demo-campus.json", "--web", PAGES.folder]
    serving += ["--tls-certificate", certificate, "--tls-key", key]
    process = subprocess.Popen(serving, stderr=subprocess.PIPE, text=True)
    try:
        assert f"https://127.0.0.1:{port}" in process.stderr.readline()
        trust = ssl.create_default_context(cafile=certificate)
        with urllib.request.urlopen(f"https://127.0.0.1:{port}/readyz", context=trust, timeout=PATIENCE_SECONDS) as answer:
            assert answer.status == 200
        body = json.dumps({"person": "ada"}).encode()
        request = urllib.request.Request(
            f"https://127.0.0.1:{port}/api/v1/session", body, {"content-type": "application/json"}
        )
        with urllib.request.urlopen(request, context=trust, timeout=PATIENCE_SECONDS) as answer:
            assert "Secure" in answer.headers["set-cookie"]
    finally:
        process.terminate()
        assert process.wait(timeout=60) == 0


def test_a_key_without_a_certificate_is_wrong_usage(tmp_path):
    ended = vicinity("serve", "--tls-key", tmp_path / "key.pem", "--database", f"sqlite:{tmp_path / 'x.db'}")
    assert_refused(ended, 2, "--tls-certificate")
