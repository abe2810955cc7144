"""Many punches of one person at once, over HTTP."""

import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from client import Client

REQUESTS = 50


@pytest.fixture
def server(serve):
    return serve()


def test_w38_w62_of_fifty_parallel_clock_ins_one_counts_the_others_get_the_state_and_it_is_stored_in_utc(server):
    token = server.client(person="ada").token

    def punch(number):
        return Client(server.port, token).send("POST", "/api/v1/attendance/punches", {"kind": "in", "site": "berlin"}, idempotency_key=f"at-once-{number}")

    with ThreadPoolExecutor(REQUESTS) as pool:
        answers = list(pool.map(punch, range(REQUESTS)))
    taken = [answer for answer in answers if answer.status == 201]
    assert len(taken) == 1, sorted(answer.status for answer in answers)
    refused = [answer for answer in answers if answer.status != 201]
    assert {answer.status for answer in refused} == {409}
    # Within a minute it counts as the same act; the answer says since when the person is in.
    assert {answer.json["code"] for answer in refused} <= {"punch-repeated", "already-clocked-in"}
    assert {answer.json["since"] for answer in refused} == {taken[0].json["at"]}
    assert server.rows("SELECT person, kind FROM punches") == [("ada", "in")]
    # The instant is in UTC, beside the zone of the place; the wall clock is worked out of both.
    [(instant, zone)] = server.rows("SELECT at, zone FROM punches")
    assert abs(time.time() - instant / 1000) < 600
    assert zone == "Europe/Berlin"
    stored = datetime.fromtimestamp(instant / 1000, UTC)
    assert datetime.fromisoformat(taken[0].json["at"]) == stored
    [shown] = [mark for day in server.client(person="ada").get("/api/v1/attendance/month")["days"] for mark in day["marks"]]
    local, there = datetime.fromisoformat(shown["localTime"]), stored.astimezone(ZoneInfo(zone))
    assert (local.replace(tzinfo=None), local.utcoffset()) == (there.replace(tzinfo=None), there.utcoffset())
