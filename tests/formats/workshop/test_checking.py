"""Checks at hook points: when they are dealt, who is told what was found, and that they decide nothing."""

import json
from typing import Any

import pytest
from pydantic import ValidationError

from moot.debate import views
from moot.formats.workshop import HOOKS, Finding, Findings, ToolRun, Workshop, reported, versions
from moot.formats.workshop import format as workshop
from moot.formats.workshop import moves as said
from tests.support.cast import BAD, GOOD, NONE, STURDY, Bench, attack, by_round, cast_of, code, opened, patch

TEAM = ("generator", "implementer", "tester", "executor", "critic", "reviewer", "red_team", "judge")
SHOUTED = Finding(
    tool="lint", code="F821", severity="error", path="solution.py", line=2, column=5, message="Undefined name"
)
FOUND = Findings(
    tools=(
        ToolRun(name="lint", version="1.2", outcome="found", seconds=0.1),
        ToolRun(name="scan", outcome="absent", why="it is not installed"),
    ),
    findings=(SHOUTED,),
    metrics={"complexity_max": 3.0},
    backend="pretended",
)


def checked(*after: str, **more: Any) -> Bench:
    """A workshop whose versions are checked after these phases."""
    script = {"check": FOUND, **more.pop("script", {})}
    return opened(*more.pop("team", TEAM), script=script, checks={"after": after or HOOKS}, **more)


def places(bench: Bench) -> list[tuple[str | None, str | None]]:
    """After which phase whose candidate was checked."""
    return [(entry.stamp.phase, entry.stamp.thread) for entry in bench.of("FINDINGS")]


def test_nothing_is_checked_unless_it_is_asked_for():
    assert not opened(*TEAM).finish().of("FINDINGS")


def test_each_candidate_is_checked_by_who_runs_code_when_the_work_of_a_phase_is_done():
    bench = checked("proposal")
    turn = bench.until("check")
    assert (turn.seat, turn.kinds, turn.stamp.phase) == ("executor", ("FINDINGS",), "proposal")
    assert not bench.of("CRITIQUE")
    assert [turn.stamp.thread for turn in bench.due] == ["generator", "implementer"]
    bench.finish()
    assert places(bench) == [("proposal", "generator"), ("proposal", "implementer")]


def test_a_version_that_was_checked_is_not_checked_again_and_a_new_one_is():
    bench = checked(script={"generator patch": patch(STURDY)}).finish()
    assert places(bench) == [("proposal", "generator"), ("proposal", "implementer"), ("optimization", "generator")]


@pytest.mark.parametrize("winner", ["generator", "implementer"])
def test_after_the_vote_the_winner_is_checked_before_the_workshop_closes(winner: str):
    ranking = sorted(["generator", "implementer"], key=lambda name: name != winner)
    vote = said.Ballot(ranking=tuple(ranking), confidence=1, reason="By what was run.")
    bench = checked("convergence", script={"vote": vote})
    turn = bench.until("check")
    assert (turn.stamp.thread, bench.of("closed"), len(bench.of("tallied"))) == (winner, [], 1)
    bench.finish()
    assert bench.ending == "decided"
    assert places(bench) == [("convergence", winner)]


def test_without_a_winner_all_that_stand_are_checked():
    vote = said.Abstention(reason="Neither.")
    bench = checked("convergence", script={"vote": vote}).finish()
    assert bench.ending == "contested"
    assert [thread for _, thread in places(bench)] == ["generator", "implementer"]


def test_several_runners_share_the_candidates():
    bench = checked("proposal", team=(*TEAM, "executor"))
    bench.until("check")
    assert {turn.seat for turn in bench.due} == {"executor", "executor-2"}


def test_the_job_names_the_files_what_to_run_and_the_limits():
    repo = {"path": "/srv/repo", "commit": "a" * 40}
    checks = {"after": ["proposal"], "run": ["ruff", "security"], "timeout": 7, "memory": 256}
    bench = opened(*TEAM, checks=checks, repo=repo)
    brief = bench.brief(bench.until("check"))
    assert json.loads(brief.asks[0].task) == {
        "job": "checks",
        "files": {"solution.py": GOOD},
        "repo": repo,
        "run": ["ruff", "security"],
        "timeout": 7,
        "memory": 256,
    }
    assert brief.tools == ()


def test_those_who_read_a_version_are_told_what_was_found_in_it_with_file_and_line():
    bench = checked()
    told = bench.told(bench.until("criticise"))
    line = bench.of("FINDINGS")[0].line
    for words in (
        f"(line {line}):\n> lint 1.2: found",
        "> scan: absent: it is not installed",
        "> solution.py:2:5: error F821 (lint): Undefined name",
        "> complexity_max 3",
    ):
        assert words in told
    for name in ("review", "patch", "attack", "vote"):
        assert "error F821 (lint)" in bench.told(bench.until(name)), name


def test_who_reads_a_version_that_nobody_checked_is_told_what_was_found_in_the_one_it_was_made_from():
    bench = checked(
        "proposal", script={"attack": by_round(attack(NONE), said.Attack(claim="-")), "patch": patch(STURDY)}
    )
    told = bench.told(bench.until("vote"))
    assert "which this was made from (line" in told


def test_an_author_who_is_sent_back_is_told_what_was_found():
    bench = checked(
        "proposal",
        gates={"after": ["proposal"]},
        script={"gate": by_round(said.Rejection(reason="No.", back_to="self_evolvement"), said.Approval())},
    )
    bench.until("gate")
    bench.step()
    assert "error F821" in bench.told(bench.until("attempt"))


def test_checks_come_before_the_gate_and_again_when_the_phase_is_held_again():
    bench = checked("proposal", gates={"after": ["proposal"]}, script={"attempt": code(BAD, GOOD)})
    bench.until("gate")
    assert len(bench.of("FINDINGS")) == 2
    bench.script["gate"] = said.Rejection(reason="No.", back_to="self_evolvement")
    bench.step()
    bench.script["gate"] = said.Approval()
    bench.until("check")
    assert bench.of("phase_began")[-1].move["phase"] == "proposal"


def test_of_many_findings_the_first_are_told_and_how_many_more_there_are():
    many = FOUND.model_copy(update={"findings": (SHOUTED,) * 50, "left_off": 7})
    bench = checked(script={"check": many})
    assert "> and 17 more" in bench.told(bench.until("criticise"))


def test_a_check_that_lapses_puts_nobody_out_and_the_workshop_goes_on():
    bench = checked(script={"check": None}).finish()
    assert (bench.ending, bench.state.out) == ("decided", ())
    told = reported(views(bench.entries, None))
    assert {each["lapsed"] for each in told["checks"]} == {"failed"}
    assert "- not checked: failed" in workshop.papers(views(bench.entries, None))["workshop.md"]
    # What was not checked is tried again at the next hook.
    assert [each["phase"] for each in told["checks"]] == ["proposal"] * 2 + ["optimization"] * 2 + [
        "adversarial",
        "adversarial",
        "convergence",
    ]


def test_where_who_runs_code_is_out_nothing_is_checked():
    bench = checked(script={"run": None, "try": None}).finish()
    assert bench.state.out == ("executor",)
    assert not [entry for entry in bench.entries if entry.turn == "check"]


def test_what_is_found_decides_nothing():
    plain = opened(*TEAM).finish()
    bench = checked().finish()
    names = ("winner", "passed", "total", "best_tested", "candidates")
    assert [bench.result[name] for name in names] == [plain.result[name] for name in names]


def test_a_version_tells_what_was_found_in_it():
    bench = checked("proposal", script={"generator patch": patch(STURDY)}).finish()
    first, _, third = versions(bench.seen())
    line = bench.of("FINDINGS")[0].line
    assert (first["checks"]["line"], first["checks"]["phase"]) == (line, "proposal")
    assert [first["checks"][grade] for grade in ("error", "warning", "info")] == [1, 0, 0]
    assert first["checks"]["findings"][0]["message"] == "Undefined name"
    assert third["checks"] is None


def test_the_report_and_its_page_tell_what_was_found():
    bench = checked("proposal").finish()
    told = reported(views(bench.entries, None))["checks"]
    assert [(each["thread"], each["error"], each["tools"][1]["outcome"]) for each in told] == [
        ("generator", 1, "absent"),
        ("implementer", 1, "absent"),
    ]
    page = workshop.papers(views(bench.entries, None))["workshop.md"]
    assert "## Checks" in page
    assert "- scan: absent: it is not installed" in page
    assert "  - solution.py:2 error F821 Undefined name" in page


def test_a_seat_that_the_house_calls_on_has_time_for_all_checks():
    setup: dict[str, Any] = {"players": {"executor": "sandbox"}, "timeout_per_turn": 10}
    bench = opened(*TEAM, checks={"timeout": 20}, **setup)
    turn = bench.until("check")
    assert turn.until is not None
    assert (turn.until - bench.entries[-1].at).total_seconds() == 130


@pytest.mark.parametrize(
    ("unfit", "fault"),
    [
        ({"tools": [{"name": "a", "outcome": "failed"}]}, "says why"),
        ({"tools": [{"name": "a", "outcome": "clean"}] * 2}, "each check once"),
        (
            {
                "tools": [{"name": "a", "outcome": "clean"}],
                "findings": [{"tool": "a", "severity": "error", "message": "x"}],
            },
            "as found or failed",
        ),
        ({"findings": [{"tool": "a", "severity": "error", "message": "x"}]}, "must be among the tools"),
        ({"metrics": {"x": float("nan")}}, "finite"),
    ],
)
def test_findings_that_contradict_themselves_are_refused(unfit: dict[str, Any], fault: str):
    with pytest.raises(ValidationError, match=fault):
        Findings.model_validate(unfit)


@pytest.mark.parametrize(
    ("setup", "fault"),
    [
        ({"checks": {"after": ["review"]}}, "proposal"),
        ({"checks": {"after": []}}, "at least 1"),
        ({"checks": {"after": ["proposal", "proposal"]}}, "each only once"),
        ({"checks": {"timeout": 0}}, "greater than or equal"),
        ({"checks": {}, "cast": cast_of("generator", "judge")}, "nobody of the cast runs code"),
        ({"repo": {"path": "here", "commit": "a" * 40}}, "absolute"),
        ({"repo": {"path": "/here", "commit": "HEAD"}}, "pattern"),
    ],
)
def test_a_set_up_that_cannot_be_checked_is_refused(setup: dict[str, Any], fault: str):
    with pytest.raises(ValidationError, match=fault):
        Workshop.model_validate({"title": "T", "cast": cast_of(*TEAM), **setup})


def test_a_set_up_without_checks_and_repository_is_written_as_it_always_was():
    told = Workshop(title="T", cast=cast_of(*TEAM)).told()
    assert not {"checks", "repo"} & told.keys()
    assert all("tools" not in placed for placed in json.loads(json.dumps(told))["cast"])


def test_a_seat_may_use_what_its_role_may_or_what_the_set_up_says():
    placed = [{"seat": "poet", "role": "poet", "does": ["author"], "tools": ["git"]}]
    bench = opened(*TEAM)
    assert bench.brief(bench.until("criticise")).tools == ("documents", "checks", "retrieval", "lsp")
    own = opened("poet=author", "judge")
    assert own.brief(own.until("attempt")).tools == ()
    setup = Workshop.model_validate({"title": "T", "cast": placed, "planning": "none", "dehallucination": None})
    mine = Bench(setup, {})
    mine.take(mine.due[0], said.Task(content="Write."))
    assert mine.brief(mine.until("attempt")).tools == ("git",)
    gated = opened(*TEAM, gates={"after": ["proposal"]})
    assert gated.brief(gated.until("gate")).tools == ()
