"""What a workshop came to: tables with the columns people look for, diffs that apply, the matrix, and files."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from moot.debate import views
from moot.formats.workshop import Seen, changed, gates, matrix, session, turns, versions
from moot.formats.workshop import format as workshop
from moot.formats.workshop import moves as said
from tests.formats.workshop.patching import patched
from tests.formats.workshop.troubled import troubled
from tests.support.cast import BAD, BREAKS, GOOD, HALF, STURDY, Bench, attack, by_round, code, defence, opened
from tests.support.thorough import THOROUGH, quickly

TEAM = ("generator", "implementer", "tester", "executor", "red_team", "blue_team", "judge")


def fought() -> Bench:
    """A workshop with failures, attacks and defences."""
    script: dict[str, Any] = {
        "generator attempt": code(BAD, HALF, GOOD),
        "attack": by_round(attack(BREAKS), said.Attack(claim="Nothing new.")),
        "defend": defence(STURDY),
    }
    return opened(*TEAM, script=script, critique=False).finish()


BENCH = fought()


def test_a_session_has_the_columns_of_the_spec():
    row = session(BENCH.seen())
    assert set(row) == {
        "topic",
        "status",
        "topology_type",
        "coordination_protocol",
        "config",
        "initiated_by",
        "created_at",
        "updated_at",
        "completed_at",
        "total_rounds",
        "final_consensus_score",
        "outcome",
    }
    assert (row["topic"], row["status"], row["topology_type"]) == ("Sum", "completed", "graph_mesh")
    assert row["final_consensus_score"] == 1.0
    assert row["completed_at"] == BENCH.entries[-1].at
    assert row["outcome"]["winner"] == "generator"


def test_the_status_of_a_session_is_one_of_the_specs():
    gated = opened(*TEAM, gates={"after": ["proposal"]})
    gated.until("attempt")
    assert session(gated.seen())["status"] == "running"
    gated.until("gate")
    assert session(gated.seen())["status"] == "paused"
    assert session(gated.seen())["final_consensus_score"] is None
    gated.take(gated.until("gate"), said.Rejection(reason="No."))
    assert session(gated.seen())["status"] == "cancelled"
    assert session(opened("generator", script={"propose": None}).finish().seen())["status"] == "failed"


def test_turns_are_all_that_was_said_or_lapsed_with_who_said_it_as_what():
    rows = turns(BENCH.seen())
    taken = [entry for entry in BENCH.entries if entry.seat is not None]
    assert [row["line"] for row in rows] == [entry.line for entry in taken]
    attempt = next(row for row in rows if row["kind"] == "ATTEMPT")
    assert (attempt["phase"], attempt["round"], attempt["agent_role"]) == ("self_evolvement", 1, "generator")
    report = next(row for row in rows if row["kind"] == "REPORT" and row["thread"] == "generator")
    assert [each["outcome"] for each in report["test_results"]] == ["failed", "failed"]
    reflection = next(row for row in rows if row["kind"] == "REFLECTION")
    assert (reflection["reflections"]["root_cause"], reflection["confidence"]) == ("One off.", 0.5)
    assert all(row["response_time_ms"] is None and row["money"] is None for row in rows)


def test_a_reader_sees_that_a_turn_was_taken_but_not_what_is_hidden_from_it():
    bench = opened(*TEAM)
    bench.until("vote")
    bench.step()
    bench.step(bench.due[0])
    for row in turns(bench.seen("generator")):
        assert row["hidden"] == (row["content"] is None)
    assert [row["hidden"] for row in turns(bench.seen("generator")) if row["kind"] == "BALLOT"] == [True, True]


def test_a_version_that_is_not_yours_to_read_is_listed_without_its_code():
    bench = opened(*TEAM)
    bench.until("propose")
    ours, theirs = versions(bench.seen("generator"))
    assert (ours["files"], theirs["files"]) == ({"solution.py": GOOD}, None)
    assert (theirs["diff_from_previous"], theirs["metrics"], theirs["passed"]) == (None, None, 2)


def test_versions_are_numbered_in_order_with_how_they_were_tested():
    rows = versions(BENCH.seen())
    assert [row["version_number"] for row in rows] == list(range(1, len(rows) + 1))
    ours = [row for row in rows if row["thread"] == "generator"]
    assert [row["turn"] for row in ours] == ["ATTEMPT", "ATTEMPT", "ATTEMPT", "DEFENCE"]
    assert [row["test_pass_rate"] for row in ours] == [0, 0.5, 1, 1]
    assert [row["best"] for row in ours] == [False, False, False, True]
    assert (ours[-1]["quality_score"], ours[-1]["language"], ours[-1]["held"]) == (0.8, "python", 1)
    assert ours[0]["metrics"] == {"files": 1, "lines": 2, "blank": 0, "longest_line": 22}


def unified(known: Seen, one: int | None, other: int) -> str:
    since = changed(known, one, other)
    assert since is not None
    return since.unified


def test_every_diff_gives_the_next_version_when_it_is_applied():
    for bench in (BENCH, troubled().finish()):
        known = bench.seen()
        rows = versions(known)
        assert rows
        for row in rows:
            base = dict(known.given) if row["base"] is None else known.files(row["base"])
            assert base is not None
            assert patched(base, row["diff_from_previous"]) == row["files"]


def test_a_diff_between_any_two_versions_applies_too():
    known = BENCH.seen()
    lines = [row["line"] for row in versions(known)]
    for one in lines:
        for other in lines:
            assert patched(known.files(one) or {}, unified(known, one, other)) == known.files(other)
    assert changed(known, 1, lines[0]) is None


texts = st.text(st.sampled_from("ab \r\n\n\n\x0c\u2028+-@\\"), min_size=1, max_size=30)


@settings(quickly, max_examples=150 if THOROUGH else 50)
@given(before=texts, after=texts)
def test_any_text_is_patched_into_any_other(before: str, after: str):
    bench = opened("generator", files={"solution.py": before})
    bench.take(bench.until("attempt"), said.Attempt(files={"solution.py": after}))
    known = bench.seen()
    line = bench.of("ATTEMPT")[0].line
    assert patched({"solution.py": before}, unified(known, None, line)) == {"solution.py": after}


def test_the_matrix_has_every_test_and_attack_on_every_version_that_ran_it():
    known = BENCH.seen()
    table = matrix(known)
    first, *_, last = [row for row in versions(known) if row["thread"] == "generator"]
    suite = BENCH.of("TESTS")[0].line
    assert table[str(first["line"])] == {f"{suite}.1": "failed", f"{suite}.2": "failed"}
    assert set(table[str(last["line"])].values()) == {"passed"}
    attacked = BENCH.state.attacks_on("generator")[0]
    assert table[str(attacked.on)][attacked.broke[0]] == "error"


def test_a_report_tells_of_tests_attacks_reflections_votes_and_the_result():
    told = workshop.report(views(BENCH.entries, None))
    assert [each["phase"] for each in told["phases"]] == BENCH.phases
    assert [each["counts"] for each in told["tests"]] == [True, True]
    assert [each["broke"] for each in told["attacks"]] == [True, True]
    assert len(told["reflections"]) == 2
    assert [vote["voter"] for vote in told["votes"]] == ["tester", "red_team", "judge"]
    assert told["result"]["files"] == {"solution.py": STURDY}
    assert (told["ending"], told["gates"], told["lessons"]) == ("decided", [], [])


def test_a_report_of_a_workshop_under_way_has_no_result_and_no_votes():
    bench = opened(*TEAM)
    bench.until("vote")
    bench.step()
    told = workshop.report(views(bench.entries, None))
    assert (told["ending"], told["result"], told["votes"], told["tally"]) == (None, None, [], None)
    assert workshop.papers(views(bench.entries, None))["workshop.md"].startswith("# Sum\n\nUnder way: convergence.")


def test_papers_are_the_files_that_won_and_one_page():
    papers = workshop.papers(views(BENCH.entries, None))
    assert list(papers) == ["workshop.md", "result/solution.py"]
    assert papers["result/solution.py"] == STURDY
    line = BENCH.result["version"]
    assert f"Decided by weighted: **generator**, line {line}." in papers["workshop.md"]
    assert f"| generator | line {line} | 2 of 2 | 1 of 1 | 0.80 |" in papers["workshop.md"]
    assert "weighted: 3 voters: three to five are weighed. 3 of 3 voted." in papers["workshop.md"]


def test_papers_of_a_contested_workshop_have_no_result():
    bench = opened("generator", "judge", script={"vote": None}).finish()
    papers = workshop.papers(views(bench.entries, None))
    assert list(papers) == ["workshop.md"]
    assert "Ended: contested." in papers["workshop.md"]


def test_a_phase_that_was_not_held_is_absent():
    bench = opened("generator", "judge", adversarial=None, optimization=None).finish()
    phases = [each["phase"] for each in workshop.report(views(bench.entries, None))["phases"]]
    assert phases == ["self_evolvement", "proposal", "review", "convergence"]


def test_a_gate_that_waits_is_pending():
    bench = opened("generator", "judge", gates={"after": ["proposal"]})
    bench.until("gate")
    (gate,) = gates(bench.seen())
    assert (gate["decision"], gate["reviewer"], gate["reason"], gate["decided_at"]) == ("pending", None, None, None)
