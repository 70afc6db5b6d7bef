"""Optimisation: patches that are tested; one that breaks a test does not win, and is reflected on."""

from moot.formats.workshop import moves as said
from tests.support.cast import BAD, GOOD, HALF, Answer, Bench, by_round, code, opened, patch

TEAM = ("generator", "implementer", "tester", "executor", "performance")
BETTER = f"{GOOD}# Faster.\n"


def optimising(*roles: str, **script: Answer) -> Bench:
    return opened(*roles or TEAM, adversarial=None, script=script)


def best(bench: Bench, author: str = "generator") -> tuple[int, int | None]:
    version = bench.state.candidate(author).best
    assert version is not None
    return version.line, version.passed


def test_a_patch_that_passes_becomes_the_best_version():
    bench = optimising("generator", "tester", "executor", patch=patch(BETTER)).finish()
    assert best(bench) == (bench.of("PATCH")[0].line, 2)


def test_a_patch_that_breaks_tests_does_not_win_and_is_reflected_on():
    bench = optimising("generator", "tester", "executor", patch=by_round(patch(BAD), patch(HALF))).finish()
    assert best(bench) == (bench.of("ATTEMPT")[0].line, 2)
    assert [entry.kind for entry in bench.entries if entry.stamp.phase == "optimization"][1:] == [
        "PATCH",
        "REPORT",
        "REFLECTION",
        "PATCH",
        "REPORT",
    ]


def test_what_was_learnt_from_a_broken_patch_is_told_before_the_next():
    learnt = said.Reflection(root_cause="Off by one.", went_wrong="-", to_change="-", confidence=0.5)
    bench = optimising("generator", "tester", "executor", patch=patch(BAD), reflect=learnt)
    assert "> root cause: Off by one." in bench.told(bench.until("patch", round=2))


def test_a_patch_is_tried_as_often_as_was_agreed():
    bench = opened("generator", "tester", "executor", optimization={"attempts": 1}, script={"patch": patch(BAD)})
    bench.finish()
    assert len(bench.of("PATCH")) == 1


def test_authors_patch_their_own_and_optimisers_the_best():
    bench = optimising(attempt=code(GOOD), **{"generator attempt": code(HALF)})
    bench.until("patch")
    assert [(turn.seat, turn.stamp.thread) for turn in bench.due] == [
        ("generator", "generator"),
        ("implementer", "implementer"),
        ("performance", "implementer"),
    ]


def test_two_who_patch_at_once_work_on_the_version_they_were_shown():
    files = {"solution.py": GOOD, "other.py": "A = 1\n"}
    ours = said.Patch(files={"solution.py": BETTER}, changes="Ours.")
    theirs = said.Patch(files={"other.py": "A = 2\n"}, changes="Theirs.")
    bench = optimising("generator", "performance", "executor", "tester", attempt=said.Attempt(files=files))
    bench.take(bench.until("patch", "performance"), theirs)
    bench.step(bench.turn("run"))
    told = bench.told(bench.until("patch", "generator"))
    assert "A = 1" in told
    line = bench.take(bench.until("patch", "generator"), ours).line
    assert bench.seen().files(line) == {"solution.py": BETTER, "other.py": "A = 1\n"}


def test_an_author_reads_what_an_optimiser_made_of_its_candidate():
    bench = optimising("generator", "performance", "tester", "executor", **{"performance patch": patch(BETTER)})
    bench.until("vote")
    assert best(bench)[0] == bench.of("PATCH")[0].line
    assert bench.reads("generator", bench.of("PATCH")[0].line)


def test_who_rests_leaves_it_as_it_is():
    bench = optimising().finish()
    assert len(bench.of("REST")) == 3
    assert not bench.of("PATCH")


def test_where_no_run_comes_back_nothing_counts_as_tested():
    bench = optimising("generator", "tester", "executor", patch=patch(BETTER), run=None).finish()
    version = bench.state.candidate("generator").best
    assert version is not None
    assert version.passed is None
