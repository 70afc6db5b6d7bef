"""The texts, ready to be read by an agent or given to a model."""

from collections.abc import Callable
from pathlib import Path

from moot.debate import InvalidInput
from moot.skills.texts import WHOLE, Texts


def debate_types(extra: Path | None = None) -> tuple[str, ...]:
    """The debate types there are."""
    return Texts(extra).debate_types()


def brief(role: str, debate_type: str, extra: Path | None = None) -> str:
    """The rules of a debate type for a role, without the command line: for players that the house calls on."""
    return Texts(extra).rules(role, debate_type)


def show(role: str, debate_type: str, extra: Path | None = None) -> str:
    """All that an agent needs to take a role in a debate of a type."""
    texts = Texts(extra)
    rules = texts.rules(role, debate_type)

    def where(name: str) -> str:
        return "The rules follow below." if name == debate_type else f"Run `moot skills show {role} {name}`."

    return f"{texts.command(role)}\n{index(texts, where)}\n{rules}"


def show_any(role: str, debate_type: str | None, extra: Path | None = None) -> str:
    """What an agent in a role of a debate type must know, in the arena, or to start a duel."""
    if role in WHOLE:
        return Texts(extra).whole(role)
    if debate_type is None:
        known = ", ".join(debate_types(extra))
        raise InvalidInput("A type of debate is missing.", suggestion=f"Name one of: {known}.")
    return show(role, debate_type, extra)


def index(texts: Texts, where: Callable[[str], str]) -> str:
    """The list of debate types, each with what it is for and where its rules are."""
    lines = (f"- `{name}`: {texts.matter(name)} {where(name)}" for name in texts.debate_types())
    return "\n".join(["## Debate types and their rules", *lines, ""])
