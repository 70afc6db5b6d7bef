"""The official MCP client drives a whole debate of each format, over both transports."""

from typing import Any
from uuid import uuid4

import pytest

from moot.debate import argument_id
from tests.mcp.hall import Guest, Hall
from tests.support.crew import GIVEN, HUMAN, SHORT, TASK
from tests.support.ideas import CHALLENGES, IDEA, SCORES, held
from tests.support.players import JUDGES, QUESTION, recommendation, response

pytestmark = pytest.mark.journey

TOPIC = "Agents should own the machines that they run on"
AWAITED = "Wait with arena_wait, until decided. Verified agents judge with arena_judge."


async def test_an_arbitration(guest: Guest):
    motion = {"title": "Queues", "debate_type": "coding_plan_debate", "content": "One queue."}
    request = str(uuid4())
    opened = await guest.does("debate_create", **motion, client_request_id=request)
    assert (await guest.does("debate_create", **motion, client_request_id=request))["repeated"]
    debate = opened["debate_id"]
    assert (opened["state"], opened["action"], set(opened["seat_keys"])) == (
        "AWAITING_OPPONENT",
        "wait_for_opponent",
        {"proposer", "opponent", "arbitrator"},
    )
    assert "debate_wait" in opened["next"]

    joined = await guest.does("debate_join", debate_id=debate, role="opponent")
    assert joined["action"] == "respond"
    assert "One queue." in str(joined["brief"])
    claim = await guest.does(
        "debate_submit", debate_id=debate, role="opponent", target_id=opened["argument_id"], content="Two."
    )
    heard = await guest.does("debate_wait", debate_id=debate, role="proposer", argument_id=opened["wait_on"])
    assert (heard["status"], [one["content"] for one in heard["arguments"]]) == ("ready", ["Two."])

    await guest.does(
        "debate_appeal", debate_id=debate, target_id=claim["argument_id"], content="Which?", options=["A=one", "B=two"]
    )
    ruled = await guest.does("debate_rule", debate_id=debate, content="Two.", option="B")
    assert ruled["state"] == "AWAITING_PROPOSER"
    aligned = await guest.does(
        "debate_submit", debate_id=debate, role="proposer", target_id=ruled["argument_id"], content="Two it is."
    )
    await guest.does("debate_intervene", debate_id=debate, content="Wait.")
    await guest.does("debate_rule", debate_id=debate, content="Go on.")
    last = (await guest.does("debate_context", debate_id=debate, role="proposer"))["arguments"][-1]["id"]
    await guest.does("debate_request_completion", debate_id=debate, target_id=last, content="We agree.")
    await guest.does("debate_rule", debate_id=debate, content="Done.", close=True)

    result = await guest.does("debate_result", debate_id=debate, wait=True)
    assert result["closed"]
    page = await guest.does("debate_read", debate_id=debate, after=2, limit=3)
    assert [one["seq"] for one in page["arguments"]] == [3, 4, 5]
    assert page["next_after"] == 5
    assert aligned["seq"] in [one["seq"] for one in page["arguments"]]
    assert (await guest.does("debate_verify", debate_id=debate))["sound"]
    first = await guest.does("debate_export", debate_id=debate, length=100)
    assert (len(first["text"]), first["next_offset"]) == (100, 100)
    assert len((await guest.does("debate_audit", debate_id=debate, limit=2))["lines"]) == 2


async def test_a_panel(guest: Guest):
    seats = dict.fromkeys(JUDGES, "human")
    debate = (await guest.does("panel_ask", **QUESTION, seats=seats))["debate_id"]
    for judge, option in zip(JUDGES, "ABC", strict=True):
        move = recommendation(option)
        await guest.does("debate_move", debate_id=debate, role=judge, type="RECOMMENDATION", move=move)
    for judge, option, other in zip(JUDGES, "ABC", (*JUDGES[1:], JUDGES[0]), strict=True):
        move = response(option, other)
        await guest.does("debate_move", debate_id=debate, role=judge, type="RESPONSE", move=move)
    found = await guest.does("debate_result", debate_id=debate, wait=True, within=0)
    assert (found["state"], found["closed"], found["result"]["consensus"]) == ("CONTESTED", False, False)
    await guest.does("panel_choose", debate_id=debate, option="B", reason="We can pay for it.")
    found = await guest.does("debate_result", debate_id=debate, wait=True)
    assert (found["closed"], found["result"]["choice"]["option"]) == (True, "B")


async def test_an_evaluation(guest: Guest):
    seats = dict.fromkeys(("advocate", "challenger", "arbiter"), "human")
    agreed: dict[str, Any] = {
        "scores": dict(SCORES),
        "challenges": list(CHALLENGES),
        "rounds": [held("use", "problem")],
    }
    debate = (await guest.does("evaluation_open", idea=IDEA, seats=seats, **agreed))["debate_id"]
    points = [{"claim": "Drills lie idle.", "evidence": ["E1"]}]
    turns = {
        "ARGUMENT": {"content": "Drills lie idle.", "points": points},
        "REST": {},
        "VERDICT": {
            "winner": "advocate", "reasoning": "Closer to the facts.", "key_points": ["The drill."],
            "confidence": 0.8, "change": 1,
        },
    }  # fmt: skip
    while waits := (await guest.does("debate_context", debate_id=debate))["debate"]["waiting_for"]:
        told = await guest.does("debate_brief", debate_id=debate, role=waits[0])
        kinds = [form["type"] for task in told["tasks"] for form in task["forms"]]
        kind = next(kind for kind in turns if kind in kinds)
        await guest.does("debate_move", debate_id=debate, role=waits[0], type=kind, move=turns[kind])
    found = await guest.does("debate_result", debate_id=debate, wait=True)
    assert (found["closed"], found["result"]["scores"]["problem"]["after"]) == (True, 7)


async def test_a_round_table(guest: Guest):
    opened = await guest.does(
        "debate_open",
        format="roundtable",
        setup={"title": "Sums", "speakers": 2, "max_rounds": 1},
        role="asker",
        type="QUESTION",
        move={"question": "What is 2+2?", "wanted": "number"},
    )
    for seat in ("speaker-1", "speaker-2"):
        told = await guest.does("debate_join", debate_id=opened["debate_id"], role=seat)
        assert "2+2" in str(told["brief"])
        filled = [{"reasoning": "I counted.", "answer": "4"}]
        await guest.does("debate_answer", debate_id=opened["debate_id"], role=seat, filled=filled)
    found = await guest.does("debate_result", debate_id=opened["debate_id"], wait=True)
    assert found["closed"], found


async def test_a_workshop(at: Hall, guest: Guest):
    opened = await guest.does("workshop_open", task=TASK, tests=[GIVEN], gates=["proposal"], **SHORT, **HUMAN)
    crew = at.crew(guest, opened["debate_id"])
    await crew.plays("gate")
    told = await guest.does("workshop_gates", debate_id=crew.debate)
    assert told["pending"]
    await guest.does("workshop_approve", debate_id=crew.debate, reason="Go on.")
    await crew.plays()
    found = await guest.does("debate_result", debate_id=crew.debate, wait=True)
    assert (found["state"], found["closed"]) == ("decided", True)
    versions = await guest.does("workshop_versions", debate_id=crew.debate)
    number = versions["versions"][-1]["version_number"]
    assert "solution.py" in (await guest.does("workshop_version", debate_id=crew.debate, number=number))["files"]
    turns = await guest.does("workshop_turns", debate_id=crew.debate, limit=2)
    assert len(turns["turns"]) == 2


async def test_a_workshop_is_called_off(guest: Guest):
    opened = await guest.does("workshop_open", task=TASK, **SHORT, **HUMAN)
    await guest.does("workshop_stop", debate_id=opened["debate_id"], move={"reason": "No need."})
    assert (await guest.does("debate_result", debate_id=opened["debate_id"]))["state"] == "cancelled"


async def test_an_exhibition_is_waited_for_and_only_the_arena_is_waited_for_as_such(guest: Guest):
    sides = dict.fromkeys(("challenger", "opponent"), "replay:00000000-0000-0000-0000-000000000000")
    told = await guest.does("arena_exhibit", topic=f"{TOPIC}, {uuid4()}", seats=sides, wait=True, within=0.1)
    assert (told["format"], told["closed"], told["next"]) == ("arena", False, AWAITED)
    panel = await guest.does("panel_ask", **QUESTION, seats=dict.fromkeys(JUDGES, "human"))
    refused = await guest.fails("arena_wait", "INVALID_INPUT", debate_id=panel["debate_id"], within=0)
    assert "debate_wait" in refused["suggestion"]


@pytest.mark.parametrize("door", ["http", "pipes"])
async def test_a_debate_of_the_arena(at: Hall, over_http: Guest, door: str):
    keys: dict[str, str] = {}
    for name in ("challenger", "opponent", "judge"):
        told = await over_http.does("arena_register", handle=f"{name}-{door}")
        keys[name] = told["api_key"]
    async with (
        at.guest(door, keys["challenger"]) as challenger,
        at.guest("http", keys["opponent"]) as opponent,
        at.guest("http", keys["judge"]) as judge,
    ):
        proof = {"xHandle": f"judge_{door}", "xVerificationToken": at.x.token(f"judge_{door}")}
        assert (await judge.does("arena_verify_x", **proof))["verified"]
        at.clock.advance(days=8)
        card = await challenger.does(
            "arena_propose", topic=f"{TOPIC}, {door}", opponent_id=f"opponent-{door}", max_posts=1
        )
        await opponent.does("arena_accept", debate_id=card["id"])
        due = await challenger.does("arena_wait", debate_id=card["id"], within=5)
        assert (due["status"], due["debate"]["turn"]) == ("ready", "challenger")
        await challenger.does("arena_post", debate_id=card["id"], content="They should, because who rents obeys.")
        assert (await opponent.does("arena_notifications", unread=True))["notifications"]
        await opponent.does("arena_post", debate_id=card["id"], content="They should not: who owns repairs.")
        early = await challenger.does("arena_wait", debate_id=card["id"], until="decided", within=0)
        assert (early["status"], early["debate"]["status"]) == ("timeout", "judging")
        early = await over_http.does("debate_result", debate_id=card["id"], wait=True, within=0.1)
        assert (early["closed"], early["next"]) == (False, AWAITED)
        waits: dict[str, Any] = {"debate_id": card["id"], "role": "challenger", "within": 0}
        assert "arena_wait" in (await over_http.fails("debate_wait", "INVALID_INPUT", **waits))["suggestion"]
        early = await over_http.does("debate_wait", **waits, argument_id=argument_id(card["id"], 4))
        assert early["status"] == "timeout"
        await judge.does("arena_like", debate_id=card["id"])
        await judge.does(
            "arena_judge", debate_id=card["id"], winner_id="opponent", reasoning="The second is closer to the facts."
        )
        await challenger.fails(
            "arena_judge", "NOT_VERIFIED", debate_id=card["id"], winner_id="challenger", reasoning="x" * 30
        )
        at.clock.advance(hours=49)
        done = await challenger.does("arena_wait", debate_id=card["id"], until="decided", within=20)
        assert done["debate"]["winner_id"] == card["opponent_id"], done
        assert (await over_http.does("debate_result", debate_id=card["id"], wait=True))["closed"]
        assert (await judge.does("arena_leaderboard"))["rows"]
