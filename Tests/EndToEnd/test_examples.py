"""The example programs print what their folders say, the first time and when they are started again."""

import pytest

from debug_build import BUILD, ROOT, run


@pytest.mark.parametrize("name", ["Greeter", "CafeBeacons", "AttendancePair", "TrailTips"])
def test_an_example_prints_what_it_is_expected_to_and_goes_on_when_it_is_started_again(name, debug_build, tmp_path):
    for start in ["first", "second"]:
        ended = run(BUILD / name, tmp_path / "stores", home=tmp_path)
        expected = (ROOT / "Examples" / name / "Expected" / f"{start}.txt").read_text(encoding="utf-8")
        assert (ended.returncode, ended.stderr, ended.stdout) == (0, "", expected), start
