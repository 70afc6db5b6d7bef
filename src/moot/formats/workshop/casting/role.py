"""A role: what it looks at, what it does, which tools it may use, what it is told. Read strictly from its file."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import PurePath
from typing import Final, TypeVar, cast

from moot.debate import InvalidInput
from moot.formats.workshop.aptitude import JOBS, OWNER, Job

TOOLS: tuple[str, ...] = ("sandbox", "documents", "git", "checks", "retrieval", "lsp", "formatter", "mcp")
"""What a role may be allowed to use in a turn."""
BEST_AFFINITY: Final = 5
LONGEST_BRIEF: Final = 6000
_LONGEST_LINE = 200
_FENCE = "---"
_NAME = re.compile(r"[a-z][a-z0-9_]{0,29}")
_DOMAIN = re.compile(r"[a-z][a-z0-9_-]{0,29}")
_NEEDED = ("name", "title", "focus", "does")
_OPTIONAL = ("tools", "affinities", "concern")
_Read = TypeVar("_Read")


@dataclass(frozen=True, slots=True)
class Role:
    """A role as its file tells it."""

    name: str
    title: str
    focus: str
    """What it looks at, in one line."""
    does: tuple[Job, ...]
    tools: tuple[str, ...]
    affinities: tuple[tuple[str, int], ...]
    """How much it is worth in a domain, from 1 to 5; 0 where it says nothing."""
    brief: str
    concern: str = ""
    """Where it stands in a tree, if the house does not know the role."""

    def affinity(self, domain: str) -> int:
        """How much it is worth in a domain."""
        return dict(self.affinities).get(domain, 0)


@dataclass(frozen=True, slots=True)
class _Field:
    """A line of the head of a file."""

    file: str
    line: int
    name: str
    value: str

    def refusal(self, fault: str, suggestion: str | None = None) -> InvalidInput:
        return _unfit(self.file, self.line, f"{self.name}: {fault}", suggestion)


def read_role(text: str, file: str) -> Role:
    """The role that a file tells of, or a refusal with the name of the file and the line.

    The file begins with a head between two lines `---`: `name`, `title`, `focus`, `does: [author, …]`, and, where
    wanted, `tools: [git, …]`, `affinities: {web: 2, …}` and `concern`. What follows is what the role is told.
    """
    lines = text.removeprefix("\ufeff").splitlines()
    end = _end_of_head(lines, file)
    head = _head(lines[1:end], file)
    for name in _NEEDED:
        if name not in head:
            raise _unfit(file, end + 1, f"the head has no {name!r}", f"A head has: {', '.join(_NEEDED)}.")
    return Role(
        name=_named(head["name"]),
        title=_line(head["title"]),
        focus=_line(head["focus"]),
        does=cast(tuple[Job, ...], _among(head["does"], JOBS)),
        tools=_maybe(head, "tools", lambda told: _among(told, TOOLS, may_be_empty=True), ()),
        affinities=_maybe(head, "affinities", _affinities, ()),
        brief=_brief(lines[end + 1 :], file, end + 2),
        concern=_maybe(head, "concern", lambda told: _word(told, told.value), ""),
    )


def _end_of_head(lines: list[str], file: str) -> int:
    if not lines or lines[0].rstrip() != _FENCE:
        raise _unfit(file, 1, f"a role begins with a line {_FENCE!r}")
    for place, line in enumerate(lines[1:], 1):
        if line.rstrip() == _FENCE:
            return place
    raise _unfit(file, len(lines), f"the head has no end: a second line {_FENCE!r} is missing")


def _head(lines: list[str], file: str) -> dict[str, _Field]:
    head: dict[str, _Field] = {}
    for number, line in enumerate(lines, 2):
        if not line.strip() or line.startswith("#"):
            continue
        name, colon, value = line.partition(":")
        told = _Field(file, number, name, value.strip())
        if not colon or name not in (*_NEEDED, *_OPTIONAL):
            known = ", ".join((*_NEEDED, *_OPTIONAL))
            raise _unfit(file, number, f"cannot read {line[:60]!r}", f"Write `name: value`, with one of: {known}.")
        if name in head:
            raise told.refusal("is there twice")
        head[name] = told
    return head


def _maybe(head: Mapping[str, _Field], name: str, read: Callable[[_Field], _Read], otherwise: _Read) -> _Read:
    return read(head[name]) if name in head else otherwise


def _named(told: _Field) -> str:
    if not _NAME.fullmatch(told.value) or told.value in {OWNER, "house"}:
        raise told.refusal(f"cannot be {told.value[:40]!r}", "Small letters, digits and _, beginning with a letter.")
    if PurePath(told.file).stem != told.value:
        raise told.refusal(f"is {told.value!r}, but the file is {told.file!r}", f"Call the file {told.value}.md.")
    return told.value


def _line(told: _Field) -> str:
    if not told.value or len(told.value) > _LONGEST_LINE:
        raise told.refusal(f"must have 1 to {_LONGEST_LINE} characters")
    if told.value[0] in "\"'[{|>":
        raise told.refusal("is a line of plain text", "Write it without quotes and brackets around it.")
    return told.value


def _word(told: _Field, word: str) -> str:
    if not _DOMAIN.fullmatch(word):
        raise told.refusal(f"{word[:40]!r} is no name", "Small letters, digits, - and _, beginning with a letter.")
    return word


def _inside(told: _Field, brackets: str) -> list[str]:
    opening, closing = brackets
    if not (told.value.startswith(opening) and told.value.endswith(closing) and len(told.value) > 1):
        raise told.refusal(f"must stand in {opening}{closing}, on one line")
    parts = [part.strip() for part in told.value[1:-1].split(",")]
    return parts if any(parts) else []


def _among(told: _Field, known: tuple[str, ...], *, may_be_empty: bool = False) -> tuple[str, ...]:
    parts = _inside(told, "[]")
    if strange := [part for part in parts if part not in known]:
        raise told.refusal(f"there is no {strange[0][:40]!r}", f"Choose among: {', '.join(known)}.")
    if len(set(parts)) != len(parts):
        raise told.refusal("each only once")
    if not parts and not may_be_empty:
        raise told.refusal("must not be empty", f"Choose among: {', '.join(known)}.")
    return tuple(part for part in known if part in parts)


def _affinities(told: _Field) -> tuple[tuple[str, int], ...]:
    found: dict[str, int] = {}
    for part in _inside(told, "{}"):
        domain, _, number = (piece.strip() for piece in part.partition(":"))
        if number not in {str(worth) for worth in range(BEST_AFFINITY + 1)}:
            raise told.refusal(f"cannot read {part[:40]!r}", f"Write `domain: n`, n from 0 to {BEST_AFFINITY}.")
        if _word(told, domain) in found:
            raise told.refusal(f"{domain!r} is there twice")
        found[domain] = int(number)
    return tuple(sorted((domain, worth) for domain, worth in found.items() if worth))


def _brief(lines: list[str], file: str, first: int) -> str:
    brief = "\n".join(line.rstrip() for line in lines).strip()
    if not brief:
        raise _unfit(file, first, "there is no brief: say below the head what the role is told")
    if len(brief) > LONGEST_BRIEF:
        raise _unfit(file, first, f"the brief has {len(brief)} characters; {LONGEST_BRIEF} are allowed")
    return brief


def _unfit(file: str, line: int, fault: str, suggestion: str | None = None) -> InvalidInput:
    return InvalidInput(f"Role file {file!r}, line {line}: {fault}.", suggestion=suggestion, file=file, line=line)
