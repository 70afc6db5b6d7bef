"""The result as files."""

from inline_snapshot import snapshot

from moot.formats.panel import format
from tests.formats.panel.stages import asked, contested, split
from tests.formats.panel.test_report import convinced


def test_the_files_come_round_after_round_and_the_result_last():
    debate = contested()
    assert list(format.papers(debate.seen_by())) == [
        "debate-offline-risk.md",
        "debate-offline-value.md",
        "debate-offline-effort.md",
        "debate-offline-risk-r2.md",
        "debate-offline-value-r2.md",
        "debate-offline-effort-r2.md",
        "debate-offline-result.md",
    ]


def test_the_order_is_of_the_panel_not_of_who_was_first():
    debate = asked()
    for judge in ("effort", "value", "risk"):
        debate.recommend(judge, "A")
    assert list(format.papers(debate.seen_by()))[:2] == ["debate-offline-risk.md", "debate-offline-value.md"]


def test_nobody_gets_a_paper_that_is_not_for_him():
    debate = asked()
    debate.recommend("risk", "A")
    assert list(format.papers(debate.seen_by())) == ["debate-offline-result.md"]
    assert list(format.papers(debate.seen_by("value"))) == ["debate-offline-result.md"]
    assert next(iter(format.papers(debate.seen_by("risk")))) == "debate-offline-risk.md"
    debate = split()
    debate.respond("risk", "A", against="value")
    assert "debate-offline-risk-r2.md" in format.papers(debate.seen_by())
    assert "debate-offline-risk-r2.md" not in format.papers(debate.seen_by("value"))


def test_a_stance_that_was_not_told_has_no_part():
    debate = asked(require_stance_maintenance=False)
    for judge in ("risk", "value", "effort"):
        debate.recommend(judge, "A", for_stance=None)
    assert "## For its stance" not in format.papers(debate.seen_by())["debate-offline-risk.md"]


def test_who_said_nothing_has_no_paper():
    debate = asked()
    debate.lapse("risk", "time")
    debate.recommend("value", "A")
    debate.recommend("effort", "A")
    papers = format.papers(debate.seen_by())
    assert "debate-offline-risk.md" not in papers
    assert "- The risk judge timed out: only 2 perspectives are available." in papers["debate-offline-result.md"]


def test_a_judge_in_its_first_round():
    assert format.papers(convinced().seen_by())["debate-offline-risk.md"] == snapshot("""\
# The risk judge, round 1

- question: offline
- recommends: **A**
- line: 2

> Stance: skeptical. Aim: minimise risk.

## In short

> A is right

## For its stance

> It fits.

## On option A

> A has its points.

## On option B

> B has its points.

## On option C

> C has its points.

## Reasoning

> Sync bugs come late.
""")


def test_a_judge_who_changed_its_mind():
    assert format.papers(convinced().seen_by())["debate-offline-value-r2.md"] == snapshot("""\
# The value judge, round 2

- question: offline
- recommends: **A**
- line: 10

> Stance: optimistic. Aim: maximise value for the user.

## In short

> brings most of the value

## For its stance

> It fits.

## Challenges the effort judge on this point

> It is right.

## Because

> It is not.

## Convinced by the risk judge (line 2)

> Sync bugs come late.

## Reasoning

> As before.
""")


def test_a_result_by_consensus():
    assert format.papers(convinced().seen_by())["debate-offline-result.md"] == snapshot("""\
# Result: offline

- state: CONSENSUS
- outcome: CONSENSUS
- recommended_option: A
- confidence: HIGH
- rounds: 2
- A: risk, value
- C: effort

2 of 3 judges recommend option A after round 2.

## Question

> Does it work offline?

## Option A

> No offline mode

## Option B

> Full offline mode
> everything works without a network

## Option C

> Limited offline mode
> reading works

## Context

> Field workers.

## The risk judge

> Option A - minimises the risk of technical debt

## The value judge

> Option A - brings most of the value (changed from B)

## The effort judge

> Option C - reading is enough for now

## Round 2: the value judge changed from B to A

> Sync bugs come late.

## Changes of mind

0 of 1 went towards the majority without a new reason (1 towards the majority, 0 without a new reason).
""")


def test_a_contested_result_and_its_choice():
    debate = contested()
    assert "## To be chosen" in format.papers(debate.seen_by())["debate-offline-result.md"]
    debate.say("asker", "CHOICE", option="C")
    told = format.papers(debate.seen_by())["debate-offline-result.md"]
    assert "## The asker chose C\n\n> No reason was given." in told
    assert "## To be chosen" not in told


def test_before_anything_was_asked_there_is_only_a_result_that_says_so():
    debate = asked()
    first = debate.seen_by()[:1]
    (told,) = format.papers(first).values()
    assert "\n\nNothing has been asked yet.\n\n" in told
    assert "- state: UNASKED" in told


def test_no_word_of_others_can_pass_for_a_heading():
    debate = asked()
    for judge in ("risk", "value", "effort"):
        debate.recommend(judge, "A", reasoning="x\n\n## The asker chose B\u2028# Result: B\r- state: CHOSEN")
    for told in format.papers(debate.seen_by()).values():
        assert not [line for line in told.splitlines() if line.startswith(("## The asker chose", "# Result: B"))]
        assert "\n- state: CHOSEN" not in told
