"""A stream of the change feed that somebody has open."""

import http.client
import socket
import time

from waiting import PATIENCE_SECONDS


class FeedStream:
    """An answer whose events are read as they come."""

    def __init__(self, client, *topics):
        self.connection = http.client.HTTPConnection("127.0.0.1", client.connection.port, timeout=PATIENCE_SECONDS)
        headers = {"authorization": f"Bearer {client.token}"} if client.token else {}
        self.connection.request("GET", f"/api/v1/feed?topics={','.join(topics)}", headers=headers)
        self.answer = self.connection.getresponse()

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.connection.close()

    @property
    def status(self):
        return self.answer.status

    def seconds_until_the_end(self, patience):
        """How long the server went on with it; fails when it does for longer than the patience."""
        began = time.monotonic()
        while (left := began + patience - time.monotonic()) > 0:
            self.connection.sock.settimeout(left) if self.connection.sock else None
            try:
                if not self.answer.readline():
                    break
            except (socket.timeout, TimeoutError):
                break
            except (http.client.HTTPException, ConnectionError):
                break
        took = time.monotonic() - began
        assert took < patience, f"The stream went on for {took:.1f} s."
        return took
