"""What is sealed stays so through every door, until it is revealed."""

from typing import get_args

import pytest

from moot.debate import argument_id
from moot.desk import OWNER, Caller
from moot.desk.exports import Form
from moot.notation.jsonl import verify_jsonl
from tests.desk.conftest import Room

FORMS: tuple[Form, ...] = get_args(Form)
SECRETS = {"risk": "because of the risk", "value": "because of the value", "effort": "because of the effort"}


async def copies(room: Room, caller: Caller, debate: str) -> dict[Form, str]:
    return {form: (await room.desk.export(caller, debate, as_=form)).text for form in FORMS}


async def test_no_copy_shows_a_sealed_answer_to_anybody_but_its_author(room: Room):
    debate = await room.asked()
    await room.answers(debate, "risk", SECRETS["risk"])
    for caller in (OWNER, Caller(debate, "value"), Caller(debate, "asker")):
        for text in (await copies(room, caller, debate)).values():
            assert SECRETS["risk"] not in text
    own = await copies(room, Caller(debate, "risk"), debate)
    assert all(SECRETS["risk"] in own[form] for form in ("jsonl", "markdown", "html"))


async def test_every_copy_shows_what_was_revealed(room: Room):
    debate = await room.asked()
    for seat, reason in SECRETS.items():
        await room.answers(debate, seat, reason)
    told = await copies(room, Caller(debate, "value"), debate)
    for form in ("jsonl", "markdown", "html"):
        assert all(reason in told[form] for reason in SECRETS.values())


async def test_a_copy_that_withholds_lines_can_still_be_checked(room: Room):
    debate = await room.asked()
    await room.answers(debate, "risk", SECRETS["risk"])
    checked = verify_jsonl((await copies(room, OWNER, debate))["jsonl"])
    assert (checked.lines, checked.withheld) == (4, (3,))
    assert checked.head == (await room.desk.context(OWNER, debate)).debate.hash
    checked = verify_jsonl((await copies(room, Caller(debate, "risk"), debate))["jsonl"])
    assert checked.withheld == ()


async def test_a_question_is_shown_to_all_with_its_words(room: Room):
    debate = await room.asked()
    await room.answers(debate, "risk", SECRETS["risk"])
    context = await room.desk.context(OWNER, debate, role="value")
    question, began, answer = context.arguments
    assert (began.type, began.role, began.move) == ("round_began", None, {"round": 1})
    assert (question.role, question.content) == ("asker", "Shall we?")
    assert (answer.role, answer.type, answer.content) == ("risk", "ANSWER", None)
    assert SECRETS["risk"] not in context.model_dump_json()


async def test_a_line_that_reveals_shows_what_it_opens_and_the_sealed_line_stays_sealed(room: Room):
    debate = await room.asked()
    for seat, reason in SECRETS.items():
        await room.answers(debate, seat, reason)
    told = (await room.desk.arguments(OWNER, debate)).arguments
    revealed = [each for each in told if each.type == "revealed"]
    assert {each.role: (each.move or {})["reason"] for each in revealed} == SECRETS
    sealed = {each.id: each for each in told if each.sealed}
    assert {each.reveals for each in revealed} == set(sealed)
    assert all(each.content is None and each.move is None for each in sealed.values())


async def test_a_note_of_the_house_is_shown_and_wakes_nobody(room: Room):
    debate = await room.asked()
    page = await room.desk.arguments(OWNER, debate)
    assert [argument.type for argument in page.arguments] == ["QUESTION", "round_began"]
    waited = await room.desk.wait(OWNER, debate, argument_id=argument_id(debate, 1), role="asker", within=0)
    assert (waited.status, waited.arguments) == ("timeout", ())


@pytest.mark.parametrize("form", FORMS)
async def test_a_copy_is_named_for_its_debate(room: Room, form: Form):
    debate = await room.opened()
    copy = await room.desk.export(OWNER, debate, as_=form)
    endings = {"markdown": "md", "openai": "messages.jsonl", "aif": "aif.json", "pr-comment": "comment.md"}
    ending = endings.get(form, form)
    assert copy.filename == f"debate-queues-{debate[:8]}.{ending}"
    assert "Use one queue." in copy.text
