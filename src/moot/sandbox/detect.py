"""Which backends hold here: found out by letting a canary loose in each, once in a process."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from moot.debate import InvalidInput
from moot.sandbox.backends import Bubblewrap, Obstacle, Sandlock, Unconfined, Wasm
from moot.sandbox.canary import LIMITS, TEXT, cage
from moot.sandbox.sandbox import Sandbox, SandboxUnavailable

BACKENDS: tuple[Sandbox, ...] = (Bubblewrap(), Sandlock(), Wasm())
"""In the order of preference."""
UNCONFINED = Unconfined()

_HOW = {
    "setting up uid map": "Let bwrap make user namespaces (Ubuntu: an AppArmor profile for it), "
    "or: pip install sandlock",
    "Creating new namespace": "Let users make namespaces (sysctl kernel.unprivileged_userns_clone=1), "
    "or: pip install sandlock",
    "Can't mount proc": "A container or a service hides parts of /proc from it: pip install sandlock",
    "No permissions to create": "Let users make namespaces (sysctl kernel.unprivileged_userns_clone=1), "
    "or: pip install sandlock",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """What a canary showed of a backend."""

    name: str
    obstacle: Obstacle | None = None
    seconds: float | None = None
    """How long the canary took, where it was let loose."""

    @property
    def holds(self) -> bool:
        """Whether programs may be run in it."""
        return self.obstacle is None


_found: dict[str, Finding] = {}


async def probe(backend: Sandbox) -> Finding:
    """What a backend is worth here; the first answer stays for as long as this process lives."""
    if backend.name not in _found:
        _found[backend.name] = await _probed(backend)
    return _found[backend.name]


async def _probed(backend: Sandbox) -> Finding:
    if (missing := backend.obstacle()) is not None:
        return Finding(backend.name, missing)
    with cage() as held:
        ran = await backend.run({"canary.py": TEXT}, held.argv, LIMITS)
        escaped = held.escaped(ran)
    obstacle = None if escaped is None else Obstacle(escaped.rstrip("."), _how(escaped))
    return Finding(backend.name, obstacle, ran.seconds)


def _how(said: str) -> str:
    return next((how for words, how in _HOW.items() if words in said), "Use another backend. Run: moot sandbox check")


async def detect(*, every: bool = True) -> tuple[Finding, ...]:
    """The backends in the order of preference: every one, or as far as the first that holds."""
    findings: list[Finding] = []
    for backend in BACKENDS:
        findings.append(await probe(backend))
        if findings[-1].holds and not every:
            break
    return tuple(findings)


async def sandbox(name: str | None = None, *, unconfined: bool = False) -> Sandbox:
    """The named backend, or the first that holds; SandboxUnavailable where it does not, or none does.

    `unconfined` is the owner's word that programs may run without any where none holds.
    """
    findings: list[Finding] = []
    for backend in _named(name):
        findings.append(await probe(backend))
        if findings[-1].holds:
            return backend
    if unconfined and name is None:
        missing = UNCONFINED.obstacle()
        if missing is None:
            return UNCONFINED
        findings.append(Finding(UNCONFINED.name, missing))
    raise SandboxUnavailable(why_none(findings))


def _named(name: str | None) -> Sequence[Sandbox]:
    if name is None:
        return BACKENDS
    found = [backend for backend in BACKENDS if backend.name == name]
    if not found:
        there = ", ".join(backend.name for backend in BACKENDS)
        raise InvalidInput(f"There is no sandbox {name!r}.", suggestion=f"There are: {there}.")
    return found


def why_none(findings: Sequence[Finding]) -> str:
    """Why nothing is run, with what would help of each."""
    told = (
        f"{found.name}: {found.obstacle.why}. {found.obstacle.how.rstrip('.')}." for found in findings if found.obstacle
    )
    return f"No sandbox holds here, so no code is run. {' '.join(told)}"


def detected() -> tuple[Finding, ...]:
    """As far as the first that holds, for those who cannot wait asynchronously; takes a moment the first time."""
    # In a thread of its own, because this one may be in the middle of a loop.
    with ThreadPoolExecutor(1, "canary") as thread:
        return thread.submit(asyncio.run, detect(every=False)).result()
