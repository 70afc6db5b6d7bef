"""Laws about turns: who may move, who must, and that no turn comes twice."""

from moot.debate import HOUSE_KINDS, Turn
from moot.debate.turn import TurnKey
from moot.testing.laws.reading import known
from moot.testing.laws.walk import Walk


def only_declared_kinds_are_due(walk: Walk) -> None:
    """A turn asks for moves that the format declares under their own kind; the house's kinds are not among them."""
    declared = walk.guide.rules.moves
    walk.must(not HOUSE_KINDS & set(declared), "a move takes a kind of the house's")
    for turn in _all_due(walk):
        walk.must(bool(turn.kinds) and set(turn.kinds) <= set(declared), f"{turn.name!r} asks for {turn.kinds}")
    named = {kind: model.model_fields["kind"].default for kind, model in declared.items()}
    walk.must(all(kind == name for kind, name in named.items()), f"kinds and models do not match: {named}")


def each_turn_is_held_or_open(walk: Walk) -> None:
    """A turn is for a seat that exists, or open to a role; a sealed open turn fills a seat of its own."""
    for turn in _all_due(walk):
        held = turn.seat is not None and turn.open_to is None and turn.seat in walk.position.seats
        opened = turn.seat is None and turn.open_to is not None
        walk.must(held or opened, f"turn {turn.key} is held by no seat and open to no role")
        if turn.open_to is not None:
            filled = turn.open_to.fills
            walk.must(filled is None or filled in walk.position.seats, f"turn {turn.key} fills an unknown seat")
            walk.must(not turn.sealed or filled is not None, f"sealed open turn {turn.key} fills no seat")


def while_unfinished_somebody_must_move(walk: Walk) -> None:
    """An unfinished debate waits for somebody: each who must move has a deadline or a person behind."""
    for stop in walk.stops:
        if not stop.ended:
            must = [turn for turn in stop.due() if turn.must]
            walk.must(bool(must), f"nobody must move at line {stop.line}, status {stop.status!r}")
            idle = [turn.key for turn in must if turn.until is None and not _attended(walk, turn)]
            walk.must(not idle, f"the turns {idle} have neither a deadline nor a person behind them")


def turn_keys_never_return(walk: Walk) -> None:
    """A turn that is gone never comes back, and no two turns at once share a key."""
    gone: set[TurnKey] = set()
    last: set[TurnKey] = set()
    for stop in walk.stops:
        keys = [turn.key for turn in stop.due()]
        walk.must(len(keys) == len(set(keys)), f"two turns share a key at line {stop.line}: {keys}")
        gone |= last - set(keys)
        walk.must(not gone & set(keys), f"the turns {gone & set(keys)} came back at line {stop.line}")
        last = set(keys)


def a_taken_turn_is_gone(walk: Walk) -> None:
    """A seat takes a turn once: after its move or its lapse that turn is due no more."""
    for stop in walk.stops:
        past = [entry for entry in walk.entries if entry.line <= stop.line]
        taken = {(entry.seat, entry.turn, entry.answers, entry.since) for entry in past}
        again = [turn.key for turn in stop.due() if turn.seat is not None and turn.key in taken]
        walk.must(not again, f"the turns {again} were taken and are due again at line {stop.line}")


def a_mover_has_read_what_it_answers(walk: Walk) -> None:
    """A turn answers an earlier line that whoever holds it can read."""
    for stop in walk.stops:
        for turn in stop.due():
            walk.must(turn.since <= stop.line, f"turn {turn.key} was dealt by a line that is not there yet")
            if turn.answers is not None:
                readable = known(walk.entries[: stop.line + 1], turn.seat)
                walk.must(turn.answers in readable, f"who holds turn {turn.key} cannot read line {turn.answers}")


def every_seat_has_a_cue(walk: Walk) -> None:
    """At every moment each seat is told what to do, about a line that is there."""
    for stop in walk.stops:
        for seat in stop.seats:
            cue = stop.cue(seat)
            there = cue.about is None or 0 <= cue.about <= stop.line
            walk.must(bool(cue.action) and there, f"the cue of {seat} at line {stop.line} is {cue}")


def _all_due(walk: Walk) -> list[Turn]:
    return [turn for stop in walk.stops for turn in stop.due()]


def _attended(walk: Walk, turn: Turn) -> bool:
    return (turn.seat or (turn.open_to.role if turn.open_to else "")) in walk.guide.attended
