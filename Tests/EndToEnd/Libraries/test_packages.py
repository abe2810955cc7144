"""Somebody else's package takes one library of ours; docs/libraries.md shows the same files."""

import fcntl
import shutil
import subprocess

import pytest

from debug_build import BUILT_WITHIN_SECONDS, ROOT

PACKAGE = ROOT / "Tests" / "EndToEnd" / "Libraries" / "Doorbell"
# What the server needs, and a library that senses or shows tips does not.
FOREIGN = ["libmicrohttpd", "libgnutls", "libcurl", "libcrypto", "libargon2", "libqrencode"]
TIPS = """import TipEngine

struct Welcome: Tip {
    var title: Text { Text("Welcome") }
}

@main struct Program {
    static func main() throws {
        try Tips.configure()
        print(Welcome().id)
    }
}
"""


def build_package(folder, library, source=None):
    """Builds the package outside of our tree; what it takes of ours stays built between runs. Returns its program."""
    shutil.copytree(PACKAGE, folder)
    description = folder / "Package.swift"
    text = description.read_text().replace("../vicinity", str(ROOT)).replace('"LocationCompatibility"', f'"{library}"')
    description.write_text(text)
    if source:
        (folder / "Sources" / "Doorbell" / "Doorbell.swift").write_text(source)
    scratch = ROOT / ".build" / f"packages-{library}"
    scratch.parent.mkdir(exist_ok=True)
    program = folder / "program"
    # Another worker that builds replaces the program, also while somebody copies it.
    with open(scratch.with_suffix(".lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        ended = subprocess.run(
            ["swift", "build", "--scratch-path", scratch], cwd=folder, capture_output=True, text=True,
            timeout=BUILT_WITHIN_SECONDS)
        assert ended.returncode == 0, ended.stdout + ended.stderr
        shutil.copy(scratch / "debug" / "Doorbell", program)
    return program


def linked(program):
    listed = subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout
    return [line.split()[0] for line in listed.splitlines()]


def targets(library):
    """The modules that were built for the program."""
    folders = (ROOT / ".build" / f"packages-{library}" / "debug").glob("*.build")
    return {folder.stem for folder in folders if any(folder.glob("*.o"))}


@pytest.mark.timeout(BUILT_WITHIN_SECONDS + 300)
@pytest.mark.parametrize("library, source", [("LocationCompatibility", None), pytest.param("TipEngine", TIPS, marks=pytest.mark.long)])
def test_a_package_takes_one_library_without_the_web(library, source, tmp_path):
    program = build_package(tmp_path / "Doorbell", library, source)
    libraries = linked(program)
    assert any(name.startswith("libsqlite3") for name in libraries)
    assert [name for name in libraries if name.startswith(tuple(FOREIGN))] == []
    assert library in targets(library)
    assert not {"HTTPCore", "HTTPServer", "Outgoing", "Workplace", "Cryptography", "vicinity"} & targets(library)


def test_the_page_shows_the_files_of_the_package():
    page = (ROOT / "docs" / "libraries.md").read_text(encoding="utf-8")
    for file in ["Package.swift", "Sources/Doorbell/Doorbell.swift"]:
        assert (PACKAGE / file).read_text(encoding="utf-8").strip() in page, file
