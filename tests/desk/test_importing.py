"""Debates brought in from elsewhere: records as they are, chats and graphs as archives, hostile files not at all."""

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from hashlib import sha256
from typing import Any, cast, get_args
from uuid import uuid4

import pytest

from moot.debate import (
    ContentTooLarge,
    DebateExists,
    Forbidden,
    InvalidInput,
    NewerRules,
    UnsoundRecord,
)
from moot.desk import OWNER, VISITOR, Caller
from moot.desk import importing as importing_room
from moot.desk.exports import Form
from moot.engine import Answer, CallKey, digest, turn_label
from moot.notation import Line, canonical, genesis, link, read, written
from moot.notation.jsonl import as_jsonl, lines_of
from moot.notation.strict_yaml import strict_yaml
from tests.support.house import Inside, Table, inside
from tests.support.ring import TOPIC
from tests.web import plays
from tests.web.playing import put_on

CHAT = [
    {
        "messages": [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "name": "Ann Lee", "content": "Tabs?\n\n> no"},
            {"role": "assistant", "content": None, "tool_calls": [{"id": "1", "type": "function", "x": {"n": None}}]},
            {
                "role": "tool",
                "tool_call_id": "1",
                "content": [{"type": "text", "text": "42"}, {"type": "image"}, 7],
            },
            {"role": "assistant"},
            {"role": "developer", "content": {"odd": True}},
        ],
        "tools": [{"type": "function"}],
    },
    {"messages": [{"role": "user", "content": ""}, {"role": "assistant", "name": "ann lee", "content": "Yes."}]},
]
GRAPH = {
    "nodes": [
        {"nodeID": "1", "text": "Ann: Tabs are better", "type": "L", "timestamp": "2026-01-01 00:00:00"},
        {"nodeID": "2", "text": "Tabs are better", "type": "I"},
        {"nodeID": "3", "text": "Asserting", "type": "YA"},
        {"nodeID": 4, "text": "Bob : No", "type": "L"},
        {"nodeID": 5, "text": "No", "type": "I"},
        {"nodeID": 6, "text": "Default Conflict", "type": "CA", "schemeID": "71"},
        {"nodeID": 7, "text": "Asserting", "type": "YA"},
    ],
    "edges": [
        {"edgeID": "1", "fromID": "1", "toID": "3"},
        {"edgeID": "2", "fromID": "3", "toID": "2"},
        {"edgeID": "3", "fromID": "4", "toID": "7"},
        {"edgeID": "4", "fromID": "7", "toID": "5"},
        {"edgeID": "5", "fromID": "5", "toID": "6"},
        {"edgeID": "6", "fromID": "6", "toID": "2"},
    ],
    "participants": [{"participantID": "9", "firstname": "Ann", "surname": ""}],
    "locutions": [{"nodeID": "1", "personID": "9", "timestamp": "2026-01-01"}],
    "somebody's own": [1, 2.5, None],
}


@pytest.fixture(scope="module")
async def here() -> AsyncIterator[Inside]:
    async with inside() as house:
        yield house


@pytest.fixture(scope="module")
async def there() -> AsyncIterator[Inside]:
    async with inside() as house:
        yield house


async def argued(house: Inside) -> Table:
    table = await Table(house.http, str(uuid4())).opened()
    await table.claim("opponent")
    await table.resolve(about=2)
    await table.rule(close=True)
    return table


async def record_of(house: Inside, debate: str) -> str:
    return (await house.desk.export(OWNER, debate, as_="jsonl")).text


def rows_of(chat: str) -> list[Any]:
    return [json.loads(row) for row in chat.split("\n")[:-1]]


async def test_a_record_comes_in_under_its_id_byte_for_byte_and_only_once(here: Inside, there: Inside):
    table = await argued(there)
    text = await record_of(there, table.debate)
    told = await here.desk.import_debate(OWNER, text=text, name="debate.jsonl")
    assert (told.debate_id, told.form, told.format, told.state, told.repeated) == (
        table.debate,
        "record",
        "arbitration",
        "CLOSED",
        False,
    )
    assert told.sha256 == sha256(text.encode()).hexdigest()
    assert await record_of(here, table.debate) == text
    assert (await here.desk.verify(OWNER, table.debate)).sound
    again = await here.desk.import_debate(OWNER, text=text)
    assert (again.repeated, again.hash) == (True, told.hash)
    found = await here.desk.debates(OWNER, q="queue")
    assert table.debate in [debate.id for debate in found.debates]
    # Where it came from, it is the same record: nothing to do.
    assert (await there.desk.import_debate(OWNER, text=text)).repeated


async def test_an_open_debate_of_people_goes_on_here(here: Inside, there: Inside):
    table = await Table(there.http, str(uuid4())).opened()
    await here.desk.import_debate(OWNER, text=await record_of(there, table.debate))
    moved = Table(here.http, table.debate)
    assert (await moved.claim("opponent")).is_success
    # There it went on otherwise: neither record may take the place of the other.
    await table.claim("opponent", "Otherwise.")
    with pytest.raises(DebateExists):
        await here.desk.import_debate(OWNER, text=await record_of(there, table.debate))
    assert (await here.desk.verify(OWNER, table.debate)).imported_at is not None


async def test_the_calls_of_a_record_stay_where_it_was_written_and_verifying_says_so(here: Inside, there: Inside):
    debate = await put_on(there.http, plays.panel())
    lines = list(await there.store.lines(debate))
    # As if a model had spoken: the line carries the digest of its calls, which are in the ledger there.
    entry = read(lines[1])
    answer = Answer("{}", "model", {"messages": []}, None, {})
    kept = await there.store.ledger.keep(CallKey(debate, turn_label(entry)), answer, entry.at)
    head = json.loads(lines[1].head) | {"provenance": digest([kept])}
    spoken_line = canonical(head)
    before = lines[0].hash
    rest = [Line(1, spoken_line, lines[1].body, link(before, spoken_line), lines[1].request)]
    for line in lines[2:]:
        rest.append(Line(line.line, line.head, line.body, link(rest[-1].hash, line.head), line.request))
    text = as_jsonl(debate, [lines[0], *rest])
    told = await here.desk.import_debate(OWNER, text=text)
    found = await here.desk.verify(OWNER, told.debate_id)
    assert (found.sound, found.imported_at is not None) == (True, True)
    # Nobody says of them that they were changed or lost: they were never here.
    audited = (await here.desk.audit(OWNER, told.debate_id)).lines[1]
    assert (audited.calls_away, audited.sound, audited.calls) == (True, None, ())
    traced = await here.desk.provenance(OWNER, told.debate_id, audited.id)
    assert (traced.calls_away, traced.sound) == (True, None)
    page = (await here.desk.audit_page(OWNER, told.debate_id)).text
    assert "calls not brought in" in page
    assert "brought in from another house at" in page
    assert "changed or lost" not in page
    # A fork of it shares those lines, and their calls are not here either.
    fork = await here.desk.rerun(OWNER, told.debate_id, line=1, seats={"risk": "human"})
    shared = await here.desk.verify(OWNER, fork.debate_id)
    assert (shared.sound, shared.imported_at) == (True, found.imported_at)
    # Where they are, they are compared, whether the record was brought in or not.
    await here.store.ledger.keep(CallKey(debate, turn_label(entry)), replace(answer, raw="{ }"), entry.at)
    assert (await here.desk.verify(OWNER, debate)).fault == "the calls that it came from were changed or lost"


async def test_a_chat_log_becomes_an_archive_and_comes_out_as_it_was(here: Inside):
    text = "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in CHAT)
    told = await here.desk.import_debate(OWNER, text=text, name="chat.jsonl")
    assert (told.form, told.format, told.state, told.title) == ("chat", "archive", "IMPORTED", "chat.jsonl")
    assert rows_of((await here.desk.export(OWNER, told.debate_id, as_="openai")).text) == CHAT
    context = await here.desk.context(OWNER, told.debate_id, argument_limit=None)
    assert [each.role for each in context.arguments] == [
        "system",
        "ann-lee",
        "assistant",
        "tool",
        "assistant",
        "developer",
        "user",
        "ann-lee-2",
    ]
    assert context.arguments[3].content == "42\n\n[image]\n\n[part]"
    assert context.arguments[5].content == '{"odd": true}'
    assert (await here.desk.verify(OWNER, told.debate_id)).sound
    assert (await here.desk.import_debate(OWNER, text=text, name="another name")).repeated
    result = await here.desk.result(OWNER, told.debate_id)
    assert result.result["source"]["sha256"] == sha256(text.encode()).hexdigest()


@pytest.mark.parametrize("shape", [CHAT[1], [CHAT[1]], CHAT[1]["messages"]])
async def test_a_chat_log_may_be_one_object_a_list_or_bare_messages(here: Inside, shape: Any):
    told = await here.desk.import_debate(OWNER, text=json.dumps(shape))
    assert rows_of((await here.desk.export(OWNER, told.debate_id, as_="openai")).text) == [CHAT[1]]
    assert told.title == "Yes."


async def test_what_was_exported_as_chat_comes_back_as_chat(here: Inside):
    table = await argued(here)
    chat = (await here.desk.export(OWNER, table.debate, as_="openai")).text
    told = await here.desk.import_debate(OWNER, text=chat)
    assert (await here.desk.export(OWNER, told.debate_id, as_="openai")).text == chat
    assert len(rows_of(chat)) == 3


@pytest.mark.parametrize("wrapped", [False, True])
async def test_a_graph_becomes_an_archive_and_comes_out_as_it_was(here: Inside, wrapped: bool):
    text = json.dumps({"AIF": GRAPH, "text": "and more"} if wrapped else GRAPH)
    told = await here.desk.import_debate(OWNER, text=text)
    assert json.loads((await here.desk.export(OWNER, told.debate_id, as_="aif")).text) == GRAPH
    context = await here.desk.context(OWNER, told.debate_id, argument_limit=None)
    said = [(each.role, each.content) for each in context.arguments if each.type == "SAID"]
    assert said == [("ann", "Tabs are better"), ("bob", "No")]


async def test_what_was_exported_as_a_graph_keeps_its_graph_through_an_import(here: Inside):
    debate = await put_on(here.http, plays.panel().then(plays.recommends("risk", "A")))
    graph = (await here.desk.export(OWNER, debate, as_="aif")).text
    told = await here.desk.import_debate(OWNER, text=graph)
    assert (await here.desk.export(OWNER, told.debate_id, as_="aif")).text == graph


async def test_a_graph_in_which_nobody_speaks_is_read_claim_by_claim(here: Inside):
    nodes = [{"nodeID": "1", "text": "A", "type": "I"}, {"nodeID": "2", "text": "   ", "type": "L"}]
    names = [{"nodeID": "3", "text": "importer : I am not.", "type": "L"}]
    told = await here.desk.import_debate(OWNER, text=json.dumps({"nodes": names, "edges": []}))
    context = await here.desk.context(OWNER, told.debate_id)
    assert [each.role for each in context.arguments] == ["importer", "importer-of-the-file"]
    told = await here.desk.import_debate(OWNER, text=json.dumps({"nodes": nodes[:1], "edges": []}))
    context = await here.desk.context(OWNER, told.debate_id)
    assert [(each.role, each.content) for each in context.arguments if each.type == "SAID"] == [("text", "A")]
    told = await here.desk.import_debate(OWNER, text=json.dumps({"nodes": nodes[1:], "edges": []}))
    assert told.title == "An archive"


@pytest.mark.parametrize("as_", get_args(Form))
async def test_an_archive_is_exported_in_every_form_too(here: Inside, as_: Form):
    told = await here.desk.import_debate(OWNER, text=json.dumps(CHAT[1]))
    assert (await here.desk.export(OWNER, told.debate_id, as_=as_)).text.strip()


RECORDS: tuple[Form, ...] = ("jsonl", "json", "yaml")
WORDS: tuple[Form, ...] = ("markdown", "html", "pr-comment")


def edited(text: str) -> dict[str, str]:
    """The same file as other programs leave it behind."""
    return {"as it was": text, "a mark before it": f"\ufeff{text}", "other ends of lines": text.replace("\n", "\r\n")}


async def test_every_copy_that_has_the_record_in_it_is_that_record_again(here: Inside, there: Inside):
    table = await argued(there)
    record = await record_of(there, table.debate)
    repeated = False
    for as_ in RECORDS:
        for what, text in edited((await there.desk.export(OWNER, table.debate, as_=as_)).text).items():
            told = await here.desk.import_debate(OWNER, text=text)
            assert (told.debate_id, told.form, told.repeated) == (table.debate, "record", repeated), (as_, what)
            repeated = True
    assert await record_of(here, table.debate) == record
    assert (await here.desk.verify(OWNER, table.debate)).sound
    # And a word changed in it is found, as in the record itself.
    for as_ in RECORDS:
        text = (await there.desk.export(OWNER, table.debate, as_=as_)).text
        with pytest.raises(UnsoundRecord):
            await here.desk.import_debate(OWNER, text=text.replace("We agree.", "We disagree."))


async def test_a_copy_that_has_only_the_words_becomes_an_archive_that_says_so(here: Inside, there: Inside):
    table = await argued(there)
    for as_ in WORDS:
        text = (await there.desk.export(OWNER, table.debate, as_=as_)).text
        told = await here.desk.import_debate(OWNER, text=text, name="debate.txt")
        for what, file in edited(text).items():
            told = await here.desk.import_debate(OWNER, text=file, name="debate.txt")
            assert (told.form, told.format, told.state) == (as_, "archive", "IMPORTED"), what
            assert told.debate_id != table.debate
            context = await here.desk.context(OWNER, told.debate_id, argument_limit=None)
            seats = ["proposer", "opponent", "proposer", "arbitrator"]
            assert [each.role for each in context.arguments][:4] == seats, (as_, what)
            assert [each.move["there"]["kind"] for each in context.arguments if each.move][:2] == ["MOTION", "CLAIM"]
            assert "We agree." in str(context.arguments[2].content)
        found = await here.desk.result(OWNER, told.debate_id)
        # What it says of itself is kept as its own words.
        assert table.debate in found.result["source"]["facts"].values()
        assert (await here.desk.verify(OWNER, told.debate_id)).sound
        minutes = (await here.desk.export(OWNER, told.debate_id, as_="markdown")).text
        assert "- Held elsewhere: brought in from debate.txt" in minutes
        assert "- Format: archive" in minutes
        for form in get_args(Form):
            assert "We agree." in (await here.desk.export(OWNER, told.debate_id, as_=form)).text, (as_, form)
        # Out and in again: the same lines, of the same debate, said by the same.
        again = await here.desk.import_debate(OWNER, text=minutes)
        assert again.lines == told.lines
        assert "## 3. RESOLUTION · proposer" in (await here.desk.export(OWNER, again.debate_id, as_="markdown")).text


@pytest.mark.parametrize("as_", ["json", "yaml"])
async def test_a_copy_with_sealed_lines_has_no_record_in_it_and_is_archived(here: Inside, there: Inside, as_: Form):
    debate = await put_on(there.http, plays.panel().then(plays.recommends("risk", "A")))
    text = (await there.desk.export(OWNER, debate, as_=as_)).text
    assert set(cast("dict[str, Any]", strict_yaml(text))) == {"debate", "arguments"}
    told = await here.desk.import_debate(OWNER, text=text)
    assert (told.form, told.format) == (as_, "archive")
    context = await here.desk.context(OWNER, told.debate_id, argument_limit=None)
    asked, sealed = context.arguments
    assert asked.content == plays.panel().first.move["question"]
    assert sealed.move is not None
    assert sealed.move["there"]["sealed"] is True
    assert (sealed.role, sealed.move["there"]["about"], sealed.content) == ("risk", 1, "")


@pytest.mark.parametrize(
    ("hostile", "fault"),
    [
        ("", "no file that can be brought in"),
        ("just words", "no file that can be brought in"),
        ("a: &a [*a, *a]\nb: &b [*a, *a]", "no file that can be brought in"),
        ("debate: &a [x]\narguments: [*a, *a]", "has an anchor"),
        ("debate: " + "[" * 50_000, "nested deeper"),
        ("debate:\narguments: []", "no `debate` with its `arguments`"),
        ("debate: {}\narguments: []", "nothing in it that somebody said"),
        ("debate: {}\narguments: [{seq: true}]", "Argument 1 does not say who said what"),
        ("debate: {}\nrecord: {}", "not a list of its rows"),
        ('{"debate": {}, "arguments": [7]}', "Argument 1 does not say who said what"),
        ("debate_result:\n  consensus: true", "what came of a debate, and not what was said"),
        ("%PDF-1.7", "A PDF is for reading"),
        ("# A README\n\nBuy this.", "nobody said it"),
        ("# T\n\n## 1. CLAIM · a\n\n> " + "x" * 300_000, "at most 262144"),
        ("# T\n" + "".join(f"\n## {n}. CLAIM · a{n}\n" for n in range(101)), "101 speakers"),
        ("# T\n\n## 1. CLAIM · a\n\n> nul \x00", "NUL"),
        ("<!doctype html><main><h1>T</h1><script>alert(1)</script></main>", "nothing in it that somebody said"),
        ("<!doctype html>" + "<div>" * 50_000, "nested deeper"),
        ("<!-- moot:debate:x -->\n### T\n", "none that Moot has written"),
        ("[" * 50_000, "nested deeper"),
        ('{"messages": [' * 20_000, "nested deeper"),
        ('{"messages": [], "messages": []}', "given twice"),
        ('{"messages": []}', "has no messages"),
        ("[]", "has no messages"),
        ('[1, {"role": "user"}]', "Conversation 1 of the chat log has no messages"),
        ('{"messages": [{"role": "user", "content": "a"}]}\n{"rows": 1}', "Conversation 2"),
        ('{"messages": [{"role": "user", "content": "a"}]}\n{"mess', "row 2 of the chat log is not fit JSON"),
        ('{"messages": [{"role": "king", "content": "a"}]}', "no role that is known"),
        ('{"messages": ["words"]}', "no role that is known"),
        ('{"messages": 7}', "has no messages"),
        ('{"nodes": [], "edges": []}', "has no nodes"),
        ('{"AIF": [1]}', "not an object"),
        ('{"some": "thing"}', "none that can be brought in"),
        ('{"messages": [{"role": "user", "content": "' + "x" * 300_000 + '"}]}', "at most 262144"),
        (json.dumps([{"role": "user", "name": f"n{number}"} for number in range(101)]), "101 speakers"),
        ('{"messages": [{"role": "user", "content": "\\u0000"}]}', "NUL"),
    ],
)
async def test_a_hostile_file_is_refused_and_leaves_nothing_behind(here: Inside, hostile: str, fault: str):
    before = await here.desk.count(OWNER)
    with pytest.raises(InvalidInput, match=fault):
        await here.desk.import_debate(OWNER, text=hostile, name="hostile.json")
    assert await here.desk.count(OWNER) == before


async def test_a_file_that_is_too_large_is_refused(here: Inside, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(importing_room, "LARGEST", 10)
    with pytest.raises(ContentTooLarge):
        await here.desk.import_debate(OWNER, text="x" * 11)


def rewritten(text: str, line: int, debate: str | None = None, **move: Any) -> str:
    """The record with something else said at a line, and every hash made to fit: only the rules can tell."""
    name = json.loads(text.split("\n")[0])["debate"] if debate is None else debate
    lines: list[Line] = []
    before = genesis(name)
    for each in lines_of(text):
        entry = read(each)
        if entry.line == line:
            object.__setattr__(entry, "move", {**entry.move, **move})
        lines.append(written(entry, before))
        before = lines[-1].hash
    return as_jsonl(name, lines)


def _cut(text: str, keep: int) -> str:
    name = json.loads(text.split("\n")[0])["debate"]
    return as_jsonl(name, lines_of(text)[:keep])


async def test_a_record_that_its_rules_would_not_have_written_is_refused_with_its_line(here: Inside, there: Inside):
    text = await record_of(there, (await argued(there)).debate)
    first, *rest = [f"{line}\n" for line in text.split("\n")[:-1]]
    other = str(uuid4())
    unsound: dict[str, tuple[str, int]] = {
        "a byte changed": (text.replace("We agree.", "We disagree."), 3),
        "a line lost": (first + "".join(rest[:1] + rest[2:]), 1),
        "its head cut": (text[:-10], 5),
        "the end forged": (rewritten(text, 5, ending="closed_by_nobody"), 5),
        "a claim about nothing": (rewritten(text, 2, target=9), 2),
        "cut within an append": (_cut(text, 5), 4),
        "cut to its opening": (_cut(text, 1), 0),
        "cut to nothing": (_cut(text, 0), 0),
        "another format": (rewritten(text, 0, format="chess"), 0),
        "a set-up that is none": (rewritten(text, 0, setup={"title": ""}), 0),
        "no debate": ('{"form":"moot/1"}\n', -1),
    }
    for what, (record, line) in unsound.items():
        with pytest.raises(UnsoundRecord) as refused:
            await here.desk.import_debate(OWNER, text=record)
        assert refused.value.fields["line"] == line, what
        assert "Nothing was kept" in str(refused.value.suggestion)
    with pytest.raises(NewerRules):
        await here.desk.import_debate(OWNER, text=rewritten(text, 0, version=99))
    with pytest.raises(InvalidInput, match="no UUID"):
        await here.desk.import_debate(OWNER, text=rewritten(text, -1, debate="not-a-uuid"))
    assert (await here.desk.import_debate(OWNER, text=rewritten(text, -1, debate=other))).debate_id == other


async def test_a_request_id_that_stands_twice_in_a_record_is_refused(here: Inside, there: Inside):
    text = await record_of(there, (await argued(there)).debate)
    name: str = json.loads(text.split("\n")[0])["debate"]
    lines: list[Line] = []
    before = genesis(name)
    for each in lines_of(text):
        entry = read(each)
        if entry.line in (1, 2):
            object.__setattr__(entry, "request", "the same")
        lines.append(written(entry, before))
        before = lines[-1].hash
    with pytest.raises(UnsoundRecord, match="request id of an earlier line"):
        await here.desk.import_debate(OWNER, text=as_jsonl(name, lines))


async def test_sealed_lines_that_did_not_come_along_make_a_copy_unfit(here: Inside, there: Inside):
    debate = await put_on(there.http, plays.panel().then(plays.recommends("risk", "A")))
    with pytest.raises(UnsoundRecord, match="came without its content"):
        await here.desk.import_debate(OWNER, text=await record_of(there, debate))


async def test_what_would_count_be_called_on_or_be_worked_on_here_is_refused(here: Inside, there: Inside):
    called = {"setup": {"title": "T", "debate_type": "general_debate", "players": {"opponent": "embedded"}}}
    opening: dict[str, Any] = {
        "role": "proposer",
        "type": "MOTION",
        "move": {"content": "M"},
        "debate_id": str(uuid4()),
        **called,
    }
    await there.desk.open_debate(OWNER, format="arbitration", **opening)
    with pytest.raises(InvalidInput, match="would go on calling on its players"):
        await here.desk.import_debate(OWNER, text=await record_of(there, opening["debate_id"]))
    made = await there.desk.register(OWNER, handle="ann", name="Ann")
    member = (await there.store.roll.among([made.agent.id]))[made.agent.id]
    card = await there.desk.propose(Caller(member=member), topic=TOPIC)
    with pytest.raises(InvalidInput, match="belong to the members and the standings"):
        await here.desk.import_debate(OWNER, text=await record_of(there, card.id))
    workshop: dict[str, Any] = {"task": "Add.", "player": "human", "seats": {"executor": "human"}}
    receipt = await there.desk.open_workshop(OWNER, **workshop)
    repo = {"path": "/nowhere", "commit": "0" * 40}
    text = await record_of(there, receipt.debate_id)
    setup = cast("dict[str, Any]", read(lines_of(text)[0]).move["setup"])
    with pytest.raises(InvalidInput, match="works on a git repository"):
        await here.desk.import_debate(OWNER, text=rewritten(text, 0, setup={**setup, "repo": repo}))


async def test_only_the_owner_brings_anything_in_and_nobody_opens_an_archive_by_hand(here: Inside):
    for caller in (VISITOR, Caller(str(uuid4()), "user")):
        with pytest.raises(Forbidden):
            await here.desk.import_debate(caller, text=json.dumps(CHAT[1]))
    with pytest.raises(InvalidInput, match="made from a file"):
        await here.desk.open_debate(OWNER, format="archive", setup={}, role="user", type="SAID", move={})


async def test_an_archive_whose_name_another_debate_has_is_refused(here: Inside):
    text = json.dumps({"messages": [{"role": "user", "content": "Whose name is it?"}]})
    told = await here.desk.import_debate(OWNER, text=text)
    async with inside() as elsewhere:
        table = await Table(elsewhere.http, told.debate_id).opened()
        with pytest.raises(DebateExists):
            await elsewhere.desk.import_debate(OWNER, text=text)
        assert await table.sound()
