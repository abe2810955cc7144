"""Fixtures of the end-to-end tests: a server with the demo campus, a real browser, and visitors."""

import os
import re
import shutil
import subprocess

import pytest
from playwright.sync_api import expect, sync_playwright

from account_pages import heading, name_organisation, say_who
from accounts_server import AccountsServer
from administered_server import AdministeredServer
from campus import DEMO
from debug_build import BUILT_WITHIN_SECONDS, build
from demo_server import PAGES, PROGRAM, ROOT, DemoServer
from fonts import environment
from once import OncePerRun
from postgres_server import PostgresServer
from pseudo_locale import write_web
from served_pages import copy, copy_without_pages
from server import Server
from visitor import PATIENCE_MILLISECONDS, Visitor

ARTEFACTS = ROOT / "artefacts"
# Another browser may be at work beside; what has to come within a time is waited for with that time.
expect.set_options(timeout=PATIENCE_MILLISECONDS)


def pytest_addoption(parser):
    parser.addoption("--pictures", action="store_true", help="keep a picture of each page in each state, in artefacts/screenshots")
    parser.addoption("--long", action="store_true", help="run the tests with the mark long too, as make soak does")
    parser.addoption("--examples", type=int, help="how many random requests test_description.py sends to each operation")


def pytest_collection_modifyitems(config, items):
    if not config.getoption("long"):
        config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker("long")])
        items[:] = [item for item in items if not item.get_closest_marker("long")]
    # Begun last, they would be alone at the end.
    items.sort(key=lambda item: item.get_closest_marker("early") is None)
    for item in items:
        # The first of them builds what nothing has built before.
        if "debug_build" in item.fixturenames:
            item.add_marker(pytest.mark.timeout(BUILT_WITHIN_SECONDS + 300))


@pytest.fixture(scope="session")
def once_per_run(tmp_path_factory):
    return OncePerRun(tmp_path_factory)


@pytest.fixture(scope="session")
def debug_build(once_per_run):
    """The debug build of the package is there, with its modules and example programs."""
    once_per_run("debug-build", lambda folder: build())


@pytest.fixture(scope="session", autouse=True)
def copied_pages(once_per_run):
    """A folder with the pages in every language, one with those in English, which a server reads sooner, and one without pages."""

    def write(folder):
        for name, languages in (("every", None), ("english", ["en"])):
            copy(PAGES.shipped, folder / name, languages)
        copy_without_pages(PAGES.shipped, folder / "none")

    folder = once_per_run("pages", write)
    # For servers of several tests.
    with PAGES.using(folder / "every"):
        yield folder


# The fixtures with one of which a test opens pages. Not `browsers`, in which a server of its own is set up for other tests.
BROWSERS = {"browser", "whole_browser", "firefox", "stranger"}


def pages_of(item):
    """What a server of a test serves that is started without other pages.

    With the mark `every_language` the pages in all languages. Otherwise those in English, and to a test that opens no browser none:
    a page that it asks for all the same is not found, unless it has the mark `pages`.
    """
    if item.get_closest_marker("every_language"):
        return "every"
    opens_pages = item.get_closest_marker("pages") or BROWSERS & set(item.fixturenames)
    return "english" if opens_pages else "none"


@pytest.fixture(autouse=True)
def served_pages(request, copied_pages):
    with PAGES.using(copied_pages / pages_of(request.node)):
        yield


@pytest.fixture(scope="session", autouse=True)
def cheap_passwords(once_per_run):
    """Preloads a library that makes password hashes cheap into all servers. A real hash occupies a core for a fifth of a second."""
    source = ROOT / "Tests" / "EndToEnd" / "support" / "cheap_passwords.c"

    def compile(folder):
        # Uses the compiler of the Swift toolchain.
        command = ["clang", "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", folder / "cheap_passwords.so", source]
        subprocess.run(command, check=True, timeout=120)

    # For the whole run, because one server may read a database that another one wrote.
    Server.preloaded = once_per_run("cheap-passwords", compile) / "cheap_passwords.so"


@pytest.fixture(autouse=True)
def cost_of_passwords(request, monkeypatch):
    if request.node.get_closest_marker("costly_passwords"):
        monkeypatch.setattr(Server, "preloaded", None)


def file_name(request):
    return re.sub(r"[^A-Za-z0-9-]+", "-", request.node.name).strip("-")


@pytest.fixture(scope="session")
def empty_database(once_per_run):
    """An empty database in the current schema. New servers get a copy, because migrations take a fifth of their start."""

    def make(folder):
        database = folder / "vicinity.db"
        database.touch()
        # The command migrates the database and then fails, because there is no campus.
        listing = [PROGRAM, "gateways", "list", "--database", f"sqlite:{database}"]
        ended = subprocess.run(listing, check=False, capture_output=True, text=True)
        assert database.stat().st_size > 0, ended.stderr

    return once_per_run("empty-database", make) / "vicinity.db"


@pytest.fixture
def serve(request, tmp_path, empty_database):
    """Starts servers: `serve(campus)`. They are stopped at the end of the test, and have to stop in order."""
    servers = []

    def make(campus=None, *arguments, **options):
        folder = tmp_path / f"server-{len(servers)}"
        folder.mkdir()
        shutil.copyfile(empty_database, folder / "vicinity.db")
        file = campus.write(folder / "campus.json") if campus else DEMO
        log = ARTEFACTS / "end-to-end" / f"{file_name(request)}-{len(servers)}.log"
        log.unlink(missing_ok=True)
        servers.append(DemoServer(folder / "vicinity.db", file, log, *arguments, **options))
        servers[-1].start()
        return servers[-1]

    yield make
    for server in servers:
        if server.is_running:
            assert server.stop() == 0, server.end_of_log()


@pytest.fixture(scope="session")
def web_with_pseudo_locale(tmp_path_factory):
    """The folder of the pages, with the pseudo-locale among their languages: `serve(web=web_with_pseudo_locale)`."""
    return write_web(tmp_path_factory.mktemp("pseudo") / "Web")


@pytest.fixture
def server(serve):
    """A server with the demo campus in an empty folder; it can be killed, stopped and started again."""
    return serve()


@pytest.fixture(scope="module")
def postgres():
    """A server of PostgreSQL for the databases of a module."""
    server = PostgresServer()
    yield server
    server.remove()


# A browser that has not come by then never does.
LAUNCHED_WITHIN_MILLISECONDS = 180_000
# The sandbox of Chromium does not work for root, which tests in a container usually are.
SANDBOX = ["--no-sandbox"] if os.geteuid() == 0 else []


@pytest.fixture(scope="session")
def playwright():
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browsers(playwright):
    """Browsers with the fonts of a machine: `browsers("noto")`. Each is started when it is first needed."""
    # The shell has the same engine without what a browser with windows does besides, which is half of the work.
    program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    started = {}

    def browser(machine):
        if machine not in started:
            options = {"executable_path": program, "args": SANDBOX, "env": environment(machine), "timeout": LAUNCHED_WITHIN_MILLISECONDS}
            started[machine] = playwright.chromium.launch(**options)
        return started[machine]

    yield browser
    for browser in started.values():
        browser.close()


@pytest.fixture(scope="module")
def whole_browser(playwright):
    """Chromium with what the shell lacks: permissions and notifications. It starts new for each module that needs it."""
    options = {"executable_path": shutil.which("chromium"), "args": [*SANDBOX, "--headless=new"], "env": environment("dejavu")}
    browser = playwright.chromium.launch(**options, timeout=LAUNCHED_WITHIN_MILLISECONDS)
    yield browser
    browser.close()


@pytest.fixture
def serve_accounts(request, tmp_path, empty_database):
    """Starts servers outside the demo: `serve_accounts()`, with a copy of a database or to be set up."""
    servers = []

    def make(database=None):
        folder = tmp_path / f"accounts-{len(servers)}"
        folder.mkdir()
        shutil.copyfile(database or empty_database, folder / "vicinity.db")
        log = ARTEFACTS / "end-to-end" / f"{file_name(request)}-accounts-{len(servers)}.log"
        log.unlink(missing_ok=True)
        servers.append(AccountsServer(folder / "vicinity.db", log))
        servers[-1].start()
        return servers[-1]

    yield make
    for server in servers:
        if server.is_running:
            assert server.stop() == 0, server.end_of_log()


@pytest.fixture(scope="session")
def set_up_database(once_per_run, browsers):
    """The database of an installation that somebody has set up through the page, once in a run."""

    def set_up(folder):
        server = AccountsServer(folder / "vicinity.db", folder / "server.log")
        server.start()
        # Not a visitor: where the site is leaves this browser on purpose.
        context = browsers("dejavu").new_context(locale="en-GB")
        context.set_default_timeout(PATIENCE_MILLISECONDS)
        page = context.new_page()
        page.goto(server.link)
        say_who(page)
        name_organisation(page)
        expect(heading(page, "This installation is set up")).to_be_visible()
        context.close()
        assert server.stop() == 0, server.end_of_log()

    return once_per_run("set-up", set_up) / "vicinity.db"


@pytest.fixture
def accounts(serve_accounts, set_up_database):
    """A server outside the demo with an administrator, one site and one café."""
    return serve_accounts(set_up_database)


@pytest.fixture
def installation(request, tmp_path, empty_database):
    """A server outside the demo with the demo campus, as the program prints its set-up link."""
    log = ARTEFACTS / "end-to-end" / f"{file_name(request)}.log"
    log.unlink(missing_ok=True)
    shutil.copyfile(empty_database, tmp_path / "vicinity.db")
    server = AdministeredServer(tmp_path / "vicinity.db", log)
    server.start()
    yield server
    if server.is_running:
        assert server.stop() == 0, server.end_of_log()


@pytest.fixture
def administrator(installation):
    """The first administrator of the installation, at the API."""
    return installation.set_up()


@pytest.fixture
def fonts():
    """The machine whose fonts the browser has; tests of layout run with those of others too."""
    return "dejavu"


@pytest.fixture
def browser(browsers, fonts):
    return browsers(fonts)


@pytest.fixture
def visit(request, browser):
    """Makes visitors: `visit(server.url, locale="ja-JP")`. All are checked and closed at the end of the test.

    Only those with `service_workers="allow"` have a service worker, which would load each page a second time to keep it.
    Only those with `tips=True` get tips, so that none comes up where a test is about something else. Their pages move only with
    `reduced_motion="no-preference"`: drawing each frame of what moves takes a tenth of the browser's work.
    """
    visitors = []

    def make(url, tips=False, **options):
        is_english = options.get("locale", "en").startswith("en")
        assert is_english or request.node.get_closest_marker("every_language"), "The pages of this test are in English only."
        context = browser.new_context(**{"reduced_motion": "reduce", "service_workers": "block", **options})
        visitor = Visitor(context, url, ARTEFACTS / "screenshots", pictures=request.config.getoption("pictures"))
        if not tips:
            visitor.have_no_tips()
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
