"""Checks in this process: which there are, and one run of them."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from moot.cli.inside.refusing import told
from moot.debate import InvalidInput
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
        _, others = checker.chosen(tree, only or ("auto",))
        if strange := next((each.name for each in others if each.outcome == "absent"), None):
            names = ", ".join([*KINDS, *(each.check.name for each in offered(settings.checks)[0])])
            raise InvalidInput(f"There is no check {strange!r}.", suggestion=f"There are: {names}.")
        found = asyncio.run(checker.check(tree, only or ("auto",), seconds=seconds, memory=memory))
        wanted = [tool for tool in found.tools if tool.outcome != "absent" or tool.name in only]
        ended = all(tool.outcome in ("clean", "found") for tool in wanted)
        passed = ended and all(each.severity != "error" for each in found.findings)
        return {"passed": passed, **found.model_dump(mode="json", exclude={"kind"})}
