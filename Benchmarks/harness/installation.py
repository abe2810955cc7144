"""A prepared database: campus imported, everyone signed in. Each round begins with a copy of it."""
import hashlib
import secrets
import sqlite3
import time
from dataclasses import dataclass
from pathlib import Path

import campus
import tools

SESSION_SECONDS = 24 * 3600
# A session may have 128 streams open.
DISPLAY_SESSIONS = 2


@dataclass
class Prepared:
    """What a round needs to begin."""

    database: Path
    campus: Path
    body: Path
    tokens: Path
    # Sessions of one kitchen screen; displays take turns.
    display_tokens: Path


def prepare(folder, people=campus.PEOPLE, program=tools.PROGRAM, **changes):
    """Imports the campus, signs everyone in, and asks what the order costs. changes: as campus.write takes them."""
    folder.mkdir(parents=True, exist_ok=True)
    prepared = Prepared(folder / "prepared.db", folder / "campus.json", folder / "order.json", folder / "tokens", folder / "display-tokens")
    campus.write(tools.DEMO_CAMPUS, prepared.campus, people, **changes)
    port = tools.free_port()
    with tools.serve(port, prepared.database, prepared.campus, program=program):
        quote = tools.call(port, f"/api/v1/cafes/{campus.CAFE}/quote", {"lines": campus.LINES})
        prepared.body.write_text(campus.order_body(quote["total"]), encoding="utf-8")
        displays = [sign_in(port, device=campus.KITCHEN) for _ in range(DISPLAY_SESSIONS)]
        prepared.display_tokens.write_text("\n".join(displays))
    prepared.tokens.write_text("\n".join(sign_everyone_in(prepared.database, people)))
    return prepared


def sign_everyone_in(database, people):
    """Bearer tokens of new sessions, written into a database that nobody serves: one address may not sign in that often."""
    tokens = [secrets.token_urlsafe(32) for _ in range(people)]
    expiry = int((time.time() + SESSION_SECONDS) * 1000)
    rows = [
        (hashlib.sha256(token.encode()).digest(), "person", person, secrets.token_urlsafe(32), expiry)
        for token, person in zip(tokens, campus.people(people))
    ]
    connection = sqlite3.connect(database)
    try:
        with connection:
            connection.executemany(
                "INSERT INTO sessions (token_digest, owner_kind, owner, anti_forgery_token, expires_at) VALUES (?, ?, ?, ?, ?)",
                rows,
            )
    finally:
        connection.close()
    return tokens


def sign_in(port, **who):
    """A bearer token of a session."""
    return tools.call(port, "/api/v1/session", {**who, "bearer": True})["token"]
