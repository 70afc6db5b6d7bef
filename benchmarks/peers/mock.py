"""A mock endpoint of fixed latency, as cheap as can be: it must not be what is measured.

`python mock.py MILLISECONDS` prints its address. It speaks the OpenAI chat format, in one piece or as a stream, and
fills in a form where one is asked for: with the first choice of each field, or words, or a number.
"""

import asyncio
import json
import os
import sys
from collections.abc import Mapping
from threading import Thread
from typing import Any, cast

WORDS = "I hold to my answer, for the risk is small and the gain is seen at once; the others did not say why not."
_USAGE = {"prompt_tokens": 100, "completion_tokens": 25, "total_tokens": 125}


class Mock:
    """Answers every request after the same time."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._made: dict[tuple[str, str, bool], bytes] = {}

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, for as long as it is kept."""
        try:
            while head := await _head(reader):
                body = await reader.readexactly(_length(head))
                await asyncio.sleep(self._seconds)
                writer.write(self._answer(json.loads(body)))
                await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    def _answer(self, asked: Mapping[str, Any]) -> bytes:
        form, stream, model = _form(asked), bool(asked.get("stream")), str(asked.get("model"))
        key = (model, json.dumps(form), stream)
        if key not in self._made:
            self._made[key] = _made(model, form, stream)
        return self._made[key]


async def _head(reader: asyncio.StreamReader) -> bytes:
    try:
        return await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError:
        return b""


def _length(head: bytes) -> int:
    for line in head.split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            return int(value)
    return 0


def _form(asked: Mapping[str, Any]) -> dict[str, Any] | None:
    """The schema that the answer must fit, if there is one."""
    tools = cast(list[dict[str, Any]], asked.get("tools") or [])
    if tools:
        return cast(dict[str, Any], tools[0]["function"])
    wanted = cast(dict[str, Any], asked.get("response_format") or {}).get("json_schema")
    return None if wanted is None else {"parameters": wanted["schema"]}


def _made(model: str, form: dict[str, Any] | None, stream: bool) -> bytes:
    message = _message(model, form)
    whole = {"id": "mock", "object": "chat.completion", "created": 1, "model": model}
    ended = "tool_calls" if "tool_calls" in message else "stop"
    if not stream:
        choice = {"index": 0, "message": {"role": "assistant", **message}, "finish_reason": ended}
        return _http(json.dumps({**whole, "choices": [choice], "usage": _USAGE}), "application/json")
    begun: dict[str, Any] = {"index": 0, "delta": {"role": "assistant", **message}}
    over: dict[str, Any] = {"index": 0, "delta": {}, "finish_reason": ended}
    piece = {**whole, "object": "chat.completion.chunk"}
    chunks: list[dict[str, Any]] = [
        {**piece, "choices": [begun]},
        {**piece, "choices": [over]},
        {**piece, "choices": [], "usage": _USAGE},
    ]
    told = "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks)
    return _http(f"{told}data: [DONE]\n\n", "text/event-stream")


def _message(model: str, form: dict[str, Any] | None) -> dict[str, Any]:
    if form is None:
        return {"content": f"{WORDS} My vote goes to {model}."}
    filled = json.dumps(_filled(form["parameters"], form["parameters"], model))
    if "name" not in form:
        return {"content": filled}
    call = {"index": 0, "id": "call-1", "type": "function", "function": {"name": form["name"], "arguments": filled}}
    return {"content": None, "tool_calls": [call]}


def _filled(schema: Mapping[str, Any], root: Mapping[str, Any], model: str) -> Any:
    """Something that fits a schema; where a model's own name is one of the choices, it is chosen."""
    if "$ref" in schema:
        return _filled(root["$defs"][schema["$ref"].rpartition("/")[2]], root, model)
    choices = schema.get("enum") or ([schema["const"]] if "const" in schema else [])
    if choices:
        return model if model in choices else choices[0]
    for several in ("anyOf", "oneOf", "allOf"):
        if several in schema:
            return _filled(schema[several][0], root, model)
    match schema.get("type"):
        case "object":
            properties = schema.get("properties", {})
            return {name: _filled(properties[name], root, model) for name in schema.get("required", properties)}
        case "array":
            return [_filled(schema["items"], root, model)] * int(schema.get("minItems", 0))
        case "integer" | "number":
            return schema.get("minimum", 1)
        case "boolean":
            return True
        case "null":
            return None
        case _:
            return WORDS[: schema.get("maxLength", len(WORDS))]


def _http(body: str, kind: str) -> bytes:
    sent = body.encode()
    return f"HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\ncontent-length: {len(sent)}\r\n\r\n".encode() + sent


def _end_with_parent() -> None:
    os.read(0, 1)
    os._exit(0)


async def _main(seconds: float) -> None:
    server = await asyncio.start_server(Mock(seconds).serve, "127.0.0.1", 0, backlog=4096)
    print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1", flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    Thread(target=_end_with_parent, daemon=True).start()
    asyncio.run(_main(float(sys.argv[1]) / 1000))
