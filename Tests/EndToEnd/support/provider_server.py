"""The real program outside the demo, whose people sign in with a provider too."""

import contextlib
import sqlite3

from administered_server import AdministeredServer
from identity_provider import CLIENT_ID, CLIENT_SECRET, IdentityProvider

NAME = "Northwind"


class ProviderServer(AdministeredServer):
    """The demo campus with an administrator, and its provider as `provider`, which does not run by itself."""

    def __init__(self, folder, log):
        super().__init__(folder / "vicinity.db", log)
        self.provider = IdentityProvider(self.url)
        secret = folder / "client-secret"
        secret.write_text(CLIENT_SECRET + "\n", encoding="utf-8")
        secret.chmod(0o600)
        self.command += ["--public-url", self.url, "--identity-provider", self.provider.url, "--identity-provider-name", NAME]
        self.command += ["--identity-provider-client", CLIENT_ID, "--identity-provider-secret", str(secret)]
        for role in ("it=administrator", "kitchen=cook@cafe:main-cafe", "kitchen=expo", "audit=auditor"):
            self.command += ["--identity-provider-role", role]

    def set_up(self):
        self.client_of_administrator = super().set_up()
        return self.client_of_administrator

    def people(self):
        """The people whom the administrator sees, by their names."""
        return {person["name"]: person for person in self.client_of_administrator.get("/api/v1/people")["people"]}

    def security_log(self):
        """What the administrator reads, the latest first."""
        return self.client_of_administrator.get("/api/v1/security-log")["entries"]

    def forget_proofs_of(self, person):
        """The person signed in an hour ago. The server learns of it when it starts again."""
        self.stop()
        with contextlib.closing(sqlite3.connect(self.database)) as connection, connection:
            connection.execute("UPDATE sessions SET proved_at = proved_at - 3600000 WHERE owner = ?", [person])
        self.start()
