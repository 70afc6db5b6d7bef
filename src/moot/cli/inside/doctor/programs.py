"""Programs of the machine: sandboxes, checks, tools of turns, and the repositories that workshops work on."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

from pydantic import ValidationError

from moot.cli.inside.doctor.finding import Finding, fails, unused, works
from moot.sandbox import Unconfined, detect
from moot.settings import Settings
from moot.tools.checks import offered
from moot.tools.git.claims import Claim
from moot.wiring import box_for


def sandboxes(settings: Settings) -> Iterator[Finding]:
    """Which backends hold, seen by letting a canary loose in each."""
    findings = asyncio.run(detect())
    holding = [found for found in findings if found.holds]
    for found in holding:
        yield works("sandbox", f"{found.name} held a canary for {found.seconds:.1f} s")
    if not holding and settings.unconfined and Unconfined().obstacle() is None:
        what = "none holds, and code is run unconfined: MOOT_UNSAFE_NO_SANDBOX is set"
        yield fails("sandbox", what, "Install bubblewrap, then unset it.")
    elif not holding:
        lacking = [(found.name, found.obstacle) for found in findings if found.obstacle is not None]
        whys = "; ".join(f"{name}: {obstacle.why}" for name, obstacle in lacking)
        hows = " ".join(f"{name}: {obstacle.how.rstrip('.')}." for name, obstacle in lacking)
        yield fails("sandbox", f"none holds, so the code of workshops is not run ({whys})", hows)
    for found in findings:
        if holding and found.obstacle is not None:
            yield unused("sandbox", f"{found.name}: {found.obstacle.why}", found.obstacle.how)


def checks(settings: Settings) -> Iterator[Finding]:
    """Which programs can check versions of code here."""
    there, faults = offered(settings.checks)
    for name, why in faults.items():
        yield fails("checks", f"{name}: badly configured: {why}", f"Correct [checks.{name}] in {settings.checks}.")
    usable = [each.check.name for each in there if not each.why_not]
    lacking = [each.check.name for each in there if each.why_not]
    if usable:
        yield works("checks", ", ".join(usable))
    if lacking:
        yield unused("checks", f"not here: {', '.join(lacking)}", "Those of Python: pip install 'moot[checks]'")


def tools(settings: Settings) -> Iterator[Finding]:
    """Which tools models may use in their turns here."""
    box = box_for(settings)
    book = box.book()
    for name, why in book.faults.items():
        yield fails("tools", f"{name}: {why}", f"Correct [{name}] in {book.path}.")
    offers = box.offers()
    usable = [offer.name for offer in offers if offer.why_not is None]
    if usable:
        yield works("tools", ", ".join(usable))
    for offer in offers:
        if offer.why_not is not None:
            yield unused("tools", f"{offer.name}: {offer.why_not}")


def repositories(settings: Settings) -> Iterator[Finding]:
    """Whether the repositories are still there for which commits are to be made."""
    claims = sorted(settings.worktrees.glob("*.json")) if settings.worktrees.is_dir() else []
    if not claims:
        yield unused("git", "no workshop works on a repository")
    for claim in claims:
        yield _repository(claim)


def _repository(claim: Path) -> Finding:
    try:
        path = Claim.model_validate_json(claim.read_text()).repo.path
    except (OSError, ValidationError):
        return fails("git", f"the note of workshop {claim.stem} cannot be read", f"Look at {claim}.")
    if not (Path(path) / ".git").exists():
        what = f"the repository of workshop {claim.stem} is gone: {path}"
        return fails("git", what, "Put it back, or let the workshop go: moot workshop stop")
    return works("git", f"{path} (workshop {claim.stem})")
