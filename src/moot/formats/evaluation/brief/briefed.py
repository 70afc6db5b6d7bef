"""What the holder of each turn is told."""

from collections.abc import Sequence

from moot.debate import Brief, Manner, Turn, View
from moot.formats.evaluation.brief.judging import judging
from moot.formats.evaluation.brief.speaking import assessing, challenging, opening, replying
from moot.formats.evaluation.dossier import dossier
from moot.formats.evaluation.state import State


def briefed(state: State, turn: Turn, record: Sequence[View], manner: Manner) -> Brief:
    """What the holder of this turn is told."""
    known, seat = dossier(record), str(turn.seat)
    match turn.name:
        case "assess":
            return assessing(state, known, seat)
        case "challenge":
            return challenging(state, known, seat)
        case "reply":
            return replying(state, known, turn)
        case "judge":
            return judging(state, known, manner)
        case _:
            return opening(state, known, turn)
