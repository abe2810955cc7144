"""The server as a service: plain HTTP, settings, the service manager, passed sockets, and certificates that change."""

import contextlib
import http.client
import json
import os
import shutil
import signal
import socket
import ssl
import subprocess
import time
import urllib.error
import urllib.request

import pytest

from campus import DEMO
from client import Client
from command_line import assert_refused, vicinity
from demo_server import PAGES, PROGRAM, ROOT
from secure_server import SecureServer
from server import Server, free_port
from waiting import PATIENCE_SECONDS, wait_until

ACTIVATE = shutil.which("systemd-socket-activate")


def own_address():
    """An address of this machine that is not of the loopback interface; None when there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent.
            probe.connect(("198.51.100.1", 9))
        except OSError:
            return None
        return probe.getsockname()[0]


def command(folder, *arguments):
    return [PROGRAM, "serve", "--database", f"sqlite:{folder / 'vicinity.db'}", "--web", PAGES.folder, *arguments]


class Service(Server):
    """A server without a campus, whose environment the test chooses."""

    def __init__(self, folder, *arguments, environment=None, port=None, before=()):
        self.port = port or free_port()
        super().__init__([*before, *command(folder, *arguments)], self.port, folder / "server.log")
        self.environment = environment or {}

    def start(self):
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(
                self.command, stdout=output, stderr=subprocess.STDOUT, env={**os.environ, **self.environment}
            )

    def wait_for(self, words):
        wait_until(lambda: words in self.log.read_text(encoding="utf-8"))


@contextlib.contextmanager
def running(service):
    service.start()
    try:
        yield service
    finally:
        if service.is_running:
            assert service.stop() == 0, service.end_of_log()


def answer(url, **options):
    """The status and the code of a problem."""
    try:
        with urllib.request.urlopen(url, timeout=PATIENCE_SECONDS, **options) as found:
            return found.status, None
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)["code"]


# Plain HTTP


@pytest.mark.parametrize("host", ["0.0.0.0", "[::]", "192.0.2.1"])
def test_plain_http_for_others_is_refused_at_the_start(host, tmp_path):
    ended = vicinity(*command(tmp_path, "--listen", f"{host}:{free_port()}")[1:])
    assert_refused(ended, 2, "--tls-certificate", "--tls-key", "--trusted-proxy")
    assert not (tmp_path / "vicinity.db").exists()


def test_plain_http_is_answered_on_this_machine_and_to_the_proxy_only(tmp_path):
    port, own = free_port(), own_address()
    arguments = ["--listen", f"0.0.0.0:{port}", "--trusted-proxy"]
    with running(Service(tmp_path, *arguments, "198.51.100.7", port=port)) as service:
        service.wait_for("Listening on")
        assert answer(f"http://127.0.0.1:{port}/healthz") == (200, None)
        # Without another address nobody else can ask.
        if own:
            assert answer(f"http://{own}:{port}/healthz") == (403, "https-needed")
    if own:
        with running(Service(tmp_path, *arguments, own, port=port)) as service:
            wait_until(lambda: service.log.read_text().count("Listening on") == 2)
            assert answer(f"http://{own}:{port}/healthz") == (200, None)


def test_the_link_of_the_set_up_has_the_public_address(tmp_path):
    port = free_port()
    arguments = ["--listen", f"127.0.0.1:{port}", "--public-url", "https://vicinity.example.org/"]
    with running(Service(tmp_path, *arguments, port=port)) as service:
        service.wait_for("Set up this installation at https://vicinity.example.org/set-up#")


# Settings


def test_settings_come_from_a_file_and_the_command_line_wins(tmp_path):
    port, settings = free_port(), tmp_path / "vicinity.conf"
    settings.write_text(
        f"# A comment\nlisten = 127.0.0.1:1\ndatabase = sqlite:{tmp_path}/own.db\nweb = {ROOT / 'Web'}\n"
        "public-url = https://vicinity.example.org\n"
    )
    service = Service(tmp_path, port=port)
    service.command = [str(PROGRAM), "serve", "--config", str(settings), "--listen", f"127.0.0.1:{port}"]
    with running(service):
        service.wait_for("Set up this installation at https://vicinity.example.org/set-up#")
        assert answer(f"http://127.0.0.1:{port}/healthz") == (200, None)
    assert (tmp_path / "own.db").exists()


def test_every_mistake_in_settings_is_named_with_its_line(tmp_path):
    settings = tmp_path / "vicinity.conf"
    settings.write_text("trusted-proxi = 127.0.0.1\nlisten =\n\nweb = a\nweb = b\ndemo = perhaps\nno sign\n")
    assert_refused(
        vicinity("serve", "--config", settings), 2,
        f'{settings}:1: There is no setting "trusted-proxi"; did you mean trusted-proxy?',
        f"{settings}:2: listen has no value.", f"{settings}:5: web is given in line 4 already.",
        f"{settings}:6: demo has the value", f"{settings}:7:",
    )


def test_the_settings_of_the_package_are_right_but_for_its_folders(tmp_path):
    settings = tmp_path / "vicinity.conf"
    text = (ROOT / "Packaging" / "vicinity.conf").read_text().replace("/usr/share/vicinity/web", str(ROOT / "Web"))
    settings.write_text(text.replace("/var/lib/vicinity", str(tmp_path)).replace(":8080", f":{free_port()}"))
    service = Service(tmp_path)
    service.command = [str(PROGRAM), "serve", "--config", str(settings)]
    with running(service):
        service.wait_for("Set up this installation at http://127.0.0.1:")


# The service manager


class Manager:
    """Receives what a service says to its manager."""

    def __init__(self, path):
        self.path = str(path)
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(self.path)
        self.socket.settimeout(PATIENCE_SECONDS)

    def next(self):
        return self.socket.recv(4096).decode()

    def next_but(self, noise):
        while (message := self.next()) == noise:
            pass
        return message


def test_the_service_manager_hears_of_start_life_reload_and_stop(tmp_path):
    manager, port = Manager(tmp_path / "notify"), free_port()
    environment = {"NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "400000"}
    with running(Service(tmp_path, "--listen", f"127.0.0.1:{port}", port=port, environment=environment)) as service:
        first = manager.next()
        assert first == f"READY=1\nSTATUS=Listening on http://127.0.0.1:{port}"
        assert answer(f"http://127.0.0.1:{port}/healthz") == (200, None)
        assert [manager.next() for _ in range(3)] == ["WATCHDOG=1"] * 3
        service.process.send_signal(signal.SIGHUP)
        assert manager.next_but("WATCHDOG=1").startswith("RELOADING=1\nMONOTONIC_USEC=")
        assert manager.next_but("WATCHDOG=1") == first
        assert service.stop() == 0
        assert manager.next_but("WATCHDOG=1") == "STOPPING=1"


def test_a_watchdog_of_another_process_gets_no_sign_of_life(tmp_path):
    manager, port = Manager(tmp_path / "notify"), free_port()
    environment = {"NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "200000", "WATCHDOG_PID": "1"}
    with running(Service(tmp_path, "--listen", f"127.0.0.1:{port}", port=port, environment=environment)) as service:
        assert manager.next().startswith("READY=1")
        assert service.stop() == 0
        assert manager.next() == "STOPPING=1"


def test_a_socket_of_the_service_manager_is_served(tmp_path):
    assert ACTIVATE, "systemd-socket-activate is part of Debian's package systemd."
    port = free_port()
    before = [ACTIVATE, "--listen", f"127.0.0.1:{port}"]
    # The option names another port, which the server does not open.
    with running(Service(tmp_path, "--listen", "127.0.0.1:1", port=port, before=before)) as service:
        service.wait_for(f"Listening on 127.0.0.1:{port}")
        assert answer(f"http://127.0.0.1:{port}/healthz") == (200, None)
        service.wait_for(f"Listening on http://127.0.0.1:{port}")


def test_a_passed_socket_that_others_reach_needs_tls_too(tmp_path):
    assert ACTIVATE, "systemd-socket-activate is part of Debian's package systemd."
    port = free_port()
    service = Service(tmp_path, port=port, before=[ACTIVATE, "--listen", f"0.0.0.0:{port}"])
    service.start()
    service.wait_for(f"Listening on 0.0.0.0:{port}")
    with contextlib.suppress(OSError):
        answer(f"http://127.0.0.1:{port}/healthz")
    assert service.process.wait(timeout=PATIENCE_SECONDS) == 2, service.end_of_log()
    assert "--tls-certificate" in service.end_of_log()


# Certificates


def make_certificate(name, certificate, key):
    options = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", f"/CN={name}"]
    subprocess.run(
        ["openssl", "req", "-x509", *options, "-keyout", key, "-out", certificate], check=True, capture_output=True
    )


def presented(port):
    return ssl.get_server_certificate(("127.0.0.1", port), timeout=PATIENCE_SECONDS)


def open_stream(server):
    """A stream of the feed over TLS, as a page has it open."""
    client = Client(server.port)
    client.connection = http.client.HTTPSConnection("127.0.0.1", server.port, context=server.trust, timeout=PATIENCE_SECONDS)
    client.sign_in(person="ada")
    client.connection.request("GET", "/api/v1/feed?topics=person/ada", headers={"authorization": f"Bearer {client.token}"})
    stream = client.connection.getresponse()
    assert stream.status == 200
    return stream


def test_a_certificate_changes_while_streams_go_on(tmp_path):
    server = SecureServer(tmp_path / "vicinity.db", DEMO, tmp_path / "server.log")
    server.start()
    certificate, key = server.certificate, tmp_path / "key.pem"

    def reload(words, times=1):
        server.process.send_signal(signal.SIGHUP)
        wait_until(lambda: server.log.read_text(encoding="utf-8").count(words) == times)

    try:
        first = presented(server.port)
        stream = open_stream(server)
        assert stream.readline()
        make_certificate("second", certificate, key)
        reload("was read again")
        second = presented(server.port)
        assert second != first
        assert second.strip() == certificate.read_text().strip()

        # A key that is another certificate's, then none at all.
        make_certificate("third", tmp_path / "other.pem", key)
        reload("was not replaced")
        assert presented(server.port) == second
        key.unlink()
        reload("was not replaced", times=2)
        assert presented(server.port) == second

        # A stream is silent for two seconds at most: what was sent before the change is not all that comes.
        for _ in range(6):
            assert stream.readline(), "the stream has ended"
        until = time.monotonic() + 3
        while time.monotonic() < until:
            assert stream.readline(), "the stream has ended"
    finally:
        assert server.stop() == 0, server.end_of_log()
