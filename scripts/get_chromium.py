"""Gets a Chromium for the browser tests: one that is here, Debian's, or Playwright's own."""

import os
import shutil
import subprocess
import sys

from tests.support.browser import UNAVAILABLE, find_chromium

APT = ("apt-get", "-qq", "-o", "Acquire::Retries=1", "-o", "Acquire::http::Timeout=30")
# The shell draws no windows, which is most of what a page costs; not every system has it.
BROWSERS = ("chromium-headless-shell", "chromium")
# Without a font, pages render boxes instead of text.
FONTS = ("fonts-liberation", "fonts-dejavu-core")


def attempt(*command: str) -> bool:
    """Whether a command succeeded; what it printed matters to nobody when it did."""
    env = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    try:
        done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=900)
    except (OSError, subprocess.TimeoutExpired) as error:
        print(f"  {command[0]}: {error}", file=sys.stderr)
        return False
    if done.returncode != 0:
        lines = f"{done.stderr}\n{done.stdout}\nno message".strip().splitlines()
        told = next((line for line in lines if "error" in line.lower()), lines[0])
        print(f"  {' '.join(command[:3])}: {told.strip()}", file=sys.stderr)
    return done.returncode == 0


def may_install() -> bool:
    """Whether packages of the system can be installed here."""
    return os.geteuid() == 0 and shutil.which("apt-get") is not None


def by_apt() -> bool:
    """Install Debian's Chromium, where that is possible."""
    if not may_install():
        return False
    attempt(*APT, "update")
    return any(attempt(*APT, "install", "-y", "--no-install-recommends", name, *FONTS) for name in BROWSERS)


def by_playwright() -> bool:
    """Install the build that Playwright brings for itself."""
    return attempt(sys.executable, "-m", "playwright", "install", "chromium")


def main() -> None:
    """Get Chromium if it is not here; say so if it cannot be had."""
    if find_chromium() is not None:
        return
    print("setting up: Chromium for the browser tests (4/5) …", flush=True)
    if not (by_apt() or by_playwright()) or find_chromium() is None:
        print(UNAVAILABLE)


if __name__ == "__main__":
    main()
