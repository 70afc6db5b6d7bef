"""Every verb of the desk can be asked for over REST, on the command line and by MCP, or there is a reason why not."""

from collections import Counter

import pytest

from moot.cli.mcp import GROUPS as TOLD
from moot.http import openapi
from moot.mcp import GROUPS, ROWS
from moot.mcp.schemas import Spec, specs
from scripts.verbs import EXCEPTIONS, verbs
from tests.cli.test_help import COMMANDS

WITHOUT_A_TOOL = {
    "GET /ready": "for whoever watches over the server",
    "GET /debates/{debate_id}/events": "subscriptions and debate_wait do it",
    "GET /notifications/stream": "arena_notifications tells them",
}


@pytest.fixture(scope="module")
def known() -> dict[str, Spec]:
    return specs(ROWS, openapi())


def test_every_verb_has_every_entrance_or_a_stated_reason_why_not():
    found = verbs()
    lacking = {name for name, has in found.items() if not (has.routes and has.tools and has.commands)}
    assert lacking == set(EXCEPTIONS)
    assert all(EXCEPTIONS.values())


def test_every_command_that_a_tool_is_said_to_be_like_is_there():
    there = {" ".join(path) for path in COMMANDS}
    assert [row.name for row in ROWS if row.command and row.command not in there] == []


def test_every_route_has_a_tool_or_a_reason_why_not():
    routes = {
        f"{method.upper()} {path.removeprefix('/api/v1')}"
        for path, ways in openapi()["paths"].items()
        for method in ways
    }
    assert routes - {row.route for row in ROWS} == set(WITHOUT_A_TOOL)


def test_every_tool_and_every_field_says_what_it_is(known: dict[str, Spec]):
    bare = [
        f"{name}.{field}"
        for name, spec in known.items()
        for field, schema in spec.schema["properties"].items()
        if not schema.get("description", "").strip()
    ]
    assert bare == []
    assert [name for name, spec in known.items() if len(spec.about) < 10] == []


def test_every_row_makes_a_request_that_there_is_and_a_server_without_it_offers_the_others(known: dict[str, Spec]):
    assert list(known) == [row.name for row in ROWS]
    older = openapi()
    del older["paths"]["/api/v1/panels"]
    assert set(known) - set(specs(ROWS, older)) == {"panel_ask"}


def test_no_field_goes_two_ways_and_every_fixed_one_is_known(known: dict[str, Spec]):
    for name, spec in known.items():
        ways = Counter([*spec.in_path, *spec.in_query, *spec.in_body])
        assert max(ways.values(), default=1) == 1, name
        assert set(spec.row.fixed) <= set(ways), name
        assert set(spec.schema["required"]) <= set(spec.schema["properties"]), name


def test_names_are_unique_and_begin_with_a_group_that_the_command_knows():
    assert len({row.name for row in ROWS}) == len(ROWS)
    assert set(GROUPS) == set(TOLD)


def test_what_ends_something_says_so_and_what_reads_changes_nothing(known: dict[str, Spec]):
    assert all(not row.destroys for row in ROWS if row.reads)
    assert {row.method for row in ROWS} <= {"GET", "POST", "PUT", "PATCH", "DELETE"}
    ending = ("delete", "discard", "reject", "stop", "forfeit", "withdraw", "revoke", "archive", "drop")
    assert [row.name for row in ROWS if row.name.endswith(ending) and not row.destroys] == []
