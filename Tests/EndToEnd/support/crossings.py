"""Crossings of an entrance, put into the database as another process does that shares it with the server."""

import contextlib
import json
import sqlite3
import time
import uuid

from waiting import PATIENCE_SECONDS

PROPOSALS = {"enter": "in", "state-inside": "in", "exit": "out"}


def report_crossing(server, person, entrance, kind, reason="first-crossing", ago=0):
    """Keeps the decision that a crossing led to, tells the person's pages of it, and answers its identifier."""
    reminder = uuid.uuid4().hex
    moment = int(time.time() * 1000) - ago * 1000
    row = (reminder, person, entrance, kind, moment, moment, "gateway-1", reason)
    body = {"reminder": reminder, "kind": PROPOSALS[kind], "spot": entrance, "at": written(moment)}
    change = (f"person/{person}", "attendance.reminder", json.dumps(body), moment)
    with contextlib.closing(sqlite3.connect(server.database, timeout=PATIENCE_SECONDS)) as connection, connection:
        connection.execute(
            "INSERT INTO reminder_decisions (id, person, spot, kind, observed_at, received_at, source, reason)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            row,
        )
        if reason in ("first-crossing", "window-passed"):
            connection.execute("INSERT INTO feed (topic, kind, body, at) VALUES (?, ?, ?, ?)", change)
    return reminder


def written(moment):
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(moment // 1000)) + f".{moment % 1000:03}Z"
