"""Whatever is sent, the answer is the documented error (or the documented success), and never a failure of ours."""

import json
from collections.abc import AsyncIterator
from datetime import datetime
from typing import Any
from uuid import uuid4

import httpx2
import pytest

from moot.debate import argument_id
from moot.http.guard import LARGEST_BODY
from moot.testing import FixedClock
from tests.support.house import API, Inside, Table, inside, refused, said

KIB_10 = 10 * 1024
JSON = {"Content-Type": "application/json"}


def open_body(debate: str | None = None, **fields: Any) -> dict[str, Any]:
    body = {"debate_id": debate or str(uuid4()), "title": "T", "debate_type": "general_debate", "content": "C"}
    return {**body, **fields}


async def post_raw(house: Inside, path: str, body: bytes, **headers: str) -> httpx2.Response:
    return await house.http.post(f"{API}/{path}", content=body, headers={**JSON, **headers})


# What is not a request at all


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"null", b"[]", b'"text"', b"7", b"{}", b'{"content": "\xff\xfe"}', b"\x00\x01", b"{'a': 1}", b"NaN"],
)
@pytest.mark.parametrize("path", ["debates", "documents", "debates/{id}/arguments", "debates/{id}/ruling"])
async def test_a_body_that_cannot_be_read_is_invalid_input(house: Inside, table: Table, path: str, body: bytes):
    response = await post_raw(house, path.format(id=table.debate), body)
    error = refused(response, "INVALID_INPUT", 422)
    assert error["suggestion"]


async def test_invalid_utf8_is_invalid_input_and_says_so(house: Inside, table: Table):
    body = b'{"role": "opponent", "target_id": "x", "content": "caf\xe9"}'
    error = refused(await post_raw(house, f"debates/{table.debate}/arguments", body), "INVALID_INPUT", 422)
    assert "body" in error["message"]


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "nonsense"])
async def test_a_body_of_another_type_is_invalid_input(house: Inside, kind: str):
    body = json.dumps(open_body()).encode()
    refused(await post_raw(house, "debates", body, **{"Content-Type": kind}), "INVALID_INPUT", 422)


async def test_a_body_without_a_type_is_invalid_input(house: Inside):
    request = httpx2.Request("POST", f"http://127.0.0.1{API}/debates", content=json.dumps(open_body()).encode())
    assert "content-type" not in request.headers
    refused(await house.http.send(request), "INVALID_INPUT", 422)


async def test_nesting_too_deep_to_read_is_invalid_input(house: Inside):
    deep = b'{"content": ' + b"[" * 200_000 + b"]" * 200_000 + b"}"
    refused(await post_raw(house, "debates", deep), "INVALID_INPUT", 422)


async def test_a_number_too_long_to_read_is_invalid_input(house: Inside):
    refused(await post_raw(house, "debates", b'{"max_rounds": ' + b"9" * 10_000 + b"}"), "INVALID_INPUT", 422)


# What does not fit its form


WRONG_VALUES = [None, 7, 1.5, True, [], {}, ["a"], {"a": "b"}]
OPEN_FIELDS = ["debate_id", "title", "debate_type", "content"]


@pytest.mark.parametrize("value", WRONG_VALUES, ids=repr)
@pytest.mark.parametrize("field", OPEN_FIELDS)
async def test_a_text_that_is_no_text_is_invalid_input(house: Inside, field: str, value: Any):
    error = refused(
        await house.http.post(f"{API}/debates", json=open_body(**{field: value})), "INVALID_INPUT", 422
    )
    assert field in error["message"]


@pytest.mark.parametrize("field", ["close", "max_rounds", "options", "base_version"])
@pytest.mark.parametrize("value", ["yes", "1", 1.0, [7], {}], ids=repr)
async def test_a_value_of_another_type_is_not_guessed_at(house: Inside, table: Table, field: str, value: Any):
    if field == "options" and value == {}:
        value = {"A": "label"}
    requests = {
        "close": (f"{table.path}/ruling", {"content": "So."}),
        "max_rounds": (f"{API}/debates", open_body()),
        "options": (f"{table.path}/appeal", {"content": "?", "target_id": table.id(1)}),
        "base_version": (f"{API}/documents/doc-x/versions", {"content": "C"}),
    }
    path, body = requests[field]
    error = refused(await house.http.post(path, json={**body, field: value}), "INVALID_INPUT", 422)
    assert field in error["message"]


@pytest.mark.parametrize("value", [True, 0, -1, 10_001, 2**63, 10**100], ids=repr)
async def test_numbers_beyond_their_limits_are_invalid_input(house: Inside, value: Any):
    refused(await house.http.post(f"{API}/debates", json=open_body(max_rounds=value)), "INVALID_INPUT", 422)
    path = f"{API}/documents/doc-x/versions"
    if value not in (10_001,):
        refused(await house.http.post(path, json={"content": "C", "base_version": value}), "INVALID_INPUT", 422)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("debates", open_body()),
        ("debates/{id}/arguments", {"role": "opponent", "target_id": "x", "content": "C"}),
        ("debates/{id}/appeal", {"target_id": "x", "content": "C"}),
        ("debates/{id}/resolution", {"target_id": "x", "content": "C"}),
        ("debates/{id}/ruling", {"content": "C"}),
        ("debates/{id}/intervention", {}),
        ("documents", {"title": "T", "content": "C"}),
        ("documents/doc-x/versions", {"content": "C"}),
    ],
)
async def test_a_field_that_no_form_has_is_refused_without_echoing_it_at_length(
    house: Inside, table: Table, path: str, body: dict[str, Any]
):
    for name in ("seat", "<script>alert(1)</script>", "\ud800", "x\x00y", "n" * 100_000):
        sent = json.dumps({**body, name: 1}).encode()
        response = await post_raw(house, path.format(id=table.debate), sent)
        refused(response, "INVALID_INPUT", 422)
        assert len(response.content) < 2000


# Sizes


def filled(size: int, character: str) -> str:
    width = len(character.encode())
    return character * (size // width) + "." * (size % width)


@pytest.mark.parametrize("character", ["x", "é", "€", "🙂"])
async def test_ten_kib_of_utf8_fit_and_one_byte_more_does_not(house: Inside, character: str):
    table = await Table(house.http, str(uuid4())).opened(content=filled(KIB_10, character))
    error = refused(await table.claim("opponent", filled(KIB_10 + 1, character)), "CONTENT_TOO_LARGE", 413)
    assert (error["size"], error["limit"]) == (KIB_10 + 1, KIB_10)
    assert "aw docs" in error["suggestion"]
    said(await table.claim("opponent", filled(KIB_10, character)))
    refused(await table.appeal(filled(KIB_10 + 1, character)), "CONTENT_TOO_LARGE", 413)
    refused(await table.resolve(filled(KIB_10 + 1, character)), "CONTENT_TOO_LARGE", 413)
    refused(await table.intervene(content=filled(KIB_10 + 1, character)), "CONTENT_TOO_LARGE", 413)
    said(await table.intervene(content=filled(KIB_10, character)))
    refused(await table.rule(filled(KIB_10 + 1, character)), "CONTENT_TOO_LARGE", 413)
    said(await table.rule(filled(KIB_10, character)))
    contents = {argument["content"] for argument in await table.arguments()}
    assert contents == {filled(KIB_10, character)}


async def test_a_motion_of_one_byte_too_many_opens_nothing(house: Inside):
    table = Table(house.http, str(uuid4()))
    refused(await table.open(content="x" * (KIB_10 + 1)), "CONTENT_TOO_LARGE", 413)
    refused(await house.http.get(table.path), "DEBATE_NOT_FOUND", 404)


async def test_a_document_may_have_one_mib_and_not_a_byte_more(house: Inside):
    mib = 1024 * 1024
    document = said(await house.http.post(f"{API}/documents", json={"title": "T", "content": filled(mib, "é")}))
    assert document["size"] == mib
    path = f"{API}/documents/{document['document_id']}/versions"
    refused(await house.http.post(path, json={"content": filled(mib + 1, "é")}), "CONTENT_TOO_LARGE", 413)
    said(await house.http.post(path, json={"content": filled(mib, "x")}))


async def chunks(total: int) -> AsyncIterator[bytes]:
    yield b'{"content": "'
    for _ in range(total // 65536 + 1):
        yield b"x" * 65536
    yield b'"}'


@pytest.mark.parametrize("path", ["debates", "documents", "debates/{id}/intervention", "health", "nowhere"])
async def test_a_body_that_says_it_is_too_large_is_refused_unread(house: Inside, table: Table, path: str):
    body = b'{"content": "' + b"x" * LARGEST_BODY + b'"}'
    response = await post_raw(house, path.format(id=table.debate), body)
    error = refused(response, "CONTENT_TOO_LARGE", 413)
    assert (error["size"], error["limit"]) == (len(body), LARGEST_BODY)


async def test_a_body_that_grows_too_large_is_refused_whatever_it_said(house: Inside, table: Table):
    for path in ("debates", "documents", f"debates/{table.debate}/intervention"):
        response = await house.http.post(f"{API}/{path}", content=chunks(LARGEST_BODY), headers=JSON)
        assert "content-length" not in response.request.headers
        error = refused(response, "CONTENT_TOO_LARGE", 413)
        assert error["limit"] == LARGEST_BODY


async def test_a_size_that_is_no_number_does_not_break_the_door(house: Inside):
    headers = [(b"content-type", b"application/json"), (b"content-length", "²".encode("latin-1"))]
    request = httpx2.Request("POST", f"http://127.0.0.1{API}/debates", headers=headers, content=b"{}")
    refused(await house.http.send(request), "INVALID_INPUT", 422)


@pytest.mark.parametrize("field", ["title", "note", "client_request_id"])
async def test_a_text_longer_than_its_field_is_invalid_input(house: Inside, field: str):
    body = {"title": "T", "content": "C", field: "x" * 501}
    refused(await house.http.post(f"{API}/documents", json=body), "INVALID_INPUT", 422)


@pytest.mark.parametrize("title", ["", " ", "\n\t", "\u2003", "x" * 201])
async def test_a_title_must_have_words_and_an_end(house: Inside, title: str):
    refused(await house.http.post(f"{API}/debates", json=open_body(title=title)), "INVALID_INPUT", 422)
    refused(await house.http.post(f"{API}/documents", json={"title": title, "content": "C"}), "INVALID_INPUT", 422)


@pytest.mark.parametrize("content", ["", " ", "\n\n"])
async def test_an_argument_must_say_something(house: Inside, content: str):
    refused(await house.http.post(f"{API}/debates", json=open_body(content=content)), "INVALID_INPUT", 422)
    table = await Table(house.http, str(uuid4())).opened()
    refused(await table.claim("opponent", content), "INVALID_INPUT", 422)
    said(await table.intervene(content=content))
    refused(await table.rule(content), "INVALID_INPUT", 422)


# What no store can keep, in every field that takes text


FIELDS = ["debate_id", "title", "debate_type", "content"]


@pytest.mark.parametrize("value", WRONG_VALUES, ids=repr)
@pytest.mark.parametrize("field", OPEN_FIELDS)
async def test_a_text_that_is_no_text_is_invalid_input(house: Inside, field: str, value: Any):
    error = refused(
        await house.http.post(f"{API}/debates", json=open_body(**{field: value})), "INVALID_INPUT", 422
    )
    assert field in error["message"]


@pytest.mark.parametrize("field", ["close", "max_rounds", "options", "base_version"])
@pytest.mark.parametrize("value", ["yes", "1", 1.0, [7], {}], ids=repr)
async def test_a_value_of_another_type_is_not_guessed_at(house: Inside, table: Table, field: str, value: Any):
    if field == "options" and value == {}:
        value = {"A": "label"}
    requests = {
        "close": (f"{table.path}/ruling", {"content": "So."}),
        "max_rounds": (f"{API}/debates", open_body()),
        "options": (f"{table.path}/appeal", {"content": "?", "target_id": table.id(1)}),
        "base_version": (f"{API}/documents/doc-x/versions", {"content": "C"}),
    }
    path, body = requests[field]
    error = refused(await house.http.post(path, json={**body, field: value}), "INVALID_INPUT", 422)
    assert field in error["message"]


@pytest.mark.parametrize("value", [True, 0, -1, 10_001, 2**63, 10**100], ids=repr)
async def test_numbers_beyond_their_limits_are_invalid_input(house: Inside, value: Any):
    refused(await house.http.post(f"{API}/debates", json=open_body(max_rounds=value)), "INVALID_INPUT", 422)
    path = f"{API}/documents/doc-x/versions"
    if value not in (10_001,):
        refused(await house.http.post(path, json={"content": "C", "base_version": value}), "INVALID_INPUT", 422)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("debates", open_body()),
        ("debates/{id}/arguments", {"role": "opponent", "target_id": "x", "content": "C"}),
        ("debates/{id}/appeal", {"target_id": "x", "content": "C"}),
        ("debates/{id}/resolution", {"target_id": "x", "content": "C"}),
        ("debates/{id}/ruling", {"content": "C"}),
        ("debates/{id}/intervention", {}),
        ("documents", {"title": "T", "content": "C"}),
        ("documents/doc-x/versions", {"content": "C"}),
    ],
)
async def test_a_field_that_no_form_has_is_refused_without_echoing_it_at_length(
    house: Inside, table: Table, path: str, body: dict[str, Any]
):
    for name in ("seat", "<script>alert(1)</script>", "\ud800", "x\x00y", "n" * 100_000):
        sent = json.dumps({**body, name: 1}).encode()
        response = await post_raw(house, path.format(id=table.debate), sent)
        refused(response, "INVALID_INPUT", 422)
        assert len(response.content) < 2000


# Sizes


def filled(size: int, character: str) -> str:
    width = len(character.encode())
    return character * (size // width) + "." * (size % width)


@pytest.mark.parametrize("character", ["x", "é", "€", "🙂"])
async def test_ten_kib_of_utf8_fit_and_one_byte_more_does_not(house: Inside, character: str):
    table = await Table(house.http, str(uuid4())).opened(content=filled(KIB_10, character))
    error = refused(await table.claim("opponent", filled(KIB_10 + 1, character)), "CONTENT_TOO_LARGE", 413)
    assert (error["size"], error["limit"]) == (KIB_10 + 1, KIB_10)
    assert "aw docs" in error["suggestion"]
    said(await table.claim("opponent", filled(KIB_10, character)))
    refused(await table.appeal(filled(KIB_10 + 1, character)), "CONTENT_TOO_LARGE", 413)
    refused(await table.resolve(filled(KIB_10 + 1, character)), "CONTENT_TOO_LARGE", 413)
    refused(await table.intervene(content=filled(KIB_10 + 1, character)), "CONTENT_TOO_LARGE", 413)
    said(await table.intervene(content=filled(KIB_10, character)))
    refused(await table.rule(filled(KIB_10 + 1, character)), "CONTENT_TOO_LARGE", 413)
    said(await table.rule(filled(KIB_10, character)))
    contents = {argument["content"] for argument in await table.arguments()}
    assert contents == {filled(KIB_10, character)}


async def test_a_motion_of_one_byte_too_many_opens_nothing(house: Inside):
    table = Table(house.http, str(uuid4()))
    refused(await table.open(content="x" * (KIB_10 + 1)), "CONTENT_TOO_LARGE", 413)
    refused(await house.http.get(table.path), "DEBATE_NOT_FOUND", 404)


async def test_a_document_may_have_one_mib_and_not_a_byte_more(house: Inside):
    mib = 1024 * 1024
    document = said(await house.http.post(f"{API}/documents", json={"title": "T", "content": filled(mib, "é")}))
    assert document["size"] == mib
    path = f"{API}/documents/{document['document_id']}/versions"
    refused(await house.http.post(path, json={"content": filled(mib + 1, "é")}), "CONTENT_TOO_LARGE", 413)
    said(await house.http.post(path, json={"content": filled(mib, "x")}))


async def chunks(total: int) -> AsyncIterator[bytes]:
    yield b'{"content": "'
    for _ in range(total // 65536 + 1):
        yield b"x" * 65536
    yield b'"}'


@pytest.mark.parametrize("path", ["debates", "documents", "debates/{id}/intervention", "health", "nowhere"])
async def test_a_body_that_says_it_is_too_large_is_refused_unread(house: Inside, table: Table, path: str):
    body = b'{"content": "' + b"x" * LARGEST_BODY + b'"}'
    response = await post_raw(house, path.format(id=table.debate), body)
    error = refused(response, "CONTENT_TOO_LARGE", 413)
    assert (error["size"], error["limit"]) == (len(body), LARGEST_BODY)


async def test_a_body_that_grows_too_large_is_refused_whatever_it_said(house: Inside, table: Table):
    for path in ("debates", "documents", f"debates/{table.debate}/intervention"):
        response = await house.http.post(f"{API}/{path}", content=chunks(LARGEST_BODY), headers=JSON)
        assert "content-length" not in response.request.headers
        error = refused(response, "CONTENT_TOO_LARGE", 413)
        assert error["limit"] == LARGEST_BODY


async def test_a_size_that_is_no_number_does_not_break_the_door(house: Inside):
    headers = [(b"content-type", b"application/json"), (b"content-length", "²".encode("latin-1"))]
    request = httpx2.Request("POST", f"http://127.0.0.1{API}/debates", headers=headers, content=b"{}")
    refused(await house.http.send(request), "INVALID_INPUT", 422)


@pytest.mark.parametrize("field", ["title", "note", "client_request_id"])
async def test_a_text_longer_than_its_field_is_invalid_input(house: Inside, field: str):
    body = {"title": "T", "content": "C", field: "x" * 501}
    refused(await house.http.post(f"{API}/documents", json=body), "INVALID_INPUT", 422)


@pytest.mark.parametrize("title", ["", " ", "\n\t", "\u2003", "x" * 201])
async def test_a_title_must_have_words_and_an_end(house: Inside, title: str):
    refused(await house.http.post(f"{API}/debates", json=open_body(title=title)), "INVALID_INPUT", 422)
    refused(await house.http.post(f"{API}/documents", json={"title": title, "content": "C"}), "INVALID_INPUT", 422)


@pytest.mark.parametrize("content", ["", " ", "\n\n"])
async def test_an_argument_must_say_something(house: Inside, content: str):
    refused(await house.http.post(f"{API}/debates", json=open_body(content=content)), "INVALID_INPUT", 422)
    table = await Table(house.http, str(uuid4())).opened()
    refused(await table.claim("opponent", content), "INVALID_INPUT", 422)
    said(await table.intervene(content=content))
    refused(await table.rule(content), "INVALID_INPUT", 422)


# What no store can keep, in every field that takes text


def text_fields(table: Table) -> list[tuple[str, dict[str, Any]]]:
    """Every text field of every form, with the request that would be fit without it."""
    argued = {"target_id": table.id(1), "content": "C"}
    forms: list[tuple[str, dict[str, Any], list[str]]] = [
        ("debates", open_body(), [*OPEN_FIELDS, "client_request_id"]),
        (
            f"debates/{table.debate}/arguments",
            {"role": "opponent", **argued},
            ["role", "target_id", "content", "client_request_id"],
        ),
        (f"debates/{table.debate}/appeal", argued, ["target_id", "content", "client_request_id"]),
        (f"debates/{table.debate}/resolution", argued, ["target_id", "content", "client_request_id"]),
        (f"debates/{table.debate}/ruling", {"content": "C"}, ["content", "option", "client_request_id"]),
        (f"debates/{table.debate}/intervention", {}, ["content", "client_request_id"]),
        (
            "documents",
            {"title": "T", "content": "C"},
            ["title", "content", "debate_id", "note", "client_request_id"],
        ),
    ]
    return [(path, {**body, field: "?"}) for path, body, fields in forms for field in fields if body.update() is None]


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


@pytest.mark.parametrize("mark", ["\x00", "\ud800", "\udfff"], ids=["NUL", "high surrogate", "low surrogate"])
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


@pytest.mark.parametrize("q", ["%00", "a%00b", "%ED%A0%80", "AND", "NEAR(", "%22", "a*", "-", ":", "%27", "%5C", "("])
async def test_any_search_is_answered_on_every_kind_of_database(database: str, q: str):
    async with inside(database) as house:
        said(await Table(house.http, str(uuid4())).open())
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
    table = await Table(house.http, str(uuid4())).opened(
        title=MARKUP[:200], content=MARKUP, client_request_id=MARKUP
    )
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


# Long records, and clocks


@pytest.mark.parametrize("limit", ["0", "-1", "501", "1000000", "1e3", "x", "", "9" * 5000])
async def test_more_lines_than_a_page_holds_cannot_be_asked_for(house: Inside, table: Table, limit: str):
    response = await house.http.get(f"{table.path}/arguments", params={"limit": limit})
    refused(response, "INVALID_INPUT", 422)


@pytest.mark.parametrize("query", ["argument_limit=10001", "argument_limit=-1", "argument_limit=1000000"])
async def test_more_arguments_than_a_context_holds_cannot_be_asked_for(house: Inside, table: Table, query: str):
    refused(await house.http.get(f"{table.path}?{query}"), "INVALID_INPUT", 422)


@pytest.mark.parametrize("after", ["-1", "x", str(2**47 + 1), "9" * 400])
async def test_a_line_that_can_be_none_is_invalid_input(house: Inside, table: Table, after: str):
    for path in ("arguments", "events"):
        refused(await house.http.get(f"{table.path}/{path}", params={"after": after}), "INVALID_INPUT", 422)


async def test_a_line_beyond_the_end_is_an_empty_page(house: Inside, table: Table):
    for after in (1, 2, 2**47):
        page = said(await house.http.get(f"{table.path}/arguments", params={"after": after}))
        assert page == {"arguments": [], "next_after": None}


async def test_a_debate_of_ten_thousand_lines_is_read_page_by_page():
    async with inside() as house:
        table = await Table(house.http, str(uuid4())).opened()
        for line in range(2, 10_001):
            await house.desk.submit(
                house.desk.authenticate(None),
                table.debate,
                role="opponent" if line % 2 == 0 else "proposer",
                target_id=table.id(1),
                content=f"line {line}",
            )
        arguments = await table.arguments()
        assert [argument["seq"] for argument in arguments] == list(range(1, 10_001))
        context = await table.context(limit=3)
        assert [argument["seq"] for argument in context["arguments"]] == [1, 9998, 9999, 10_000]
        assert context["omitted"] == 9996
        whole = await table.context(limit=10_000)
        assert (len(whole["arguments"]), whole["omitted"]) == (10_000, 0)
        waited = said(await table.wait("proposer", on=9_990))
        assert [argument["seq"] for argument in waited["arguments"]] == [9992, 9994, 9996, 9998, 10_000]
        assert await table.sound()


async def test_times_never_decrease_when_the_clock_jumps_back():
    clock = FixedClock()
    async with inside(clock=clock) as house:
        table = await Table(house.http, str(uuid4())).opened()
        clock.advance(days=-3650)
        said(await table.claim("opponent"))
        clock.advance(days=3650, seconds=-1)
        said(await table.resolve())
        clock.advance(days=1)
        said(await table.rule(close=True))
        times = [datetime.fromisoformat(argument["created_at"]) for argument in await table.arguments()]
        assert times == sorted(times)
        debate = (await table.context())["debate"]
        assert debate["created_at"] <= debate["updated_at"] == debate["closed_at"]
        assert await table.sound()


async def test_documents_are_listed_by_change_even_when_the_clock_jumps_back():
    clock = FixedClock()
    async with inside(clock=clock) as house:
        document = said(await house.http.post(f"{API}/documents", json={"title": "T", "content": "C"}))
        clock.advance(days=-1)
        path = f"{API}/documents/{document['document_id']}"
        said(await house.http.post(f"{path}/versions", json={"content": "D"}))
        assert [version["version"] for version in said(await house.http.get(f"{path}/versions"))["versions"]] == [1, 2]


# Paths and methods


@pytest.mark.parametrize("path", ["", "/", "/nothing", "/debates/x/y/z", "/documents//versions", "/v1", "/ws"])
async def test_a_path_that_leads_nowhere_is_not_found(house: Inside, path: str):
    refused(await house.http.get(f"{API}{path}"), "NOT_FOUND", 404)


@pytest.mark.parametrize("method", ["DELETE", "PUT", "PATCH", "TRACE", "OPTIONS", "HEAD", "NONSENSE"])
@pytest.mark.parametrize("path", ["debates", "debates/x", "debates/x/ruling", "documents", "health"])
async def test_a_method_that_a_path_does_not_have_is_refused_with_those_it_has(
    house: Inside, method: str, path: str
):
    response = await house.http.request(method, f"{API}/{path}")
    assert response.headers["allow"]
    if method == "HEAD":
        assert (response.status_code, response.content) == (405, b"")
    else:
        refused(response, "METHOD_NOT_ALLOWED", 405)


async def test_the_wait_and_the_socket_are_not_there_for_writing(house: Inside, table: Table):
    refused(await house.http.post(f"{table.path}/wait", json={}), "METHOD_NOT_ALLOWED", 405)
    refused(await house.http.get(f"{table.path}/ws"), "NOT_FOUND", 404)


async def test_the_way_to_the_description_that_errors_give_can_be_walked(house: Inside):
    error = refused(await post_raw(house, "debates", b"{}"), "INVALID_INPUT", 422)
    (path,) = [word.strip(".") for word in error["suggestion"].split() if word.startswith("/")]
    assert said(await house.http.get(path))["openapi"]
