"""Builds the site: `python -m scripts.site [SITE [PAGES]]`. Anything that is not as it should be stops it."""

import os
import subprocess
import sys
from pathlib import Path

from scripts.site.laying import lay_out
from scripts.site.pages import ROOT

PAGES = ROOT / "build" / "pages"
SITE = ROOT / "build" / "site"


def main() -> None:
    """Lay the pages out, and let MkDocs build the site from them."""
    given = [Path(each).resolve() for each in sys.argv[1:]]
    site, pages = (*given, *(SITE, PAGES)[len(given) :])
    lay_out(pages)
    command = (sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(site))
    places = {"NO_MKDOCS_2_WARNING": "1", "DOCS_PAGES": str(pages)}
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, **places}, check=False)
    if done.returncode:
        sys.exit(done.returncode)
    print(f"{site / 'index.html'}: open it, or serve it: python -m http.server -d {site}")


if __name__ == "__main__":
    main()
