"""Fixed answers: which one is due is read from the record, so a restart changes nothing."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from moot.debate import Ask, Entry, InvalidInput, Spent
from moot.engine import PlayerFailed, Unfit
from moot.players.script import ScriptPlayer, read_script
from tests.players.asking import VOTE, Shelf, Vote, answered, argued, call, due

pytestmark = pytest.mark.anyio


def scripted(script: Any, **records: Any) -> ScriptPlayer:
    return ScriptPlayer("fixed", script, Shelf(**records))


async def said(script: Any, *claims: tuple[str, str], seat: str = "opponent") -> str:
    debate = argued(*claims)
    player = scripted(script, debate=debate.entries)
    return (await answered(player, call(turn=due(debate, seat)))).raw


async def test_the_lines_of_the_seat_in_the_record_say_which_answer_is_due():
    script = {"opponent": [{"content": "first"}, {"content": "second"}]}
    assert json.loads(await said(script)) == {"content": "first"}
    talk = (("opponent", "first"), ("proposer", "But no."))
    assert json.loads(await said(script, *talk)) == {"content": "second"}
    assert json.loads(await said(script, *talk)) == {"content": "second"}


async def test_what_a_debate_was_opened_with_is_not_counted():
    script = {"proposer": [{"content": "reply"}]}
    assert json.loads(await said(script, ("opponent", "Spaces."), seat="proposer")) == {"content": "reply"}


async def test_a_turn_that_lapsed_has_used_its_answer_up():
    debate = argued()
    turn = due(debate, "opponent")
    lapsed = replace(debate.entries[1], line=2, kind="lapsed", seat="opponent", turn=turn.name, move={"reason": "time"})
    player = scripted({"opponent": [{"fail": "away"}, {"content": "back"}]}, debate=(*debate.entries, lapsed))
    assert json.loads((await answered(player, call(turn=turn))).raw) == {"content": "back"}


async def test_answers_can_be_given_by_the_kind_of_move():
    script = {"opponent": {"CLAIM": [{"content": "a claim"}]}}
    assert json.loads(await said(script)) == {"content": "a claim"}


async def test_answers_by_turn_are_counted_for_each_turn_by_itself():
    at = argued().at(1)
    said = Entry(2, at, at, "OPINION", {}, seat="judge", turn="opinion")
    player = scripted({"judge": {"opinion": [{"text": "Hm."}], "vote": [{"option": "A"}]}}, debate=[said])
    assert json.loads((await answered(player, call())).raw) == {"option": "A"}


async def test_a_star_speaks_for_every_seat_that_is_not_named():
    script = {"proposer": [], "*": [{"content": "anybody"}]}
    assert json.loads(await said(script)) == {"content": "anybody"}


async def test_each_question_of_a_turn_has_its_own_answer():
    other = Ask("And the other way round?", (Vote,), name="swapped")
    player = scripted({"judge": [{"asks": [{"option": "A"}, {"option": "B"}]}]})
    told = [(await answered(player, call(VOTE, other, number=number))).raw for number in (0, 1)]
    assert list(map(json.loads, told)) == [{"option": "A"}, {"option": "B"}]


async def test_an_answer_that_was_sent_back_can_be_followed_by_another():
    player = scripted({"judge": [{"tries": ["no idea", {"option": "B"}]}]})
    sent_back = (Unfit("no idea", "not JSON"),)
    told = [(await answered(player, call(before=sent_back * times))).raw for times in (0, 1, 2)]
    assert told == ["no idea", '{"option": "B"}', '{"option": "B"}']


async def test_a_raw_text_is_said_as_it_is():
    assert await said({"opponent": [{"raw": '{"content": '}]}) == '{"content": '


async def test_a_script_can_fail_with_a_reason():
    with pytest.raises(PlayerFailed, match="out of paper"):
        await said({"opponent": [{"fail": "out of paper"}]})


async def test_a_script_can_keep_silent_until_it_is_dismissed():
    player = scripted({"judge": [{"wait": "never"}]})
    waiting = asyncio.ensure_future(answered(player, call()))
    await asyncio.sleep(0)
    assert not waiting.done()
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting


async def test_where_the_script_ends_the_player_fails_and_says_where():
    with pytest.raises(PlayerFailed, match=r"no answer for turn 2 \(.*\) of seat 'opponent'"):
        await said({"opponent": [{"content": "only"}]}, ("opponent", "only"), ("proposer", "But no."))
    with pytest.raises(PlayerFailed, match="no answer for turn 1"):
        await said({"proposer": []})


async def test_a_file_is_read_as_it_stands_when_the_turn_comes(tmp_path: Path):
    path = tmp_path / "answers.yaml"
    path.write_text("judge:\n  - option: A\n")
    player = scripted(path)
    assert json.loads((await answered(player, call())).raw) == {"option": "A"}
    path.write_text('{"judge": [{"option": "B"}]}')
    assert json.loads((await answered(player, call())).raw) == {"option": "B"}


def test_it_costs_nothing():
    assert scripted({}).reserve(call()) == Spent()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("judge: [", "is not YAML"),
        ("- option: A", "list of answers"),
        ("judge: A", "list of answers"),
        (None, "Cannot read the script"),
    ],
    ids=["broken", "no seats", "no list", "not there"],
)
def test_a_script_that_cannot_be_read_is_refused(text: str | None, fault: str, tmp_path: Path):
    path = tmp_path / "answers.yaml"
    if text is not None:
        path.write_text(text)
    with pytest.raises(InvalidInput, match=fault):
        read_script(path)
