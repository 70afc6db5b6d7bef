"""The jobs of those who run code: a program with its tests, or a version to be checked, as the sandbox is told."""

import json
from collections.abc import Mapping
from typing import Any

from moot.debate import Turn
from moot.formats.workshop.seen import Seen
from moot.formats.workshop.state import Deal


def job(known: Seen, turn: Turn, deal: Deal) -> str:
    """What is run: the files of a version, or of none where tests are tried."""
    setup = known.setup
    told = {
        "job": "tests",
        "language": setup.language,
        "files": _files(known, turn),
        "module": setup.module,
        "cases": [_case(id, known.cases[id]) for id in deal.ids],
        "timeout": setup.test_timeout,
        "memory": setup.test_memory,
    }
    return json.dumps(told, ensure_ascii=False)


def check_job(known: Seen, deal: Deal) -> str:
    """What is checked: the files of a version, on the repository that it was made for."""
    setup = known.setup
    assert setup.checks is not None
    told = {
        "job": "checks",
        "files": known.files(deal.answers) or {},
        "repo": None if setup.repo is None else {"path": setup.repo.path, "commit": setup.repo.commit},
        "run": list(setup.checks.run),
        "timeout": setup.checks.timeout,
        "memory": setup.checks.memory,
    }
    return json.dumps(told, ensure_ascii=False)


def module_path(module: str) -> str:
    """The file of a module."""
    return module.replace(".", "/") + ".py"


def _files(known: Seen, turn: Turn) -> Mapping[str, str]:
    """Tests are tried on what there was before; an attack on the version that it attacks."""
    assert turn.answers is not None
    if turn.name == "try":
        return {module_path(known.setup.module): "", **known.given}
    line = turn.answers
    if turn.name == "siege":
        line = next(made.on for made in known.state.attacks if made.line == turn.answers)
    return known.files(line) or {}


def _case(id: str, case: Mapping[str, Any]) -> dict[str, Any]:
    told = {name: value for name, value in case.items() if value is not None}
    if "code" in told:
        # A record keeps args and kwargs that are empty; code takes none.
        return {"id": id, "name": told["name"], "code": told["code"]}
    if "raises" not in told:
        # A record leaves out what is null; here it is what is wanted.
        told.setdefault("expected", None)
    return {"id": id, **told}
