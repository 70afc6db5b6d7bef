"""The runner calls on the players who are due, keeps what they answer, and plays it."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from moot.debate import Spent
from moot.engine import Answer, CallKey, Card, Claim, Limits, PlayerFailed, StoreBusy, verify
from moot.testing import START
from tests.engine.called import DEBATE, GO, JURORS, Called, Speaker, failing
from tests.engine.houses import FORMATS

pytestmark = pytest.mark.anyio


def jurors(**changed: Speaker) -> dict[str, Speaker]:
    return {juror: changed.get(juror, Speaker(juror)) for juror in JURORS}


async def test_a_jury_of_players_comes_to_its_end_by_itself():
    house = Called(jurors())
    await house.asked()
    await house.run()
    told = await house.told()
    assert [kind for kind, seat in told if seat in JURORS] == ["ANSWER"] * 6
    assert told[-1] == ("closed", None)


async def test_players_are_briefed_from_what_is_remembered_and_no_line_is_read_again():
    house = Called(jurors())
    await house.asked()
    await house.run()
    assert house.records.lines_read == 0


async def test_all_who_are_due_are_asked_before_anybody_has_answered():
    gate = asyncio.Event()
    players = {juror: Speaker(juror, gate=gate) for juror in JURORS}
    house = Called(players)
    await house.asked()
    await house.until(lambda: all(player.heard for player in players.values()))
    assert [kind for kind, seat in await house.told() if seat in JURORS] == []


async def test_the_line_says_who_spoke_what_it_cost_and_where_it_came_from():
    house = Called(jurors())
    await house.asked()
    await house.run()
    entry = next(e for e in await house.steward.entries(DEBATE) if e.kind == "ANSWER")
    assert (entry.by, entry.spent) == (entry.seat, Spent(10, 5, 0.001, 3))
    assert entry.provenance is not None
    assert len(entry.provenance) == 64


async def test_the_verifier_finds_a_call_that_was_changed():
    house = Called(jurors(risk=Speaker("risk", lambda call: "no form")))
    await house.asked()
    await house.run()
    assert (await verify(DEBATE, house.records, FORMATS, house.ledger)).sound
    key, kept = next((key, kept) for key, kept in house.ledger.book.items() if key.turn.startswith("value"))
    house.ledger.book[key] = replace(kept, answer=Answer("forged", "x"))
    found = await verify(DEBATE, house.records, FORMATS, house.ledger)
    assert found.fault is not None
    assert "calls" in found.fault.fault


async def test_a_player_that_fails_lapses_with_the_reason_and_the_debate_goes_on():
    house = Called(jurors(risk=Speaker("risk", failing("HTTP 500, three times"))))
    await house.asked()
    await house.run()
    lapses = [e for e in await house.steward.entries(DEBATE) if e.kind == "lapsed"]
    assert {e.seat for e in lapses} == {"risk"}
    assert lapses[0].move == {"reason": "failed", "detail": "HTTP 500, three times"}


async def test_an_answer_that_does_not_fit_is_sent_back_with_what_is_wrong():
    answers = iter(["I would go.", {"kind": "ANSWER", "choice": "maybe", "reason": "x"}, GO, GO])
    risk = Speaker("risk", lambda call: next(answers))
    house = Called(jurors(risk=risk))
    await house.asked()
    await house.run()
    assert ("lapsed", "risk") not in await house.told()
    assert [len(call.before) for call in risk.heard] == [0, 1, 2, 0]
    assert risk.heard[1].before[0].raw == "I would go."
    assert "JSON" in risk.heard[1].before[0].fault
    assert "choice" in risk.heard[2].before[1].fault


async def test_after_being_sent_back_twice_the_turn_lapses_as_unfit():
    risk = Speaker("risk", lambda call: "I cannot approve this. Approve!")
    house = Called(jurors(risk=risk))
    await house.asked()
    await house.run()
    lapse = next(e for e in await house.steward.entries(DEBATE) if e.kind == "lapsed")
    assert lapse.move["reason"] == "unfit answers"
    assert len(risk.heard) == 6
    assert lapse.spent == Spent(30, 15, 0.003, 9)


async def test_a_finished_answer_is_not_asked_for_again_after_a_crash():
    gate = asyncio.Event()
    house = Called(jurors(effort=Speaker("effort", gate=gate)))
    await house.asked()
    await house.until(lambda: sum(kept.answer is not None for kept in house.ledger.book.values()) == 2)
    after = house.again()
    gate.set()
    await after.run()
    assert after.ended
    assert len(house.players["risk"].heard) == 2
    assert len(house.players["value"].heard) == 2
    assert len(house.players["effort"].heard) == 3  # cut off in the middle once


async def test_an_answer_kept_but_not_played_is_played_after_a_crash_without_asking():
    house = Called(jurors())
    await house.asked()
    position = (await house.steward.look(DEBATE)).position
    for turn in position.due():
        answer = Answer('{"kind": "ANSWER", "choice": "stop", "reason": "Kept."}', "x")
        await house.ledger.claim(Claim(CallKey(DEBATE, turn.label), "gone", house.clock(), None), lambda name: True)
        await house.ledger.keep(CallKey(DEBATE, turn.label), answer, house.clock())
    await house.again().until(lambda: all(player.heard for player in house.players.values()))
    entries = await house.steward.entries(DEBATE)
    assert [e.move["reason"] for e in entries if e.kind == "ANSWER"][:3] == ["Kept."] * 3


@pytest.mark.parametrize("behind", [timedelta(), timedelta(hours=1)])
async def test_a_claim_of_a_living_process_is_waited_for_by_whichever_clock_it_goes_and_its_answer_used(
    behind: timedelta,
):
    house = Called({"risk": Speaker("risk"), "value": Speaker("value"), "effort": Speaker("effort")})
    await house.asked()
    turn = next(t for t in (await house.steward.look(DEBATE)).position.due() if t.seat == "risk")
    key = CallKey(DEBATE, turn.label)
    await house.ledger.claim(Claim(key, "elsewhere:1:x", house.clock() - behind, None), lambda name: False)
    await house.until(lambda: len(house.players["value"].heard) == 1 and len(house.players["effort"].heard) == 1)
    assert house.players["risk"].heard == []
    await house.ledger.keep(key, Answer('{"choice": "go", "reason": "Elsewhere."}', "x"), house.clock())
    await house.again().run()
    reasons = [e.move["reason"] for e in await house.steward.entries(DEBATE) if e.kind == "ANSWER"]
    assert reasons.count("Elsewhere.") == 1


async def test_a_claim_of_which_nothing_is_heard_for_as_long_as_no_call_takes_is_taken_over(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr("moot.engine.asking._LONGEST_CALL", 0.02)
    monkeypatch.setattr("moot.engine.asking._LOOK_AGAIN", 0.01)
    house = Called(jurors())
    await house.asked()
    turn = next(t for t in (await house.steward.look(DEBATE)).position.due() if t.seat == "risk")
    await house.ledger.claim(
        Claim(CallKey(DEBATE, turn.label), "elsewhere:1:x", house.clock(), None), lambda name: False
    )
    await house.run()
    assert len(house.players["risk"].heard) == len(house.players["value"].heard)


async def test_when_a_deadline_passes_the_turn_lapses_and_its_player_is_stopped():
    slow = Speaker("risk", gate=asyncio.Event())
    house = Called(jurors(risk=slow))
    await house.asked()
    lapsed: list[bool] = []

    def an_hour_passes() -> bool:
        if slow.thinking and not lapsed:
            lapsed.append(True)
            house.clock.advance(hours=1)
            house.runner.hear(DEBATE, -1)
        return len(slow.heard) == 2 and slow.most_thinking == 1

    await house.until(an_hour_passes)
    lapse = next(e for e in await house.steward.entries(DEBATE) if e.kind == "lapsed")
    assert (lapse.seat, lapse.move, lapse.at) == ("risk", {"reason": "time"}, START + timedelta(hours=1))


async def test_a_seat_that_nobody_was_named_for_is_never_called_on():
    house = Called(jurors())
    await house.asked(risk="risk", value="human")
    await house.until(lambda: len(house.players["risk"].heard) == 1)
    assert house.players["value"].heard == house.players["effort"].heard == []


async def test_no_more_are_asked_at_once_than_a_lane_allows():
    players = {juror: Speaker(juror, lanes={"provider:x": 1}) for juror in JURORS}
    busy = [0, 0]

    def speak(call: object) -> dict[str, str]:
        busy[0] = sum(player.thinking for player in players.values())
        busy[1] = max(busy)
        return GO

    for player in players.values():
        player.speak = speak
    house = Called(players)
    await house.asked()
    await house.run()
    assert sum(player.most_thinking for player in players.values()) == 3
    assert busy[1] == 0  # whoever speaks has just stopped thinking, and nobody else began


@pytest.mark.parametrize(
    ("budget", "answered"), [({"calls": 4}, 4), ({"tokens": 30}, 2), ({"money": 0.003}, 3), ({"seconds": 0}, 0)]
)
async def test_a_budget_is_never_exceeded_and_turns_beyond_it_lapse(budget: dict[str, float], answered: int):
    house = Called(jurors())
    await house.asked(budget=budget, risk="risk", value="value", effort="effort")
    await house.run()
    told = await house.told()
    assert sum(kind == "ANSWER" for kind, _ in told) == answered
    lapses = [e for e in await house.steward.entries(DEBATE) if e.kind == "lapsed"]
    assert {str(e.move["reason"]) for e in lapses} == {"no budget"}


async def test_what_cannot_be_priced_is_not_paid_for_where_money_is_limited():
    house = Called(jurors(risk=Speaker("risk", cost=None)))
    await house.asked(budget={"money": 100}, risk="risk", value="value", effort="effort")
    await house.run()
    assert house.players["risk"].heard == []


async def test_the_day_has_a_budget_over_all_debates():
    house = Called(jurors(), daily=Limits(calls=3))
    await house.asked()
    await house.run()
    assert sum(kind == "ANSWER" for kind, _ in await house.told()) == 3


async def test_words_show_while_they_are_said_and_are_gone_afterwards():
    gate = asyncio.Event()
    house = Called(jurors(risk=Speaker("risk", gate=gate, words=("It is", "It is risky."))))
    await house.asked()
    await house.until(lambda: bool(house.drafts.since(DEBATE, 0)))
    assert house.drafts.since(DEBATE, 0) == []  # the runner stopped, and with it the speaker


async def test_a_sealed_draft_shows_that_somebody_speaks_and_not_what():
    gate = asyncio.Event()
    house = Called(jurors(risk=Speaker("risk", gate=gate, words=("secret",))))
    await house.asked()
    seen: list[tuple[str | None, str | None]] = []

    def look() -> bool:
        seen.extend((words.told_to(None), words.told_to("risk")) for words in house.drafts.since(DEBATE, 0))
        return bool(seen)

    await house.until(look)
    assert seen[0] == (None, "secret")


async def test_a_player_that_breaks_lapses_and_takes_nobody_with_it():
    house = Called(jurors(risk=Speaker("risk", lambda call: KeyError("a bug"))))
    await house.asked()
    await house.run()
    lapse = next(e for e in await house.steward.entries(DEBATE) if e.kind == "lapsed")
    assert lapse.move == {"reason": "failed", "detail": "risk broke: KeyError"}


async def test_a_player_may_say_itself_why_it_could_not():
    house = Called(jurors(risk=Speaker("risk", lambda call: PlayerFailed("Nothing is left.", "no budget"))))
    await house.asked()
    await house.run()
    lapse = next(e for e in await house.steward.entries(DEBATE) if e.kind == "lapsed")
    assert lapse.move == {"reason": "no budget", "detail": "Nothing is left."}


async def test_a_debate_that_cannot_be_run_keeps_no_other_waiting(caplog: pytest.LogCaptureFixture):
    house = Called(jurors())
    await house.asked()
    house.runner.hear("no such debate", 3)
    await house.run()
    assert "no such debate cannot be run" in caplog.text


async def test_a_store_that_is_down_for_a_while_is_asked_again(caplog: pytest.LogCaptureFixture):
    house = Called(jurors())
    due, down = house.records.due, [True]

    async def failing_once(
        until: datetime, limit: int = 100, beyond: tuple[datetime, str] | None = None
    ) -> Sequence[Card]:
        if down.pop() if down else False:
            raise StoreBusy("busy")
        return await due(until, limit, beyond)

    house.records.due = failing_once
    await house.asked()
    await house.run()
    assert "looking for debates: busy" in caplog.text
