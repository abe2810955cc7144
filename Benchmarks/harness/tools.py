"""Folders, compiled tools and processes that every benchmark uses."""
import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BENCHMARKS = ROOT / "Benchmarks"
TOOLS = BENCHMARKS / ".build" / "tools"
PYTHON = BENCHMARKS / ".build" / "python" / "bin" / "python"
# Has Playwright.
BROWSER_PYTHON = ROOT / ".venv" / "bin" / "python"
DEMO_CAMPUS = ROOT / "Examples" / "demo-campus.json"
PROGRAM = ROOT / ".build" / "release" / "vicinity"
WEB = os.environ.get("VICINITY_WEB", str(ROOT / "Web"))
TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")


def say(text):
    """Tells of progress; standard output is for results only."""
    print(text, file=sys.stderr, flush=True)


def tool(name, *arguments, check=True):
    """Runs a compiled tool to its end and reads the JSON that it prints; check: whether a tool that fails ends the benchmark."""
    done = subprocess.run(
        [TOOLS / name, *map(str, arguments)], check=check, stdout=subprocess.PIPE, text=True, timeout=120
    )
    return json.loads(done.stdout)


def in_browser(script, *arguments):
    """Runs a program of `load` that drives a browser, and reads the JSON that it prints; `None` without the browser of the tests."""
    if not BROWSER_PYTHON.exists():
        say(f"{script} needs the browser of the end-to-end tests (scripts/setup test); passed over")
        return None
    command = [BROWSER_PYTHON, BENCHMARKS / "load" / script, *map(str, arguments)]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)


def free_port():
    """A port that nothing listens on at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def call(port, path, body=None, token=None):
    """One request with its JSON answer."""
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}{path}",
        data=None if body is None else json.dumps(body).encode(),
        headers={"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})},
    )
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)


def wait_until_ready(port, process, path="/readyz"):
    """Waits until a server answers, or raises what it ended with."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise RuntimeError(f"a server ended with {process.returncode} before it was ready")
        try:
            call(port, path)
            return
        except (urllib.error.URLError, ConnectionError, json.JSONDecodeError):
            time.sleep(0.02)
    raise RuntimeError("a server was not ready within a minute")


@contextlib.contextmanager
def running(command, port, path="/readyz", **environment):
    """A server for the length of a block: ended by a signal and waited for, whatever happens."""
    process = subprocess.Popen(
        list(map(str, command)), env={**os.environ, **environment}, stdout=subprocess.DEVNULL, cwd=ROOT
    )
    try:
        wait_until_ready(port, process, path)
        yield process
    finally:
        process.terminate()
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@contextlib.contextmanager
def started(command, port):
    """A server that does not speak HTTP, for the length of a block: it is ready when it takes connections."""
    process = subprocess.Popen(list(map(str, command)), stdout=subprocess.DEVNULL, cwd=ROOT)
    try:
        deadline = time.monotonic() + 60
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                if process.poll() is not None or time.monotonic() > deadline:
                    raise RuntimeError("a server did not begin to listen") from None
                time.sleep(0.02)
        yield process
    finally:
        process.terminate()
        process.wait(30)


def serve(port, database, campus, *arguments, program=PROGRAM, **environment):
    """Vicinity, serving on a port."""
    command = [program, "serve", "--demo", "--database", f"sqlite:{database}", "--campus", campus, *arguments]
    return running([*command, "--web", WEB, "--listen", f"127.0.0.1:{port}"], port, **environment)


def processor_seconds(process):
    """The processor time that a process has used, with all of its threads."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS_A_SECOND


def resident_megabytes(process):
    """The memory of a process that is in RAM."""
    for line in Path(f"/proc/{process.pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise RuntimeError("the system does not tell the memory of a process")


def copy_database(source, target):
    """Copies a database that nobody has open."""
    for ending in ("", "-wal", "-shm"):
        Path(f"{target}{ending}").unlink(missing_ok=True)
    shutil.copyfile(source, target)
    if Path(f"{source}-wal").exists():
        shutil.copyfile(f"{source}-wal", f"{target}-wal")
