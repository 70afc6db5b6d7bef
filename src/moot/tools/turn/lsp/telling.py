"""What a language server answered, for reading."""

from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import unquote, urlsplit

from moot.tools.turn.lsp.parts import listed, number, part
from moot.tools.turn.lsp.session import Session
from moot.tools.turn.site import Tree

MOST = 60
_SEVERITIES = {1: "error", 2: "warning", 3: "information", 4: "hint"}


def places_told(session: Session, tree: Tree) -> list[str]:
    """Where something is: `path:line text`; what lies outside the files is named and not shown."""
    found: list[Any] = listed(session.result) or [session.result]
    return [*dict.fromkeys(_place_told(session, tree, each) for each in found if each)][:MOST]


def hover_told(result: Any) -> str:
    """What something is."""
    return "\n".join(_words(part(result, "contents"))).strip()


def faults_told(result: Any, path: str, text: str, server: str) -> list[str]:
    """What is wrong with a file: `path:line:column severity code message (server)`, counted from 1 in characters."""
    lines = text.split("\n")
    return [_fault_told(each, path, lines, server) for each in listed(part(result, "items"))[:MOST]]


def _place_told(session: Session, tree: Tree, each: Any) -> str:
    uri = str(part(each, "uri") or part(each, "targetUri") or "")
    line = number(each, "range", "start", "line") or number(each, "targetSelectionRange", "start", "line")
    inside = unquote(urlsplit(uri).path).removeprefix(session.folder).lstrip("/")
    if not uri.startswith(session.uri("")) or inside not in tree:
        return f"outside these files: {uri.rpartition('/')[2]}:{line + 1}"
    lines = tree[inside].decode("utf-8", "replace").split("\n")
    text = lines[line].strip()[:200] if line < len(lines) else ""
    return f"{inside}:{line + 1} {text}"


def _fault_told(each: Any, path: str, lines: Sequence[str], server: str) -> str:
    start = part(each, "range", "start")
    line = number(start, "line")
    column = _characters(lines[line] if line < len(lines) else "", number(start, "character"))
    place = f"{path}:{line + 1}:{column + 1}"
    severity = _SEVERITIES.get(number(each, "severity"), "warning")
    message = str(part(each, "message") or "").partition("\n")[0]
    return " ".join(filter(None, [place, severity, str(part(each, "code") or ""), message, f"({server})"]))


def _characters(line: str, units: int) -> int:
    """How many characters of a line so many units of UTF-16 are."""
    inside = len(line.encode("utf-16-le")[: 2 * units].decode("utf-16-le", "ignore"))
    return inside + max(0, units - len(line.encode("utf-16-le")) // 2)


def _words(contents: Any) -> Iterator[str]:
    if isinstance(contents, str):
        yield contents
    elif (value := part(contents, "value")) is not None:
        yield str(value)
    for each in listed(contents):
        yield from _words(each)
