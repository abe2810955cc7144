"""Fixtures of the end-to-end tests: a server with the demo campus, a real browser, and visitors."""

import os
import pathlib
import re
import shutil

import pytest
from playwright.sync_api import sync_playwright

from server import Server, free_port
from visitor import Visitor

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
ARTEFACTS = ROOT / "artefacts"
PROGRAM = ROOT / ".build" / "release" / "vicinity"


def file_name(request):
    return re.sub(r"[^A-Za-z0-9-]+", "-", request.node.name).strip("-")


@pytest.fixture
def server(request, tmp_path):
    """A server with the demo campus in an empty folder; it can be killed, stopped and started again."""
    port = free_port()
    command = [PROGRAM, "serve", "--demo", "--listen", f"127.0.0.1:{port}"]
    command += ["--database", f"sqlite:{tmp_path / 'vicinity.db'}", "--campus", ROOT / "Examples" / "demo-campus.json", "--web", ROOT / "Web"]
    server = Server(command, port, ARTEFACTS / "end-to-end" / f"{file_name(request)}.log")
    server.log.unlink(missing_ok=True)
    server.start()
    yield server
    if server.is_running:
        assert server.stop() == 0, server.end_of_log()


@pytest.fixture(scope="session")
def browser():
    # The sandbox of Chromium does not work for root, which tests in a container usually are.
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=arguments)
        yield browser
        browser.close()


@pytest.fixture
def visit(request, browser):
    """Makes visitors: `visit(server.url, locale="ja-JP")`. All are checked and closed at the end of the test."""
    visitors = []

    def make(url, **options):
        visitor = Visitor(browser.new_context(**options), url, ARTEFACTS / "screenshots")
        visitors.append(visitor)
        return visitor

    yield make
    if getattr(request.node, "failed", False):
        for number, visitor in enumerate(visitors, 1):
            visitor.screenshot(f"failed-{file_name(request)}-{number}")
    for visitor in visitors:
        visitor.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item):
    report = yield
    if report.when == "call":
        item.failed = report.failed
    return report
