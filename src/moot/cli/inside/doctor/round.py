"""The doctor's round: every probe in a thread of its own, within its time."""

import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import Any

from moot.cli.inside.config import faults_of, oddities
from moot.cli.inside.doctor.browser import browser
from moot.cli.inside.doctor.database import database
from moot.cli.inside.doctor.finding import Finding, Probe, fails, works
from moot.cli.inside.doctor.home import home_of
from moot.cli.inside.doctor.keys import keys
from moot.cli.inside.doctor.machine import packages, versions
from moot.cli.inside.doctor.players import answers, named, usual
from moot.cli.inside.doctor.port import port
from moot.cli.inside.doctor.programs import checks, repositories, sandboxes, tools
from moot.debate import Outage, Refusal
from moot.settings import Settings

PROBES = (
    Probe("versions", versions),
    Probe("home", home_of),
    Probe("database", database, seconds=60),
    Probe("secrets", keys),
    Probe("port", port),
    Probe("formats", packages),
    # A gigabyte is hashed, on slow disks too.
    Probe("usual player", usual, seconds=180),
    Probe("players", named, needed=False),
    Probe("sandbox", sandboxes, seconds=60, needed=False),
    Probe("checks", checks, seconds=60, needed=False),
    Probe("tools", tools, seconds=60, needed=False),
    Probe("git", repositories, needed=False),
    Probe("browser", browser, needed=False),
)
CALL = Probe("call", answers, seconds=180)
_NEXT = "Correct what is named there, then ask again."


def examined(home: Path, *, call: bool = False) -> dict[str, Any]:
    """All findings, and whether everything works that is needed."""
    faults = [_unfit(one, needed=True) for one in faults_of(home, {})]
    odd = [_unfit(one) for one in oddities()]
    sound = [] if faults or odd else [works("settings", "all of them fit", needed=True)]
    # Settings that do not fit are told; what is as usual can still be looked at.
    probes = [*PROBES, *([CALL] if call else [])]
    found = [*faults, *odd, *sound, *_seen(_settings(home, bool(faults)), probes)]
    broken = [finding for finding in found if finding.state == "fails" and finding.needed]
    return {"sound": not broken, "findings": [finding.told() for finding in found]}


def _unfit(told: Mapping[str, str], *, needed: bool = False) -> Finding:
    return fails("settings", f"{told['about']}: {told['why']}".rstrip("."), told["how"] or _NEXT, needed=needed)


def _settings(home: Path, faulty: bool) -> Settings:
    return Settings.model_construct(home=home) if faulty else Settings(home=home)


def _seen(settings: Settings, probes: list[Probe]) -> Iterator[Finding]:
    """The findings of each probe, in order; they are looked for side by side."""
    begun = time.monotonic()
    results = [(probe, _started(probe, settings)) for probe in probes]
    for probe, result in results:
        try:
            yield from result.get(timeout=max(0.0, begun + probe.seconds - time.monotonic()))
        except Empty:
            hint = "Something there hangs: look at it by itself, then ask again."
            yield fails(probe.about, f"no answer within {probe.seconds:g} s", hint, needed=probe.needed)


def _started(probe: Probe, settings: Settings) -> "Queue[list[Finding]]":
    result: Queue[list[Finding]] = Queue()
    # A daemon: what hangs does not keep the doctor from going home.
    Thread(target=lambda: result.put(_looked(probe, settings)), name=probe.about, daemon=True).start()
    return result


def _looked(probe: Probe, settings: Settings) -> list[Finding]:
    try:
        return list(probe.look(settings))
    except Refusal as refusal:
        return [fails(probe.about, refusal.message, refusal.suggestion or _NEXT, needed=probe.needed)]
    except Outage as outage:
        return [fails(probe.about, str(outage), _NEXT, needed=probe.needed)]
    except Exception as fault:
        what = f"looking at it failed: {type(fault).__name__}: {fault}"
        return [fails(probe.about, what, "Report this as a fault of Moot.", needed=probe.needed)]
