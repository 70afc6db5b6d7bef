"""What the assessor, the red team and the two sides are asked."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from moot.debate import Ask, Brief, Turn, only
from moot.formats.evaluation.agreed import ADVOCATE
from moot.formats.evaluation.brief import forms, telling
from moot.formats.evaluation.brief.roles import role
from moot.formats.evaluation.dossier import Dossier, Exchange
from moot.formats.evaluation.moves import Assessment, Evidence, Scored
from moot.formats.evaluation.state import State
from moot.notation.recital import in_a_line


def assessing(state: State, known: Dossier, seat: str) -> Brief:
    """Scores what is not scored yet, each with evidence; where all is scored, evidence alone."""
    names = state.unscored or state.plan.categories
    form = forms.assessment_form(names) if state.unscored else forms.evidence_form(names)
    what = "score it, say why and how sure you are, and give one or two" if state.unscored else "give one or two"
    task = telling.sections(
        f"Assess the idea. For each category {what} items of evidence: short facts, one sentence each, that somebody "
        "who argues for or against the idea can cite. What a high score means:",
        telling.categories(known, names),
        "Keep each reasoning under 40 words.",
    )

    def settle(filled: Sequence[Any]) -> Assessment:
        return _assessment(names, filled[0], taken=state.citable)

    told = telling.sections(telling.idea(known), telling.scores(known) if known.scores else "")
    return Brief(role(known.setup, seat), told, (Ask(task, (form,)),), settle)


def challenging(state: State, known: Dossier, seat: str) -> Brief:
    """Raises challenges; what others of the red team raise at the same time is not shown."""
    task = telling.sections(
        f"Raise challenges to the idea, {forms.MOST_CHALLENGES} at most, the most serious first. Each is one sentence, "
        "belongs to a category, says how severe it is, and names the evidence it turns on, if any. The categories:",
        telling.categories(known, state.plan.categories),
    )
    told = telling.sections(telling.idea(known), telling.scores(known), telling.evidence(known))
    return Brief(role(known.setup, seat), told, (Ask(task, (forms.challenges_form(state),)),), only)


def opening(state: State, known: Dossier, turn: Turn) -> Brief:
    """The first speech of a side in a round.

    Whoever has nothing to answer yet speaks for the idea from its evidence; the challenges are the other side's to use.
    """
    current, seat = known.rounds[-1], str(turn.seat)
    told = current.of(_other(seat))
    if seat == ADVOCATE and not told:
        return _from_evidence(state, known, current)
    answer = (
        telling.sections(f"The {_other(seat)} made these points. Answer them:", telling.numbered(told[-1].points))
        if told
        else ""
    )
    task = telling.sections(_question(known, current, seat), answer, _HOW)
    return _speaking(known, seat, Ask(task, (forms.argument_form(state.citable),)))


def _from_evidence(state: State, known: Dossier, current: Exchange) -> Brief:
    evidence = [item.id for item in known.evidence] or list(state.citable)
    task = telling.sections(
        _question(known, current, ADVOCATE, challenges=False),
        "Say why this is so. Do not repeat what could be said against it.",
        _HOW,
    )
    told = telling.sections(
        telling.idea(known), telling.scores(known), telling.evidence(known), telling.held(known, current)
    )
    return Brief(role(known.setup, ADVOCATE), told, (Ask(task, (forms.argument_form(evidence),)),), only)


def replying(state: State, known: Dossier, turn: Turn) -> Brief:
    """The second speech of a side, which must bring something new; or rest."""
    current, seat = known.rounds[-1], str(turn.seat)
    other = [said for said in current.of(_other(seat)) if said.points]
    own = [point for held in known.rounds for said in held.of(seat) for point in said.points]
    task = telling.sections(
        _question(known, current, seat),
        f"The {_other(seat)}'s points in line {other[-1].line}, which you answer now:",
        telling.numbered(other[-1].points),
        "Points that you have made already. Do not make them again; bring at least one that is new:",
        telling.numbered(own),
        "Give a REPLY with your new points, or a REST if you have nothing new to say.\n"
        "In either you may grant points of the other side, by their line and number.",
        _HOW,
    )
    return replace(_speaking(known, seat, Ask(task, forms.reply_forms(state, seat))), again=1)


_HOW = (
    f"Speak in at most 80 words, then list your points: {forms.MOST_POINTS} at most, one sentence each, every one with "
    "the ids it rests on."
)


def _speaking(known: Dossier, seat: str, ask: Ask) -> Brief:
    told = telling.sections(telling.assessed(known), telling.exchange(known, known.rounds[-1]))
    return Brief(role(known.setup, seat), told, (ask,), only)


def _question(known: Dossier, current: Exchange, seat: str, *, challenges: bool = True) -> str:
    agreed = known.setup.rounds[current.number - 1]
    position = agreed.advocate_position if seat == ADVOCATE else agreed.challenger_position
    near = [item.id for item in known.evidence if item.category == agreed.category]
    if challenges:
        near += [raised.id for raised in known.challenges if raised.challenge.category == agreed.category]
    hint = [f"Nearest to the question: {', '.join(near)}."] if near else []
    topic = f"Round {current.number}: {in_a_line(agreed.topic)}."
    return "\n".join([topic, f"You are the {seat} and hold: {in_a_line(position)}", *hint])


def _other(seat: str) -> str:
    return "challenger" if seat == ADVOCATE else "advocate"


def _assessment(names: Sequence[str], filled: Any, taken: Sequence[str]) -> Assessment:
    """The filled form as the move: evidence is numbered on from what is there."""
    said = {name: getattr(filled, forms.place(name)) for name in names}
    texts = [(name, text) for name, held in said.items() for text in (held.evidence if _scored(held) else held)]
    free = (f"E{number}" for number in range(1, len(taken) + len(texts) + 1) if f"E{number}" not in taken)
    return Assessment(
        scores=tuple(_score(name, held) for name, held in said.items() if _scored(held)),
        evidence=tuple(Evidence(id=next(free), category=name, text=text) for name, text in texts),
    )


def _scored(held: Any) -> bool:
    return isinstance(held, forms.Grounds)


def _score(name: str, held: forms.Grounds) -> Scored:
    return Scored(category=name, score=held.score, confidence=held.confidence, reasoning=held.reasoning)
