"""The page of every public name of `import moot`: signatures and what each says about itself, read off the code."""

import inspect
import re
from collections.abc import Iterator
from typing import Any, is_typeddict

import moot

LONG = 100
"""From this length on a signature has a line for each parameter."""
DOTTED = re.compile(r"\b(?:[a-z_]\w*\.)+(?=\w)")
UNPACKED = re.compile(r"\*<class '?(\w+)'?>")
JSON = "'bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None'"
"""What is called `Json`, as it is told when it is asked for its name."""


def python_face() -> str:
    """The page."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "# The library: every name"
    yield ""
    yield "What `import moot` gives, as the code says it. How it is used is told in [Moot as a library](library.md)."
    for name in sorted((shown for shown in moot.__all__ if not shown.startswith("_")), key=str.lower):
        yield from _name_lines(name, getattr(moot, name))


def _name_lines(name: str, thing: Any) -> Iterator[str]:
    yield f"\n## `moot.{name}`\n"
    if not inspect.isclass(thing):
        yield f"`{_plain(str(thing))}`"
        return
    yield _said(thing)
    if is_typeddict(thing):
        yield from _field_lines(thing)
    elif issubclass(thing, Exception):
        yield from _method_lines(thing)
    else:
        yield from _signature_lines(name, thing)
        yield from _field_lines(thing)
        yield from _method_lines(thing)


def _signature_lines(name: str, thing: type[Any]) -> Iterator[str]:
    made = thing.__dict__.get("__init__")
    if made is not None and not hasattr(thing, "__dataclass_fields__") and not hasattr(thing, "model_fields"):
        yield from _code(f"moot.{name}{_signature(made)}".removesuffix(" -> None"))


def _field_lines(thing: type[Any]) -> Iterator[str]:
    fields = [
        f"- `{field}`: `{_plain(inspect.formatannotation(kind))}`"
        for known in reversed(thing.__mro__)
        for field, kind in inspect.get_annotations(known).items()
        if not field.startswith("_") and known.__module__.startswith("moot.")
    ]
    if fields:
        yield ""
        yield from dict.fromkeys(fields)


def _method_lines(thing: type[Any]) -> Iterator[str]:
    for method, member in inspect.getmembers(thing):
        function = member.fget if isinstance(member, property) else member
        if method.startswith("_") or not inspect.isfunction(function) or not function.__module__.startswith("moot."):
            continue
        yield f"\n### `{method}`\n"
        yield _said(function)
        if not isinstance(member, property):
            prefix = "async " if inspect.iscoroutinefunction(function) else ""
            yield from _code(f"{prefix}{method}{_signature(function)}")


def _said(thing: Any) -> str:
    """The first paragraph of what it says about itself."""
    return " ".join((inspect.getdoc(thing) or "").partition("\n\n")[0].split())


def _signature(function: Any) -> str:
    found = inspect.signature(function)
    own = [each for each in found.parameters.values() if each.name != "self"]
    flat = _plain(str(found.replace(parameters=own)))
    if len(flat) <= LONG:
        return flat
    rows, starred = list[str](), False
    for each in own:
        if each.kind is inspect.Parameter.KEYWORD_ONLY and not starred:
            rows, starred = [*rows, "    *,"], True
        rows.append(f"    {_plain(str(each))},")
    answer = found.return_annotation
    told = "" if answer is found.empty else f" -> {_plain(inspect.formatannotation(answer))}"
    return "(\n" + "\n".join(rows) + f"\n){told}"


def _plain(annotation: str) -> str:
    """A type without the modules that it is from."""
    short = DOTTED.sub("", annotation).replace(JSON, "Json").replace("~", "")
    return UNPACKED.sub(r"Unpack[\1]", short)


def _code(text: str) -> Iterator[str]:
    yield ""
    yield "```python"
    yield text
    yield "```"
