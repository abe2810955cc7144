"""A simulated lunch, whose server is killed in the middle: a tenth of it always, and the whole in make soak."""

import re

import pytest

from command_line import vicinity
from demo_server import PAGES

# The whole lunch takes a little more than three minutes.
PATIENCE_SECONDS = 800


def lose_nothing(orders, kills):
    ended = vicinity(
        "simulate", "lunch", "--orders", orders, "--kills", kills, "--web", PAGES.folder, patience=PATIENCE_SECONDS)
    print(ended.stdout)
    assert (ended.returncode, ended.stderr) == (0, ""), ended
    assert f"Kills of the server: {kills};" in ended.stdout
    # That it finds what is wrong is tested in LunchEvidenceTests.
    found = dict(re.findall(r"^ok +(\w+) +(.+)$", ended.stdout, re.MULTILINE))
    assert list(found) == ["orders", "tickets", "screens", "windows", "accounts", "database", "stop", "memory"]
    return found


@pytest.mark.early
def test_a_lunch_loses_and_doubles_nothing_though_its_server_is_killed():
    found = lose_nothing(orders=500, kills=4)
    assert found["orders"] == "500 acknowledged, each there once"
    assert found["tickets"] == "500, one for each order, all handed over"
    assert found["screens"].startswith("6 saw each of their ")


@pytest.mark.long
def test_5000_orders_at_20_cafés_with_60_screens_lose_no_event_and_keep_memory_flat_C126():
    found = lose_nothing(orders=5_000, kills=8)
    assert found["orders"] == "5000 acknowledged, each there once"
    assert found["screens"].startswith("60 saw each of their ") and found["screens"].endswith(" once and in order")
    assert "when the server was warm" in found["memory"]


def test_a_lunch_without_pages_says_what_is_missing_and_leaves_nothing(tmp_path):
    ended = vicinity("simulate", "lunch", "--orders", 10, "--web", tmp_path)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert "does not hold the pages" in ended.stderr
