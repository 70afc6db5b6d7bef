"""The browser: debates are printed as PDF by one of this machine, and by nothing else."""

import subprocess
from collections.abc import Iterator

from moot.cli.inside.doctor.finding import Finding, fails, unused, works
from moot.cli.inside.printing import browser_here
from moot.settings import Settings

SECONDS = 15


def browser(settings: Settings) -> Iterator[Finding]:
    """Whether a browser that can print is here and starts."""
    found = browser_here()
    if found is None:
        yield unused("browser", "none that can print is here: no debate is exported as PDF", "apt install chromium")
        return
    try:
        said = subprocess.run([found, "--version"], capture_output=True, text=True, timeout=SECONDS, check=True)
    except (OSError, subprocess.SubprocessError) as trouble:
        yield fails("browser", f"{found} does not start: {trouble}", "Install it anew: apt install chromium")
        return
    yield works("browser", said.stdout.strip() or str(found))
