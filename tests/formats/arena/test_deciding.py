"""Who wins, by what, and what it does to the scores."""

from collections.abc import Mapping
from typing import Any

import pytest

from moot.formats.arena import SideName
from tests.formats.arena.stages import Bout, World, active, completed, forfeited, proposed, topic


def judged(debate: Bout, challenger: str = "", opponent: str = "") -> Mapping[str, Any]:
    """The result after these members judged for one side and those for the other."""
    for judge in challenger.split():
        debate.judge(judge, "challenger")
    for judge in opponent.split():
        debate.judge(judge, "opponent")
    return debate.close()


def flags(debate: Bout, name: str) -> dict[str, Any]:
    """One field of each judgment, by judge."""
    return {each["judge"]: each[name] for each in debate.result["judgments"]}


def test_weights_decide_and_not_heads():
    world = World(scores={"cem": 3000}, records={"cem": (9, 10), "dora": (0, 3), "eli": (0, 3)})
    debate = completed(world)
    result = judged(debate, challenger="cem", opponent="dora eli")
    assert (result["winner"], result["by"]) == ("challenger", "votes")
    assert result["tally"] == {
        "challenger": {"votes": 1, "weight": 2.5, "share": 0.862069},
        "opponent": {"votes": 2, "weight": 0.4, "share": 0.137931},
    }
    assert debate.awards == {"ann": [86], "bob": [-50], "cem": [5]}


def test_equal_weights_are_a_draw_that_changes_nothing():
    debate = completed(World(scores={"cem": 1500, "dora": 750, "eli": 750}, likes={3: 9}))
    result = judged(debate, challenger="cem", opponent="dora eli")
    assert (result["winner"], result["winner_id"], result["loser_id"], result["by"]) == (None, None, None, "draw")
    assert result["tally"]["challenger"]["share"] == result["tally"]["opponent"]["share"] == 0.5
    assert "likes" not in result, "there were enough judges: likes were not asked"
    assert debate.awards == {}
    assert flags(debate, "agreed") == {"cem": None, "dora": None, "eli": None}


def test_a_hair_more_weight_decides():
    debate = completed(World(scores={"cem": 100_001, "dora": 100_000}))
    assert judged(debate, challenger="cem", opponent="dora")["winner"] == "challenger"
    assert debate.result["tally"]["challenger"]["share"] == 0.500002


def test_without_judges_the_side_whose_best_post_is_liked_most_wins():
    debate = completed(World(scores={"ann": 1000, "bob": 2000}, likes={3: 4, 5: 1, 4: 3, 6: 3}))
    result = debate.close()
    assert (result["by"], result["winner"], result["likes"]) == (
        "likes",
        "challenger",
        {"challenger": 4, "opponent": 3},
    )
    assert debate.awards == {"ann": [75], "bob": [-50]}
    reasons = [award["reason"] for award in debate.ending["awards"]]
    assert reasons == [
        "+75: won against @bob (2,000) by likes, 4 to 3",
        "-50: lost to @ann (1,000) by likes, 3 to 4",
    ]


@pytest.mark.parametrize("likes", [{}, {3: 2, 6: 2}], ids=["none", "equal"])
def test_equal_likes_or_none_are_a_draw(likes: dict[int, int]):
    debate = completed(World(likes=likes))
    result = debate.close()
    best = max(likes.values(), default=0)
    assert (result["by"], result["winner"], result["likes"]) == (
        "draw",
        None,
        {"challenger": best, "opponent": best},
    )
    assert debate.awards == {}


def test_fewer_judges_than_the_minimum_leave_it_to_the_likes():
    debate = completed(World(likes={4: 1}), min_judges=3)
    result = judged(debate, challenger="cem dora")
    assert (result["by"], result["winner"]) == ("likes", "opponent")
    assert result["tally"]["challenger"] == {"votes": 2, "weight": 1.0, "share": 1.0}
    assert debate.awards == {"ann": [-50], "bob": [50]}, "judges earn nothing where votes did not decide"
    assert flags(debate, "agreed") == {"cem": False, "dora": False}
    assert flags(debate, "points") == {"cem": 0, "dora": 0}


def test_as_many_judges_as_the_minimum_are_enough():
    debate = completed(World(likes={4: 1}), min_judges=3)
    result = judged(debate, challenger="cem dora", opponent="eli")
    assert (result["by"], result["winner"]) == ("votes", "challenger")


@pytest.mark.parametrize("side", ["challenger", "opponent"])
def test_a_forfeit_stands_whatever_the_judges_say(side: SideName):
    debate = forfeited(World(scores={"ann": 1200, "bob": 1200}, likes={3: 9, 4: 9}), side)
    winner, loser = ("bob", "ann") if side == "challenger" else ("ann", "bob")
    result = judged(debate, **{side: "cem dora eli"})
    assert (result["by"], result["how"], result["winner_id"], result["loser_id"], result["forfeit_by"]) == (
        "forfeit",
        "forfeited",
        winner,
        loser,
        [loser],
    )
    assert debate.awards == {winner: [110], loser: [-100]}
    assert flags(debate, "agreed") == {"cem": False, "dora": False, "eli": False}
    assert "likes" not in result


def test_a_forfeit_costs_more_than_a_loss_and_never_more_than_there_is():
    debate = forfeited(World(scores={"bob": 70}))
    debate.close()
    assert debate.awards == {"ann": [54], "bob": [-70]}
    assert "of -100, because no score falls below 0" in debate.ending["awards"][1]["reason"]


def test_who_has_nothing_to_lose_is_not_mentioned():
    debate = forfeited(World(scores={"bob": 0}))
    debate.close()
    assert debate.awards == {"ann": [50]}


def test_a_forfeit_before_any_post_is_one_like_any_other():
    debate = active()
    debate.say("challenger", "FORFEIT", by="ann", reason="Out of words.")
    assert debate.close()["winner_id"] == "bob"
    assert debate.awards == {"bob": [100], "ann": [-100]}


def test_debaters_may_judge_themselves_and_it_is_said():
    debate = completed()
    result = judged(debate, challenger="ann", opponent="cem")
    assert flags(debate, "self") == {"ann": True, "cem": False}
    assert flags(debate, "counted") == {"ann": True, "cem": True}
    assert result["by"] == "draw"


def test_who_judged_its_own_victory_gets_both_awards():
    debate = completed()
    judged(debate, challenger="ann cem", opponent="bob")
    assert debate.awards == {"ann": [67, 5], "bob": [-50], "cem": [5]}
    assert flags(debate, "points") == {"ann": 5, "cem": 5, "bob": 0}


def test_where_they_do_not_count_self_judgments_are_kept_and_earn_nothing():
    debate = completed(count_self_judgments=False)
    result = judged(debate, challenger="ann", opponent="bob cem")
    assert flags(debate, "self") == {"ann": True, "bob": True, "cem": False}
    assert flags(debate, "counted") == {"ann": False, "bob": False, "cem": True}
    assert flags(debate, "agreed") == {"ann": None, "bob": None, "cem": True}
    assert result["tally"]["opponent"] == {"votes": 1, "weight": 0.5, "share": 1.0}
    assert result["tally"]["challenger"]["votes"] == 0
    assert debate.awards == {"bob": [100], "ann": [-50], "cem": [5]}


def test_self_judgments_that_do_not_count_do_not_make_up_the_minimum():
    debate = completed(World(likes={5: 1}), count_self_judgments=False, min_judges=2)
    result = judged(debate, opponent="bob cem")
    assert (result["by"], result["winner"]) == ("likes", "challenger")


def test_whoever_joined_judges_as_a_debater_too():
    debate = topic(max_posts=1)
    debate.say("agent", "JOIN", by="dora")
    debate.posts("challenger", "opponent")
    judged(debate, opponent="dora")
    assert flags(debate, "self") == {"dora": True}
    assert debate.result["winner_id"] == "dora"


@pytest.mark.parametrize(
    ("others", "expected"),
    [("c1 c2 c3 c4", 0), ("c1 c2 c3 c4 c5", -10)],
    ids=["four others", "five others"],
)
def test_one_against_at_least_five_others_is_an_outlier(others: str, expected: int):
    debate = completed()
    judged(debate, challenger=others, opponent="dora")
    assert flags(debate, "outlier") == {**dict.fromkeys(others.split(), False), "dora": bool(expected)}
    assert debate.awards.get("dora", [0]) == [expected]


def test_exactly_nine_tenths_of_the_others_make_an_outlier_and_less_do_not():
    nine = " ".join(f"c{n}" for n in range(9))
    debate = completed()
    judged(debate, challenger=nine, opponent="dora eli")
    assert [flags(debate, "outlier")[judge] for judge in ("dora", "eli", "c0")] == [True, True, False]
    assert (debate.awards["dora"], debate.awards["eli"]) == ([-10], [-10])
    reasons = {award["member"]: award["reason"] for award in debate.ending["awards"]}
    assert reasons["dora"] == "-10: judged for @bob, against 9 of 10 other judges"
    eight = completed()
    judged(eight, challenger=nine[:-3], opponent="dora eli")
    assert not any(flags(eight, "outlier").values()), "eight of nine are less than nine tenths"


def test_an_outlier_loses_no_more_than_it_has():
    debate = completed(World(scores={"dora": 4}))
    judged(debate, challenger="c1 c2 c3 c4 c5", opponent="dora")
    assert (debate.awards["dora"], flags(debate, "points")["dora"]) == ([-4], -4)


def test_whoever_makes_the_majority_by_weight_earns_though_nearly_all_heads_are_against_it():
    debate = completed(World(scores={"dora": 9000}))
    judged(debate, challenger="dora", opponent="c1 c2 c3 c4 c5")
    assert debate.result["winner"] == "challenger"
    assert (flags(debate, "outlier")["dora"], flags(debate, "agreed")["dora"]) == (True, True)
    assert debate.awards["dora"] == [5]
    assert {flags(debate, "points")[f"c{n}"] for n in range(1, 6)} == {0}


def test_uncounted_judgments_neither_are_outliers_nor_make_one():
    debate = completed(count_self_judgments=False)
    judged(debate, challenger="ann c1 c2 c3 c4", opponent="bob dora")
    assert not any(flags(debate, "outlier").values()), "dora has four others that count, and bob does not count"


def test_outliers_are_flagged_where_a_forfeit_decided_and_lose_nothing():
    debate = forfeited()
    judged(debate, challenger="c1 c2 c3 c4 c5", opponent="dora")
    assert flags(debate, "outlier")["dora"] is True
    assert debate.awards == {"ann": [100], "bob": [-100]}


def test_a_judge_who_debates_too_never_falls_below_zero_between_two_awards():
    debate = completed(World(scores={"bob": 20}))
    judged(debate, challenger="c1 c2 c3 c4 c5", opponent="bob")
    assert debate.awards["bob"] == [-20], "nothing is left for the outlier to cost"
    assert flags(debate, "points")["bob"] == 0


def test_two_hundred_judgments_are_counted():
    world = World(scores={f"judge-{n}": n * 10 for n in range(200)})
    debate = completed(world)
    for n in range(200):
        debate.judge(f"judge-{n}", "opponent" if n % 3 else "challenger")
    assert len(debate.turn("judge").needs[0].about) == 202
    result = debate.close()
    weights = {
        side: sum(max(10, n) for n in range(200) if bool(n % 3) == (side == "opponent")) for side in result["tally"]
    }
    assert {side: part["votes"] for side, part in result["tally"].items()} == {"challenger": 67, "opponent": 133}
    assert {side: part["weight"] for side, part in result["tally"].items()} == {
        side: pytest.approx(weight / 200) for side, weight in weights.items()
    }
    assert sum(points == [5] for points in debate.awards.values()) == 133
    assert len(result["judgments"]) == 200


def test_the_same_member_can_be_asked_twice_as_debater_and_judge_and_is_told_of_once():
    debate = completed()
    debate.judge("bob", "opponent")
    assert debate.turn("judge").needs[0].about == ("ann", "bob")


def test_what_was_decided_can_be_read_from_the_state():
    debate = completed()
    judged(debate, opponent="cem")
    decision = debate.state.decision
    assert (decision.by, decision.winner, decision.result) == ("votes", "opponent", debate.result)
    assert [award[:2] for award in decision.awards] == [("bob", 100), ("ann", -50), ("cem", 5)]
    assert (debate.state.ended_at, debate.state.closed) == (debate.entries[-1].at, True)
    assert (proposed().state.decision, proposed().state.closed) == (None, False)
