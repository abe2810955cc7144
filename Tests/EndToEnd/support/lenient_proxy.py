"""The back of a proxy that believes every client about where a request ends, and keeps one connection to the server.

What one client sends and what the next one sends follow each other on that connection, which is what request smuggling
needs: bytes that the proxy takes for the end of the first request, the server takes for the beginning of the second.
"""

import socket

from waiting import PATIENCE_SECONDS


class LenientProxy:
    def __init__(self, port, trust=None):
        self.port = port
        self.trust = trust

    def exchange(self, *requests):
        """Sends the bytes of several clients on one connection, and returns all that the server says until it ends it."""
        connection = self._connect()
        with connection:
            for request in requests:
                try:
                    connection.sendall(request)
                except OSError:
                    # The server has ended the connection; what it said before can still be read.
                    break
            return self._rest(connection)

    @staticmethod
    def _rest(connection):
        said = b""
        while True:
            try:
                part = connection.recv(65_536)
            except (ConnectionError, BrokenPipeError):
                return said
            if not part:
                return said
            said += part

    def _connect(self):
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE_SECONDS)
        return connection if self.trust is None else self.trust.wrap_socket(connection, server_hostname="localhost")
