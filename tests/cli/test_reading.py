"""Readings as JSON, Markdown and tables."""

import json
import os
import pty
import re
from typing import Any

import click
import pytest
from inline_snapshot import snapshot

from tests.cli.shell import Shell
from tests.cli.told import DEBATE, argument, context, debate, version
from tests.client.scripted import Reply, ScriptedServer

READINGS: list[tuple[list[str], str, dict[str, str]]] = [
    (
        ["debate", "get-context", "--debate-id", "d", "--argument-limit", "3", "--role", "opponent"],
        "/debates/d",
        {"argument_limit": "3", "role": "opponent"},
    ),
    (
        ["debate", "list", "--q", "cache plan", "--state", "CLOSED", "--waiting-for", "proposer", "--limit", "5"],
        "/debates",
        {"q": "cache plan", "state": "CLOSED", "waiting_for": "proposer", "limit": "5"},
    ),
    (["debate", "list", "--cursor", "c", "--status", "open"], "/debates", {"cursor": "c", "status": "open"}),
    (["docs", "get", "doc-1", "--version", "2"], "/documents/doc-1", {"version": "2"}),
    (["docs", "list", "--q", "plan", "--debate-id", "d"], "/documents", {"q": "plan", "debate_id": "d"}),
    (["docs", "history", "doc-1"], "/documents/doc-1/versions", {}),
    (["docs", "diff", "doc-1", "--from", "1", "--to", "2"], "/documents/doc-1/diff", {"from": "1", "to": "2"}),
    (["verify", "d"], "/debates/d/verify", {}),
    (["export", "d", "--as", "html"], "/debates/d/export", {"format": "html"}),
]


@pytest.mark.parametrize(("arguments", "path", "query"), READINGS, ids=[" ".join(r[0][:2]) for r in READINGS])
def test_a_reading_asks_for_what_was_named(aw: Shell, arguments: list[str], path: str, query: dict[str, str]):
    health = [Reply({"status": "ok", "version": "1"})] if arguments[0] == "verify" else []
    reply: dict[str, Any] = {"debate_id": "d", "sound": True}
    with ScriptedServer(*health, Reply(reply)) as server:
        aw.set(DEBATE_SERVER_URL=server.url)
        assert aw(*arguments).code == 0
    asked = server.asked[-1]
    assert (asked.method, asked.path, asked.query) == ("GET", f"/api/v1{path}", query)


def shown(aw: Shell, body: dict[str, Any], *arguments: str) -> str:
    with ScriptedServer(Reply(body)) as server:
        aw.set(DEBATE_SERVER_URL=server.url)
        said = aw(*arguments)
    assert said.code == 0
    return said.out


CONTEXT = context(
    argument(1, "MOTION", "proposer", content="We cache. See doc-1.", documents=[{"id": "doc-1", "version": 2}]),
    argument(4, content=None),
    argument(5, "APPEAL", "proposer", options=[{"id": "A", "label": "Redis"}, {"id": "other", "label": "Another way"}]),
    argument(6, "RULING", "arbitrator", option="A", close=True),
    argument(7, "INTERVENTION", "arbitrator", content=""),
    argument(8, parked=True),
    omitted=2,
    role="proposer",
    action="respond",
    wait_on="arg-8",
    available_actions=[{"type": "CLAIM", "role": "proposer", "must": True}],
)


def test_a_context_reads_well_as_markdown(aw: Shell):
    text = shown(aw, CONTEXT, "debate", "get-context", "--debate-id", "d", "--format", "markdown")
    assert text == snapshot("""\
# Cache plan

**AWAITING_PROPOSER**, waiting for the proposer · coding_plan_debate · 5 lines  \n\
Debate `0a0b0c0d-0000-4000-8000-000000000001`

## 1. MOTION by the proposer

*2026-11-15 12:00:01* · `arg-1`

We cache. See doc-1.

*Cites a document: aw docs get doc-1 --version 2*

*(2 arguments left out here; --argument-limit shows more)*

## 4. CLAIM by the opponent, on `arg-3`

*2026-11-15 12:00:04* · `arg-4`

*(sealed)*

## 5. APPEAL by the proposer, on 4

*2026-11-15 12:00:05* · `arg-5`

Line 5.

- **A**: Redis
- **other**: Another way

## 6. RULING by the arbitrator, on 5

*2026-11-15 12:00:06* · `arg-6`

Line 6.

*Chose option A.*

*Closed the debate.*

## 7. INTERVENTION by the arbitrator, on 6

*2026-11-15 12:00:07* · `arg-7`

*(no words)*

## 8. CLAIM by the opponent, on 7

*2026-11-15 12:00:08* · `arg-8`

Line 8.

*Was being written when the arbitrator intervened.*

---

You are the proposer: **respond** (about `arg-8`). You may make: CLAIM.
""")


def test_a_context_is_the_same_in_json(aw: Shell):
    with ScriptedServer(Reply(CONTEXT)) as server:
        aw.set(DEBATE_SERVER_URL=server.url)
        assert aw("debate", "get-context", "--debate-id", "d").data == CONTEXT


def test_a_context_as_a_table(aw: Shell):
    text = shown(aw, CONTEXT, "debate", "get-context", "--debate-id", "d", "--format", "table")
    lines = [line.split() for line in text.splitlines()]
    assert lines[0] == ["Cache", "plan", "·", "AWAITING_PROPOSER"]
    assert ["4", "CLAIM", "opponent", "2026-11-15", "12:00:04", "(sealed)", "arg-4"] in lines
    assert lines[-1] == ["2", "arguments", "left", "out."]


@pytest.mark.parametrize("format_", ["markdown", "table"])
def test_a_list_names_each_debate_and_the_next_page(aw: Shell, format_: str):
    page = {"debates": [debate(), debate(title="Other", closed_at="2026-11-15T12:00:00Z")], "next_cursor": "c9"}
    text = shown(aw, page, "debate", "list", "--format", format_)
    assert all(word in text for word in ("Cache plan", "Other", DEBATE, "AWAITING_PROPOSER", "--cursor c9"))


def test_an_empty_list_says_what_would_fill_it(aw: Shell):
    assert "aw debate create" in shown(
        aw, {"debates": [], "next_cursor": None}, "debate", "list", "--format", "markdown"
    )
    assert "aw docs create" in shown(aw, {"documents": [], "next_cursor": None}, "docs", "list", "--format", "markdown")


@pytest.mark.parametrize("text", ["# Plan\n", "no end of line", "\n\n two \n\n", ""])
def test_a_document_is_its_own_markdown_to_the_byte(aw: Shell, text: str):
    assert shown(aw, version(content=text), "docs", "get", "doc-1", "--format", "markdown") == text


def test_a_document_as_a_table_leaves_its_text_out(aw: Shell):
    text = shown(aw, version(), "docs", "get", "doc-1", "--format", "table")
    assert "Full plan" in text
    assert "# Plan" not in text


@pytest.mark.parametrize("format_", ["markdown", "table"])
def test_a_history_tells_each_version(aw: Shell, format_: str):
    history = {"document_id": "doc-1", "title": "Full plan", "versions": [version(1), version(2, note=None)]}
    text = shown(aw, history, "docs", "history", "doc-1", "--format", format_)
    assert "A backup first" in text
    assert text.count("2026-11-15 12:00:01") == 2


def test_a_difference_as_markdown_and_as_a_table(aw: Shell):
    rows = [
        {"kind": "changed", "left": "old", "right": "new", "left_line": 1, "right_line": 1},
        {"kind": "added", "left": None, "right": "more", "left_line": None, "right_line": 2},
        {"kind": "skipped", "left": None, "right": None, "left_line": None, "right_line": None},
    ]
    difference: dict[str, Any] = {"document_id": "doc-1", "title": "Full plan", "from_version": 1, "to_version": 2}
    difference |= {"unified": "@@ -1 +1,2 @@\n-old\n+new\n+more\n", "rows": rows, "added": 2, "removed": 1}
    command = ("docs", "diff", "doc-1", "--from", "1", "--format")
    assert "```diff\n@@ -1 +1,2 @@\n-old\n+new\n+more\n```" in shown(aw, difference, *command, "markdown")
    table = [line.split() for line in shown(aw, difference, *command, "table").splitlines()]
    assert ["~", "old", "new"] in table
    assert ["+", "more"] in table
    assert ["2", "added,", "1", "removed"] in table


FOREIGN = "Clear \x1b[2J the \x9b31m screen,\u202e nog [evil](https://evil.example)\u2028"
OBEYED = ("\x1b[2J", "\x9b", "\u202e", "\u2028", "\x1b]8;")
"""What a terminal would do at the words of others: clear itself, take colour, turn letters around, hide an address."""


@pytest.mark.parametrize("how", ["markdown", "table", "json", "field"])
def test_no_words_of_others_command_the_terminal_whatever_the_form(aw: Shell, how: str):
    evil = {**context(argument(1, "MOTION", content=FOREIGN)), "debate": debate(title=f"[/b] [bold]{FOREIGN}")}
    asked = ["--field", "arguments.0.content"] if how == "field" else ["--format", how]
    aw.set(TERM="xterm-256color", COLUMNS="250")
    with ScriptedServer(Reply(evil)) as server:
        aw.set(DEBATE_SERVER_URL=server.url)
        seen = on_a_terminal(aw, "debate", "get-context", "--debate-id", "d", *asked)
    assert not any(command in seen for command in OBEYED)
    assert "Clear" in seen
    assert "https://evil.example" in seen
    assert how != "table" or "[/b] [bold]" in seen


def test_programs_that_read_on_are_told_the_text_itself(aw: Shell):
    evil = context(argument(1, "MOTION", content=FOREIGN))
    command = ("debate", "get-context", "--debate-id", "d")
    assert shown(aw, evil, *command, "--field", "arguments.0.content") == f"{click.unstyle(FOREIGN)}\n"
    printed = shown(aw, evil, *command)
    assert json.loads(printed)["data"]["arguments"][0]["content"] == FOREIGN
    assert not any(command in printed for command in OBEYED)


@pytest.mark.parametrize("colour", [True, False])
def test_on_a_terminal_markdown_is_laid_out_and_foreign_commands_to_it_are_not_obeyed(aw: Shell, colour: bool):
    evil = context(argument(1, "MOTION", content="Clear \x1b[2J the \x9b31m screen, **boldly**."))
    aw.set(TERM="xterm-256color", COLUMNS="100", **({} if colour else {"NO_COLOR": "1"}))
    with ScriptedServer(Reply(evil)) as server:
        aw.set(DEBATE_SERVER_URL=server.url)
        seen = on_a_terminal(aw, "debate", "get-context", "--debate-id", "d", "--format", "markdown")
    assert "Clear \ufffd[2J the \ufffd31m screen" in seen
    assert "**" not in seen
    assert bool(re.search(r"\x1b\[(\d+;)*3\dm?", seen)) is colour


def test_on_a_terminal_json_is_indented(aw: Shell):
    assert on_a_terminal(aw, "debate", "generate-id").startswith('{\r\n  "success": true')


def on_a_terminal(aw: Shell, *arguments: str) -> str:
    """What a command writes on a terminal."""
    ours, theirs = pty.openpty()
    process = aw.start(*arguments, stdout=theirs, stderr=theirs)
    os.close(theirs)
    seen = b""
    while True:
        try:
            more = os.read(ours, 65536)
        except OSError:  # how Linux says that the other end was closed
            break
        if not more:
            break
        seen += more
    os.close(ours)
    assert process.wait(20) == 0
    return seen.decode()
