"""The server keeps to its own description, whatever it receives."""

import subprocess
import sys

import pytest

from conftest import ARTEFACTS
from waiting import PATIENCE_SECONDS

SEED = 1
# Random requests to each operation, beside those at the bounds of each value, which make most of the test.
EXAMPLES = 5
# What the description promises. Left out are three that it does not: a request of the right shape may be refused for
# what it says; a quote tells what is wrong with a line instead of refusing it; and a wrong cookie beside a right token
# is not looked at.
CHECKS = [
    "not_a_server_error", "status_code_conformance", "content_type_conformance", "response_headers_conformance",
    "response_schema_conformance", "missing_required_header", "unsupported_method", "allow_header_conformance",
]
# The feed does not end by itself, and a session that was ended would make every later request one of nobody.
LEFT_OUT = ["--exclude-path", "/api/v1/feed", "--exclude-operation-id", "endSession"]


@pytest.fixture
def examples(request):
    """The number of random requests that the person who runs the tests wants, or None."""
    return request.config.getoption("examples")


def check(server, examples, **who):
    command = [sys.executable, "-m", "schemathesis.cli", "run", f"{server.url}/openapi.json"]
    command += ["--header", f"Authorization: Bearer {server.client(**who).token}"]
    # In "coverage" each value is at its bounds, beyond them and missing: the same requests each time.
    command += ["--phases", "coverage,fuzzing", "--max-examples", str(examples)] if examples else ["--phases", "coverage"]
    command += ["--seed", str(SEED), "--checks", ",".join(CHECKS), "--continue-on-failure", "--no-color", *LEFT_OUT]
    command += ["--request-timeout", str(PATIENCE_SECONDS)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=600, cwd=server.database.parent)
    report = ARTEFACTS / "end-to-end" / f"description-{'-'.join(who.values())}.txt"
    report.write_text(ended.stdout + ended.stderr, encoding="utf-8")
    assert ended.returncode == 0, ended.stdout
    assert server.is_running
    assert "Incident" not in server.log.read_text(encoding="utf-8")


def test_the_answers_to_a_cook_who_also_orders_are_as_described(server, examples):
    check(server, EXAMPLES if examples is None else examples, person="tomas")


def test_the_answers_to_a_device_are_as_described(server, examples):
    """A device may do less than the cook; random requests would mostly show again that it is refused."""
    check(server, examples, device="kitchen-main")
