"""An audit as one HTML page that needs nothing else: no script, no server, no network; good to print."""

import json
from collections.abc import Iterator, Mapping, Sequence
from html import escape

from moot.debate import Json, JsonObject
from moot.notation.html import listed, when, whole_page
from moot.notation.prose import render_markdown
from moot.notation.said import plain
from moot.notation.trail import Called, Step, Trail
from moot.notation.trail_style import style_for

_INNER = """<h1 dir="auto">{title}</h1>
<p class="verdict {sound}">{verdict}</p>
{facts}
<h2>Seats</h2>
{seats}
<h2>What came of it</h2>
{result}
{agreed}
<h2>The record</h2>
{choices}
{steps}"""
_HOUSE = "the house"
_LONG = 160


def trail_as_html(trail: Trail) -> str:
    """The audit as one page."""
    seats = [row["seat"] for row in trail.seats]
    phases = list(dict.fromkeys(step.phase for step in trail.steps if step.phase is not None))
    style = style_for(seats, phases)
    inner = _INNER.format(
        title=escape(trail.title),
        sound="sound" if trail.sound else "unsound",
        verdict=escape(trail.verdict),
        facts=listed(trail.facts),
        seats=_table(trail.seats),
        result=_fields(trail.result) if isinstance(trail.result, Mapping) else _value(trail.result),
        agreed=_folded("What was agreed before the first move", _fields(trail.agreed)),
        choices=_choices("Seat", "seat", seats, house=True) + _choices("Phase", "phase", phases),
        steps="\n".join(_step(step, seats, phases) for step in trail.steps),
    )
    return whole_page(f"Audit: {trail.title}", style, inner)


def _choices(legend: str, name: str, words: Sequence[str], *, house: bool = False) -> str:
    if not words:
        return ""
    chosen = [(f"{name}-{number}", word) for number, word in enumerate(words)]
    offered = [("", "all"), *chosen, *([(f"{name}-house", _HOUSE)] if house else [])]
    return f"<fieldset><legend>{legend}</legend>{''.join(_choice(name, id, word) for id, word in offered)}</fieldset>\n"


def _choice(name: str, id: str, word: str) -> str:
    known = f' id="{id}"' if id else " checked"
    return f'<label><input type="radio" name="{name}"{known}> {escape(word)}</label> '


def _step(step: Step, seats: Sequence[str], phases: Sequence[str]) -> str:
    kinds = [f"s{seats.index(step.seat)}" if step.seat in seats else "of-the-house"]
    kinds += [f"p{phases.index(step.phase)}"] if step.phase is not None else []
    return (
        f'<article id="line-{step.line}" class="{" ".join(kinds)}">\n'
        f"<h3>{step.line}. {escape(step.kind)} · {escape(step.seat or _HOUSE)}</h3>\n"
        f'<p class="about">{when(step.at)}{_about(step)}</p>\n'
        f'<p class="about">{"".join(_chips(step))}</p>\n'
        f"{_said(step)}{_calls(step)}"
        f"<details><summary>Hash</summary><pre>{escape(step.hash)}</pre></details></article>"
    )


def _about(step: Step) -> str:
    parts = [
        "" if step.answers is None else f'answers <a href="#line-{step.answers}">{step.answers}</a>',
        "" if step.phase is None else escape(step.phase),
        "" if step.round is None else f"round {step.round}",
    ]
    return "".join(f", {part}" for part in parts if part)


def _chips(step: Step) -> Iterator[str]:
    used = sum(len(_used(call)) for call in step.calls)
    told = (step.by, step.cost, f"{used} tool call{'s' if used > 1 else ''}" if used else None)
    yield from (f'<span class="chip">{escape(word)}</span>' for word in told if word)
    if step.kind == "lapsed":
        yield '<span class="chip bad">did not answer</span>'
    if step.away:
        yield '<span class="chip">calls not brought in</span>'
    elif step.sound is not None:
        kind, word = ("good", "calls as recorded") if step.sound else ("bad", "calls changed or lost")
        yield f'<span class="chip {kind}">{word}</span>'


def _said(step: Step) -> str:
    if step.move is None:
        return "<p><em>Sealed.</em></p>\n"
    content = step.move.get("content")
    body = f'<div class="body" dir="auto">{render_markdown(content)}</div>\n' if isinstance(content, str) else ""
    return body + _fields({name: value for name, value in step.move.items() if name != "content"})


def _calls(step: Step) -> str:
    if step.withheld:
        return '<p class="about">What it was asked would tell what is sealed.</p>\n'
    return "".join(_call(call) for call in step.calls)


def _call(call: Called) -> str:
    rest = {name: value for name, value in call.facts.items() if name != "tool_calls"}
    parts = [
        _folded("Prompt", _texts(call.prompt)),
        *(_folded(escape(f"Tool: {plain(use.get('name'))}"), _fields(use)) for use in _used(call)),
        _folded("Answer, word for word", _block(call.raw)),
        _folded("Told beside it", _fields(rest)) if rest else "",
    ]
    head = [escape(call.by), escape(call.about), when(call.asked_at), escape(call.cost)]
    return _folded(" · ".join(filter(None, head)), "".join(parts))


def _used(call: Called) -> list[JsonObject]:
    uses = call.facts.get("tool_calls")
    return [use for use in uses if isinstance(use, Mapping)] if isinstance(uses, list | tuple) else []


def _texts(prompt: JsonObject) -> str:
    return "".join(f'<p class="about">{escape(name)}</p>{_block(_text(value))}' for name, value in prompt.items())


def _fields(fields: JsonObject) -> str:
    """Fields by name: short ones as they are, long ones to be unfolded."""
    short = {name: value for name, value in fields.items() if not _is_long(value)}
    folded = (_folded(escape(name), _value(value)) for name, value in fields.items() if _is_long(value))
    return listed({name: told for name, value in short.items() if (told := plain(value))}) + "".join(folded)


def _is_long(value: Json) -> bool:
    if isinstance(value, str):
        return "\n" in value or len(value) > _LONG
    return isinstance(value, Mapping | list | tuple) and len(plain(value)) > _LONG


def _value(value: Json) -> str:
    if isinstance(value, Mapping):
        return _fields(value)
    return _block(_text(value))


def _text(value: Json) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2)


def _block(text: str) -> str:
    return f'<pre dir="auto" tabindex="0">{escape(text)}</pre>\n'


def _folded(summary: str, inner: str) -> str:
    return f"<details><summary>{summary}</summary>\n{inner}</details>\n"


def _table(rows: Sequence[Mapping[str, str]]) -> str:
    if not rows:
        return ""
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in rows[0])
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row.values()) + "</tr>\n" for row in rows)
    return (
        f'<div class="wide" tabindex="0"><table>\n<thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table></div>\n'
    )
