"""Tips in a terminal: at most one under what a command prints, never in a pipe, and closed for good on all devices."""

import os
import pty
import select
import subprocess
import time

from client import line
from demo_server import PROGRAM

WITHIN_SECONDS = 60


def in_terminal(server, home, *arguments, language="en_GB.UTF-8"):
    """What a command prints when a terminal reads it."""
    environment = {"HOME": str(home), "PATH": "/usr/bin", "LANG": language, "TERM": "xterm", "NO_COLOR": "1"}
    leader, follower = pty.openpty()
    with subprocess.Popen(
        [PROGRAM, *arguments, "--server", server.url], stdin=follower, stdout=follower, stderr=subprocess.DEVNULL,
        env=environment, close_fds=True,
    ) as process:
        os.close(follower)
        text = read_until_end(leader)
        assert process.wait(timeout=WITHIN_SECONDS) == 0, text
    os.close(leader)
    return text.replace("\r\n", "\n")


def read_until_end(leader):
    """Reads while the other end of the terminal is open."""
    pieces = []
    end = time.monotonic() + WITHIN_SECONDS
    while time.monotonic() < end:
        ready, _, _ = select.select([leader], [], [], 0.2)
        if not ready:
            continue
        try:
            piece = os.read(leader, 65536)
        except OSError:
            break
        if not piece:
            break
        pieces.append(piece)
    return b"".join(pieces).decode("utf-8")


def with_orders(server):
    """Somebody who has ordered twice, and whom a tip is for."""
    client = server.client(person="ada")
    for _ in range(2):
        client.order("main-cafe", [line("espresso")])
    return client


def test_a_tip_is_shown_under_the_orders_and_closed_for_good_T98(server, tmp_path):
    with_orders(server)
    shown = in_terminal(server, tmp_path, "orders", "--as", "ada")
    assert "Order now, eat when you arrive" in shown
    words = " ".join(shown.split())
    assert words.count("Close this tip for good: vicinity tips close terminal-when-near --as ada") == 1
    closed = in_terminal(server, tmp_path, "tips", "close", "terminal-when-near", "--as", "ada")
    assert closed == "The tip terminal-when-near is closed.\n"
    assert "Order now" not in in_terminal(server, tmp_path, "orders", "--as", "ada")
    # Another machine of the same person: its store knows nothing, and the server tells it.
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    assert "Order now" not in in_terminal(server, elsewhere, "orders", "--as", "ada")


def test_a_tip_is_in_the_language_of_the_terminal_TD22(server, tmp_path):
    with_orders(server)
    shown = in_terminal(server, tmp_path, "orders", "--as", "ada", language="ja_JP.UTF-8")
    assert "先に注文、着いたらすぐ食べる" in shown
    # So are our own words around it.
    assert "\nヒント\n" in shown and "このヒントを閉じて今後表示しない：" in shown and "Close this tip" not in shown
    closed = in_terminal(server, tmp_path, "tips", "close", "terminal-when-near", "--as", "ada", language="ja_JP.UTF-8")
    assert closed == "ヒント「terminal-when-near」を閉じました。\n"


def test_no_tip_goes_into_a_pipe_or_into_json(server, tmp_path):
    with_orders(server)
    environment = {"HOME": str(tmp_path), "PATH": "/usr/bin", "LANG": "en_GB.UTF-8"}
    piped = subprocess.run(
        [PROGRAM, "orders", "--as", "ada", "--server", server.url], capture_output=True, text=True, timeout=60,
        env=environment,
    )
    assert "Close this tip" not in piped.stdout
    assert "Close this tip" not in in_terminal(server, tmp_path, "orders", "--as", "ada", "--json")
    assert not (tmp_path / ".local" / "state" / "vicinity").exists()


def test_who_lets_an_order_wait_is_not_told_that_orders_can_wait(server, tmp_path):
    client = with_orders(server)
    waiting = in_terminal(
        server, tmp_path, "order", "--cafe", "main-cafe", "--as", "ada", "--when-near", "--yes", "espresso")
    assert "Order now" not in waiting
    assert client.get("/api/v1/tips/seen")["tips"] == []


def close(server, home, tip):
    """Runs `vicinity tips close`, and gives how it ended."""
    environment = {"HOME": str(home), "PATH": "/usr/bin", "LANG": "en_GB.UTF-8"}
    return subprocess.run(
        [PROGRAM, "tips", "close", tip, "--as", "ada", "--server", server.url], capture_output=True, text=True,
        timeout=60, env=environment,
    )


def files(home):
    """What lies in the folder of the tips, locks left out."""
    folder = home / ".local" / "state" / "vicinity" / "tips"
    return sorted(file for file in folder.iterdir() if "-process-" not in file.name)


def test_a_tip_that_there_is_not_is_not_closed_and_nothing_is_kept_of_that(server, tmp_path):
    ended = close(server, tmp_path, "nothing")
    assert (ended.returncode, ended.stdout) == (1, "")
    assert "There is no tip nothing for you in a terminal; there are terminal-when-near" in ended.stderr
    ended = close(server, tmp_path, "")
    assert (ended.returncode, ended.stderr) == (2, "An empty word names nothing.\n")
    assert not (tmp_path / ".local" / "state").exists()


def test_a_damaged_file_is_put_aside_told_once_and_begun_anew(server, tmp_path):
    with_orders(server)
    assert close(server, tmp_path, "terminal-when-near").stderr == ""
    (file,) = files(tmp_path)
    copies = []
    for number, ending in enumerate(["-damaged", "-damaged-2"]):
        damage = bytes(range(number, 250))
        file.write_bytes(damage)
        ended = close(server, tmp_path, "terminal-completion")
        copies.append((file.with_name(file.name + ending), damage))
        assert ended.stderr.startswith(f"The file of your tips, {file}, was damaged. It was renamed to {copies[-1][0]},")
    # An earlier copy stays as it is.
    assert all(copy.read_bytes() == damage for copy, damage in copies)
    assert files(tmp_path) == [file, *(copy for copy, _ in copies)]
    # The server knows what was closed, and nothing is told a second time.
    assert "Order now" not in in_terminal(server, tmp_path, "orders", "--as", "ada")
    assert close(server, tmp_path, "terminal-completion").stderr == ""


def test_a_file_in_the_place_of_the_folder_is_named(server, tmp_path):
    folder = tmp_path / ".local" / "state" / "vicinity" / "tips"
    folder.parent.mkdir(parents=True)
    folder.write_text("")
    ended = close(server, tmp_path, "terminal-completion")
    assert ended.returncode == 1
    assert ended.stderr == f"The folder {folder} cannot be made for your tips: File exists.\n"


def test_why_the_folder_cannot_be_made_is_told(server, tmp_path):
    (tmp_path / ".local").write_text("")
    ended = close(server, tmp_path, "terminal-completion")
    assert ended.returncode == 1
    folder = tmp_path / ".local" / "state" / "vicinity" / "tips"
    assert ended.stderr == f"The folder {folder} cannot be made for your tips: Not a directory.\n"


def why(server, home, *arguments, person="ada"):
    """Runs `vicinity tips why`, and gives how it ended."""
    environment = {"HOME": str(home), "PATH": "/usr/bin", "LANG": "en_GB.UTF-8"}
    return subprocess.run(
        [PROGRAM, "tips", "why", *arguments, "--as", person, "--server", server.url], capture_output=True, text=True,
        timeout=60, env=environment,
    )


def test_why_says_which_rule_holds_a_tip_back_TA2(server, tmp_path):
    ended = why(server, tmp_path, "order-again")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.startswith("order-again: waits.\n  Rule 1 does not hold: “orders” is at least 2. Now: 0.\n")


def test_why_says_that_a_tip_is_for_others_TA2(server, tmp_path):
    ended = why(server, tmp_path, "kitchen-keys")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.startswith("kitchen-keys: is not shown.\n  It is not meant for you, or not for this platform.\n")


def test_why_names_the_tips_that_there_are_and_the_people_TA2(server, tmp_path):
    ended = why(server, tmp_path, "nothing")
    assert (ended.returncode, ended.stdout) == (1, "")
    assert "has no tip nothing. (unknown-tip) Yours on web: closest-cafe, " in ended.stderr
    ended = why(server, tmp_path, "order-again", person="nobody")
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.startswith("There is no person nobody; there are ada, ")
