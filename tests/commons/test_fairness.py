from moot.commons.book_rows import ArenaResult, Pick
from moot.commons.fairness import Findings, Part, debaters, found, games
from moot.formats.arena import By, SideName
from moot.rating import Agreement, Game
from moot.testing import START


def result(
    winner: SideName | None = "challenger",
    by: By = "votes",
    picks: tuple[Pick, ...] = (),
    sides: tuple[str, str] = ("a", "b"),
    first: SideName | None = "challenger",
) -> ArenaResult:
    return ArenaResult("d", *sides, winner, first, by, START, picks)


def pick(side: SideName, judge: str = "j", own: bool = False, outlier: bool = False) -> Pick:
    return Pick(judge, side, own, outlier)


def test_an_empty_arena_says_nothing():
    nothing = Part(0, 0)
    empty = Agreement(None, 0, 0)
    assert found([], {}) == Findings(0, nothing, nothing, 0, 0, 0, 0, empty, nothing, nothing, None, None, {})


def test_sides_are_counted_where_a_debate_was_argued_and_won():
    results = [
        result("challenger"),
        result("opponent", first="opponent"),
        result("opponent", "likes"),
        result("opponent", "forfeit"),
        result(None, "draw"),
        result(None, "both_forfeit", first=None),
        result("challenger", "likes", first=None),
        result("challenger"),
    ]
    told = found(results, {})
    assert told.challenger_wins == Part(3, 5)
    assert told.first_post_wins == Part(3, 4)
    assert (told.by_votes, told.by_likes, told.by_forfeit, told.draws) == (3, 2, 2, 1)
    assert told.debates == 8


def test_judges_are_compared_with_each_other_and_not_with_those_who_judge_themselves():
    picks = (pick("challenger", "x"), pick("challenger", "y"), pick("opponent", "b", own=True))
    told = found([result(picks=picks), result(picks=(pick("opponent", "x"), pick("opponent", "y")))], {})
    assert told.judges == Agreement(1.0, 2, 2)


def test_those_who_judge_themselves_are_counted_by_whom_they_picked():
    picks = (pick("challenger", "a", own=True), pick("challenger", "b", own=True), pick("opponent", "j"))
    modest = (pick("challenger", "b", own=True),)
    assert found([result(picks=picks), result(picks=modest)], {}).self_judgments == Part(1, 3)


def test_outliers_are_counted_among_all_judgments():
    assert found([result(picks=(pick("opponent", outlier=True), pick("challenger")))], {}).outliers == Part(1, 2)


def test_drift_is_how_far_the_mean_score_has_moved():
    assert found([result()], {"a": 1200, "b": 900}).drift == 50


def test_a_forfeit_is_a_loss_and_a_draw_half_a_win_and_where_both_forfeit_nobody_met():
    results = [result("opponent", "forfeit"), result(None, "draw"), result(None, "both_forfeit"), result("challenger")]
    assert games(results) == [Game("a", "b", 0), Game("a", "b", 1), Game("a", "b", 2)]
    assert debaters([*results, result(sides=("b", "c"))]) == ["a", "b", "c"]


def test_score_and_rating_go_together_where_the_better_one_has_more_of_both():
    results = [result(sides=pair) for pair in (("a", "b"), ("b", "c"), ("a", "c"))]
    assert found(results, {"a": 1200, "b": 1000, "c": 900}).score_and_rating == 1
    assert found(results, {"a": 900, "b": 1000, "c": 1200}).score_and_rating == -1
    # Whoever met none of them says nothing about it.
    apart = [*results, result(sides=("x", "y"))]
    assert found(apart, {"a": 1200, "b": 1000, "c": 900, "x": 0, "y": 9999}).score_and_rating == 1
