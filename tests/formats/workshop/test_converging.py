"""Convergence: all candidates run the same, all are shown to all, and the votes stay under seal until all are in."""

from typing import Any

import pytest

from moot.formats.workshop import moves as said
from moot.formats.workshop.dealing import outcomes
from tests.support.cast import BAD, BREAKS, HALF, STURDY, Bench, attack, ballot, by_round, code, opened

VOTERS = ("critic", "reviewer", "judge")
TEAM = ("generator", "implementer", *VOTERS)
ABSTAINS = said.Abstention(reason="I cannot tell.")
SKIPPED: dict[str, Any] = {"critique": False, "review": None, "optimization": None, "adversarial": None}


def voting(*roles: str, method: str = "auto", script: dict[str, Any] | None = None, **setup: Any) -> Bench:
    agreed: dict[str, Any] = {**SKIPPED, "convergence": {"method": method}, **setup}
    return opened(*roles or TEAM, script=script, **agreed)


def voted(bench: Bench) -> dict[str, Any]:
    return dict(bench.of("tallied")[-1].move)


def test_nobody_reads_a_ballot_before_all_are_in_and_then_everybody_does():
    bench = voting()
    bench.until("vote")
    first, second = bench.step(), bench.step()
    assert first.sealed
    for reader in ("owner", "judge", "reviewer", "generator"):
        assert bench.reads(reader, first.line) is (reader == first.seat)
    assert not bench.reads("critic", second.line)
    assert "rank" not in str(bench.seen().told.get(first.line))
    bench.finish()
    assert all(bench.reads(reader, first.line) for reader in ("owner", "judge", "generator"))


@pytest.mark.parametrize("topology", ["mesh", "star", "chain", "tree"])
def test_every_voter_is_shown_every_candidate_with_its_code_in_every_topology(topology: str):
    roles = ("architect", *TEAM, "tester", "executor", "red_team", "blue_team", "security", "teacher")
    script: dict[str, Any] = {"attempt": code(BAD, HALF), "attack": by_round(attack(BREAKS), said.Attack(claim="-"))}
    bench = opened(
        *roles,
        topology=topology,
        script={**script, "defend": said.Defence(files={"more.py": "A = 1\n"}, explanation="-")},
    )
    bench.until("vote")
    told = [bench.told(turn) for turn in bench.due]
    assert len(told) == 8
    for text in told:
        assert "# Candidate generator" in text
        assert "# Candidate implementer" in text
        assert text.count("return sum(xs) if xs else None") >= 2
        assert "not yours to read" not in text


def test_all_candidates_are_compared_on_the_same_tests_and_attacks():
    roles = (*TEAM, "tester", "executor", "red_team")
    bench = opened(
        *roles,
        script={
            "attack": attack(BREAKS),
            "generator defend": said.Defence(files={"solution.py": STURDY}, explanation="-"),
        },
        adversarial={"rounds": 1, "candidates": 1},
    )
    bench.until("vote")
    reports = [entry for entry in bench.of("REPORT") if entry.turn == "compare"]
    ids = [list(outcomes(entry)) for entry in reports]
    assert len(ids) == 2
    assert ids[0] == ids[1]
    assert [one.compared for one in bench.state.candidates] == [3, 2]


@pytest.mark.parametrize(
    ("method", "ballots", "winner"),
    [
        ("plurality", ("g", "g", "i"), "generator"),
        ("majority", ("i", "i", "g"), "implementer"),
        ("weighted", ("g", "g", "i"), "generator"),
        ("approval", ("g", "g", "i"), "generator"),
        ("borda", ("i", "i", "g"), "implementer"),
        ("condorcet", ("i", "i", "g"), "implementer"),
        ("irv", ("g", "i", "i"), "implementer"),
        ("unanimous", ("i", "i", "i"), "implementer"),
    ],
)
def test_each_method_decides_through_the_format(method: str, ballots: tuple[str, ...], winner: str):
    names = {"g": ("generator", "implementer"), "i": ("implementer", "generator")}
    script = {
        f"{voter} vote": ballot(*names[vote], approves=names[vote][:1])
        for voter, vote in zip(VOTERS, ballots, strict=True)
    }
    bench = voting(method=method, script=script).finish()
    assert (bench.ending, bench.result["winner"], bench.result["method"]) == ("decided", winner, method)
    assert voted(bench)["reason"] == f"{method} was asked for"
    assert set(voted(bench)["pairwise"]) == {"generator", "implementer"}


@pytest.mark.parametrize(
    ("voters", "method"),
    [(1, "unanimous"), (2, "unanimous"), (3, "weighted"), (5, "weighted"), (6, "borda")],
)
def test_how_it_is_counted_depends_on_how_many_vote(voters: int, method: str):
    seats = [f"v{number}=vote" for number in range(voters)]
    bench = voting("generator", "implementer", *seats).finish()
    assert voted(bench)["method"] == method
    assert (bench.result["alone"], bench.result["consensus"]) == (voters == 1, voters != 1)


def test_no_unanimity_is_contested_and_that_is_no_failure():
    bench = voting("generator", "implementer", "critic", "judge", script={"judge vote": ballot("implementer")}).finish()
    assert (bench.ending, bench.result["winner"]) == ("contested", None)
    assert voted(bench)["disagreements"]
    assert bench.result["best_tested"] == "generator"


def test_abstentions_and_failures_are_counted_apart():
    bench = voting(script={"critic vote": ABSTAINS, "judge vote": None}).finish()
    tally = voted(bench)
    assert (tally["electorate"], tally["voted"], tally["abstained"], tally["failed"]) == (3, 1, 1, 1)
    missing = {vote.voter: vote.missing for vote in bench.state.votes}
    assert missing == {"critic": "abstained", "reviewer": None, "judge": "failed"}


def test_where_nobody_votes_at_all_it_is_contested():
    for silent in (None, ABSTAINS):
        bench = voting(script={"vote": silent}).finish()
        assert (bench.ending, bench.result["winner"]) == ("contested", None)


def test_a_tie_is_broken_by_the_tests_and_says_so():
    roles = ("generator", "implementer", "tester", "executor", "judge", "critic")
    script: dict[str, Any] = {
        "generator attempt": code(HALF),
        "judge vote": ballot("generator"),
        "critic vote": ballot("implementer"),
        "tester vote": ABSTAINS,
    }
    bench = voting(*roles, method="plurality", script=script, self_evolvement={"attempts": 1}).finish()
    assert bench.result["winner"] == "implementer"
    assert voted(bench)["tie"] == {"candidates": ["generator", "implementer"], "by": "given"}


def test_a_vote_weighs_what_its_voter_is_sure_of_and_was_worth():
    script = {"critic vote": ballot("generator", confidence=0.5), "reviewer vote": ballot("generator", confidence=0.2)}
    script["judge vote"] = ballot("implementer", confidence=0.9)
    assert voting(script=script).finish().result["winner"] == "implementer"
    bench = voting(script=script, records={"judge": 0.5}).finish()
    assert bench.result["winner"] == "generator"
    assert voted(bench)["weights"] == {"critic": "1/2", "reviewer": "1/5", "judge": "9/20"}


def test_a_ballot_names_candidates_each_once():
    bench = voting()
    turn = bench.until("vote")
    assert "is no candidate" in str(bench.refused(turn, ballot("judge")))
    assert "each candidate once" in str(bench.refused(turn, ballot("generator", "generator")))


def test_without_voters_it_ends_unvoted_with_the_best_tested_named():
    bench = voting("generator", "implementer", "executor").finish()
    assert (bench.ending, bench.result["best_tested"]) == ("unvoted", "generator")
    assert "convergence" not in bench.phases


def test_a_teacher_explains_what_was_decided_and_silence_of_it_changes_nothing():
    bench = voting(*TEAM, "teacher")
    told = bench.told(bench.until("explain"))
    assert "Explain what was decided" in told
    silent = voting(*TEAM, "teacher", script={"explain": None}).finish()
    assert (bench.finish().ending, silent.ending) == ("decided", "decided")
    assert len(bench.of("EXPLANATION")) == 1


def test_a_voter_who_is_put_out_before_the_vote_is_counted_as_failed():
    roles = ("generator", "implementer", "tester", "run=execute+vote", "judge")
    bench = voting(*roles, script={"compare": None}).finish()
    assert bench.state.out == ("run",)
    assert (voted(bench)["electorate"], voted(bench)["failed"]) == (3, 1)


def test_a_cycle_falls_back_to_borda_and_says_so():
    roles = ("generator", "implementer", "refactorer", *VOTERS)
    names = ("generator", "implementer", "refactorer")
    script = {f"{voter} vote": ballot(*names[place:], *names[:place]) for place, voter in enumerate(VOTERS)}
    bench = voting(*roles, method="condorcet", script=script).finish()
    assert voted(bench)["fallback"]["method"] == "borda"
