"""`vicinity monitor`: killed at any moment it tells of every change; a server is told of its own spots and no more."""

import contextlib
import json
import random
import resource
import signal
import sqlite3
import subprocess
import time

import pytest

from demo_server import PROGRAM, ROOT
from waiting import wait_until

SEED = 9
UUID = "6E5C7A0D-3B41-4E0A-9C52-8F2D71B6A4E3"
ENDED_WITHIN_SECONDS = 240
# What the log of some events needs, and that of a day does not.
LARGEST_FILE = 300_000


def at(second):
    return f"2026-11-20T{8 + second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}Z"


def sighting(second, minor, rssi=-60):
    beacon = {"uuid": UUID, "major": 1, "minor": minor, "power": -59, "rssi": rssi}
    return {"time": at(second), "source": "phone", "sighting": beacon}


def elapsed(second):
    return {"time": at(second), "source": "phone", "elapsed": True}


def write_lines(path, observations):
    path.write_text("".join(json.dumps(observation) + "\n" for observation in observations), encoding="utf-8")
    return path


def write_conditions(path, minors):
    conditions = [{"identifier": f"spot {minor}", "beacon": {"uuid": UUID, "major": 1, "minor": minor}} for minor in minors]
    path.write_text(json.dumps({"conditions": conditions}), encoding="utf-8")
    return path


def day_of_walking():
    """Comes and goes at eight spots, with silences that run across every place where a process can end."""
    chance = random.Random(SEED)
    second = 0
    for _ in range(80):
        minor = chance.randint(1, 8)
        for _ in range(chance.randint(1, 4)):
            yield sighting(second, minor, chance.randint(-80, -50))
            second += chance.randint(1, 14)
            yield elapsed(second)
        if chance.random() < 0.1:
            yield {"time": at(second), "source": "phone", "radio": "off"}
            second += 20
            yield {"time": at(second), "source": "phone", "radio": "on"}


class Monitor:
    """A monitor of one folder, in as many lives as it takes."""

    def __init__(self, folder, *arguments):
        self.folder = folder
        self.command = [PROGRAM, "monitor", "--folder", folder, "--json", *arguments]
        self.output = b""

    def live(self, killed_after=None):
        """Runs the program; returns whether it was killed before it had ended."""
        process = subprocess.Popen(
            [str(word) for word in self.command], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            output, errors = process.communicate(timeout=killed_after or ENDED_WITHIN_SECONDS)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            output, errors = process.communicate()
            assert killed_after, errors
        self.output += output
        assert process.returncode in (0, -signal.SIGKILL), (process.returncode, errors)
        return process.returncode != 0

    @property
    def events(self):
        """What was printed, once each, in the order in which it was printed first."""
        lines = {}
        for line in self.output.decode().splitlines():
            event = json.loads(line)
            assert lines.setdefault(event["number"], event) == event
        return list(lines.values())

    def kept(self):
        """Everything that the store holds, but for how many steps it took."""
        with contextlib.closing(sqlite3.connect(self.folder / "vicinity.monitor")) as connection:
            tables = ("conditions", "changes", "given", "readers")
            rows = {table: sorted(connection.execute(f"SELECT * FROM {table}").fetchall(), key=repr) for table in tables}
            state = connection.execute("SELECT last_number, newest_time, mark FROM monitor").fetchall()
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return rows, state


@pytest.mark.early
@pytest.mark.parametrize("least", [50, pytest.param(200, marks=pytest.mark.long)])
def test_ld2_ld9_a_monitor_that_is_killed_at_any_moment_tells_of_every_change_and_ends_in_the_same_state(tmp_path, least):
    recording = write_lines(tmp_path / "day.jsonl", day_of_walking())
    conditions = write_conditions(tmp_path / "conditions.json", range(1, 9))
    arguments = ("--recording", recording, "--conditions", conditions)
    whole = Monitor(tmp_path / "whole", *arguments)
    began = time.monotonic()
    assert not whole.live()
    length = time.monotonic() - began
    assert len(whole.events) > 100

    chance = random.Random(SEED)
    kills = rounds = 0
    while kills < least:
        rounds += 1
        monitor = Monitor(tmp_path / f"round-{rounds}", *arguments)
        # Each life may be a little longer than the one before, so that a round ends also when the machine has become slower.
        longest = length / 4
        while monitor.live(killed_after=chance.uniform(0.01, 0.01 + longest)):
            kills += 1
            longest *= 1.02
        assert monitor.events == whole.events
        assert monitor.kept() == whole.kept()


def test_l79_a_full_disk_ends_a_monitor_which_then_goes_on_where_it_was(tmp_path):
    recording = write_lines(tmp_path / "day.jsonl", day_of_walking())
    arguments = ("--recording", recording, "--conditions", write_conditions(tmp_path / "conditions.json", range(1, 9)))
    whole = Monitor(tmp_path / "whole", *arguments)
    assert not whole.live()
    monitor = Monitor(tmp_path / "full", *arguments)
    # As on a full disk, no file can grow any more; Python ignores the signal about it, and so does the program then.
    full = subprocess.run(
        [str(word) for word in monitor.command], capture_output=True, timeout=ENDED_WITHIN_SECONDS,
        restore_signals=False, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST_FILE, LARGEST_FILE)))
    assert full.returncode == 1
    assert b"store failed" in full.stderr
    assert str(tmp_path / "full" / "vicinity.monitor") in full.stderr.decode()
    lines = full.stdout.splitlines(keepends=True)
    farewell = [line for line in lines if json.loads(line)["number"] == 0]
    assert len(farewell) == 8
    assert all(json.loads(line)["diagnostics"] == ["persistence-unavailable"] for line in farewell)
    monitor.output = b"".join(line for line in lines if line not in farewell)
    assert 0 < len(monitor.events) < len(whole.events)
    assert not monitor.live()
    assert monitor.events == whole.events
    assert monitor.kept() == whole.kept()


def test_ld5_a_second_process_cannot_open_a_monitor_that_runs(tmp_path):
    arguments = [PROGRAM, "monitor", "--folder", tmp_path / "monitors", "--recording", "-"]
    arguments += ["--conditions", write_conditions(tmp_path / "conditions.json", [1])]
    arguments = [str(word) for word in arguments]
    first = subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    # A line that is printed tells that the monitor is open.
    first.stdin.write((json.dumps(sighting(0, 1)) + "\n").encode())
    first.stdin.flush()
    assert b"satisfied" in first.stdout.readline()
    second = subprocess.run(arguments, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
    assert second.returncode == 1
    assert 'The monitor "vicinity" is open already.' in second.stderr
    first.stdin.close()
    assert first.wait(timeout=60) == 0


def test_a_recording_that_is_cut_ends_the_monitor_after_what_it_still_told(tmp_path):
    recording = tmp_path / "day.gpx"
    recording.write_bytes((ROOT / "Examples/recordings/berlin-arrival.gpx").read_bytes()[:3000])
    conditions = write_conditions(tmp_path / "conditions.json", [1])
    arguments = [PROGRAM, "monitor", "--folder", tmp_path / "monitors", "--recording", recording]
    ended = subprocess.run(
        [str(word) for word in [*arguments, "--conditions", conditions]], capture_output=True, text=True, timeout=60)
    assert ended.returncode == 1
    assert "the recording is cut" in ended.stderr


def test_an_output_that_cannot_be_written_is_told_and_its_events_are_given_again(tmp_path):
    recording = write_lines(tmp_path / "day.jsonl", [sighting(0, 1), elapsed(40)])
    conditions = write_conditions(tmp_path / "conditions.json", [1])
    arguments = [PROGRAM, "monitor", "--folder", tmp_path / "monitors", "--recording", recording]
    arguments = [str(word) for word in [*arguments, "--conditions", conditions]]
    with open("/dev/full", "wb") as full:
        ended = subprocess.run(arguments, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
    assert ended.returncode == 1
    assert "Standard output cannot be written" in ended.stderr
    again = subprocess.run(arguments, capture_output=True, text=True, timeout=60)
    assert again.returncode == 0
    assert "satisfied" in again.stdout


def test_a_command_is_run_for_each_event_and_gets_it_as_variables_and_json(tmp_path):
    recording = write_lines(tmp_path / "day.jsonl", [sighting(0, 1), elapsed(40)])
    conditions = write_conditions(tmp_path / "conditions.json", [1])
    told, lines = tmp_path / "told", tmp_path / "lines"
    command = f'cat >> {lines}; echo "$VICINITY_EVENT_IDENTIFIER $VICINITY_EVENT_STATE" >> {told}'
    monitor = Monitor(
        tmp_path / "monitors", "--recording", recording, "--conditions", conditions, "--on-event", command)
    assert not monitor.live()
    assert told.read_text().splitlines() == ["spot 1 satisfied", "spot 1 unsatisfied"]
    events = [json.loads(text) for text in lines.read_text().splitlines()]
    assert events == monitor.events


def test_a_command_that_fails_is_run_again_for_its_event_before_the_next(tmp_path):
    recording = write_lines(tmp_path / "day.jsonl", [sighting(0, 1), elapsed(40)])
    conditions = write_conditions(tmp_path / "conditions.json", [1])
    told = tmp_path / "told"
    # Fails at its first run, which leaves the trace that the second one finds.
    command = f'echo "$VICINITY_EVENT_NUMBER $VICINITY_EVENT_STATE" >> {told}; test $(wc -l < {told}) -gt 1'
    arguments = [PROGRAM, "monitor", "--folder", tmp_path / "monitors", "--recording", recording]
    arguments += ["--conditions", conditions, "--on-event", command]
    ended = subprocess.run([str(word) for word in arguments], capture_output=True, text=True, timeout=60)
    assert ended.returncode == 0, ended.stderr
    first, again, second = [line.split() for line in told.read_text().splitlines()]
    assert first == again
    assert (again[1], second[1]) == ("satisfied", "unsatisfied")
    assert "ended with 1 for event" in ended.stderr
    assert "Trying again." in ended.stderr


def test_lines_that_are_damaged_are_told_with_their_numbers(tmp_path):
    lines = [json.dumps(sighting(0, 1)), "nonsense", json.dumps({"time": at(5)}), json.dumps(elapsed(40))]
    text = "\ufeff" + "".join(line + "\n" for line in lines) + "more nonsense"
    arguments = [PROGRAM, "monitor", "--folder", tmp_path / "monitors", "--recording", "-"]
    arguments += ["--conditions", write_conditions(tmp_path / "conditions.json", [1])]
    ended = subprocess.run(
        [str(word) for word in arguments], input=text, capture_output=True, text=True, timeout=60)
    assert ended.returncode == 0, ended.stderr
    assert [line.split()[1] for line in ended.stdout.splitlines()] == ["satisfied", "unsatisfied"]
    assert ended.stderr.splitlines() == [
        "Standard input: line 2 was passed over: line-not-json.",
        "Standard input: line 3 was passed over: line-with-mistakes.",
        "Standard input: line 5 was passed over: line-not-json.",
        "Standard input: passed over 3 in all: line-not-json 2, line-with-mistakes 1.",
    ]


def test_a_signal_ends_a_recording_which_tells_how_much_it_passed_over(tmp_path):
    lines = [json.dumps(sighting(0, 1)), *["nonsense"] * 12, json.dumps(elapsed(3600))]
    recording = tmp_path / "day.jsonl"
    recording.write_text("".join(line + "\n" for line in lines))
    arguments = [PROGRAM, "monitor", "--folder", tmp_path / "monitors", "--recording", recording, "--speed", "1"]
    arguments += ["--conditions", write_conditions(tmp_path / "conditions.json", [1])]
    process = subprocess.Popen([str(word) for word in arguments], stderr=subprocess.PIPE, text=True)
    while "counted at the end" not in process.stderr.readline():
        pass
    process.send_signal(signal.SIGTERM)
    _, rest = process.communicate(timeout=60)
    assert process.returncode == 0, rest
    assert rest.splitlines()[-1].endswith("passed over 12 in all: line-not-json 12.")


def test_la2_each_event_is_explained_as_a_replay_explains_it(tmp_path):
    recording = ROOT / "Examples/recordings/berlin-day.jsonl"
    conditions = ROOT / "Examples/conditions.json"
    common = ["--conditions", conditions, "--explain", "--json"]
    lines = []
    for words in [["replay", recording], ["monitor", "--folder", tmp_path / "monitors", "--recording", recording]]:
        ended = subprocess.run(
            [str(word) for word in [PROGRAM, *words, *common]], capture_output=True, text=True, timeout=240)
        assert ended.returncode == 0, ended.stderr
        entries = [json.loads(line) for line in ended.stdout.splitlines()]
        lines.append([entry for entry in entries if entry["kind"] in ("event", "explanation")])
    replayed, monitored = lines
    assert [entry["kind"] for entry in monitored] == [entry["kind"] for entry in replayed]
    for ours, theirs in zip(monitored, replayed):
        if ours["kind"] == "explanation":
            assert ours == theirs
        else:
            assert (ours["identifier"], ours["state"], ours["time"]) == (
                theirs["identifier"], theirs["state"], theirs["time"])


def test_c10_a_device_reports_through_an_absence_of_the_server_and_the_page_follows(server, tmp_path):
    ada = server.client(person="ada")
    assert ada.send("PUT", "/api/v1/presence/following", {"following": True}).status == 200
    # Ten minutes in the main café, a hundred times as fast; the server is away in the middle.
    heard = [observation for second in range(0, 600, 5) for observation in (sighting(second, 2), elapsed(second))]
    recording = write_lines(tmp_path / "lunch.jsonl", [elapsed(0), *heard])
    server.kill()
    command = [PROGRAM, "monitor", "--folder", tmp_path / "monitors", "--recording", recording, "--speed", "100"]
    command += ["--server", server.url, "--as", "ada", "--name", "laptop"]
    process = subprocess.Popen([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert b"Trying again." in process.stderr.readline()
    server.start()
    output, errors = process.communicate(timeout=ENDED_WITHIN_SECONDS)
    assert process.returncode == 0, errors
    assert b"berlin-main-cafe" in output
    following = server.client(person="ada").get("/api/v1/presence/following")
    assert following["cafe"] == "main-cafe"
    entered = server.rows("SELECT spot FROM presence_events WHERE device LIKE 'laptop-%' AND state = 1")
    assert entered == [("berlin-main-cafe",)]
    stored = server.stored_bytes()
    assert b"rssi" not in stored


def test_a_server_that_refuses_ends_a_monitor_whose_input_goes_on(server, tmp_path):
    command = [PROGRAM, "monitor", "--folder", tmp_path, "--recording", "-", "--server", server.url, "--as", "ada"]
    process = subprocess.Popen([str(word) for word in command], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    heard = sighting(0, 2) | {"time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())}
    process.stdin.write(json.dumps(heard).encode() + b"\n")
    process.stdin.flush()
    assert process.wait(timeout=ENDED_WITHIN_SECONDS) == 1
    assert b"Switch one of them on in your pages first. (consent-needed)" in process.stderr.read()


def order_that_waits(person, item="green-tea", cafe="main-cafe"):
    lines = [{"item": item, "quantity": 1, "choices": []}]
    total = person.send("POST", f"/api/v1/cafes/{cafe}/quote", {"lines": lines}).json["total"]
    body = {"cafe": cafe, "lines": lines, "expectedTotal": total, "start": "when-near"}
    answer = person.send("POST", "/api/v1/orders", body, idempotency_key=f"waits-{item}-{cafe}")
    assert answer.status == 201, answer
    return answer.json["id"]


def stage_of(person, order):
    return person.get(f"/api/v1/orders/{order}")["stage"]


def test_orders_that_wait_are_started_where_the_monitor_finds_their_person_and_nowhere_else(server, tmp_path):
    ada = server.client(person="ada")
    assert ada.send("PUT", "/api/v1/presence/following", {"following": True}).status == 200
    before, elsewhere = order_that_waits(ada), order_that_waits(ada, "mint-tea", "coffee-station")
    # Six seconds at the door of the café, and half an hour in it, a hundred times as fast.
    heard = [observation for second in range(600, 2_400, 5) for observation in (sighting(second, 2), elapsed(second))]
    recording = write_lines(tmp_path / "lunch.jsonl", [elapsed(0), *heard])
    command = [PROGRAM, "monitor", "--folder", tmp_path / "monitors", "--recording", recording, "--speed", "100"]
    command += ["--server", server.url, "--as", "ada", "--start-orders"]
    process = subprocess.Popen([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    told = process.stderr.readline()
    assert "is started, since you are at main-cafe." in told, told
    assert stage_of(ada, before) == "accepted"
    # Ordered on the spot: nothing changes any more, and it is started all the same.
    there = order_that_waits(ada, "apple-spritz")
    told = process.stderr.readline()
    assert "is started, since you are at main-cafe." in told, told
    process.terminate()
    _, errors = process.communicate(timeout=ENDED_WITHIN_SECONDS)
    assert process.returncode == 0, errors
    assert stage_of(ada, there) == "accepted"
    assert stage_of(ada, elsewhere) == "placed"
    # That run ended at the café. A later one has observed nothing yet, so nobody is said to be there.
    next_day = order_that_waits(ada, "cinnamon-bun")
    unmoved = write_lines(tmp_path / "next-day.jsonl", [elapsed(2_500)])
    command[command.index(recording)] = unmoved
    ended = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=ENDED_WITHIN_SECONDS)
    assert ended.returncode == 0, ended.stderr
    assert stage_of(ada, next_day) == "placed", ended.stderr
    alone = subprocess.run([PROGRAM, "monitor", "--start-orders", "--conditions", "none.json"], capture_output=True)
    assert alone.returncode == 2


def start_orders(server, tmp_path, name, observations, *arguments):
    """A run with --start-orders that takes well below a second of recorded time."""
    recording = write_lines(tmp_path / f"{name}.jsonl", observations)
    command = [PROGRAM, "monitor", "--folder", tmp_path / "monitors", "--name", name, "--recording", recording, "--speed", "1000"]
    command += ["--server", server.url, "--as", "ada", "--start-orders", *arguments]
    ended = subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, timeout=ENDED_WITHIN_SECONDS)
    assert ended.returncode == 0, ended.stderr
    return ended.stderr


def test_an_order_is_started_also_by_a_visit_that_is_over_at_the_next_look(server, tmp_path):
    ada = server.client(person="ada")
    assert ada.send("PUT", "/api/v1/presence/following", {"following": True}).status == 200
    order = order_that_waits(ada)
    come_and_gone = [*(sighting(second, 2) for second in range(600, 640, 5)), elapsed(900)]
    told = start_orders(server, tmp_path, "visit", [elapsed(0), *come_and_gone])
    assert told.count("is started, since you are at main-cafe.") == 1, told
    assert stage_of(ada, order) == "accepted"


def test_an_order_is_started_in_the_area_of_its_cafe(server, tmp_path):
    ada = server.client(person="ada")
    assert ada.send("PUT", "/api/v1/presence/following", {"following": True}).status == 200
    order, elsewhere = order_that_waits(ada), order_that_waits(ada, "mint-tea", "coffee-station")
    position = {"latitude": 52.4735, "longitude": 13.4039, "accuracy": 3}
    fixes = [{"time": at(second), "source": "phone", "position": position} for second in range(600, 640, 5)]
    told = start_orders(
        server, tmp_path, "area", [elapsed(0), *fixes], "--campus", ROOT / "Examples" / "demo-campus.json")
    assert told.count("is started, since you are at main-cafe.") == 1, told
    assert stage_of(ada, order) == "accepted"
    assert stage_of(ada, elsewhere) == "placed"


def test_a_server_that_is_away_is_not_said_to_keep_an_order_from_being_started(server, tmp_path):
    ada = server.client(person="ada")
    assert ada.send("PUT", "/api/v1/presence/following", {"following": True}).status == 200
    order_that_waits(ada)
    # Two hours in the café, a hundred times as fast, of which the beginning is needed; there the only order that waits is started.
    heard = [observation for second in range(600, 7_800, 5) for observation in (sighting(second, 2), elapsed(second))]
    recording = write_lines(tmp_path / "lunch.jsonl", [elapsed(0), *heard])
    command = [PROGRAM, "monitor", "--folder", tmp_path / "monitors", "--recording", recording, "--speed", "100"]
    command += ["--server", server.url, "--as", "ada", "--start-orders"]
    process = subprocess.Popen([str(word) for word in command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    assert "is started, since you are at main-cafe." in process.stderr.readline()
    # The monitor has the answer to its report, too: until then it does not count as being there.
    wait_until(lambda: ada.get("/api/v1/presence/following").get("cafe") == "main-cafe")
    server.kill()
    told = process.stderr.readline()
    process.terminate()
    told += process.communicate(timeout=ENDED_WITHIN_SECONDS)[1]
    assert "Whether an order of yours waits could not be asked: No server answers" in told
    assert "is not started" not in told


def test_ld9_a_signal_ends_a_monitor_whose_command_hangs_and_its_event_is_told_again(tmp_path):
    recording = write_lines(tmp_path / "walk.jsonl", [sighting(0, 1), elapsed(10)])
    conditions = write_conditions(tmp_path / "conditions.json", [1])
    command = [PROGRAM, "monitor", "--folder", tmp_path / "monitors", "--recording", recording, "--conditions", conditions]
    hanging = [*command, "--on-event", f"echo run >> {tmp_path}/runs; sleep 600; true"]
    process = subprocess.Popen([str(word) for word in hanging], stdout=subprocess.DEVNULL)
    runs = tmp_path / "runs"
    wait_until(lambda: runs.exists() and runs.read_text())
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=ENDED_WITHIN_SECONDS) == 0
    done = [*command, "--on-event", f"echo done >> {tmp_path}/runs"]
    assert subprocess.run([str(word) for word in done], capture_output=True).returncode == 0
    assert (tmp_path / "runs").read_text().split() == ["run", "done"]


def test_a_monitor_without_anything_to_monitor_or_to_observe_says_so(tmp_path):
    for arguments, words in [
        (["--recording", tmp_path / "missing.jsonl"], "cannot be read"),
        ([], "Say what to monitor"),
        (["--recording", "-"], "Say what to monitor"),
        (["--recording", "-", "--name", "a/b", "--conditions", write_conditions(tmp_path / "c.json", [1])], "is no name"),
    ]:
        command = [PROGRAM, "monitor", "--folder", tmp_path / "monitors", *arguments]
        ended = subprocess.run(
            [str(word) for word in command], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
        assert ended.returncode in (1, 2)
        assert words in ended.stderr
        assert ended.stdout == ""
