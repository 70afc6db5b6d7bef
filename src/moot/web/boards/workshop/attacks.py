"""Attacks: what the red team tried on each candidate, what it broke, and what the blue team did about it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from moot.web.boards.workshop.bench import Bench, Spoken
from moot.web.boards.workshop.making import Made
from moot.web.boards.workshop.matrix import body_of


@dataclass(frozen=True, slots=True)
class Try:
    """One attack: a test that the candidate ought to pass."""

    id: str
    name: str
    body: str
    outcome: str
    """broke, held, or untried."""


@dataclass(frozen=True, slots=True)
class Attacked:
    """The attacks of one line, and the defence that followed."""

    attack: Spoken
    round: int | None
    version: Made | None
    tries: tuple[Try, ...]
    defence: Spoken | None

    @property
    def broke(self) -> int:
        """How many were not withstood."""
        return sum(each.outcome == "broke" for each in self.tries)

    @property
    def face(self) -> str:
        """Stays the same as long as it looks the same."""
        return (
            f"{self.attack.line}-{'-'.join(each.outcome for each in self.tries)}-{self.defence and self.defence.line}"
        )


@dataclass(frozen=True, slots=True)
class Siege:
    """All attacks on one candidate."""

    author: str
    attacks: tuple[Attacked, ...]


def sieges(found: Bench) -> tuple[Siege, ...]:
    """The attacks by candidate, in the order they came."""
    by_author: dict[str, list[Attacked]] = {}
    for one in found.of_kind("ATTACK"):
        version = found.version(one.about)
        if version is not None:
            by_author.setdefault(version.thread, []).append(_attacked(found, one, version))
    return tuple(Siege(author, tuple(by_author[author])) for author in found.authors if author in by_author)


def _attacked(found: Bench, one: Spoken, version: Made) -> Attacked:
    told = {each["id"]: each for each in found.result["attacks"]}
    reports = [report for report in found.of_kind("REPORT") if report.about == one.line]
    run = {str(each["id"]) for report in reports for each in report.said.get("outcomes") or ()}
    listed = enumerate(one.said.get("tests") or (), start=1)
    tries = tuple(_try(f"{one.line}.{number}", case, told, run) for number, case in listed)
    answered = {report.line for report in reports}
    defence = next((each for each in found.of_kind("DEFENCE") if each.about in answered), None)
    return Attacked(one, one.argument.round, version, tries, defence)


def _try(id: str, case: Mapping[str, Any], told: Mapping[str, Mapping[str, Any]], run: set[str]) -> Try:
    broke = bool(told.get(id, {}).get("broke"))
    return Try(id, str(case["name"]), body_of(case), "broke" if broke else "held" if id in run else "untried")
