"""What each seat of a workshop is told when it is called on."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from pydantic import BaseModel

from moot.debate import Ask, Brief, Turn, View, only
from moot.formats.workshop import moves
from moot.formats.workshop.aptitude import OWNER
from moot.formats.workshop.brief import forms, telling
from moot.formats.workshop.brief.checked import found_in
from moot.formats.workshop.brief.jobs import check_job, job, module_path
from moot.formats.workshop.casting import builtin_roles
from moot.formats.workshop.findings import Findings
from moot.formats.workshop.seen import Seen
from moot.formats.workshop.state import Deal, State

AGAIN = 2
"""How often an answer that does not fit is sent back."""
SINGLE = ("function", "performance", "security")
"""Kinds of task whose code is usually one file."""

Forms: TypeAlias = tuple[type[BaseModel], ...]


def briefed(state: State, turn: Turn, record: Sequence[View]) -> Brief:
    """The brief for a turn."""
    known = Seen(tuple(record), state)
    if turn.name == "set":
        return Brief("You set the task.", "", (Ask("Say what is wanted.", (moves.Task,)),), only, AGAIN)
    deal = next(deal for deal in state.deals if deal.key == turn.key)
    if "REPORT" in turn.kinds:
        asked = Ask(job(known, turn, deal), (moves.Report,), steady=True)
        return Brief("You run what you are given and tell what came of it.", "", (asked,), only, 0)
    if "FINDINGS" in turn.kinds:
        asked = Ask(check_job(known, deal), (Findings,), steady=True)
        return Brief("You check what you are given and tell what you find.", "", (asked,), only, 0)
    told, task, filled = _TURNS[turn.name](known, turn, deal)
    asked = Ask(task, filled, steady=turn.name in ("vote", "review"))
    record_told = "\n\n".join(part for part in (telling.task(known), *told) if part)
    settle = forms.settling(module_path(known.setup.module))
    return Brief(_role(known, turn), record_told, (asked,), settle, AGAIN, _tools(known, turn))


Told: TypeAlias = tuple[Sequence[str], str, Forms]
"""What is read besides the task, what is wanted, and the forms for it."""


def _role(known: Seen, turn: Turn) -> str:
    if turn.seat == OWNER:
        return f"You set the task of this workshop, and decide.\n{telling.MATERIAL}"
    placed = next(each for each in known.setup.cast if each.seat == turn.seat)
    role = builtin_roles().get(placed.role)
    brief = placed.brief or (role.brief if role is not None else "")
    head = f"You are {placed.seat}, {role.title if role is not None else placed.role}, in a workshop on code."
    return "\n".join([head, brief, telling.MATERIAL])


def _tools(known: Seen, turn: Turn) -> tuple[str, ...]:
    """What the role of a seat may use."""
    placed = next((each for each in known.setup.cast if each.seat == turn.seat), None)
    if placed is None:
        return ()
    role = builtin_roles().get(placed.role)
    return placed.tools if placed.tools is not None else () if role is None else role.tools


def _single(known: Seen) -> bool:
    return known.setup.task_kind in SINGLE and len(known.given) < 2


def _clarify(known: Seen, turn: Turn, deal: Deal) -> Told:
    return (
        (),
        "Ask what must be known before anybody writes code: requirements, constraints, edge cases, performance, "
        "integration. Ask nothing that the task says already. Say how sure you are of what is wanted.",
        (moves.Questions,),
    )


def _answer(known: Seen, turn: Turn, deal: Deal) -> Told:
    said = known.told[turn.answers or 0]
    asked = said.get("questions")
    listed = [str(each["question"]) for each in asked] if isinstance(asked, list | tuple) else []  # type: ignore[index]
    questions = telling.quoted("\n".join(f"{number}. {text}" for number, text in enumerate(listed, start=1)))
    return ((f"# Questions\n\n{questions}",), f"Answer all {len(listed)} questions, in their order.", (moves.Answers,))


def _plan(known: Seen, turn: Turn, deal: Deal) -> Told:
    seats = ", ".join(f"{each.seat} ({each.role})" for each in known.setup.cast)
    return ((), f"Plan the work in steps, and assign each seat its part. The seats are: {seats}.", (moves.Plan,))


def _own_plan(known: Seen, turn: Turn, deal: Deal) -> Told:
    return ((telling.plans(known),), "Plan what you are going to do yourself.", (moves.OwnPlan,))


def _negotiate(known: Seen, turn: Turn, deal: Deal) -> Told:
    return (
        (telling.plans(known),),
        "Accept the plans of the other authors, or ask one of them for a change that you need.",
        (moves.Negotiation,),
    )


def _test(known: Seen, turn: Turn, deal: Deal) -> Told:
    before = [telling.report(known, entry) for entry in known.of_kind("REPORT") if entry.line == turn.answers]
    return (
        (telling.plans(known), telling.tests(known), *before),
        f"Write tests for the task: normal cases and edge cases. Each runs in Python with the names of the module "
        f"{known.setup.module!r} at hand, passes on every right program, and fails where there is no program yet. "
        "Test what the task says, and nothing that it leaves open.",
        (forms.TestsForm,),
    )


def _attempt(known: Seen, turn: Turn, deal: Deal) -> Told:
    wanted = f"Write the program, whole, as it stands in {module_path(known.setup.module)}."
    again = "Use all that you learnt above; do not make the same mistake again." if (deal.round or 1) > 1 else ""
    form = forms.AttemptForm if _single(known) else forms.AttemptFiles
    return (
        (
            telling.plans(known),
            telling.tests(known),
            telling.attacks(known, str(deal.thread)),
            _last(known, deal),
            telling.own_work(known, str(deal.thread)),
        ),
        f"{wanted if _single(known) else 'Write every file that is new or changed, whole.'} {again}".strip(),
        (form,),
    )


def _last(known: Seen, deal: Deal) -> str:
    best = known.state.candidate(str(deal.thread)).best
    if best is None:
        return ""
    found = found_in(known, str(deal.thread), best.line)
    return "\n\n".join(filter(None, [telling.version(known, best.line, "The best version so far"), found]))


def _reflect(known: Seen, turn: Turn, deal: Deal) -> Told:
    return (
        (telling.tests(known), _last(known, deal), telling.own_work(known, str(deal.thread))),
        "The last run failed. Say what the root cause is, what went wrong, and what to change next. If there is "
        "something that anybody with a similar task should know, say it as a lesson in one general sentence.",
        (moves.Reflection,),
    )


def _propose(known: Seen, turn: Turn, deal: Deal) -> Told:
    if known.state.candidate(str(deal.thread)).best is not None:
        told = (_last(known, deal), telling.measured(known, str(deal.thread)))
        return (
            told,
            "Propose this version to the others: what it does, and why it should win.",
            (forms.ProposalWords,),
        )
    form = forms.ProposalForm if _single(known) else forms.ProposalFiles
    wanted = "Propose a solution: the whole code, what it does, and why it should win."
    return ((telling.plans(known), telling.tests(known)), wanted, (form,))


def _criticise(known: Seen, turn: Turn, deal: Deal) -> Told:
    return (
        (telling.candidate(known, str(deal.thread)),),
        "Say what is wrong with this candidate. Point at lines: file, line, what is wrong, how bad it is. Only what is "
        "really there; none where there is nothing.",
        (moves.Critique,),
    )


def _review(known: Seen, turn: Turn, deal: Deal) -> Told:
    assert known.setup.review is not None
    rubric = "\n".join(f"- {each.name}: {each.high}" for each in known.setup.review.rubric)
    return (
        (telling.candidate(known, str(deal.thread)), telling.said_of(known, str(deal.thread), "CRITIQUE")),
        f"Score this candidate from 0 to 1 for each criterion, and say whether to accept it:\n{rubric}",
        (moves.Review,),
    )


def _patch(known: Seen, turn: Turn, deal: Deal) -> Told:
    form = forms.PatchForm if _single(known) else forms.PatchFiles
    thread = str(deal.thread)
    return (
        (
            telling.tests(known),
            telling.candidate(known, thread, deal.on),
            telling.said_of(known, thread, "CRITIQUE", "REVIEW"),
            telling.own_work(known, thread),
        ),
        "Make this candidate better: answer what was criticised, break no test. Rest where there is nothing to gain.",
        (form, moves.Rest),
    )


def _attack(known: Seen, turn: Turn, deal: Deal) -> Told:
    thread = str(deal.thread)
    return (
        (telling.candidate(known, thread), telling.tests(known), telling.attacks(known, thread)),
        "Break this candidate. Give tests that a right program passes and this one fails: odd inputs, limits, abuse, "
        "load. Only what the task asks for counts. Nothing that was tried before; no tests where you have nothing new.",
        (forms.AttackForm,),
    )


def _defend(known: Seen, turn: Turn, deal: Deal) -> Told:
    form = forms.DefenceForm if _single(known) else forms.DefenceFiles
    thread = str(deal.thread)
    last = [telling.report(known, entry) for entry in known.of_kind("REPORT", thread=thread)[-1:]]
    return (
        (telling.candidate(known, thread), telling.attacks(known, thread), *last),
        "Mend what the attacks broke, and break nothing else.",
        (form,),
    )


def _vote(known: Seen, turn: Turn, deal: Deal) -> Told:
    authors = [one.author for one in known.state.standing]
    told: list[str] = []
    for author in authors:
        told += [telling.candidate(known, author), telling.said_of(known, author, "CRITIQUE", "REVIEW")]
        told.append(telling.attacks(known, author))
    return (
        told,
        f"Vote. Rank the candidates, best first ({', '.join(authors)}), and name those that you would accept. Nobody "
        "reads your ballot before all have voted. Judge by what was run, not by who wrote it.",
        (moves.Ballot, moves.Abstention),
    )


def _gate(known: Seen, turn: Turn, deal: Deal) -> Told:
    told = [telling.candidate(known, one.author) for one in known.state.ranked]
    return (told, "Open this gate, or keep it shut with a reason.", (moves.Approval, moves.Rejection))


def _explain(known: Seen, turn: Turn, deal: Deal) -> Told:
    told = [telling.candidate(known, one.author) for one in known.state.ranked]
    return (told, "Explain what was decided and why, so that others can learn from it.", (moves.Explanation,))


_TURNS: Mapping[str, Callable[[Seen, Turn, Deal], Told]] = {
    "clarify": _clarify,
    "answer": _answer,
    "plan": _plan,
    "own_plan": _own_plan,
    "negotiate": _negotiate,
    "test": _test,
    "attempt": _attempt,
    "reflect": _reflect,
    "propose": _propose,
    "criticise": _criticise,
    "review": _review,
    "patch": _patch,
    "attack": _attack,
    "defend": _defend,
    "vote": _vote,
    "gate": _gate,
    "explain": _explain,
}
