"""The folder of pages that servers of the tests serve."""

import contextlib
import re
import shutil
import subprocess

SCRIPT = re.compile(r'src="/assets/([^"]+\.js)"')


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
    """Copies the pages, of their languages all or those that are named; a server renders each page in each when it starts."""
    shutil.copytree(shipped, folder, ignore=shutil.ignore_patterns("*.test.js", "*.test-support.js"))
    for catalogue in folder.glob("locales/*.po"):
        if languages and catalogue.stem not in languages:
            catalogue.unlink()
    return folder


def join_modules(folder):
    """Joins the modules of each page with esbuild: a browser loads the page in half of the time.

    The order page is made of 137 modules. Each entry keeps its name, so that the pages themselves stay as they are.
    """
    entries = sorted({entry for page in folder.rglob("*.html") for entry in SCRIPT.findall(page.read_text("utf-8"))})
    # Shared parts go to a folder beside those of the modules: they find the core by an address relative to their own.
    options = ["--bundle", "--splitting", "--format=esm", "--outdir=.", "--allow-overwrite", "--chunk-names=joined/[name]-[hash]"]
    subprocess.run(["esbuild", "--log-level=error", *options, *entries], cwd=folder, check=True)
