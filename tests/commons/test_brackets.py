from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moot.commons.brackets import Bracket, Match, rounds, seeding
from moot.commons.games import Game, Pairing
from moot.testing import START


def bracket(entrants: int) -> Bracket:
    """A bracket that has begun; entrants are named by their seeds."""
    closes = START + timedelta(days=1)
    names = tuple(f"m{seed}" for seed in range(1, entrants + 1))
    return Bracket("b", "Should agents pay for compute?", "tech", 64, 3, START, closes, "running", entrants=names)


def after(at: Bracket, pairing: Pairing, by: str | None, winner: str | None = None) -> Bracket:
    """The bracket after one more game was opened or came out."""
    others = tuple(game for game in at.games if game.pairing != pairing)
    return replace(at, games=(*others, Game(pairing, f"{pairing.round}-{pairing.number}", "active", by, winner)))


def found(at: Bracket, round: int, number: int) -> Match:
    (match,) = [match for match in at.matches() if (match.round, match.number) == (round, number)]
    return match


def favourites(at: Bracket) -> Bracket:
    """Played to the end, and the better seed always wins."""
    while pairings := at.to_open():
        for pairing in pairings:
            at = after(at, pairing, "votes", min(pairing.sides, key=at.entrants.index))
    return at


def test_the_best_meet_as_late_as_can_be():
    assert seeding(16) == [1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11]
    for size in (2, 4, 8, 16, 32, 64):
        order = seeding(size)
        assert sorted(order) == list(range(1, size + 1))
        assert {a + b for a, b in zip(order[::2], order[1::2], strict=True)} == {size + 1}


@pytest.mark.parametrize("entrants", [2, 3, 4, 5, 7, 8, 9, 16, 33, 64])
def test_when_favourites_win_the_best_seeds_are_left_in_each_round(entrants: int):
    done = favourites(bracket(entrants))
    for round in range(1, rounds(entrants) + 1):
        winners = {match.winner for match in done.matches() if match.round == round}
        assert winners == set(range(1, 2 ** (rounds(entrants) - round) + 1))
    assert done.matches()[-1].winner == 1


@pytest.mark.parametrize("entrants", [2, 3, 5, 6, 11, 16, 40, 64])
def test_byes_go_to_the_best_seeds(entrants: int):
    first = [match for match in bracket(entrants).matches() if match.round == 1]
    byes = {match.winner for match in first if match.state == "bye"}
    assert byes == set(range(1, 2 ** rounds(entrants) - entrants + 1))
    assert all(match.ready for match in first if match.state != "bye")


def test_the_better_seed_challenges_in_odd_rounds_and_answers_in_even_ones():
    at = bracket(8)
    assert {pairing.sides for pairing in at.to_open()} == {("m1", "m8"), ("m4", "m5"), ("m2", "m7"), ("m3", "m6")}
    for pairing in at.to_open():
        at = after(at, pairing, "votes", pairing.challenger)
    assert {pairing.sides for pairing in at.to_open()} == {("m4", "m1"), ("m3", "m2")}


def test_a_round_is_opened_as_soon_as_two_who_meet_are_known():
    at = bracket(4)
    one, other = at.to_open()
    at = after(at, one, None)
    assert (found(at, 1, 1).state, at.to_open()) == ("running", (other,))
    at = after(at, one, "votes", "m4")
    assert (found(at, 2, 1).first, found(at, 2, 1).state, at.to_open()) == (4, "waiting", (other,))
    at = after(at, other, "likes", "m3")
    assert at.to_open() == (Pairing("b", 2, 1, "m4", "m3"),)


def test_after_a_draw_the_better_seed_goes_on():
    at = bracket(2)
    (final,) = at.to_open()
    match = found(after(at, final, "draw"), 1, 1)
    assert (match.state, match.winner, match.reason) == ("won", 1, "A draw: the better seed goes on.")


@pytest.mark.parametrize("by", ["both_forfeit", "archived", "gone"])
def test_where_nobody_wins_the_other_half_has_a_walkover(by: str):
    at = bracket(4)
    one, other = at.to_open()
    at = after(after(at, one, by), other, "forfeit", "m3")
    assert (found(at, 1, 1).state, found(at, 1, 1).winner) == ("void", None)
    assert found(at, 1, 1).reason.endswith("nobody goes on.")
    assert (found(at, 2, 1).state, found(at, 2, 1).winner) == ("walkover", 3)
    assert at.to_open() == ()


def test_where_nobody_wins_on_either_side_nobody_has_won():
    at = bracket(4)
    for pairing in at.to_open():
        at = after(at, pairing, "both_forfeit")
    assert (found(at, 2, 1).state, found(at, 2, 1).winner) == ("void", None)


def test_whoever_is_gone_is_walked_over():
    at = bracket(2)
    (final,) = at.to_open()
    match = found(after(at, final, "gone", "m2"), 1, 1)
    assert (match.state, match.winner, match.reason) == ("walkover", 2, "The other account is gone.")


def test_a_bracket_without_enough_entrants_has_no_matches():
    for entrants in (0, 1):
        assert bracket(entrants).matches() == ()
        assert bracket(entrants).rounds == 0
    assert replace(bracket(8), state="entering").matches() == ()


@given(st.integers(2, 64), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_every_bracket_ends_with_at_most_one_winner_whatever_happens(entrants: int, chance: Random):
    at, running, gone, turns = bracket(entrants), list[Pairing](), set[str](), 0
    while not at.matches()[-1].decided:
        turns += 1
        assert turns <= 4 * entrants
        if chance.random() < 0.1:
            gone.add(chance.choice(at.entrants))
        for pairing in at.to_open():
            there = [side for side in pairing.sides if side not in gone]
            if len(there) == 2:
                running.append(pairing)
                at = after(at, pairing, None)
            else:
                at = after(at, pairing, "gone", there[0] if there else None)
        # Every match waits for others that are being played, is being played, or is decided: none is stuck.
        assert {(match.round, match.number) for match in at.matches() if match.state == "running"} == {
            (pairing.round, pairing.number) for pairing in running
        }
        if running:
            ended = running.pop(chance.randrange(len(running)))
            by = chance.choice(["votes", "likes", "forfeit", "draw", "both_forfeit", "archived"])
            winner = chance.choice(ended.sides) if by in ("votes", "likes", "forfeit") else None
            at = after(at, ended, by, winner)
    assert not running
    assert at.to_open() == ()
    assert all(match.decided for match in at.matches())
    final = at.matches()[-1]
    assert (final.winner is None) == (final.state == "void")
    assert len(at.matches()) == 2 ** rounds(entrants) - 1
    assert len(at.games) <= entrants - 1
