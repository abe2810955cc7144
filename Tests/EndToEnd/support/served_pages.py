"""The folder of pages that servers of the tests serve."""

import contextlib
import shutil


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
