"""The server keeps to its own description, whatever is sent to it."""

import subprocess
import sys

from conftest import ARTEFACTS
from waiting import PATIENCE_SECONDS

SEED = 1
EXAMPLES = 25
# What the description promises. Left out are three that it does not: a request of the right shape may be refused for
# what it says; a quote tells what is wrong with a line instead of refusing it; and a wrong cookie beside a right token
# is not looked at.
CHECKS = [
    "not_a_server_error", "status_code_conformance", "content_type_conformance", "response_headers_conformance",
    "response_schema_conformance", "missing_required_header", "unsupported_method", "allow_header_conformance",
]
# The feed does not end by itself, and a session that was ended would make every later request one of nobody.
LEFT_OUT = ["--exclude-path", "/api/v1/feed", "--exclude-operation-id", "endSession"]


def check(server, **who):
    command = [sys.executable, "-m", "schemathesis.cli", "run", f"{server.url}/openapi.json"]
    command += ["--header", f"Authorization: Bearer {server.client(**who).token}"]
    command += ["--max-examples", str(EXAMPLES), "--seed", str(SEED), "--phases", "examples,coverage,fuzzing"]
    command += ["--checks", ",".join(CHECKS), "--request-timeout", str(PATIENCE_SECONDS), "--continue-on-failure", "--no-color", *LEFT_OUT]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=600, cwd=server.database.parent)
    report = ARTEFACTS / "end-to-end" / f"description-{'-'.join(who.values())}.txt"
    report.write_text(ended.stdout + ended.stderr, encoding="utf-8")
    assert ended.returncode == 0, ended.stdout
    assert server.is_running
    assert "Incident" not in server.log.read_text(encoding="utf-8")


def test_the_answers_to_a_cook_who_also_orders_are_as_described(server):
    check(server, person="tomas")


def test_the_answers_to_a_device_are_as_described(server):
    check(server, device="kitchen-main")
