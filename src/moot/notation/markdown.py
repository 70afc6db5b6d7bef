"""A debate as Markdown. What was said stands in quotes, so that no argument can pass for another's heading."""

import re
from collections.abc import Iterable, Iterator, Mapping

from moot.notation.canonical import told_at
from moot.notation.said import Said

_MEANS_SOMETHING = re.compile(r"([\\`*_{}\[\]<>#|!~])")


def as_markdown(title: str, said: Iterable[Said], facts: Mapping[str, str] | None = None) -> str:
    """The debate as one Markdown text, with the facts (its id, its state, its hash) above it."""
    head = [f"# {_inline(title)}", ""]
    told = [f"- {_inline(name)}: {_inline(value)}" for name, value in (facts or {}).items()]
    parts = [line for one in said for line in _part(one)]
    return "\n".join([*head, *told, *parts]).rstrip() + "\n"


def _part(said: Said) -> Iterator[str]:
    yield ""
    yield f"## {said.line}. {_inline(said.kind)} · {_inline(said.seat or 'the house')}"
    yield ""
    about = None if said.parent is None else f"about {said.parent}"
    yield ", ".join(filter(None, ("" if said.at is None else told_at(said.at), about)))
    yield ""
    if said.content is None:
        yield "*Sealed.*"
    elif said.content.strip():
        yield from (f"> {line}" if line else ">" for line in _lines(said.content))
    if said.extras:
        yield ""
        plain = {name: value for name, value in said.extras.items() if name not in said.files}
        yield from (f"- {_inline(name)}: {_inline(value)}" for name, value in plain.items())
    for name, files in said.files.items():
        for path, text in files.items():
            yield from ("", f"{_inline(name)}, {_inline(path)}:", "")
            # Indented: no line of it can end the block, as it could with a fence.
            yield from (f"    {line}" if line else "" for line in _lines(text))


def _lines(text: str) -> list[str]:
    return re.split(r"\r\n|\r|\n", text)


def _inline(text: str) -> str:
    """The text as one line in which no character means anything to Markdown."""
    return _MEANS_SOMETHING.sub(r"\\\1", " ".join(text.split()))
