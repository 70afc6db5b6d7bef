"""Evaluations over REST: an idea is argued by models, and its scores move with the verdicts."""

from collections.abc import Iterator
from typing import Any

import pytest

from moot.testing.wire import Reply, WireServer, saying
from tests.support.house import ServerProcess, refused, said
from tests.support.ideas import (
    ASSESSMENT,
    CHALLENGES,
    DEBATERS,
    IDEA,
    SCORES,
    held,
    paired,
    replying,
    resting,
    separate,
    speaking,
)
from tests.support.players import Matter, calls, filled, heard, one_by_one, seat, seats, served, told, typed

pytestmark = pytest.mark.journey

__all__ = ["served"]

GIVEN: dict[str, Any] = {"idea": IDEA, "scores": SCORES, "challenges": CHALLENGES}
OVER = ("evaluated", "assessed", "unassessed")


def moved(found: dict[str, Any], category: str) -> tuple[float, float, float]:
    score = found["scores"][category]
    return score["before"], score["after"], score["delta"]


async def test_every_verdict_moves_its_score_and_the_scores_outlive_the_process(served: ServerProcess):
    rounds = [held("use", "problem"), held("shed", "solution"), held("street", "market")]
    verdicts = {
        "use": (("advocate", 2), ("advocate", 3)),
        "shed": (("challenger", 1), ("challenger", 1)),
        # Whoever is shown first wins: what hangs on the order is no verdict.
        "street": (("advocate", 3), ("challenger", 3)),
    }
    script = {
        "advocate": one_by_one(
            speaking("Drills lie idle nearly always.", "E1"), replying("Ladders are the same.", "E1"),
            speaking("The shed was open.", "E2"), replying("Nobody had to be at home.", "E2"),
            speaking("Twenty-two homes joined.", "E3"), resting(),
        ),
        "challenger": one_by_one(
            speaking("Idle tools harm nobody.", "E1"), replying("People like to own.", "E1"),
            speaking("Ten days it was shut.", "E2"), resting(),
            speaking("One street cannot pay for it.", "C1", "E3"), replying("Others will copy it.", "C1"),
        ),
        "arbiter": paired(verdicts),
    }  # fmt: skip
    with WireServer(script) as wire:
        async with served.client() as owner:
            idea = await Matter.put(served, owner, "evaluations", **GIVEN, rounds=rounds, seats=seats(wire, *DEBATERS))
            assert await idea.until(*OVER) == "evaluated"
            found = await idea.result()
            verdict = [held["arbiter_verdict"]["winner"] for held in found["rounds"]]
            assert verdict == ["advocate", "challenger", "draw"]
            assert moved(found, "problem") == (6, 8, 2)
            assert moved(found, "solution") == (5, 4, -1)
            assert moved(found, "market") == (7, 7, 0)
            assert found["final_adjustments"] == {
                **dict.fromkeys(("feasibility", "fit", "market", "risk"), 0), "problem": 2, "solution": -1
            }  # fmt: skip
            swaps = found["rounds"][2]["askings"]
            assert [(asked["first"], asked["winner"]) for asked in swaps] == [
                ("advocate", "advocate"), ("challenger", "challenger")
            ]  # fmt: skip
            assert "no verdict" in found["rounds"][2]["arbiter_verdict"]["reasoning"]
            # The letters it was given are put back into names.
            why = found["rounds"][0]["arbiter_verdict"]["reasoning"]
            assert why == "the advocate was closer to the facts than the challenger."
            assert found["synthesis"]["overall"]["delta"] == {"sum": 1, "mean": 0.17}
            assert await idea.sound()
            assert calls(wire) == {"advocate": 6, "arbiter": 6, "challenger": 6}

            served.restart()
            assert await idea.result() == found
            assert typed(served, "debate", "result", "--debate-id", idea.debate)["scores"] == found["scores"]
            assert calls(wire) == {"advocate": 6, "arbiter": 6, "challenger": 6}


async def test_what_is_missing_is_produced_first_and_each_side_is_marked_alone(served: ServerProcess):
    challenge = {"category": "market", "claim": "It is one street.", "severity": "high", "evidence": ["E5"]}
    script = {
        "assessor": one_by_one(filled(**ASSESSMENT)),
        "red": [filled(challenges=[challenge])] * 3,
        "advocate": one_by_one(
            speaking("Twenty-two homes joined.", "E99"),
            speaking("Twenty-two homes joined.", "E5"),
            replying("Nine of ten stayed.", "E5", "skeptic.1"),
        ),
        "challenger": one_by_one(speaking("It is one street.", "skeptic.1"), resting(grants=[(7, 1)])),
        "arbiter": separate({"advocate": 8, "challenger": 5}),
    }
    with WireServer(script) as wire:
        sitting = {
            **seats(wire, "assessor", "advocate", "challenger"),
            "red_team": seat(wire, "red"),
            "arbiter": {"player": seat(wire, "arbiter"), "verdict": "separate"},
        }
        async with served.client() as owner:
            idea = await Matter.put(
                served, owner, "evaluations", idea=IDEA, rounds=[held("street", "market")], seats=sitting
            )
            assert await idea.until(*OVER) == "evaluated"
            kinds = [kind for kind, _ in await idea.lines()]
            assert kinds == [
                "IDEA", "ASSESSMENT", *["CHALLENGES"] * 3, "round_began", "ARGUMENT", "ARGUMENT", "REPLY", "REST",
                "VERDICT", "scored",
            ]  # fmt: skip
            found = await idea.result()
            # 32 of 40 marks to 20: a lead of 12 in 20 parts, half a point for each of six that is begun.
            assert moved(found, "market") == (5.5, 7.5, 2)
            assert [asked["marks"]["evidence"] for asked in found["rounds"][0]["askings"]] == [8, 5]
            assert found["concessions"] == [
                {"round": 1, "by": "challenger", "line": 7, "point": 1, "claim": "Twenty-two homes joined."}
            ]
            standing = {raised["id"]: raised["standing"] for raised in found["challenges"]}
            assert standing == {"skeptic.1": "met", "customer.1": "open", "investor.1": "open"}
            assert await idea.sound()
        assert calls(wire) == {"advocate": 3, "arbiter": 2, "assessor": 1, "challenger": 2, "red": 3}
        again = heard(wire, "advocate")[1]
        assert "points.0.evidence.0" in again.messages[-1]["content"]
        alone = [told(asked) for asked in heard(wire, "arbiter")]
        assert ["Nine of ten stayed." in text for text in alone].count(True) == 1


def each_round(rounds: list[dict[str, str]], word: str) -> Iterator[Reply]:
    """A speech in each round, and nothing to add."""
    for each in rounds:
        yield speaking(f"{word}, {each['topic']}.", "E1")
        yield resting()


async def test_scores_stop_at_the_net_cap_and_at_the_ends_of_the_scale(served: ServerProcess):
    rounds = [held("one", "problem"), held("two", "problem"), held("three", "problem")]
    rounds += [held("four", "risk"), held("five", "fit")]
    scores = {**SCORES["scores"], "problem": 3, "risk": 9, "fit": 2}
    wins = {
        **dict.fromkeys(("one", "two", "three", "four"), (("advocate", 3), ("advocate", 3))),
        "five": (("challenger", 3), ("challenger", 3)),
    }
    script = {
        "advocate": one_by_one(*each_round(rounds, "Yes")),
        "challenger": one_by_one(*each_round(rounds, "No")),
        "arbiter": paired(wins),
    }
    with WireServer(script) as wire:
        async with served.client() as owner:
            given = {**GIVEN, "scores": {**SCORES, "scores": scores}}
            idea = await Matter.put(served, owner, "evaluations", **given, rounds=rounds, seats=seats(wire, *DEBATERS))
            assert await idea.until(*OVER) == "evaluated"
            found = await idea.result()
            scored = [
                (held["scored"]["before"], held["scored"]["change"], held["scored"]["after"], held["scored"]["capped"])
                for held in found["rounds"]
            ]
            assert scored == [
                (3, 3, 6, None),
                (6, 3, 8, "net"),
                (8, 3, 8, "net"),
                (9, 3, 10, "range"),
                (2, -3, 1, "range"),
            ]
            assert [moved(found, name) for name in ("problem", "risk", "fit")] == [(3, 8, 5), (9, 10, 1), (2, 1, -1)]
            assert await idea.sound()


async def test_people_argue_from_what_there_is_and_an_arbiter_that_says_nothing_moves_nothing(served: ServerProcess):
    with WireServer({"arbiter": [saying("The advocate, plainly.")] * 6}) as wire:
        sitting = {"advocate": "human", "challenger": "human", "arbiter": seat(wire, "arbiter")}
        async with served.client() as owner:
            idea = await Matter.put(
                served, owner, "evaluations", **GIVEN, rounds=[held("use", "problem")], seats=sitting
            )
            brief = said(await owner.get(f"{idea.path}/brief", params={"role": "advocate"}))
            assert "E1 [" in brief["record"]
            assert "C1" not in brief["record"]  # the advocate opens from the evidence
            assert brief["tasks"][0]["forms"][0]["type"] == "ARGUMENT"

            problem = refused(await speaks(idea, "advocate", "ARGUMENT", "Idle.", ["E99"]), "INVALID_INPUT", 422)
            assert problem["message"] == "There is no evidence 'E99'."
            assert "E1, E2, E3, C1" in problem["suggestion"]
            said(await speaks(idea, "advocate", "ARGUMENT", "Drills lie idle.", ["E1"]))
            said(await speaks(idea, "challenger", "ARGUMENT", "That harms nobody.", ["E1"]))
            problem = refused(await speaks(idea, "advocate", "REPLY", "Drills lie idle.", ["E1"]), "INVALID_INPUT", 422)
            assert "has not made before" in problem["message"]
            said(await speaks(idea, "advocate", "REPLY", "They cost eighty euros.", ["E1"]))
            said(await idea.post("moves", {"role": "challenger", "type": "REST", "move": {}}, "challenger"))

            assert await idea.until(*OVER) == "evaluated"
            found = await idea.result()
            assert moved(found, "problem") == (6, 6, 0)
            assert found["rounds"][0]["scored"]["reason"] == "no verdict"
            assert [(one["seat"], one["reason"]) for one in found["missing"]] == [("arbiter", "unfit answers")]
        assert calls(wire) == {"arbiter": 6}


async def speaks(idea: Matter, side: str, kind: str, claim: str, evidence: list[str]) -> Any:
    """A person speaks for a side."""
    move = {"content": claim, "points": [{"claim": claim, "evidence": evidence}]}
    return await idea.post("moves", {"role": side, "type": kind, "move": move}, side)


async def test_without_a_debate_there_is_the_assessment_and_the_red_team_alone(served: ServerProcess):
    with WireServer({"assessor": one_by_one(filled(**ASSESSMENT))}) as wire:
        sitting = {"assessor": seat(wire, "assessor"), "red_team": seat(wire, "red")}
        async with served.client() as owner:
            idea = await Matter.put(served, owner, "evaluations", idea=IDEA, debate=False, seats=sitting)
            assert await idea.until(*OVER) == "assessed"
            found = await idea.result()
            assert {score["after"] for score in found["scores"].values()} == {5.5}
            raised = sorted(challenge["id"] for challenge in found["challenges"])
            assert raised == ["customer.1", "investor.1", "skeptic.1"]
            assert found["rounds"] == []
        assert calls(wire) == {"assessor": 1, "red": 3}
