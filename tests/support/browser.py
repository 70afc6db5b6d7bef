"""A real Chromium for browser tests."""

import os
import shutil
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, expect, sync_playwright

PATIENCE = 30_000
"""How many milliseconds a page may take on a busy machine."""
UNAVAILABLE = "Chromium could not be had: browser tests will be skipped"
# The shell first: it draws no window, and a page costs it a quarter of the work.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
MACOS = ("Chromium.app/Contents/MacOS/Chromium", "Google Chrome.app/Contents/MacOS/Google Chrome")
# A browser under test asks nobody but the page under test.
QUIET = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    "--disable-domain-reliability",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--force-prefers-reduced-motion",
    "--no-first-run",
)


expect.set_options(timeout=PATIENCE)


def find_chromium() -> Path | None:
    """The executable of a Chromium or Chrome on this machine, if there is one."""
    for name in NAMES:
        if found := shutil.which(name):
            return Path(found)
    for place in MACOS:
        if (app := Path("/Applications", place)).exists():
            return app
    with sync_playwright() as playwright:
        own = Path(playwright.chromium.executable_path)
    return own if own.exists() else None


def launch_flags() -> list[str]:
    """The command-line flags to launch Chromium with."""
    return [*QUIET, "--no-sandbox"] if os.geteuid() == 0 else [*QUIET]


@contextmanager
def launched(executable: Path) -> Generator[Browser]:
    """A headless browser with an empty profile."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=launch_flags())
        try:
            yield browser
        finally:
            browser.close()
