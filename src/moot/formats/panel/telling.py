"""Words about a panel that a brief and a paper share. What people and models wrote stands in quotes, line by line."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from moot.formats.panel.moves import Option, Question, Recommendation, Response
from moot.formats.panel.seen import Said
from moot.notation import recital

T = TypeVar("T")


def quoted(text: str) -> str:
    """The whole text with a mark before every line, so that none of it can pass for ours."""
    return recital.quoted(text, most=len(text))


def parts(said: Said) -> Iterator[tuple[str, str]]:
    """What a move says, part by part: a heading of ours, and the words."""
    yield "In short", said.summary
    if said.for_stance is not None:
        yield "For its stance", said.for_stance
    if isinstance(said, Recommendation):
        yield from ((f"On option {one.option}", one.assessment) for one in said.assessments)
    else:
        yield from _answers(said)
    yield "Reasoning", said.reasoning


def option_told(option: Option) -> str:
    """An option on one line, as the asker is shown it."""
    about = recital.in_a_line(option.description)
    return f"[{option.id}] {option.label}{f': {about}' if about else ''}"


def asked(question: Question) -> Iterator[tuple[str, str]]:
    """The question, part by part."""
    if question.feature_name is not None:
        yield "Feature", question.feature_name
    yield "Question", question.question
    for option in question.options:
        yield f"Option {option.id}", f"{option.label}\n{option.description}"
    if question.context.strip():
        yield "Context", question.context


def turned(options: Sequence[T], judges: Sequence[str], reader: str) -> tuple[T, ...]:
    """The options in the order that one judge reads them: the first begins with the first, the second with the second.

    >>> turned("ABC", ["risk", "value"], "value")
    ('B', 'C', 'A')
    """
    first = judges.index(reader) % len(options) if reader in judges else 0
    return (*options[first:], *options[:first])


def _answers(said: Response) -> Iterator[tuple[str, str]]:
    for challenge in said.challenges:
        yield f"Challenges the {challenge.judge} judge on this point", challenge.point
        yield "Because", challenge.counter
    if (convinced := said.convinced_by) is not None:
        yield f"Convinced by the {convinced.judge} judge (line {convinced.line})", convinced.reason
