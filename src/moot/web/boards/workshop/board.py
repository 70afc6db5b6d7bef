"""The board of a workshop, part by part: where it stands, what was made, what was said of it, what was decided."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from moot.desk import Caller, Desk
from moot.desk.replies import Context
from moot.web.boards.part import Part
from moot.web.boards.workshop.attacks import sieges
from moot.web.boards.workshop.bench import Bench, bench
from moot.web.boards.workshop.costs import costs
from moot.web.boards.workshop.drawing import drawing
from moot.web.boards.workshop.ending import ending
from moot.web.boards.workshop.matrix import matrix
from moot.web.boards.workshop.rail import rail
from moot.web.boards.workshop.remarks import criticised, reviewed
from moot.web.boards.workshop.talk import plans, reflections, talks
from moot.web.boards.workshop.voting import poll
from moot.web.seats import Tone, tone


async def workshop_parts(desk: Desk, caller: Caller, context: Context) -> Sequence[Part]:
    """The parts, from the phases to the result."""
    found = await bench(desk, caller, context)
    shared = {"debate": context.debate, "you": context.role, "result": found.result, "found": found}
    parts = (*_before(found), *_code(found), *_judged(found), *_end(found))
    return [Part(part.id, part.place, part.template, {**shared, **part.fields}, part.heading) for part in parts]


def _part(name: str, place: int, heading: str | None = None, **fields: Any) -> Part:
    return Part(name, place, f"workshop/{name}.html", fields, heading)


def _before(found: Bench) -> Iterator[Part]:
    """Where it stands, who takes part, and what was agreed before code was written."""
    tones: dict[str, Tone] = {placed.seat: tone(placed.role, "workshop") for placed in found.setup.cast}
    yield _part("rail", 0, rail=rail(found), ending=ending(found))
    yield _part("cast", 1, drawing=drawing(found, tones), tones=tones, players=found.context.players)
    task = found.at(1)
    if task is not None:
        yield _part("task", 2, task=task, lessons=found.setup.lessons)
    if asked := talks(found):
        yield _part("questions", 3, "Questions and answers", talks=asked)
    if planned := plans(found):
        yield _part("plans", 4, "Plans", plans=planned, planning=found.result["planning"])


def _code(found: Bench) -> Iterator[Part]:
    """What was made, and how it was tested."""
    if found.versions:
        by_author = {author: [one for one in found.versions if one.thread == author] for author in found.authors}
        yield _part("versions", 10, "Versions", candidates=_candidates(found, by_author))
    if (tests := matrix(found)) is not None:
        yield _part("tests", 11, "Tests", matrix=tests)
    if learnt := reflections(found):
        yield _part("reflections", 12, "Reflections", reflections=learnt)


def _candidates(found: Bench, by_author: Mapping[str, Sequence[Any]]) -> list[dict[str, Any]]:
    told = {one["author"]: one for one in found.result["candidates"]}
    proposals = {one.seat: one for one in found.of_kind("PROPOSAL")}
    ended: Mapping[str, Any] = found.result["result"] or {}
    return [
        {
            "author": author,
            "versions": versions,
            "told": told.get(author),
            "proposal": proposals.get(author),
            "won": ended.get("winner") == author,
        }
        for author, versions in by_author.items()
    ]


def _judged(found: Bench) -> Iterator[Part]:
    """What was said of it, and done to it."""
    if remarks := criticised(found):
        yield _part("critiques", 20, "Critiques", criticised=remarks)
    if reviews := reviewed(found):
        yield _part("reviews", 21, "Reviews", reviewed=reviews)
    if attacks := sieges(found):
        yield _part("attacks", 22, "Attacks", sieges=attacks)


def _end(found: Bench) -> Iterator[Part]:
    """What was decided, what it cost, and what came of it."""
    if (vote := poll(found)) is not None:
        yield _part("vote", 30, poll=vote)
    elif _votes(found):
        yield _part("vote", 30, poll=None, **_ballots_in(found))
    if found.result["gates"]:
        yield _part("gates", 31, gates=found.result["gates"])
    if (spent := costs(found)) is not None:
        yield _part("costs", 32, costs=spent)
    if found.over:
        explained = found.of_kind("EXPLANATION")
        yield _part("result", 100, ending=ending(found), explanation=explained[-1] if explained else None)


def _votes(found: Bench) -> bool:
    return found.result["phase"] == "convergence" and any(
        one.type in ("BALLOT", "ABSTENTION") for one in found.context.arguments
    )


def _ballots_in(found: Bench) -> dict[str, Any]:
    """Who has voted, while the ballots lie face down."""
    cast = [placed.seat for placed in found.setup.cast if "vote" in placed.does]
    began = max((phase["line"] for phase in found.result["phases"]), default=0)
    kinds = ("BALLOT", "ABSTENTION", "lapsed")
    voted = {one.role for one in found.context.arguments if one.seq > began and one.type in kinds}
    return {"voters": [(seat, seat in voted) for seat in cast]}
