"""Text that no store can keep is refused; any other is kept and given back as it was written."""

import json
from typing import Any
from uuid import uuid4

import pytest

from moot.debate import argument_id
from tests.http.bodies import JSON, open_body
from tests.support.house import API, Inside, Table, inside, refused, said

# What no store can keep, in every field that takes text


FIELDS = [
    ("debates", "debate_id"),
    ("debates", "title"),
    ("debates", "debate_type"),
    ("debates", "content"),
    ("debates", "client_request_id"),
    ("arguments", "role"),
    ("arguments", "target_id"),
    ("arguments", "content"),
    ("arguments", "client_request_id"),
    ("appeal", "target_id"),
    ("appeal", "content"),
    ("appeal", "options"),
    ("appeal", "client_request_id"),
    ("resolution", "target_id"),
    ("resolution", "content"),
    ("resolution", "client_request_id"),
    ("ruling", "content"),
    ("ruling", "option"),
    ("ruling", "client_request_id"),
    ("intervention", "content"),
    ("intervention", "client_request_id"),
    ("documents", "title"),
    ("documents", "content"),
    ("documents", "debate_id"),
    ("documents", "note"),
    ("documents", "client_request_id"),
    ("versions", "content"),
    ("versions", "note"),
    ("versions", "client_request_id"),
]


async def request_for(table: Table, form: str) -> tuple[str, dict[str, Any]]:
    """The path and a fit body of a form, in a debate that has come to where it is fit."""
    argued = {"target_id": table.id(1), "content": "C"}
    if form in ("appeal", "resolution"):
        said(await table.claim("opponent"))
    if form == "ruling":
        said(await table.claim("opponent"))
        said(await table.appeal(options=["A=Keep it"]))
    match form:
        case "debates":
            return f"{API}/debates", open_body()
        case "arguments":
            return f"{table.path}/arguments", {"role": "opponent", **argued}
        case "appeal" | "resolution":
            return f"{table.path}/{form}", argued
        case "ruling" | "intervention":
            return f"{table.path}/{form}", {"content": "C"}
        case "documents":
            return f"{API}/documents", {"title": "T", "content": "C"}
        case _:
            document = said(await table.http.post(f"{API}/documents", json={"title": "T", "content": "C"}))
            return f"{API}/documents/{document['document_id']}/versions", {"content": "D"}


@pytest.mark.parametrize("mark", ["\x00", "\ud800"], ids=["NUL", "half a character"])
@pytest.mark.parametrize(("form", "field"), FIELDS, ids=lambda name: str(name))
async def test_a_character_that_cannot_be_kept_is_refused_in_every_field(
    house: Inside, table: Table, form: str, field: str, mark: str
):
    path, body = await request_for(table, form)
    before = await table.context()
    values: list[Any] = [[f"a{mark}b"], [{"id": "A", "label": mark}]] if field == "options" else [mark, f"a{mark}b"]
    for value in values:
        # As an escape in JSON: the only way by which half a character can be sent.
        sent = json.dumps({**body, field: value}).encode()
        response = await house.http.post(path, content=sent, headers=JSON)
        assert response.status_code in (404, 422), response.text
        refused(response, response.json()["error"]["code"], response.status_code)
    assert await table.context() == before


@pytest.mark.parametrize("name", ["q", "state", "format", "debate_type", "waiting_for", "cursor"])
@pytest.mark.parametrize("value", ["%00", "a%00b", "%ED%A0%80", "%FF%FE", "%F0%9F%99%82", "%27%22%3B--", "%25_*"])
async def test_any_text_may_be_searched_for_on_every_kind_of_list(house: Inside, name: str, value: str):
    paths = [f"{API}/debates", f"{API}/documents"] if name in ("q", "cursor") else [f"{API}/debates"]
    for path in paths:
        response = await house.http.get(f"{path}?{name}={value}")
        if response.status_code != 200:
            refused(response, "INVALID_INPUT", 422)
        elif name != "cursor":
            assert "next_cursor" in said(response)


async def test_any_search_is_answered_on_every_kind_of_database(database: str):
    async with inside(database) as house:
        said(await Table(house.http, str(uuid4())).open())
        for q in ("%00", "a%00b", "%ED%A0%80", "AND", "NEAR(", "%22", "a*", "-", ":", "%27", "%5C", "(", "%25", "_"):
            for path in (f"{API}/debates", f"{API}/documents"):
                response = await house.http.get(f"{path}?q={q}")
                if response.status_code != 200:
                    refused(response, "INVALID_INPUT", 422)


async def test_cursors_that_nobody_gave_out_are_invalid_input_on_every_kind_of_database(database: str):
    async with inside(database) as house:
        for cursor in ("0", "x", "AAAA", "%00", "eyJhIjoxfQ", "W10", "W251bGwsbnVsbF0", "A" * 500, "====", "é"):
            for path in (f"{API}/debates", f"{API}/documents"):
                refused(await house.http.get(path, params={"cursor": cursor}), "INVALID_INPUT", 422)


# What people write is kept and given back as it was


MARKUP = "<script>alert('x')</script> & \"quotes\" \\ \u202e \u0007 </textarea> {{7*7}} ]]> %s"


async def test_markup_is_kept_and_told_as_it_was_written(house: Inside):
    table = await Table(house.http, str(uuid4())).opened(title=MARKUP[:200], content=MARKUP, client_request_id=MARKUP)
    said(await table.claim("opponent", MARKUP, client_request_id=f"1{MARKUP}"))
    said(await table.appeal(MARKUP, options=[{"id": "A", "label": MARKUP}]))
    said(await table.rule(MARKUP, option="A"))
    context = await table.context()
    assert context["debate"]["title"] == MARKUP[:200]
    motion, claim, appeal, ruling = context["arguments"]
    assert {argument["content"] for argument in context["arguments"]} == {MARKUP}
    assert motion["client_request_id"] == MARKUP
    assert claim["client_request_id"] == f"1{MARKUP}"
    assert appeal["options"][0] == {"id": "A", "label": MARKUP}
    assert ruling["option"] == "A"
    document = said(
        await house.http.post(f"{API}/documents", json={"title": MARKUP, "content": MARKUP, "note": MARKUP})
    )
    read = said(await house.http.get(f"{API}/documents/{document['document_id']}"))
    assert (read["title"], read["content"], read["note"]) == (MARKUP, MARKUP, MARKUP)


@pytest.mark.parametrize("where", ["target", "role", "type", "option", "document", "path"])
async def test_markup_in_an_error_is_json_and_nothing_else(house: Inside, table: Table, where: str):
    tag = "<img src=x onerror=alert(1)>"
    match where:
        case "target":
            response = await house.http.post(
                f"{table.path}/arguments", json={"role": "opponent", "target_id": tag, "content": "C"}
            )
        case "role":
            response = await table.claim(tag)
        case "type":
            response = await house.http.post(f"{API}/debates", json=open_body(debate_type=tag))
        case "option":
            said(await table.intervene())
            response = await table.rule(option=tag)
        case "document":
            response = await house.http.get(f"{API}/documents/{tag}")
        case _:
            response = await house.http.get(f"{API}/{tag}")
    refused(response, response.json()["error"]["code"], response.status_code)
    assert response.headers["content-type"] == "application/json"
    assert response.headers["x-content-type-options"] == "nosniff"


# Ids that name nothing


NO_IDS = ["x", "00000000-0000-0000-0000-000000000000", "%00", "%ED%A0%80", "..%2F..", "%F0%9F%99%82", "a" * 100]


@pytest.mark.parametrize("debate", NO_IDS)
@pytest.mark.parametrize("rest", ["", "/arguments", "/verify", "/export", "/events", "/arguments/x", "/wait"])
async def test_reading_a_debate_that_is_none_is_not_found(house: Inside, debate: str, rest: str):
    query = "?argument_id=x&role=proposer" if rest == "/wait" else ""
    response = await house.http.get(f"{API}/debates/{debate}{rest}{query}")
    assert response.json()["error"]["code"] in {"DEBATE_NOT_FOUND", "ARGUMENT_NOT_FOUND", "NOT_FOUND"}
    refused(response, response.json()["error"]["code"], 404)


@pytest.mark.parametrize("debate", NO_IDS)
@pytest.mark.parametrize("verb", ["arguments", "appeal", "resolution", "ruling", "intervention"])
async def test_moving_in_a_debate_that_is_none_is_not_found(house: Inside, debate: str, verb: str):
    argued = {"target_id": argument_id(debate, 1), "content": "C"}
    bodies: dict[str, dict[str, Any]] = {
        "arguments": {"role": "opponent", **argued},
        "appeal": argued,
        "resolution": argued,
        "ruling": {"content": "C"},
        "intervention": {},
    }
    response = await house.http.post(f"{API}/debates/{debate}/{verb}", json=bodies[verb])
    assert response.json()["error"]["code"] in {"DEBATE_NOT_FOUND", "NOT_FOUND"}
    refused(response, response.json()["error"]["code"], 404)


async def test_an_id_too_long_to_be_one_is_invalid_input(house: Inside):
    for path in ("debates", "documents"):
        refused(await house.http.get(f"{API}/{path}/{'a' * 101}"), "INVALID_INPUT", 422)


@pytest.mark.parametrize("document", NO_IDS)
@pytest.mark.parametrize("rest", ["", "/versions", "/diff?from=1", "?version=1"])
async def test_a_document_that_is_none_is_not_found(house: Inside, document: str, rest: str):
    response = await house.http.get(f"{API}/documents/{document}{rest}")
    expected = ("INVALID_INPUT", 422) if "%00" in document else (response.json()["error"]["code"], 404)
    refused(response, *expected)
    response = await house.http.post(f"{API}/documents/{document}/versions", json={"content": "C"})
    assert response.status_code == (422 if "%00" in document else 404)


async def test_targets_that_do_not_exist_are_not_found(table: Table):
    for target in ("", "x", str(uuid4()), argument_id(str(uuid4()), 1), table.id(0), table.id(2), table.id(2**47)):
        response = await table.claim("opponent", target_id=target)
        refused(response, "ARGUMENT_NOT_FOUND", 404)
    assert len(await table.arguments()) == 1


async def test_a_debate_cannot_be_opened_under_an_id_that_is_no_uuid(house: Inside):
    for debate in ("", "x", "1", "g" * 32, "../../etc/passwd"):
        error = refused(await house.http.post(f"{API}/debates", json=open_body(debate_id=debate)), "INVALID_INPUT", 422)
        assert "generate-id" in error["suggestion"]


async def test_a_debate_type_that_nobody_wrote_rules_for_is_refused(house: Inside):
    error = refused(await house.http.post(f"{API}/debates", json=open_body(debate_type="duel")), "INVALID_INPUT", 422)
    assert "coding_plan_debate" in error["suggestion"]


@pytest.mark.parametrize(
    "options",
    [
        ["A=One", "a=Two"],
        [{"id": "A", "label": ""}],
        [{"id": "a b", "label": "x"}],
        [{"id": "A"}],
        [{"id": "A", "label": "x", "more": 1}],
        [""],
        ["x" * 501],
        ["x"] * 27,
        [[]],
        [None],
    ],
    ids=repr,
)
async def test_options_that_cannot_be_told_apart_or_read_are_invalid_input(table: Table, options: list[Any]):
    said(await table.claim("opponent"))
    refused(await table.appeal(options=options), "INVALID_INPUT", 422)
    assert len(await table.arguments()) == 2


async def test_an_option_that_was_not_offered_cannot_be_chosen(table: Table):
    said(await table.claim("opponent"))
    said(await table.appeal(options=["A=Keep", "B=Drop"]))
    error = refused(await table.rule(option="C"), "INVALID_INPUT", 422)
    assert error["suggestion"] == "Choose one of: A, B, other."
    said(await table.rule(option="other"))
    said(await table.resolve())
    error = refused(await table.rule(option="A"), "INVALID_INPUT", 422)
    assert error["suggestion"] == "Leave the option out."
