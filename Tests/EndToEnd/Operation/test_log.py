"""The log of a server: its forms, and the code that leads from a page's message to a line."""

import json
import subprocess

from client import line
from demo_server import PROGRAM
from waiting import wait_until

CODE = "7F3K92AB"


def lines(server):
    return [json.loads(text) for text in server.log.read_text(encoding="utf-8").splitlines()]


def about(server, code):
    return [entry for entry in lines(server) if entry.get("request") == code]


def test_a_line_of_json_has_the_code_of_its_request_and_nothing_about_people(serve):
    server = serve(None, "--log", "json")
    ada, cook = server.client(person="ada"), server.client(device="kitchen-main")
    order = ada.order("main-cafe", [line("espresso")])
    # A step that the ticket refuses, and a failure of the store.
    refused = cook.send("POST", f"/api/v1/tickets/{order['ticket']}/actions", {"action": "recall"}, x_request_id="refused-1234")
    assert refused.status == 409, refused
    server.database.rename(server.database.with_suffix(".away"))
    quote = ada.quote("main-cafe", [line("espresso")])
    body = {"cafe": "main-cafe", "lines": [line("espresso")], "expectedTotal": quote["total"]}
    failed = ada.send("POST", "/api/v1/orders", body, idempotency_key="k1", x_request_id=CODE)
    assert (failed.status, failed.headers["X-Request-ID"]) == (503, CODE)
    server.database.with_suffix(".away").rename(server.database)
    wait_until(lambda: about(server, CODE))
    assert "Answered 503 to POST /api/v1/orders." in [entry["message"] for entry in about(server, CODE)]
    assert [entry["message"].split(":")[0] for entry in about(server, "refused-1234")] == ["Refused illegal-transition"]
    for entry in lines(server):
        assert entry.keys() - {"request"} == {"time", "level", "message"} and entry["time"].endswith("Z")
        assert entry["level"] in ("error", "warning", "information")
    assert lines(server)[0]["level"] == "information"
    text = server.log.read_text(encoding="utf-8")
    for secret in ["ada", "Ada", ada.token, cook.token, "espresso", "k1"]:
        assert secret not in text, secret


def test_a_name_that_could_break_a_line_or_hold_an_address_is_replaced(server):
    client = server.client()
    for name in ("short", "x" * 65, "ada@example.org", "two words here", "semi;colon;s"):
        answer = client.send("GET", "/api/v1/orders", x_request_id=name)
        made = answer.headers["X-Request-ID"]
        assert answer.status == 401 and made != name and len(made) == 8 and made.isalnum(), made
    assert client.send("GET", "/api/v1/orders", x_request_id="A" * 64).headers["X-Request-ID"] == "A" * 64
    names = {client.send("GET", "/api/v1/orders").headers["X-Request-ID"] for _ in range(20)}
    assert len(names) == 20


def test_a_form_that_there_is_not_is_refused(tmp_path):
    command = [PROGRAM, "serve", "--demo", "--listen", "127.0.0.1:0", "--database", f"sqlite:{tmp_path}/v.db", "--log", "xml"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert ended.returncode == 2 and "--log" in ended.stderr and "text, json or journal" in ended.stderr, ended.stderr
