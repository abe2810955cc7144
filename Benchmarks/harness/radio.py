"""What a gateway and a scan cost in processor time and memory, from the controller's packets on."""
import fcntl
import json
import os
import pty
import struct
import subprocess
import termios
import threading
import time

import controller
import report
import tools

SEED = 5
TRANSMITTERS = 500
# Different packets before the first comes again.
PACKETS = 20_000
GATEWAY_RATE, SCAN_RATE = 2_000, 1_000
GATEWAY = "gateway-main-cafe"
MIXTURE = (
    f"{TRANSMITTERS} transmitters of four kinds, 60 % iBeacons, each with a payload of its own, in random order, legacy reports over "
    "a TCP connection in bursts of 10 ms"
)


def run(folder, rounds, seconds):
    """Measures and reports."""
    gateway(folder, rounds, seconds)
    scan(rounds, seconds)


def gateway(folder, rounds, seconds):
    """A gateway that reports to a server, beside habluetooth on the same packets."""
    database, port = folder / "gateway.db", tools.free_port()
    ours, peers, memory = [], [], []
    with tools.serve(port, database, tools.DEMO_CAMPUS):
        state = folder / "state"
        state.mkdir(mode=0o700)
        key = subprocess.run(
            [tools.PROGRAM, "gateways", "add", GATEWAY, "--database", f"sqlite:{database}"],
            check=True, stdout=subprocess.PIPE, text=True,
        ).stdout.strip()
        url = f"http://127.0.0.1:{port}"
        (state / "key.json").write_text(json.dumps({"server": url, "gateway": GATEWAY, "key": key}), encoding="utf-8")
        (state / "key.json").chmod(0o600)
        for number in range(1, rounds + 1):
            air = controller.Controller(controller.packets(TRANSMITTERS, PACKETS, SEED), GATEWAY_RATE)
            command = [tools.PROGRAM, "gateway", "--server", url, "--adapter", air.adapter, "--state", state]
            mine, megabytes = cost(command, air, seconds)
            air = controller.Controller(controller.packets(TRANSMITTERS, PACKETS, SEED), GATEWAY_RATE)
            theirs, _ = cost([tools.PYTHON, tools.BENCHMARKS / "peers" / "gateway.py", air.adapter.split(":")[-1]], air, seconds)
            ours.append(mine)
            peers.append(theirs)
            memory.append(megabytes - smallest_memory())
            tools.say(
                f"gateway, round {number} of {rounds}: ours {mine:.1f} µs and {memory[-1]:.1f} MB more than `version`, "
                f"habluetooth {theirs:.1f} µs"
            )
    rule = (
        f"{MIXTURE}, {GATEWAY_RATE} a second; processor time of the whole process for an advertisement; ours also writes a report a "
        "second to a file and sends it to a server on this machine; the peer is habluetooth's remote scanner and manager behind "
        "asyncio, which stores nothing and sends nothing"
    )
    report.tell(
        "gateway.time", "<= 7 µs an advertisement", report.median(ours), rule, met=report.median(ours) <= 7,
        peer=report.median(peers), ratio=report.median([mine / peer for mine, peer in zip(ours, peers)]), rounds=rounds,
    )
    report.tell(
        "gateway.memory", "<= 10 MB above `vicinity version`", report.median(memory), rule,
        met=report.median(memory) <= 10, rounds=rounds,
    )


def scan(rounds, seconds):
    """A scan that a person looks at."""
    shares = []
    for number in range(1, rounds + 1):
        air = controller.Controller(controller.packets(TRANSMITTERS, PACKETS, SEED), SCAN_RATE)
        master, terminal = pty.openpty()
        drain(master)
        microseconds, _ = cost([tools.PROGRAM, "scan", "--adapter", air.adapter], air, seconds, stdout=terminal)
        os.close(terminal)
        shares.append(microseconds * SCAN_RATE / 1e4)
        tools.say(f"scan, round {number} of {rounds}: {shares[-1]:.1f} % of a core")
    share = report.median(shares)
    rule = f"{MIXTURE}, {SCAN_RATE} a second; the live table in a terminal of 24 lines; processor time of the whole process"
    report.tell("scan.share", "< 5 % of a core", share, rule, met=share < 5, rounds=rounds)


def cost(command, air, seconds, stdout=subprocess.DEVNULL):
    """Microseconds of processor time for an advertisement, and the megabytes in use at the end.

    The first second, in which a host starts and sees each transmitter for the first time, does not count.
    """
    process = subprocess.Popen(list(map(str, command)), stdin=subprocess.PIPE, stdout=stdout, stderr=subprocess.DEVNULL)
    try:
        if not air.scanning.wait(30):
            raise RuntimeError(f"{command[0]} did not begin to scan")
        time.sleep(1)
        used, sent = tools.processor_seconds(process), air.sent
        time.sleep(seconds)
        used, sent = tools.processor_seconds(process) - used, air.sent - sent
        megabytes = tools.resident_megabytes(process)
    finally:
        process.terminate()
        process.communicate(timeout=30)
    return used * 1e6 / sent, megabytes


def smallest_memory():
    """The most memory that `vicinity version` uses, in megabytes."""
    # A program begins with the memory of the one that starts it, which therefore is a small one.
    code = "import os, sys; os.posix_spawn(sys.argv[1], sys.argv[1:], {}); print(os.wait3(0)[2].ru_maxrss)"
    done = subprocess.run([tools.PYTHON, "-c", code, tools.PROGRAM, "version"], check=True, stdout=subprocess.PIPE, text=True)
    return int(done.stdout.split()[-1]) / 1024


def drain(master):
    """Reads what a terminal shows, as a terminal would."""
    fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 100, 0, 0))

    def read():
        try:
            while os.read(master, 65_536):
                pass
        except OSError:
            pass

    threading.Thread(target=read, daemon=True).start()
