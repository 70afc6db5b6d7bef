"""Checks in this process: which there are, and one run of them."""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from moot.cli.inside.refusing import told
from moot.debate import InvalidInput
from moot.formats.workshop import Findings
from moot.settings import Settings
from moot.tools.checks import KINDS, Checker, folder_files, offered


def listed() -> dict[str, Any]:
    """Every check with its version, or with why it cannot be run here."""
    with told():
        there, faults = offered(Settings().checks)
        rows = [
            {
                "name": each.check.name,
                "kind": each.check.kind,
                "version": each.version,
                "what": each.check.what,
                "why_not": each.why_not,
            }
            for each in there
        ]
        unfit = [
            {"name": name, "kind": "command", "version": "", "what": "", "why_not": f"badly configured: {why}"}
            for name, why in faults.items()
        ]
        return {"checks": [*rows, *unfit]}


def ran(path: str, only: Sequence[str], seconds: float, memory: int) -> dict[str, Any]:
    """What the checks found in the files of a path."""
    with told():
        settings = Settings()
        checker = Checker(settings.checks, settings.unconfined)
        tree = folder_files(Path(path))
        chosen, others = checker.chosen(tree, only or ("auto",))
        if strange := next((each.name for each in others if each.outcome == "absent"), None):
            names = ", ".join([*KINDS, *(each.check.name for each in offered(settings.checks)[0])])
            raise InvalidInput(f"There is no check {strange!r}.", suggestion=f"There are: {names}.")
        found = asyncio.run(checker.check(tree, only or ("auto",), seconds=seconds, memory=memory))
        kinds = {each.check.name: each.check.kind for each in chosen}
        passed = _was_checked(found, only, kinds) and all(each.severity != "error" for each in found.findings)
        return {"passed": passed, **found.model_dump(mode="json", exclude={"kind"})}


def _was_checked(found: Findings, only: Sequence[str], kinds: Mapping[str, str]) -> bool:
    """Whether all that was run came to its end, and something was: of all that was named, or of what there is."""
    ran = [tool for tool in found.tools if tool.outcome != "absent"]
    names = {name for tool in ran for name in ("auto", tool.name, kinds.get(tool.name))}
    done = names.issuperset(only) if only else bool(ran) or not found.tools
    return done and all(tool.outcome in ("clean", "found") for tool in ran)
