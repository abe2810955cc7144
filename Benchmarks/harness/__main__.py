"""Runs the benchmarks of the whole program; scripts/bench calls this.

Each argument names a benchmark. BENCH_ROUNDS and BENCH_SECONDS change how much is measured.
"""
import os
import shutil
import sys
import tempfile
from pathlib import Path

import advertisements
import attendance
import capacity
import fences
import gateways
import kiosk
import looking_back
import manage
import menu
import monitor
import nodes
import notices
import orders
import page_load
import payments
import presence
import pretix
import pushes
import radio
import ranging
import reminders
import replay
import screens
import sign_in
import size
import tiny_get
import tips
import tools
import visible
import windows

BENCHMARKS = {
    "advertisements": advertisements,
    "ranging": ranging,
    "radio": radio,
    "fences": fences,
    "presence": presence,
    "gateways": gateways,
    "replay": replay,
    "monitor": monitor,
    "orders": orders,
    "windows": windows,
    "nodes": nodes,
    "pretix": pretix,
    "menu": menu,
    "manage": manage,
    "looking-back": looking_back,
    "payments": payments,
    "kiosk": kiosk,
    "visible": visible,
    "screens": screens,
    "tiny-get": tiny_get,
    "sign-in": sign_in,
    "reminders": reminders,
    "attendance": attendance,
    "tips": tips,
    "pushes": pushes,
    "notices": notices,
    "page-load": page_load,
    "size": size,
    "capacity": capacity,
}


def main(names):
    unknown = [name for name in names if name not in BENCHMARKS]
    if unknown:
        tools.say(f"no benchmark is called {unknown[0]}; there are {', '.join(BENCHMARKS)}")
        return 2
    rounds = int(os.environ.get("BENCH_ROUNDS", "5"))
    seconds = int(os.environ.get("BENCH_SECONDS", "4"))
    # Beside the build, not in the system's folder for temporary files, which may not be on a disk.
    place = tools.BENCHMARKS / ".build"
    place.mkdir(exist_ok=True)
    for name in names:
        folder = Path(tempfile.mkdtemp(prefix=f"{name}-", dir=place))
        try:
            BENCHMARKS[name].run(folder, rounds, seconds)
        finally:
            shutil.rmtree(folder)
    return 0


sys.exit(main(sys.argv[1:]))
