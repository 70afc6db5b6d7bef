"""Laws about the record: played again it gives the same debate, and its times never go back."""

from moot.debate import Position
from moot.engine import rehearsed
from moot.notation import read
from moot.testing.laws.walk import DEBATE, Walk


def replaying_gives_the_same_state(walk: Walk) -> None:
    """The stored lines, read back and folded from the first, give every position there was."""
    entries = [read(line) for line in walk.lines()]
    walk.must(tuple(entries) == walk.entries, "a line reads back as something else than was written")
    replayed = {0: Position.begun(walk.guide.rules, entries[0])}
    for entry in entries[1:]:
        replayed[entry.line] = replayed[entry.line - 1].fold(entry)
    for stop in walk.stops:
        walk.must(replayed[stop.line] == stop, f"line {stop.line} replays to {replayed[stop.line]}, not {stop}")


def played_again_it_is_written_alike(walk: Walk) -> None:
    """What was decided, decided again, gives every line as it was stored, byte for byte."""
    found = rehearsed(DEBATE, walk.lines(), {walk.guide.name: walk.guide.rules})
    walk.must(found.sound, f"played again, line {found.fault and found.fault.line}: {found.fault}")


def cold_and_warm_folding_agree(walk: Walk) -> None:
    """Whether a state was kept or is folded anew, the lines after it lead to the same position and turns."""
    for warm in walk.stops:
        start = warm
        for entry in walk.entries[warm.line + 1 :]:
            start = start.fold(entry)
        walk.must(start == walk.position, f"folded on from line {warm.line} it ends elsewhere")
        walk.must(start.due() == walk.position.due(), f"folded on from line {warm.line} other turns are due")


def a_refused_move_changes_nothing(walk: Walk) -> None:
    """Judging a move does not touch the state, and a refusal says its code and a sentence."""
    for refused in walk.refused:
        walk.must(refused.before == refused.after, f"the refusal at line {refused.line} changed the state")
        walk.must(bool(refused.refusal.code and refused.refusal.message), f"{refused.refusal!r} explains nothing")


def asking_changes_nothing(walk: Walk) -> None:
    """Asking the rules who is due, what follows and how it ended does not touch the state."""
    for stop in walk.stops:
        before = repr(stop.state)
        walk.must(_answers(stop) == _answers(stop), f"asked twice at line {stop.line}, the rules answer differently")
        walk.must(repr(stop.state) == before, f"asking at line {stop.line} changed the state")


def times_never_decrease(walk: Walk) -> None:
    """Whatever the clock does, no line is dated before the line above it."""
    for above, entry in zip(walk.entries, walk.entries[1:], strict=False):
        walk.must(entry.at >= above.at, f"line {entry.line} is dated before line {above.line}")


def a_lapse_is_dated_at_its_deadline(walk: Walk) -> None:
    """A lapse of time takes effect at the deadline that passed, however late it is written."""
    for stop, following in zip(walk.stops, walk.stops[1:], strict=False):
        deadlines = {turn.key: turn.until for turn in stop.due()}
        for entry in walk.entries[stop.line + 1 : following.line + 1]:
            until = deadlines.get((entry.seat, entry.turn or "", entry.answers, entry.since or 0))
            if entry.kind == "lapsed" and entry.move.get("reason") == "time" and until is not None:
                walk.must(entry.at == max(until, stop.at), f"the lapse at line {entry.line} is not dated {until}")


def _answers(stop: Position) -> tuple[object, ...]:
    return (stop.due(), stop.status, stop.rules.follows(stop.state), stop.rules.outcome(stop.state))
