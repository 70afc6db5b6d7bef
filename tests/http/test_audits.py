"""Audits, reruns and differences over REST, for an arbitration and a workshop, and what the page of a fork says."""

from uuid import uuid4

from moot.notation.jsonl import verify_jsonl
from tests.http.arena import town
from tests.http.test_workshops import opened
from tests.support.crew import Crew
from tests.support.house import API, Inside, Table, refused, said
from tests.support.trails import record_in


async def test_an_arbitration_is_run_again_from_a_line_and_goes_on_by_itself(house: Inside, table: Table):
    said(await table.claim("opponent", "No."))
    body = {"line": 1, "seats": {"opponent": "human"}, "client_request_id": "again"}
    first = await house.http.post(f"{table.path}/rerun", json=body)
    fork = said(first)
    assert (first.status_code, fork["forked"]["line"], fork["state"]) == (201, 1, "AWAITING_OPPONENT")
    again = await house.http.post(f"{table.path}/rerun", json=body)
    assert (again.status_code, again.json()["debate_id"]) == (200, fork["debate_id"])
    refused(
        await house.http.post(f"{table.path}/rerun", json={**body, "seats": {"proposer": "human"}}),
        "REQUEST_ID_REUSED",
        409,
    )
    other = Table(house.http, fork["debate_id"])
    said(await other.claim("opponent", "Yes.\nIn part."))
    found = said(await house.http.get(f"{table.path}/diff", params={"with": other.debate}))
    assert (found["common"], found["stored_alike"], found["fields"]) == (1, 1, ["what it says"])
    assert (found["a_line"]["text"], found["b_line"]["text"]) == (
        "content: No.\ntarget: 1",
        "content:\n  Yes.\n  In part.\ntarget: 1",
    )
    trail = said(await house.http.get(f"{other.path}/audit"))
    assert verify_jsonl(record_in(trail)).debate == other.debate
    assert (trail["summary"]["forked"]["debate_id"], trail["summary"]["workshop"]) == (table.debate, None)
    page = await house.http.get(f"/debates/{other.debate}", headers={"Accept": "text/html"})
    assert f'Forked from <a href="/debates/{table.debate}?from=1"' in page.text
    assert f"/api/v1/debates/{other.debate}/audit?format=html" in page.text
    assert "Forked from" not in (await house.http.get(f"/debates/{table.debate}")).text


async def test_an_audit_comes_page_by_page_or_as_one_file(house: Inside, table: Table):
    for line in range(2, 8):
        said(await table.claim("opponent" if line % 2 == 0 else "proposer", f"Line {line}", about=line - 1))
    first = said(await house.http.get(f"{table.path}/audit", params={"limit": 3}))
    rest = said(await house.http.get(f"{table.path}/audit", params={"after": first["next_after"]}))
    assert [line["seq"] for line in (*first["lines"], *rest["lines"])] == list(range(8))
    assert (rest["summary"], rest["next_after"]) == (None, None)
    page = await house.http.get(f"{table.path}/audit", params={"format": "html"})
    assert page.headers["content-type"].startswith("text/html")
    assert page.headers["content-disposition"].endswith('-audit.html"')
    for unfit in ({"limit": 0}, {"limit": 1001}, {"after": -2}, {"format": "pdf"}):
        refused(await house.http.get(f"{table.path}/audit", params=unfit), "INVALID_INPUT", 422)
    refused(await house.http.get(f"{API}/debates/{uuid4()}/audit"), "DEBATE_NOT_FOUND", 404)
    refused(await house.http.get(f"{table.path}/diff", params={"with": str(uuid4())}), "DEBATE_NOT_FOUND", 404)
    refused(await house.http.get(f"{table.path}/diff"), "INVALID_INPUT", 422)


async def test_a_workshop_is_run_again_from_the_middle_and_learns_nothing_twice(house: Inside):
    crew = await opened(house)
    await crew.plays()
    reflected = next(entry.line for entry in crew.entries if entry.kind == "REFLECTION")
    body = {"line": reflected, "seats": {"judge": "human"}}
    fork = said(await house.http.post(f"{API}/debates/{crew.debate}/rerun", json=body))
    again = Crew(house.desk, house.store, fork["debate_id"], crew.script)
    await again.plays()
    assert again.entries[-1].move["ending"] == "decided"
    assert said(await house.http.get(f"{API}/debates/{fork['debate_id']}/verify"))["sound"]
    episodes = said(await house.http.get(f"{API}/memory/episodes"))["episodes"]
    assert [each["debate_id"] for each in episodes] == [crew.debate]
    versions = said(await house.http.get(f"{API}/debates/{fork['debate_id']}/versions"))["versions"]
    assert [each["seq"] for each in versions if each["seq"] <= reflected]
    error = refused(
        await house.http.post(f"{API}/debates/{crew.debate}/rerun", json={**body, "line": len(crew.entries) - 1}),
        "INVALID_INPUT",
        422,
    )
    assert "is over" in error["message"]


async def test_a_gate_in_the_shared_past_waits_its_whole_time_again(house: Inside):
    crew = await opened(house, gates={"after": ["proposal"], "timeout": 60})
    turn = await crew.plays("gate")
    assert turn is not None
    body = {"line": crew.entries[-1].line, "seats": {"judge": "human"}}
    fork = said(await house.http.post(f"{API}/debates/{crew.debate}/rerun", json=body))
    (gate,) = said(await house.http.get(f"{API}/debates/{fork['debate_id']}/gates"))["gates"]
    debate = said(await house.http.get(f"{API}/debates/{fork['debate_id']}"))["debate"]
    (old,) = said(await house.http.get(f"{API}/debates/{crew.debate}/gates"))["gates"]
    assert gate["until"] == debate["deadline"]
    assert (gate["requested_at"], gate["until"] > old["until"]) == (old["requested_at"], True)


async def test_a_debate_of_the_arena_is_its_members_and_is_not_run_again():
    async with town() as there:
        ann = await there.agent("ann", verified=True)
        debate = (await ann.did("debates", topic="Agents should sleep at night"))["id"]
        owner = there.house.http
        error = refused(
            await owner.post(f"{API}/debates/{debate}/rerun", json={"line": 1, "player": "human"}), "INVALID_INPUT", 422
        )
        assert "are their members'" in error["message"]
        trail = said(await owner.get(f"{API}/debates/{debate}/audit"))
        assert trail["summary"]["verified"]["sound"]
