"""The folder of pages that servers of the tests serve."""

import contextlib
import pathlib
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


# What a server cannot start without, and what its API reads: texts of notices, and tips.
WITHOUT_PAGES = ("core/*", "images/*", "locales/en.po", "Tips/catalogue.json")
EMPTY_PAGE = "<!doctype html>\n<title>Vicinity</title>\n"


def copy_without_pages(shipped, folder):
    """Copies what a server needs for its API alone: it starts in less than half of the processor time."""
    for pattern in WITHOUT_PAGES:
        for file in filter(pathlib.Path.is_file, shipped.glob(pattern)):
            target = folder / file.relative_to(shipped)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, target)
    (folder / "Shared").mkdir()
    for name in ("index", "not-found"):
        (folder / "Shared" / f"{name}.html").write_text(EMPTY_PAGE, "utf-8")
    return folder


def copy(shipped, folder, languages=None):
    """Copies the pages, of their languages all or those that are named: a server reads the catalogue of each when it starts."""
    shutil.copytree(shipped, folder, ignore=shutil.ignore_patterns("*.test.js", "*.test-support.js"))
    for catalogue in folder.glob("locales/*.po"):
        if languages and catalogue.stem not in languages:
            catalogue.unlink()
    return folder
