"""Reading over REST: a debate in context, its arguments, the list, copies, and whether the record is sound."""

from uuid import uuid4

import pytest

from moot import __version__
from moot.notation import BrokenChain
from moot.notation.jsonl import verify_jsonl
from moot.testing import FixedClock
from tests.support.house import API, Inside, Table, inside, refused, said


async def argued(house: Inside, moves: int, **fields: str) -> Table:
    table = await Table(house.http, str(uuid4())).opened(**fields)
    for number in range(moves):
        said(await table.claim("opponent" if number % 2 == 0 else "proposer", f"claim {number + 2}"))
    return table


# In context


async def test_the_context_is_the_motion_and_the_last_arguments(house: Inside):
    table = await argued(house, 20)
    context = await table.context()
    assert [argument["seq"] for argument in context["arguments"]] == [1, *range(12, 22)]
    assert context["omitted"] == 10
    assert context["debate"] | {"hash": "", "created_at": "", "updated_at": ""} == {
        "id": table.debate,
        "title": "Queues",
        "format": "arbitration",
        "debate_type": "coding_plan_debate",
        "state": "AWAITING_OPPONENT",
        "waiting_for": ["opponent"],
        "seq": 21,
        "hash": "",
        "created_at": "",
        "updated_at": "",
        "closed_at": None,
    }


@pytest.mark.parametrize(
    ("limit", "lines"),
    [(0, [1]), (1, [1, 4]), (2, [1, 3, 4]), (3, [1, 2, 3, 4]), (4, [1, 2, 3, 4]), (100, [1, 2, 3, 4])],
)
async def test_the_context_has_as_many_arguments_as_asked_for_and_the_motion_once(
    house: Inside, limit: int, lines: list[int]
):
    table = await argued(house, 3)
    context = await table.context(limit=limit)
    assert [argument["seq"] for argument in context["arguments"]] == lines
    assert context["omitted"] == 4 - len(lines)


@pytest.mark.parametrize(("limit", "lines"), [(0, [1]), (1, [1, 3]), (2, [1, 2, 3]), (9, [1, 2, 3])])
async def test_that_a_debate_was_closed_counts_for_no_argument(
    house: Inside, table: Table, limit: int, lines: list[int]
):
    said(await table.intervene())
    said(await table.rule(close=True))
    context = await table.context(limit=limit)
    assert [argument["seq"] for argument in context["arguments"]] == lines
    assert (context["omitted"], context["debate"]["seq"]) == (3 - len(lines), 4)
    refused(await house.http.get(f"{table.path}/arguments/{table.id(4)}"), "ARGUMENT_NOT_FOUND", 404)
    page = said(await house.http.get(f"{table.path}/arguments", params={"after": 2}))
    assert ([argument["seq"] for argument in page["arguments"]], page["next_after"]) == ([3], None)


async def test_without_a_role_nobody_is_told_what_to_do(table: Table):
    context = await table.context()
    assert (context["role"], context["action"], context["available_actions"]) == (None, None, [])


async def test_what_a_role_may_do_names_what_it_would_answer(table: Table):
    (offer,) = (await table.context(role="opponent"))["available_actions"]
    assert offer == {"type": "CLAIM", "role": "opponent", "must": True, "answers": table.id(1)}
    (offer,) = (await table.context(role="arbitrator"))["available_actions"]
    assert offer == {"type": "INTERVENTION", "role": "arbitrator", "must": False, "answers": table.id(1)}


@pytest.mark.parametrize("path", ["", "/arguments", "/arguments/{motion}"])
async def test_nobody_reads_as_a_role_that_there_is_not(house: Inside, table: Table, path: str):
    response = await house.http.get(f"{table.path}{path.format(motion=table.id(1))}", params={"role": "judge"})
    error = refused(response, "INVALID_INPUT", 422)
    assert error["suggestion"] == "Its roles are: proposer, opponent, arbitrator."


# Arguments


async def test_an_argument_says_what_it_is_about_and_what_it_cites(house: Inside):
    table = await argued(house, 1)
    document = said(await house.http.post(f"{API}/documents", json={"title": "Plan", "content": "# Plan"}))
    cited = document["document_id"]
    said(await table.claim("proposer", f"See {cited}@1 and {cited}, and {cited}@1 again.", about=2))
    argument = said(await house.http.get(f"{table.path}/arguments/{table.id(3)}"))
    assert argument | {"created_at": ""} == {
        "id": table.id(3),
        "debate_id": table.debate,
        "seq": 3,
        "type": "CLAIM",
        "role": "proposer",
        "content": f"See {cited}@1 and {cited}, and {cited}@1 again.",
        "parent_id": table.id(2),
        "created_at": "",
        "documents": [{"id": cited, "version": 1}, {"id": cited, "version": None}],
    }


async def test_arguments_are_read_page_by_page(house: Inside):
    table = await argued(house, 9)
    seen: list[int] = []
    after: int | None = 0
    while after is not None:
        page = said(await house.http.get(f"{table.path}/arguments", params={"after": after, "limit": 4}))
        assert len(page["arguments"]) <= 4
        seen += [argument["seq"] for argument in page["arguments"]]
        after = page["next_after"]
    assert seen == list(range(1, 11))


# The list


async def test_debates_are_listed_by_their_latest_growth_and_page_by_page(database: str):
    clock = FixedClock()
    async with inside(database, clock=clock) as house:
        tables: list[Table] = []
        for number in range(7):
            clock.advance(seconds=1)
            tables.append(await Table(house.http, str(uuid4())).opened(title=f"Debate {number}"))
        clock.advance(seconds=1)
        said(await tables[0].claim("opponent"))
        expected = [tables[0].debate, *(table.debate for table in reversed(tables[1:]))]
        seen: list[str] = []
        cursor: str | None = None
        while True:
            asked = {"limit": 3} if cursor is None else {"limit": 3, "cursor": cursor}
            page = said(await house.http.get(f"{API}/debates", params=asked))
            seen += [debate["id"] for debate in page["debates"]]
            cursor = page["next_cursor"]
            if cursor is None:
                break
        assert seen == expected


async def test_debates_are_found_by_state_type_floor_status_and_words(database: str):
    async with inside(database) as house:
        moved = await Table(house.http, str(uuid4())).opened(title="Cache the sessions")
        claimed = await Table(house.http, str(uuid4())).opened(title="Queue", debate_type="general_debate")
        said(await claimed.claim("opponent"))
        closed = await Table(house.http, str(uuid4())).opened(title="Naïve café caching")
        said(await closed.intervene())
        said(await closed.rule(close=True))
        searches: list[tuple[dict[str, str], set[str]]] = [
            ({}, {moved.debate, claimed.debate, closed.debate}),
            ({"state": "AWAITING_OPPONENT"}, {moved.debate}),
            ({"state": "CLOSED"}, {closed.debate}),
            ({"state": "NONSENSE"}, set()),
            ({"status": "open"}, {moved.debate, claimed.debate}),
            ({"status": "closed"}, {closed.debate}),
            ({"waiting_for": "proposer"}, {claimed.debate}),
            ({"waiting_for": "opponent", "status": "closed"}, set()),
            ({"debate_type": "general_debate"}, {claimed.debate}),
            ({"format": "arbitration"}, {moved.debate, claimed.debate, closed.debate}),
            ({"format": "duel"}, set()),
            ({"q": "cache"}, {moved.debate}),
            ({"q": "SESSIONS"}, {moved.debate}),
            ({"q": "café"}, {closed.debate}),
            ({"q": "nowhere"}, set()),
            ({"q": ""}, {moved.debate, claimed.debate, closed.debate}),
        ]
        for asked, found in searches:
            page = said(await house.http.get(f"{API}/debates", params=asked))
            assert {debate["id"] for debate in page["debates"]} == found, asked


@pytest.mark.parametrize("query", ["status=done", "limit=0", "limit=201", "limit=x", f"q={'x' * 501}"])
async def test_a_list_that_cannot_be_is_invalid_input(house: Inside, query: str):
    refused(await house.http.get(f"{API}/debates?{query}"), "INVALID_INPUT", 422)


async def test_the_debate_types_are_listed(house: Inside):
    types = said(await house.http.get(f"{API}/debate-types"))["debate_types"]
    assert set(types) == {"coding_plan_debate", "general_debate"}


# Copies


@pytest.mark.parametrize(
    ("form", "media", "ending"),
    [
        ("json", "application/json", "json"),
        ("jsonl", "application/jsonl", "jsonl"),
        ("markdown", "text/markdown; charset=utf-8", "md"),
        ("html", "text/html; charset=utf-8", "html"),
        ("yaml", "application/yaml", "yaml"),
        ("openai", "application/jsonl", "messages.jsonl"),
        ("aif", "application/json", "aif.json"),
        ("pr-comment", "text/markdown; charset=utf-8", "comment.md"),
    ],
)
async def test_a_copy_is_a_file_with_all_that_was_said(house: Inside, form: str, media: str, ending: str):
    table = await argued(house, 70, title="Läuft: <b>it</b>")
    copy = await house.http.get(f"{table.path}/export", params={"format": form})
    assert (copy.status_code, copy.headers["content-type"]) == (200, media)
    name = f"debate-l-uft-b-it-b-{table.debate[:8]}.{ending}"
    assert copy.headers["content-disposition"] == f'attachment; filename="{name}"'
    assert all(f"claim {number}" in copy.text for number in range(2, 72))


async def test_the_copy_for_programs_is_the_context_as_it_is_told(house: Inside):
    table = await argued(house, 3)
    copy = said(await house.http.get(f"{table.path}/export"))
    context = await table.context()
    assert copy["debate"] == context["debate"]
    assert [{k: v for k, v in argument.items() if k != "hash"} for argument in copy["arguments"]] == context[
        "arguments"
    ]


async def test_the_copy_as_lines_can_be_checked_without_the_server(house: Inside):
    table = await argued(house, 3)
    copy = await house.http.get(f"{table.path}/export", params={"format": "jsonl"})
    checked = verify_jsonl(copy.text)
    assert (checked.debate, checked.lines, checked.withheld) == (table.debate, 5, ())
    assert checked.head == (await table.context())["debate"]["hash"]
    with pytest.raises(BrokenChain):
        verify_jsonl(copy.text.replace("claim 3", "claim E"))


async def test_a_copy_with_a_title_of_no_letters_still_has_a_name(house: Inside):
    table = await argued(house, 0, title="¿?")
    copy = await house.http.get(f"{table.path}/export")
    assert f'filename="debate-untitled-{table.debate[:8]}.json"' in copy.headers["content-disposition"]


async def test_a_copy_in_a_form_that_there_is_not_is_invalid_input(house: Inside, table: Table):
    refused(await house.http.get(f"{table.path}/export", params={"format": "pdf"}), "INVALID_INPUT", 422)


# Soundness and health


async def test_a_record_that_nobody_touched_is_sound(house: Inside):
    table = await argued(house, 3)
    soundness = said(await house.http.get(f"{table.path}/verify"))
    debate = (await table.context())["debate"]
    assert soundness == {
        "debate_id": table.debate,
        "sound": True,
        "lines": 5,
        "hash": debate["hash"],
        "fault": None,
        "fault_line": None,
    }


async def test_the_house_says_that_it_is_there_and_ready(database: str):
    async with inside(database) as house:
        for path in ("health", "ready"):
            assert said(await house.http.get(f"{API}/{path}")) == {"status": "ok", "version": __version__}
