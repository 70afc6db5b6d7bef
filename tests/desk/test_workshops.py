"""Opening workshops at the desk: casts, the owner's own roles, who is called on, and the lessons that are told."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from moot.debate import Forbidden, InvalidInput, RequestIdReused
from moot.desk import OWNER, Caller
from moot.desk.role_files import roles_in
from tests.desk.conftest import Room
from tests.support.cast import BAD, GOOD, code
from tests.support.cast import said as moves
from tests.support.crew import GIVEN, HUMAN, SHORT, TASK, Crew

LESSON = "Add numbers up without a constant."
ORACLE = """---
name: oracle
title: Oracle
focus: What nobody else sees.
does: [critic, vote]
tools: [documents]
concern: foresight
---
Tell what nobody else sees.
"""


async def agreed(room: Room, debate: str) -> dict[str, Any]:
    return (await room.desk.agreed(OWNER, debate)).setup


async def test_the_usual_cast_is_small_with_the_sandbox_for_code_and_the_usual_player_for_the_rest(room: Room):
    receipt = await room.desk.open_workshop(OWNER, task=TASK)
    setup = await agreed(room, receipt.debate_id)
    assert (setup["title"], setup["task_kind"], receipt.type) == ("Add up", "function", "TASK")
    assert [placed["seat"] for placed in setup["cast"]] == [
        "generator",
        "implementer",
        "tester",
        "executor",
        "critic",
        "judge",
    ]
    players = {seat: seated["player"] for seat, seated in setup["players"].items()}
    assert players == {**dict.fromkeys((placed["seat"] for placed in setup["cast"]), "embedded"), "executor": "sandbox"}


async def test_a_cast_is_named_by_roles_and_seats_and_players_by_seat(room: Room):
    receipt = await room.desk.open_workshop(
        OWNER,
        task=TASK,
        cast=["ann=generator", "generator", "executor", "judge"],
        player="model-a",
        seats={"judge": {"player": "model-b", "verdict": "plain"}, "owner": "model-c"},
    )
    setup = await agreed(room, receipt.debate_id)
    cast = {placed["seat"]: placed for placed in setup["cast"]}
    assert list(cast) == ["ann", "generator-2", "executor", "judge"]
    assert cast["ann"]["role"] == "generator"
    assert "test" in cast["judge"]["does"]
    players = {seat: seated["player"] for seat, seated in setup["players"].items()}
    assert players == {
        "ann": "model-a",
        "generator-2": "model-a",
        "executor": "sandbox",
        "judge": "model-b",
        "owner": "model-c",
    }


async def test_the_owners_own_roles_go_into_the_set_up_with_what_they_are_told(room: Room, tmp_path: Path):
    (tmp_path / "oracle.md").write_text(ORACLE)
    desk = room.desk_with(roles=partial(roles_in, tmp_path))
    cast = ["generator", "executor", "oracle"]
    debate = (await desk.open_workshop(OWNER, task=TASK, cast=cast, **HUMAN)).debate_id
    (tmp_path / "oracle.md").unlink()
    placed = {each["seat"]: each for each in (await agreed(room, debate))["cast"]}
    assert (placed["oracle"]["brief"], placed["generator"]["brief"]) == ("Tell what nobody else sees.", "")
    assert (placed["oracle"]["concern"], placed["oracle"]["tools"]) == ("foresight", ["documents"])
    assert (placed["generator"]["concern"], "tools" in placed["generator"]) == ("", False)
    assert {"critic", "vote"} <= set(placed["oracle"]["does"])
    crew = Crew(desk, room.store, debate)
    await crew.plays("vote")
    assert "Tell what nobody else sees." in (await desk.brief(OWNER, debate, role="oracle")).you
    assert (await desk.verify(OWNER, debate)).sound
    with pytest.raises(InvalidInput, match="There is no role 'oracle'"):
        await desk.open_workshop(OWNER, task=TASK, cast=cast, **HUMAN)


async def test_a_role_that_cannot_be_read_is_refused_with_its_file(tmp_path: Path):
    (tmp_path / "oracle.md").write_bytes(b"\xff")
    with pytest.raises(InvalidInput, match="Cannot read the role file 'oracle"):
        roles_in(tmp_path)
    with pytest.raises(InvalidInput, match="There is no folder"):
        roles_in(tmp_path / "nowhere")


async def test_only_the_owner_opens_workshops(room: Room):
    with pytest.raises(Forbidden):
        await room.desk.open_workshop(Caller("a", "generator"), task=TASK)


@pytest.mark.parametrize("given", [{"task_kind": "poem"}, {"size": "poem"}])
async def test_a_kind_or_a_size_that_is_not_known_is_refused_with_those_that_are(room: Room, given: dict[str, Any]):
    with pytest.raises(InvalidInput, match="there is no 'poem'") as refused:
        await room.desk.open_workshop(OWNER, task=TASK, **given)
    assert "Choose among" in str(refused.value.suggestion)


async def learnt(room: Room) -> None:
    """A workshop in which a lesson helped."""
    opened = await room.desk.open_workshop(OWNER, task=TASK, tests=[GIVEN], **HUMAN, **SHORT)
    made = moves.Reflection(root_cause="r", went_wrong="w", to_change="t", confidence=0.5, lesson=LESSON)
    await Crew(room.desk, room.store, opened.debate_id, {"attempt": code(BAD, GOOD), "reflect": made}).plays("propose")


async def test_a_workshop_is_told_the_lessons_that_fit_and_the_record_says_which(room: Room):
    await learnt(room)
    first = await room.desk.open_workshop(OWNER, task=TASK, **HUMAN, **SHORT, client_request_id="again")
    (lesson,) = (await agreed(room, first.debate_id))["lessons"]
    assert lesson["text"] == LESSON
    assert lesson["why"].startswith("fits ")
    other = await room.desk.open_workshop(OWNER, task="Paint the fence.", **HUMAN, **SHORT)
    assert (await agreed(room, other.debate_id))["lessons"] == []
    none = await room.desk.open_workshop(OWNER, task=TASK, lessons=False, **HUMAN, **SHORT)
    assert (await agreed(room, none.debate_id))["lessons"] == []


async def test_the_same_request_opens_no_second_workshop_although_more_was_learnt_since(room: Room):
    first = await room.desk.open_workshop(OWNER, task=TASK, **HUMAN, **SHORT, client_request_id="once")
    await learnt(room)
    again = await room.desk.open_workshop(OWNER, task=TASK, **HUMAN, **SHORT, client_request_id="once")
    assert (again.debate_id, again.repeated) == (first.debate_id, True)
    with pytest.raises(RequestIdReused):
        await room.desk.open_workshop(OWNER, task="Another.", **HUMAN, **SHORT, client_request_id="once")


async def test_a_task_without_words_for_a_title_has_one(room: Room):
    receipt = await room.desk.open_workshop(OWNER, task="###\n\nf", **HUMAN, **SHORT)
    assert (await agreed(room, receipt.debate_id))["title"] == "f"
