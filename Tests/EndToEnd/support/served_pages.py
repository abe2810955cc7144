"""The folder of pages that servers of the tests serve."""

import contextlib
import re
import shutil
import subprocess

SCRIPT = re.compile(r'src="/assets/([^"]+\.js)"')
# What every page loads, before its own script if it has one.
FIRST = "Shared/language-menu.js"
FIRST_OF_TWO = re.compile(rf'<script [^>]*src="/assets/{FIRST}"></script>\s*(?=<script )')
IMPORT = re.compile(r'@import url\("([^"]+)"\);')


class ServedPages:
    """The pages as they are shipped in `shipped`, and in `folder` those that a server gets that asks for no others."""

    def __init__(self, shipped):
        self.folder = self.shipped = shipped

    @contextlib.contextmanager
    def using(self, folder):
        """Servers that are made meanwhile get other pages."""
        before, self.folder = self.folder, folder
        try:
            yield
        finally:
            self.folder = before


def copy(shipped, folder, languages=None):
    """Copies the pages, of their languages all or those that are named: a server reads the catalogue of each when it starts."""
    shutil.copytree(shipped, folder, ignore=shutil.ignore_patterns("*.test.js", "*.test-support.js"))
    for catalogue in folder.glob("locales/*.po"):
        if languages and catalogue.stem not in languages:
            catalogue.unlink()
    return folder


def join_files(folder):
    """Joins the modules of each page with esbuild, and the style sheets that every page has, and returns the folder.

    A browser loads a page in half of the time: the order page has 137 modules and 20 style sheets. The script that every page
    loads first becomes part of the page's own.
    """
    for page in folder.rglob("*.html"):
        page.write_text(FIRST_OF_TWO.sub("", page.read_text("utf-8")), encoding="utf-8")
    entries = {entry for page in folder.rglob("*.html") for entry in SCRIPT.findall(page.read_text("utf-8"))}
    for entry in entries:
        file = folder / "joined" / entry
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("".join(f'import "../../{module}"\n' for module in dict.fromkeys([FIRST, entry])), encoding="utf-8")
    options = ["--bundle", "--format=esm", "--outbase=joined", "--outdir=.", "--allow-overwrite"]
    subprocess.run(["esbuild", "--log-level=error", *options, *(f"joined/{entry}" for entry in sorted(entries))], cwd=folder, check=True)
    shutil.rmtree(folder / "joined")
    sheet = folder / "Shared" / "styles" / "vicinity.css"
    sheet.write_text(IMPORT.sub(lambda found: (sheet.parent / found[1]).read_text("utf-8"), sheet.read_text("utf-8")), encoding="utf-8")
    return folder
