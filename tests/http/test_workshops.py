"""Workshops over REST: opened with a task, read as each may read them, decided at their gates."""

from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from moot.formats.workshop.moves import Questions
from moot.notation.jsonl import verify_jsonl
from tests.support.cast import BAD, GOOD, STURDY, code, patch
from tests.support.crew import GIVEN, HUMAN, SHORT, TASK, Crew
from tests.support.house import API, Inside, inside, refused, said
from tests.support.houses import TOKEN
from tests.support.trails import record_in


async def opened(house: Inside, **fields: Any) -> Crew:
    body = {"task": TASK, "tests": [GIVEN], **HUMAN, **SHORT, **fields}
    receipt = said(await house.http.post(f"{API}/workshops", json=body))
    return Crew(house.desk, house.store, receipt["debate_id"], {"generator attempt": code(BAD, GOOD)})


async def read(house: Inside, crew: Crew, what: str, key: str | None = None) -> Any:
    async with house.caller(key) as caller:
        return said(await caller.get(f"{API}/debates/{crew.debate}/{what}"))


async def decide(house: Inside, crew: Crew, how: str, **body: Any) -> Any:
    return await house.http.post(f"{API}/debates/{crew.debate}/{how}", json=body)


async def test_a_task_goes_to_its_result_and_everything_about_it_can_be_read(house: Inside):
    crew = await opened(house, gates=["proposal"], off=["review", "adversarial"])
    crew.script = {**crew.script, "patch": patch(STURDY)}
    await crew.plays("gate")
    gates = await read(house, crew, "gates")
    assert (gates["state"], gates["pending"], gates["after"]) == ("gate_after_proposal", True, ["proposal"])
    assert (gates["gates"][0]["phase"], gates["gates"][0]["decision"]) == ("proposal", "pending")
    assert [one["author"] for one in gates["gates"][0]["artifacts"]] == ["generator", "implementer"]
    said(await decide(house, crew, "approve", reason="Go on."))
    await crew.plays()

    result = await read(house, crew, "result")
    assert (result["state"], result["closed"]) == ("decided", True)
    (gate,) = (await read(house, crew, "gates"))["gates"]
    assert (gate["decision"], gate["reason"]) == ("approved", "Go on.")

    first = await read(house, crew, "turns?limit=3")
    rest = await read(house, crew, f"turns?limit=200&cursor={first['next_cursor']}")
    turns = [*first["turns"], *rest["turns"]]
    assert (len(first["turns"]), rest["next_cursor"]) == (3, None)
    assert [turn["seq"] for turn in turns] == sorted(turn["seq"] for turn in turns)
    assert (turns[0]["kind"], turns[0]["agent_id"]) == ("TASK", "owner")
    failed = next(turn for turn in turns if turn["kind"] == "REPORT" and turn["thread"] == "generator")
    assert {each["outcome"] for each in failed["test_results"]} >= {"failed"}
    assert next(turn for turn in turns if turn["kind"] == "REFLECTION")["reflections"]["root_cause"] == "One off."

    versions = (await read(house, crew, "versions"))["versions"]
    of_generator = [one for one in versions if one["thread"] == "generator"]
    assert [(one["turn"], one["passed"], one["total"]) for one in of_generator[:3]] == [
        ("ATTEMPT", 0, 3),
        ("ATTEMPT", 3, 3),
        ("PATCH", 3, 3),
    ]
    assert of_generator[1]["base"] == of_generator[0]["version_number"]
    assert not any("files" in one for one in versions)
    one, other = (each["version_number"] for each in of_generator[:2])
    whole = await read(house, crew, f"versions/{other}")
    assert whole["files"] == {"solution.py": GOOD}
    changed = await read(house, crew, f"versions/diff?from={one}&to={other}")
    assert "-    return sum(xs) + 1\n+    return sum(xs)\n" in changed["diff"]
    assert (changed["added"], changed["removed"]) == (1, 1)
    since = await read(house, crew, f"versions/diff?to={one}")
    assert (since["from_version"], since["removed"]) == (0, 0)


async def test_the_audit_stands_on_the_stored_lines(house: Inside):
    crew = await opened(house)
    await crew.plays()
    trail = await read(house, crew, "audit")
    checked = verify_jsonl(record_in(trail))
    assert (checked.debate, checked.head, checked.withheld) == (crew.debate, trail["debate"]["hash"], ())
    assert checked.lines == trail["debate"]["seq"] + 1
    told, result = trail["summary"]["workshop"], trail["summary"]["result"]
    session = told["session"]
    assert (session["id"], session["topic"], session["status"]) == (crew.debate, "Add up", "completed")
    assert (session["topology_type"], session["outcome"]["ending"]) == ("graph_mesh", "decided")
    assert session["final_consensus_score"] == 1.0
    assert [turn["kind"] for turn in told["turns"]] == [
        entry.kind for entry in checked.entries if entry.seat is not None
    ]
    assert told["task"]["content"] == TASK
    assert {vote["voter"] for vote in told["votes"]} == {"tester", "critic", "judge"}
    assert result["result"]["files"] in [version["files"] for version in told["versions"]]
    assert {test["name"] for test in told["tests"]} == {"given", "one and two", "none"}
    assert said(await house.http.get(f"{API}/debates/{crew.debate}/verify"))["sound"]


async def test_a_phase_that_is_off_is_off_in_the_record(house: Inside):
    off = ["dehallucination", "planning", "self_evolvement", "critique", "review", "optimization", "adversarial"]
    crew = await opened(house, off=off, planning=None)
    await crew.plays()
    assert [phase["phase"] for phase in (await read(house, crew, "result"))["result"]["phases"]] == [
        "proposal",
        "convergence",
    ]
    assert said(await house.http.get(f"{API}/debates/{crew.debate}/verify"))["sound"]


async def test_a_rejection_sends_it_back_or_ends_it(house: Inside):
    crew = await opened(house, gates={"after": ["proposal"], "timeout": 60})
    await crew.plays("gate")
    gates = await read(house, crew, "gates")
    assert (gates["may_go_back_to"], gates["gates"][0]["timeout"]) == (["self_evolvement", "proposal"], 60)
    strange = refused(await decide(house, crew, "reject", reason="No.", back_to="review"), "INVALID_INPUT", 422)
    assert "self_evolvement, proposal" in strange["suggestion"]
    said(await decide(house, crew, "reject", reason="Try anew.", back_to="self_evolvement"))
    await crew.plays("gate")
    said(await decide(house, crew, "reject", reason="We do not need it."))
    result = await read(house, crew, "result")
    assert (result["state"], result["closed"]) == ("rejected", True)
    told = [(each["decision"], each["back_to"]) for each in result["result"]["gates"]]
    assert told == [("rejected", "self_evolvement"), ("rejected", None)]
    assert (await read(house, crew, "audit"))["summary"]["workshop"]["session"]["status"] == "cancelled"


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
async def test_a_gate_stays_shut_over_a_restart(kind: str, tmp_path: Path, request: pytest.FixtureRequest):
    database = str(tmp_path / "moot.db") if kind == "sqlite" else request.getfixturevalue("postgres_url")
    async with inside(database) as before:
        debate = (await opened(before, gates=["proposal"])).debate
        await Crew(before.desk, before.store, debate).plays("gate")
        told = said(await before.http.get(f"{API}/debates/{debate}/gates"))
    async with inside(database) as after:
        crew = Crew(after.desk, after.store, debate)
        assert await read(after, crew, "gates") == told
        said(await decide(after, crew, "approve"))
        await crew.plays()
        assert (await read(after, crew, "result"))["state"] == "decided"
        assert said(await after.http.get(f"{API}/debates/{debate}/verify"))["sound"]


async def test_where_no_gate_is_shut_there_is_nothing_to_decide(house: Inside):
    crew = await opened(house)
    for how, body in (("approve", {}), ("reject", {"reason": "No."})):
        error = refused(await decide(house, crew, how, **body), "ACTION_NOT_ALLOWED", 409)
        assert error["current_state"] == "self_evolvement"


async def test_only_the_owner_of_the_task_decides(guarded: Inside):
    crew = await opened(guarded, gates=["proposal"], debate_id=str(uuid4()), client_request_id="gated")
    again = {"task": TASK, "tests": [GIVEN], **HUMAN, **SHORT, "gates": ["proposal"], "client_request_id": "gated"}
    repeated = await guarded.http.post(f"{API}/workshops", json={**again, "debate_id": crew.debate})
    assert repeated.status_code == 200
    keys = repeated.json()["seat_keys"]
    await crew.plays("gate")
    for seat in ("generator", "judge"):
        async with guarded.caller(keys[seat]) as caller:
            refused(await caller.post(f"{API}/debates/{crew.debate}/approve", json={}), "FORBIDDEN", 403)
    async with guarded.caller(keys["owner"]) as caller:
        said(await caller.post(f"{API}/debates/{crew.debate}/approve", json={"client_request_id": "yes"}))
        again = await caller.post(f"{API}/debates/{crew.debate}/approve", json={"client_request_id": "yes"})
        assert (again.status_code, again.json()["repeated"]) == (200, True)


async def test_a_seat_reads_what_it_may_and_the_owner_everything(guarded: Inside):
    receipt = said(await guarded.http.post(f"{API}/workshops", json={"task": TASK, **HUMAN, **SHORT}))
    crew = Crew(guarded.desk, guarded.store, receipt["debate_id"])
    await crew.plays("propose")
    keys = receipt["seat_keys"]
    own = {
        version["by"]: version for version in (await read(guarded, crew, "versions", keys["implementer"]))["versions"]
    }
    assert (own["implementer"]["hidden"], own["generator"]["hidden"]) == (False, True)
    assert own["generator"]["metrics"] is None
    number = own["generator"]["version_number"]
    assert "files" not in await read(guarded, crew, f"versions/{number}", keys["implementer"])
    async with guarded.caller(keys["implementer"]) as caller:
        refused(await caller.get(f"{API}/debates/{crew.debate}/versions/diff?to={number}"), "NOT_FOUND", 404)
    trail = await read(guarded, crew, "audit", keys["implementer"])
    assert own["generator"]["seq"] in verify_jsonl(record_in(trail)).withheld
    hidden = [turn for turn in trail["summary"]["workshop"]["turns"] if turn["hidden"]]
    assert {(turn["agent_id"], turn["content"]) for turn in hidden} == {("generator", None)}
    whole = await read(guarded, crew, "audit", TOKEN)
    assert verify_jsonl(record_in(whole)).withheld == ()
    assert not any(turn["hidden"] for turn in whole["summary"]["workshop"]["turns"])


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"cast": ["generator", "wizard"]}, "There is no role 'wizard'"),
        ({"cast": ["tester", "executor"]}, "somebody must write code"),
        ({"cast": ["Me!=generator"]}, "cast: String should match pattern"),
        ({"cast": ["a=generator", "a=tester"]}, "each seat needs a name of its own"),
        ({"off": ["proposal"]}, "'proposal' must be held"),
        ({"off": ["tea"]}, "'tea' is no phase"),
        ({"off": ["review"], "review": {"rubric": []}}, "switched off and set at once"),
        ({"adversarial": {"rounds": 99}, "off": []}, "adversarial.rounds"),
        ({"seats": {"wizard": "human"}}, "there is no seat 'wizard'"),
        ({"player": "nobody-here"}, "There is no player 'nobody-here'"),
        ({"tests": [{"name": "x"}]}, "a test has either a call or code"),
        ({"files": {"../up.py": "x"}}, "is no path such as"),
        ({"gates": ["tea"]}, "gates.after"),
        ({"task": " "}, "content"),
    ],
)
async def test_a_task_that_does_not_fit_is_refused_with_what_is_wrong(house: Inside, fields: Any, told: str):
    body = {"task": TASK, **HUMAN, **SHORT, **fields}
    error = refused(await house.http.post(f"{API}/workshops", json=body), "INVALID_INPUT", 422)
    assert told in error["message"]


async def test_files_that_are_too_much_are_refused(house: Inside):
    body = {"task": TASK, "files": {"a.py": "x" * (256 * 1024 + 1)}, **HUMAN, **SHORT}
    refused(await house.http.post(f"{API}/workshops", json=body), "CONTENT_TOO_LARGE", 413)


@pytest.mark.parametrize("what", ["versions/9", "versions/diff?to=9", "versions/diff"])
async def test_a_version_that_is_not_there_is_not_found(house: Inside, what: str):
    crew = await opened(house)
    refused(await house.http.get(f"{API}/debates/{crew.debate}/{what}"), "NOT_FOUND", 404)
    refused(await house.http.get(f"{API}/debates/{crew.debate}/turns?cursor=x"), "INVALID_INPUT", 422)


async def test_the_owner_is_asked_what_is_not_clear(house: Inside):
    crew = await opened(house, off=["review", "optimization", "adversarial"], dehallucination={"simple": True})
    asked = {"questions": [{"question": "Ints?", "category": "requirements"}], "confidence": 0.5}
    crew.script = {"clarify": Questions.model_validate(asked)}
    turn = await crew.plays("answer")
    assert turn is not None
    assert turn.seat == "owner"
    await crew.plays()
    turns = (await read(house, crew, "turns"))["turns"]
    assert [each["kind"] for each in turns[:3]] == ["TASK", "QUESTIONS", "ANSWERS"]


async def test_checks_are_asked_for_with_the_task_and_told_with_each_version(house: Inside):
    crew = await opened(house, checks={"after": ["proposal"], "run": ["lint"]}, off=["review", "adversarial"])
    await crew.plays()
    versions = (await read(house, crew, "versions"))["versions"]
    checked = [one["checks"]["phase"] for one in versions if one["checks"] is not None]
    assert checked == ["proposal", "proposal"]
    for unfit in ({"after": ["review"]}, {"sometimes": True}, {"after": ["proposal"], "timeout": 0}):
        answer = await house.http.post(f"{API}/workshops", json={"task": TASK, **HUMAN, "checks": unfit})
        refused(answer, "INVALID_INPUT", 422)
