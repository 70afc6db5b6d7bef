import pytest

from moot.debate import Forbidden
from moot.desk import OWNER, Caller
from tests.desk.conftest import Room

pytestmark = pytest.mark.anyio


async def test_the_owner_is_told_what_is_due_and_what_is_late(room: Room):
    debate = await room.asked()
    room.clock.advance(minutes=30)
    soon = await room.desk.operations(OWNER)
    assert [(due.debate_id, due.title, due.format) for due in soon.due] == [(debate, "Go?", "jury")]
    assert (soon.vitals.open, soon.vitals.due, soon.vitals.late, soon.late) == (1, 1, 0, ())
    room.clock.advance(hours=1)
    told = await room.desk.operations(OWNER)
    assert [late.debate_id for late in told.late] == [debate]
    assert (told.vitals.due, told.vitals.late, told.due) == (0, 1, ())
    assert told.late[0].waiting_for
    assert told.vitals == await room.desk.vitals()
    assert (told.at, told.circuits, told.disk) == (room.clock(), (), None)
    assert len(told.hours) == 24
    assert told.hours[-1].hour <= told.at


async def test_nobody_else_is_told_how_the_house_runs(room: Room):
    with pytest.raises(Forbidden):
        await room.desk.operations(Caller(debate="d", seat="opponent"))
