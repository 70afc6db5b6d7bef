"""What people do about a workshop on its page: decide at gates, and move from any seat."""

from collections.abc import Mapping
from typing import Any

import pytest

from moot.debate import Move
from moot.desk import OWNER
from moot.formats.workshop import Findings
from moot.formats.workshop import moves as m
from moot.web.workshop import as_asked
from tests.support.house import API, Inside, said
from tests.web.visitor import Form, Visitor
from tests.web.workshop import plays
from tests.web.workshop.filling import typed
from tests.web.workshop.playing import put_on
from tests.web.workshop.plays import Taken, kind_of

pytestmark = pytest.mark.anyio


async def state(visitor: Visitor, debate: str) -> str:
    return said(await visitor.http.get(f"{API}/debates/{debate}", headers={"Accept": "*/*"}))["debate"]["state"]


async def bar(visitor: Visitor, debate: str, seat: str = "owner") -> Form:
    return await visitor.form(f"/debates/{debate}?seat={seat}")


async def gated(visitor: Visitor) -> str:
    return await put_on(visitor.http, plays.gated())


async def test_a_gate_is_opened_with_a_button(visitor: Visitor):
    debate = await gated(visitor)
    page = await visitor.get(f"/debates/{debate}")
    assert {"approve", "reject"} <= {button.get("value") for button in page.all("button")}
    answer = await visitor.send(page.forms[-1], act="approve", content="")
    assert answer.status_code == 303
    assert await state(visitor, debate) == "critique"
    assert "After proposals was opened" in " ".join((await visitor.get(f"/debates/{debate}")).text.split())


async def test_a_rejection_without_a_second_gesture_is_refused_and_keeps_the_reason(visitor: Visitor):
    debate = await gated(visitor)
    answer = await visitor.send(await bar(visitor, debate), act="reject", content="The tests are too thin.")
    assert answer.status_code == 422
    assert "The tests are too thin." in answer.text
    assert await state(visitor, debate) == "gate_after_proposal"


async def test_a_rejection_without_a_reason_is_refused(visitor: Visitor):
    debate = await gated(visitor)
    answer = await visitor.send(await bar(visitor, debate), act="reject", content=" ", confirm="yes")
    assert answer.status_code == 422
    assert await state(visitor, debate) == "gate_after_proposal"


async def test_a_rejection_ends_it_or_sends_it_back(visitor: Visitor):
    debate = await gated(visitor)
    form = await bar(visitor, debate)
    answer = await visitor.send(form, act="reject", content="Too thin.", confirm="yes", back_to="self_evolvement")
    assert answer.status_code == 303
    assert await state(visitor, debate) == "self_evolvement"
    told = " ".join((await visitor.get(f"/debates/{debate}")).text.split())
    assert "Sent back to attempts and tests" in told
    assert "Attempts and tests again" in told

    debate = await gated(visitor)
    await visitor.send(await bar(visitor, debate), act="reject", content="Not this way.", confirm="yes")
    assert await state(visitor, debate) == "rejected"
    told = " ".join((await visitor.get(f"/debates/{debate}")).text.split())
    assert "Whoever set the task rejected it (“Not this way.”) after proposal" in told


async def test_who_sits_elsewhere_sees_the_gate_and_no_buttons(visitor: Visitor):
    debate = await gated(visitor)
    page = await visitor.get(f"/debates/{debate}", seat="critic")
    assert "waits for the owner" in page.text
    assert "approve" not in {button.get("value") for button in page.all("button")}


def filled(taken: Taken) -> Mapping[str, Any]:
    """A move in the shape of the form that a person is given for it."""
    told = taken.move.model_dump(mode="json", exclude={"kind"}, exclude_none=True)
    match taken.move:
        case m.Answers():
            answers = {f"answer_{number}": text for number, text in enumerate(told.pop("answers"), 1)}
            return {**told, **answers}
        case m.Review():
            scores = {f"score_{each.pop('criterion')}": each for each in told.pop("scores")}
            return {**told, **scores}
        case m.Ballot():
            return {**told, **dict(zip(("first", "second"), told.pop("ranking"), strict=True))}
        case m.Attempt() | m.Patch() | m.Defence():
            return {**told, "code": told.pop("files")["solution.py"]}
        case m.Tests() | m.Attack():
            return {**told, "tests": [_case(each) for each in told["tests"]]}
        case _:
            return told


def _case(case: Mapping[str, Any]) -> dict[str, Any]:
    given = ", ".join(map(repr, case.get("args", ())))
    return {"name": case["name"], "code": case.get("code") or f"assert {case['call']}({given}) == {case['expected']!r}"}


async def fields(house: Inside, debate: str, seat: str, taken: Taken) -> dict[str, str]:
    """What a person types for a move."""
    told = await house.desk.brief(OWNER, debate, role=seat)
    forms = (await as_asked(house.desk, OWNER, debate, seat, told)).tasks[0].forms
    place = next(n for n, form in enumerate(forms) if form.type == kind_of(taken.move))
    return {"sheet0": str(place), **typed(forms[place].form, filled(taken), f"f0.{place}")}


def by_a_program(move: Move) -> bool:
    return isinstance(move, m.Report | Findings)


async def test_people_can_play_every_seat_from_the_first_question_to_the_last_word(house: Inside, visitor: Visitor):
    """Only what a program does, running the tests, is not done on the page."""
    walk = plays.whole()
    opened = said(await house.http.post(f"{API}/formats/workshop/debates", json=walk.opening))
    debate: str = opened["debate_id"]
    kinds: set[str] = set()
    for taken, body in zip(walk.taken, walk.bodies(debate), strict=True):
        if by_a_program(taken.move) or isinstance(taken.move, m.Approval):
            said(await house.http.post(f"{API}/debates/{debate}/moves", json=body))
            continue
        form = await bar(visitor, debate, taken.seat)
        answer = await visitor.send(form, act="move", **(await fields(house, debate, taken.seat, taken)))
        assert answer.status_code == 303, (taken, answer.text)
        kinds.add(kind_of(taken.move))
    assert await state(visitor, debate) == "decided"
    assert len(kinds) == 16


async def test_a_ballot_that_is_left_empty_ranks_nobody_and_an_abstention_says_why(visitor: Visitor):
    debate = await put_on(visitor.http, plays.voting())
    form = await bar(visitor, debate, "red_team")
    answer = await visitor.send(form, act="move", sheet0="1", **{"f0.1.reason": "I attacked both."})
    assert answer.status_code == 303, answer.text
    form = await bar(visitor, debate, "judge")
    empty = {"f0.0.confidence": "0.5", "f0.0.reason": "Neither convinces me."}
    answer = await visitor.send(form, act="move", sheet0="0", **empty)
    assert answer.status_code == 303, answer.text


async def test_an_unfit_ballot_is_refused_and_what_was_written_is_kept(visitor: Visitor):
    debate = await put_on(visitor.http, plays.voting())
    form = await bar(visitor, debate, "red_team")
    answer = await visitor.send(form, act="move", sheet0="0", **{"f0.0.first": "generator", "f0.0.reason": "Mine."})
    assert answer.status_code == 422
    assert "confidence" in answer.text
    assert "Mine." in answer.text
