"""The small model itself: real answers, always in the form that was asked for."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from threading import Event
from typing import Any, Literal

import pytest
from pydantic import BaseModel, Field
from pydantic_ai.models import Model

from moot.players.embedded import EmbeddedFailed, TooLong, embedded
from moot.players.embedded.runtime import Question, Runtime
from tests.players.embedded.asking import FREELY, asked, filling, said, settings
from tests.support.thorough import THOROUGH, only_when_thorough

pytestmark = [pytest.mark.real_model, pytest.mark.timeout(120)]

BOUND = 60.0
CONTEXT = 2048
FOLDER = Path(os.environ.get("MOOT_MODELS_DIR") or Path.home() / ".moot" / "models")
LONG = " ".join(f"Point {place}: the bridge over river {place} was closed." for place in range(25))


class Point(BaseModel):
    text: str = Field(min_length=1, max_length=16)
    weight: float = Field(ge=0, le=1)
    tags: list[Literal["cost", "time"]] = Field(max_length=1)


class Verdict(BaseModel, extra="forbid"):
    kind: Literal["VERDICT"] = "VERDICT"
    winner: Literal["for", "against", "draw"]
    points: tuple[Point, ...] = Field(min_length=1, max_length=2)
    doubt: str | None = Field(max_length=16)
    score: int = Field(ge=-3, le=3)


@pytest.fixture(scope="module")
def model() -> Model:
    try:
        return asyncio.run(embedded("small", FOLDER, context=CONTEXT).load())
    except EmbeddedFailed as trouble:
        pytest.skip(f"The small embedded model could not be had: {trouble}")


@pytest.fixture
def runtime(model: Any) -> Runtime:
    return model._runtime


def body(text: str, **more: Any) -> dict[str, Any]:
    told = {"messages": [{"role": "user", "content": text}], "stream": True, "return_progress": True}
    return {**told, "max_tokens": 400, "temperature": 0.0, **more}


async def test_every_answer_is_in_the_form(model: Model) -> None:
    for seed in range(20 if THOROUGH else 1):
        response = await model.request(
            asked("Who won?"), settings(seed=seed, temperature=1.0, max_tokens=300), filling(Verdict)
        )
        verdict = Verdict.model_validate_json(said(response))
        assert all(point.text.strip() for point in verdict.points)
        assert response.finish_reason == "stop"
        assert response.usage.output_tokens > 0


async def test_what_is_streamed_is_what_is_answered_and_the_same_seed_says_the_same(model: Model) -> None:
    told = settings(seed=7, temperature=0.9, max_tokens=40)
    whole = await model.request(asked("Tell me of the sea."), told, FREELY)
    await model.request(asked("Now something else."), settings(max_tokens=5), FREELY)
    async with model.request_stream(asked("Tell me of the sea."), told, FREELY) as stream:
        pieces = [event async for event in stream]
    assert said(stream.get()) == said(whole) != ""
    assert len(pieces) > 10


@only_when_thorough
async def test_what_was_read_before_is_not_read_again_also_when_another_seat_spoke_between(model: Model) -> None:
    async def read(role: str, task: str) -> int:
        response = await model.request(asked(f"{LONG}\n\n{task}", role), settings(max_tokens=1), FREELY)
        assert response.provider_details is not None
        return response.provider_details["timings"]["prompt_n"]

    first = await read("You weigh risk, in test one.", "What now?")
    other = await read("Value is what you weigh, in test one.", "What now?")
    again = await read("You weigh risk, in test one.", "What would change your mind?")
    assert min(first, other) > 300
    assert again < 40


async def test_a_prompt_that_does_not_fit_is_said_and_the_next_one_is_answered(model: Model) -> None:
    with pytest.raises(TooLong, match="2048"):
        await model.request(asked(LONG * 9), None, FREELY)
    assert said(await model.request(asked("Say yes."), settings(max_tokens=5), FREELY))


def test_generation_stops_at_the_next_word_when_nobody_listens(runtime: Runtime) -> None:
    ended, words = Event(), list[str]()

    def hear(chunk: Mapping[str, Any] | None) -> None:
        if chunk is None:
            ended.set()
        elif chunk["choices"] and chunk["choices"][0]["delta"].get("content"):
            words.append(chunk["choices"][0]["delta"]["content"])
            if len(words) == 3:
                question.stop.set()

    question = Question(body("Count from one to a hundred.", ignore_eos=True), hear)
    runtime.ask(question)
    assert ended.wait(BOUND)
    assert len(words) == 3


def test_reading_stops_in_the_middle_when_nobody_listens(runtime: Runtime) -> None:
    ended, read = Event(), list[Mapping[str, Any]]()

    def hear(chunk: Mapping[str, Any] | None) -> None:
        if chunk is None:
            ended.set()
        elif "prompt_progress" in chunk:
            read.append(chunk["prompt_progress"])
            question.stop.set()

    question = Question(body(f"In the middle. {LONG}", cache_prompt=False), hear)
    runtime.ask(question)
    assert ended.wait(BOUND)
    assert read[-1]["processed"] < read[-1]["total"]


def test_of_two_questions_at_once_the_second_waits_for_the_first(runtime: Runtime) -> None:
    heard: list[str] = []
    over = {"first": Event(), "second": Event()}

    def hearing(name: str) -> Question:
        def hear(chunk: Mapping[str, Any] | None) -> None:
            heard.append(name)
            if chunk is None:
                over[name].set()

        return Question(body(f"Say something, {name}.", max_tokens=15), hear)

    for name in over:
        runtime.ask(hearing(name))
    assert all(ended.wait(BOUND) for ended in over.values())
    assert heard == sorted(heard)
    assert set(heard) == {"first", "second"}


@only_when_thorough
async def test_two_who_ask_at_once_are_both_answered_as_if_alone(model: Model) -> None:
    async def verdict(seed: int) -> str:
        told = settings(seed=seed, temperature=1.0, max_tokens=40)
        return said(await model.request(asked("Who won?"), told, FREELY))

    # A prompt that is read for the first time is read in other portions, which rounds otherwise.
    await verdict(1)
    alone = [await verdict(1), await verdict(2)]
    assert await asyncio.gather(verdict(1), verdict(2)) == alone


LETTING_GO = """
from pathlib import Path
from moot.players.embedded.runtime import Runtime, embedding
weights = Path({weights!r})
for _ in range(2):
    embedding(weights, 1, 512)
    Runtime.loaded(weights, 1, 512).close()
"""


@pytest.mark.usefixtures("model")
def test_weights_that_nobody_asked_anything_are_let_go_of() -> None:
    code = LETTING_GO.format(weights=str(FOLDER / "smollm2-135m-instruct-q4_1.gguf"))
    subprocess.run([sys.executable, "-c", code], check=True, timeout=90)


@pytest.mark.skipif(not Path("/proc/self/net").exists(), reason="There is no /proc here to look for open doors in.")
def test_the_runtime_cannot_be_reached_from_outside(runtime: Runtime) -> None:
    ours = {os.readlink(path) for path in Path("/proc/self/fd").iterdir() if path.exists()}
    listening = 0
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/self/net/{table}").read_text().splitlines()[1:]:
            fields = line.split()
            listening += fields[3] == "0A" and f"socket:[{fields[9]}]" in ours
    assert listening == 0
    sockets = [line.split() for line in Path("/proc/self/net/unix").read_text().splitlines()[1:]]
    named = [fields[7] for fields in sockets if len(fields) > 7 and f"socket:[{fields[6]}]" in ours]
    assert not any(Path(name).exists() for name in named)
