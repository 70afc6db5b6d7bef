"""The action bar: what you can do now, as the rules say it, in the same place in every format."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from moot.desk import Caller, Desk
from moot.desk.replies import Argument, AvailableAction, Context

Kind: TypeAlias = Literal["stop", "ruling", "argue", "wait", "closed"]
_ARGUING = ("CLAIM", "APPEAL", "RESOLUTION")


@dataclass(frozen=True, slots=True)
class Bar:
    """What the bar offers."""

    kind: Kind
    role: str | None
    moves: tuple[str, ...] = ()
    """The kinds of argument that may be handed in."""
    about: Argument | None = None
    """What a move made here answers."""
    must: bool = False
    """Whether the debate waits for it."""

    @property
    def shape(self) -> str:
        """Stays the same as long as the bar need not be drawn anew under somebody's hands."""
        about = self.about.seq if self.about is not None and self.kind != "stop" else ""
        return f"{self.kind}-{about}-{'-'.join(self.moves)}".lower()


@dataclass(frozen=True, slots=True)
class Unsent:
    """What somebody tried to do, and why it was refused; their text must not be lost."""

    fields: Mapping[str, str]
    refusal: Mapping[str, object]

    def get(self, name: str) -> str:
        """What stood in a field."""
        return self.fields.get(name, "")


async def bar_for(desk: Desk, caller: Caller, context: Context) -> Bar:
    """The bar for the seat that the context was read from."""
    kind, action = _offered(context)
    if kind != "ruling" and kind != "argue":
        return Bar(kind, context.role, must=False)
    moves = tuple(move for move in _ARGUING if any(a.type == move for a in context.available_actions))
    about = await _answered(desk, caller, context, action)
    return Bar(kind, context.role, moves if kind == "argue" else (), about, action is not None and action.must)


def _offered(context: Context) -> tuple[Kind, AvailableAction | None]:
    if context.debate.closed_at is not None:
        return "closed", None
    actions = {action.type: action for action in reversed(context.available_actions)}
    if "RULING" in actions:
        return "ruling", actions["RULING"]
    if "INTERVENTION" in actions:
        return "stop", actions["INTERVENTION"]
    for kind in _ARGUING:
        if kind in actions:
            return "argue", actions[kind]
    return "wait", None


async def _answered(desk: Desk, caller: Caller, context: Context, action: AvailableAction | None) -> Argument | None:
    if action is None or action.answers is None:
        return None
    for argument in context.arguments:
        if argument.id == action.answers:
            return argument
    return await desk.argument(caller, context.debate.id, action.answers, role=context.role)
