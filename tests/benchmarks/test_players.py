"""The panels of the benchmark are what it says they are: nine calls in three stages, the same from both sides."""

import json
import urllib.request
from pathlib import Path

import pytest

from benchmarks.judging import bare, panels
from benchmarks.processes import ENDPOINT, served

pytestmark = pytest.mark.anyio


def calls_at(url: str) -> int:
    with urllib.request.urlopen(url.removesuffix("/v1") + "/calls") as answer:
        return json.load(answer)["total"]


@pytest.mark.parametrize("at_once", [None, 3])
async def test_judges_who_never_agree_are_asked_three_at_a_time(tmp_path: Path, at_once: int | None):
    with served((ENDPOINT, "0")) as (endpoint,):
        async with panels(tmp_path / "moot.db", endpoint.url, at_once) as house:
            stages = await house.stages()
            assert [sorted(body["model"] for body in stage) for stage in stages] == [["A", "B", "C"]] * 3
            await house.play()
            assert calls_at(endpoint.url) == 18
        async with bare(endpoint.url, stages, 8) as client:
            await client.play()
        assert calls_at(endpoint.url) == 27
