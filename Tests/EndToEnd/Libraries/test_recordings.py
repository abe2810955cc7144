"""The recordings of the project are what their scripts write, and the program replays them."""

import json
import subprocess
import sys

import pytest

from demo_server import PROGRAM, ROOT

RECORDINGS = ROOT / "Examples" / "recordings"
CAMPUS = ROOT / "Examples" / "demo-campus.json"


def replay(*arguments):
    return subprocess.run([PROGRAM, "replay", *map(str, arguments)], capture_output=True, text=True, timeout=300)


@pytest.mark.parametrize(
    ("script", "target", "names"),
    [
        ("record-walk", "berlin-walk.btsnoop", ["berlin-walk.btsnoop"]),
        ("simulate-day", ".", ["berlin-day.jsonl", "berlin-arrival.gpx"]),
    ],
)
def test_a_script_writes_the_same_bytes_each_time(script, target, names, tmp_path):
    subprocess.run([sys.executable, ROOT / "scripts" / script, tmp_path / target], check=True, timeout=300)
    for name in names:
        assert (tmp_path / name).read_bytes() == (RECORDINGS / name).read_bytes()


@pytest.mark.parametrize("name", ["berlin-walk.btsnoop", "berlin-day.jsonl", "berlin-arrival.gpx"])
def test_two_replays_of_a_recording_print_the_same(name):
    first = replay(RECORDINGS / name, "--campus", CAMPUS, "--json", "--explain")
    second = replay(RECORDINGS / name, "--campus", CAMPUS, "--json", "--explain")
    assert (first.returncode, first.stderr) == (0, "")
    assert first.stdout == second.stdout
    assert all(json.loads(line)["kind"] for line in first.stdout.splitlines())


def test_a_capture_that_is_cut_gives_its_beginning_and_the_place_of_the_cut(tmp_path):
    whole = (RECORDINGS / "berlin-walk.btsnoop").read_bytes()
    cut = tmp_path / "cut.btsnoop"
    cut.write_bytes(whole[:20_000])
    ended = replay(cut)
    assert ended.returncode == 1
    assert "satisfied" in ended.stdout and "beacon  " in ended.stdout
    assert "Byte 19" in ended.stderr and "20000" in ended.stderr
    assert ended.stderr.count("\n") == 1


def test_a_table_without_a_column_map_is_wrong_usage(tmp_path):
    table = tmp_path / "table.csv"
    table.write_text("-70,100\n", encoding="utf-8")
    ended = replay(table)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "--columns" in ended.stderr


def events(*arguments):
    ended = replay(*arguments, "--json")
    assert (ended.returncode, ended.stderr) == (0, "")
    lines = map(json.loads, ended.stdout.splitlines())
    return [(line["identifier"], line["state"]) for line in lines if line["kind"] == "event"]


def test_the_shapes_of_a_map_are_monitored():
    found = events(RECORDINGS / "berlin-arrival.gpx", "--conditions", ROOT / "Examples" / "campus-map.geojson")
    assert ("berlin.house", "satisfied") in found
    assert {identifier for identifier, _ in found} <= {"berlin.house", "berlin.gate"}


def test_the_folder_of_an_imdf_archive_is_monitored(tmp_path):
    shapes = json.loads((ROOT / "Examples" / "campus-map.geojson").read_text(encoding="utf-8"))
    unit = {**shapes["features"][0], "feature_type": "unit", "properties": {"name": {"en": "House"}}}
    collection = {"type": "FeatureCollection", "features": [unit]}
    (tmp_path / "manifest.json").write_text(json.dumps({"version": "1.0.0", "language": "en"}), encoding="utf-8")
    (tmp_path / "unit.geojson").write_text(json.dumps(collection), encoding="utf-8")
    assert ("berlin.house", "satisfied") in events(RECORDINGS / "berlin-arrival.gpx", "--conditions", tmp_path)


def test_a_map_with_a_mistake_is_refused_with_its_place(tmp_path):
    ring = [[0, 0], [1, 1], [1, 0], [0, 2], [0, 0]]
    shape = {"type": "Feature", "id": "a", "geometry": {"type": "Polygon", "coordinates": [ring]}, "properties": {}}
    file = tmp_path / "map.geojson"
    file.write_text(json.dumps(shape), encoding="utf-8")
    ended = replay(RECORDINGS / "berlin-arrival.gpx", "--conditions", file)
    assert ended.returncode == 1
    assert f"{file}: geometry.coordinates[0][0]: the line from here crosses or touches the line" in ended.stderr
