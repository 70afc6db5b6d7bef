"""Tools in this process: which there are, and one use of one of them."""

import asyncio
import json
from contextlib import AsyncExitStack
from pathlib import Path
from time import perf_counter
from typing import Any

from moot.cli.inside.refusing import told
from moot.debate import InvalidInput, Refusal
from moot.engine import Told, Tool
from moot.formats.workshop import Repo
from moot.settings import Settings
from moot.tools.checks import folder_files
from moot.tools.git.repository import opened
from moot.tools.turn import FILE, Box, Site
from moot.wiring import box_for, embedder_for

TRYING = "try"


def listed(home: Path) -> dict[str, Any]:
    """What can be granted here, and why not the others."""
    with told():
        settings = Settings(home=home)
        box = box_for(settings, embedder=embedder_for(settings))
        return {"tools": [_offer(one) for one in box.offers()], "file": str(home / FILE)}


def _offer(one: Any) -> dict[str, Any]:
    shown = {"name": one.name, "usable": one.why_not is None, "about": one.about, "detail": one.detail}
    return shown if one.why_not is None else {**shown, "why_not": one.why_not}


def tried(home: Path, name: str, arguments: str, repo: Path | None) -> dict[str, Any]:
    """One use of a tool on the files of a folder, as a model would see it."""
    with told():
        settings = Settings(home=home)
        given = _read(arguments)
        site = Site(TRYING, TRYING, TRYING, {} if repo is None else folder_files(repo), repo=_repo(repo))
        box = box_for(settings, embedder=embedder_for(settings))
        return asyncio.run(_used(box, site, name, given))


async def _used(box: Box, site: Site, name: str, given: dict[str, Any]) -> dict[str, Any]:
    async with AsyncExitStack() as stack:
        tool, known = await _found(box, site, name, stack)
        if tool is None:
            raise InvalidInput(f"There is no tool {name!r} here.", suggestion=f"There are: {', '.join(known)}.")
        begun = perf_counter()
        try:
            said = await tool.use(given)
        except Refusal as refusal:
            said = Told(" ".join(filter(None, (refusal.message, refusal.suggestion))), ok=False)
        milliseconds = round((perf_counter() - begun) * 1000)
        return {"tool": name, "ok": said.ok, "cut": said.cut, "milliseconds": milliseconds, "result": said.text}


async def _found(box: Box, site: Site, name: str, stack: AsyncExitStack) -> tuple[Tool | None, list[str]]:
    """The tool of that name, kit by kit: servers are started only where nothing else has it."""
    known: list[str] = []
    for kit in box.grants:
        for tool in (await box.kit(site, (kit,), stack)).tools:
            if tool.name == name:
                return tool, known
            known.append(tool.name)
    return None, known


def _read(arguments: str) -> dict[str, Any]:
    try:
        given: Any = json.loads(arguments)
    except ValueError as unread:
        raise InvalidInput(f"--arguments is no JSON: {unread}.", suggestion='Write it as {"query": "words"}') from None
    if not isinstance(given, dict):
        raise InvalidInput("--arguments must be one JSON object.", suggestion='Write it as {"query": "words"}')
    return given  # pyright: ignore[reportUnknownVariableType] - JSON


def _repo(path: Path | None) -> Repo | None:
    """The repository that a folder is, where it is one."""
    if path is None or not (path / ".git").exists():
        return None
    with opened(path.resolve()) as repository:
        return Repo(path=str(path.resolve()), commit=repository.head().decode())
