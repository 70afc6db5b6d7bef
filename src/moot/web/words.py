"""What the page says: a debate's state as a sentence, kinds, lapses and costs in words."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from moot.desk.replies import Debate, SpentTold
from moot.web.seats import in_a_sentence

STATES: Mapping[str, str] = {
    "AWAITING_OPPONENT": "Waiting for the opponent",
    "AWAITING_PROPOSER": "Waiting for the proposer",
    "AWAITING_ARBITRATOR": "Waiting for a ruling",
    "INTERVENTION_PENDING": "Stopped by the arbitrator, a ruling follows",
    "CLOSED": "Closed",
    "CONSENSUS": "The judges agree",
    "CONTESTED": "Contested: the judges disagree",
    "CHOSEN": "Contested, and decided by the asker",
    "assessing": "The idea is being assessed",
    "challenging": "The red team looks for what is wrong",
    "evaluated": "Evaluated",
    "assessed": "Assessed, without a debate",
    "unassessed": "Nobody assessed the idea",
    "proposed": "Proposed: waiting for an opponent",
    "active": "Under way",
    "judging": "Being judged",
    "decided": "Decided",
    "declined": "Declined",
    "expired": "Nobody took it up",
    "withdrawn": "Withdrawn",
    "archived": "Archived by a moderator",
}
"""The states that the list can be filtered by, as others read them."""

_YOURS: Mapping[str, str] = {
    "AWAITING_ARBITRATOR": "Waiting for your ruling",
    "INTERVENTION_PENDING": "Stopped. Waiting for your ruling",
    "CONTESTED": "The judges disagree. Waiting for your choice",
}
PHASES: Mapping[str, str] = {
    "dehallucination": "Clarifying the task",
    "planning": "Planning",
    "self_evolvement": "Attempts and tests",
    "proposal": "Proposals",
    "critique": "Critique",
    "review": "Review",
    "optimization": "Optimisation",
    "adversarial": "Attack and defence",
    "convergence": "The vote",
}
"""The phases of a workshop as people name them."""
_WORKSHOPS: Mapping[str, str] = {
    "rejected": "Rejected at a gate",
    "gate_timed_out": "A gate was not opened in time",
    "contested": "Contested: the vote found no winner",
    "failed": "Failed: no candidate came of it",
    "unvoted": "Ended without a vote",
    "cancelled": "Stopped by the owner",
}
_GATE = "gate_after_"
WORKSHOP_STATES: Mapping[str, str] = {
    **PHASES,
    **{f"{_GATE}{phase}": f"At the gate after {told.lower()}" for phase, told in PHASES.items()},
    **_WORKSHOPS,
}
"""The states of workshops that the list can be filtered by; that one is decided, others can be too."""
_ROUND = re.compile(r"round_(\d+)", re.IGNORECASE)
_LAPSES: Mapping[str, str] = {
    "time": "did not speak in time",
    "failed": "could not be reached",
    "unfit answers": "gave no answer that fits the rules",
    "no budget": "was not asked: the budget is spent",
    "no sandbox": "could not run: there is no sandbox here",
}
_MOST_NAMED = 3
_SPELT = {"roundtable": "round table"}


def in_words(name: str | None) -> str:
    """A name of the record as people write it.

    >>> in_words("coding_plan_debate"), in_words("roundtable")
    ('coding plan debate', 'round table')
    """
    return _SPELT.get(name or "", (name or "").replace("_", " ").lower())


def kind_name(kind: str) -> str:
    """A kind of argument as a heading names it."""
    return in_words(kind).capitalize()


def state_sentence(debate: Debate, you: str | None) -> str:
    """Where a debate stands, and for whom it waits; the page adds since when, or how long still."""
    if debate.format == "workshop":
        return _in_a_workshop(debate, you)
    if you in debate.waiting_for:
        return _YOURS.get(debate.state, "Waiting for your answer")
    if debate.state in STATES:
        return STATES[debate.state]
    round_ = _ROUND.fullmatch(debate.state)
    if not debate.waiting_for:
        return f"Round {round_[1]}" if round_ else kind_name(debate.state)
    waiting = f"aiting for {listed_seats(debate.waiting_for, debate.format)}"
    return f"Round {round_[1]}: w{waiting}" if round_ else f"W{waiting}"


def phase_name(phase: str | None) -> str:
    """A phase of a workshop as a heading names it.

    >>> phase_name("dehallucination"), phase_name("a_new_one")
    ('Clarifying the task', 'A new one')
    """
    return PHASES.get(phase or "", kind_name(phase or ""))


def _in_a_workshop(debate: Debate, you: str | None) -> str:
    """The phase or the gate, and for whom it waits."""
    if debate.closed_at is not None:
        return _WORKSHOPS.get(debate.state) or STATES.get(debate.state) or kind_name(debate.state)
    yours = you in debate.waiting_for
    if debate.state.startswith(_GATE):
        phase = phase_name(debate.state.removeprefix(_GATE)).lower()
        return f"Stopped at the gate after {phase}. {'You decide' if yours else 'The owner decides'}"
    waiting = "your turn" if yours else f"waiting for {listed_seats(debate.waiting_for, debate.format)}"
    return f"{phase_name(debate.state)}: {waiting}" if debate.waiting_for else phase_name(debate.state)


def listed_seats(roles: Sequence[str], format: str = "") -> str:
    """Seats in a row, as a sentence has them; many are counted."""
    if len(roles) > _MOST_NAMED:
        return f"{len(roles)} {'judges' if format == 'panel' else 'seats'}"
    return listed([in_a_sentence(role, format) for role in roles])


def listed(names: Sequence[str]) -> str:
    """Names in a row.

    >>> listed(["risk", "value", "effort"])
    'risk, value and effort'
    """
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else list(names))


def lapse_in_words(move: Mapping[str, Any] | None) -> str:
    """Why a turn passed without a move."""
    reason = str((move or {}).get("reason", ""))
    return _LAPSES.get(reason, f"made no move ({reason})" if reason else "made no move")


def tokens_in_words(spent: SpentTold) -> str:
    """How many tokens went in and came out.

    >>> tokens_in_words(SpentTold(tokens_in=12_345, tokens_out=678, money=0, milliseconds=0))
    '12,345 → 678 tokens'
    """
    return f"{spent.tokens_in:,} → {spent.tokens_out:,} tokens"


def money_in_words(money: float) -> str:
    """US dollars; less than a cent is not rounded away.

    >>> money_in_words(0.0042), money_in_words(1.5), money_in_words(0.0000004)
    ('$0.0042', '$1.50', 'less than $0.0001')
    """
    if money >= 0.01:
        return f"${money:,.2f}"
    return f"${money:.4f}" if money >= 0.0001 else "less than $0.0001"


def duration_in_words(milliseconds: int) -> str:
    """How long something took.

    >>> duration_in_words(47), duration_in_words(840), duration_in_words(12_300), duration_in_words(83_000)
    ('47 ms', '0.8 s', '12 s', '1 min 23 s')
    """
    if milliseconds < 100:
        return f"{milliseconds} ms"
    seconds = milliseconds / 1000
    if seconds < 10:
        return f"{seconds:.1f} s"
    if seconds < 60:
        return f"{seconds:.0f} s"
    return f"{int(seconds) // 60} min {int(seconds) % 60} s"


def number(value: float) -> str:
    """A score or a change as people write it.

    >>> number(7.0), number(7.5)
    ('7', '7.5')
    """
    return f"{value:g}"


def signed(value: float) -> str:
    """A change with its sign; below zero with a real minus.

    >>> signed(1.5), signed(0)
    ('+1.5', '0')
    """
    return f"+{value:g}" if value > 0 else f"{value:g}".replace("-", "\u2212")


def size_in_words(size: int) -> str:
    """A size in bytes, short.

    >>> size_in_words(12_800)
    '12.5 KiB'
    """
    return f"{size} B" if size < 1024 else f"{size / 1024:.1f} KiB"
