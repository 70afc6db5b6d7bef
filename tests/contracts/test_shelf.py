import asyncio
from datetime import datetime, timedelta
from hashlib import sha256
from uuid import uuid4

import pytest

from moot.debate import ContentTooLarge, DocumentNotFound, InvalidInput, RequestIdReused
from moot.library import DOCUMENT_LIMIT, DocumentMoved, Draft, Filed, Shelf, Submission, document_id
from moot.store import Store, open_store
from tests.contracts.growths import START

pytestmark = pytest.mark.anyio


@pytest.fixture
def shelf(store: Store) -> Shelf:
    return store.shelf


def later(seconds: float) -> datetime:
    return START + timedelta(seconds=seconds)


def draft(
    title: str = "Plan",
    content: str = "One.\n",
    at: datetime = START,
    note: str | None = None,
    by: str | None = "proposer",
    debate: str | None = None,
    request: str | None = None,
) -> Draft:
    return Draft(document_id(uuid4()), title, content, at, by, note, debate, request)


async def test_a_document_comes_back_as_it_was_handed_in(shelf: Shelf):
    given = draft("Größe 🗣", "Ünïcode\r\nand \t'all'\n", note="first", debate="d-1")
    filed = await shelf.create(given)
    assert not filed.repeated
    assert filed.version == await shelf.get(given.document)
    version = filed.version
    assert (version.number, version.content, version.note, version.by) == (1, given.content, "first", "proposer")
    assert version.sha256 == sha256(given.content.encode()).hexdigest()
    assert version.size == len(given.content.encode())
    assert version.created_at == version.document.created_at == START
    assert version.document.title == "Größe 🗣"
    assert version.document.latest == 1
    assert version.document.debate == "d-1"


async def test_versions_are_numbered_and_all_are_kept(shelf: Shelf):
    given = draft()
    await shelf.create(given)
    second = await shelf.submit(Submission(given.document, "Two.\n", later(1), "opponent", "reworded", base=1))
    third = await shelf.submit(Submission(given.document, "Three.\n", later(2)))
    assert (second.version.number, third.version.number) == (2, 3)
    assert (await shelf.get(given.document)).content == "Three.\n"
    assert (await shelf.get(given.document, 1)).content == "One.\n"
    assert (await shelf.get(given.document, 2)).by == "opponent"
    assert third.version.document.latest == 3
    assert third.version.document.updated_at == later(2)
    told = [(each.number, each.note, each.by) for each in await shelf.history(given.document)]
    assert told == [(1, None, "proposer"), (2, "reworded", "opponent"), (3, None, None)]


async def test_a_submission_made_from_an_old_version_is_refused(shelf: Shelf):
    given = draft()
    await shelf.create(given)
    await shelf.submit(Submission(given.document, "Two.\n", later(1), base=1))
    with pytest.raises(DocumentMoved) as refused:
        await shelf.submit(Submission(given.document, "Other two.\n", later(2), base=1))
    assert refused.value.fields["latest_version"] == 2
    with pytest.raises(DocumentMoved):
        await shelf.submit(Submission(given.document, "Far ahead.\n", later(2), base=9))
    assert len(await shelf.history(given.document)) == 2


async def test_of_many_who_submit_from_one_version_exactly_one_succeeds(shelf: Shelf):
    given = draft()
    await shelf.create(given)
    rivals = [Submission(given.document, f"Rival {n}\n", later(1), base=1) for n in range(10)]
    results = await asyncio.gather(*map(shelf.submit, rivals), return_exceptions=True)
    assert sum(isinstance(result, Filed) for result in results) == 1
    assert sum(isinstance(result, DocumentMoved) for result in results) == 9


async def test_many_who_submit_without_a_base_each_get_a_version(shelf: Shelf):
    given = draft()
    await shelf.create(given)
    submissions = [Submission(given.document, f"Draft {n}\n", later(1)) for n in range(10)]
    filed = await asyncio.gather(*map(shelf.submit, submissions))
    assert sorted(each.version.number for each in filed) == list(range(2, 12))
    assert (await shelf.get(given.document)).number == 11


async def test_what_is_not_there_is_not_found(shelf: Shelf):
    given = draft()
    await shelf.create(given)
    for document, version in [("doc-unknown", None), ("doc-unknown", 1), (given.document, 2), ("doc-\x00", 1)]:
        with pytest.raises(DocumentNotFound):
            await shelf.get(document, version)
    with pytest.raises(DocumentNotFound):
        await shelf.history("doc-unknown")
    for base in (None, 1):
        with pytest.raises(DocumentNotFound):
            await shelf.submit(Submission("doc-unknown", "text", START, base=base))
    with pytest.raises(DocumentNotFound):
        await shelf.submit(Submission("doc-\ud800", "text", START))


async def test_a_document_id_is_taken_once(shelf: Shelf):
    given = draft()
    await shelf.create(given)
    with pytest.raises(InvalidInput):
        await shelf.create(given)


async def test_creating_again_with_the_same_request_id_yields_the_first_document(shelf: Shelf):
    first, again = draft(request="r", note="n", debate="d"), draft(request="r", note="n", debate="d", at=later(5))
    filed = await shelf.create(first)
    repeated = await shelf.create(again)
    assert repeated == Filed(filed.version, repeated=True)
    with pytest.raises(DocumentNotFound):
        await shelf.get(again.document)


async def test_a_request_id_with_another_body_is_refused(shelf: Shelf):
    await shelf.create(draft(request="r"))
    for other in (
        draft(request="r", content="Other.\n"),
        draft(request="r", title="Other"),
        draft(request="r", note="other"),
        draft(request="r", debate="other"),
        draft(request="r", by="opponent"),
    ):
        with pytest.raises(RequestIdReused):
            await shelf.create(other)


async def test_submitting_again_with_the_same_request_id_yields_the_first_version(shelf: Shelf):
    given = draft()
    await shelf.create(given)
    first = Submission(given.document, "Two.\n", later(1), "a", base=1, request="r")
    filed = await shelf.submit(first)
    for again in (first, Submission(given.document, "Two.\n", later(9), "a", request="r")):
        repeated = await shelf.submit(again)
        assert (repeated.version, repeated.repeated) == (filed.version, True)
    assert len(await shelf.history(given.document)) == 2


async def test_a_request_id_of_another_submission_is_refused(shelf: Shelf):
    given, other = draft(request="created"), draft()
    await shelf.create(given)
    await shelf.create(other)
    await shelf.submit(Submission(given.document, "Two.\n", later(1), base=1, request="r"))
    for reused in (
        Submission(given.document, "Else.\n", later(2), request="r"),
        Submission(given.document, "Two.\n", later(2), note="else", request="r"),
        Submission(given.document, "Two.\n", later(2), base=2, request="r"),
        Submission(other.document, "Two.\n", later(2), request="r"),
        Submission(given.document, "One.\n", later(2), "proposer", request="created"),
    ):
        with pytest.raises(RequestIdReused):
            await shelf.submit(reused)
    assert len(await shelf.history(given.document)) == 2
    assert len(await shelf.history(other.document)) == 1


async def test_the_same_request_sent_many_times_at_once_is_taken_once(shelf: Shelf):
    given = draft()
    await shelf.create(given)
    submission = Submission(given.document, "Two.\n", later(1), base=1, request="r")
    filed = await asyncio.gather(*(shelf.submit(submission) for _ in range(10)))
    assert sum(not each.repeated for each in filed) == 1
    assert {each.version.number for each in filed} == {2}


async def test_documents_are_listed_newest_change_first(shelf: Shelf):
    given = [draft(f"D{n}", at=later(n)) for n in range(4)]
    for each in given:
        await shelf.create(each)
    await shelf.submit(Submission(given[1].document, "Again.\n", later(10)))
    page = await shelf.list()
    assert [document.title for document in page.items] == ["D1", "D3", "D2", "D0"]
    assert page.next is None


async def test_pages_of_documents_follow_each_other(shelf: Shelf):
    for number in range(11):
        await shelf.create(draft(f"D{number}", at=later(number // 3)))
    found: list[str] = []
    cursor: str | None = None
    while True:
        page = await shelf.list(cursor, limit=3)
        found += [document.title for document in page.items]
        cursor = page.next
        if cursor is None:
            break
    assert found == [document.title for document in (await shelf.list(limit=100)).items]
    assert len(found) == 11
    with pytest.raises(InvalidInput):
        await shelf.list("never given out")


async def test_documents_are_found_by_debate_and_by_words(shelf: Shelf):
    plan = draft("Plan", "Deploy on Monday.", debate="d-1")
    await shelf.create(plan)
    await shelf.create(draft("Budget", "Deploy nothing.", debate="d-2", at=later(1)))

    async def titles(debate: str | None = None, text: str | None = None) -> list[str]:
        return [document.title for document in (await shelf.list(debate=debate, text=text)).items]

    assert await titles(debate="d-1") == ["Plan"]
    assert await titles(text="deploy") == ["Budget", "Plan"]
    assert await titles(debate="d-1", text="deploy") == ["Plan"]
    assert await titles(text="budg") == ["Budget"]
    assert await titles(text="%") == []
    assert await titles(text=" ") == ["Budget", "Plan"]
    await shelf.submit(Submission(plan.document, "Ship on Tuesday.", later(2)))
    assert await titles(text="monday") == []
    assert await titles(text="plan tuesday") == ["Plan"]


async def test_a_document_of_the_greatest_size_is_kept(shelf: Shelf):
    content = "ü" * (DOCUMENT_LIMIT // 2)
    filed = await shelf.create(draft(content=content))
    assert filed.version.content == content
    assert filed.version.size == DOCUMENT_LIMIT
    with pytest.raises(ContentTooLarge):
        draft(content=content + "x")


async def test_a_document_of_a_million_different_words_is_kept(shelf: Shelf):
    content = " ".join(f"{number:x}" for number in range(150_000))
    await shelf.create(draft(content=content))
    assert len((await shelf.list(text="ff")).items) == 1


async def test_documents_are_there_after_closing_and_opening_again(kept_url: str):
    store = await open_store(kept_url)
    given = draft()
    filed = await store.shelf.create(given)
    await store.close()
    store = await open_store(kept_url)
    assert await store.shelf.get(given.document) == filed.version
    await store.close()
