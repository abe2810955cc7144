"""A stream of the change feed that somebody has open."""

import contextlib
import http.client
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
        # A beat comes every two seconds, so that no line is waited for longer.
        with contextlib.suppress(http.client.HTTPException, OSError):
            while time.monotonic() - began < patience and self.answer.readline():
                pass
        took = time.monotonic() - began
        assert took < patience, f"The stream went on for {took:.1f} s."
        return took
