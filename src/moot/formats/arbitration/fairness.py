"""Fair rulings on an appeal: asked twice with the ways in both orders, or each way scored alone."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from moot.debate import Ask, Manner
from moot.formats.arbitration.forms import LONGEST_READING, LONGEST_SPEECH, Score, ruling_form
from moot.formats.arbitration.moves import ANOTHER_WAY, CONTENT_LIMIT, Asking, Ruling
from moot.notation.recital import in_a_line, quoted

Settle: TypeAlias = Callable[[Sequence[Any]], Ruling]

_CHOOSE = """\
Decide the appeal. The ways offered:
{ways}
`option`: the way that the arguments support best; `other` only if none of them will do, and then say which way.
`content`: the decision first, then the reasons that turned it and what each side does next. At most 120 words.
{close}"""
_SCORE = """\
One way out of the appeal is:
{ways}
Judge this way alone. How well is it supported by what was argued?
`score`: 0 is refuted, 5 is as much against it as for it, 10 is fully supported and no objection is left.
`reason`: in one or two sentences."""
_CLOSE = "`close`: true only if nothing is left to argue after this; otherwise false."
_MUST_CLOSE = "`close`: true. This ruling ends the debate."
_GO_ON = " Both sides look for another way, or show what decides between them."


@dataclass(frozen=True, slots=True)
class Appealed:
    """What an appeal offers, by the ids of the ways out in their order."""

    labels: Mapping[str, str]
    must_close: bool

    @property
    def ways(self) -> tuple[str, ...]:
        """The ways that the proposer thought of."""
        return tuple(id for id in self.labels if id != ANOTHER_WAY.id)

    def shown(self, ids: Sequence[str]) -> str:
        """The ways in this order, a line each."""
        return "\n".join(quoted(f"{id}: {in_a_line(self.labels[id])}") for id in ids)


def closing(must_close: bool) -> str:
    """What is said about closing the debate."""
    return _MUST_CLOSE if must_close else _CLOSE


def asked(appeal: Appealed, manner: Manner) -> tuple[tuple[Ask, ...], Settle]:
    """The questions that an appeal is decided by, and how their answers make a ruling."""
    if manner == "plain":
        return (_choice(appeal, tuple(appeal.labels), LONGEST_SPEECH),), ruled
    # A way that stands alone has nothing to be compared with but another way, which cannot be scored.
    if manner == "separate" and len(appeal.ways) > 1:
        return tuple(_scoring(appeal, way) for way in appeal.ways), _Separate(appeal)
    there = tuple(appeal.labels)
    orders = (there, there[::-1])
    return tuple(_choice(appeal, order, LONGEST_READING) for order in orders), _Paired(appeal, orders)


def ruled(filled: Sequence[Any]) -> Ruling:
    """The ruling, from the one form that was filled in."""
    (form,) = filled
    return Ruling(content=form.content, option=getattr(form, "option", None), close=form.close)


def _choice(appeal: Appealed, order: tuple[str, ...], most: int) -> Ask:
    task = _CHOOSE.format(ways=appeal.shown(order), close=closing(appeal.must_close))
    return Ask(
        task, (ruling_form(order, appeal.must_close, most),), name=f"in the order {', '.join(order)}", steady=True
    )


def _scoring(appeal: Appealed, way: str) -> Ask:
    return Ask(_SCORE.format(ways=appeal.shown([way])), (Score,), name=f"{way} alone", steady=True)


@dataclass(frozen=True, slots=True)
class _Paired:
    """Two readings: what both choose is ruled, and otherwise nothing that was offered."""

    appeal: Appealed
    orders: tuple[tuple[str, ...], ...]

    def __call__(self, filled: Sequence[Any]) -> Ruling:
        first, second = filled
        askings = tuple(
            Asking(options=order, option=form.option, content=form.content)
            for order, form in zip(self.orders, filled, strict=True)
        )
        if first.option != second.option:
            return self._undecided(askings)
        close = first.close and second.close
        return Ruling(content=first.content, option=first.option, close=close, askings=askings)

    def _undecided(self, askings: tuple[Asking, ...]) -> Ruling:
        why = "Asked twice, with the ways in both orders, the arbitrator chose differently"
        readings = [f"{asking.option}: {asking.content}" for asking in askings]
        return _nothing_chosen(self.appeal, why, readings, askings)


@dataclass(frozen=True, slots=True)
class _Separate:
    """A score for each way: the highest is ruled, and where two share it nothing that was offered."""

    appeal: Appealed

    def __call__(self, filled: Sequence[Any]) -> Ruling:
        given = tuple(zip(self.appeal.ways, filled, strict=True))
        askings = tuple(Asking(options=(way,), score=form.score, content=form.reason) for way, form in given)
        highest = max(form.score for _, form in given)
        best = [(way, form.reason) for way, form in given if form.score == highest]
        scores = ", ".join(f"{way} {form.score}" for way, form in given)
        if len(best) > 1:
            reasons = [f"{way}: {reason}" for way, reason in best]
            return _nothing_chosen(self.appeal, f"Each way was scored alone, of 10: {scores}", reasons, askings)
        ((way, reason),) = best
        label = in_a_line(self.appeal.labels[way])
        content = f"{way}: {label}\n\n{reason}\n\nEach way was scored alone, of 10: {scores}."
        return Ruling(content=_fitted(content), option=way, close=self.appeal.must_close, askings=askings)


def _nothing_chosen(appeal: Appealed, why: str, readings: Sequence[str], askings: tuple[Asking, ...]) -> Ruling:
    """A draw: the readings disagree, so the ruling binds nobody to what was offered, and gives them all."""
    then = f"{why}. So none of those offered is chosen.{'' if appeal.must_close else _GO_ON}"
    content = "\n\n".join([then, *readings])
    return Ruling(content=_fitted(content), option=ANOTHER_WAY.id, close=appeal.must_close, askings=askings)


def _fitted(content: str) -> str:
    """The content, cut where it is more than an argument may have; the askings hold all of it."""
    return content.encode()[:CONTENT_LIMIT].decode(errors="ignore")
