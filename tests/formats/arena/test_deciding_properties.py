"""Whatever judges, scores and likes there are: the decision is counted again here, in another way."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from moot.formats.arena import SideName
from tests.formats.arena.stages import Bout, World, active, completed
from tests.support.thorough import quickly

JUDGES = ("ann", "bob", *(f"j{n}" for n in range(10)))


@dataclass(frozen=True)
class Case:
    """A debate and what the world knows of it."""

    world: World
    votes: Mapping[str, SideName]
    min_judges: int
    count_self: bool
    forfeits: bool

    def played(self) -> Bout:
        """Played to its end."""
        terms = {"min_judges": self.min_judges, "count_self_judgments": self.count_self, "max_posts": 1}
        debate = active(self.world, **terms) if self.forfeits else completed(self.world, **terms)
        if self.forfeits:
            debate.say("opponent", "FORFEIT", by="bob")
        for judge, side in self.votes.items():
            debate.judge(judge, side)
        debate.close()
        return debate

    @property
    def counted(self) -> dict[str, SideName]:
        """The votes that count."""
        own = () if self.count_self else ("ann", "bob")
        return {judge: side for judge, side in self.votes.items() if judge not in own}

    def weight(self, side: SideName) -> Fraction:
        """What a side has, in ten-thousandths of a reputation of 1."""
        total = Fraction()
        for judge in (judge for judge, picked in self.counted.items() if picked == side):
            agreed, settled = self.world.records[judge]
            total += Fraction(max(100, self.world.scores[judge]) * (agreed + 1), 1000 * (settled + 2))
        return total


@st.composite
def cases(draw: Any) -> Case:
    who = draw(st.lists(st.sampled_from(JUDGES), unique=True, max_size=len(JUDGES)))
    scores = {member: draw(st.sampled_from([0, 3, 40, 100, 999, 1000, 1224, 5000])) for member in JUDGES}
    records = {member: draw(st.sampled_from([(0, 0), (1, 2), (0, 9), (30, 30)])) for member in JUDGES}
    world = World(scores, records, {3: draw(st.integers(0, 2)), 4: draw(st.integers(0, 2))})
    sides = st.sampled_from(["challenger", "opponent", "opponent", "opponent"])
    votes: dict[str, SideName] = {judge: draw(sides) for judge in who}
    return Case(world, votes, draw(st.integers(1, 4)), draw(st.booleans()), draw(st.integers(0, 5)) == 0)


@quickly
@given(case=cases())
def test_the_winner_is_whom_the_rules_name(case: Case):
    result = case.played().result
    sides = {side: case.weight(side) for side in ("challenger", "opponent")}
    likes = {"challenger": case.world.likes[3], "opponent": case.world.likes[4]}
    if case.forfeits:
        expected = ("forfeit", "challenger")
    elif len(case.counted) >= case.min_judges:
        expected = _more(sides, "votes")
    else:
        expected = _more(likes, "likes")
        assert result["likes"] == likes
    assert (result["by"], result["winner"]) == expected


def _more(values: Mapping[str, Any], by: str) -> tuple[str, str | None]:
    if values["challenger"] == values["opponent"]:
        return ("draw", None)
    return (by, max(values, key=lambda side: values[side]))


@quickly
@given(case=cases())
def test_no_score_falls_below_zero_at_any_award(case: Case):
    debate = case.played()
    scores = dict(case.world.scores)
    for award in debate.ending["awards"]:
        scores[award["member"]] += award["points"]
        assert scores[award["member"]] >= 0


@quickly
@given(case=cases())
def test_every_award_explains_its_points(case: Case):
    debate = case.played()
    for award in debate.ending["awards"]:
        assert award["points"] != 0
        assert award["reason"].startswith(f"{award['points']:+,}: ")
        own, (first, second) = award["member"], ("ann", "bob")
        if abs(award["points"]) > 10 and own in (first, second):
            rival = second if own == first else first
            assert f"@{rival} ({case.world.scores[rival]:,})" in award["reason"]
        assert any(word in award["reason"] for word in ("%", "likes", "forfeit", "other judges"))


@quickly
@given(case=cases())
def test_judges_earn_by_votes_alone_and_their_judgments_add_up_to_their_awards(case: Case):
    debate = case.played()
    result, debaters = debate.result, 0 if debate.result["winner"] is None else 2
    for each in result["judgments"]:
        if result["by"] != "votes" or not each["counted"]:
            assert each["points"] == 0
        elif each["agreed"]:
            assert each["points"] == 5
        else:
            assert each["points"] in ((0, -10) if case.world.scores[each["judge"]] >= 1000 else range(-10, 1))
            assert each["points"] == 0 or each["outlier"]
    awarded = sum(award["points"] for award in debate.ending["awards"])
    first_two = [award for award in debate.ending["awards"] if "judged" not in award["reason"]]
    assert len(first_two) <= debaters
    assert awarded == sum(award["points"] for award in first_two) + sum(each["points"] for each in result["judgments"])


@quickly
@given(case=cases())
def test_a_draw_changes_nobody_and_the_tally_is_whole(case: Case):
    debate = case.played()
    result = debate.result
    if result["winner"] is None:
        assert debate.ending["awards"] == []
        assert {each["agreed"] for each in result["judgments"]} <= {None}
    assert sum(part["votes"] for part in result["tally"].values()) == len(case.counted)
    for side in ("challenger", "opponent"):
        assert abs(Fraction(result["tally"][side]["weight"]) - case.weight(side)) <= Fraction(1, 10**6)
