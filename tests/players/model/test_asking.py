import json
from typing import Any

from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart
from pydantic_ai.models import Model
from pydantic_ai.models.function import AgentInfo, FunctionModel

from moot.debate import Ask, Brief, only
from moot.engine import Call, Unfit
from moot.players.model.asking import MOST_TOKENS, asking
from moot.testing.wire import WireServer
from tests.players.model.calls import Opinion, Silence, a_call, at, playing, unheard


def test_what_stays_the_same_is_read_first_and_the_task_last():
    put = asking(a_call(), {})
    assert put.said == (("system", "You are a judge."), ("user", "The plan: keep it simple.\n\nJudge the plan."))


def test_a_question_may_bring_its_own_record():
    assert asking(a_call(record="Only this."), {}).said[1] == ("user", "Only this.\n\nJudge the plan.")
    assert asking(a_call(record=""), {}).said[1] == ("user", "Judge the plan.")


def test_a_seat_without_a_role_has_no_system_prompt():
    ask = Ask("Judge.", (Opinion,))
    call = a_call()
    bare = Call(call.debate, call.turn, Brief("", "The plan.", (ask,), only), ask)
    assert [role for role, _ in asking(bare, {}).said] == ["user"]


def test_answers_that_did_not_fit_come_back_with_what_was_wrong():
    put = asking(a_call(before=(Unfit("keep it", "It must be JSON."), Unfit("", "It is empty."))), {})
    assert [role for role, _ in put.said] == ["system", "user", "assistant", "user", "assistant", "user"]
    assert put.said[2][1] == "keep it"
    assert "It must be JSON." in put.said[3][1]
    assert put.said[4][1] == "(nothing)"
    assert "It is empty." in put.said[5][1]
    assert "whole answer again" in put.said[5][1]


def test_the_settings_of_the_seat_win():
    put = asking(a_call(settings={"temperature": 0.1}), {"temperature": 0.9, "seed": 7})
    assert put.settings == {"max_tokens": MOST_TOKENS, "temperature": 0.1, "seed": 7}


def test_no_header_is_kept_with_a_prompt():
    put = asking(a_call(settings={"extra_headers": {"Authorization": "Bearer secret"}, "seed": 7}), {})
    kept = put.told("tool")
    assert "secret" not in json.dumps(kept)
    assert kept["settings"] == {"max_tokens": MOST_TOKENS, "seed": 7}


async def test_the_conversation_arrives_as_it_is_kept():
    before = (Unfit('{"option": "maybe"}', "option: Input should be 'keep' or 'drop'"),)
    with WireServer() as server:
        async with playing(at(server)) as player:
            answer = await player.answer(a_call(before=before, settings={"temperature": 0.5, "seed": 3}), unheard)
    body = server.asked[0].body
    assert body["messages"] == answer.prompt["messages"]
    assert (body["temperature"], body["seed"], body["max_completion_tokens"]) == (0.5, 3, MOST_TOKENS)
    form: Any = answer.prompt["form"]
    assert body["tools"][0]["function"]["parameters"]["required"] == form["required"]
    assert body["tool_choice"] == "required"
    assert not body.keys() & {"output", "timeout", "max_retries"}


async def test_models_that_only_answer_as_a_whole_are_asked_so():
    asked: list[list[ModelMessage]] = []

    def function(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        asked.append(messages)
        return ModelResponse([TextPart('{"answer": {"kind": "silence", "because": "No time."}}')])

    class Whole(FunctionModel):
        """Has no way to answer piece by piece."""

        def request_stream(self, *given: Any, **named: Any) -> Any:
            return Model.request_stream(self, *given, **named)

    async with playing(lambda: Whole(function), settings={"output": "native"}) as player:
        answer = await player.answer(a_call(Opinion, Silence), unheard)
    assert json.loads(answer.raw) == {"kind": "silence", "because": "No time."}
    assert len(asked) == 1
    assert "first_token_ms" not in answer.facts
