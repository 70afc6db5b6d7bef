"""What runs in the guest: imports the candidate, then puts one case after the other to it.

It is sent as text and knows nothing of what is expected. It runs in a namespace that is no module's, with builtins of
its own, and binds what it uses before the candidate is imported, so that none of it can be exchanged by name. Its way
out is a descriptor of its own: what the candidate prints goes elsewhere.
"""

import builtins
import importlib
import json
import os
import sys
from json.encoder import encode_basestring_ascii
from typing import Any, cast

SHOWN = 500
DEEPEST = 200

_write, _leave, _load, _path, _here = os.write, os._exit, importlib.import_module, sys.path, os.getcwd
# The parts in C: what is written in Python can be exchanged method by method.
_scan: Any = getattr(json.JSONDecoder(), "scan_once")  # noqa: B009
_quoted = encode_basestring_ascii
_untouched = dict(vars(builtins))
_module: list[Any] = []


class _OddError(Exception):
    """A value that is not plain data."""


def answer(line: str) -> str:
    """The answer to one line: the nonce that came with it, and what the candidate did."""
    asked: dict[str, Any] = _scan(line, 0)[0]
    try:
        told = _done(asked)
    except _OddError as odd:
        told = '{"odd": ' + _quoted(odd.args[0]) + "}"
    except BaseException as raised:
        told = _told(raised)
    return asked["nonce"] + " " + told


def _done(asked: dict[str, Any]) -> str:
    if "import" in asked:
        _path.insert(0, _here())
        _module[:] = [_load(asked["import"])]
        return '{"done": true}'
    if "code" in asked:
        names = {**_module[0].__dict__, "__name__": "case", "__builtins__": dict(_untouched)}
        exec(compile(asked["code"], "<case>", "exec"), names)
        return '{"done": true}'
    called: Any = _module[0]
    for name in asked["call"].split("."):
        called = getattr(called, name)
    return '{"value": ' + _written(called(*asked["args"], **asked["kwargs"]), 0) + "}"


def _told(raised: BaseException) -> str:
    kinds = [kind.__name__ for kind in type(raised).__mro__][:20]
    try:
        said = str(raised)[:SHOWN]
    except BaseException:
        said = ""
    trace, line = raised.__traceback__, None
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == "<case>":
            line = trace.tb_lineno
        trace = trace.tb_next
    return _written({"raised": kinds, "said": said, "line": line}, 0)


def _written(value: Any, depth: int) -> str:
    """The value as JSON; only exact kinds, so that nothing of the candidate's own is asked what it is."""
    kind = cast(type[Any], type(value))
    if value is None or kind is bool:
        return {None: "null", True: "true", False: "false"}[value]
    if kind is str:
        return _quoted(value)
    if kind is int:
        return str(value)
    if kind is float:
        return _number(value)
    if depth > DEEPEST:
        raise _OddError("a value that is nested too deeply")
    if kind is list or kind is tuple:
        return "[" + ", ".join([_written(one, depth + 1) for one in value]) + "]"
    if kind is dict:
        given = cast(dict[Any, Any], value)
        return "{" + ", ".join([_key(key) + ": " + _written(one, depth + 1) for key, one in given.items()]) + "}"
    raise _OddError("a value of type " + kind.__name__)


def _key(key: Any) -> str:
    if type(key) is str:
        return _quoted(key)
    if key is None or type(key) in (bool, int, float):
        return _quoted(_written(key, 0))
    raise _OddError("a dict with a key of type " + type(key).__name__)


def _number(value: float) -> str:
    if value != value:
        return "NaN"
    return repr(value).replace("inf", "Infinity")


def main() -> None:
    """Answers what comes on standard input, on what was standard output."""
    hearing, telling = os.fdopen(os.dup(0), "rb"), os.dup(1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    for line in iter(hearing.readline, b""):
        told = (answer(line.decode()) + "\n").encode()
        while told:
            told = told[_write(telling, told) :]
    _leave(0)


if __name__ == "__main__":
    main()
