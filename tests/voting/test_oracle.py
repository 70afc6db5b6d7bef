"""The same random ballots, counted by others: votelib (pure Python, exact), and the definitions written out.

Where votelib counts by other conventions, the difference itself is held to what it should be:
- Borda: whoever a ballot leaves out gets nothing there, and here an even share of the points that are left; equals get
  the points of their best place there, and here the mean of their places.
- First choices: equals at the top are a candidate of their own there, and share the voice here.
- Run-off: a tie for the fewest votes is an error there; here it is settled by a batch or by the tie-break. When one of
  equals goes, its part goes down to the next tier there; here the equals who are left have all of it. So only ballots
  without equals are compared. Without a retainer of its own votelib takes the exhausted ballots for a candidate.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from fractions import Fraction
from itertools import permutations
from random import Random
from typing import Any

import pytest
from votelib.component.rankscore import Borda
from votelib.convert import (
    ApprovalToSimpleVotes,
    RankedToCondorcetVotes,
    RankedToFirstPreference,
    RankedToPositionalVotes,
)
from votelib.evaluate.condorcet import CondorcetWinner, SmithSet
from votelib.evaluate.core import Plurality
from votelib.evaluate.sequential import TransferableVoteSelector, initial_allocation

from moot.voting import Ballot, Tier, count
from tests.voting.profiles import NEUTRAL

CANDIDATES = ("a", "b", "c", "d", "e")


def strict(chance: Random, fewest: int = 5) -> tuple[Tier, ...]:
    order = chance.sample(CANDIDATES, chance.randint(fewest, 5))
    return tuple((each,) for each in order)


def short(chance: Random) -> tuple[Tier, ...]:
    return strict(chance, 1)


def loose(chance: Random) -> tuple[Tier, ...]:
    """With equals, and with some left out."""
    tiers: list[Tier] = []
    for (each,) in short(chance):
        if tiers and chance.random() < 0.3:
            tiers[-1] = (*tiers[-1], each)
        else:
            tiers.append((each,))
    return tuple(tiers)


def profiles(
    kind: Callable[[Random], tuple[Tier, ...]], times: int, seed: int, fewest: int = 5
) -> Iterator[list[Ballot]]:
    """Some random ballots, after one that ranks everybody: votelib knows only candidates whom somebody ranks."""
    chance = Random(seed)
    everybody = tuple((each,) for each in CANDIDATES)
    for _ in range(times):
        rankings = [everybody, *(kind(chance) for _ in range(chance.randint(fewest, 14)))]
        yield [Ballot(f"v{place}", ranking) for place, ranking in enumerate(rankings)]


def theirs(ballots: Sequence[Ballot]) -> dict[Any, Any]:
    """The ballots as votelib writes them: a tier of one is a name, a larger one a set of names."""
    written = (tuple(tier[0] if len(tier) == 1 else frozenset(tier) for tier in each.ranking) for each in ballots)
    return dict(Counter(written))


def test_first_choices_are_counted_as_votelib_counts_them():
    for ballots in profiles(strict, 60, seed=1):
        found: dict[str, int] = RankedToFirstPreference().convert(theirs(ballots))
        result = count("plurality", CANDIDATES, ballots)
        assert result.tallies == {each: found.get(each, 0) for each in CANDIDATES}


def test_equal_first_choices_are_shared_as_votelib_shares_them_in_a_run_off():
    for ballots in profiles(loose, 60, seed=2):
        shared: dict[Any, dict[Any, Any]] = initial_allocation(theirs(ballots))
        result = count("plurality", CANDIDATES, ballots)
        assert result.tallies == {each: sum(shared.get(each, {}).values()) for each in CANDIDATES}


def test_points_are_counted_as_votelib_counts_them_where_everybody_is_ranked():
    for ballots in profiles(strict, 60, seed=3):
        found: dict[str, int] = RankedToPositionalVotes(Borda(base=0)).convert(theirs(ballots))
        assert count("borda", CANDIDATES, ballots).tallies == found


def test_whoever_is_left_out_gets_an_even_share_of_what_votelib_gives_to_nobody():
    for ballots in profiles(short, 60, seed=4):
        found: dict[str, Any] = RankedToPositionalVotes(Borda(base=0)).convert(theirs(ballots))
        for ballot in ballots:
            out = [each for each in CANDIDATES if (each,) not in ballot.ranking]
            for each in out:
                found[each] += Fraction(len(out) - 1, 2)
        assert count("borda", CANDIDATES, ballots).tallies == found


def test_every_pair_is_counted_as_votelib_counts_it():
    for ballots in profiles(loose, 60, seed=5):
        found: dict[tuple[str, str], int] = RankedToCondorcetVotes().convert(theirs(ballots))
        table = count("condorcet", CANDIDATES, ballots).pairwise
        for one, other in permutations(CANDIDATES, 2):
            assert table[one][other].heads == table[one][other].weight == found.get((one, other), 0)


def test_votelib_finds_the_same_condorcet_winner_or_none():
    fell = 0
    for ballots in profiles(loose, 200, seed=6):
        pairs: Any = RankedToCondorcetVotes().convert(theirs(ballots))
        result = count("condorcet", CANDIDATES, ballots)
        fell += result.fallback is not None
        assert CondorcetWinner().evaluate(pairs) == ([] if result.fallback else [result.winner])
    assert 20 < fell < 180


def test_without_even_matches_the_cycle_is_the_smith_set_of_votelib():
    cycles = 0
    for ballots in profiles(strict, 400, seed=7):
        if len(ballots) % 2 == 0:
            continue
        pairs: Any = RankedToCondorcetVotes().convert(theirs(ballots))
        fallback = count("condorcet", CANDIDATES, ballots).fallback
        if fallback is not None:
            cycles += 1
            assert fallback.why == "cycle"
            assert set(fallback.candidates) == set(SmithSet().evaluate(pairs))
    assert cycles > 20


def test_whoever_is_told_to_be_in_a_cycle_comes_round_to_itself_by_wins():
    cycles = 0
    for ballots in profiles(loose, 400, seed=8):
        result = count("condorcet", CANDIDATES, ballots)
        wins = {
            (one, other)
            for one, other in permutations(CANDIDATES, 2)
            if result.pairwise[one][other].heads > result.pairwise[other][one].heads
        }
        rings = [
            ring
            for size in (3, 4, 5)
            for ring in permutations(CANDIDATES, size)
            if all(pair in wins for pair in zip(ring, (*ring[1:], ring[0]), strict=True))
        ]
        told = result.fallback.candidates if result.fallback and result.fallback.why == "cycle" else ()
        cycles += bool(told)
        for one in told:
            assert any(one in ring for ring in rings)
    assert cycles > 10


@pytest.mark.parametrize("kind", [strict, short])
def test_votelib_finds_the_same_winner_of_a_run_off_unless_it_gives_up_at_a_tie(
    kind: Callable[[Random], tuple[Tier, ...]],
):
    told = 0
    votelib = TransferableVoteSelector(quota_function=None, retainer=Plurality())
    for ballots in profiles(kind, 300, seed=9, fewest=9):
        try:
            found: list[Any] = votelib.evaluate(theirs(ballots), 1)
        except NotImplementedError:
            continue
        told += 1
        result = count("irv", CANDIDATES, ballots)
        assert [result.winner] == found
        assert all(each.tie is None for each in result.rounds)
    assert told > 30


def test_approvals_are_counted_as_votelib_counts_them():
    chance = Random(10)
    for _ in range(60):
        approved = [tuple(chance.sample(CANDIDATES, chance.randint(0, 5))) for _ in range(9)]
        found: dict[str, int] = ApprovalToSimpleVotes().convert(dict(Counter(map(frozenset, approved))))
        ballots = [Ballot(f"v{place}", approves=names) for place, names in enumerate(approved)]
        result = count("approval", CANDIDATES, ballots)
        assert result.tallies == {each: found.get(each, 0) for each in CANDIDATES}


def voices(ballots: Sequence[Ballot], left: Collection[str]) -> dict[str, Fraction]:
    had = dict.fromkeys(left, Fraction())
    for ballot in ballots:
        tiers = [[each for each in tier if each in left] for tier in ballot.ranking]
        best = [tier for tier in tiers if tier][:1]
        for each, size in ((each, len(tier)) for tier in best for each in tier):
            had[each] += Fraction(1, size)
    return had


def fallen_one_by_one(ballots: Sequence[Ballot], left: Sequence[str], times: int, order: Sequence[str]) -> set[str]:
    """Who is left when so many have gone alone, the earlier in the order among those with the fewest."""
    still = list(left)
    for _ in range(times):
        had = voices(ballots, still)
        still.remove(min(still, key=lambda each: (had[each], order.index(each))))
    return set(still)


def test_those_who_go_together_in_a_run_off_would_go_one_by_one_in_any_order():
    batches = 0
    for ballots in profiles(loose, 200, seed=11, fewest=3):
        rounds = count("irv", CANDIDATES, ballots, tie_break=(*NEUTRAL, "first")).rounds
        for each in rounds:
            left, gone = list(each.tallies), each.eliminated
            assert each.tallies == voices(ballots, left)
            batches += len(gone) > 1
            if len(gone) > 1:
                ends = [fallen_one_by_one(ballots, left, len(gone), order) for order in permutations(CANDIDATES)]
                assert all(end == set(left) - set(gone) for end in ends)
    assert batches > 20
