"""Which lines a debate's page shows, and how they are linked."""

import pytest

from tests.support.house import Inside, Table, said
from tests.web.visitor import Read, Visitor

pytestmark = pytest.mark.anyio


def lines(page: Read) -> list[int]:
    return [int(card["data-line"]) for card in page.all("article") if "data-line" in card]


def gaps(page: Read) -> list[str]:
    return [part["id"] for part in page.all("div") if part.get("class") == "gap"]


@pytest.fixture
async def long(table: Table) -> Table:
    """A debate of a hundred lines."""
    for line in range(2, 101):
        said(await table.claim("opponent" if line % 2 == 0 else "proposer", f"Line {line}", about=line - 1))
    return table


async def test_a_short_debate_is_shown_whole(visitor: Visitor, table: Table):
    said(await table.claim("opponent"))
    page = await visitor.get(f"/debates/{table.debate}")
    assert lines(page) == [1, 2]
    assert gaps(page) == []


async def test_a_closed_debate_has_no_gap_where_the_house_noted_its_end(visitor: Visitor, table: Table):
    said(await table.intervene())
    said(await table.rule(close=True))
    page = await visitor.get(f"/debates/{table.debate}")
    assert lines(page) == [1, 2, 3]
    assert gaps(page) == []


async def test_a_long_debate_shows_its_motion_and_its_last_lines_and_folds_the_rest(visitor: Visitor, long: Table):
    page = await visitor.get(f"/debates/{long.debate}")
    shown = lines(page)
    assert shown[0] == 1
    assert shown[1:] == list(range(shown[1], 101))
    assert shown[1] > 50
    assert gaps(page) == ["gap-1"]


async def test_a_gap_unfolds_piece_by_piece_until_every_line_was_shown_once(visitor: Visitor, long: Table):
    page = await visitor.get(f"/debates/{long.debate}")
    seen = lines(page)
    for _ in range(10):
        asked = [link["hx-get"] for link in page.all("a") if "/lines?" in link.get("hx-get", "")]
        if not asked:
            break
        page = await visitor.get(asked[0])
        seen += lines(page)
    assert sorted(seen) == list(range(1, 101))


async def test_without_scripts_any_line_can_be_reached_by_its_address(visitor: Visitor, long: Table):
    page = await visitor.get(f"/debates/{long.debate}?from=20")
    assert 20 in lines(page)
    assert 100 in lines(page)
    assert len(gaps(page)) == 2
    everything = await visitor.get(f"/debates/{long.debate}?all=true")
    assert lines(everything) == list(range(1, 101))
    assert gaps(everything) == []


async def test_a_line_links_to_what_it_answers_wherever_that_is(visitor: Visitor, long: Table):
    page = await visitor.get(f"/debates/{long.debate}")
    answers = [link["href"] for link in page.all("a") if link.get("class") == "answers"]
    first = lines(page)[1]
    assert answers[0] == f"?from={first - 1}#line-{first - 1}"
    assert answers[1] == f"#line-{first}"


async def test_long_arguments_count_for_more_so_that_a_page_stays_light(house: Inside, visitor: Visitor, table: Table):
    for line in range(2, 22):
        said(await table.claim("opponent" if line % 2 == 0 else "proposer", "x " * 5000, about=line - 1))
    answer = await visitor.http.get(f"/debates/{table.debate}")
    assert len(answer.content) < 75_000
    assert lines(Read(answer.text))[-1] == 21


async def test_documents_a_line_cites_are_chips_with_their_changes(house: Inside, visitor: Visitor, table: Table):
    first = said(await house.http.post("/api/v1/documents", json={"title": "The plan", "content": "One"}))
    name = first["document_id"]
    said(await house.http.post(f"/api/v1/documents/{name}/versions", json={"content": "Two"}))
    said(await table.claim("opponent", f"See {name}@2"))
    page = await visitor.get(f"/debates/{table.debate}")
    links = [link["href"] for link in page.all("a")]
    assert f"/docs/{name}?version=2" in links
    assert f"/docs/{name}/diff?from=1&to=2" in links


async def test_a_verified_record_tells_its_lines_and_its_last_hash(visitor: Visitor, table: Table):
    answer = await visitor.http.get(f"/debates/{table.debate}/verify", headers={"HX-Request": "true"})
    assert "Sound" in answer.text
    page = await visitor.get(f"/debates/{table.debate}/verify")
    assert (await table.context())["debate"]["hash"] in page.text


@pytest.mark.parametrize(
    ("how", "media"),
    [("markdown", "text/markdown"), ("html", "text/html"), ("json", "application/json"), ("jsonl", "application/")],
)
async def test_a_copy_to_keep_is_a_file(visitor: Visitor, table: Table, how: str, media: str):
    answer = await visitor.http.get(f"/debates/{table.debate}/export", params={"as": how})
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith(media)
    assert answer.headers["content-disposition"].startswith("attachment;")
    assert "Use one queue." in answer.text


@pytest.mark.parametrize(
    "path", ["/debates/nope", "/debates/nope/stream", "/docs/doc-nope", "/docs/doc-nope/diff", "/no"]
)
async def test_what_is_not_there_is_an_error_page_that_says_what_to_do(visitor: Visitor, path: str):
    answer = await visitor.http.get(path)
    assert answer.status_code == 404
    assert "All debates" in answer.text
