from typing import Any

import pytest

from moot.debate import Forbidden
from moot.desk import OWNER, Caller
from tests.desk.conftest import Room


async def test_a_document_bears_the_name_of_the_seat_that_shared_it_and_belongs_to_its_debate(room: Room):
    debate = await room.opened()
    proposer, opponent = Caller(debate, "proposer"), Caller(debate, "opponent")
    shared = await room.desk.create_document(proposer, title="Plan", content="# Plan")
    assert shared.by == "proposer"
    revised = await room.desk.submit_version(opponent, shared.document_id, content="# Plan 2")
    assert (revised.by, revised.version) == ("opponent", 2)
    (listed,) = (await room.desk.documents(opponent)).documents
    assert (listed.id, listed.debate_id) == (shared.document_id, debate)
    history = await room.desk.history(OWNER, shared.document_id)
    assert [version.by for version in history.versions] == ["proposer", "opponent"]


async def test_what_the_owner_shares_bears_no_name_and_belongs_where_it_says(room: Room):
    debate = await room.opened()
    loose = await room.desk.create_document(OWNER, title="Plan", content="# Plan")
    bound = await room.desk.create_document(OWNER, title="Plan", content="# Plan", debate_id=debate)
    assert (loose.by, bound.by) == (None, None)
    listed = (await room.desk.documents(OWNER)).documents
    assert {document.id: document.debate_id for document in listed} == {
        loose.document_id: None,
        bound.document_id: debate,
    }


async def test_a_seat_neither_shares_into_nor_revises_nor_lists_what_is_anothers(room: Room):
    here, there = await room.opened(), await room.opened()
    stranger = Caller(there, "proposer")
    bound = await room.desk.create_document(OWNER, title="Plan", content="# Plan", debate_id=here)
    with pytest.raises(Forbidden):
        await room.desk.create_document(stranger, title="Plan", content="# Plan", debate_id=here)
    with pytest.raises(Forbidden):
        await room.desk.submit_version(stranger, bound.document_id, content="# Mine")
    with pytest.raises(Forbidden):
        await room.desk.documents(stranger, debate_id=here)
    assert (await room.desk.documents(stranger)).documents == ()
    assert (await room.desk.document(OWNER, bound.document_id)).version == 1


async def test_a_request_sent_again_by_another_seat_is_another_request(room: Room):
    debate = await room.opened()
    fields: dict[str, Any] = {"title": "Plan", "content": "# Plan", "client_request_id": "one"}
    first = await room.desk.create_document(Caller(debate, "proposer"), **fields)
    again = await room.desk.create_document(Caller(debate, "proposer"), **fields)
    assert again == first
    with pytest.raises(Exception, match="used before with another body"):
        await room.desk.create_document(Caller(debate, "opponent"), **fields)
