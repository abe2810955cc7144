"""What is missing is named with its reason, and installed only in a way that the machine allows."""

import os
import pathlib
import subprocess
import tempfile
import unittest

from load import ROOT


class SetupTests(unittest.TestCase):
    """Runs scripts/setup with stand-ins for every command that looks at the machine or changes it."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.bin = pathlib.Path(folder.name)
        self.called = self.bin / "called"
        self.stand_in("swift", 'echo "Swift version 6.3.1 (swift-6.3.1-RELEASE)"')
        self.stand_in("pkg-config", "exit 1")
        self.stand_in("id", "echo 0")
        self.stand_in("apt-get", f'echo "apt-get $*" >>{self.called}')
        self.stand_in("sudo", f'echo sudo >>{self.called}; exec "$@"')
        self.stand_in("promtool", "exit 0")
        self.installed("pkg-config", "libc6-dev", "libstdc++-12-dev", "libsqlite3-dev", "libpq-dev", "libssl-dev", "tzdata",
            "libcurl4-openssl-dev", "ca-certificates", "libargon2-dev", "libturbojpeg0-dev", "libspng-dev", "libwebp-dev", "libqrencode-dev", "libsystemd-dev", "zlib1g-dev")
        for tool in ("bash", "dirname", "sed", "head", "env", "cat"):
            (self.bin / tool).symlink_to(subprocess.run(["which", tool], capture_output=True, text=True).stdout.strip())

    def stand_in(self, name, body):
        path = self.bin / name
        path.write_text(f"#!/bin/bash\n{body}\n", encoding="utf-8")
        path.chmod(0o755)

    def installed(self, *packages):
        self.stand_in("dpkg-query", f'case " {" ".join(packages)} " in *" ${{@: -1}} "*) printf installed ;; *) exit 1 ;; esac')

    def setup_for_running(self):
        return self.setup_for("run")

    def setup_for(self, purpose):
        environment = {"PATH": str(self.bin), "HOME": os.environ.get("HOME", "/")}
        command = ["/bin/bash", ROOT / "scripts" / "setup", purpose]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    def calls(self):
        return self.called.read_text(encoding="utf-8").splitlines() if self.called.exists() else []

    def test_a_missing_package_is_named_with_its_reason_and_installed(self):
        ended = self.setup_for_running()
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertIn("Missing Debian package libmicrohttpd-dev: HTTP and TLS", ended.stderr)
        self.assertEqual(len(ended.stderr.splitlines()), 2)
        self.assertEqual(
            self.calls(),
            ["apt-get update --quiet", "apt-get install --yes --quiet --no-install-recommends libmicrohttpd-dev"],
        )

    def test_measuring_needs_its_tools_besides(self):
        self.stand_in("pkg-config", "exit 0")
        for tool in ("cc", "taskset"):
            self.stand_in(tool, "exit 0")
        self.stand_in("python3", "exit 1")
        ended = self.setup_for("bench")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertEqual(
            self.calls()[-1],
            "apt-get install --yes --quiet --no-install-recommends"
            " g++ libgeos-dev libboost-dev wrk redis-server python3-venv",
        )

    def test_packing_needs_its_tools_besides(self):
        self.stand_in("pkg-config", "exit 0")
        self.stand_in("strip", "exit 0")
        ended = self.setup_for("package")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertEqual(self.calls()[-1], "apt-get install --yes --quiet --no-install-recommends dpkg-dev xz-utils")

    def setup_for_testing_without_the_shell(self):
        """Everything is there but the browser's shell, and Python's environment needs nothing."""
        self.stand_in("pkg-config", "exit 0")
        self.stand_in("cmp", "exit 0")
        fonts = ("fonts-dejavu-core", "fonts-noto-core", "fonts-noto-cjk")
        tools = (
            "nodejs", "python3-venv", "nginx", "openssl", "dbus-daemon", "python3-dbusmock", "tshark", "bluez", "systemd", "groff-base",
            "chromium", "firefox-esr",
        )
        self.installed("pkg-config", "libc6-dev", "libstdc++-12-dev", "tzdata", *tools, *fonts)
        return self.setup_for("test")

    def test_the_browsers_shell_is_installed_where_there_is_no_browser(self):
        ended = self.setup_for_testing_without_the_shell()
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertEqual(
            self.calls()[-1], "apt-get install --yes --quiet --no-install-recommends chromium-headless-shell"
        )

    def test_a_browser_that_is_there_does_where_its_shell_cannot_be_had(self):
        self.stand_in("chromium", "exit 0")
        self.assertEqual(self.setup_for_testing_without_the_shell().returncode, 0)
        self.assertIn("chromium-headless-shell", self.calls()[-1])
        self.stand_in("apt-get", "exit 100")
        ended = self.setup_for_testing_without_the_shell()
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertIn("Goes on without chromium-headless-shell.", ended.stderr)

    def test_without_a_browser_what_cannot_be_installed_ends_the_setup(self):
        self.stand_in("apt-get", "exit 100")
        self.assertNotEqual(self.setup_for_testing_without_the_shell().returncode, 0)

    def checkout(self):
        """A folder of its own with the script, where the environment is made anew."""
        self.setup_for_testing_without_the_shell()
        root = self.bin / "checkout"
        (root / "scripts").mkdir(parents=True)
        (root / "scripts" / "setup").write_bytes((ROOT / "scripts" / "setup").read_bytes())
        (root / "Tests" / "EndToEnd").mkdir(parents=True)
        (root / "Tests" / "EndToEnd" / "requirements.txt").write_text("anything==1\n", encoding="utf-8")
        self.stand_in("chromium-headless-shell", "exit 0")
        self.stand_in("fc-list", "echo ja")
        self.stand_in("cmp", "exit 1")
        python = self.bin / "python3"
        self.stand_in("python3", f'mkdir -p "${{@: -1}}/bin"; echo \'echo "$@" >>{self.called}\' >"${{@: -1}}/bin/python"; chmod +x "${{@: -1}}/bin/python"')
        self.assertTrue(python.exists())
        for tool in ("rm", "cp", "mkdir", "chmod", "mktemp", "tar"):
            (self.bin / tool).symlink_to(subprocess.run(["which", tool], capture_output=True, text=True).stdout.strip())
        return root

    def setup_of(self, root):
        environment = {"PATH": str(self.bin), "HOME": "/"}
        command = ["/bin/bash", root / "scripts" / "setup", "test"]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    def test_python_packages_are_installed_by_their_hashes(self):
        ended = self.setup_of(self.checkout())
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertIn("--require-hashes", self.calls()[-1])

    def test_promtool_alone_is_taken_out_of_its_package(self):
        root = self.checkout()
        (self.bin / "promtool").unlink()
        (self.bin / "package" / "usr" / "bin").mkdir(parents=True)
        (self.bin / "package" / "usr" / "bin" / "promtool").write_text("the program", encoding="utf-8")
        self.stand_in("apt-get", f'echo "apt-get $*" >>{self.called}; case "$*" in download*) echo >prometheus_1_amd64.deb ;; esac')
        self.stand_in("dpkg-deb", f'[ -e "${{@: -1}}" ] && exec tar -c -C {self.bin}/package ./usr/bin/promtool')
        ended = self.setup_of(root)
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertEqual((root / ".build" / "tools" / "promtool").read_text(encoding="utf-8"), "the program")
        self.assertNotIn("install --yes --quiet --no-install-recommends prometheus", "\n".join(self.calls()))

    def test_without_promtool_the_setup_goes_on(self):
        root = self.checkout()
        (self.bin / "promtool").unlink()
        self.stand_in("apt-get", 'case "$*" in *prometheus*) exit 100 ;; esac')
        ended = self.setup_of(root)
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertIn("Goes on without promtool.", ended.stderr)

    def test_every_python_package_is_pinned_with_its_hashes(self):
        text = (ROOT / "Tests" / "EndToEnd" / "requirements.txt").read_text(encoding="utf-8")
        lines = [line for line in text.replace("\\\n", " ").splitlines() if line and not line.lstrip().startswith("#")]
        self.assertGreater(len(lines), 40)
        for line in lines:
            self.assertRegex(line, r"^[A-Za-z0-9_.-]+==\S+( +--hash=sha256:[0-9a-f]{64})+ *$")

    def test_nothing_is_called_when_nothing_is_missing(self):
        self.stand_in("pkg-config", "exit 0")
        ended = self.setup_for_running()
        self.assertEqual((ended.returncode, ended.stderr, self.calls()), (0, "", []))

    def test_who_is_not_root_installs_with_sudo(self):
        self.stand_in("id", "echo 1000")
        self.assertEqual(self.setup_for_running().returncode, 0)
        self.assertEqual(self.calls()[0], "sudo")

    def test_who_is_not_root_and_has_no_sudo_is_told_the_command(self):
        self.stand_in("id", "echo 1000")
        (self.bin / "sudo").unlink()
        ended = self.setup_for_running()
        self.assertEqual(ended.returncode, 1)
        self.assertIn("apt-get install --no-install-recommends libmicrohttpd-dev", ended.stderr)
        self.assertEqual(self.calls(), [])

    def test_an_old_toolchain_is_refused_with_its_version(self):
        self.stand_in("swift", 'echo "Swift version 6.1.2 (swift-6.1.2-RELEASE)"')
        ended = self.setup_for_running()
        self.assertEqual(ended.returncode, 1)
        self.assertIn("Swift 6.1 is on PATH; Vicinity needs 6.3 or later.", ended.stderr)

    def test_a_missing_toolchain_is_told_with_its_address(self):
        (self.bin / "swift").unlink()
        ended = self.setup_for_running()
        self.assertEqual(ended.returncode, 1)
        self.assertIn("https://www.swift.org/install/linux/", ended.stderr)


if __name__ == "__main__":
    unittest.main()
