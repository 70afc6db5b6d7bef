"""Critique and review: by others than the author, at lines that exist, against the whole rubric."""

import pytest

from moot.formats.workshop import moves as said
from tests.support.cast import BAD, GOOD, Asked, Bench, Script, code, opened, review

TEAM = ("generator", "implementer", "executor", "tester", "critic", "reviewer", "judge")


def point(path: str = "solution.py", line: int = 1) -> said.Critique:
    return said.Critique(points=(said.Point(path=path, line=line, problem="Bad.", severity="high"),), summary="So.")


@pytest.mark.parametrize(("path", "line", "wrong"), [("solution.py", 3, "no line 3"), ("other.py", 1, "no file")])
def test_a_critique_points_at_lines_that_exist(path: str, line: int, wrong: str):
    bench = opened(*TEAM)
    turn = bench.until("criticise")
    assert wrong in str(bench.refused(turn, point(path, line)))
    assert bench.take(turn, point(line=2)).kind == "CRITIQUE"


def test_nobody_criticises_or_reviews_what_it_wrote_itself():
    bench = opened("ann=author+critic+review", "bob=author+critic+review").finish()
    told = [(entry.seat, entry.stamp.thread) for entry in bench.of("CRITIQUE", "REVIEW")]
    assert told == [("bob", "ann"), ("ann", "bob")] * 2


def test_an_author_reads_what_was_said_of_its_candidate_before_it_patches():
    bench = opened("ann=author+critic", "bob=author+critic", review=None, script={"criticise": point(line=2)})
    told = bench.told(bench.until("patch", "ann"))
    assert "solution.py:2 (high): Bad." in told
    critique = bench.of("CRITIQUE", thread="bob")[0]
    assert bench.reads("bob", critique.line)


@pytest.mark.parametrize("topology", ["mesh", "star", "chain", "tree"])
def test_whoever_judges_reads_the_code_and_the_author_reads_the_judgment_in_every_topology(topology: str):
    script: Script = {"criticise": point(line=2), "attempt": code(BAD, GOOD)}
    bench = opened(*TEAM, "architect", topology=topology, script=script)
    judged = 0
    while not bench.position.ended:
        for turn in bench.due:
            if turn.name in ("criticise", "review"):
                judged += 1
                assert "return sum(xs)" in bench.told(turn)
                assert "not yours to read" not in bench.told(turn)
        bench.step()
    assert judged
    for entry in bench.of("CRITIQUE", "REVIEW"):
        assert bench.reads(str(entry.stamp.thread), entry.line)


def scored(bench: Bench, **scores: float) -> said.Review:
    each = tuple(said.Score(criterion=name, score=score) for name, score in scores.items())
    return said.Review(scores=each, verdict="revise", summary="So.")


def test_a_review_scores_each_criterion_of_the_rubric_once():
    bench = opened(*TEAM)
    turn = bench.until("review")
    short = scored(bench, correctness=1)
    twice = said.Review(scores=(short.scores * 5), verdict="accept", summary="So.")
    for wrong in (short, twice):
        assert "each criterion once" in str(bench.refused(turn, wrong))


def test_scores_are_weighed_as_the_rubric_says():
    rubric = [{"name": "right", "weight": 3, "high": "-"}, {"name": "short", "weight": 1, "high": "-"}]
    bench = opened("generator", "judge", review={"rubric": rubric})
    bench.script["review"] = scored(bench, right=1, short=0.2)
    bench.finish()
    assert bench.state.candidate("generator").scores == (80,)
    assert bench.result["score"] == 8000


def test_a_reviewer_is_told_the_rubric_and_the_critiques():
    bench = opened(*TEAM, script={"criticise": point(line=2)})
    told = bench.told(bench.until("review"))
    assert "- correctness: It does what the task asks" in told
    assert "> solution.py:2 (high): Bad." in told


def test_who_does_not_review_is_missing_and_the_others_go_on():
    bench = opened(*TEAM, script={"judge review": None}).finish()
    assert [entry.seat for entry in bench.of("REVIEW")] == ["reviewer", "reviewer"]
    assert bench.ending == "decided"


def test_the_better_reviewed_of_equally_tested_candidates_is_ranked_first():
    def harsh(asked: Asked) -> said.Review:
        return review(asked, 0.2 if asked.turn.stamp.thread == "generator" else 0.9)

    bench = opened(*TEAM, script={"review": harsh})
    bench.until("patch")
    assert [one.author for one in bench.state.ranked] == ["implementer", "generator"]


def test_a_second_review_replaces_the_first():
    def kinder(asked: Asked) -> said.Review:
        return review(asked, 0.2 if asked.state.rejections == 0 else 0.9)

    bench = opened("generator", "judge", script={"review": kinder}, gates={"after": ["review"]})
    bench.take(bench.until("gate"), said.Rejection(reason="Again.", back_to="review"))
    bench.until("gate")
    assert bench.state.candidate("generator").scores == (90,)
