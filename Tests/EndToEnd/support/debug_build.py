"""What the debug build of the package holds for tests: its example programs and its modules."""

import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[3]
BUILD = ROOT / ".build" / "debug"


BUILT_WITHIN_SECONDS = 1_200


def build():
    """Builds everything but the tests, unless `make test` has done so."""
    if "VICINITY_IS_BUILT" in os.environ:
        return
    ended = subprocess.run(["swift", "build", "--disable-index-store"], cwd=ROOT, capture_output=True, text=True, timeout=BUILT_WITHIN_SECONDS)
    assert ended.returncode == 0, ended.stdout + ended.stderr


def run(program, *arguments, home):
    """Runs a program whose person has nothing but the folder."""
    environment = {"HOME": str(home), "PATH": os.environ["PATH"], "TZ": "UTC"}
    return subprocess.run(
        [program, *map(str, arguments)], capture_output=True, text=True, timeout=180, env=environment
    )
