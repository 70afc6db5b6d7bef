"""Answers as the API writes them: a whole completion, or the chunks of a stream."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from moot.testing.wire.filling import fill
from moot.testing.wire.replies import Reply
from moot.testing.wire.requests import Asked

_PIECE = 12
_CREATED = 1_767_225_600
DONE = b"data: [DONE]\n\n"


def said(asked: Asked, reply: Reply) -> str:
    """What is answered, as text."""
    if reply.content is not None or reply.uses:
        return reply.content or ""
    if asked.form is None:
        return "moot"
    return json.dumps(_with(fill(asked.form), reply.values), ensure_ascii=False)


def _with(filled: Any, values: Mapping[str, Any]) -> Any:
    """The filled form with some fields as they are given; several forms lie under `answer`."""
    if values and set(filled) == {"answer"} and "answer" not in values:
        return {"answer": {**filled["answer"], **values}}
    return {**filled, **values} if values else filled


def completion(asked: Asked, reply: Reply, number: int) -> dict[str, Any]:
    """The answer in one piece."""
    text = said(asked, reply)
    message: dict[str, Any] = {"role": "assistant", "content": text, "refusal": None}
    if reply.refusal is not None:
        message |= {"content": None, "refusal": reply.refusal}
    elif reply.uses:
        message |= {"content": None, "tool_calls": [*_uses(reply, number)]}
    elif asked.tool is not None and text:
        message |= {"content": None, "tool_calls": [_call(asked.tool, text, number)]}
    choice = {"index": 0, "message": message, "finish_reason": _finish(asked, reply, text)}
    whole = {**_head(asked, number, "chat.completion"), "choices": [choice]}
    return {**whole, "usage": _usage(asked, text)} if reply.counted else whole


def chunks(asked: Asked, reply: Reply, number: int) -> Iterator[bytes]:
    """The answer piece by piece, as server-sent events; the last tells what it cost."""
    text = said(asked, reply)
    head = _head(asked, number, "chat.completion.chunk")

    def event(delta: Mapping[str, Any], finish: str | None = None) -> bytes:
        return _event({**head, "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]})

    yield event({"role": "assistant", "content": ""})
    for delta in _deltas(asked, reply, text, number):
        yield event(delta)
    yield event({}, _finish(asked, reply, text))
    if reply.counted:
        yield _event({**head, "choices": [], "usage": _usage(asked, text)})


def _deltas(asked: Asked, reply: Reply, text: str, number: int) -> Iterator[Mapping[str, Any]]:
    if reply.refusal is not None:
        yield from ({"refusal": piece} for piece in _pieces(reply.refusal))
    elif reply.uses:
        yield from ({"tool_calls": [{"index": place, **use}]} for place, use in enumerate(_uses(reply, number)))
    elif asked.tool is not None and text:
        yield {"tool_calls": [{"index": 0, **_call(asked.tool, "", number)}]}
        for piece in _pieces(text):
            yield {"tool_calls": [{"index": 0, "function": {"arguments": piece}}]}
    else:
        yield from ({"content": piece} for piece in _pieces(text))


def failure(reply: Reply) -> dict[str, Any]:
    """An error as the API tells it."""
    return {"error": {"message": reply.message, "type": "server_error", "param": None, "code": reply.code}}


def models(names: Iterator[str] | list[str]) -> dict[str, Any]:
    """The list of models."""
    return {"object": "list", "data": [{"id": name, "object": "model", "owned_by": "moot"} for name in names]}


def _head(asked: Asked, number: int, kind: str) -> dict[str, Any]:
    return {"id": f"wire-{number}", "object": kind, "created": _CREATED, "model": asked.model}


def _call(tool: str, text: str, number: int) -> dict[str, Any]:
    return {"id": f"call-{number}", "type": "function", "function": {"name": tool, "arguments": text}}


def _uses(reply: Reply, number: int) -> Iterator[dict[str, Any]]:
    for place, (name, told) in enumerate(reply.uses):
        use = _call(name, told if isinstance(told, str) else json.dumps(told, ensure_ascii=False), number)
        yield {**use, "id": f"call-{number}-{place}"}


def _finish(asked: Asked, reply: Reply, text: str) -> str:
    calls = bool(reply.uses) or (asked.tool is not None and bool(text))
    usual = "tool_calls" if calls and reply.refusal is None else "stop"
    return reply.finish or usual


def _usage(asked: Asked, text: str) -> dict[str, int]:
    read, written = len(json.dumps(asked.messages)) // 4, max(1, len(text) // 4)
    return {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written}


def _pieces(text: str) -> Iterator[str]:
    return (text[start : start + _PIECE] for start in range(0, len(text), _PIECE))


def _event(data: Mapping[str, Any]) -> bytes:
    return b"data: " + json.dumps(data, ensure_ascii=False).encode() + b"\n\n"
