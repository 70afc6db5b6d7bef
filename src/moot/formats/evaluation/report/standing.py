"""Standing: what became of each challenge, told from who cited it, who granted it and who won."""

from typing import Literal, TypeAlias

from moot.formats.evaluation.agreed import ADVOCATE
from moot.formats.evaluation.dossier import Dossier

Standing: TypeAlias = Literal["met", "granted", "open"]


def standings(known: Dossier) -> dict[str, Standing]:
    """Each challenge by its id.

    `granted`: the advocate granted a point that rests on it. `met`: the advocate cited it in a round that it won, or
    the challenger granted a point of the advocate's that cites it. `open`: neither.
    """
    granted, met = _conceded(known, by_advocate=True), _conceded(known, by_advocate=False) | _won(known)
    return {raised.id: _standing(raised.id, granted, met) for raised in known.challenges}


def _standing(name: str, granted: set[str], met: set[str]) -> Standing:
    return "granted" if name in granted else "met" if name in met else "open"


def _conceded(known: Dossier, *, by_advocate: bool) -> set[str]:
    return {
        name
        for held, spoken, concession in known.concessions()
        if (spoken.seat == ADVOCATE) == by_advocate
        for name in held.point(concession).evidence
    }


def _won(known: Dossier) -> set[str]:
    return {
        name
        for held in known.rounds
        if held.verdict is not None and held.verdict.winner == ADVOCATE
        for spoken in held.of(ADVOCATE)
        for point in spoken.points
        for name in point.evidence
    }
