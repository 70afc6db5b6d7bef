"""What the arbiter is asked: twice with the sides in both orders, each side alone, or once."""

from collections.abc import Sequence
from re import IGNORECASE, sub
from typing import Any

from moot.debate import Ask, Brief, Manner
from moot.formats.evaluation.agreed import ADVOCATE, ARBITER, CHALLENGER
from moot.formats.evaluation.brief import forms, telling
from moot.formats.evaluation.brief.roles import role
from moot.formats.evaluation.dossier import Dossier
from moot.formats.evaluation.judging import Found, from_marks, from_pair, signed
from moot.formats.evaluation.moves import Marks, PairedAsking, SeparateAsking, Side, Verdict, Winner
from moot.formats.evaluation.state import State
from moot.notation.recital import in_a_line

_SIDES: tuple[Side, Side] = (ADVOCATE, CHALLENGER)
_SHOWN = (
    "Say who argued better on this question, by how much, and why, in at most 60 words; name the points that decided."
)
_ALONE = (
    "You hear this side alone. Mark it from 0 to 10 on each: evidence (what it says is borne out by what it cites), "
    "reasoning (its conclusions follow), relevance (it speaks to the question), answers (it meets what can be said "
    "against it). 5 is middling. Name its strongest point and say why you mark it so, in at most 40 words."
)
_SILENT = "> Said nothing."


def judging(state: State, known: Dossier, manner: Manner) -> Brief:
    """Asks for a verdict in a manner that suits the arbiter: never plainly of a player where fairness is agreed."""
    is_person = ARBITER not in state.plan.called
    if not state.plan.fair or (manner == "plain" and is_person):
        return _plain(state, known)
    return _separate(state, known) if manner == "separate" else _paired(state, known)


def _paired(state: State, known: Dossier) -> Brief:
    most = state.plan.max_change
    form = forms.opinion_form("AB", most)
    asks = tuple(
        Ask(f"{_SHOWN} Call them Side A and Side B.", (form,), f"{first} first", _shown(known, first), steady=True)
        for first in _SIDES
    )

    def settle(filled: Sequence[Any]) -> Verdict:
        first, second = (_paired_asking(side, opinion) for side, opinion in zip(_SIDES, filled, strict=True))
        return _agreed(first, second, from_pair(first, second, most))

    return Brief(role(known.setup, ARBITER), _common(known), asks, settle)


def _separate(state: State, known: Dossier) -> Brief:
    heard: list[Side] = [side for side in _SIDES if known.rounds[-1].of(side)]
    asks = tuple(Ask(_ALONE, (forms.Hearing,), f"{side} alone", _heard(known, side), steady=True) for side in heard)

    def settle(filled: Sequence[Any]) -> Verdict:
        hearings: dict[Side, forms.Hearing] = dict(zip(heard, filled, strict=True))
        return _computed(hearings, state.plan.max_change)

    return Brief(role(known.setup, ARBITER), _common(known), asks, settle)


def _plain(state: State, known: Dossier) -> Brief:
    form = forms.opinion_form(_SIDES, state.plan.max_change)

    def settle(filled: Sequence[Any]) -> Verdict:
        (opinion,) = filled
        result = signed(opinion.winner, opinion.strength)
        return _verdict(result, opinion.reasoning, opinion.key_points, opinion.confidence)

    told = telling.sections(telling.assessed(known), telling.exchange(known, known.rounds[-1]))
    return Brief(role(known.setup, ARBITER), told, (Ask(_SHOWN, (form,), steady=True),), settle)


def _common(known: Dossier) -> str:
    agreed = known.setup.rounds[known.rounds[-1].number - 1]
    question = f"# The question: {in_a_line(agreed.topic)} ({agreed.category})"
    return telling.sections(telling.assessed(known), question)


def _shown(known: Dossier, first: Side) -> str:
    """Both sides under letters, the one named first as A; the letters are all that tells them apart."""
    second = _SIDES[1] if first == _SIDES[0] else _SIDES[0]
    return telling.sections(_common(known), "# Side A", _side(known, first), "# Side B", _side(known, second))


def _heard(known: Dossier, side: Side) -> str:
    return telling.sections(_common(known), "# The side that you hear", _side(known, side))


def _side(known: Dossier, side: Side) -> str:
    current = known.rounds[-1]
    agreed = known.setup.rounds[current.number - 1]
    position = agreed.advocate_position if side == ADVOCATE else agreed.challenger_position
    spoken = [telling.speech(current, said) for said in current.of(side)] or [_SILENT]
    return telling.sections(f"It holds: {in_a_line(position)}", *spoken)


def _paired_asking(first: Side, opinion: forms.Opinion) -> PairedAsking:
    second: Side = "challenger" if first == "advocate" else "advocate"
    winners: dict[str, Winner] = {"A": first, "B": second, "draw": "draw"}
    return PairedAsking(
        first=first,
        winner=winners[opinion.winner],
        strength=opinion.strength,
        reasoning=_named(opinion.reasoning, first, second),
        key_points=tuple(_named(point, first, second) for point in opinion.key_points),
        confidence=opinion.confidence,
    )


def _named(text: str, first: Side, second: Side) -> str:
    """The arbiter's words with the letters it was given put back into names."""
    for letter, side in (("A", first), ("B", second)):
        text = sub(rf"\bside {letter}\b", f"the {side}", text, flags=IGNORECASE)
    return text


def _agreed(first: PairedAsking, second: PairedAsking, result: Found) -> Verdict:
    confidence = min(first.confidence, second.confidence)
    if first.winner == second.winner:
        return _verdict(result, first.reasoning, first.key_points, confidence, (first, second))
    told = (
        f"Asked with the advocate first, the arbiter found: {first.winner}. Asked with the challenger first, it found: "
        f"{second.winner}. What hangs on the order is no verdict, so this round is a draw."
    )
    return _verdict(result, told, ("The two askings disagree.",), confidence, (first, second))


def _computed(hearings: dict[Side, forms.Hearing], most: int) -> Verdict:
    first, second = (_separate_asking(side, hearings.get(side)) for side in _SIDES)
    advocate, challenger = first.marks.total, second.marks.total
    told = (
        f"Each side was heard alone. The advocate has {advocate} of 40 marks, the challenger {challenger}. "
        f"On the advocate: {first.reasoning} On the challenger: {second.reasoning}"
    )
    points = tuple(f"{side.capitalize()}: {hearing.strongest}" for side, hearing in hearings.items())
    confidence = min(hearing.confidence for hearing in hearings.values())
    return _verdict(from_marks(advocate, challenger, most), told, points, confidence, (first, second))


def _separate_asking(side: Side, hearing: forms.Hearing | None) -> SeparateAsking:
    if hearing is None:
        nothing = Marks(evidence=0, reasoning=0, relevance=0, answers=0)
        return SeparateAsking(side=side, marks=nothing, reasoning="It said nothing.")
    marks = Marks(
        evidence=hearing.evidence, reasoning=hearing.reasoning, relevance=hearing.relevance, answers=hearing.answers
    )
    return SeparateAsking(side=side, marks=marks, reasoning=hearing.why, confidence=hearing.confidence)


def _verdict(
    result: Found, reasoning: str, key_points: Sequence[str], confidence: float, askings: Any = None
) -> Verdict:
    return Verdict(
        winner=result.winner,
        reasoning=reasoning,
        key_points=tuple(key_points),
        confidence=confidence,
        change=result.change,
        askings=askings,
    )
