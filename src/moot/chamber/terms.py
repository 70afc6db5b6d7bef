"""What can be said when a debate is opened, beside what it is about. What is left out is as usual."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict

from moot.chamber.seating import Seats
from moot.debate import InvalidInput


class Terms(TypedDict, total=False):
    """What every format takes."""

    seats: Seats
    """Who holds which seat; seats that are not named are held by the usual player."""
    budget: Mapping[str, Any]
    """`tokens`, `money`, `calls`, `seconds`: what the players may spend together."""
    debate_id: str
    """A UUID of one's own; the same one opens no second debate."""


class ArbitrationTerms(Terms, total=False):
    """What an arbitration takes."""

    title: str
    debate_type: str
    max_rounds: int | None


class PanelTerms(Terms, total=False):
    """What a panel takes."""

    context: str
    title: str
    question_id: str
    judges: Any
    max_rounds: int
    threshold: str
    feature_name: str
    timeout_per_judge: int
    timeout_per_person: int
    require_stance_maintenance: bool
    require_change_documentation: bool


class EvaluationTerms(Terms, total=False):
    """What an evaluation takes."""

    title: str
    debate: bool
    scores: Any
    challenges: Any
    rounds: Any
    categories: Any
    personas: Any
    max_change: int
    max_net_change: int
    fair_verdict: bool
    timeout_per_turn: int
    timeout_per_person: int


class ArenaTerms(Terms, total=False):
    """What a debate of the arena takes."""

    statement: str
    category: str
    agents: tuple[str, str]
    """The handles of the challenger and the opponent; they are registered where they are not known."""
    judges: Sequence[str]
    """The handles of those who are invited to judge; where there are none, likes decide."""
    max_posts: int
    post_seconds: int
    judging_seconds: int


class WorkshopTerms(Terms, total=False):
    """What a workshop takes."""

    title: str
    files: Mapping[str, str]
    repo: Mapping[str, Any]
    tests: Sequence[Any]
    task_kind: str
    domain: str
    size: str
    cast: Sequence[str]
    topology: str
    planning: str
    off: Sequence[str]
    gates: Sequence[str] | Mapping[str, Any]
    dehallucination: Mapping[str, Any]
    self_evolvement: Mapping[str, Any]
    review: Mapping[str, Any]
    optimization: Mapping[str, Any]
    adversarial: Mapping[str, Any]
    convergence: Mapping[str, Any]
    checks: Mapping[str, Any]
    language: str
    module: str
    player: str
    lessons: bool
    test_timeout: float
    test_memory: int
    timeout_per_turn: int
    timeout_per_person: int


class RoundTableTerms(Terms, total=False):
    """What a round table takes."""

    title: str
    wanted: Literal["choice", "number", "text", "code"]
    options: Sequence[str]
    tests: bool
    speakers: int
    max_rounds: int
    timeout_per_turn: int


def must_be_terms(given: Mapping[str, Any], known: Any) -> None:
    """Refuses what is none of the terms of a format."""
    unknown = sorted(set(given) - set(known.__annotations__))
    if unknown:
        raise InvalidInput(
            f"{unknown[0]}: there is no such term.", suggestion=f"Terms are: {', '.join(known.__annotations__)}."
        )


def parted(terms: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """What one format takes, and what all do."""
    own = {name: value for name, value in terms.items() if name not in Terms.__annotations__}
    return own, {name: value for name, value in terms.items() if name in Terms.__annotations__}
