"""Waits for what comes about outside of a page."""

import time

LOOK_EVERY_SECONDS = 0.05
# For `expect` where something has to come at once, however busy the machine is; other things it waits for much longer.
AT_ONCE_MILLISECONDS = 2_000


def wait_until(is_so, seconds):
    deadline = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(LOOK_EVERY_SECONDS)
