"""Gets bubblewrap for the tests of the sandbox: the one that is here, or Debian's."""

import asyncio

from moot.sandbox import BACKENDS, probe
from scripts.get_chromium import APT, attempt, may_install

UNAVAILABLE = "bubblewrap could not be had: what only it confines is not tested"


def by_apt() -> bool:
    """Install Debian's, where that is possible."""
    return may_install() and attempt(*APT, "update") and attempt(*APT, "install", "-y", "bubblewrap")


def main() -> None:
    """Get it if it is not here; say so if it cannot be had, or does not hold here."""
    bubblewrap = BACKENDS[0]
    if bubblewrap.obstacle() is not None:
        print("setting up: bubblewrap for the tests of the sandbox …", flush=True)
        by_apt()
    found = asyncio.run(probe(bubblewrap))
    if found.obstacle is not None:
        print(f"{UNAVAILABLE} ({found.obstacle.why})")


if __name__ == "__main__":
    main()
