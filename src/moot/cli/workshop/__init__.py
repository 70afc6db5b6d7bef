"""`moot workshop`: a task is put to a cast that writes, tests, attacks and votes; reading and deciding on it."""

from moot.cli.lazy import LazyGroup
from moot.cli.options import example

_RUNNING, _READING, _TURNS, _DECIDING = (
    f"moot.cli.workshop.{name}" for name in ("running", "reading", "turns", "deciding")
)

workshop = LazyGroup(
    "workshop",
    help="Put a task to a cast that writes, tests and attacks code.",
    epilog=example(
        "moot workshop run TASK.md --tests tests.yaml --model openai:gpt-5",
        "moot workshop run TASK.md --repo . --gates proposal,convergence",
    ),
    lazy={
        "run": f"{_RUNNING}:run",
        "list": f"{_READING}:list_workshops",
        "show": f"{_RUNNING}:show_workshop",
        "turns": f"{_TURNS}:turns",
        "versions": f"{_READING}:versions",
        "diff": f"{_READING}:diff",
        "git": "moot.cli.workshop.branch:git",
        "gates": f"{_READING}:gates",
        "approve": f"{_DECIDING}:approve",
        "reject": f"{_DECIDING}:reject",
        "stop": f"{_DECIDING}:stop",
    },
)

__all__ = ["workshop"]
