"""Self-evolvement: tests are written and tried, authors attempt, are tested, reflect and try again."""

from dataclasses import replace

from moot.debate import Entry
from moot.formats.workshop.arranged import grouped, leader
from moot.formats.workshop.dealing import dealt, items, measures, outcomes, run, spoken, tested, versioned
from moot.formats.workshop.state import Deal, State, Suite

TRIES = 2
"""How often tests are written before work begins without them."""
BEFORE_CODE = ("function", "design")
"""Where nothing is there yet, a test that passes already tests nothing."""
FAILS = ("failed", "error")
"""How a test comes out that was run and did not pass: where there is no code yet, what it names is not there."""


def applies(state: State) -> bool:
    """Somebody must write code."""
    return bool(state.doing("author"))


def begin(state: State) -> tuple[tuple[Deal, ...], ...]:
    """Tests first, where somebody writes and somebody runs them; then all authors."""
    assert state.task is not None
    tester = leader(state, "self_evolvement", state.doing("test"))
    testing = ()
    if tester is not None and state.doing("execute"):
        testing = ((_testing(tester, state.task, 1),),)
    attempts = [_attempt(state, author, state.began, 1) for author in state.doing("author")]
    return (*testing, *grouped(state, "self_evolvement", attempts))


def heard(state: State, deal: Deal, entry: Entry) -> State:
    """Each author goes its own way from one line to the next."""
    match entry.kind:
        case "TESTS":
            return _written(state, deal, entry)
        case "REPORT" if deal.name == "try":
            return _tried(state, deal, entry)
        case "ATTEMPT":
            state = versioned(state, deal, entry, state.candidate(str(deal.thread)).best)
            ids = measures(state, str(deal.thread))
            return dealt(state, entry, run(state, "run", entry.line, ids, deal.thread, deal.round))
        case "REPORT":
            return _ran(state, deal, entry)
        case _:
            return dealt(state, entry, _attempt(state, deal.seat, entry.line, (deal.round or 1) + 1))


def lapsed(state: State, deal: Deal, entry: Entry) -> State:
    """Whoever does not reflect keeps what it has."""
    return state


def _testing(tester: str, answers: int, round: int) -> Deal:
    """A turn to write tests: whatever the topology, everybody reads what all are measured by."""
    return Deal(tester, "test", ("TESTS",), answers, round=round, job="test")


def _attempt(state: State, author: str, answers: int, round: int) -> Deal:
    return _alone(state, author, "attempt", "ATTEMPT", answers, round)


def _alone(state: State, author: str, name: str, kind: str, answers: int, round: int) -> Deal:
    """A turn of an author, who works apart from the other authors until it proposes something."""
    return spoken(
        state,
        "self_evolvement",
        author,
        name,
        (kind,),
        answers,
        "author",
        thread=author,
        round=round,
        apart=state.doing("author"),
    )


def _written(state: State, deal: Deal, entry: Entry) -> State:
    suite = Suite(entry.line, len(items(entry, "tests")))
    state = replace(state, suites=(*state.suites, suite))
    return dealt(state, entry, run(state, "try", entry.line, suite.ids, None, deal.round))


def _tried(state: State, deal: Deal, entry: Entry) -> State:
    """Tests count if they run, and fail where there is no code yet."""
    wanted = FAILS if state.setup.task_kind in BEFORE_CODE else (*FAILS, "passed")
    came = outcomes(entry).values()
    sound = tuple(number for number, outcome in enumerate(came, start=1) if outcome in wanted)
    suites = tuple(replace(each, sound=sound) if each.line == deal.answers else each for each in state.suites)
    state = replace(state, suites=suites)
    if sound or (deal.round or 1) >= TRIES:
        return dealt(state, entry, *_again(state)) if sound else state
    tester = leader(state, "self_evolvement", state.doing("test"))
    assert tester is not None
    return dealt(state, entry, _testing(tester, entry.line, (deal.round or 1) + 1))


def _again(state: State) -> tuple[Deal | None, ...]:
    """Sent back, there are versions already: they are run anew, so that all are measured by the same tests."""
    agreed = state.setup.self_evolvement
    assert agreed is not None
    old = ((one.author, one.best) for one in state.candidates if one.best is not None)
    return tuple(run(state, "run", best.line, measures(state, author), author, agreed.attempts) for author, best in old)


def _ran(state: State, deal: Deal, entry: Entry) -> State:
    thread, round = str(deal.thread), deal.round or 1
    version = tested(state, state.candidate(thread).version(deal.answers), entry)
    state = state.with_version(version)
    agreed = state.setup.self_evolvement
    if version.sound or agreed is None or round >= agreed.attempts or thread in state.out:
        return state
    return dealt(state, entry, _alone(state, thread, "reflect", "REFLECTION", entry.line, round))
