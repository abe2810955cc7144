"""Waits for what comes about outside of a page."""

import time

LOOK_EVERY_SECONDS = 0.05
# Whatever comes at all has come by then, however busy the machine is: beside the Swift tests all is five to ten times slower.
PATIENCE_SECONDS = 60


def wait_until(is_so, told=lambda: None, patience=PATIENCE_SECONDS):
    """Waits for a condition; `told` says at the end what there was instead."""
    deadline = time.monotonic() + patience
    while not is_so():
        assert time.monotonic() < deadline, told()
        time.sleep(LOOK_EVERY_SECONDS)


# A page whose clock for durations stands still: what it does only within a time it does, however busy the machine is.
STOP_CLOCK = "() => { const now = performance.now(); performance.now = () => now }"
