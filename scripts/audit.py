"""Looks up known holes of every package in the lock file: `python -m scripts.audit [INDEX]`. Asks PyPI about each.

Exit code 0: none is known. 1: some are. 2: not everything could be asked, so nothing was shown.
"""

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeAlias, cast

import httpx2
from pip._internal.models.index import PyPI  # pip's own default, so that no host is named here

ROOT = Path(__file__).parent.parent
LOCK = ROOT / "requirements.lock"
_PINNED = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([A-Za-z0-9.!+_-]+)", re.MULTILINE)
_AT_ONCE = 8
_SECONDS = 20

Told: TypeAlias = Mapping[str, Any] | None
"""What an index says of a release; None where it could not be asked."""
Ask: TypeAlias = Callable[[str, str], Told]


def pinned(lock: str) -> list[tuple[str, str]]:
    """The packages of a lock file with their versions."""
    return _PINNED.findall(lock)


def audited(packages: Sequence[tuple[str, str]], ask: Ask) -> tuple[list[str], list[str]]:
    """The known holes, a line each, and the packages of which nothing could be learnt."""
    holes: list[str] = []
    unasked: list[str] = []
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        answers = list(pool.map(ask, *zip(*packages, strict=True)))
    for (name, version), told in zip(packages, answers, strict=True):
        if told is None or "vulnerabilities" not in told:
            unasked.append(f"{name} {version}")
            continue
        holes += [_line(name, version, hole) for hole in told["vulnerabilities"] if not hole.get("withdrawn")]
    return holes, unasked


def _line(name: str, version: str, hole: Mapping[str, Any]) -> str:
    mended = ", ".join(hole.get("fixed_in") or ()) or "no release yet"
    return f"{name} {version}: {hole.get('id')} (mended in: {mended}) {hole.get('link') or ''}".rstrip()


def _asker(client: httpx2.Client, index: str) -> Ask:
    def ask(name: str, version: str) -> Told:
        try:
            answer = client.get(f"{index}/pypi/{name}/{version}/json")
            return cast("Mapping[str, Any]", answer.json()) if answer.is_success else None
        except (httpx2.HTTPError, ValueError):
            return None

    return ask


def main(arguments: Sequence[str]) -> int:
    """Asks, and tells; the address of an index with PyPI's JSON interface may be given."""
    packages = pinned(LOCK.read_text())
    index = arguments[0].rstrip("/") if arguments else PyPI.url.rstrip("/")
    with httpx2.Client(timeout=_SECONDS, follow_redirects=True) as client:
        holes, unasked = audited(packages, _asker(client, index))
    for line in holes:
        print(line)
    asked = len(packages) - len(unasked)
    print(f"{asked} of {len(packages)} packages were asked about; {len(holes)} known holes.")
    if unasked:
        print(f"Nothing was learnt of {len(unasked)}: {', '.join(unasked[:5])} … Is there a network?", file=sys.stderr)
    return 1 if holes else 2 if unasked else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
