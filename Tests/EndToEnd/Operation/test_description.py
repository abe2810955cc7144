"""The server keeps to its own description, whatever it receives."""

import json
import os
import subprocess
import sys

import pytest

from campus_of_roles import EVERYTHING, MAIN, campus_of_roles, person_of
from conftest import ARTEFACTS
from role_table import EVERYBODY, role_table
from waiting import PATIENCE_SECONDS

SEED = 1
# What the description promises. Left out are two that it does not: a request of the right shape may be refused for what it
# says; and a quote tells what is wrong with a line instead of refusing it.
CHECKS = [
    "not_a_server_error", "status_code_conformance", "content_type_conformance", "response_headers_conformance",
    "response_schema_conformance", "missing_required_header", "unsupported_method", "allow_header_conformance", "ignored_auth",
]
# The feed does not end by itself, and a session or account that was ended would make every later request one of nobody.
LEFT_OUT = ["GET /api/v1/feed", "DELETE /api/v1/session", "DELETE /api/v1/own-data"]
SCREEN = person_of("kitchen", MAIN)
KEPT = ARTEFACTS / "schemathesis"


@pytest.fixture
def server(serve):
    return serve(campus_of_roles())


def description(server):
    """What the server says of itself, as a file.

    A token is one of two ways to be signed in. The other one is left out, as a wrong cookie beside a right token is not
    looked at, which would pass for a server that looks at neither.
    """
    document = server.client().get("/openapi.json")
    for operations in document["paths"].values():
        for operation in operations.values():
            operation["security"] = [way for way in operation["security"] if "cookie" not in way]
    file = server.database.parent / "openapi.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    return file


def check(server, requests, phases, **who):
    command = [sys.executable, "-m", "schemathesis.cli", "run", description(server), "--url", server.url]
    command += ["--header", f"Authorization: Bearer {server.client(**who).token}", *phases]
    command += [part for request in sorted(requests) for part in ("--include-name", request)]
    command += ["--seed", str(SEED), "--checks", ",".join(CHECKS), "--continue-on-failure", "--no-color"]
    command += ["--request-timeout", str(PATIENCE_SECONDS)]
    # It reads the whole environment for each request.
    environment = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "TMPDIR") if name in os.environ}
    # It keeps a table of all characters where it runs, which takes seconds to make.
    KEPT.mkdir(parents=True, exist_ok=True)
    ended = subprocess.run(command, capture_output=True, text=True, timeout=600, cwd=KEPT, env=environment)
    report = ARTEFACTS / "end-to-end" / f"description-{'-'.join(who.values())}.txt"
    report.write_text(ended.stdout + ended.stderr, encoding="utf-8")
    assert ended.returncode == 0, ended.stdout
    assert f"Tested: {len(requests)}\n" in ended.stdout
    assert server.is_running
    assert "Incident" not in server.log.read_text(encoding="utf-8")


@pytest.mark.early
def test_the_answers_to_somebody_with_every_role_are_as_described(server, request):
    """Whoever has every role is refused nothing for a role, so that every answer is looked at."""
    examples = request.config.getoption("examples")
    # In "coverage" each value is at its bounds, beyond them and missing: the same requests each time. Random ones come in `make soak`.
    phases = ["--phases", "coverage"]
    if examples is not None:
        phases = ["--phases", "coverage,fuzzing", "--max-examples", str(examples)]
    check(server, role_table().keys() - set(LEFT_OUT), phases, person=EVERYTHING)


def test_the_answers_to_a_screen_are_as_described(server):
    """What a screen may do and not everybody: the rest it is refused, as test_roles.py shows for each request."""
    requests = {name for name, rule in role_table().items() if "kitchen" in rule.roles and rule.besides != EVERYBODY}
    check(server, requests - set(LEFT_OUT), ["--phases", "coverage"], device=SCREEN)
