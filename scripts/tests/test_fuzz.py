"""A fuzzer that fails does not keep the others from running, and the whole fails at the end."""

import os
import pathlib
import subprocess
import tempfile
import unittest

from load import ROOT


class FuzzTests(unittest.TestCase):
    """Runs scripts/fuzz in a folder of its own, with stand-ins for the compiler and the fuzzers."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.ran = self.root / "ran"
        (self.root / "scripts").mkdir()
        (self.root / "scripts" / "fuzz").write_bytes((ROOT / "scripts" / "fuzz").read_bytes())
        (self.root / "bin").mkdir()
        # A product that cannot be built is named Broken.
        self.program(self.root / "bin" / "swift", 'case "$*" in *FuzzBroken*) exit 1 ;; esac')

    def program(self, path, body):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/bash\n{body}\n", encoding="utf-8")
        path.chmod(0o755)

    def fuzzer(self, name, code):
        (self.root / "Fuzz" / "Sources" / f"Fuzz{name}").mkdir(parents=True)
        self.program(self.root / "Fuzz" / ".build" / "release" / f"Fuzz{name}", f"echo {name} >>{self.ran}; exit {code}")

    def fuzz(self, *arguments):
        environment = {**os.environ, "PATH": f"{self.root / 'bin'}:{os.environ['PATH']}"}
        command = ["/bin/bash", self.root / "scripts" / "fuzz", *arguments]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    def test_all_run_and_those_that_failed_are_named_at_the_end(self):
        for name, code in [("Alpha", 0), ("Beta", 77), ("Broken", 0), ("Gamma", 0)]:
            self.fuzzer(name, code)
        ended = self.fuzz("1")
        self.assertEqual(ended.returncode, 1)
        self.assertEqual(ended.stderr.splitlines()[-1], "Failed: Beta Broken")
        # Each that goes well runs a second time, to keep what is needed of its corpus.
        self.assertEqual(self.ran.read_text(encoding="utf-8").split(), ["Alpha", "Alpha", "Beta", "Gamma", "Gamma"])

    def test_when_all_go_well_nothing_is_said(self):
        self.fuzzer("Alpha", 0)
        ended = self.fuzz("1", "Alpha")
        self.assertEqual((ended.returncode, ended.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
