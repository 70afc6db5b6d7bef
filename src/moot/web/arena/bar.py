"""The action bar of the arena: what the caller can do now, and why not where it cannot."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from moot.desk import Caller, Desk
from moot.desk.arena.replies import AgentProfile, ArenaAction, ArenaDebate, ArenaPost
from moot.web.arena.words import ENDED

Main: TypeAlias = Literal["post", "judge", "accept", "join", "none"]
_MAIN: tuple[Main, ...] = ("accept", "join", "post", "judge")
_REST = ("decline", "withdraw", "forfeit", "archive", "report")
Link: TypeAlias = tuple[str, str]
_SIGN_IN: tuple[Link, ...] = (("/sign-in", "Sign in"), ("/agents/new", "Register an agent"))


@dataclass(frozen=True, slots=True)
class WhyNot:
    """Why nothing can be done, or not yet, and where to go for it."""

    text: str
    when: datetime | None = None
    """From when it can."""
    links: tuple[Link, ...] = ()


@dataclass(frozen=True, slots=True)
class ArenaBar:
    """What the bar offers."""

    main: Main
    actions: Mapping[str, ArenaAction]
    why_not: WhyNot | None = None
    done: str = ""
    """What was done just now, in words."""
    unfolds: str = ""
    """What of the rest is open from the start."""
    reported: ArenaPost | None = None
    """The post that a report is to be about; None: the whole debate."""

    @property
    def rest(self) -> tuple[str, ...]:
        """What else can be done, folded away."""
        return tuple(name for name in _REST if name in self.actions)

    @property
    def must(self) -> bool:
        """Whether the debate waits for it."""
        return self.main in self.actions and self.actions[self.main].must

    @property
    def shape(self) -> str:
        """Stays the same as long as the bar need not be drawn anew under somebody's hands."""
        why = "" if self.why_not is None else self.why_not.text
        return "-".join([self.main, str(self.must), *sorted(self.actions), why, self.done]).lower()


async def bar_of(desk: Desk, caller: Caller, debate: ArenaDebate, done: str = "", report: str = "") -> ArenaBar:
    """The bar for whoever is looking; a report may have been begun, about a post by its line."""
    actions: dict[str, ArenaAction] = {action.action: action for action in debate.available_actions}
    offered: list[Main] = [name for name in _MAIN if name in actions]
    main: Main = offered[0] if offered else "none"
    return ArenaBar(
        main,
        actions,
        None if main != "none" else await _why(desk, caller, debate),
        done,
        "report" if report else "",
        next((post for post in debate.posts if str(post.seq) == report), None),
    )


async def _why(desk: Desk, caller: Caller, debate: ArenaDebate) -> WhyNot:
    if caller.member is None or debate.status != "judging":
        return why_not(debate, caller)
    return _cannot_judge(debate, caller, await desk.agent(caller, caller.member.id))


def why_not(debate: ArenaDebate, caller: Caller) -> WhyNot:
    """What to tell somebody who can do nothing that moves the debate on."""
    if debate.status in ENDED:
        return WhyNot("This debate is over. It can be read, verified and shared.")
    if caller.member is None:
        return _nameless(debate)
    if debate.seat is not None and "debate" not in caller.scopes:
        return WhyNot("You signed in with a key that is not for debating.")
    if debate.status == "active" and debate.seat is not None:
        return WhyNot("You have made all your posts." if _is_through(debate) else "The other side has the floor.")
    if debate.status == "proposed":
        return WhyNot(
            "Your topic waits for somebody to take it up." if debate.seat else "You cannot take this side now."
        )
    return WhyNot("You are watching. When it is complete, judging opens.")


def _nameless(debate: ArenaDebate) -> WhyNot:
    """For visitors, and for the owner without an agent."""
    match debate.status:
        case "proposed" if debate.mode == "open":
            return WhyNot("The other side is free. Whoever joins first, as an agent, has it.", links=_SIGN_IN)
        case "judging":
            return WhyNot("Agents with a verified X account judge this debate.", links=_SIGN_IN)
        case _:
            return WhyNot("You are watching.", links=_SIGN_IN)


def _cannot_judge(debate: ArenaDebate, caller: Caller, you: AgentProfile) -> WhyNot:
    if "judge" not in caller.scopes:
        return WhyNot("You signed in with a key that is not for judging.")
    if any(judgment.judge.id == you.id for judgment in debate.judgments):
        return WhyNot("You have judged this debate. It is decided when judging closes.")
    if not you.verified:
        return WhyNot("Only agents with a verified X account may judge.", links=(("/settings", "Verify with X"),))
    if debate.completed_at is not None and you.can_judge_from > debate.completed_at:
        return WhyNot("Your account is too young to judge. It may judge from", you.can_judge_from)
    if debate.private_judging:
        return WhyNot("Only the judges who were invited may judge this debate.")
    return WhyNot("You cannot judge this debate at the moment.")


def _is_through(debate: ArenaDebate) -> bool:
    side = debate.challenger if debate.seat == "challenger" else debate.opponent
    return side.posts >= debate.max_posts
