"""Printing a page as PDF, by a browser of this machine and by nothing else."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from moot.client import Refused

NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "msedge",
    "brave-browser",
    "chromium-headless-shell",
)
_APPS = (
    "Chromium.app/Contents/MacOS/Chromium",
    "Google Chrome.app/Contents/MacOS/Google Chrome",
    "Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
)
_PROGRAMS = ("Google/Chrome/Application/chrome.exe", "Microsoft/Edge/Application/msedge.exe")
_FETCHED = (".cache/ms-playwright", "Library/Caches/ms-playwright", "AppData/Local/ms-playwright")
_INSIDE = ("chrome-linux*/chrome", "chrome-mac*/Chromium.app/Contents/MacOS/Chromium", "chrome-win*/chrome.exe")
_SECONDS = 120
_ALONE = (
    "--headless",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--no-pdf-header-footer",
)
"""The page may load nothing (it says so itself), and the browser shall ask nobody either."""


def browser_here() -> Path | None:
    """A browser of this machine that can print: Chromium, Chrome, Edge, Brave, or one that Playwright has fetched."""
    return next((path for path in _candidates() if path.is_file()), None)


def _candidates() -> Iterator[Path]:
    yield from (Path(found) for name in NAMES if (found := shutil.which(name)))
    yield from (Path("/Applications", app) for app in _APPS)
    roots = (os.environ.get(name) for name in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"))
    yield from (Path(root, program) for root in roots if root for program in _PROGRAMS)
    for folder in _FETCHED:
        for inside in _INSIDE:
            yield from sorted((Path.home() / folder).glob(f"chromium-*/{inside}"), reverse=True)


def printed(page: bytes) -> bytes:
    """A page that needs nothing else, as PDF."""
    browser = browser_here()
    if browser is None:
        raise Refused(
            {
                "code": "NO_BROWSER",
                "message": "No browser that can print a PDF is here: no Chromium, Chrome, Edge or Brave.",
                "suggestion": "Install one (apt install chromium), or export as html, open it and print it.",
            },
            0,
        )
    with tempfile.TemporaryDirectory(prefix="moot-print-") as scratch:
        return _printed(browser, Path(scratch), page)


def _printed(browser: Path, folder: Path, page: bytes) -> bytes:
    source, made = folder / "debate.html", folder / "debate.pdf"
    source.write_bytes(page)
    # As root it cannot make a sandbox of its own; the page has no script, and may load nothing.
    own = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    command = [str(browser), *_ALONE, *own, f"--user-data-dir={folder / 'profile'}", f"--print-to-pdf={made}"]
    try:
        done = subprocess.run(
            [*command, source.as_uri()], stdin=subprocess.DEVNULL, capture_output=True, timeout=_SECONDS, check=False
        )
        trouble = done.stderr.decode(errors="replace").strip().splitlines()[-1:] or ["it said nothing"]
    except (OSError, subprocess.TimeoutExpired) as failed:
        trouble = [str(failed)]
    if not made.is_file() or not (pdf := made.read_bytes()).startswith(b"%PDF-"):
        raise Refused(
            {
                "code": "NO_BROWSER",
                "message": f"{browser} did not print the page: {trouble[0][:300]}.",
                "suggestion": "Export as html, open it in a browser and print it there.",
            },
            0,
        )
    return pdf
