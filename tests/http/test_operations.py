"""What whoever runs a house is told: metrics, operations, the operator's page, traces and logs, of one real panel."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import anyio
import httpx2
import pytest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from prometheus_client import Metric
from prometheus_client.parser import text_string_to_metric_families

from moot.tellers import TRACES, Names
from moot.testing.wire import WireServer, failing
from moot.wiring import application, house, running
from tests.support.house import API, SECONDS, ServerProcess, Table, bearer, caller_at, refused, said, settings
from tests.support.houses import TOKEN
from tests.support.players import JUDGES, QUESTION, recommending, seats

KINDS = ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)]


@dataclass
class Watched:
    """A house in which a panel of models was run, one of which failed, with all that was told of it."""

    http: httpx2.AsyncClient
    caller: Callable[[str | None], httpx2.AsyncClient]
    debate: str
    host: str
    """Who answers for the models: they are named by their address."""
    spans: list[ReadableSpan] = field(default_factory=list[ReadableSpan])

    async def metrics(self) -> dict[str, float]:
        """Every sample, by its name and labels."""
        answer = await self.http.get("/metrics")
        assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
        lines = [line for line in answer.text.splitlines() if not line.startswith("#")]
        return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}

    def named(self, name: str) -> list[ReadableSpan]:
        return [span for span in self.spans if span.name == name]


@pytest.fixture(scope="module", params=KINDS)
async def watched(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Watched]:
    postgres: Any = None if request.param == "sqlite" else request.getfixturevalue("postgres")
    database = str(tmp_path_factory.mktemp("watched") / "moot.db") if postgres is None else postgres.new_database()
    kept, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(kept))
    script = {"risk": [recommending("A")], "value": [recommending("A")], "effort": [failing(401)]}
    TRACES.begin(provider)
    # Other tests of this process may have named as many models as are told apart.
    counting = pytest.MonkeyPatch()
    counting.setattr("moot.engine.witness.MODELS", Names())
    try:
        with WireServer(script) as wire:
            async with house(settings(database, token=TOKEN)) as opened, running(opened):
                app = application(opened)
                async with caller_at(app, bearer(TOKEN)) as http:
                    body = {**QUESTION, "seats": seats(wire, *JUDGES), "consensus_threshold": 0.6}
                    debate = said(await http.post(f"{API}/panels", json=body))["debate_id"]
                    await _ended(http, debate)
                    TRACES.begin(None)
                    host, spans = urlsplit(wire.url).netloc, list(kept.get_finished_spans())
                    yield Watched(http, lambda token: caller_at(app, bearer(token)), debate, host, spans)
    finally:
        counting.undo()
        TRACES.begin(None)
        if postgres is not None:
            postgres.drop_database(database)


async def _ended(http: httpx2.AsyncClient, debate: str) -> None:
    with anyio.fail_after(SECONDS):
        while said(await http.get(f"{API}/debates/{debate}"))["debate"].get("closed_at") is None:
            await anyio.lowlevel.checkpoint()


async def test_metrics_count_requests_lines_calls_and_what_the_house_keeps(watched: Watched):
    before, host = await watched.metrics(), watched.host
    await watched.http.get(f"{API}/debates/{watched.debate}/arguments")
    await watched.http.get("/no/such/page/at/all")
    told = await watched.metrics()
    arguments = 'method="GET",route="/api/v1/debates/{debate_id}/arguments"'
    counted = f'moot_http_requests_total{{{arguments},status="200"}}'
    assert told[counted] == before.get(counted, 0) + 1
    timed = f'moot_http_request_duration_seconds_bucket{{{arguments},le="+Inf"}}'
    assert told[timed] == before.get(timed, 0) + 1
    assert told['moot_http_requests_total{method="GET",route="none",status="404"}'] >= 1
    assert not [name for name in told if "no/such/page" in name or watched.debate in name]
    assert told['moot_debates{state="ended"}'] == 1
    assert told['moot_lines_total{format="panel",by="move"}'] >= 3
    assert told['moot_lines_total{format="panel",by="house"}'] >= 2
    assert told[f'moot_calls_total{{provider="{host}",model="risk",outcome="answered"}}'] >= 1
    assert told[f'moot_calls_total{{provider="{host}",model="effort",outcome="failed"}}'] >= 1
    assert told[f'moot_call_tokens_total{{provider="{host}",model="risk",direction="out"}}'] > 0
    assert told[f'moot_call_duration_seconds_count{{provider="{host}",model="value"}}'] >= 1
    assert told["moot_write_duration_seconds_count"] > 3
    assert told["moot_database_bytes"] > 10_000
    assert (told["moot_turns_late"], told["moot_outbox"], told["moot_writes_waiting"]) == (0, 0, 0)
    # The request that reads them is under way itself.
    assert told["moot_http_requests_in_progress"] == before["moot_http_requests_in_progress"] >= 1


async def test_prometheus_reads_every_number_and_no_count_ever_falls(watched: Watched):
    first = _read((await watched.http.get("/metrics")).text)
    await watched.http.get(f"{API}/debates")
    second = _read((await watched.http.get("/metrics")).text)
    for name, family in second.items():
        assert family.documentation
        assert family.type in {"counter", "gauge", "histogram"}
        before = {(each.name, *each.labels.items()): each.value for each in first[name].samples}
        if family.type != "gauge":
            now = {(each.name, *each.labels.items()): each.value for each in family.samples}
            assert all(now[key] >= value for key, value in before.items()), name
        if family.type == "histogram":
            _buckets_hold(family)
    # What there is from the start is told from the start, or its first change would not be seen as one.
    for name in ("moot_waiting", "moot_turns_speaking", "moot_writes_waiting", "moot_wake_lag_seconds"):
        assert second[name].samples
    page = (Path(__file__).parents[2] / "docs" / "observability.md").read_text()
    assert [name for name in second if f"`{name}`" not in page and f"`{name}_total`" not in page] == []
    labels = {value for family in second.values() for each in family.samples for value in each.labels.values()}
    assert not [value for value in labels if re.search(r"[0-9a-f]{8}-[0-9a-f]{4}-", value)]


def _read(text: str) -> dict[str, Metric]:
    return {family.name: family for family in text_string_to_metric_families(text)}


def _buckets_hold(family: Metric) -> None:
    """Each bucket holds those below it too, and the last holds all."""
    by_labels: dict[tuple[tuple[str, str], ...], list[float]] = {}
    for each in family.samples:
        key = tuple((name, value) for name, value in each.labels.items() if name != "le")
        if each.name.endswith("_bucket"):
            by_labels.setdefault(key, []).append(each.value)
        elif each.name.endswith("_count"):
            assert by_labels[key] == sorted(by_labels[key])
            assert by_labels[key][-1] == each.value


async def test_a_move_is_counted_under_its_route_although_it_takes_the_lane(watched: Watched):
    answer = await watched.http.post(
        f"{API}/debates/{watched.debate}/ruling", json={"content": "No."}, headers={"content-type": "application/json"}
    )
    assert answer.status_code == 422 or answer.status_code == 409
    told = await watched.metrics()
    name = f'method="POST",route="/api/v1/debates/{{debate_id}}/ruling",status="{answer.status_code}"'
    assert told[f"moot_http_requests_total{{{name}}}"] >= 1


@pytest.mark.parametrize("path", ["/metrics", f"{API}/operations"])
async def test_only_the_owner_is_told_how_the_house_runs(watched: Watched, path: str):
    async with watched.caller(None) as nobody:
        refused(await nobody.get(path), "UNAUTHENTICATED", 401)
    shared = said(await watched.http.post(f"{API}/debates/{watched.debate}/links", json={}))
    async with watched.caller(shared["key"]) as reader:
        refused(await reader.get(path), "FORBIDDEN", 403)


async def test_operations_tell_what_was_slow_what_failed_and_what_it_cost(watched: Watched):
    told = said(await watched.http.get(f"{API}/operations"))
    assert told["vitals"]["ended"] == 1
    assert (told["vitals"]["queue"] is not None) is ("moot_wakes_held" in await watched.metrics())
    assert {model["model"] for model in told["models"]} == {"risk", "value"}
    assert (told["measured"], len(told["slowest"])) == (2, 2)
    assert {call["debate_id"] for call in told["slowest"]} == {watched.debate}
    assert all(re.fullmatch(r"[0-9a-f]{32}", call["trace"]) for call in told["slowest"])
    (failure,) = told["failures"]
    assert failure["player"].startswith("openai:effort")
    assert (failure["reason"], failure["times"], failure["debate_id"]) == ("failed", 1, watched.debate)
    (trouble,) = [each for each in told["troubles"] if each["code"] == "no_answers"]
    assert "openai:effort" in trouble["what"]
    assert not {"unattended", "late", "silent"} & {each["code"] for each in told["troubles"]}
    assert len(told["hours"]) == 24
    assert sum(hour["calls"] for hour in told["hours"]) == 2
    assert sum(hour["tokens"] for hour in told["hours"]) > 0
    (process,) = told["processes"]
    assert (process["calls"], process["asked"]) == (2, 0)
    # On PostgreSQL processes say that they are there; elsewhere nobody could tell.
    several = told["vitals"]["processes"] is not None
    assert process["state"] == ("here" if several else None)
    assert several is (told["vitals"]["queue"] is not None)
    assert told["disk"] is None or told["disk"]["total_bytes"] > told["disk"]["free_bytes"]


async def test_the_operators_page_shows_the_same_and_leads_to_the_debates(watched: Watched):
    page = await watched.http.get("/operator")
    assert page.status_code == 200
    parts = ("To look after", "gave no answer (failed)", "openai:effort", "Cost by the hour", "<rect")
    for part in (*parts, f'href="/debates/{watched.debate}'):
        assert part in page.text
    assert "<script>" not in page.text
    assert "style=" not in page.text
    async with watched.caller(None) as nobody:
        assert (await nobody.get("/operator")).status_code == 303


def test_one_trace_leads_from_the_request_to_the_question_put_to_a_model(watched: Watched):
    (request,) = watched.named("POST /api/v1/panels")
    assert request.context is not None
    trace = request.context.trace_id
    for name in ("append", "turn", "claim", "call", "chat risk", "keep", "play"):
        assert [span for span in watched.named(name) if span.context and span.context.trace_id == trace], name
    (chat,) = watched.named("chat risk")
    assert chat.attributes is not None
    told = dict(chat.attributes)
    assert (told["gen_ai.operation.name"], told["gen_ai.provider.name"]) == ("chat", watched.host)
    assert told["gen_ai.request.model"] == "risk"
    assert int(str(told["gen_ai.usage.output_tokens"])) > 0
    assert chat.kind.name == "CLIENT"
    (failed,) = watched.named("chat effort")
    assert failed.attributes is not None
    assert failed.attributes["error.type"] == "PlayerFailed"
    everything = json.dumps([json.loads(span.to_json()) for span in watched.spans])
    assert "offline" not in everything
    assert TOKEN not in everything


async def test_a_server_logs_debate_and_line_as_json_and_lets_anybody_read_metrics_where_it_was_told_to(tmp_path: Path):
    server = ServerProcess(str(tmp_path / "moot.db"), TOKEN)
    (server.folder / "config.toml").write_text('log = "json"\nlog_level = "info"\nmetrics_public = true\n')
    server.start()
    try:
        async with server.client() as owner, httpx2.AsyncClient(base_url=server.url) as anybody:
            owner.headers["X-Request-ID"] = "named-by-its-caller"
            table = await Table(owner, str(uuid4())).opened()
            said(await table.claim("opponent"))
            assert (await anybody.get(f"{API}/debates?token={TOKEN}")).is_client_error
            assert "moot_lines_total" in (await anybody.get("/metrics")).text
            await _garbled(server.url)
    finally:
        assert server.terminate() == 0
    lines = [json.loads(line) for line in server.log.splitlines()]
    grown = [(line["debate"], line["line"], line["request"]) for line in lines if line["logger"] == "moot.record"]
    assert grown == [(table.debate, line, "named-by-its-caller") for line in (1, 2)]
    doors = [(line["method"], line["status"]) for line in lines if line["logger"] == "moot.door"]
    assert [method for method, _ in doors] == ["POST", "POST", "GET", "GET"]
    assert [status for _, status in doors if status < 400] == [201, 201, 200]
    # What the server below tells goes the same way.
    others = [(line["logger"], line["level"]) for line in lines if not line["logger"].startswith("moot.")]
    assert others == [("uvicorn.error", "warning")]
    assert TOKEN not in server.log


async def _garbled(url: str) -> None:
    """Says something that is no request, and waits until that is refused."""
    reader, writer = await asyncio.open_connection("127.0.0.1", int(url.rpartition(":")[2]))
    writer.write(b"\x00 is no request\r\n\r\n")
    assert b" 400 " in await reader.readline()
    writer.close()
    await writer.wait_closed()
