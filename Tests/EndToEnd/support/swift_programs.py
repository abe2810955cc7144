"""Programs of a few sources that a test compiles against the modules of the debug build."""

import subprocess

from debug_build import BUILD, ROOT

TIP_ROOMS = ["SQLite", "Processes", "JSON", "TipRules", "TipCore", "TipRuntime", "TipViews", "TipEngine"]
MAIL_ROOMS = ["JSON", "Tracing", "Outgoing"]


def tip_modules():
    """The compiler's arguments for programs that import the rooms of the tips."""
    return [
        "-I", BUILD / "Modules", "-Xcc", f"-fmodule-map-file={ROOT}/Sources/CSQLite/module.modulemap",
        "-load-plugin-executable", f"{BUILD}/TipMacroPlugin-tool#TipMacroPlugin",
    ]


def swiftc(*arguments):
    """Compiles, or fails the test with what the compiler says."""
    ended = subprocess.run(["swiftc", *map(str, arguments)], capture_output=True, text=True, timeout=900)
    assert ended.returncode == 0, ended.stderr


def objects_of(rooms):
    """What was compiled of some rooms."""
    return [
        file
        for room in rooms
        for file in sorted((BUILD / f"{room}.build").glob("*.swift.o"))
        # A build that goes on from an earlier one leaves the objects of sources that are gone.
        if any((ROOT / "Sources" / room).rglob(file.name.removesuffix(".o")))
    ]


def tip_program(program, language, sources):
    """Compiles a program of some sources with the rooms of the tips in it."""
    swiftc("-parse-as-library", "-Onone", "-o", program, *language, *tip_modules(), *sources, *objects_of(TIP_ROOMS), "-lsqlite3")
    return program


def mail_program(program, sources):
    """Compiles a program of some sources with the room `Outgoing` in it."""
    swiftc(
        "-parse-as-library", "-Onone", "-swift-version", "6", "-o", program, "-I", BUILD / "Modules",
        "-Xcc", f"-fmodule-map-file={ROOT}/Sources/CCurl/module.modulemap",
        "-Xcc", f"-fmodule-map-file={ROOT}/Sources/COpenSSL/module.modulemap", *sources, *objects_of(MAIL_ROOMS), "-lcurl", "-lcrypto",
    )
    return program
