"""Which verb of the desk has which entrance: found in the code, with what has none and why."""

import ast
import inspect
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from moot.desk import Desk
from moot.http import openapi
from moot.mcp import ROWS, Row
from moot.mcp.schemas import specs
from scripts.cells import one_line

HTTP = Path("src/moot/http")
_METHODS = frozenset({"get", "post", "put", "patch", "delete", "websocket"})

_SELF = "the house does it by itself, when it is due"
_BROWSER = "it is for a browser, which keeps a session or is sent to X and back"
_PAGE = "a page alone shows it; the same is in what other verbs tell"
_IN_THE_PAGE = "it can be done on the page, and by programs over REST"

EXCEPTIONS: Mapping[str, str] = {
    "agreed": "no command: `moot audit` tells the set-up with everything else",
    "arena_card": _PAGE,
    "authenticate": "every entrance asks it first, and none offers it",
    "begin_session": _BROWSER,
    "begin_x": _BROWSER,
    "claim": _BROWSER,
    "convene": _SELF,
    "count": _PAGE,
    "end_session": _BROWSER,
    "exhibit": f"no command: {_IN_THE_PAGE}",
    "finish_x": _BROWSER,
    "follow": "no tool: MCP has subscriptions for it, and debate_wait; the command is `debate watch`",
    "follow_unread": "no tool and no command: it feeds the badge of the page; agents read arena_notifications",
    "leave_debates": "part of deleting an account",
    "lessons_for": "part of opening a workshop; memory_lessons tells the same",
    "news_of": _SELF,
    "open_debate": f"no command: all formats but the round table have one of their own; {_IN_THE_PAGE}",
    "reader": "it is for the page of a link that was shared; programs send the reader's key as a token",
    "ready": "no tool and no command: it is for whoever watches over the server",
    "refresh_ratings": _SELF,
    "samples": f"no command: `moot run` starts one in an empty house; {_IN_THE_PAGE}",
    "start_sample": f"no command: `moot run` starts one in an empty house; {_IN_THE_PAGE}",
    "stats": _PAGE,
    "to_claim": _BROWSER,
    "unread": _PAGE,
    "vitals": "no route of the API, tool or command: it is told as metrics, to whatever gathers them",
}
"""Verbs that do not have every entrance, each with the reason."""


@dataclass(frozen=True, slots=True)
class Entrances:
    """Where a verb can be asked for."""

    routes: tuple[str, ...]
    tools: tuple[Row, ...]

    @property
    def commands(self) -> tuple[str, ...]:
        """The commands that do the same as its tools."""
        return tuple(dict.fromkeys(row.command for row in self.tools if row.command))


def verbs() -> dict[str, Entrances]:
    """Every verb of the desk, by name."""
    routes = dict(_routes())
    return {
        name: Entrances(
            tuple(route for route, asked in routes.items() if name in asked),
            tuple(row for row in ROWS if name in routes.get(row.route, ())),
        )
        for name, _ in inspect.getmembers(Desk, inspect.isfunction)
        if not name.startswith("_")
    }


def tools() -> str:
    """The table of every tool: what it does, the request that it makes, the command that does the same."""
    known = specs(ROWS, openapi())
    head = ["| tool | what it does | REST | command |", "|---|---|---|---|"]
    rows = [f"| `{row.name}` | {one_line(known[row.name].about)} | `{row.route}` | {_command(row)} |" for row in ROWS]
    return "\n".join([*head, *rows])


def exceptions() -> str:
    """The table of verbs that do not have every entrance."""
    head = ["| verb of the desk | why not |", "|---|---|"]
    return "\n".join([*head, *(f"| `{verb}` | {one_line(why)} |" for verb, why in EXCEPTIONS.items())])


def _command(row: Row) -> str:
    return f"`moot {row.command}`" if row.command else "–"


def _routes() -> Iterator[tuple[str, frozenset[str]]]:
    """Each route of the API, with the verbs of the desk that it asks for."""
    for file in sorted(HTTP.glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.AsyncFunctionDef):
                for where in node.decorator_list:
                    if (route := _route(where)) is not None:
                        yield route, frozenset(_asked(node))


def _route(decorator: ast.expr) -> str | None:
    match decorator:
        case ast.Call(func=ast.Attribute(attr=method), args=[ast.Constant(value=str(path)), *_]) if method in _METHODS:
            return f"{method.upper()} {path}"
        case _:
            return None


def _asked(function: ast.AsyncFunctionDef) -> Iterator[str]:
    for node in ast.walk(function):
        match node:
            case ast.Attribute(value=ast.Name(id="desk"), attr=verb):
                yield verb
            case _:
                pass
