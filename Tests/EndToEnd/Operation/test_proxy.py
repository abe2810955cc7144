"""The server behind nginx, set up as docs/operating.md shows it."""

import contextlib
import http.client
import json
import re
import shutil
import socket
import ssl
import subprocess

import pytest

from client import line
from command_line import assert_refused, vicinity
from demo_server import ROOT
from server import free_port
from waiting import PATIENCE_SECONDS, wait_until

pytestmark = pytest.mark.pages

NGINX = shutil.which("nginx") or "/usr/sbin/nginx"
# What an nginx without rights of its own needs around the example; one process, which writes to its folder only.
AROUND = """
daemon off;
master_process off;
pid {folder}/nginx.pid;
error_log stderr;
events {{ worker_connections 256; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
{example}
}}
"""


def example():
    text = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
    (found,) = re.findall(r"^```nginx\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    return found


def replacing(text, changes):
    """The text with each part changed; every one of them must be there."""
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    return text


class Proxy:
    """A running nginx on this machine, with a certificate that it signed itself."""

    def __init__(self, folder, backend, changes):
        self.port, self.plain_port = free_port(), free_port()
        certificate, key = folder / "certificate.pem", folder / "key.pem"
        command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        command += ["-days", "1", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
        subprocess.run([*command, "-keyout", key, "-out", certificate], check=True, capture_output=True)
        self.trust = ssl.create_default_context(cafile=certificate)
        self.url = f"https://localhost:{self.port}"
        settings = replacing(
            example(),
            {
                "listen 443 ": f"listen 127.0.0.1:{self.port} ", "listen 80;": f"listen 127.0.0.1:{self.plain_port};",
                "cafe.example;": "localhost;", "/etc/ssl/vicinity/certificate.pem": str(certificate),
                "/etc/ssl/vicinity/key.pem": str(key), "127.0.0.1:8080": f"127.0.0.1:{backend}", **changes,
            },
        )
        (folder / "nginx.conf").write_text(AROUND.format(folder=folder, example=settings), encoding="utf-8")
        self.log = folder / "nginx.log"
        with self.log.open("wb") as output:
            self.process = subprocess.Popen(
                [NGINX, "-e", "stderr", "-p", folder, "-c", folder / "nginx.conf"], stdout=output, stderr=output
            )

    def wait_until_ready(self):
        def answers():
            assert self.process.poll() is None, self.log.read_text(encoding="utf-8")
            with contextlib.closing(socket.socket()) as connection:
                return connection.connect_ex(("127.0.0.1", self.port)) == 0

        wait_until(answers)

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(timeout=PATIENCE_SECONDS)
        finally:
            self.process.kill()
            self.process.wait()

    def send(self, method, path, body=None, **headers):
        connection = http.client.HTTPSConnection("localhost", self.port, timeout=PATIENCE_SECONDS, context=self.trust)
        with contextlib.closing(connection):
            data = None if body is None else json.dumps(body)
            headers = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, data, {"content-type": "application/json", **headers} if data else headers)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()


@pytest.fixture
def behind(serve, tmp_path):
    """Starts a server and an nginx in front of it, with parts of the example changed."""
    with contextlib.ExitStack() as proxies:

        def make(changes={}, trusted="127.0.0.1"):
            server = serve(None, *(["--trusted-proxy", trusted] if trusted else []))
            folder = tmp_path / "nginx"
            folder.mkdir()
            proxy = Proxy(folder, server.port, changes)
            proxies.callback(proxy.stop)
            proxy.wait_until_ready()
            return server, proxy

        yield make


def sign_in(proxy, **headers):
    return proxy.send("POST", "/api/v1/session", {"person": "ada"}, **headers)


def test_a_browser_orders_over_http_2_and_follows_the_kitchen(behind, visit):
    server, proxy = behind()
    visitor = visit(proxy.url, ignore_https_errors=True)
    visitor.open("/order")
    assert visitor.page.evaluate("performance.getEntriesByType('navigation')[0].nextHopProtocol") == "h2"
    status = visitor.page.evaluate(
        """async () => (await fetch("/api/v1/session", { method: "POST", headers: { "content-type": "application/json" },
             body: JSON.stringify({ person: "ada" }) })).status"""
    )
    assert status == 201
    (cookie,) = [cookie for cookie in visitor.context.cookies() if cookie["name"] == "__Host-vicinity-session"]
    assert cookie["secure"] and cookie["httpOnly"]
    # An event arrives while its stream stays open: nothing on the way holds it back.
    visitor.page.evaluate(
        """() => { window.heard = []; const events = new EventSource("/api/v1/feed?topics=person/ada")
             events.onopen = () => heard.push("open")
             events.addEventListener("change", ({ data }) => heard.push(JSON.parse(data).topic)) }"""
    )
    visitor.page.wait_for_function("() => heard.includes('open')")
    server.client(person="ada").order("main-cafe", [line("espresso")])
    visitor.page.wait_for_function("() => heard.includes('person/ada')")


def test_the_client_of_the_proxy_is_the_one_that_counts_W112(behind):
    _, proxy = behind()
    status, headers, _ = sign_in(proxy, Origin=proxy.url)
    assert status == 201 and "; Secure" in headers["set-cookie"]
    assert headers["strict-transport-security"] == "max-age=31536000"
    for path in ("/", "/assets/Shared/styles/vicinity.css", "/nowhere"):
        assert proxy.send("GET", path)[1]["strict-transport-security"] == "max-age=31536000", path
    # What a client makes up about itself does not get through.
    made_up = {"X_Forwarded_Proto": "http", "X_Forwarded_Host": "evil.example", "Forwarded": "for=192.0.2.1;proto=http"}
    status, headers, _ = sign_in(proxy, Origin=proxy.url, **made_up)
    assert status == 201 and "; Secure" in headers["set-cookie"]
    assert sign_in(proxy, Origin="https://evil.example")[0] == 403
    assert proxy.send("GET", "/", Host="evil.example")[0] == 421


def test_a_proxy_that_leaves_out_the_port_of_the_host_does(behind):
    _, proxy = behind({"$http_host": "$host"})
    assert sign_in(proxy, Origin=proxy.url)[0] == 201
    assert sign_in(proxy, Origin="https://evil.example:8443")[0] == 403


def test_a_proxy_that_is_not_trusted_is_not_believed_W112(behind):
    _, proxy = behind(trusted=None)
    status, headers, _ = sign_in(proxy, Origin=proxy.url)
    assert status == 201 and "Secure" not in headers["set-cookie"]
    assert headers["strict-transport-security"] is None


def test_what_is_asked_for_without_tls_is_asked_for_again_with_it(behind):
    _, proxy = behind()
    connection = http.client.HTTPConnection("localhost", proxy.plain_port, timeout=PATIENCE_SECONDS)
    with contextlib.closing(connection):
        connection.request("GET", "/order")
        answer = connection.getresponse()
        assert (answer.status, answer.headers["location"]) == (301, "https://localhost/order")


@pytest.mark.parametrize("address", ["localhost", "127.0.0.1:80", "nonsense"])
def test_a_trusted_proxy_is_a_numeric_address(address):
    assert_refused(vicinity("serve", "--trusted-proxy", address), 2, "--trusted-proxy", "numeric address")
