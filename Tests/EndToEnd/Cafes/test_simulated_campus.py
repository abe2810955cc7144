"""Simulated people and kitchens at a demo that runs: the summary says what the server then has."""

import json

import pytest

from command_line import assert_refused, vicinity
from demo_server import DemoServer

PEOPLE = 12


@pytest.fixture
def server(tmp_path):
    campus = tmp_path / "campus.json"
    written = vicinity("simulate", "campus", "--write-campus", campus, "--people", PEOPLE)
    assert (written.returncode, written.stdout) == (0, ""), written
    server = DemoServer(tmp_path / "vicinity.db", campus, tmp_path / "server.log")
    server.start()
    yield server
    assert server.stop() == 0


def simulate(server, *arguments):
    return vicinity("simulate", "campus", "--server", server.url, "--duration", 1, "--speed", 200, *arguments, patience=180)


def test_the_orders_of_the_server_are_those_of_the_summary(server):
    ended = simulate(server, "--json", "--seed", 5)
    assert ended.returncode == 0, ended
    summary = json.loads(ended.stdout)
    done = {one["kind"]: one["done"] for one in summary["requests"]}
    assert (summary["people"], summary["orders"], summary["errors"]) == (PEOPLE, PEOPLE, 0), summary
    assert server.rows("SELECT count(*) FROM orders") == [(summary["orders"],)]
    assert server.rows("SELECT count(*) FROM tickets WHERE stage = 'collected'") == [(summary["handedOver"],)]
    assert summary["handedOver"] == PEOPLE
    assert server.rows("SELECT count(*) FROM punches") == [(done["punch"],)]
    # Each person enters and leaves, and clocks in and out.
    assert (done["door"], done["punch"], done["menu"]) == (2 * PEOPLE, 2 * PEOPLE, 2 * PEOPLE), summary


def test_more_people_than_the_demo_has_are_refused_before_anything_is_sent(server):
    assert_refused(simulate(server, "--people", PEOPLE + 1), 1, f"offers {PEOPLE} people", "--write-campus")
    assert server.rows("SELECT count(*) FROM orders") == [(0,)]


def test_tokens_that_no_session_has_are_an_error(server, tmp_path):
    tokens = tmp_path / "tokens.json"
    tokens.write_text('{"people": ["nobody"], "kitchens": {}}', encoding="utf-8")
    assert_refused(simulate(server, "--tokens", tokens), 1, "sign-in-required")
    tokens.write_text('{"persons": []}', encoding="utf-8")
    assert_refused(simulate(server, "--tokens", tokens), 2, "file of tokens")
