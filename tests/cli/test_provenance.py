"""`moot audit`, `replay`, `rerun` and `diff`: through a server, from files, and alone on the database."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from moot.notation import Line, genesis, link, read, written
from moot.notation.jsonl import as_jsonl, lines_of, verify_jsonl
from moot.testing.wire import Asked, Reply, WireServer
from tests.cli.matters import alone, asked, question_file, sitting
from tests.cli.shell import Said, Shell
from tests.support.house import ServerProcess
from tests.support.players import JUDGES, calls, convinced, one_by_one, recommending, responding, seat, told
from tests.support.trails import record_in

pytestmark = pytest.mark.timeout(180)

TRANSCRIPTS = Path(__file__).parent.parent / "transcripts"


def for_a(asked: Asked) -> Reply:
    """Whatever judge it is, it comes round to A."""
    if "You are the risk judge" in told(asked):
        return responding("A", "value", "Paper works too.")
    return convinced("A", "risk", "It is the least that can fail.")(asked)


@pytest.fixture
def wire() -> Iterator[WireServer]:
    """Three judges who never agree, and one who is always for A."""
    others = {"risk": ("A", "value"), "value": ("B", "effort"), "effort": ("C", "risk")}
    script = {
        judge: one_by_one(recommending(option), responding(option, other)) for judge, (option, other) in others.items()
    }
    with WireServer({**script, "other": for_a}) as wire:
        yield wire


def moot(aw: Shell, *arguments: str, code: int = 0) -> Said:
    said = aw(*arguments, name="moot")
    assert said.code == code, (said.out, said.err)
    return said


def test_a_debate_is_audited_replayed_rerun_and_compared(aw: Shell, wire: WireServer):
    with ServerProcess.serving(str(aw.home / "served.db")) as server:
        aw.set(DEBATE_SERVER_URL=server.url)
        old = asked(aw, question_file(aw), *sitting(wire)).data["debate_id"]
        trail = audited(aw, old)
        played_again(aw, old)
        last = next(line["seq"] for line in trail["lines"] if line["kind"] == "counted")
        before = calls(wire)
        other = seat(wire, "other")
        said = moot(aw, "rerun", old, "--from", str(last - 1), "--model", other, "--watch")
        new = said.data
        assert (new["state"], new["forked"]["debate_id"]) == ("CONSENSUS", old)
        assert new["forked"]["line"] == last
        assert set(new["players"].values()) == {other}
        assert calls(wire) == {**before, "other": 3}
        assert moot(aw, "verify", new["debate_id"]).data["sound"]
        assert moot(aw, "replay", new["debate_id"]).data["equal"]
        fork = moot(aw, "audit", new["debate_id"]).data
        assert (fork["summary"]["inherited"]["calls"], fork["summary"]["spent"]["calls"]) == (3, 3)
        assert {line["origin"] for line in fork["lines"] if line["origin"]} == {old, new["debate_id"]}
        assert all(line["sound"] for line in fork["lines"] if line["provenance"])
        compared(aw, old, new["debate_id"], last)
        refusals(aw, old)


def audited(aw: Shell, debate: str) -> dict[str, Any]:
    trail = moot(aw, "audit", debate, "--json").data
    summary = trail["summary"]
    assert (summary["verified"]["sound"], summary["spent"]["calls"]) == (True, 6)
    assert [each["seat"] for each in summary["seats"]] == ["asker", *JUDGES]
    risk = summary["seats"][1]
    assert (risk["moves"], risk["lapses"], risk["spent"]["calls"], risk["models"]) == (2, 0, 2, ["risk"])
    spoke = [line for line in trail["lines"] if line["provenance"]]
    assert len(spoke) == 6
    for line in spoke:
        (call,) = line["calls"]
        assert json.loads(call["raw"])
        assert "offline" in json.dumps(call["prompt"])
        assert (line["sound"], line["origin"]) == (True, debate)
    assert verify_jsonl(record_in(trail)).head == trail["debate"]["hash"]

    path = str(aw.home / "audit.html")
    told = moot(aw, "audit", debate, "--html", "-o", path).data
    page = (aw.home / "audit.html").read_text()
    assert told["bytes"] == len(page.encode())
    assert "Verified: all" in page
    assert "<script" not in page
    assert "http-equiv" in page
    assert page.count("<article") == len(trail["lines"]) - 1
    assert moot(aw, "audit", debate, "--out", str(aw.home / "audit.json")).data["as"] == "json"
    assert json.loads((aw.home / "audit.json").read_text()) == trail
    error = moot(aw, "audit", debate, "--html", "-o", str(aw.home / "no" / "where.html"), code=1).error
    assert error["code"] == "INVALID_INPUT"
    assert moot(aw, "audit", debate, "--html", "--json", code=2).error["code"] == "WRONG_USAGE"
    return trail


def played_again(aw: Shell, debate: str) -> None:
    told = moot(aw, "replay", debate).data
    assert (told["equal"], told["format"], told["version"]) == (True, "panel", 1)
    copy = str(aw.home / "old.jsonl")
    moot(aw, "export", debate, "--as", "jsonl", "--out", copy)
    watched = moot(aw, "replay", copy, "--watch", "--speed", "0")
    assert watched.data == {**told, "read_from": copy}
    assert len(watched.err.splitlines()) == told["lines"]
    assert "risk, RESPONSE" in watched.err

    text = (aw.home / "old.jsonl").read_text()
    changed = aw.home / "changed.jsonl"
    changed.write_text(text.replace("least that can fail", "most that can fail", 1))
    assert "its content was changed" in moot(aw, "replay", str(changed), code=1).error["message"]


def compared(aw: Shell, old: str, new: str, last: int) -> None:
    found = moot(aw, "diff", old, new, "--json").data
    assert (found["common"], found["stored_alike"], found["same"]) == (last, last, False)
    assert (found["a"]["ending"], found["b"]["ending"]) == (None, "consensus")
    assert list(found["agreed"]) == ["players"]
    assert found["b"]["forked"]["line"] == last
    assert (found["a_line"]["seq"], found["b_line"]["seq"]) == (last + 1, last + 1)
    assert found["diff"].startswith(f"--- {old}\n+++ {new}\n@@")
    prose = moot(aw, "diff", old, new, "--format", "markdown").out
    assert f"They part after line {last}" in prose
    assert "```diff" in prose
    assert "goes on" in moot(aw, "diff", old, new, "--format", "table").out
    moot(aw, "export", new, "--as", "jsonl", "--out", str(aw.home / "new.jsonl"))
    copies = moot(aw, "diff", str(aw.home / "old.jsonl"), str(aw.home / "new.jsonl")).data
    assert copies == found
    same = moot(aw, "diff", old, str(aw.home / "old.jsonl")).data
    assert (same["same"], same["diff"], same["a_line"]) == (True, "", None)


def refusals(aw: Shell, debate: str) -> None:
    for line, models, why in (
        ("99", ["human"], "no line 99"),
        ("1", ["risk=nobody-here"], "no player 'nobody-here'"),
        ("1", ["wizard=human"], "no seat 'wizard'"),
    ):
        options = [f"--model={model}" for model in models]
        assert why in moot(aw, "rerun", debate, "--from", line, *options, code=1).error["message"]
    assert moot(aw, "rerun", debate, "--from", "1", "--model", "a:b", "--model", "c:d", code=2).error
    assert moot(aw, "replay", str(aw.home / "none.jsonl"), code=1).error["code"] == "INVALID_INPUT"


def test_without_a_server_the_commands_are_their_own_house(aw: Shell, closed_port: int, wire: WireServer):
    alone(aw, closed_port)
    old = asked(aw, question_file(aw), *sitting(wire)).data["debate_id"]
    opened = moot(aw, "rerun", old, "--from", "1", f"--model={seat(wire, 'other')}").data
    assert (opened["repeated"], opened["waiting_for"]) == (False, list(JUDGES))
    assert moot(aw, "replay", old).data["equal"]
    assert moot(aw, "audit", opened["debate_id"], "--field", "summary.forked.debate_id").out.strip() == old


def test_what_cannot_be_replayed_is_refused_with_what_to_do(aw: Shell):
    text = (TRANSCRIPTS / "workshop.jsonl").read_text()
    debate, lines = verify_jsonl(text).debate, lines_of(text)
    sealed = next(line.line for line in lines if read(line).sealed)
    copy = aw.home / "copy.jsonl"

    copy.write_text(as_jsonl(debate, lines, withheld={sealed}))
    error = moot(aw, "replay", str(copy), code=1).error
    assert (error["code"], error["lines"]) == ("SEALED", sealed)
    copy.write_text(as_jsonl(debate, rewritten(debate, lines, "version", 2)))
    error = moot(aw, "replay", str(copy), code=1).error
    assert (error["code"], error["format"]) == ("NEWER_RULES", "workshop")
    copy.write_text(as_jsonl(debate, rewritten(debate, lines, "format", "whist")))
    assert "'whist' is not installed" in moot(aw, "replay", str(copy), code=1).error["message"]
    copy.write_text(as_jsonl(debate, lines[:-1]))
    error = moot(aw, "replay", str(copy), code=1).error
    assert (error["code"], error["fault_line"]) == ("NOT_EQUAL", len(lines) - 1)
    assert "the house writes 'closed'" in error["message"]
    for cut, why in (("", "cut short"), ("{}\n", "does not name a debate"), (text[:-50], "cut short")):
        copy.write_text(cut)
        assert why in moot(aw, "replay", str(copy), code=1).error["message"]


def rewritten(debate: str, lines: Sequence[Line], name: str, value: str | int) -> list[Line]:
    """A record whose opening says something else, chained anew."""
    opened = read(lines[0])
    chained = [written(replace(opened, move={**opened.move, name: value}), genesis(debate))]
    for line in lines[1:]:
        chained.append(replace(line, hash=link(chained[-1].hash, line.head)))
    return chained
