"""What an operator's programs read: `/metrics`, the alert rules and the board that come with the program."""

import json
import os
import re
import shutil
import subprocess
import urllib.error
import urllib.request

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from client import line
from demo_server import ROOT
from server import free_port
from waiting import wait_until

# The answer of a hidden `/metrics` is compared with that of a page that does not exist.
pytestmark = pytest.mark.pages

FILES = ROOT / "Packaging" / "prometheus"
ALERTS = FILES / "vicinity-alerts.yml"
REQUESTS = "http_server_request_duration_seconds"
# Made by Prometheus for each server that it reads.
OF_PROMETHEUS = {"up"}


def fetch(url, **headers):
    """The status and the text at an address."""
    request = urllib.request.Request(url, headers={name.replace("_", "-"): value for name, value in headers.items()})
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def families(url):
    status, text = fetch(url)
    assert status == 200, text
    return {family.name: family for family in text_string_to_metric_families(text)}


def value(families, name, **labels):
    """The sum of the samples of a name that have these labels."""
    samples = [sample for family in families.values() for sample in family.samples if sample.name == name]
    return sum(sample.value for sample in samples if labels.items() <= sample.labels.items())


def test_w145_metrics_parse_count_in_seconds_and_name_no_person_order_or_token(server):
    ada = server.client(person="ada")
    orders = [ada.order("main-cafe", [line("espresso")]) for _ in range(3)]
    assert ada.send("GET", "/api/v1/orders/" + orders[0]["id"]).status == 200
    assert ada.send("GET", "/ada/" + orders[0]["id"] + "?token=" + ada.token).status == 404
    assert ada.send("BREW", "/api/v1/orders").status == 405
    status, text = fetch(server.url + "/metrics")
    assert status == 200
    found = families(server.url + "/metrics")
    assert value(found, REQUESTS + "_count", http_route="/api/v1/orders", http_request_method="POST") == 3
    assert value(found, REQUESTS + "_count", http_route="/api/v1/orders/{order}", http_response_status_class="2xx") == 1
    assert value(found, REQUESTS + "_count", http_request_method="_OTHER", http_response_status_class="4xx") == 1
    # Routes are templates: nothing that a request names is among the labels.
    described = json.loads(fetch(server.url + "/openapi.json")[1])["paths"].keys()
    labels = {label for family in found.values() for sample in family.samples for label in sample.labels}
    routes = {sample.labels["http_route"] for sample in found[REQUESTS].samples if "http_route" in sample.labels}
    assert {route for route in routes if route.startswith("/api/")} <= described
    assert labels <= {
        "cafe", "http_request_method", "http_response_status_class", "http_route", "le", "outbox", "state", "timer", "use", "version",
    }
    for secret in ["ada", "Ada", ada.token, orders[0]["id"], orders[0]["ticket"], "espresso"]:
        assert secret not in text, secret
    # Seconds, bytes, and no unit but these two.
    assert not re.search(r"^# TYPE \S+_(milliseconds|ms|minutes|hours|kilobytes|megabytes)(_total)? ", text, re.M)
    durations = [sample for sample in found[REQUESTS].samples if sample.name.endswith("_sum")]
    assert 0 < sum(sample.value for sample in durations) < 60
    assert value(found, "vicinity_commit_writes_sum") >= 3
    assert value(found, "vicinity_commit_duration_seconds_count") == value(found, "vicinity_commit_writes_count")
    assert value(found, "vicinity_ready") == 1
    assert value(found, "vicinity_database_file_bytes") == server.database.stat().st_size
    assert value(found, "process_open_fds") > 5 and value(found, "process_resident_memory_bytes") > 1_000_000
    for name, family in found.items():
        assert family.documentation, name


def answer(server, path, **headers):
    """The status and the text, which has another nonce each time."""
    status, text = fetch(server.url + path, **headers)
    return status, re.sub(r'nonce="[^"]*"', "", text)


def assert_unknown(server, **headers):
    """The answer is that of an address which does not exist."""
    assert answer(server, "/metrics", **headers) == answer(server, "/metric", **headers)


def test_w145_metrics_are_not_reachable_from_the_public_side(server, serve):
    for headers in (
        {"host": "vicinity.example.org"}, {"x_forwarded_for": "192.0.2.7"}, {"forwarded": "for=192.0.2.7"}, {"via": "1.1 proxy"},
        {"accept": "text/html", "x_real_ip": "192.0.2.7"},
    ):
        assert_unknown(server, **headers)
    client = server.client()
    for method in ("POST", "DELETE", "OPTIONS"):
        assert client.send(method, "/metrics").status == client.send(method, "/metric").status == 404
    for arguments in (["--trusted-proxy", "127.0.0.2"], ["--public-url", "https://vicinity.example.org"]):
        behind = serve(None, *arguments)
        assert_unknown(behind)


def test_w145_metrics_have_an_address_of_their_own(serve):
    port = free_port()
    server = serve(None, "--metrics", f"127.0.0.1:{port}", "--trusted-proxy", "127.0.0.2")
    assert_unknown(server)
    server.client(person="ada").order("main-cafe", [line("espresso")])
    found = families(f"http://127.0.0.1:{port}/metrics")
    assert value(found, REQUESTS + "_count", http_route="/api/v1/orders", http_response_status_class="2xx") == 1
    assert fetch(f"http://127.0.0.1:{port}/")[0] == 404
    assert fetch(f"http://127.0.0.1:{port}/healthz")[0] == 404
    assert f"Metrics at http://127.0.0.1:{port}/metrics" in server.log.read_text()


def test_metrics_are_served_while_the_store_cannot_be_used(server):
    before = families(server.url + "/metrics")
    assert value(before, "vicinity_feed_lag_seconds") == 0
    server.database.rename(server.database.with_suffix(".away"))
    wait_until(lambda: value(families(server.url + "/metrics"), "vicinity_ready") == 0)
    found = families(server.url + "/metrics")
    assert value(found, "process_open_fds") > 5
    assert found.keys() == before.keys()
    server.database.with_suffix(".away").rename(server.database)
    wait_until(lambda: value(families(server.url + "/metrics"), "vicinity_ready") == 1)


# Names that stand in an expression and are no metrics: functions, labels and what PromQL has of its own.
WORDS = re.compile(r"\"[^\"]*\"|\{[^}]*\}|\[[^\]]*\]|\bby\s*\([^)]*\)|\bwithout\s*\([^)]*\)")
NAMES = re.compile(r"(?<![\w$])[a-z_][a-z0-9_]*(?![\w(])(?!\s*\()")
KEYWORDS = {"or", "and", "unless", "by", "on"}


def names(expression):
    return set(NAMES.findall(WORDS.sub(" ", expression))) - KEYWORDS


def rules():
    return [rule for group in yaml.safe_load(ALERTS.read_text())["groups"] for rule in group["rules"]]


def expressions_of_the_board():
    board = json.loads((FILES / "vicinity-dashboard.json").read_text())
    for panel in board["panels"]:
        for target in panel.get("targets", []):
            yield target["expr"]
    for variable in board["templating"]["list"]:
        if variable["type"] == "query":
            yield variable["query"]["query"].removeprefix("label_values(").split(",")[0]


def test_every_metric_of_the_alerts_and_the_board_is_served(server):
    found = families(server.url + "/metrics")
    served = {sample.name for family in found.values() for sample in family.samples} | OF_PROMETHEUS
    for name, family in found.items():
        suffixes = ["_bucket", "_count", "_sum"] if family.type == "histogram" else ["_total"] if family.type == "counter" else [""]
        served |= {name + suffix for suffix in suffixes}
    expressions = [rule["expr"] for rule in rules()] + list(expressions_of_the_board())
    used = set().union(*map(names, expressions))
    assert len(used) > 20 and used - served == set()
    # The board shows every family, so that a metric that nobody looks at is noticed.
    shown = set().union(*map(names, expressions_of_the_board()))
    unseen = {name for name in found if not any(shown_name.startswith(name) for shown_name in shown)}
    assert unseen == {"process_virtual_memory_bytes"}


def test_the_page_of_alerts_explains_each_alert_and_no_other():
    page = (ROOT / "docs" / "alerts.md").read_text(encoding="utf-8")
    assert re.findall(r"^### (Vicinity\w+)$", page, re.M) == [rule["alert"] for rule in rules()]


def test_the_alerts_fire_when_they_should():
    """Prometheus's own program evaluates them against written series, where `scripts/setup test` could install it."""
    for rule in rules():
        assert rule["labels"]["severity"] in ("critical", "warning") and rule["annotations"].keys() == {"summary", "description"}
    tested = {test["alertname"] for group in yaml.safe_load((FILES / "vicinity-alerts-test.yml").read_text())["tests"] for test in group["alert_rule_test"]}
    assert tested == {rule["alert"] for rule in rules()}
    if promtool := shutil.which("promtool", path=f"{os.environ['PATH']}:{ROOT / '.build' / 'tools'}"):
        for command in (["check", "rules", ALERTS], ["test", "rules", FILES / "vicinity-alerts-test.yml"]):
            ended = subprocess.run([promtool, *command], capture_output=True, text=True, timeout=120)
            assert ended.returncode == 0, ended.stdout + ended.stderr
