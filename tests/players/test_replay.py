"""A recorded debate, played again."""

import json
from dataclasses import replace

import pytest

from moot.debate import Ask, Entry, Spent, Stamp, Turn
from moot.engine import PlayerFailed
from moot.formats.arbitration import format as arbitration
from moot.players.replay import ReplayPlayer
from tests.players.asking import VOTE, Shelf, answered, argued, call, due

pytestmark = pytest.mark.anyio

CLAIM = Ask("What do you say?", (arbitration.moves["CLAIM"],))
TALK = (("opponent", "Spaces."), ("proposer", "Tabs."), ("opponent", "Spaces still."))


def replay(**records: tuple[Entry, ...]) -> ReplayPlayer:
    return ReplayPlayer("replay:source", "source", Shelf(**records))


async def test_the_same_seat_says_the_same_at_the_same_turn():
    source = argued(*TALK).entries
    for said, content in ((0, "Spaces."), (2, "Spaces still.")):
        debate = argued(*TALK[:said])
        player = replay(source=source, debate=debate.entries)
        answer = await answered(player, call(CLAIM, turn=due(debate, "opponent")))
        assert json.loads(answer.raw) == {"kind": "CLAIM", "target": said + 1, "content": content}
        assert answer.facts["debate"] == "source"


async def test_moves_are_told_apart_by_their_place_in_the_debate():
    (entry,) = (entry for entry in argued(TALK[0]).entries if entry.line == 2)
    second = replace(entry, line=3, stamp=Stamp(round=2), move={**entry.move, "content": "In round two."})
    turn = Turn(str(entry.turn), ("CLAIM",), since=0, seat="opponent", stamp=Stamp(round=2))
    answer = await answered(replay(source=(entry, second)), call(CLAIM, turn=turn))
    assert json.loads(answer.raw)["content"] == "In round two."


async def test_where_the_record_has_no_such_turn_the_player_fails():
    debate = argued(*TALK[:2])
    player = replay(source=argued(TALK[0]).entries, debate=debate.entries)
    with pytest.raises(PlayerFailed, match="number 2"):
        await answered(player, call(CLAIM, turn=due(debate, "opponent")))


async def test_a_debate_that_is_not_there_is_said_to_be_so():
    with pytest.raises(PlayerFailed, match="There is no debate 'source' to replay"):
        await answered(replay(), call())


async def test_a_move_that_does_not_fit_the_question_is_not_offered():
    debate = argued()
    player = replay(source=argued(TALK[0]).entries, debate=debate.entries)
    with pytest.raises(PlayerFailed, match="does not fit this question"):
        await answered(player, call(VOTE, turn=due(debate, "opponent")))


async def test_what_lapsed_there_fails_here_for_the_same_reason():
    at = argued().at(1)
    lapsed = Entry(2, at, at, "lapsed", {"reason": "time"}, seat="judge", turn="vote")
    with pytest.raises(PlayerFailed, match="lapsed in debate source too: time"):
        await answered(replay(source=(lapsed,)), call())


async def test_what_is_still_sealed_is_not_given_away():
    at = argued().at(1)
    sealed = Entry(2, at, at, "VOTE", {"option": "A"}, seat="judge", turn="vote", sealed=True)
    with pytest.raises(PlayerFailed, match="is sealed"):
        await answered(replay(source=(sealed,)), call())
    to_some = Entry(3, at, at, "revealed", {}, answers=2, readers=("clerk",))
    with pytest.raises(PlayerFailed, match="is sealed"):
        await answered(replay(source=(sealed, to_some)), call())
    opened = Entry(3, at, at, "revealed", {}, answers=2)
    answer = await answered(replay(source=(sealed, opened)), call())
    assert json.loads(answer.raw) == {"option": "A"}


def test_it_is_asked_once_and_costs_nothing():
    assert replay().manner == "plain"
    assert replay().reserve(call()) == Spent()
