"""Laws about the end: that it comes, or can still come; and that it is one."""

from pickle import dumps

from moot.testing.laws.pool import Pool
from moot.testing.laws.walk import Walk

_GROWTH_ALLOWED = 256


def a_stubborn_walk_ends(walk: Walk) -> None:
    """Where a format has a limit, even players who are never satisfied come to an end."""
    if walk.guide.limited(walk.setup):
        walk.must(walk.ended, f"a limited debate was not over after {len(walk.stops)} moves")


def silence_ends_it_or_waits_for_a_person(walk: Walk) -> None:
    """When everybody falls silent, lapses end the debate, or it waits for somebody who is there."""
    waiting = set(walk.position.waits_for())
    holds = walk.ended or (walk.position.deadline() is None and waiting <= walk.guide.attended and bool(waiting))
    walk.must(holds, f"in silence it neither ended nor waits for a person, but for {sorted(waiting)}")


def an_end_stays_reachable(walk: Walk, pool: Pool, most: int = 200) -> None:
    """From wherever a walk has come to, some way of playing on ends the debate."""
    reachable = pool.reaches_end(walk.position, most)
    walk.must(reachable, f"no end can be reached from status {walk.position.status!r}")


def after_the_end_nothing_is_due(walk: Walk) -> None:
    """Once closed, nobody may move, nothing falls due, and the closing line is the last and the only one."""
    closings = [entry.line for entry in walk.entries if entry.kind == "closed"]
    walk.must(len(closings) == (1 if walk.ended else 0), f"the closing lines are {closings}")
    if walk.ended:
        walk.must(closings == [walk.position.line], "a line stands after the closing line")
        walk.must(not walk.position.due() and walk.position.deadline() is None, "something is due after the end")
        walk.must(not walk.position.rules.due(walk.position.state), "the rules deal turns after the end")


def the_recorded_end_is_the_computed_one(walk: Walk) -> None:
    """The closing line holds what the rules compute from the lines before it."""
    if walk.ended:
        outcome = walk.guide.rules.outcome(walk.position.state)
        walk.must(outcome is not None and outcome.told() == walk.entries[-1].move, "the end is not as computed")


def no_seal_survives_the_close(walk: Walk) -> None:
    """When a debate is over, every sealed line has been revealed."""
    if walk.ended:
        opened = {entry.answers for entry in walk.entries if entry.kind == "revealed"}
        left = [entry.line for entry in walk.entries if entry.sealed and entry.line not in opened]
        walk.must(not left, f"the lines {left} are still sealed after the end")


def state_does_not_grow_with_the_record(walk: Walk, early: int = 10) -> None:
    """A state holds line numbers and counts, so after many moves it is as small as after a few."""
    if len(walk.stops) > 10 * early:
        sizes = [len(dumps(stop.state)) for stop in walk.stops]
        growth = max(sizes[early:]) - max(sizes[:early])
        walk.must(growth <= _GROWTH_ALLOWED, f"the state grew by {growth} bytes in {len(sizes)} moves")
