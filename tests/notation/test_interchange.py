"""Every format, walked at random, in every form: graphs are fit, chats are chats, comments ping nobody."""

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.metadata import entry_points
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DataObject

from moot.debate import Entry, Rules, views
from moot.formats.arbitration import format as arbitration
from moot.formats.panel import format as panel
from moot.notation.aif import archived_graph, as_aif
from moot.notation.aif_graph import must_be_fit
from moot.notation.aif_moves import PARTS
from moot.notation.chat import as_chat, read_chat
from moot.notation.comment import LONGEST, as_comment, mark_of
from moot.notation.elsewhere import said_there
from moot.notation.said import withheld
from moot.notation.spoken import spoken
from moot.testing import Transcript
from moot.testing.laws import Guide
from moot.testing.laws.walk import Walk
from moot.testing.laws.walking import walks
from tests.formats.guides import guides
from tests.formats.toys import jury
from tests.notation.test_reading_back import must_be_read_back
from tests.support.thorough import THOROUGH
from tests.web import plays

EVERY = list(guides())
UNHURRIED = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example)
NOTHING: frozenset[int] = frozenset()
MENTION = re.compile(r"@[A-Za-z0-9]|#\d|GH-\d", re.IGNORECASE)


@pytest.mark.parametrize("guide", EVERY, ids=lambda guide: guide.name)
def test_every_walk_in_every_format_can_be_written_in_every_form(guide: Guide):
    @settings(max_examples=40 if THOROUGH else 6, phases=(Phase.generate,), suppress_health_check=UNHURRIED)
    @given(st.data())
    def written(data: DataObject) -> None:
        walk = data.draw(walks(guide, 12))
        for reader in (None, walk.position.seats[0]):
            _must_be_written(walk, reader)

    written()


def _must_be_written(walk: Walk, reader: str | None) -> None:
    seen = views(walk.entries, reader)
    hidden, name = withheld(seen), walk.guide.name
    graph = json.loads(as_aif(name, seen))
    if graph["nodes"] and archived_graph(name, seen) is None:
        must_be_fit(graph)
    if said := said_there(name, seen):
        must_be_read_back("A title", said)
    for row in as_chat(name, "A title", walk.entries, hidden).split("\n")[:-1]:
        messages = json.loads(row)["messages"]
        assert name == "archive" or messages[-1]["role"] == "assistant"
    comment = as_comment("d1", "@ann #1 <b>", {"State": "@bob"}, {"who": "GH-1"}, spoken(seen))
    assert comment.startswith(mark_of("d1"))
    assert len(comment) <= LONGEST
    assert comment.count("<details>") == comment.count("</details>")
    fenced = re.sub(r"(?ms)^> ```.*?^> ```", "", comment)
    assert not MENTION.search(fenced)


def test_every_kind_of_every_format_has_its_part_in_a_graph():
    for point in entry_points(group="moot.formats"):
        rules: Rules[Any] = point.load()
        if point.value.startswith("moot."):
            assert set(PARTS[rules.name]) == set(rules.moves), rules.name


def test_what_is_sealed_is_in_no_form_for_those_who_may_not_read_it():
    debate = Transcript.opened(jury, title="Go?")
    debate.say("asker", "QUESTION", content="Shall we?")
    debate.say("risk", "ANSWER", choice="stop", reason="a secret of risk")
    debate.say("value", "ANSWER", choice="go", reason="a secret of value")

    def everything(reader: str | None) -> str:
        seen = views(debate.entries, reader)
        chat = as_chat("jury", "Go?", debate.entries, withheld(seen))
        return as_aif("jury", seen) + chat + as_comment("d", "Go?", {}, {}, spoken(seen))

    assert "a secret" not in everything(None)
    assert "a secret of risk" in everything("risk")
    assert "a secret of value" not in everything("risk")
    assert "(sealed)" in as_aif("jury", views(debate.entries, None))
    debate.clock.advance(hours=2)
    debate.settle()
    assert "a secret of risk" in everything(None)
    rows = [json.loads(row) for row in as_chat("jury", "Go?", debate.entries, NOTHING).split("\n")[:-1]]
    told = "You hold the seat 'risk'"
    of_risk = next(row["messages"] for row in rows if row["messages"][0]["content"].startswith(told))
    answered = next(place for place, each in enumerate(of_risk) if "a secret of risk" in each["content"])
    assert not any("a secret of value" in each["content"] for each in of_risk[: answered + 1])


def test_ends_of_lines_that_only_some_see_are_words_in_a_chat():
    odd = "one\u2028two\x85three\x0bfour"
    debate = Transcript.opened(jury, title="Go?")
    debate.say("asker", "QUESTION", content=odd)
    debate.say("risk", "ANSWER", choice="stop", reason="Costs.")
    read = read_chat(as_chat("jury", "Go?", debate.entries, NOTHING))
    assert [each.content for each in read if each.speaker == "asker"] == [f"QUESTION\n\n{odd}"]
    assert f"> {odd}\n" in as_comment("d", "T", {}, {}, spoken(views(debate.entries, None)))


def test_an_exported_chat_is_read_back_word_for_word():
    debate = Transcript.opened(jury, title="Go?")
    debate.say("asker", "QUESTION", content="Shall we?")
    text = as_chat("jury", "Go?", debate.entries, NOTHING)
    read = read_chat(text)
    assert [(each.speaker, each.content) for each in read] == [
        ("system", "You hold the seat 'asker' in the debate 'Go?'."),
        ("assistant", "QUESTION\n\nShall we?"),
    ]
    assert as_chat("jury", "Go?", debate.entries, frozenset({1})) == ""


def related(text: str) -> set[tuple[str, str, str]]:
    """What is for and against what in a graph: the scheme, from where, to where."""
    graph = json.loads(text)
    kinds = {node["nodeID"]: node["type"] for node in graph["nodes"]}
    into = [(edge["fromID"], edge["toID"]) for edge in graph["edges"] if kinds[edge["toID"]] in ("RA", "CA")]
    out = {edge["fromID"]: edge["toID"] for edge in graph["edges"]}
    return {(kinds[scheme], one, out[scheme]) for one, scheme in into}


def played(play: plays.Play, rules: Rules[Any]) -> Transcript:
    debate = Transcript.opened(rules, **play.setup)
    for act in (play.first, *play.acts):
        debate.say(act.role, act.type, **act.move)
    return debate


def test_a_claim_is_against_anothers_and_for_ones_own_and_a_ruling_is_for_an_option():
    debate = Transcript.opened(arbitration, title="T", debate_type="general_debate")
    debate.say("proposer", "MOTION", content="Tabs.")
    debate.say("opponent", "CLAIM", content="No.", target=1)
    debate.say("proposer", "CLAIM", content="For they are wide.", target=1)
    debate.say("opponent", "CLAIM", content="Still no.", target=3)
    debate.say("proposer", "APPEAL", content="Which?", target=4, options=["A=Tabs"])
    debate.say("arbitrator", "RULING", content="A.", option="A", close=True)
    assert related(as_aif("arbitration", views(debate.entries, None))) == {
        ("CA", "I2", "I1"),
        ("RA", "I3", "I1"),
        ("CA", "I4", "I3"),
        ("RA", "I6", "I5-A"),
        ("RA", "I6", "I7"),
    }


def test_judges_are_for_options_and_against_each_others_points():
    play = plays.panel().then(
        plays.recommends("risk", "A"),
        plays.recommends("value", "B"),
        plays.recommends("effort", "C"),
        plays.responds("risk", "A", "value"),
    )
    debate = played(play, panel)
    last = debate.entries[-1]
    assert last.kind == "RESPONSE"
    found = related(as_aif("panel", views(debate.entries, "risk")))
    against = {(kind, other) for kind, one, other in found if one.startswith(f"I{last.line}-c")}
    assert against == {("CA", "I3")}
    assert {("RA", "I2", "I1-A"), ("RA", "I3", "I1-B"), ("RA", f"I{last.line}", "I1-A")} <= found


def test_a_review_is_for_a_candidate_only_where_its_verdict_says_so():
    at = datetime(2026, 1, 1, tzinfo=UTC)

    def said(line: int, kind: str, seat: str, **move: Any) -> Entry:
        return Entry(line, at, at, kind, move, seat, answers=None if line == 0 else 0)

    record = [said(0, "PROPOSAL", "author", summary="Mine.", rationale="R")]
    record += [
        said(number, "REVIEW", f"judge-{number}", verdict=verdict, summary=verdict)
        for number, verdict in enumerate(("accept", "revise", "reject"), 1)
    ]
    record.append(said(4, "BALLOT", "judge-1", ranking=["author", "other"], reason="Best."))
    record.append(said(5, "BALLOT", "judge-2", ranking=["nobody"], reason="None."))
    assert related(as_aif("workshop", views(record, None))) == {
        ("RA", "I1", "I0"),
        ("CA", "I2", "I0"),
        ("CA", "I3", "I0"),
        ("RA", "I4", "I0"),
    }


def test_a_post_that_answers_no_line_is_against_what_another_said_last():
    at = datetime(2026, 1, 1, tzinfo=UTC)
    seats = ("ann", "bob", "ann", "bob")
    record = [Entry(n, at, at, "POST", {"content": str(n)}, seat) for n, seat in enumerate(seats)]
    assert related(as_aif("arena", views(record, None))) == {("CA", f"I{n}", f"I{n - 1}") for n in (1, 2, 3)}


def _graph(**more: Any) -> Mapping[str, Any]:
    nodes = [{"nodeID": 1, "text": "A", "type": "I"}, {"nodeID": "2", "text": "B", "type": "I"}]
    return {
        "nodes": [*nodes, {"nodeID": "3", "text": "Attack", "type": "CA"}],
        "edges": [{"edgeID": 1, "fromID": "1", "toID": "3"}, {"edgeID": 2, "fromID": 3, "toID": 2}],
        **more,
    }


@pytest.mark.parametrize(
    ("unfit", "fault"),
    [
        ({"edges": [{"fromID": "1", "toID": "2"}]}, "from claim to claim"),
        ({"edges": [{"fromID": "1", "toID": "1"}]}, "to itself"),
        ({"edges": [{"fromID": "1", "toID": "9"}]}, "'9', which is not there"),
        ({"edges": [{"fromID": "1", "toID": "3"}]}, "does not lead from something to something"),
        ({"edges": []}, "does not lead"),
        ({"edges": "none"}, "not a list of objects"),
        ({"edges": [{"fromID": None, "toID": True}]}, "neither a text nor a whole number"),
        ({"nodes": []}, "no nodes"),
        ({"nodes": [{"nodeID": 1, "text": "A", "type": "I"}] * 2}, "two nodes '1'"),
        ({"nodes": [{"nodeID": 1, "text": None, "type": "I"}]}, "has no text"),
        ({"nodes": [{"nodeID": 1, "text": "A", "type": "Z"}]}, "a type that is none of"),
        ({"locutions": [{"nodeID": 7, "personID": 1}]}, "a locution names the node '7'"),
    ],
)
def test_a_graph_that_leads_nowhere_is_refused(unfit: dict[str, Any], fault: str):
    must_be_fit(_graph())
    with pytest.raises(Exception, match=re.escape(fault)):
        must_be_fit(_graph(**unfit))


def test_a_comment_that_would_be_too_long_is_cut_and_says_so():
    debate = Transcript.opened(jury, title="Go?")
    debate.say("asker", "QUESTION", content="x" * 2000)
    said = spoken(views(debate.entries, None)) * 40
    comment = as_comment("d", "Go?", {}, {"reason": "y" * 3000}, said)
    assert len(comment) <= LONGEST
    assert re.search(r"\d+ more moves did not fit here; read all with `moot export d`", comment)
    assert "y …" in comment


def test_code_in_fences_stays_as_it_is_and_prose_around_it_pings_nobody():
    debate = Transcript.opened(jury, title="Go?")
    code = "```python\n@cache\ndef f(): ...  # 1\n```"
    debate.say("asker", "QUESTION", content=f"Ask @ann about o/r#12.\n\n{code}\n\n</details><!-- moot:debate:x -->")
    comment = as_comment("d", "T", {}, {}, spoken(views(debate.entries, None)))
    assert "> @cache\n" in comment
    assert "@ann" not in comment
    assert "#12" not in comment
    assert comment.count("moot:debate:x -->") == 1
    assert "<!-- moot:debate:x" not in comment
    assert comment.count("</details>") == comment.count("<details>")


def test_a_challenge_of_a_judge_who_has_not_been_heard_is_against_nothing():
    at = datetime(2026, 1, 1, tzinfo=UTC)
    move = {"recommendation": "A", "summary": "S", "challenges": [{"judge": "absent", "point": "p", "counter": "c"}]}
    assert related(as_aif("panel", views([Entry(0, at, at, "RESPONSE", move, "risk")], None))) == set()
