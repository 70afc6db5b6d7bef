"""`aw debate`: everything that is said in a debate, and reading it."""

from moot.cli.lazy import LazyGroup
from moot.cli.options import example

_MOVES, _READING, _FOLLOWING, _ANYTHING = (
    f"moot.cli.debate.{name}" for name in ("moves", "reading", "following", "anything")
)

debate = LazyGroup(
    "debate",
    help="Argue, rule, read and wait for the others.",
    epilog=example(
        "aw debate create --debate-id ID --title 'Cache plan' --debate-type coding_plan_debate --file plan.md",
        "aw debate wait --debate-id ID --argument-id ARGUMENT --role proposer",
    ),
    lazy={
        "generate-id": f"{_READING}:generate_id",
        "create": f"{_MOVES}:create",
        "get-context": f"{_READING}:get_context",
        "submit": f"{_MOVES}:submit",
        "wait": f"{_FOLLOWING}:wait",
        "appeal": f"{_MOVES}:appeal",
        "request-completion": f"{_MOVES}:request_completion",
        "ruling": f"{_MOVES}:ruling",
        "intervention": f"{_MOVES}:intervention",
        "list": f"{_READING}:list_debates",
        "watch": f"{_FOLLOWING}:watch",
        "brief": f"{_ANYTHING}:brief",
        "answer": f"{_ANYTHING}:answer",
        "move": f"{_ANYTHING}:move",
        "result": f"{_ANYTHING}:result",
        "provenance": f"{_ANYTHING}:provenance",
        "open": "moot.cli.debate.page:open_page",
    },
)

__all__ = ["debate"]
