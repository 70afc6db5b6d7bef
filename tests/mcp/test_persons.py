"""A client that can ask its person does so where a person must decide, by either protocol and over both transports."""

import asyncio
from collections.abc import Mapping
from typing import Any
from uuid import uuid4

import anyio
import pytest

from moot.formats.workshop.moves import Questions
from tests.mcp.hall import SECONDS, Guest, Hall
from tests.support.crew import GIVEN, HUMAN, SHORT, TASK
from tests.support.house import API, Table, said
from tests.support.players import JUDGES, QUESTION, recommendation, response


async def contested(at: Hall) -> str:
    """A panel whose judges disagree."""
    body: Mapping[str, Any] = {**QUESTION, "seats": dict.fromkeys(JUDGES, "human"), "max_rounds": 2}
    debate = said(await at.inside.http.post(f"{API}/panels", json=body))["debate_id"]
    await disagree(at, debate)
    return debate


async def disagree(at: Hall, debate: str) -> None:
    """The judges of a panel recommend three things, and stay with them."""
    table = Table(at.inside.http, debate)
    for judge, option in zip(JUDGES, "ABC", strict=True):
        said(
            await table.post("moves", {"role": judge, "type": "RECOMMENDATION", "move": recommendation(option)}, judge)
        )
    for judge, option, other in zip(JUDGES, "ABC", (*JUDGES[1:], JUDGES[0]), strict=True):
        said(await table.post("moves", {"role": judge, "type": "RESPONSE", "move": response(option, other)}, judge))


async def appealed(at: Hall) -> Table:
    """A debate in which the proposer asks for a decision."""
    table = await Table(at.inside.http, str(uuid4())).opened()
    said(await table.claim("opponent"))
    said(await table.appeal(about=2, options=["A=one", "B=two"]))
    return table


async def test_a_contested_panel_is_chosen_by_the_person(at: Hall, asker: Guest):
    debate = await contested(at)
    asker.person.will("accept", option="C", reason="We are few.")
    found = await asker.does("debate_result", debate_id=debate, wait=True)
    assert (found["closed"], found["result"]["choice"]["option"]) == (True, "C")
    (asked,) = asker.person.asked
    assert "Does the first release work offline?" in asked.message
    assert asked.message.index("The network is gone") < asked.message.index("perspectives above")
    assert asked.requested_schema["properties"]["option"]["enum"] == ["A", "B", "C"]
    (chosen,) = [line for line in await Table(at.inside.http, debate).arguments() if line["type"] == "CHOICE"]
    assert chosen["role"] == "asker"


async def test_a_panel_that_is_waited_for_from_the_start_is_asked_once_and_chosen_by_the_person(at: Hall, asker: Guest):
    asker.person.will("accept", option="A")
    name, opened = f"Which of {uuid4()}?", anyio.Event()

    async def note(progress: float, total: float | None, message: str | None) -> None:
        if "waiting for" in str(message):
            opened.set()

    async def named() -> list[str]:
        page = said(await at.inside.http.get(f"{API}/debates", params={"q": name}))
        return [one["id"] for one in page["debates"]]

    body = {**QUESTION, "title": name, "seats": dict.fromkeys(JUDGES, "human"), "wait": True, "within": 30}
    with anyio.fail_after(SECONDS):
        async with asyncio.TaskGroup() as tasks:
            asking = tasks.create_task(asker.client.call_tool("panel_ask", body, progress_callback=note))
            await opened.wait()
            (debate,) = await named()
            await disagree(at, debate)
    found = asking.result().structured_content
    assert (found["debate_id"], found["closed"], found["result"]["choice"]["option"]) == (debate, True, "A")
    assert (await named(), len(asker.person.asked)) == ([debate], 1)


@pytest.mark.parametrize(("action", "told"), [("decline", "declined"), ("cancel", "cancelled")])
async def test_who_declines_or_cancels_changes_nothing(at: Hall, asker: Guest, action: Any, told: str):
    debate = await contested(at)
    before = await Table(at.inside.http, debate).arguments()
    asker.person.will(action)
    found = await asker.does("debate_result", debate_id=debate, wait=True)
    assert (found["closed"], found["person"]) == (False, told)
    assert found["next"]
    assert await Table(at.inside.http, debate).arguments() == before
    assert len(asker.person.asked) == 1


async def test_a_gate_is_opened_or_kept_shut_by_the_person(at: Hall, asker: Guest):
    opened = await asker.does("workshop_open", task=TASK, tests=[GIVEN], gates=["proposal"], **SHORT, **HUMAN)
    crew = at.crew(asker, opened["debate_id"])
    await crew.plays("gate")
    asker.person.will("accept", decision="reject", reason="Once more.", back_to="proposal")
    first = await asker.does("debate_result", debate_id=crew.debate, wait=True, within=0.2)
    assert not first["closed"]
    assert "proposal is shut" in asker.person.asked[0].message
    assert asker.person.asked[0].requested_schema["properties"]["back_to"]["enum"] == ["self_evolvement", "proposal"]
    await crew.plays("gate")
    asker.person.will("accept", decision="approve")
    await asker.does("debate_result", debate_id=crew.debate, wait=True, within=0.2)
    gates = await asker.does("workshop_gates", debate_id=crew.debate)
    assert [gate["decision"] for gate in gates["gates"]] == ["rejected", "approved"]
    await asker.does("workshop_stop", debate_id=crew.debate, move={"reason": "Seen enough."})


async def test_what_is_not_clear_about_a_task_is_answered_by_the_person(at: Hall, asker: Guest):
    asking = {**HUMAN, **SHORT, "dehallucination": {"simple": True, "rounds": 1}}
    opened = await asker.does("workshop_open", task=TASK, tests=[GIVEN], **asking)
    crew = at.crew(asker, opened["debate_id"])
    unclear = [{"question": text, "category": "edge_cases"} for text in ("Of no numbers?", "Of huge ones?")]
    crew.script = {"clarify": Questions.model_validate({"questions": unclear, "confidence": 0})}
    await crew.plays("answer")
    asker.person.will("accept", answer_1="Zero.", answer_2="As they are.", clear=True)
    waited = await asker.does("debate_wait", debate_id=crew.debate, role="critic", within=0)
    assert (waited["status"], asker.person.asked) == ("timeout", []), "the owner's answers are no matter of a critic's"
    await asker.does("debate_result", debate_id=crew.debate, wait=True, within=0.2)
    (asked,) = asker.person.asked
    assert "1. Of no numbers?\n2. Of huge ones?" in asked.message
    assert asked.requested_schema["required"] == ["answer_1", "answer_2"]
    (said_so,) = [line for line in await Table(at.inside.http, crew.debate).arguments() if line["type"] == "ANSWERS"]
    assert (said_so["role"], said_so["move"]["answers"]) == ("owner", ["Zero.", "As they are."])
    await asker.does("workshop_stop", debate_id=crew.debate, move={"reason": "Seen enough."})


async def test_a_client_that_fails_to_ask_is_told_the_next_step(at: Hall, over_older_http: Guest):
    debate = await contested(at)
    over_older_http.person.fails()
    found = await over_older_http.does("debate_result", debate_id=debate, wait=True, within=5)
    assert (found["closed"], found["person"]) == (False, "unreached")
    assert "panel_choose" in found["next"]


async def test_an_appeal_is_decided_by_the_person_of_who_appealed(at: Hall, asker: Guest):
    table = await appealed(at)
    asker.person.will("accept", content="Two of them.", option="B", close=False)
    heard = await asker.does("debate_wait", debate_id=table.debate, role="opponent", argument_id=table.id(3), within=0)
    assert (heard["status"], asker.person.asked) == ("timeout", [])
    heard = await asker.does("debate_wait", debate_id=table.debate, role="proposer", argument_id=table.id(3))
    assert [(one["type"], one["option"]) for one in heard["arguments"]] == [("RULING", "B")]
    assert (heard["action"], len(asker.person.asked)) == ("align_to_ruling", 1)
    assert "[A] one" in asker.person.asked[0].message


async def test_a_ruling_is_asked_about_what_it_answers_and_shows_every_option(at: Hall):
    long = "Which? " * 900
    table = await Table(at.inside.http, str(uuid4())).opened(seats={"arbitrator": "human"})
    said(await table.claim("opponent"))
    said(await table.appeal(about=2, content=long, options=["A=one", "B=two"]))
    async with at.guest("http", asks=True) as asker:
        asker.person.will("accept", content="One.", option="A")
        await asker.does("debate_wait", debate_id=table.debate, role="proposer")
        assert asker.person.asked[0].message.endswith("\n\n[A] one\n[B] two\n[other] Another way")
        said(await table.intervene())
        asker.person.will("accept", content="Stay with the matter.")
        await asker.does("debate_wait", debate_id=table.debate, role="proposer", within=0)
        assert asker.person.asked == [], "the proposer asked for nothing this time"
        await asker.does("debate_result", debate_id=table.debate, wait=True, within=0.2)
    (asked,) = asker.person.asked
    assert "The arbitrator stopped the debate." in asked.message
    assert "option" not in asked.requested_schema["properties"]


async def test_nobody_is_asked_to_decide_what_their_key_may_not(at: Hall):
    table = await appealed(at)
    async with at.guest("older http", table.keys["proposer"], asks=True) as proposer:
        heard = await proposer.does(
            "debate_wait", debate_id=table.debate, role="proposer", argument_id=table.id(3), within=0
        )
        assert (heard["status"], heard["action"], proposer.person.asked) == ("timeout", "wait_for_ruling", [])


async def test_a_client_that_cannot_ask_is_told_the_next_step(at: Hall):
    debate = await contested(at)
    async with at.guest("http") as guest:
        found = await guest.does("debate_result", debate_id=debate, wait=True, within=0.1)
    assert (found["closed"], "person" in found) == (False, False)
    assert "panel_choose" in found["next"]
