"""The OpenAPI document tells the truth: schemathesis sends what it allows and what it does not, to a real server."""

# pyright: basic, reportMissingTypeArgument=false
# (schemathesis does not say its types)

from collections.abc import Iterator
from copy import deepcopy
from typing import Any, cast
from uuid import uuid4
from zlib import crc32

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.filters import HasAPIOperation
from schemathesis.schemas import BaseSchema
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    positive_data_acceptance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from moot.debate import argument_id
from moot.http import openapi
from tests.support.house import API, MEMORY, ServerProcess
from tests.support.thorough import THOROUGH

EVENTS = f"{API}/debates/{{debate_id}}/events"
"""A stream without an end; test_watching.py has it."""
NEWS = f"{API}/notifications/stream"
"""A stream without an end; test_arena_keys.py has it."""

VERIFY_X = f"{API}/agents/me/verify-x"
"""Asks X, who is not here; test_arena.py has it."""
ARENA = ["agents", "arena", "around", "fixtures"]
"""Half of all routes, and alike: they are tried with fewer examples each."""

FIT = schemathesis.Config.from_dict({"generation": {"mode": "positive"}, "phases": {"coverage": {"enabled": False}}})
ANY = schemathesis.Config.from_dict({"phases": {"coverage": {"enabled": False}}})


def one_of_three(context: HasAPIOperation) -> bool:
    """Whether a route is among those whose every border is walked: dozens of requests, and routes are alike."""
    return THOROUGH or crc32(context.operation.label.encode()) % 3 == 0


# From fixtures: the document and what follows from it take seconds, and every worker would make them to collect.
whole = schemathesis.pytest.from_fixture("borders").exclude(path=EVENTS).exclude(tag=ARENA).include(one_of_three)
others = schemathesis.pytest.from_fixture("briefer").exclude(path=EVENTS).exclude(tag=ARENA).exclude(one_of_three)
fit = schemathesis.pytest.from_fixture("fitting").exclude(path=EVENTS).exclude(tag=ARENA)
arena = schemathesis.pytest.from_fixture("briefer").include(tag=ARENA).exclude(path=[VERIFY_X, NEWS])

BOUNDED = settings(
    max_examples=15 if THOROUGH else 3,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
)
BRIEF = settings(BOUNDED, max_examples=4 if THOROUGH else 2)
CONFORMING = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return openapi()


@pytest.fixture(scope="module")
def borders(document: dict[str, Any]) -> BaseSchema:
    return schemathesis.openapi.from_dict(deepcopy(document))


@pytest.fixture(scope="module")
def fitting(document: dict[str, Any]) -> BaseSchema:
    return schemathesis.openapi.from_dict(deepcopy(document), config=FIT)


@pytest.fixture(scope="module")
def briefer(document: dict[str, Any]) -> BaseSchema:
    return schemathesis.openapi.from_dict(deepcopy(document), config=ANY)


@pytest.fixture(autouse=True)
def called_as_before(request: pytest.FixtureRequest) -> None:
    """Schemathesis still asks a test for its id by the name that the attribute had before pytest 9.2."""
    request.node._nodeid = request.node.nodeid


class Caller:
    """Somebody who knows the server and how to bring a debate to where a move fits."""

    def __init__(self, url: str, session: requests.Session) -> None:
        self.url = url
        self.session = session
        self.document = self._post("documents", {"title": "T", "content": "C"})["document_id"]

    def debate(self, before: str) -> dict[str, str]:
        """A fresh debate in which a move fits; the ids that stand in paths."""
        debate = str(uuid4())
        self._post("debates", {"debate_id": debate, "title": "T", "debate_type": "general_debate", "content": "C"})
        argued = {"target_id": argument_id(debate, 1), "content": "C"}
        if before in ("appeal", "resolution", "ruling"):
            self._post(f"debates/{debate}/arguments", {"role": "opponent", **argued})
        if before == "ruling":
            self._post(f"debates/{debate}/appeal", {**argued, "options": ["A=One"]})
        return {"debate_id": debate, "argument_id": argument_id(debate, 1), "document_id": self.document}

    def agent(self, handle: str) -> dict[str, str]:
        """The header of a new agent, and the ids that stand in the paths of the arena."""
        key = self._post("agents", {"handle": handle})["api_key"]
        bearer = {"Authorization": f"Bearer {key}"}
        topic = {"topic": f"What {handle} thinks of schemas", "client_request_id": handle}
        debate = self._post("debates", topic, bearer)["id"]
        return {**bearer, "debate_id": debate, "name": handle}

    def _post(self, path: str, body: dict[str, Any], headers: dict[str, str] | None = None) -> Any:
        answer = self.session.post(f"{self.url}{API}/{path}", json=body, headers=headers, timeout=10)
        answer.raise_for_status()
        return answer.json()


@pytest.fixture(scope="module")
def caller() -> Iterator[Caller]:
    with ServerProcess.serving(MEMORY) as server:
        with requests.Session() as session:
            yield Caller(server.url, session)
        server.terminate()
        assert "Traceback" not in server.log


def refused_or_answered_as_named(case: Case, caller: Caller) -> None:
    # That a request is well formed does not make it allowed: the debate may not exist, it may not be one's turn.
    case.call_and_validate(caller.url, caller.session, excluded_checks=[positive_data_acceptance], timeout=10)


@whole.parametrize()
@BOUNDED
def test_what_the_schema_forbids_is_refused_and_every_answer_is_one_that_it_names(case: Case, caller: Caller):
    refused_or_answered_as_named(case, caller)


@pytest.mark.skipif(THOROUGH, reason="then all are among the above")
@others.parametrize()
@BOUNDED
def test_a_few_things_that_the_schema_forbids_are_refused_by_the_other_routes(case: Case, caller: Caller):
    refused_or_answered_as_named(case, caller)


@fit.parametrize()
@BOUNDED
def test_debates_that_exist_are_told_and_moved_as_the_schema_says(case: Case, caller: Caller):
    ids = caller.debate(before=case.path.rpartition("/")[2])
    case.path_parameters.update({name: ids[name] for name in case.path_parameters if name in ids})
    case.query.update({name: value for name, value in {"role": "proposer"}.items() if name in case.query})
    if case.path.endswith("/wait"):
        case.query.update({"argument_id": ids["argument_id"], "role": "proposer", "timeout": 0})
    if isinstance(case.body, dict):
        body = cast(dict[str, Any], case.body)
        known = {"target_id": ids["argument_id"], "debate_type": "general_debate", "role": "opponent"}
        body.update({name: value for name, value in known.items() if name in body})
        if "debate_type" in body:
            body["debate_id"] = str(uuid4())
    first = case.call_and_validate(caller.url, caller.session, checks=CONFORMING, timeout=10)
    again = case.call_and_validate(caller.url, caller.session, checks=CONFORMING, timeout=10)
    assert first.status_code < 300 or again.status_code == first.status_code


@pytest.fixture(scope="module")
def agents(caller: Caller) -> list[dict[str, str]]:
    return [caller.agent(handle) for handle in ("proposes", "answers")]


@arena.parametrize()
@BRIEF
def test_the_arena_answers_agents_as_the_schema_says(case: Case, caller: Caller, agents: list[dict[str, str]]):
    theirs, mine = agents
    case.headers["Authorization"] = mine["Authorization"]
    case.path_parameters.update({name: theirs[name] for name in case.path_parameters if name in theirs})
    case.call_and_validate(caller.url, caller.session, excluded_checks=[positive_data_acceptance], timeout=10)


def test_the_server_gives_out_this_very_document(caller: Caller, document: dict[str, Any]):
    assert caller.session.get(f"{caller.url}{API}/openapi.json", timeout=10).json() == document


def test_every_route_says_what_it_does_and_what_can_come_of_it(document: dict[str, Any]):
    for path, ways in document["paths"].items():
        for method, way in ways.items():
            assert way["summary"], (method, path)
            assert way["description"], (method, path)
            assert way["tags"], (method, path)
            assert {"401", "403", "404", "409", "413", "422", "429", "503"} <= set(way["responses"]), (method, path)
            assert set(way["responses"]) & {"200", "201"}, (method, path)
