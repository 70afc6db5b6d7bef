"""Each write goes to its path with what was said."""

from typing import Any

import pytest

from tests.cli.shell import Shell
from tests.cli.told import version
from tests.client.scripted import Reply, ScriptedServer

D = ["--debate-id", "d"]
WRITES: list[tuple[list[str], str, dict[str, Any]]] = [
    (
        ["debate", "create", *D, "--title", "Plan", "--debate-type", "coding_plan_debate", "--max-rounds", "3"],
        "/debates",
        {"debate_id": "d", "title": "Plan", "debate_type": "coding_plan_debate", "max_rounds": 3},
    ),
    (
        ["debate", "submit", *D, "--role", "opponent", "--target-id", "a"],
        "/debates/d/arguments",
        {"role": "opponent", "target_id": "a"},
    ),
    (
        ["debate", "appeal", *D, "--target-id", "a", "--option", "A=Redis", "--option", "None of it"],
        "/debates/d/appeal",
        {"target_id": "a", "options": ["A=Redis", "None of it"]},
    ),
    (["debate", "request-completion", *D, "--target-id", "a"], "/debates/d/resolution", {"target_id": "a"}),
    (["debate", "ruling", *D, "--option", "A", "--close"], "/debates/d/ruling", {"option": "A", "close": True}),
    (["debate", "ruling", *D], "/debates/d/ruling", {"close": False}),
    (["debate", "intervention", *D], "/debates/d/intervention", {}),
    (
        ["docs", "create", "--title", "Plan", *D, "--note", "first"],
        "/documents",
        {"title": "Plan", "debate_id": "d", "note": "first"},
    ),
    (["docs", "submit", "doc-1", "--base-version", "1"], "/documents/doc-1/versions", {"base_version": 1}),
]


@pytest.mark.parametrize(("arguments", "path", "body"), WRITES, ids=[" ".join(write[0][:2]) for write in WRITES])
def test_a_write_is_posted(aw: Shell, arguments: list[str], path: str, body: dict[str, Any]):
    with ScriptedServer(Reply({"seq": 2}, 201)) as server:
        aw.set(DEBATE_SERVER_URL=server.url)
        said = aw(*arguments, "--content", "So it is.", "--client-request-id", "r")
    assert said.code == 0
    assert said.data == {"seq": 2, "client_request_id": "r"}
    (asked,) = server.asked
    assert (asked.method, asked.path) == ("POST", f"/api/v1{path}")
    assert asked.body == {**body, "content": "So it is.", "client_request_id": "r"}


@pytest.mark.parametrize("arguments", [["create", "--title", "Plan"], ["submit", "doc-1"]], ids=["create", "submit"])
def test_a_document_is_not_read_back_to_who_sent_it(aw: Shell, arguments: list[str]):
    with ScriptedServer(Reply(version(), 201)) as server:
        aw.set(DEBATE_SERVER_URL=server.url)
        said = aw("docs", *arguments, "--content", "# Plan\n")
    assert "content" not in said.data
    assert said.data["document_id"] == "doc-1"
    assert said.data["client_request_id"]
