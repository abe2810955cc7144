"""Chromium for the programs that load pages."""
import contextlib
import os
import shutil

from playwright.sync_api import sync_playwright


@contextlib.contextmanager
def launched():
    """A browser for the length of a block."""
    root = ["--no-sandbox"] if os.geteuid() == 0 else []
    program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=root)
        yield browser
        browser.close()
