"""The action bar: what you can do now, as the rules say it, in the same place in every format."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from moot.debate import HUMAN, ActionNotAllowed
from moot.desk import Caller, Desk
from moot.desk.replies import Argument, AvailableAction, Context, OptionTold
from moot.web.asked import Question, asked

Kind: TypeAlias = Literal["stop", "ruling", "argue", "choice", "gate", "move", "wait", "closed"]
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
    options: tuple[OptionTold, ...] = ()
    """Among what a choice is made."""
    questions: tuple[Question, ...] = ()
    """What is asked for, where the format says it in forms."""
    back_to: tuple[str, ...] = ()
    """The phases that a gate can send a workshop back to."""
    player: str | None = None
    """Whom the house calls on for this very seat."""
    free: tuple[str, ...] = ()
    """Other seats that the debate waits for and that a person holds: the owner can speak from them."""

    @property
    def shape(self) -> str:
        """Stays the same as long as the bar need not be drawn anew under somebody's hands."""
        about = self.about.seq if self.about is not None and self.kind != "stop" else ""
        return f"{self.kind}-{about}-{'-'.join(self.moves)}{'/'.join(('', *self.free))}".lower()


@dataclass(frozen=True, slots=True)
class Unsent:
    """What somebody tried to do, and why it was refused; their text must not be lost."""

    fields: Mapping[str, str]
    refusal: Mapping[str, object]

    def get(self, name: str) -> str:
        """What stood in a field."""
        return self.fields.get(name, "")

    @property
    def texts(self) -> str:
        """Whatever was written, for copying."""
        written = [value for name, value in self.fields.items() if name == "content" or name.startswith("f0.")]
        return "\n\n".join(value for value in written if value.strip())


async def bar_for(desk: Desk, caller: Caller, context: Context, unsent: Unsent | None = None) -> Bar:
    """The bar for the seat that the context was read from."""
    return replace(await _bar(desk, caller, context, unsent), free=_free(caller, context))


def _free(caller: Caller, context: Context) -> tuple[str, ...]:
    """Seats that were left to agents from outside are not offered: somebody is on the way."""
    waits = context.debate.waiting_for if caller.owns and context.debate.closed_at is None else ()
    return tuple(role for role in waits if role != context.role and context.players.get(role) == HUMAN)


async def _bar(desk: Desk, caller: Caller, context: Context, unsent: Unsent | None) -> Bar:
    kind, action = _offered(context)
    if kind in ("stop", "wait", "closed"):
        return Bar(kind, context.role, must=False)
    about = await _answered(desk, caller, context, action)
    must = action is not None and action.must
    if kind == "choice":
        return Bar(kind, context.role, ("CHOICE",), about, must, context.arguments[0].options or ())
    if kind == "gate":
        back = tuple((await desk.gates(caller, context.debate.id)).may_go_back_to)
        return Bar(kind, context.role, ("APPROVAL", "REJECTION"), about, must, back_to=back)
    if kind == "move":
        return await _moving(desk, caller, context, about, unsent)
    moves = tuple(move for move in _ARGUING if any(a.type == move for a in context.available_actions))
    return Bar(kind, context.role, moves if kind == "argue" else (), about, must)


async def _moving(desk: Desk, caller: Caller, context: Context, about: Argument | None, unsent: Unsent | None) -> Bar:
    debate, role = context.debate, context.role or ""
    try:
        questions = await asked(desk, caller, debate.id, debate.format, role, unsent.fields if unsent else {})
    except ActionNotAllowed:  # The turn lapsed a moment ago.
        return Bar("wait", context.role)
    moves = tuple(sheet.type for question in questions for sheet in question.sheets)
    return Bar("move", role, moves, about, True, questions=questions, player=context.players.get(role))


def _offered(context: Context) -> tuple[Kind, AvailableAction | None]:
    if context.debate.closed_at is not None:
        return "closed", None
    actions = {action.type: action for action in reversed(context.available_actions)}
    if context.debate.format == "arbitration":
        return _in_arbitration(actions)
    if context.debate.format == "panel" and "CHOICE" in actions:
        return "choice", actions["CHOICE"]
    if context.debate.format == "workshop" and "APPROVAL" in actions:
        return "gate", actions["APPROVAL"]
    due = next((action for action in context.available_actions if action.must), None)
    return ("move", due) if due is not None else ("wait", None)


def _in_arbitration(actions: Mapping[str, AvailableAction]) -> tuple[Kind, AvailableAction | None]:
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
