"""What is put to players at the desk: panels, evaluations, samples, any format; briefs, results and origins."""

from typing import Any
from uuid import uuid4

import pytest

from moot.debate import ActionNotAllowed, ArgumentNotFound, Forbidden, InvalidInput, Refusal, Seated, argument_id
from moot.desk import OWNER, Caller
from moot.engine import Answer, Asked, CallKey, digest
from tests.desk.conftest import Room

QUESTION: dict[str, Any] = {
    "question_id": "queue",
    "question_text": "One queue or two?",
    "options": ["A=One", "B=Two"],
}
PLAYERS = {"risk": "human", "value": "human", "effort": "human"}


def recommendation(option: str, why: str = "It is simpler.") -> dict[str, Any]:
    assessments = [{"option": each, "assessment": f"About {each}."} for each in "AB"]
    return {
        "recommendation": option,
        "summary": why,
        "for_stance": "It serves it.",
        "assessments": assessments,
        "reasoning": "Because.",
    }


async def recommended(room: Room, debate: str, *options: str) -> None:
    for judge, option in zip(PLAYERS, options, strict=False):
        move = recommendation(option, f"secret {judge}")
        await room.desk.move(OWNER, debate, role=judge, type="RECOMMENDATION", move=move)


async def panel(room: Room, **more: Any) -> str:
    return (await room.desk.ask_panel(OWNER, question=QUESTION, seats=PLAYERS, **more)).debate_id


async def test_a_panel_goes_from_its_question_to_its_result(room: Room):
    debate = await panel(room)
    await recommended(room, debate, "A", "A", "B")
    found = await room.desk.result(OWNER, debate)
    assert (found.state, found.closed) == ("CONSENSUS", True)
    assert (found.result["consensus"], found.result["recommended_option"]) == (True, "A")
    files = (await room.desk.papers(OWNER, debate)).files
    assert next(iter(files)) == "debate-queue-risk.md"
    assert (await room.desk.verify(OWNER, debate)).sound


async def test_judges_for_whom_nobody_is_named_are_the_usual_player(room: Room):
    receipt = await room.desk.ask_panel(OWNER, question={**QUESTION, "seats": {"risk": "human"}}, seats={"value": "x"})
    players = (await room.desk.context(OWNER, receipt.debate_id)).players
    assert players == {"risk": "human", "value": "x", "effort": "embedded"}


async def test_the_same_request_opens_no_second_panel(room: Room):
    first = await panel(room, client_request_id="once")
    again = await room.desk.ask_panel(OWNER, question=QUESTION, seats=PLAYERS, client_request_id="once")
    assert (again.debate_id, again.repeated) == (first, True)


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ({**QUESTION, "seats": ["risk"]}, "seats"),
        ({**QUESTION, "options": ["A=One"]}, "options"),
        ({**QUESTION, "nonsense": 1}, "nonsense"),
        ({**QUESTION, "question_text": "\x00"}, "question"),
    ],
)
async def test_a_question_that_does_not_fit_is_refused_by_name(room: Room, question: dict[str, Any], named: str):
    with pytest.raises(InvalidInput, match=named):
        await room.desk.ask_panel(OWNER, question=question)
    assert await room.desk.count(OWNER) == 0


async def test_a_player_that_is_not_known_is_refused_with_its_seat(room: Room):
    def knows(seated: Seated) -> None:
        raise InvalidInput(f"Nobody is called {seated.player!r}.", suggestion="Run: moot models")

    object.__setattr__(room.desk._house, "knows", knows)  # pyright: ignore[reportPrivateUsage]
    with pytest.raises(InvalidInput, match=r"'risk'.*'nobody'") as refused:
        await room.desk.ask_panel(OWNER, question=QUESTION, seats={**PLAYERS, "risk": "nobody"})
    assert refused.value.suggestion == "Run: moot models"


async def test_only_the_owner_opens_matters_and_samples(room: Room):
    seat = Caller(str(uuid4()), "risk")
    with pytest.raises(Forbidden):
        await room.desk.ask_panel(seat, question=QUESTION)
    with pytest.raises(Forbidden):
        await room.desk.evaluate(seat, idea="An idea.")
    with pytest.raises(Forbidden):
        room.desk.players(seat)


async def test_an_idea_is_put_to_everybody_it_needs(room: Room):
    idea = "# Parking by the minute\n\nDrivers lose time."
    receipt = await room.desk.evaluate(OWNER, idea=idea, seats={"red_team": "x"})
    context = await room.desk.context(OWNER, receipt.debate_id)
    assert context.debate.title == "Parking by the minute"
    assert context.players["red-skeptic"] == "x"
    assert context.players["arbiter"] == "embedded"
    assert "author" not in context.players
    assert context.debate.waiting_for == ("assessor",)


@pytest.mark.parametrize(
    ("more", "named"),
    [({"scores": {"problem": 99}}, "score"), ({"rounds": []}, "rounds"), ({"max_change": 9}, "max_change")],
)
async def test_an_idea_that_does_not_fit_is_refused_by_name(room: Room, more: dict[str, Any], named: str):
    with pytest.raises(InvalidInput, match=named):
        await room.desk.evaluate(OWNER, idea="An idea.", **more)
    with pytest.raises(InvalidInput, match="idea"):
        await room.desk.evaluate(OWNER, idea="  ")


async def test_each_sample_is_opened_once(room: Room):
    samples = await room.desk.samples(OWNER)
    assert [(each.format, each.opened) for each in samples] == [
        ("panel", None),
        ("evaluation", None),
        ("arbitration", None),
        ("arena", None),
        ("workshop", None),
        ("roundtable", None),
    ]
    for sample in samples:
        first = await room.desk.start_sample(OWNER, sample.name)
        again = await room.desk.start_sample(OWNER, sample.name)
        assert (first.debate_id, first.repeated, again.repeated) == (again.debate_id, False, True)
        assert "embedded" in (await room.desk.context(OWNER, first.debate_id)).players.values()
    assert all(each.opened for each in await room.desk.samples(OWNER))
    with pytest.raises(InvalidInput, match="There is no sample"):
        await room.desk.start_sample(OWNER, "nonsense")


async def test_any_format_can_be_opened_and_played(room: Room):
    receipt = await room.desk.open_debate(
        OWNER, format="jury", setup={"title": "Go?"}, role="asker", type="QUESTION", move={"content": "Shall we?"}
    )
    move = {"choice": "go", "reason": "Why not."}
    moved = await room.desk.move(OWNER, receipt.debate_id, role="risk", type="ANSWER", move=move)
    assert (moved.type, moved.seq) == ("ANSWER", 3)
    with pytest.raises(InvalidInput, match="format 'nonsense'"):
        await room.desk.open_debate(OWNER, format="nonsense", setup={}, role="x", type="X", move={})
    with pytest.raises(InvalidInput, match="There is no 'VETO'"):
        await room.desk.move(OWNER, receipt.debate_id, role="value", type="VETO", move={})
    with pytest.raises(InvalidInput, match="choice"):
        await room.desk.move(OWNER, receipt.debate_id, role="value", type="ANSWER", move={"choice": "maybe"})
    assert (await room.desk.result(OWNER, receipt.debate_id)).result == {}
    with pytest.raises(InvalidInput, match="leaves no papers"):
        await room.desk.papers(OWNER, receipt.debate_id)


async def test_a_decision_is_typed_and_never_a_word(room: Room):
    debate = await room.opened()
    await room.desk.intervene(OWNER, debate)
    move = {"content": "So be it.", "close": "yes"}
    with pytest.raises(InvalidInput, match="close"):
        await room.desk.move(OWNER, debate, role="arbitrator", type="RULING", move=move)
    again = await room.desk.move(
        OWNER, debate, role="arbitrator", type="RULING", move={"content": "So be it."}, answers=argument_id(debate, 2)
    )
    assert again.state == "AWAITING_PROPOSER"


async def test_a_seat_reads_its_brief_and_answers_it(room: Room):
    debate = await panel(room)
    brief = await room.desk.brief(OWNER, debate, role="risk")
    assert "One queue or two?" in brief.record
    ((form,),) = [task.forms for task in brief.tasks]
    assert form.type == "RECOMMENDATION"
    assert form.form["properties"]["recommendation"]["enum"] == ["A", "B"]
    filled = {
        "recommendation": "A",
        "summary": "It is simpler.",
        "for_stance": "Less can break.",
        "assessments": {"A": "Good.", "B": "Bad."},
        "reasoning": "Because.",
    }
    receipt = await room.desk.answer(OWNER, debate, role="risk", filled=[filled], client_request_id="mine")
    assert receipt.type == "RECOMMENDATION"
    again = await room.desk.answer(OWNER, debate, role="risk", filled=[filled], client_request_id="mine")
    assert (again.repeated, again.seq) == (True, receipt.seq)
    with pytest.raises(ActionNotAllowed):
        await room.desk.brief(OWNER, debate, role="risk")


async def test_a_brief_that_is_answered_wrongly_says_what_is_wrong(room: Room):
    debate = await panel(room)
    with pytest.raises(InvalidInput, match="recommendation"):
        await room.desk.answer(OWNER, debate, role="risk", filled=[{"recommendation": "Z"}])
    with pytest.raises(InvalidInput, match="asks 1 questions, and 0 were answered"):
        await room.desk.answer(OWNER, debate, role="risk", filled=[])


async def test_what_was_agreed_can_be_read(room: Room):
    agreed = await room.desk.agreed(OWNER, await panel(room))
    assert (agreed.format, agreed.seats) == ("panel", ("asker", "risk", "value", "effort"))
    assert agreed.setup["threshold"] == "2/3"


async def test_the_origin_of_a_line_is_told_with_it_and_never_before_it_is_revealed(room: Room):
    debate = await panel(room)
    turn = next(t for t in (await room.steward.look(debate)).position.due() if t.seat == "risk")
    key, answer = CallKey(debate, turn.label), Answer("secret words", "model-1", {"task": "Recommend."})
    kept = await room.store.ledger.keep(key, answer, room.clock())
    rules = (await room.steward.look(debate)).position.rules
    move = rules.moves["RECOMMENDATION"].model_validate(recommendation("A"))
    await room.steward.play(debate, Asked("risk", move, by="model", provenance=digest([kept])))
    line = argument_id(debate, 2)
    with pytest.raises(ArgumentNotFound):
        await room.desk.provenance(OWNER, debate, line)
    own = await room.desk.provenance(Caller(debate, "risk"), debate, line)
    assert (own.sound, own.by, own.calls[0].raw) == (True, "model", "secret words")
    for judge in ("value", "effort"):
        await room.desk.move(OWNER, debate, role=judge, type="RECOMMENDATION", move=recommendation("A"))
    told = await room.desk.provenance(OWNER, debate, line)
    assert told.calls[0].prompt == {"task": "Recommend."}
    without = await room.desk.provenance(OWNER, debate, argument_id(debate, 1))
    assert (without.calls, without.sound) == ((), True)


async def test_while_a_round_is_sealed_no_reading_of_it_gives_anything_away(room: Room):
    debate = await panel(room)
    await recommended(room, debate, "A", "B")
    told = [
        (await room.desk.result(OWNER, debate)).model_dump_json(),
        (await room.desk.papers(OWNER, debate)).model_dump_json(),
        (await room.desk.context(OWNER, debate, argument_limit=None)).model_dump_json(),
        (await room.desk.brief(OWNER, debate, role="effort")).model_dump_json(),
        *[(await room.desk.export(OWNER, debate, as_=form)).text for form in ("json", "jsonl", "markdown", "html")],
    ]
    assert not any("secret" in text for text in told)
    with pytest.raises(Refusal):
        await room.desk.move(OWNER, debate, role="risk", type="RECOMMENDATION", move=recommendation("B"))
