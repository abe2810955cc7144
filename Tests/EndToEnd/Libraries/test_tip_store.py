"""Processes that share a store of tips, are killed at any moment, or have no room left on the disk: what was acknowledged
is there, once."""

import collections
import os
import pathlib
import random
import resource
import signal
import subprocess
import time

import pytest

from debug_build import run
from swift_programs import tip_program

PARTS = pathlib.Path(__file__).parent / "TipStore"


@pytest.fixture(scope="module")
def program(debug_build, once_per_run):
    return compiled(once_per_run, "donating", "DonatingProgram.swift")


@pytest.fixture(scope="module")
def launched(debug_build, once_per_run):
    return compiled(once_per_run, "launched", "LaunchedProgram.swift")


def compiled(once_per_run, name, source):
    def make(folder):
        tip_program(folder / name, ["-swift-version", "6"], [PARTS / source])

    return once_per_run(name, make) / name


def started(program, *arguments, **options):
    # What tells where a program crashed would outlive it when it is killed, and hold its output.
    environment = {**os.environ, "SWIFT_BACKTRACE": "enable=no"}
    return subprocess.Popen([program, *map(str, arguments)], stdout=subprocess.PIPE, text=True, env=environment, **options)


def listed(program, store, folder):
    """What is kept, and how often each."""
    ended = run(program, "list", store, home=folder)
    assert (ended.returncode, ended.stderr) == (0, ""), ended
    lines = ended.stdout.splitlines()
    assert not [line for line in lines if line.startswith("fault")]
    return collections.Counter(lines)


def test_TD17_T99_processes_that_share_a_store_lose_nothing_and_count_nothing_twice(program, tmp_path):
    store = tmp_path / "tips.store"
    processes = [started(program, "donate", store, f"p{number}", 150) for number in range(3)]
    said = [line for process in processes for line in process.communicate(timeout=120)[0].splitlines()]
    assert [process.returncode for process in processes] == [0, 0, 0]
    assert sorted(said) == sorted(f"p{process}-{number}" for process in range(3) for number in range(150))
    assert listed(program, store, tmp_path) == collections.Counter(said)


@pytest.mark.parametrize("seed", range(3))
def test_T58_TD17_a_process_killed_at_any_moment_loses_no_acknowledged_donation_and_none_counts_twice(
    seed, program, tmp_path
):
    store = tmp_path / "tips.store"
    random_numbers = random.Random(seed)
    acknowledged = []
    round_number = 0
    # As many more rounds, each a little longer, as a slow machine needs for something to be lost.
    while round_number < 8 or len(acknowledged) <= 20:
        round_number += 1
        assert round_number < 60, acknowledged
        processes = [started(program, "donate", store, f"r{round_number}p{number}", 100_000) for number in range(2)]
        # From before the store is open to well into the donations.
        time.sleep(random_numbers.uniform(0, 0.05 * round_number))
        for process in processes:
            process.send_signal(signal.SIGKILL)
            time.sleep(random_numbers.uniform(0, 0.02))
        for process in processes:
            # The last line may have been cut off by the kill; then it was not said.
            acknowledged += [line for line in process.communicate(timeout=60)[0].splitlines(keepends=True) if line.endswith("\n")]
            # Nothing else has ended it, as a refusal of the store would have.
            assert process.returncode == -signal.SIGKILL
    acknowledged = [line.strip() for line in acknowledged]
    kept = listed(program, store, tmp_path)
    assert [name for name in acknowledged if kept[name] != 1] == []
    assert [name for name, count in kept.items() if count != 1] == []


def test_T58_without_room_on_the_disk_only_what_was_written_is_acknowledged(program, tmp_path):
    store = tmp_path / "tips.store"
    assert started(program, "send", store, "first", 20).communicate(timeout=60)[0].endswith("all written\n")

    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        size = 3 * 1024 * 1024
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    process = started(program, "send", store, "second", 5_000, preexec_fn=limit, restore_signals=False)
    lines = process.communicate(timeout=120)[0].splitlines()
    assert process.returncode == 0
    assert "not written" in lines
    assert [line for line in lines if line.startswith("fault: notWritten")]
    acknowledged = [line for line in lines if line.startswith("second-")]
    assert acknowledged
    kept = listed(program, store, tmp_path)
    assert set(acknowledged) <= set(kept)
    assert set(kept.values()) == {1}
    # With room again it goes on.
    assert started(program, "send", store, "third", 20).communicate(timeout=60)[0].endswith("all written\n")


def test_T2_T5_without_options_the_store_lies_in_the_folder_of_states_of_its_owner(program, tmp_path):
    ended = run(program, "usual", home=tmp_path)
    assert (ended.returncode, ended.stdout) == (0, "immediate\n")
    # The folder has the name of the program and the FNV-1a hash of its path.
    digest = 0xCBF2_9CE4_8422_2325
    for byte in os.fsencode(program.resolve()):
        digest = (digest ^ byte) * 0x100_0000_01B3 % 2**64
    store = tmp_path / ".local" / "state" / f"donating-{digest:x}" / "tips" / "tips.store"
    assert store.stat().st_mode & 0o777 == 0o600
    # Through a link it is the same program, with the same store.
    link = tmp_path / "link"
    link.symlink_to(program)
    assert run(link, "usual", home=tmp_path).returncode == 0
    assert list((tmp_path / ".local" / "state").iterdir()) == [store.parents[1]]


NOBODY_REGISTERED = "set up: No way to synchronise tips is registered under the name office."
REFUSED = ["again: Tips are set up already.", "too late: Tips are set up already."]
CLOSED = "map: available hidden: invalidated(TipCore.Tips.InvalidationReason.tipClosed)"


def said(launched, folder, *arguments):
    """What a program says of its tips, without what it says each time."""
    ended = run(launched, *arguments, home=folder)
    assert (ended.returncode, ended.stderr) == (0, ""), ended
    lines = ended.stdout.splitlines()
    assert lines.pop(0) == NOBODY_REGISTERED
    assert lines[1:3] == REFUSED
    return [lines[0], *lines[3:]]


def test_T1_T13_T14_T17_T22_T93_TD10_TD20_a_program_sets_its_tips_up_once_and_as_its_arguments_say(launched, tmp_path):
    store = tmp_path / "tips"
    first = ["map: pending hidden: available", CLOSED]
    assert said(launched, tmp_path, store) == first
    # What a private type ended has ended after a relaunch, and what was donated counts.
    assert said(launched, tmp_path, store) == [CLOSED, CLOSED]
    shown = ["map: pending hidden: available"] * 2
    assert said(launched, tmp_path, store, "-com.apple.TipKit.ShowTips", "HiddenTip", "-com.apple.TipKit.HideTips", "MapTip") == shown
    assert said(launched, tmp_path, store, "-com.apple.TipKit.HideAllTips", "1") == ["map: pending hidden: pending"] * 2
    assert said(launched, tmp_path, store, "-com.apple.TipKit.ShowAllTips", "1") == ["map: available hidden: available"] * 2
    assert said(launched, tmp_path, store, "-com.apple.TipKit.ResetDatastore", "1") == first
    assert said(launched, tmp_path, "reset", store) == first


def test_T7_a_store_lies_in_the_folder_of_a_group_that_there_is(launched, tmp_path):
    missing = run(launched, "group:cafes", home=tmp_path).stdout.splitlines()
    assert missing[:2] == ["set up: There is no group container of this name."] * 2
    for wrong in ["", "..", "../etc", ".hidden"]:
        assert "There is no group container of this name." in run(launched, f"group:{wrong}", home=tmp_path).stdout
    group = tmp_path / ".local" / "state" / "cafes"
    group.mkdir(parents=True)
    assert said(launched, tmp_path, "group:cafes") == ["map: pending hidden: available", CLOSED]
    assert (group / "tips" / "tips.store").is_file()
    assert said(launched, tmp_path, "group:cafes") == [CLOSED, CLOSED]
