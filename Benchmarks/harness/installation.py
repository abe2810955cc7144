"""A prepared database: campus imported, everyone signed in. Each round begins with a copy of it."""
from dataclasses import dataclass
from pathlib import Path

import campus
import tools


@dataclass
class Prepared:
    """What a round needs to begin."""

    database: Path
    campus: Path
    body: Path
    tokens: Path
    kitchen_token: str


def prepare(folder):
    """Imports the campus, signs everyone in, and asks what the order costs."""
    folder.mkdir(parents=True, exist_ok=True)
    prepared = Prepared(folder / "prepared.db", folder / "campus.json", folder / "order.json", folder / "tokens", "")
    campus.write(tools.DEMO_CAMPUS, prepared.campus)
    port = tools.free_port()
    with tools.serve(port, prepared.database, prepared.campus):
        quote = tools.call(port, f"/api/v1/cafes/{campus.CAFE}/quote", {"lines": campus.LINES})
        prepared.body.write_text(campus.order_body(quote["total"]), encoding="utf-8")
        prepared.tokens.write_text("\n".join(sign_in(port, person=person) for person in campus.people()))
        prepared.kitchen_token = sign_in(port, device=campus.KITCHEN)
    return prepared


def sign_in(port, **who):
    """A bearer token of a session."""
    return tools.call(port, "/api/v1/session", {**who, "bearer": True})["token"]
