"""What an operator meets: limits of the process, a second server, a campus file that is not needed, a wrong address."""

import contextlib
import os
import re
import socket
import subprocess

import pytest
from playwright.sync_api import expect

from campus import DEMO, Campus
from client import line
from demo_server import PROGRAM, ROOT, DemoServer
from server import free_port
from waiting import wait_until

# Of the server's own descriptors, as OpenFileLimit says.
RESERVE = 64


def said(server, text):
    """How often the server has said something."""
    return server.log.read_text(encoding="utf-8").count(text)


@pytest.fixture
def limited(tmp_path):
    """Makes servers that run under limits of the system, such as `--nofile=128`."""
    with contextlib.ExitStack() as servers:

        def make(*limits):
            server = DemoServer(tmp_path / "vicinity.db", DEMO, tmp_path / "log")
            server.command = ["prlimit", *limits, *server.command]
            server.start()
            servers.callback(lambda: server.is_running and server.kill())
            return server

        yield make


def open_files(server, which):
    text = open(f"/proc/{server.process.pid}/limits", encoding="utf-8").read()
    return int(re.search(r"Max open files +(\d+) +(\d+)", text).group(which))


def test_a_flood_of_connections_leaves_the_store_its_files(limited, tmp_path):
    server = limited("--nofile=128:128")
    assert said(server, f"The system allows 128 open files, so the server takes {128 - RESERVE} connections") == 1
    ada = server.client(person="ada")
    with contextlib.ExitStack() as flood:
        for _ in range(150):
            flood.enter_context(socket.create_connection(("127.0.0.1", server.port)))
        wait_until(lambda: said(server, f"All {128 - RESERVE} connections are in use") == 1, server.end_of_log)
        assert len(list(os.scandir(f"/proc/{server.process.pid}/fd"))) < 128 - RESERVE // 4
        ada.order("main-cafe", [line("espresso")])
        campus = Campus()
        campus.item("main-cafe", "espresso")["price"] = 230
        imported = subprocess.run(
            [PROGRAM, "import", campus.write(tmp_path / "new.json"), "--database", f"sqlite:{server.database}"],
            capture_output=True, text=True, timeout=60,
        )
        assert imported.returncode == 0, imported
        # The price may change between a quote and its order, which the server then refuses.
        wait_until(lambda: ada.quote("main-cafe", [line("espresso")])["total"]["amount"] == 230)
        assert ada.order("main-cafe", [line("espresso")])["total"]["amount"] == 230
    # Whoever waited is served once the flood has gone.
    assert server.client().get("/healthz") is not None
    assert said(server, "connections are in use") == 1 and said(server, "Incident") == 0, server.end_of_log()
    assert server.stop() == 0


def test_the_soft_limit_of_open_files_is_raised_without_a_word(limited):
    server = limited("--nofile=256:4096")
    assert (open_files(server, 1), open_files(server, 2)) == (4096, 4096)
    assert said(server, "open files") == 0


def serve(tmp_path, *arguments, limits=()):
    """A server that is expected to end by itself."""
    command = ["serve", "--demo", "--listen", f"127.0.0.1:{free_port()}", "--web", ROOT / "Web", *arguments]
    command = ["prlimit", *limits, PROGRAM, *command] if limits else [PROGRAM, *command]
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=60, cwd=tmp_path)


@pytest.mark.parametrize("limit", ["--as=300000000", "--as=700000000", "--nofile=40:40"])
def test_a_limit_under_which_nothing_works_ends_with_a_sentence(tmp_path, limit):
    ended = serve(tmp_path, "--database", "sqlite:x.db", limits=[limit])
    assert (ended.returncode, ended.stdout) == (1, ""), ended
    assert "ulimit" in ended.stderr and len(ended.stderr.splitlines()) == 1, ended
    assert list(tmp_path.iterdir()) == []


def test_a_campus_file_is_not_imported_where_there_is_a_campus_and_the_server_says_so(server):
    assert said(server, "was not imported") == 0
    assert server.stop() == 0
    server.start()
    told = f"The campus file {DEMO} was not imported: the database {server.database} has a campus already. "
    assert said(server, told + f"To import it: vicinity import {DEMO} --database sqlite:{server.database}") == 1
    assert server.rows("SELECT max(number) FROM campus_revisions") == [(1,)]


def test_a_campus_file_that_is_missing_is_refused_also_where_there_is_a_campus(server, tmp_path):
    ended = serve(tmp_path, "--database", "sqlite:new.db", "--campus", tmp_path / "missing.json")
    assert (ended.returncode, ended.stdout) == (1, ""), ended
    assert "missing.json cannot be read: No such file or directory." in ended.stderr
    assert list(tmp_path.glob("new.db*")) == []
    assert server.stop() == 0
    ended = serve(tmp_path, "--database", f"sqlite:{server.database}", "--campus", tmp_path / "missing.json")
    assert ended.returncode == 1 and "missing.json cannot be read" in ended.stderr


def test_a_second_server_on_a_database_is_refused_and_other_commands_are_not(server, tmp_path):
    link = tmp_path / "link.db"
    link.symlink_to(server.database)
    for path in (server.database, link):
        ended = serve(tmp_path, "--database", f"sqlite:{path}")
        assert (ended.returncode, ended.stdout) == (1, ""), ended
        assert ended.stderr == f"Another server serves the database {path} already. Stop it first.\n"
    for command in (["import", DEMO], ["gateways", "list"]):
        ended = subprocess.run(
            [PROGRAM, *command, "--database", f"sqlite:{server.database}"], capture_output=True, text=True, timeout=60
        )
        assert ended.returncode == 0, ended
    # What was killed holds nothing.
    server.kill()
    server.start()
    assert server.client(person="ada").order("main-cafe", [line("espresso")])["number"] == "001"


@pytest.mark.every_language
def test_an_address_without_a_page_leads_home(server, visit):
    visitor = visit(server.url, locale="ja-JP")
    answer = visitor.open("/lunhc")
    assert answer.status == 404
    expect(visitor.page.locator("html")).to_have_attribute("lang", "ja")
    expect(visitor.page.get_by_role("heading", name="このアドレスにページはありません")).to_be_visible()
    visitor.assert_accessible()
    visitor.page.get_by_role("link", name="Deutsch").click()
    expect(visitor.page.get_by_role("heading", name="Unter dieser Adresse gibt es keine Seite")).to_be_visible()
    visitor.page.get_by_role("link", name="Zur Startseite").click()
    expect(visitor.page).to_have_url(f"{server.url}/")
    # The language that was chosen stays.
    expect(visitor.page.locator("html")).to_have_attribute("lang", "de")
