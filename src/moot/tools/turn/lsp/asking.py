"""The tools that ask language servers about the files of a site."""

import asyncio
import re
from collections.abc import Sequence
from functools import partial

from pydantic import Field

from moot.debate import InvalidInput
from moot.engine import Told, Tool
from moot.tools.turn.guests import LIMITS, Guest, hosted
from moot.tools.turn.lsp.servers import Question, Server, servers_for
from moot.tools.turn.lsp.session import Session
from moot.tools.turn.lsp.telling import faults_told, hover_told, places_told
from moot.tools.turn.making import Arguments, tool
from moot.tools.turn.site import Site, Tree


class Named(Arguments, frozen=True):
    """A name in a file."""

    path: str = Field(min_length=1, max_length=400)
    line: int = Field(ge=1, description="Counted from 1.")
    symbol: str = Field(min_length=1, max_length=200, description="The name, as it stands in that line.")


class Faults(Arguments, frozen=True):
    """A file."""

    path: str = Field(min_length=1, max_length=400)


def lsp(site: Site, own: Sequence[Server], *, unconfined: bool) -> Sequence[Tool]:
    """The tools that know the code."""
    ask = partial(_asked, site, own, unconfined)
    return (
        tool("find_definition", "Finds where a name in the code is defined.", Named, partial(ask, "definition")),
        tool("find_references", "Finds where a name in the code is used.", Named, partial(ask, "references")),
        tool("hover", "Tells the type and the documentation of a name in the code.", Named, partial(ask, "hover")),
        tool(
            "diagnostics",
            "Tells what is wrong with a file of code.",
            Faults,
            partial(_diagnosed, site, own, unconfined),
        ),
    )


async def _asked(site: Site, own: Sequence[Server], unconfined: bool, question: Question, asked: Named) -> Told:
    tree, path = site.around(asked.path)
    place = _place(tree[path].decode("utf-8", "replace"), asked)
    server = _servers(path, question, own)[0]
    session = await _answered(server, question, tree, path, place, unconfined)
    if not session.answered:
        return Told(f"{server.name} did not answer: {session.fault}.", ok=False)
    if question == "hover":
        return Told(hover_told(session.result) or "Nothing is known of it.")
    return Told("\n".join(places_told(session, tree)) or "Nothing was found.")


async def _diagnosed(site: Site, own: Sequence[Server], unconfined: bool, asked: Faults) -> Told:
    tree, path = site.around(asked.path)
    servers = _servers(path, "diagnostics", own)
    sessions = await asyncio.gather(
        *(_answered(server, "diagnostics", tree, path, (0, 0), unconfined) for server in servers)
    )
    told: list[str] = []
    text = tree[path].decode("utf-8", "replace")
    for server, session in zip(servers, sessions, strict=True):
        silent = f"{server.name} did not answer: {session.fault}."
        told += faults_told(session.result, asked.path, text, server.name) if session.answered else [silent]
    names = ", ".join(server.name for server in servers)
    return Told("\n".join(told) or f"{names}: nothing is wrong.", ok=any(each.answered for each in sessions))


async def _answered(
    server: Server, question: Question, tree: Tree, path: str, place: tuple[int, int], unconfined: bool
) -> Session:
    session = Session(question, path, tree[path].decode("utf-8", "replace"), server.language, place)
    words = (server.path or server.command[0], *server.command[1:])
    ran = await hosted(Guest(words, tree, says_where=True), session, unconfined=unconfined, limits=LIMITS)
    if not session.answered and session.fault is None:
        last = ran.stderr.decode("utf-8", "replace").strip().splitlines()[-1:] or [f"it ended ({ran.why})"]
        session.fault = last[0][:300]
    return session


def _servers(path: str, question: Question, own: Sequence[Server]) -> Sequence[Server]:
    if found := servers_for(path, question, own):
        return found
    raise InvalidInput(f"No language server here knows {question} of {path[:200]!r}.", suggestion="Use search instead.")


def _place(text: str, asked: Named) -> tuple[int, int]:
    """Where a name stands, as the protocol counts: from 0, in units of UTF-16. A word is preferred to a part of one."""
    lines = text.split("\n")
    line = lines[asked.line - 1] if asked.line <= len(lines) else ""
    whole = re.search(rf"(?<!\w){re.escape(asked.symbol)}(?!\w)", line)
    column = line.find(asked.symbol) if whole is None else whole.start()
    if column < 0:
        raise InvalidInput(
            f"Line {asked.line} of {asked.path[:200]!r} has no {asked.symbol[:60]!r}.",
            suggestion="Read the file first.",
        )
    return asked.line - 1, len(line[:column].encode("utf-16-le")) // 2
