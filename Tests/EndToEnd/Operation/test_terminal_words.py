"""What the program prints of a server whose words carry commands for terminals, or that refuses in the middle."""

import contextlib
import http.server
import json
import subprocess
import threading

import pytest

from demo_server import PROGRAM

# It clears a screen; a break of the line would let the words pass for another sentence.
EVIL = "\x1b[2J\u202eevil\nDone."
SHOWN = " [2J evil Done."


@contextlib.contextmanager
def serving(answers):
    """A server that gives each method and path its status and JSON; the requests that came are noted."""
    asked = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def answer(self):
            self.rfile.read(int(self.headers.get("content-length", 0)))
            request = f"{self.command} {self.path.split('?')[0]}"
            asked.append(request)
            status, value = answers.get(request, (500, {"title": "Broken", "code": "internal"}))
            body = json.dumps(value).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_POST = answer

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", asked
        finally:
            server.shutdown()
            thread.join()


def vicinity(url, *arguments, **environment):
    environment = {"LANG": "en_GB.UTF-8", "PATH": "/usr/bin", **environment}
    command = [PROGRAM, *arguments, "--server", url]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, env=environment)


SIGNED_IN = {"POST /api/v1/session": (200, {"token": "t"})}
UNKNOWN = {"POST /api/v1/session": (404, {"detail": "There is no nobody.", "code": "unknown-principal"})}
MENU = "GET /api/v1/cafes/main-cafe/menu"


def menu(section):
    item = {"id": "tea", "name": "Tea", "price": {"amount": 220, "currency": "EUR"}, "soldOut": False, "groups": []}
    return {MENU: (200, {"sections": [{"name": section, "items": [item]}]})}


def test_the_name_of_a_section_has_nothing_that_a_screen_obeys():
    with serving(menu(EVIL)) as (url, _):
        shown = vicinity(url, "menu", "--cafe", "main-cafe")
    assert (shown.returncode, shown.stderr) == (0, "")
    assert shown.stdout.splitlines()[0] == SHOWN


def test_whom_one_may_sign_in_as_is_named_in_one_harmless_line():
    people = {"GET /api/v1/sign-in": (200, {"people": [{"id": EVIL}, {"id": "ada"}]})}
    with serving({**UNKNOWN, **people}) as (url, _):
        ended = vicinity(url, "orders", "--as", "nobody")
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr == f"There is no person nobody; there are {SHOWN}, ada.\n"


def test_what_a_line_of_an_order_is_refused_for_is_told_in_one_harmless_line():
    line = {"status": "refused", "errors": [{"detail": EVIL}]}
    quote = {"POST /api/v1/cafes/main-cafe/quote": (200, {"lines": [line]})}
    with serving({**SIGNED_IN, **quote}) as (url, _):
        ended = vicinity(url, "order", "--cafe", "main-cafe", "--as", "ada", "--yes", "tea")
    assert (ended.returncode, ended.stdout, ended.stderr) == (1, "", f"Item 1, tea: {SHOWN}\n")


def test_which_tips_there_are_is_told_in_one_harmless_line():
    answers = {
        "GET /api/v1/tips/nothing/explanation": (404, {"detail": "There is none.", "code": "unknown-tip"}),
        "GET /api/v1/tips": (200, {"tips": [{"id": EVIL}]}),
    }
    with serving({**SIGNED_IN, **answers}) as (url, _):
        ended = vicinity(url, "tips", "why", "nothing", "--as", "ada")
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr == (
        f"There is none. (unknown-tip) Yours on web: {SHOWN}; --platform terminal has others.\n"
    )


def test_the_reason_is_told_although_what_there_is_instead_cannot_be_asked():
    with serving(UNKNOWN) as (url, asked):
        ended = vicinity(url, "orders", "--as", "nobody")
    assert (ended.returncode, ended.stdout, ended.stderr) == (1, "", "There is no person nobody.\n")
    assert asked == ["POST /api/v1/session", "GET /api/v1/sign-in"]
    none = {"GET /api/v1/tips/nothing/explanation": (404, {"detail": "There is none.", "code": "unknown-tip"})}
    with serving({**SIGNED_IN, **none}) as (url, asked):
        ended = vicinity(url, "tips", "why", "nothing", "--as", "ada")
    assert (ended.returncode, ended.stdout, ended.stderr) == (1, "", "There is none. (unknown-tip)\n")
    assert "GET /api/v1/tips" in asked


@pytest.mark.parametrize("more", [[], ["--json"]], ids=["table", "JSON"])
def test_a_menu_for_a_person_who_is_written_and_not_known_is_refused(more):
    people = {"GET /api/v1/sign-in": (200, {"people": [{"id": "ada"}]})}
    with serving({**UNKNOWN, **people, **menu("Drinks")}) as (url, asked):
        ended = vicinity(url, "menu", "--cafe", "main-cafe", "--as", "nobody", *more)
        assert MENU not in asked
        usual = vicinity(url, "menu", "--cafe", "main-cafe", *more, VICINITY_PERSON="nobody")
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr == "There is no person nobody; there are ada.\n"
    assert (usual.returncode, usual.stderr) == (0, "") and "Tea" in usual.stdout


def test_favourites_that_cannot_be_asked_are_a_reason_to_fail_for_a_person_who_is_written():
    with serving({**SIGNED_IN, **menu("Drinks")}) as (url, _):
        ended = vicinity(url, "menu", "--cafe", "main-cafe", "--as", "ada")
        usual = vicinity(url, "menu", "--cafe", "main-cafe", VICINITY_PERSON="ada")
    assert (ended.returncode, ended.stdout, ended.stderr) == (1, "", "Broken (internal)\n")
    assert (usual.returncode, usual.stderr) == (0, "") and usual.stdout.startswith("Drinks\n")


def test_no_session_is_begun_for_somebody_of_the_environment_when_nothing_of_theirs_is_shown():
    cafes = {"GET /api/v1/cafes": (200, {"cafes": []})}
    with serving({**SIGNED_IN, **cafes, **menu("Drinks")}) as (url, asked):
        for arguments in (["--cafe", "main-cafe", "--json"], [], ["--json"]):
            assert vicinity(url, "menu", *arguments, VICINITY_PERSON="ada").returncode == 0
    assert asked == [MENU, "GET /api/v1/cafes", "GET /api/v1/cafes"]


def test_the_zone_of_a_cafe_is_said_where_the_machine_shows_another_time():
    money = {"amount": 220, "currency": "EUR"}
    cafe = {"id": "main-cafe", "name": "Main Café", "timeZone": "Europe/Berlin"}
    order = {
        "number": "001", "stage": "placed", "cafe": cafe, "placedAt": "2026-06-21T00:00:00Z", "total": money,
        "lines": [{"name": "Tea", "quantity": 1}],
    }
    with serving({**SIGNED_IN, "GET /api/v1/orders": (200, {"orders": [order]})}) as (url, _):
        away = vicinity(url, "orders", "--as", "ada", TZ="America/Montevideo")
        there = vicinity(url, "orders", "--as", "ada", TZ="Europe/Berlin")
    assert (away.returncode, there.returncode) == (0, 0), (away, there)
    assert "21 Jun 2026" in away.stdout and "2:00 (Europe/Berlin)" in away.stdout
    assert "2:00" in there.stdout and "(" not in there.stdout
