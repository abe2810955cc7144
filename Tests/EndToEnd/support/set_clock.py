"""A time of day that a test sets, for whole processes."""

import datetime
import os
import pathlib
import struct
import subprocess
import time

SOURCE = pathlib.Path(__file__).with_name("set_clock.c")


class SetClock:
    """Processes with `environment` show the time that was set last, and go on from there. Durations are real."""

    def __init__(self, folder: pathlib.Path, zone):
        self.day = datetime.datetime.now(zone)
        self.file = folder / "clock"
        self._set_shift(0)
        library = folder / "set_clock.so"
        # The compiler is the toolchain's.
        subprocess.run(["clang", "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", library, SOURCE], check=True, timeout=120)
        self.environment = {**os.environ, "LD_PRELOAD": str(library), "SET_CLOCK": str(self.file)}

    def _set_shift(self, nanoseconds):
        # In place, because the processes have the file in their memory.
        with self.file.open("r+b" if self.file.exists() else "wb") as file:
            file.write(struct.pack("=q", nanoseconds))

    def set(self, text):
        """Sets the time of the first day by the zone's clock, such as "08:58", and returns it in UTC."""
        hour, minute = map(int, text.split(":"))
        moment = self.day.replace(hour=hour, minute=minute, second=0, microsecond=0)
        self._set_shift(int((moment.timestamp() - time.time()) * 1_000_000_000))
        return moment.astimezone(datetime.UTC)
