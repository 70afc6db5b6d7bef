"""Takes every picture of the pages anew: `python -m scripts.screens`."""

import sys

from scripts.screens.shots import PICTURES
from scripts.screens.taking import take_all
from tests.support.browser import UNAVAILABLE, find_chromium, launched


def main() -> None:
    """Takes them, and says how large they are."""
    executable = find_chromium()
    if executable is None:
        sys.exit(UNAVAILABLE)
    with launched(executable) as browser:
        take_all(browser)
    sizes = [path.stat().st_size for path in PICTURES.glob("*.png")]
    print(f"{len(sizes)} pictures, {sum(sizes) / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
