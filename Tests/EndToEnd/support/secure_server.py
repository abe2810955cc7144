"""The real program over TLS, with a certificate that is made for the test."""

import ssl
import subprocess
import urllib.error
import urllib.request

from demo_server import DemoServer
from server import ANSWER_WITHIN_SECONDS


class SecureServer(DemoServer):
    def __init__(self, database, campus, log):
        self.certificate, key = database.parent / "certificate.pem", database.parent / "key.pem"
        command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        command += ["-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
        subprocess.run([*command, "-keyout", key, "-out", self.certificate], check=True, capture_output=True)
        super().__init__(database, campus, log, "--tls-certificate", self.certificate, "--tls-key", key)
        self.url = f"https://127.0.0.1:{self.port}"

    @property
    def trust(self):
        """What a client that trusts this server's certificate connects with."""
        return ssl.create_default_context(cafile=self.certificate)

    def _is_ready(self):
        try:
            with urllib.request.urlopen(f"{self.url}/readyz", context=self.trust, timeout=ANSWER_WITHIN_SECONDS) as answer:
                return answer.status == 200
        except (urllib.error.URLError, OSError):
            return False
