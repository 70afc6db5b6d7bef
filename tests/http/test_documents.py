"""Documents over REST: shared, revised, listed, compared."""

from hashlib import sha256
from typing import Any
from uuid import uuid4

import pytest

from moot.testing import FixedClock
from tests.support.house import API, Inside, Table, inside, refused, said

TEXT = "# Plan\n\nOne queue.\n"


async def share(house: Inside, **fields: Any) -> dict[str, Any]:
    return said(await house.http.post(f"{API}/documents", json={"title": "Plan", "content": TEXT, **fields}))


async def revise(house: Inside, document: str, content: str, **fields: Any) -> dict[str, Any]:
    path = f"{API}/documents/{document}/versions"
    return said(await house.http.post(path, json={"content": content, **fields}))


async def test_a_document_is_shared_and_read_back(house: Inside):
    shared = await share(house, title="  Plan  ", note="first draft")
    assert shared | {"created_at": "", "document_id": ""} == {
        "document_id": "",
        "title": "Plan",
        "version": 1,
        "latest": 1,
        "note": "first draft",
        "by": None,
        "sha256": sha256(TEXT.encode()).hexdigest(),
        "size": len(TEXT.encode()),
        "created_at": "",
    }
    assert said(await house.http.get(f"{API}/documents/{shared['document_id']}")) == {**shared, "content": TEXT}


async def test_every_version_stays(house: Inside):
    document = (await share(house))["document_id"]
    await revise(house, document, "# Plan\n\nTwo queues.\n", note="small jobs apart", base_version=1)
    await revise(house, document, "# Plan\n\nThree.\n")
    path = f"{API}/documents/{document}"
    assert said(await house.http.get(path))["content"] == "# Plan\n\nThree.\n"
    assert said(await house.http.get(path, params={"version": 1}))["content"] == TEXT
    history = said(await house.http.get(f"{path}/versions"))
    assert [(version["version"], version["note"], version["latest"]) for version in history["versions"]] == [
        (1, None, 3),
        (2, "small jobs apart", 3),
        (3, None, 3),
    ]
    assert all("content" not in version for version in history["versions"])
    refused(await house.http.get(path, params={"version": 4}), "DOCUMENT_NOT_FOUND", 404)


@pytest.mark.parametrize("version", ["0", "-1", "x", str(2**31)])
async def test_a_version_that_can_be_none_is_invalid_input(house: Inside, version: str):
    document = (await share(house))["document_id"]
    refused(await house.http.get(f"{API}/documents/{document}", params={"version": version}), "INVALID_INPUT", 422)
    for query in ({"from": version}, {"from": 1, "to": version}):
        refused(await house.http.get(f"{API}/documents/{document}/diff", params=query), "INVALID_INPUT", 422)


async def test_two_versions_are_compared(house: Inside):
    document = (await share(house))["document_id"]
    await revise(house, document, "# Plan\n\nTwo queues.\nAnd a worker each.\n")
    diff = said(await house.http.get(f"{API}/documents/{document}/diff", params={"from": 1}))
    assert (diff["from_version"], diff["to_version"], diff["added"], diff["removed"]) == (1, 2, 2, 1)
    assert f"--- {document}@1" in diff["unified"]
    assert "-One queue.\n+Two queues.\n" in diff["unified"]
    kinds = [row["kind"] for row in diff["rows"]]
    assert kinds == ["same", "same", "changed", "added"]
    backwards = said(await house.http.get(f"{API}/documents/{document}/diff", params={"from": 2, "to": 1}))
    assert (backwards["added"], backwards["removed"]) == (1, 2)
    same = said(await house.http.get(f"{API}/documents/{document}/diff", params={"from": 2, "to": 2}))
    assert (same["rows"], same["unified"], same["added"], same["removed"]) == ([], "", 0, 0)
    for query in ({"from": 3}, {"from": 1, "to": 3}):
        refused(await house.http.get(f"{API}/documents/{document}/diff", params=query), "DOCUMENT_NOT_FOUND", 404)


async def test_what_did_not_change_is_marked_as_left_out(house: Inside):
    before = [f"line {number}\n" for number in range(60)]
    after = list(before)
    after[20], after[50] = "changed\n", "changed too\n"
    document = (await share(house, content="".join(before)))["document_id"]
    await revise(house, document, "".join(after))
    diff = said(await house.http.get(f"{API}/documents/{document}/diff", params={"from": 1}))
    kinds = [row["kind"] for row in diff["rows"]]
    assert (kinds[0], kinds.count("skipped"), kinds.count("changed")) == ("skipped", 2, 2)


async def test_documents_are_listed_by_their_latest_change_and_found_by_debate_and_words(database: str):
    clock = FixedClock()
    async with inside(database, clock=clock) as house:
        table = await Table(house.http, str(uuid4())).opened()
        made: list[str] = []
        for number in range(5):
            clock.advance(seconds=1)
            of = {"debate_id": table.debate.upper()} if number == 2 else {}
            made.append(
                (await share(house, title=f"Paper {number}", content=f"about apples {number}", **of))["document_id"]
            )
        clock.advance(seconds=1)
        await revise(house, made[0], "about pears")
        seen: list[str] = []
        cursor: str | None = None
        while True:
            asked: dict[str, str | int] = {"limit": 2} if cursor is None else {"limit": 2, "cursor": cursor}
            page = said(await house.http.get(f"{API}/documents", params=asked))
            seen += [document["id"] for document in page["documents"]]
            cursor = page["next_cursor"]
            if cursor is None:
                break
        assert seen == [made[0], *reversed(made[1:])]
        searches: list[tuple[dict[str, str], set[str]]] = [
            ({"debate_id": table.debate}, {made[2]}),
            ({"q": "pears"}, {made[0]}),
            ({"q": "apples"}, set(made[1:])),
            ({"q": "Paper"}, set(made)),
            ({"q": "apples", "debate_id": table.debate}, {made[2]}),
            ({"debate_id": str(uuid4())}, set()),
        ]
        for wanted, found in searches:
            page = said(await house.http.get(f"{API}/documents", params=wanted))
            assert {document["id"] for document in page["documents"]} == found, wanted


@pytest.mark.parametrize("debate", ["x", "", "6f1c1f5e-0d0a-4b5e-9f2e-0123456789ab"])
async def test_a_document_cannot_belong_to_a_debate_that_is_not_there(house: Inside, debate: str):
    body = {"title": "T", "content": "C", "debate_id": debate}
    error = refused(await house.http.post(f"{API}/documents", json=body), "INVALID_INPUT", 422)
    assert "Leave the debate out" in error["suggestion"]


@pytest.mark.parametrize("content", ["", " ", "\n"])
async def test_a_document_must_say_something(house: Inside, content: str):
    body = {"title": "T", "content": content}
    refused(await house.http.post(f"{API}/documents", json=body), "INVALID_INPUT", 422)
