"""A record as JSON lines: its stored bytes and their hashes, to be checked anywhere, without the house."""

import json
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from moot.debate import Entry, Json
from moot.notation.canonical import canonical, moment
from moot.notation.chain import BrokenChain, Line, check, genesis, link

FORM = "moot/1"
_TITLE = frozenset({"form", "debate", "lines", "head"})
_ROW = frozenset({"line", "head", "body", "hash"})


@dataclass(frozen=True, slots=True)
class Checked:
    """What a record in JSON lines was found to be. Compare `head` with the hash you noted elsewhere."""

    debate: str
    lines: int
    head: str
    entries: tuple[Entry, ...]
    """The lines whose content came with it."""
    withheld: tuple[int, ...] = ()
    """The lines that came without: their place in the chain is checked, their content cannot be."""


def as_jsonl(debate: str, lines: Iterable[Line], withheld: Container[int] = ()) -> str:
    """The record, a row a line under a row that names the debate; the content of withheld lines stays behind."""
    return "".join(f"{canonical(row)}\n" for row in as_rows(debate, lines, withheld))


def as_rows(debate: str, lines: Iterable[Line], withheld: Container[int] = ()) -> list[dict[str, Json]]:
    """The rows of a record as values, to be kept within another file."""
    kept = list(lines)
    rows = [_row(line, line.line not in withheld) for line in kept]
    head = kept[-1].hash if kept else genesis(debate)
    title: dict[str, Json] = {"form": FORM, "debate": debate, "lines": len(kept), "head": head}
    return [title, *rows]


def verify_jsonl(text: str) -> Checked:
    """Computes every hash anew; raises BrokenChain at the first row that was changed, lost or put in."""
    title, *rows = _rows(text)
    if title.get("form") != FORM or not isinstance(title.get("debate"), str) or title.keys() != _TITLE:
        raise BrokenChain(-1, "the first row does not name a debate in a form known here")
    chain = _Chain(genesis(title["debate"]))
    for row in rows:
        chain.take(row)
    if (_whole(title["lines"]), title["head"]) != (chain.line, chain.head):
        raise BrokenChain(chain.line, f"the first row tells of {title.get('lines')} lines and of another hash")
    return Checked(title["debate"], chain.line, chain.head, tuple(chain.entries), tuple(chain.withheld))


def lines_of(text: str) -> tuple[Line, ...]:
    """The stored lines, as they are; those that came without their content have an empty body."""
    return tuple(_line(row) for row in _rows(text)[1:])


class _Chain:
    """The rows as far as they have been checked."""

    def __init__(self, head: str) -> None:
        self.line = 0
        self.head = head
        self.entries: list[Entry] = []
        self.withheld: list[int] = []
        self._at: datetime | None = None

    def take(self, row: dict[str, Any]) -> None:
        """Checks one more row."""
        try:
            line = _line(row)
            self._at = self._checked(line, row)
        except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as unreadable:
            raise BrokenChain(self.line, f"cannot be read ({unreadable})") from unreadable
        self.head, self.line = line.hash, self.line + 1

    def _checked(self, line: Line, row: dict[str, Any]) -> datetime:
        if row["body"] is not None:
            entry = check(line, self.line, self.head, self._at)
            self.entries.append(entry)
            return entry.at
        if link(self.head, line.head) != line.hash or line.line != self.line:
            raise BrokenChain(self.line, "its envelope or the line before it was changed")
        self.withheld.append(line.line)
        return moment(json.loads(line.head)["at"])


def _row(line: Line, with_body: bool) -> dict[str, Json]:
    return {"line": line.line, "head": line.head, "body": line.body if with_body else None, "hash": line.hash}


def _whole(number: Any) -> int | None:
    """A whole number; 1.0 and true are equal to one, but nobody wrote them so."""
    return number if type(number) is int else None


def _line(row: dict[str, Any]) -> Line:
    if row.keys() != _ROW or _whole(row["line"]) is None:
        raise ValueError("its row is not written as it was")
    request = json.loads(row["head"]).get("request")
    return Line(row["line"], row["head"], row["body"] or "", row["hash"], request)


def _rows(text: str) -> Sequence[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for number, told in enumerate(text.split("\n")[:-1]):
        rows.append(_read(told, number - 1))
    if not rows or not text.endswith("\n"):
        raise BrokenChain(len(rows) - 1, "the text is cut short")
    return rows


def _read(told: str, line: int) -> dict[str, Any]:
    """A row, refused unless it is written as this house writes rows: then no byte can differ unnoticed."""
    try:
        row = json.loads(told)
        if isinstance(row, dict) and canonical(cast(Json, row)) == told:
            return cast(dict[str, Any], row)
    except (ValueError, RecursionError):
        pass
    raise BrokenChain(line, "its row is not written as it was")
