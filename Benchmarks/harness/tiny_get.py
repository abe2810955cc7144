"""What a small JSON GET costs the server, beside the least that libmicrohttpd can do."""
import os
import re
import subprocess

import installation
import report
import tools

CONNECTIONS = 64


def run(folder, rounds, seconds):
    """Measures both, interleaved, and reports."""
    if len(os.sched_getaffinity(0)) < 2:
        tools.say("tiny-get needs two cores, one for the server and one for the load; passed over")
        return
    prepared = installation.prepare(folder)
    pairs, rates = [], []
    for number in range(1, rounds + 1):
        port = tools.free_port()
        with tools.serve(port, prepared.database, prepared.campus) as server:
            ours, our_rate = measure(server, port, seconds)
        port = tools.free_port()
        with tools.running([tools.TOOLS / "tiny_get", port], port, "/healthz") as server:
            peer, peer_rate = measure(server, port, seconds)
        pairs.append((ours, peer))
        rates.append((our_rate, peer_rate))
        tools.say(
            f"tiny-get, round {number} of {rounds}: ours {ours:.1f} µs {our_rate:.0f}/s, "
            f"C {peer:.1f} µs {peer_rate:.0f}/s"
        )
    report.tell_ratio(
        "tiny-get", "<= 1.5 x a C sample on libmicrohttpd, processor µs a request", pairs,
        "GET /healthz, 64 keep-alive connections of wrk, server on one core and wrk on another; the sample "
        "answers the same 15 bytes from one epoll thread; processor time of the whole process",
        at_most=1.5, our_rate=report.median([ours for ours, _ in rates]),
        peer_rate=report.median([peer for _, peer in rates]),
    )


def measure(server, port, seconds):
    """Processor microseconds a request, and requests a second."""
    cores = sorted(os.sched_getaffinity(0))
    subprocess.run(["taskset", "--all-tasks", "--pid", "--cpu-list", str(cores[0]), str(server.pid)],
                   check=True, stdout=subprocess.DEVNULL)
    load = ["taskset", "--cpu-list", str(cores[1]), "wrk", "--threads", "1", "--connections", str(CONNECTIONS)]
    address = f"http://127.0.0.1:{port}/healthz"
    subprocess.run([*load, "--duration", "1s", address], check=True, stdout=subprocess.DEVNULL)
    before = tools.processor_seconds(server)
    done = subprocess.run(
        [*load, "--duration", f"{seconds}s", address], check=True, stdout=subprocess.PIPE, text=True
    )
    used = tools.processor_seconds(server) - before
    if "Non-2xx" in done.stdout or "Socket errors" in done.stdout:
        raise RuntimeError(done.stdout)
    requests = int(re.search(r"(\d+) requests in", done.stdout)[1])
    return used / requests * 1e6, float(re.search(r"Requests/sec: *([\d.]+)", done.stdout)[1])
