"""Lanes: who shares one, and that none lets more through than it may."""

import asyncio

import anyio.lowlevel
import pytest

from moot.engine import LocalLanes, shared_lanes

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("wanted", "shared"),
    [
        ({"provider:openai": 8, "model:openai:gpt": 8}, {"provider:openai": 8}),
        ({"provider:openai": 8, "model:openai:gpt": 2}, {"provider:openai": 8, "model:openai:gpt": 2}),
        ({"provider:127.0.0.1:8080": 3, "model:127.0.0.1:8080:qwen": 9}, {"provider:127.0.0.1:8080": 3}),
        ({"model:openai:gpt": 2}, {"model:openai:gpt": 2}),
        ({"provider:embedded": 1, "model:embedded:small": 1}, {}),
        ({"command:claude": 2}, {}),
        ({"sandbox": 4}, {}),
        ({}, {}),
    ],
)
def test_processes_share_the_lanes_of_providers_and_of_narrower_models(wanted: dict[str, int], shared: dict[str, int]):
    assert shared_lanes(wanted) == shared


async def test_those_who_come_later_wait_and_go_in_the_order_they_came():
    lanes, came = LocalLanes(), list[int]()
    free = [asyncio.Event() for _ in range(4)]

    async def call(number: int) -> None:
        async with lanes.through({"provider:x": 2, "model:x:y": 3}):
            came.append(number)
            await free[number].wait()

    calls = [asyncio.create_task(call(number)) for number in range(4)]
    for number, there in ((1, [0, 1]), (0, [0, 1, 2]), (2, [0, 1, 2, 3])):
        while len(came) < len(there):
            await anyio.lowlevel.checkpoint()
        assert came == there
        free[number].set()
    free[3].set()
    await asyncio.gather(*calls)
