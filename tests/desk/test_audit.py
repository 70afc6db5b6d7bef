"""The audit of any format: what is sealed stays so, what was called is shown, and nothing on its page can act."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from moot.debate import ActionNotAllowed, InvalidInput, NewerRules, Seated, Spent
from moot.desk import OWNER, Caller
from moot.desk.audit_replies import Audit, SpendingTold
from moot.engine import Answer, Asked, CallKey, Claim, Kept, digest
from moot.notation.jsonl import verify_jsonl
from tests.desk.conftest import Room
from tests.formats.toys import Jury, jury
from tests.formats.toys.jury import Answer as Says
from tests.formats.toys.jury import Question
from tests.formats.toys.workbench import Piece, Plan, Result, Workbench
from tests.support.trails import record_in

SECRET = "because of the risk"
HOSTILE = "</pre><script>alert(1)</script> \ud83d"
USES = [{"name": "<b>search</b>", "arguments": {"q": "x"}, "result": "found", "ok": True, "milliseconds": 3}]


async def called(room: Room, debate: str, seat: str, reason: str, since: int = 2) -> None:
    """A juror answers as players do: asked, kept, then played."""
    key = CallKey(debate, f"{seat}/answer/1/{since}")
    spent = Spent(10, 5, 0.002, 30)
    answer = Answer(
        HOSTILE, "model-1 <2026>", {"messages": f"You are {seat}. {reason}"}, spent, {"tool_calls": USES, "tries": 1}
    )
    await room.store.ledger.keep(key, answer, room.clock())
    calls = [Kept(key, "", room.clock(), spent, room.clock(), answer)]
    move = Says(choice="go", reason=reason)
    await room.steward.play(debate, Asked(seat, move, by="model", spent=spent, provenance=digest(calls)))


async def test_what_is_sealed_and_what_was_asked_for_it_is_in_nobody_elses_audit(room: Room):
    debate = await room.asked()
    await called(room, debate, "risk", SECRET)
    for caller in (OWNER, Caller(debate, "value")):
        told = await room.desk.audit(caller, debate)
        assert SECRET not in told.model_dump_json()
        line = told.lines[3]
        assert (line.hidden, line.move, line.body, line.calls, line.sound) == (True, None, None, None, None)
        assert line.provenance is not None
        page = (await room.desk.audit_page(caller, debate)).text
        assert SECRET not in page
        assert "would tell what is sealed" in page
        assert verify_jsonl(record_in(told.model_dump(mode="json"))).withheld == (3,)
    own = (await room.desk.audit(Caller(debate, "risk"), debate)).lines[3]
    assert own.move == {"choice": "go", "reason": SECRET}
    assert own.calls is not None
    with pytest.raises(Exception, match="another debate"):
        await room.desk.audit(Caller(await room.opened(), "proposer"), debate)


async def test_what_only_some_may_read_is_not_told_by_what_they_were_asked(room: Room):
    debate = str(uuid4())
    await room.steward.open(
        debate, "workbench", Workbench(title="Bench", pieces=1), Asked("builder", Plan(content="Plan."))
    )
    await room.play(debate, "builder", Piece(content=SECRET))
    turn = next(turn for turn in (await room.steward.look(debate)).position.due() if turn.seat == "tester")
    key, answer = CallKey(debate, turn.label), Answer("{}", "model-1", {"messages": f"Test this: {SECRET}"})
    kept = await room.store.ledger.keep(key, answer, room.clock())
    await room.steward.play(debate, Asked("tester", Result(passed=True), by="model", provenance=digest([kept])))
    tested = next(each for each in (await room.desk.audit(OWNER, debate)).lines if each.kind == "RESULT")
    for shown in (OWNER, Caller(debate, "builder"), Caller(debate, "tester")):
        assert SECRET in repr((await room.desk.provenance(shown, debate, tested.id)).calls)
        assert SECRET in repr((await room.desk.audit(shown, debate)).lines[tested.seq].calls)
    with pytest.raises(ActionNotAllowed, match="would tell what is sealed"):
        await room.desk.provenance(Caller(debate, "gate"), debate, tested.id)
    withheld = await room.desk.audit(Caller(debate, "gate"), debate)
    assert SECRET not in withheld.model_dump_json()
    assert (withheld.lines[tested.seq].move, withheld.lines[tested.seq].calls) == ({"passed": True}, None)


async def test_once_it_is_revealed_everything_is_told_with_its_calls_and_its_cost(room: Room):
    debate = await room.asked()
    for seat in ("risk", "value", "effort"):
        await called(room, debate, seat, f"I am {seat}.")
    told = await room.desk.audit(OWNER, debate)
    summary = told.summary
    assert summary is not None
    assert (summary.verified.sound, summary.kinds["ANSWER"], summary.spent.calls) == (True, 3, 3)
    assert (summary.spent.tokens_in, summary.spent.money, summary.inherited) == (30, 0.006, None)
    risk = summary.seats[1]
    assert (risk.seat, risk.models, risk.moves, risk.tool_calls) == ("risk", ("model-1 <2026>",), 1, 1)
    line = told.lines[3]
    assert line.calls is not None
    assert (line.sound, line.origin, line.calls[0].raw) == (True, debate, HOSTILE.replace("\ud83d", "\\ud83d"))
    assert line.calls[0].facts["tool_calls"] == USES


async def test_nothing_that_was_said_can_act_on_the_page(room: Room):
    debate = await room.asked()
    for seat in ("risk", "value", "effort"):
        await called(room, debate, seat, "<img src=x onerror=alert(1)>")
    page = (await room.desk.audit_page(OWNER, debate)).text
    page.encode()
    for never in ("<script", "<img", "<b>", "onerror=alert(1)>", 'src="', "@import", "url("):
        assert never not in page.replace("&lt;", "")
    assert "&lt;script&gt;" in page
    assert "Tool: &lt;b&gt;search" in page


async def test_a_long_audit_is_read_page_by_page(room: Room):
    debate = await room.asked()
    for seat in ("risk", "value", "effort"):
        await room.answers(debate, seat, "Yes.")
    whole = await room.desk.audit(OWNER, debate)
    pages: list[Audit] = []
    after = -1
    while True:
        page = await room.desk.audit(OWNER, debate, after=after, limit=3)
        pages.append(page)
        if page.next_after is None:
            break
        after = page.next_after
    assert tuple(line for page in pages for line in page.lines) == whole.lines
    assert [page.summary is not None for page in pages] == [True, *[False] * (len(pages) - 1)]
    assert (await room.desk.audit(OWNER, debate, after=10_000)).lines == ()


async def test_calls_that_were_changed_are_shown_as_such(room: Room):
    debate = await room.asked()
    for seat in ("risk", "value", "effort"):
        await called(room, debate, seat, "Yes.")
    more = Answer("again", "model-1", {}, None)
    await room.store.ledger.keep(CallKey(debate, "risk/answer/1/2", 0, 1), more, room.clock())
    told = await room.desk.audit(OWNER, debate)
    assert told.summary is not None
    assert (told.summary.verified.sound, told.lines[3].sound, told.lines[4].sound) == (False, False, True)
    page = (await room.desk.audit_page(OWNER, debate)).text
    assert "Not sound: line 3" in page
    assert "calls changed or lost" in page


async def test_calls_that_were_cut_off_are_told_with_the_most_that_they_may_have_cost(room: Room):
    debate = await room.asked()
    await called(room, debate, "risk", SECRET)
    summary = (await room.desk.audit(OWNER, debate)).summary
    assert summary is not None
    assert summary.lost is None
    lost = CallKey(debate, "value/answer/1/2")
    for reserve in (Spent(100, 50, 0.02, 0), Spent(10, 5, 0.001, 0)):
        await room.store.ledger.claim(Claim(lost, "dead", room.clock(), reserve), lambda holder: True)
    await room.store.ledger.lose(lost, "dead")
    after = (await room.desk.audit(OWNER, debate)).summary
    assert after is not None
    assert after.lost == SpendingTold(calls=2, tokens_in=110, tokens_out=55, money=0.021, milliseconds=0)
    assert after.spent == summary.spent
    page = (await room.desk.audit_page(OWNER, debate)).text
    assert "2 calls, which may have cost 165 tokens, $0.0210 at most" in page
    await room.store.ledger.claim(Claim(lost, "dead", room.clock(), None), lambda holder: True)
    await room.store.ledger.lose(lost, "dead")
    untold = (await room.desk.audit(OWNER, debate)).summary
    assert untold is not None
    assert untold.lost is not None
    assert (untold.lost.calls, untold.lost.money) == (3, None)


async def rerun(room: Room, debate: str, **how: Any) -> Any:
    return await room.desk.rerun(OWNER, debate, **how)


async def test_who_runs_a_debate_again_names_players_that_it_has_seats_for(room: Room):
    debate = await room.asked()
    with pytest.raises(InvalidInput, match="calls on nobody"):
        await rerun(room, debate, line=1, player="model")
    with pytest.raises(InvalidInput, match="nobody was named"):
        await rerun(room, debate, line=1)
    with pytest.raises(InvalidInput, match="no seat 'wizard'"):
        await rerun(room, debate, line=1, seats={"wizard": "model"})
    with pytest.raises(InvalidInput, match="no line 7"):
        await rerun(room, debate, line=7, seats={"risk": "model"})
    first = await rerun(room, debate, line=1, seats={"risk": "model", "value": "sandbox"}, client_request_id="one")
    assert (first.players, first.forked.line, first.repeated) == ({"risk": "model", "value": "sandbox"}, 2, False)
    assert first.seat_keys is not None
    again = await rerun(room, first.debate_id, line=2, player="other", budget={"calls": 3})
    assert again.players == {"risk": "other", "value": "sandbox"}
    agreed = await room.desk.agreed(OWNER, again.debate_id)
    assert (agreed.setup["budget"], agreed.forked) == ({"calls": 3}, again.forked)


async def test_other_players_have_the_tools_that_the_seat_was_granted(room: Room):
    debate = str(uuid4())
    players = {"risk": Seated(player="model", settings={"tools": [], "temperature": 0.2}), "value": Seated(player="m")}
    await room.steward.open(debate, "jury", Jury(title="Go?", players=players), Asked("asker", Question(content="?")))

    async def seated(**how: Any) -> dict[str, Any]:
        fork = await rerun(room, debate, line=1, **how)
        return (await room.desk.agreed(OWNER, fork.debate_id)).setup["players"]

    without: dict[str, Any] = {"player": "other", "settings": {"tools": []}}
    assert await seated(player="other") == {"risk": without, "value": {"player": "other"}}
    assert (await seated(seats={"risk": "other"}))["risk"] == without
    assert (await seated(seats={"risk": "human"}))["risk"] == {"player": "human"}
    given = {"player": "other", "settings": {"tools": ["git"]}}
    assert (await seated(seats={"risk": given}))["risk"] == given


async def test_a_debate_of_newer_rules_is_not_run_again(room: Room, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(type(jury), "version", 2)
    debate = await room.asked()
    monkeypatch.undo()
    with pytest.raises(NewerRules, match="version 2 of the format 'jury'"):
        await rerun(room, debate, line=1, seats={"risk": "model"})


async def test_two_debates_part_where_they_say_something_else(room: Room):
    debate = await room.asked()
    fork = (await rerun(room, debate, line=1, seats={"risk": "human"})).debate_id
    same = await room.desk.parting(OWNER, debate, other=fork)
    assert (same.same, same.common, same.stored_alike, list(same.agreed)) == (True, 2, 2, ["players"])
    room.clock.advance(minutes=1)
    for seat in ("risk", "value", "effort"):
        await room.answers(debate, seat, "Yes.\nFor sure.")
        await room.answers(fork, seat, "Yes.\nPerhaps." if seat == "value" else "Yes.\nFor sure.")
    found = await room.desk.parting(OWNER, debate, other=fork)
    assert found.a_line is not None
    assert found.b_line is not None
    # Under seal nothing can be compared; what was sealed is compared where it was opened.
    assert (found.a_line.kind, found.a_line.seq, found.common, found.stored_alike) == ("revealed", 7, 6, 2)
    assert found.fields == ("what it says",)
    assert "-  For sure.\n+  Perhaps.\n" in found.diff
    sealed = await room.desk.parting(Caller(debate, "risk"), debate, other=debate)
    assert sealed.same
    with pytest.raises(Exception, match="another debate"):
        await room.desk.parting(Caller(debate, "risk"), debate, other=fork)


async def test_a_fork_waits_for_its_own_time(room: Room):
    debate = await room.asked()
    room.clock.advance(days=9)
    fork = await rerun(room, debate, line=1, seats={"risk": "human"})
    context = await room.desk.context(OWNER, fork.debate_id)
    assert context.debate.deadline == room.clock() + timedelta(hours=1)
    assert (context.debate.created_at, context.debate.updated_at) == (room.clock(), room.clock())
    assert (await room.desk.context(OWNER, debate)).debate.state == "closed"
