"""The package of `make package`: the program inside starts with the files inside. `make package-check` tests more."""

import re
import subprocess
import tarfile

import pytest

from command_line import vicinity
from demo_server import ROOT
from server import Server, free_port

PACKAGES = sorted((ROOT / "artefacts").glob("vicinity_*.deb"))


def test_the_program_has_one_version():
    printed = vicinity("--version").stdout
    assert re.fullmatch(r"vicinity \d+\.\d+\.\d+\n", printed)
    assert vicinity("version").stdout == printed
    # The newest release of the list of changes.
    (newest, *_) = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)
    assert printed == f"vicinity {newest}\n"


def test_the_manual_page_is_in_order():
    page = vicinity("manual").stdout
    shown = subprocess.run(
        ["groff", "-man", "-Tutf8", "-ww", "-z"], input=page, capture_output=True, text=True, check=True, timeout=60
    )
    assert shown.stderr == ""
    assert ".SS \"vicinity serve\"" in page


def test_the_package_makes_the_groups_of_its_units_and_restarts_them():
    script = (ROOT / "Packaging/debian/postinst").read_text(encoding="utf-8")
    (restarted,) = re.findall(r"try-restart (.*) >/dev/null", script)
    # The monitors are a unit of the person, which their own manager runs.
    system = [unit for unit in (ROOT / "Packaging/systemd").glob("*.service") if unit.name != "vicinity-monitors.service"]
    assert sorted(restarted.split()) == sorted(unit.name for unit in system)
    groups = {name for unit in system for name in re.findall(r"^SupplementaryGroups=(\w+)$", unit.read_text(), re.M)}
    assert groups == set(re.findall(r"addgroup --system --quiet (\w+);", script))
    # Both use BlueZ.
    for unit in ("vicinity-gateway.service", "vicinity-advertise.service"):
        assert "\nSupplementaryGroups=bluetooth\n" in (ROOT / "Packaging/systemd" / unit).read_text(encoding="utf-8")


@pytest.mark.skipif(not PACKAGES, reason="make package has not been run")
def test_the_package_starts(tmp_path):
    root, port = tmp_path / "root", free_port()
    archive = tmp_path / "files.tar"
    with archive.open("wb") as output:
        subprocess.run(["dpkg-deb", "--fsys-tarfile", PACKAGES[-1]], stdout=output, check=True)
    with tarfile.open(archive) as files:
        assert all(member.uid == member.gid == 0 for member in files)
        files.extractall(root, filter="tar")
    settings = (root / "etc/vicinity/vicinity.conf").read_text()
    for old, new in {"/usr/share": f"{root}/usr/share", "/var/lib/vicinity": str(tmp_path), ":8080": f":{port}"}.items():
        assert old in settings
        settings = settings.replace(old, new)
    (tmp_path / "vicinity.conf").write_text(settings)
    campus = root / "usr/share/vicinity/examples/demo-campus.json"
    command = [root / "usr/bin/vicinity", "serve", "--config", tmp_path / "vicinity.conf", "--campus", campus]
    server = Server(command, port, tmp_path / "server.log")
    # Ready, with a campus: the pages were found too.
    server.start()
    assert server.stop() == 0, server.end_of_log()
    # The runtime is inside.
    linked = subprocess.run(["ldd", root / "usr/bin/vicinity"], capture_output=True, text=True, check=True).stdout
    assert "libswift" not in linked and "not found" not in linked
