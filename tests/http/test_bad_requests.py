"""Whatever is sent, the answer is the documented error, and never a failure of ours."""

import json
from collections.abc import AsyncIterator
from typing import Any
from uuid import uuid4

import httpx2
import pytest

from moot.http import openapi
from moot.http.guard import LARGEST_BODY
from tests.http.bodies import JSON, open_body, post_raw
from tests.support.house import API, Inside, Table, refused, said

KIB_10 = 10 * 1024

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
    error = refused(await house.http.post(f"{API}/debates", json=open_body(**{field: value})), "INVALID_INPUT", 422)
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


async def test_a_body_that_is_too_large_in_one_piece_is_refused_whatever_it_said(house: Inside, table: Table):
    async def whole() -> AsyncIterator[bytes]:
        yield b'{"content": "' + b"x" * LARGEST_BODY + b'"}'

    path = f"{API}/debates/{table.debate}/intervention"
    refused(await house.http.post(path, content=whole(), headers=JSON), "CONTENT_TOO_LARGE", 413)


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


# Paths and methods


@pytest.mark.parametrize("path", ["", "/", "/nothing", "/debates/x/y/z", "/documents//versions", "/v1", "/ws"])
async def test_a_path_that_leads_nowhere_is_not_found(house: Inside, path: str):
    refused(await house.http.get(f"{API}{path}"), "NOT_FOUND", 404)


@pytest.mark.parametrize("method", ["DELETE", "PUT", "PATCH", "TRACE", "OPTIONS", "HEAD", "NONSENSE"])
@pytest.mark.parametrize("path", ["debates", "debates/x", "debates/x/ruling", "documents", "health"])
async def test_a_method_that_a_path_does_not_have_is_refused_with_those_it_has(house: Inside, method: str, path: str):
    response = await house.http.request(method, f"{API}/{path}")
    assert response.headers["allow"]
    if method == "HEAD":
        assert (response.status_code, response.content) == (405, b"")
    else:
        refused(response, "METHOD_NOT_ALLOWED", 405)


async def test_the_wait_and_the_socket_are_not_there_for_writing(house: Inside, table: Table):
    refused(await house.http.post(f"{table.path}/wait", json={}), "METHOD_NOT_ALLOWED", 405)
    refused(await house.http.get(f"{table.path}/ws"), "NOT_FOUND", 404)


async def test_a_form_in_which_nothing_must_be_filled_in_need_not_be_sent(house: Inside, table: Table):
    told: dict[str, Any] = openapi()
    wanted = [
        f"{method.upper()} {path.removeprefix(API)}"
        for path, ways in told["paths"].items()
        for method, way in ways.items()
        if way.get("requestBody", {}).get("required")
        for form in [way["requestBody"]["content"]["application/json"]["schema"].get("$ref", "").split("/")[-1]]
        if form and not told["components"]["schemas"][form].get("required")
    ]
    assert wanted == ["PATCH /agents/me"], "what changes nothing is no change"
    said(await house.http.post(f"{table.path}/links"))
    said(await house.http.post(f"{table.path}/intervention"))


async def test_the_way_to_the_description_that_errors_give_can_be_walked(house: Inside):
    error = refused(await post_raw(house, "debates", b"{}"), "INVALID_INPUT", 422)
    (path,) = [word.strip(".") for word in error["suggestion"].split() if word.startswith("/")]
    assert said(await house.http.get(path))["openapi"]
