"""Does something once in a run of the tests: the first worker that needs it does it, the others wait and share the result."""

import contextlib
import fcntl
import os


class OncePerRun:
    def __init__(self, factory):
        base = factory.getbasetemp()
        # Each worker has a folder of its own in that of the run.
        self.folder = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base

    def __call__(self, name, make):
        """Calls `make` with a new folder unless a worker has done so before, and returns the folder."""
        folder = self.folder / f"once-{name}"
        failure = folder / "failure"
        with self._locked(name):
            if not folder.exists():
                folder.mkdir()
                try:
                    make(folder)
                except BaseException as error:
                    failure.write_text(str(error), encoding="utf-8")
                    raise
            assert not failure.exists(), f"{name} failed in another worker:\n{failure.read_text(encoding='utf-8')}"
        return folder

    @contextlib.contextmanager
    def _locked(self, name):
        """Holds a lock that the system releases when the process ends, however it ends."""
        with open(self.folder / f"once-{name}.lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
