"""Telling: the record in the words that a seat reads. What others wrote is quoted, line by line, as matter to judge."""

from collections.abc import Iterator, Sequence

from moot.formats.evaluation.dossier import Dossier, Exchange, Raised, Spoken
from moot.formats.evaluation.moves import Evidence, Point
from moot.formats.evaluation.scoring import halves, points
from moot.notation.recital import in_a_line, quoted

LONGEST_IDEA = 12_000
"""The most characters of an idea that a player reads; what is cut is said."""


def idea(known: Dossier) -> str:
    """The idea under its title."""
    return f"# The idea\n\n> {in_a_line(known.setup.title)}\n>\n{quoted(known.idea, LONGEST_IDEA)}"


def categories(known: Dossier, names: Sequence[str]) -> str:
    """What a high score means, by category."""
    told = [f"- {held.id}: {in_a_line(held.high)}" for held in known.setup.categories if held.id in names]
    return "\n".join(told)


def scores(known: Dossier) -> str:
    """How the idea was scored before anybody argued."""
    told = (
        f"> {name}: {points(halves(scored.score))} of 10. {in_a_line(scored.reasoning)}".rstrip()
        for name, (_, scored) in known.scores.items()
    )
    return "\n".join(["# Its scores so far, 1 to 10", "", *told])


def evidence(known: Dossier) -> str:
    """What can be cited for or against it."""
    return "\n".join(["# Evidence", "", *map(_item, known.evidence)])


def challenges(known: Dossier) -> str:
    """What the red team raised; empty where it raised nothing."""
    if not known.challenges:
        return ""
    return "\n".join(["# Challenges of the red team", "", *map(_raised, known.challenges)])


def assessed(known: Dossier) -> str:
    """All that was known before the first round."""
    return sections(idea(known), scores(known), evidence(known), challenges(known))


def held(known: Dossier, current: Exchange) -> str:
    """The question of a round, and what each side holds."""
    agreed = known.setup.rounds[current.number - 1]
    return "\n".join(
        [
            f"# Round {current.number} of {len(known.setup.rounds)}: {in_a_line(agreed.topic)} ({agreed.category})",
            "",
            f"The advocate holds: {in_a_line(agreed.advocate_position)}",
            f"The challenger holds: {in_a_line(agreed.challenger_position)}",
        ]
    )


def exchange(known: Dossier, current: Exchange) -> str:
    """A round so far, in the order it was spoken."""
    spoken = [f"{said.seat.capitalize()}, line {said.line}:\n{speech(current, said)}" for said in current.spoken]
    return sections(held(known, current), *spoken)


def speech(current: Exchange, said: Spoken) -> str:
    """What was said, its points numbered."""
    return "\n".join(_speech(current, said))


def numbered(claims: Sequence[Point]) -> str:
    """Points as they are named in a concession."""
    return "\n".join(f"> {number}. {in_a_line(point.claim)}" for number, point in enumerate(claims, 1))


def sections(*parts: str) -> str:
    """Parts of a text, those that are empty left out."""
    return "\n\n".join(part for part in parts if part)


def _speech(current: Exchange, said: Spoken) -> Iterator[str]:
    if said.content:
        yield quoted(said.content)
    for number, point in enumerate(said.points, 1):
        yield f"> Point {number}: {in_a_line(point.claim)} [{', '.join(point.evidence)}]"
    for granted in said.concedes:
        yield f"> Grants: {in_a_line(current.point(granted).claim)}"
    if said.kind == "REST":
        yield "> Has nothing to add."


def _item(item: Evidence) -> str:
    source = f" (source: {in_a_line(item.source)})" if item.source else ""
    return f"> {item.id} [{item.category}] {in_a_line(item.text)}{source}"


def _raised(raised: Raised) -> str:
    challenge = raised.challenge
    cited = f" ({', '.join(challenge.evidence)})" if challenge.evidence else ""
    return f"> {raised.id} [{challenge.category}, {challenge.severity}] {in_a_line(challenge.claim)}{cited}"
