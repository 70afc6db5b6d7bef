"""The result of a panel as programs read it, with the names that its users know."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from moot.debate import View
from moot.formats.panel.seen import Change, Missed, Seen, Spoken, seen
from moot.formats.panel.sycophancy import sycophancy
from moot.formats.panel.telling import option_told

_WHY = {
    "time": "timed out",
    "failed": "failed",
    "unfit answers": "gave no answer that fits",
    "no budget": "had no budget left",
}


def report(record: Sequence[View]) -> dict[str, Any]:
    """The result, or what is known of it so far; never more than this reader may see."""
    return reported(seen(record))


def reported(known: Seen) -> dict[str, Any]:
    """The report of what a reader has seen."""
    over = known.consensus is not None or known.contested
    return {
        "question_id": known.panel.question_id,
        "consensus": known.consensus is not None if over else None,
        "recommended_option": known.consensus,
        "confidence": _confidence(known),
        "outcome": _outcome(known),
        "distribution": {option: list(judges) for option, judges in _distribution(known).items()},
        "perspectives": _perspectives(known),
        "change_log": _change_log(known),
        "user_prompt": _user_prompt(known),
        "choice": _choice(known),
        "notes": [_note(known, missed) for missed in known.missed],
        "rounds": known.rounds,
        "message": _message(known),
        "state": known.state,
        "sycophancy": sycophancy(known),
    }


def _confidence(known: Seen) -> str | None:
    if known.consensus is not None:
        return "HIGH"
    return "REQUIRES_INPUT" if known.contested else None


def _outcome(known: Seen) -> str | None:
    if known.consensus is not None:
        return "CONSENSUS"
    return "CONTESTED" if known.contested else None


def _distribution(known: Seen) -> Mapping[str, Sequence[str]]:
    """Who recommends what by the last count, in the order of the options."""
    if not known.counts or known.question is None:
        return {}
    tally = known.counts[-1].tally
    return {option.id: tally[option.id] for option in known.question.options if option.id in tally}


def _perspectives(known: Seen) -> dict[str, str]:
    """What each judge said last: in the round that was counted last, or later as far as this reader may know."""
    latest: dict[str, Spoken] = {}
    for number in (known.rounds, known.rounds + 1):
        latest |= {one.judge: one for one in known.in_round(number) if one.said is not None}
    names = [name for name in known.judges if name in latest]
    if known.contested:
        return {f"{name}_favors": _perspective(known, latest[name], '"') for name in names}
    return {name: _perspective(known, latest[name], "") for name in names}


def _perspective(known: Seen, one: Spoken, quote: str) -> str:
    assert one.said is not None
    before = known.before(one.judge, one.round)
    changed = before is not None and before.recommendation != one.said.recommendation
    came_from = f" (changed from {before.recommendation})" if before is not None and changed else ""
    return f"Option {one.said.recommendation} - {quote}{one.said.summary}{quote}{came_from}"


def _change_log(known: Seen) -> list[dict[str, Any]]:
    return [dict(_entry(change)) for change in known.changes()]


def _entry(change: Change) -> Iterator[tuple[str, Any]]:
    convinced = change.response.convinced_by
    yield from {"judge": change.judge, "round": change.round, "from": change.before, "to": change.after}.items()
    yield "reason", "" if convinced is None else convinced.reason
    if convinced is not None:
        yield from {"convinced_by": convinced.judge, "line": convinced.line}.items()


def _user_prompt(known: Seen) -> str | None:
    if not known.contested or known.choice is not None or known.question is None:
        return None
    options = "\n".join(option_told(option) for option in known.question.options)
    return (
        "The judges disagree on this question. Read their perspectives above.\n\n"
        f"Which option do you choose?\n{options}\n"
    )


def _choice(known: Seen) -> dict[str, Any] | None:
    if known.choice is None:
        return None
    line, choice = known.choice
    return {"option": choice.option, "reason": choice.reason, "line": line}


def _note(known: Seen, missed: Missed) -> str:
    spoke = len(known.in_round(missed.round))
    left = {0: "no perspective is", 1: "only 1 perspective is"}.get(spoke, f"only {spoke} perspectives are")
    when = f" in round {missed.round}" if known.rounds > 1 or missed.round > 1 else ""
    why = _WHY.get(missed.reason, f"gave no recommendation ({missed.reason})")
    return f"The {missed.judge} judge {why}{when}: {left} available."


def _message(known: Seen) -> str:
    judges = len(known.judges)
    if known.consensus is not None:
        agreed = len(known.counts[-1].tally[known.consensus])
        return f"{agreed} of {judges} judges recommend option {known.consensus} after round {known.rounds}."
    if known.choice is not None:
        return f"The judges disagree. The asker chose option {known.choice[1].option}."
    if known.contested:
        return "The judges disagree. Read their perspectives and choose."
    if known.question is None:
        return "Nothing has been asked yet."
    spoken = len(known.in_round(known.rounds + 1))
    return f"Round {known.rounds + 1} is under way: {spoken} of {judges} judges have spoken."
