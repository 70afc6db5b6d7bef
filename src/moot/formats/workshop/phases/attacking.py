"""Adversarial: red breaks with tests that are run, blue mends, red comes again with something new."""

from dataclasses import replace

from moot.debate import Entry
from moot.formats.workshop.dealing import dealt, items, measures, opened_to, outcomes, run, spoken, tested, versioned
from moot.formats.workshop.fingerprint import fingerprint
from moot.formats.workshop.state import Attacks, Candidate, Deal, Opening, State


def applies(state: State) -> bool:
    """An attack counts only if it was run: without somebody to run it there is none."""
    return bool(state.standing and state.doing("attack") and state.doing("execute"))


def begin(state: State) -> tuple[tuple[Deal, ...], ...]:
    """The best candidates at once, each on its own."""
    return (tuple(_attack(state, one, 1) for one in _attacked(state)),)


def openings(state: State) -> tuple[Opening, ...]:
    """What must be opened to those who attack and defend it."""
    found: list[Opening] = []
    for candidate in _attacked(state):
        assert candidate.best is not None
        fighters = (_red(state, candidate), _blue(state, candidate))
        found += opened_to(candidate, candidate.best, [seat for seat in fighters if seat is not None])
    return tuple(found)


def heard(state: State, deal: Deal, entry: Entry) -> State:
    """Attack, run, defence, run; then again, until nothing new breaks or the rounds are over."""
    candidate = state.candidate(str(deal.thread))
    match entry.kind:
        case "ATTACK":
            return _tried(state, deal, entry)
        case "REPORT" if deal.name == "siege":
            return _besieged(state, candidate, deal, entry)
        case "DEFENCE" if entry.move.get("files") is not None:
            state = versioned(state, deal, entry, candidate.best)
            ids = measures(state, candidate.author)
            return dealt(state, entry, run(state, "run", entry.line, ids, deal.thread, deal.round))
        case "DEFENCE":
            return _again(state, candidate, deal, entry)
        case _:
            version = tested(state, candidate.version(deal.answers), entry)
            state = state.with_version(version)
            return _again(state, state.candidate(candidate.author), deal, entry)


def lapsed(state: State, deal: Deal, entry: Entry) -> State:
    """Where one of the two says nothing, the fight is over."""
    return state


def _attacked(state: State) -> tuple[Candidate, ...]:
    agreed = state.setup.adversarial
    assert agreed is not None
    return tuple(one for one in state.ranked if _red(state, one) is not None)[: agreed.candidates]


def _red(state: State, candidate: Candidate) -> str | None:
    """Nobody attacks what it wrote itself, unless there is nobody else."""
    reds = state.doing("attack")
    others = [seat for seat in reds if seat != candidate.author] or list(reds)
    place = [one.author for one in state.candidates].index(candidate.author)
    return others[place % len(others)] if others else None


def _blue(state: State, candidate: Candidate) -> str | None:
    blues = state.doing("defend")
    if not blues:
        return candidate.author if candidate.author in state.live else None
    place = [one.author for one in state.candidates].index(candidate.author)
    return blues[place % len(blues)]


def _attack(state: State, candidate: Candidate, round: int) -> Deal:
    red = _red(state, candidate)
    assert red is not None
    assert candidate.best is not None
    return spoken(
        state,
        "adversarial",
        red,
        "attack",
        ("ATTACK",),
        candidate.best.line,
        "attack",
        thread=candidate.author,
        round=round,
        to=_blue(state, candidate),
    )


def _tried(state: State, deal: Deal, entry: Entry) -> State:
    tests = items(entry, "tests")
    if not tests:
        return state
    prints = tuple(fingerprint(test) for test in tests)
    made = Attacks(entry.line, str(deal.thread), deal.seat, len(tests), deal.answers, entry.readers, prints=prints)
    state = replace(state, attacks=(*state.attacks, made))
    return dealt(state, entry, run(state, "siege", entry.line, made.ids, deal.thread, deal.round))


def _besieged(state: State, candidate: Candidate, deal: Deal, entry: Entry) -> State:
    came = outcomes(entry)
    held = tuple(id for id, outcome in came.items() if outcome == "passed")
    broke = tuple(id for id, outcome in came.items() if outcome not in ("passed", "not_run"))
    made = next(each for each in state.attacks if each.line == deal.answers)
    ran = replace(made, broke=broke, held=held)
    attacks = tuple(ran if each.line == made.line else each for each in state.attacks)
    before = candidate.version(made.on)
    hit = replace(
        before,
        held=(before.held or 0) + len(held) if held or broke else before.held,
        attacked=before.attacked + len(held) + len(broke),
        failing=(*before.failing, *broke),
    )
    state = replace(state, attacks=attacks).with_version(hit)
    blue = _blue(state, candidate)
    if not broke or blue is None:
        return state
    state = replace(state, openings=(*state.openings, *shown_to(state, candidate.author, blue)))
    defend = spoken(
        state,
        "adversarial",
        blue,
        "defend",
        ("DEFENCE",),
        entry.line,
        "defend",
        thread=deal.thread,
        round=deal.round,
        to=_red(state, candidate),
    )
    return dealt(state, entry, defend)


def shown_to(state: State, thread: str, seat: str) -> tuple[Opening, ...]:
    """What must be opened before this seat can go on with a candidate: its best version, and the attacks on it."""
    candidate = state.candidate(thread)
    assert candidate.best is not None
    made = (each for each in state.attacks_on(thread) if each.readers is not None and seat not in each.readers)
    unread = tuple(Opening(each.line, (seat,)) for each in made if each.by != seat)
    return (*opened_to(candidate, candidate.best, (seat,)), *unread)


def _again(state: State, candidate: Candidate, deal: Deal, entry: Entry) -> State:
    agreed, round = state.setup.adversarial, (deal.round or 1) + 1
    assert agreed is not None
    red = _red(state, candidate)
    if round > agreed.rounds or red is None:
        return state
    state = replace(state, openings=(*state.openings, *shown_to(state, candidate.author, red)))
    return dealt(state, entry, _attack(state, candidate, round))
