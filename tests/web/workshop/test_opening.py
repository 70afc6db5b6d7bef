"""Opening a workshop by hand."""

from typing import Any

import pytest

from tests.support.house import API, Inside, said
from tests.support.houses import TOKEN
from tests.web.visitor import Read, Visitor

pytestmark = pytest.mark.anyio
NEW = "/debates/new?format=workshop"
FIELDS = {"content": "# Add\n\nWrite `add(a, b)`.", "task_kind": "bugfix", "size": "small", "player": "human"}


async def opened(visitor: Visitor, files: Any = None, **fields: str) -> dict[str, Any]:
    """The set-up and the task of a workshop that was opened with the form."""
    form = await visitor.form(NEW)
    answer = await visitor.http.post(form.action, data={**form.fields, **FIELDS, **fields}, files=files)
    assert answer.status_code == 303, answer.text
    debate = answer.headers["location"].removeprefix("/debates/")
    context = said(await visitor.http.get(f"{API}/debates/{debate}", headers={"Accept": "*/*"}))
    (line,) = said(await visitor.http.get(f"{API}/debates/{debate}/arguments?limit=1"))["arguments"]
    return {"debate": context["debate"], "players": context["players"], "task": line["move"]}


async def test_a_task_alone_opens_a_workshop_with_the_usual_cast(visitor: Visitor):
    found = await opened(visitor)
    assert found["debate"]["title"] == "Add"
    assert found["players"]["executor"] == "sandbox"
    assert {player for seat, player in found["players"].items() if seat != "executor"} == {"human"}


async def test_files_are_pasted_and_uploaded(visitor: Visitor):
    upload = [("upload", ("helpers.py", b"\xef\xbb\xbfONE = 1\r\n", "text/x-python"))]
    found = await opened(
        visitor, upload, file_0_path="solution.py", file_0_text="def add(a, b):\r\n    return a - b\r\n"
    )
    assert found["task"]["files"] == {"helpers.py": "ONE = 1\n", "solution.py": "def add(a, b):\n    return a - b\n"}


async def test_a_cast_players_gates_and_phases_are_as_they_were_filled_in(visitor: Visitor):
    found = await opened(
        visitor,
        cast="generator\nsecond=generator\ntester\nexecutor\njudge",
        seats="judge = human",
        gate_proposal="yes",
        check_proposal="yes",
        off_dehallucination="yes",
        off_planning="yes",
        topology="star",
    )
    answer = await visitor.http.get(f"/debates/{found['debate']['id']}")
    text = " ".join(Read(answer.text).text.split())
    assert "star: the one in the middle" in text
    assert "gate follows" in text
    assert "Second generator" in text
    agreed = await visitor.http.get(f"/api/v1/debates/{found['debate']['id']}/audit")
    assert agreed.json()["summary"]["setup"]["checks"]["after"] == ["proposal"]
    rail = answer.text.partition('id="part-rail"')[2].partition('id="part-cast"')[0]
    assert "Proposals" in rail
    assert "Planning" not in rail
    assert "Clarifying the task" not in rail


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"content": " "}, "content"),
        ({"file_0_text": "x = 1"}, "without its path"),
        ({"file_0_path": "../x.py", "file_0_text": "x = 1"}, "no path"),
        ({"cast": "wizard"}, "wizard"),
        ({"seats": "judge"}, "does not say who holds which seat"),
        ({"task_kind": "poem"}, "poem"),
        ({"player": "nobody-like-this"}, "nobody-like-this"),
    ],
)
async def test_what_does_not_fit_is_refused_and_stays_in_the_form(visitor: Visitor, fields: dict[str, str], why: str):
    form = await visitor.form(NEW)
    answer = await visitor.send(form, **{**FIELDS, "title": "My own title", **fields})
    assert answer.status_code == 422
    assert why in answer.text
    assert "My own title" in answer.text


async def test_a_file_that_is_no_text_is_refused(visitor: Visitor):
    form = await visitor.form(NEW)
    upload = [("upload", ("picture.png", b"\x89PNG\xff\xfe", "image/png"))]
    answer = await visitor.http.post(form.action, data={**form.fields, **FIELDS}, files=upload)
    assert answer.status_code == 422
    assert "picture.png is no text" in answer.text


async def test_where_a_token_is_set_each_seat_gets_a_key_that_is_shown_once(guarded: Inside):
    async with guarded.caller(TOKEN, Accept="text/html") as http:
        owner = Visitor(http)
        answer = await owner.send(await owner.form(NEW), **FIELDS)
        assert answer.status_code == 201, answer.text
        keys = [one["aria-label"] for one in Read(answer.text).all("pre")]
        assert {"Key of the owner", "Key of the tester"} <= set(keys)
        assert "Key of the executor" not in keys
