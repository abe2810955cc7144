"""The program as people run it in a terminal."""

import subprocess

from demo_server import PROGRAM


def vicinity(*arguments, answer=None, environment=None, patience=60):
    return subprocess.run(
        [PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=patience, input=answer,
        env=environment or {"LANG": "en_GB.UTF-8", "PATH": "/usr/bin"},
    )


def assert_refused(ended, code, *words):
    """One exit code, nothing on standard output, and the reason on standard error."""
    assert (ended.returncode, ended.stdout) == (code, ""), ended
    for word in words:
        assert word in ended.stderr
