"""A fuzzer on everything that reads what strangers wrote: it refuses or reads, breaks never, and believes no change."""

import json
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Any, cast

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from sqlalchemy import Table

from moot.debate import Refusal, UnfitBackup
from moot.desk.archiving import archived
from moot.desk.incoming import beginning, form_of, record_of
from moot.engine import admitted
from moot.notation import BrokenChain, Line, genesis
from moot.notation.comment import as_comment
from moot.notation.comment_read import read_comment
from moot.notation.html import as_html
from moot.notation.jsonl import as_jsonl, verify_jsonl
from moot.notation.markdown import as_markdown
from moot.notation.minutes import read_markdown
from moot.notation.page import read_html
from moot.notation.said import Said
from moot.notation.spoken import Spoken
from moot.notation.strict import strict_json
from moot.notation.strict_yaml import strict_yaml
from moot.notation.yaml import as_yaml
from moot.store.backup.kept import KEPT
from moot.store.backup.manifest import Manifest
from moot.store.backup.rows import row_read
from moot.testing import START
from moot.wiring import formats
from tests.notation.debates import argued

DEBATE = argued()
TEXT = as_jsonl(DEBATE.debate, DEBATE.lines)
FORMATS = dict(formats())
CHAT = json.dumps({"messages": [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": ["x"]}]})
AIF = json.dumps(
    {
        "nodes": [{"nodeID": "1", "type": "I", "text": "A"}, {"nodeID": "2", "type": "RA", "text": ""}],
        "edges": [{"edgeID": "1", "fromID": "1", "toID": "2"}],
    }
)
SAID = [Said(1, "MOTION", "proposer", None, "Tabs."), Said(2, "CLAIM", "opponent", None, "No.", 1, {"why": "Wide."})]
MARKDOWN = as_markdown("T", SAID, {"Debate": "d"})
PAGE = re.sub("(?s)<head>.*</head>", "", as_html("T", SAID, {"Debate": "d"}))
COMMENT = as_comment("d", "T", {}, {}, [Spoken(1, "CLAIM", "a", START, None, {"content": "No."})])
YAML = as_yaml({"debate": {"id": "d", "title": "T"}, "arguments": [{"seq": 1, "type": "CLAIM", "role": "a"}]})
DEEP = "[" * 5000

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=8),
    st.sampled_from(["\ud800", "\x00", "1e999"]),
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


def read_whole(text: str) -> None:
    """All that is done with a file that somebody brings in, short of writing it down."""
    form = form_of(text := beginning(text))
    if (record := record_of(form, text)) is not None:
        admitted(record, FORMATS)
    else:
        archived(form, text, "0" * 64, "file")


READERS: dict[str, Callable[[str], Any]] = {
    "verify": verify_jsonl,
    "strict": strict_json,
    "import": read_whole,
    "chat": lambda text: archived("chat", text, "0" * 64, ""),
    "aif": lambda text: archived("aif", text, "0" * 64, ""),
    "markdown": read_markdown,
    "html": read_html,
    "comment": read_comment,
    "yaml": strict_yaml,
    "manifest": lambda text: Manifest.read(text.encode(errors="replace")),
    "row": lambda text: row_read(KEPT[0], text.encode(errors="replace"), 1),
}


def survives(reader: Callable[[str], Any], text: str) -> bool:
    """Whether it was read; anything but a refusal or a broken chain goes through and fails the test."""
    try:
        reader(text)
    except (Refusal, BrokenChain):
        return False
    return True


@pytest.mark.parametrize("reader", READERS)
@given(text=st.text(max_size=300) | values.map(lambda value: json.dumps(value)))
@example(text=DEEP)
@example(text=f'{{"a":{DEEP}')
@example(text=f"{{}}\n{DEEP}\n")
@example(text=f"{TEXT.splitlines()[0]}\n{DEEP}\n")
@example(text="9" * 5000)
@example(text='{"messages":[{"role":"user","content":1e999}]}')
def test_whatever_is_written_is_read_or_refused(reader: str, text: str):
    survives(READERS[reader], text)


@given(st.data())
def test_a_real_file_with_anything_put_into_it_is_read_or_refused(data: st.DataObject):
    text = data.draw(st.sampled_from([TEXT, CHAT, AIF, MARKDOWN, PAGE, COMMENT, YAML]))
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 40)))
    put = data.draw(st.text(max_size=20) | st.sampled_from(['"', "{", "}", "null", "true", "1.0", "\n", DEEP]))
    for reader in READERS.values():
        survives(reader, text[:start] + put + text[end:])


@given(st.data())
def test_no_changed_record_is_believed(data: st.DataObject):
    start = data.draw(st.integers(0, len(TEXT)))
    end = data.draw(st.integers(start, min(len(TEXT), start + 40)))
    put = data.draw(st.text(max_size=20) | st.sampled_from(["0.0", "1.0", "true", "false", '"x":1,', "4.0", "5.0"]))
    changed = TEXT[:start] + put + TEXT[end:]
    assert changed == TEXT or not survives(verify_jsonl, changed)


@pytest.mark.parametrize(
    ("was", "made"),
    [
        ('"line":0}', '"line":0.0}'),
        ('"line":0}', '"line":false}'),
        ('"line":1}', '"line":true}'),
        ('"line":1}', '"line":1,"zzz":1}'),
        (f'"lines":{len(DEBATE.lines)}}}', f'"lines":{len(DEBATE.lines)}.0}}'),
        (f'"lines":{len(DEBATE.lines)}}}', f'"lines":{len(DEBATE.lines)},"zzz":[]}}'),
    ],
)
def test_the_same_number_written_otherwise_is_a_change_too(was: str, made: str):
    assert was in TEXT
    assert not survives(verify_jsonl, TEXT.replace(was, made, 1))


@given(st.data())
def test_a_forged_record_whose_hashes_hold_is_judged_and_not_tripped_over(data: st.DataObject):
    """Whoever writes all hashes anew can put anything anywhere; the rules here have the last word."""
    number = data.draw(st.integers(0, len(DEBATE.lines) - 1))
    part = data.draw(st.sampled_from(["head", "body"]))
    told = cast("dict[str, Any]", json.loads(getattr(DEBATE.lines[number], part)))
    name = data.draw(st.sampled_from([*told, "sealed", "readers", "spent", "stamp", "answers", "since", "zzz"]))
    told[name] = data.draw(values | st.just(DEBATE.lines[0].head) | st.sampled_from([True, 1.0, 10**30]))
    survives(lambda text: admitted(text, FORMATS), forged(number, part, told))


def forged(number: int, part: str, told: dict[str, Any]) -> str:
    """The record with one part of a line written anew, and every hash after it."""
    lines: list[Line] = []
    before = genesis(DEBATE.debate)
    for line in DEBATE.lines:
        head, body = json.loads(line.head), line.body
        if line.line == number and part == "body":
            body = written(told)
            head["body"] = sha256(body.encode(errors="replace")).hexdigest()
        elif line.line == number:
            head = told
        text = written(head)
        before = sha256(f"{before}\n{text}".encode(errors="replace")).hexdigest()
        lines.append(Line(line.line, text, body, before, None))
    return as_jsonl(DEBATE.debate, lines)


def written(value: object) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


@given(table=st.sampled_from(list(KEPT)), row=st.lists(values, max_size=14), junk=st.binary(max_size=60))
def test_rows_of_a_backup_are_read_or_refused(table: Table, row: Sequence[Any], junk: bytes):
    for line in (json.dumps(row).encode(), junk, json.dumps([*row] * 3).encode()):
        with suppress(UnfitBackup):
            assert set(row_read(table, line, 1)) == {column.name for column in table.columns}
