"""An embedded model behind pydantic-ai's interface, over a runtime that says what it is told to."""

import asyncio
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import repeat
from threading import Event
from typing import Any

import pytest
from pydantic import BaseModel
from pydantic_ai import BinaryContent
from pydantic_ai.exceptions import UserError
from pydantic_ai.messages import ModelRequest, ModelResponse, TextPart, ToolCallPart, UserPromptPart
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.tools import ToolDefinition

from moot.players.embedded import NoRuntime, TooLong, Unruly
from moot.players.embedded import runtime as runtime_room
from moot.players.embedded.model import EmbeddedModel
from moot.players.embedded.runtime import Question, Runtime
from tests.players.embedded.asking import FREELY, asked, filling, said, settings

BOUND = 10.0
END: Mapping[str, Any] = {"choices": [{"finish_reason": "stop", "delta": {}}], "id": "answer-1"}
USED: Mapping[str, Any] = {
    "choices": [],
    "usage": {"prompt_tokens": 30, "completion_tokens": 4, "prompt_tokens_details": {"cached_tokens": 20}},
    "timings": {"prompt_n": 10},
}


def words(*texts: str) -> list[Mapping[str, Any]]:
    return [{"choices": [{"finish_reason": None, "delta": {"content": text}}]} for text in texts]


class Endlessly:
    """The same word for ever."""

    def __iter__(self) -> Iterator[Mapping[str, Any]]:
        return repeat(words("on")[0])


ENDLESS = Endlessly()


class Library:
    """The runtime's library and its server in one: it says what it is told to, until it is told to stop."""

    def __init__(self) -> None:
        self.bodies: list[dict[str, Any]] = []
        self.says: Iterable[Mapping[str, Any]] = [*words("yes"), END, USED]
        self.raises: Exception | None = None
        self.heard: list[int] = []
        """How many pieces of each answer were taken."""
        self.begun = Event()
        self.before = Event()
        self.before.set()
        """Answers wait for this."""

    def json_schema_to_grammar(self, schema: Mapping[str, Any]) -> str:
        return json.dumps(schema)

    def handle_chat_completions(self, body: dict[str, Any], take: Callable[[Mapping[str, Any]], bool]) -> None:
        self.bodies.append(body)
        self.begun.set()
        assert self.before.wait(BOUND)
        self.heard.append(0)
        if self.raises is not None:
            raise self.raises
        for chunk in self.says:
            self.heard[-1] += 1
            if take(chunk):
                return


@pytest.fixture
def library() -> Library:
    return Library()


@pytest.fixture
def runtime(library: Library) -> Iterator[Runtime]:
    running = Runtime(library, library)
    yield running
    library.before.set()
    running.close()


@pytest.fixture
def model(runtime: Runtime) -> EmbeddedModel:
    return EmbeddedModel(runtime, "tiny", "abcdef" * 11, 4096)


class Form(BaseModel):
    yes: bool


async def test_an_answer_comes_with_what_it_took_and_who_gave_it(model: EmbeddedModel) -> None:
    response = await model.request(asked("Well?"), None, FREELY)
    assert said(response) == "yes"
    assert (response.model_name, response.provider_name) == ("tiny@abcdefabcdef", "embedded")
    assert (response.usage.input_tokens, response.usage.output_tokens) == (30, 4)
    assert response.usage.cache_read_tokens == 20
    assert (response.finish_reason, response.state, response.provider_response_id) == ("stop", "complete", "answer-1")
    assert response.provider_details == {
        "sha256": "abcdef" * 11,
        "finish_reason": "stop",
        "timings": {"prompt_n": 10},
    }


async def test_what_stays_the_same_is_read_first_and_the_form_last(model: EmbeddedModel, library: Library) -> None:
    library.says = [*words('{"yes":true}'), END]
    before = [ModelResponse([TextPart("no")]), ModelRequest([UserPromptPart(["Again", "please."])])]
    await model.request([*asked("Well?", "You judge."), *before], None, filling(Form))
    assert library.bodies[0]["messages"] == [
        {"role": "system", "content": "You judge."},
        {"role": "user", "content": "Well?"},
        {"role": "assistant", "content": "no"},
        {
            "role": "user",
            "content": "Again\nplease.\n\nAnswer with one JSON object, in few words:\n- yes",
        },
    ]


async def test_settings_reach_the_runtime_and_an_answer_is_the_same_each_time(
    model: EmbeddedModel, library: Library
) -> None:
    await model.request(asked("Well?"), settings(temperature=0.0, max_tokens=9, stop_sequences=["."]), FREELY)
    body = library.bodies[0]
    assert (body["temperature"], body["max_tokens"], body["stop"], body["seed"]) == (0.0, 9, ["."], 0)
    assert body["cache_prompt"]
    assert "grammar" not in body


async def test_a_form_is_held_by_a_grammar_with_room_for_what_may_be_written(
    model: EmbeddedModel, library: Library
) -> None:
    class Long(BaseModel):
        text: str

    library.says = [*words('{"text":""}'), END]
    await model.request(asked("Well?"), settings(max_tokens=4096), filling(Long))
    await model.request(asked("Well?"), settings(max_tokens=100), filling(Long))
    lengths = [json.loads(body["grammar"])["properties"]["text"]["maxLength"] for body in library.bodies]
    assert lengths == [1200, 160]


async def test_an_answer_that_is_no_form_is_not_passed_off_as_one(model: EmbeddedModel, library: Library) -> None:
    library.says = [*words("I would say yes"), END]
    with pytest.raises(Unruly, match="did not hold"):
        await model.request(asked("Well?"), None, filling(Form))


async def test_an_answer_that_is_cut_off_is_told_as_it_is(model: EmbeddedModel, library: Library) -> None:
    library.says = [*words('{"yes":tr'), {"choices": [{"finish_reason": "length", "delta": {}}]}]
    response = await model.request(asked("Well?"), None, filling(Form))
    assert (said(response), response.finish_reason) == ('{"yes":tr', "length")


async def test_more_than_the_context_holds_is_said(model: EmbeddedModel, library: Library) -> None:
    library.says = [{"error": {"type": "exceed_context_size_error", "n_prompt_tokens": 5000, "n_ctx": 4096}}]
    with pytest.raises(TooLong, match="5000 tokens to read and the context of the embedded model holds 4096"):
        await model.request(asked("Well?"), None, FREELY)


async def test_whatever_the_runtime_raises_the_next_question_is_answered(
    model: EmbeddedModel, library: Library
) -> None:
    library.raises = ValueError("no such thing")
    with pytest.raises(Unruly, match="no such thing"):
        await model.request(asked("Well?"), None, FREELY)
    library.raises = None
    assert said(await model.request(asked("Well?"), None, FREELY)) == "yes"


async def test_who_leaves_ends_the_answer(model: EmbeddedModel, library: Library, runtime: Runtime) -> None:
    library.says = ENDLESS
    async with model.request_stream(asked("Well?"), None, FREELY) as stream:
        async for _ in stream:
            break
    library.says = [*words("yes"), END]
    assert said(await model.request(asked("And?"), None, FREELY)) == "yes"
    assert stream.get().state == "incomplete"


async def test_a_cancelled_answer_is_told_as_interrupted(model: EmbeddedModel, library: Library) -> None:
    library.says = ENDLESS
    async with model.request_stream(asked("Well?"), None, FREELY) as stream:
        async for _ in stream:
            await stream.cancel()
    assert stream.get().state == "interrupted"


async def test_a_question_that_was_given_up_while_it_waited_is_never_asked(
    model: EmbeddedModel, library: Library
) -> None:
    library.before.clear()
    first = asyncio.create_task(model.request(asked("First?"), None, FREELY))
    second = asyncio.create_task(model.request(asked("Second?"), None, FREELY))
    third = asyncio.create_task(model.request(asked("Third?"), None, FREELY))
    assert await asyncio.to_thread(library.begun.wait, BOUND)
    second.cancel()
    with pytest.raises(asyncio.CancelledError):
        await second
    library.before.set()
    await asyncio.gather(first, third)
    assert [body["messages"][1]["content"] for body in library.bodies] == ["First?", "Third?"]


def test_an_answer_for_a_loop_that_is_gone_holds_nobody_up(library: Library, runtime: Runtime) -> None:
    ended = Event()

    def gone(chunk: Mapping[str, Any] | None) -> None:
        if chunk is None:
            ended.set()
        raise RuntimeError("Event loop is closed")

    library.says = ENDLESS
    runtime.ask(Question({"messages": [{"role": "user", "content": "Well?"}]}, gone))
    assert ended.wait(BOUND)
    assert library.heard == [1]


def test_closing_ends_what_is_under_way(library: Library) -> None:
    running, begun, ended = Runtime(library, library), Event(), Event()
    library.says = ENDLESS

    def hear(chunk: Mapping[str, Any] | None) -> None:
        (ended if chunk is None else begun).set()

    running.ask(Question({"messages": [{"role": "user", "content": "Well?"}]}, hear))
    assert begun.wait(BOUND)
    running.close()
    assert ended.is_set()
    running.close()


@pytest.mark.parametrize(
    ("messages", "parameters"),
    [
        ([], FREELY),
        ([ModelRequest([UserPromptPart([BinaryContent(b"", media_type="image/png")])])], FREELY),
        ([*asked("Well?"), ModelResponse([ToolCallPart("look", {})])], FREELY),
        (asked("Well?"), ModelRequestParameters(function_tools=[ToolDefinition(name="look")])),
    ],
    ids=["nothing", "a picture", "a call", "tools"],
)
async def test_what_it_cannot_do_is_said(model: EmbeddedModel, messages: Any, parameters: Any) -> None:
    with pytest.raises(UserError, match="An embedded model"):
        await model.request(messages, None, parameters)


@pytest.mark.parametrize(
    ("trouble", "advice"),
    [
        (ModuleNotFoundError("No module named 'xllamacpp'"), "pip install xllamacpp"),
        (ImportError("libgomp.so.1: cannot open shared object file"), "apt-get install libgomp1"),
        (ImportError("libstdc++.so.6: version not found"), "needs a system library: libstdc"),
    ],
    ids=["package", "libgomp", "another library"],
)
def test_a_library_that_cannot_be_loaded_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, trouble: ImportError, advice: str, tmp_path: Any
) -> None:
    def fail(name: str) -> None:
        raise trouble

    monkeypatch.setattr(runtime_room.importlib, "import_module", fail)
    with pytest.raises(NoRuntime, match=advice.replace("+", r"\+")):
        Runtime.loaded(tmp_path / "model.gguf", 1, 512)
