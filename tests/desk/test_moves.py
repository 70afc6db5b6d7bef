from typing import Any
from uuid import uuid4

import pytest

from moot.debate import ContentTooLarge, DebateNotFound, Forbidden, InvalidInput
from moot.desk import OWNER, Caller
from tests.desk.conftest import Room


@pytest.mark.parametrize("options", [[7], [None], [{"id": 7, "label": None}], [["A"]]])
async def test_options_of_another_kind_than_text_are_refused_by_the_rules(room: Room, options: list[Any]):
    debate = await room.opened()
    motion = (await room.desk.context(OWNER, debate)).arguments[0].id
    await room.desk.submit(OWNER, debate, role="opponent", target_id=motion, content="No.")
    with pytest.raises(InvalidInput):
        await room.desk.appeal(OWNER, debate, target_id=motion, content="?", options=options)


async def test_a_text_too_long_is_refused_before_anything_is_asked_of_the_rules(room: Room):
    debate = await room.opened()
    with pytest.raises(ContentTooLarge):
        await room.desk.rule(OWNER, debate, content="x" * 10_241)


@pytest.mark.parametrize("mark", ["\x00", "\ud800"], ids=["NUL", "half a character"])
async def test_what_cannot_be_kept_is_refused_by_the_desk_itself_whatever_the_entrance_let_through(
    room: Room, mark: str
):
    debate = await room.opened()
    motion = (await room.desk.context(OWNER, debate)).arguments[0].id
    fields: dict[str, Any] = {"role": "opponent", "target_id": motion, "content": "No.", "client_request_id": "one"}
    for name in ("target_id", "content", "client_request_id", "role"):
        with pytest.raises(InvalidInput):
            await room.desk.submit(OWNER, debate, **{**fields, name: f"a{mark}b"})
    for reading in (
        room.desk.documents(OWNER, q=mark),
        room.desk.debates(OWNER, q=mark),
        room.desk.document(OWNER, mark),
    ):
        with pytest.raises(InvalidInput):
            await reading
    with pytest.raises(DebateNotFound):
        await room.desk.context(OWNER, mark)


async def test_a_seat_key_is_told_that_it_is_not_its_debate_before_whether_there_is_one(room: Room):
    seat = Caller(await room.opened(), "opponent")
    for reading in (room.desk.context(seat, str(uuid4())), room.desk.verify(seat, str(uuid4()))):
        with pytest.raises(Forbidden):
            await reading
    with pytest.raises(Forbidden):
        await room.desk.count(seat)
    assert await room.desk.count(OWNER) == 1
