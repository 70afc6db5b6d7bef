"""What a house of several processes tells: one trace over all of them, logs of each, and who is there."""

import json
import os
import signal
from pathlib import Path

import anyio
import httpx2
import pytest

from moot.tellers import traced
from moot.testing.wire import WireServer
from tests.packaging.test_work import working
from tests.support.collector import Collector
from tests.support.house import API, SECONDS, Inside, bearer, inside, refused, said
from tests.support.houses import TOKEN
from tests.support.players import JUDGES, QUESTION, recommending, seats


async def test_one_trace_leads_from_a_request_here_to_a_model_that_another_process_asks(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    with Collector() as collector, WireServer({judge: [recommending("A")] for judge in JUDGES}) as wire:
        told = {"MOOT_LOG": "json", "MOOT_LOG_LEVEL": "info", "OTEL_SERVICE_NAME": "the worker"}
        told |= {"MOOT_METRICS_PORT": "0", "DEBATE_AUTH_TOKEN": TOKEN}
        sent = {"OTEL_EXPORTER_OTLP_ENDPOINT": collector.url}
        for name, value in sent.items():
            monkeypatch.setenv(name, value)
        with working(postgres_url, tmp_path / "worker", **told, **sent) as (process, address):
            # This house calls on nobody: whatever is asked the worker asks.
            with traced(os.environ, "0"):
                async with inside(postgres_url, token=TOKEN) as house:
                    body = {**QUESTION, "seats": seats(wire, *JUDGES), "consensus_threshold": 0.6}
                    debate = said(await house.http.post(f"{API}/panels", json=body))["debate_id"]
                    await _ended(house, debate)
                    operations = said(await house.http.get(f"{API}/operations"))
            await _tells_how_it_does(address)
            process.send_signal(signal.SIGTERM)
            assert process.wait(SECONDS) == 0
        for judge in JUDGES:
            (chat,) = [span for span in collector.spans if span.name == f"chat {judge}"]
            path = [(span.service, span.name) for span in collector.above(chat)]
            assert (chat.service, *path) == (
                "the worker",
                ("the worker", "call"),
                ("the worker", "turn"),
                ("moot", "append"),
                ("moot", "POST /api/v1/panels"),
            )
        everything = b"".join(collector.bodies)
        assert all(secret not in everything for secret in (TOKEN.encode(), b"offline", b"least that can fail"))
    (there,) = [each for each in operations["processes"] if each["calls"]]
    assert (there["state"], there["calls"], there["asked"]) == ("here", 3, 0)
    _logs_tell_where(tmp_path / "worker" / "log", debate)


async def _ended(house: Inside, debate: str) -> None:
    with anyio.fail_after(SECONDS):
        while (found := said(await house.http.get(f"{API}/debates/{debate}"))["debate"]).get("closed_at") is None:
            await house.bulletin.grown(debate, found["seq"], SECONDS)


async def _tells_how_it_does(address: str) -> None:
    """A worker serves nothing but this, and its metrics to nobody but the owner."""
    async with httpx2.AsyncClient(base_url=address) as nobody:
        assert said(await nobody.get(f"{API}/ready"))["status"] == "ok"
        refused(await nobody.get("/metrics"), "UNAUTHENTICATED", 401)
        metrics = (await nobody.get("/metrics", headers=bearer(TOKEN))).text
        assert (await nobody.get(f"{API}/debates", headers=bearer(TOKEN))).status_code == 404
    told = [line for line in metrics.splitlines() if line.startswith("moot_calls_total{")]
    assert sorted(line.rpartition("model=")[2] for line in told) == [
        f'"{judge}",outcome="answered"}} 1' for judge in sorted(JUDGES)
    ]


def _logs_tell_where(log: Path, debate: str) -> None:
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    doors = [(line["path"], line["status"]) for line in lines if line["logger"] == "moot.door"]
    assert doors == [(f"{API}/ready", 200), ("/metrics", 401), ("/metrics", 200), (f"{API}/debates", 404)]
    assert {line["debate"] for line in lines if line["logger"] != "moot.door"} == {debate}
    calls = [line for line in lines if line["logger"] == "moot.calls"]
    assert sorted(line["seat"] for line in calls) == sorted(JUDGES)
    assert all(line["turn"].startswith(line["seat"]) for line in calls)
    grown = [line["line"] for line in lines if line["logger"] == "moot.record"]
    # Each line is told once: a second handler would tell it twice.
    assert grown == sorted(set(grown))
    assert len(grown) + len(calls) + len(doors) == len(lines)
    assert TOKEN not in log.read_text()
