"""Every cell of the validation matrix: in each position, what each seat may do and what it may not."""

from collections.abc import Awaitable, Callable
from uuid import uuid4

import httpx2
import pytest

from tests.support.house import Inside, Table, refused, said

SEATS = ("proposer", "opponent", "arbitrator")

Verb = Callable[[Table, str], Awaitable[httpx2.Response]]

VERBS: dict[str, Verb] = {
    "claim": lambda table, seat: table.claim(seat),
    "appeal": lambda table, seat: table.post("appeal", {"target_id": table.id(1), "content": "Which?"}, seat),
    "resolve": lambda table, seat: table.post("resolution", {"target_id": table.id(1), "content": "Agreed."}, seat),
    "rule": lambda table, seat: table.post("ruling", {"content": "So."}, seat),
    "close": lambda table, seat: table.post("ruling", {"content": "So.", "close": True}, seat),
    "intervene": lambda table, seat: table.post("intervention", {}, seat),
}

BELONGS_TO = {
    "appeal": "proposer",
    "resolve": "proposer",
    "rule": "arbitrator",
    "close": "arbitrator",
    "intervene": "arbitrator",
}
"""The verbs that only one seat has."""

OPPONENT, PROPOSER = "AWAITING_OPPONENT", "AWAITING_PROPOSER"
ARBITRATOR, STOPPED, CLOSED = "AWAITING_ARBITRATOR", "INTERVENTION_PENDING", "CLOSED"

FLOOR = {
    OPPONENT: ["opponent"],
    PROPOSER: ["proposer"],
    ARBITRATOR: ["arbitrator"],
    STOPPED: ["arbitrator"],
    CLOSED: [],
}

PROPOSER_MAY = {"proposer claim": OPPONENT, "proposer appeal": ARBITRATOR, "proposer resolve": ARBITRATOR}
STOP = {"arbitrator intervene": STOPPED}
RULE = {"arbitrator rule": PROPOSER, "arbitrator close": CLOSED}

POSITIONS: dict[str, tuple[str, str, dict[str, str]]] = {
    # how it came about: (what was done, the state, who may do what and the state that follows)
    "moved": ("", OPPONENT, {"opponent claim": PROPOSER, **STOP}),
    "claimed by the opponent": ("opponent claim", PROPOSER, {**PROPOSER_MAY, **STOP}),
    "claimed by the proposer": (
        "opponent claim, proposer claim",
        OPPONENT,
        {"opponent claim": PROPOSER, **STOP},
    ),
    "appealed": ("opponent claim, proposer appeal", ARBITRATOR, RULE),
    "asked to be completed": ("opponent claim, proposer resolve", ARBITRATOR, RULE),
    "ruled": ("opponent claim, proposer appeal, arbitrator rule", PROPOSER, {**PROPOSER_MAY, **STOP}),
    "stopped while the opponent writes": ("arbitrator intervene", STOPPED, {"opponent claim": STOPPED, **RULE}),
    "stopped while the proposer writes": (
        "opponent claim, arbitrator intervene",
        STOPPED,
        {"proposer claim": STOPPED, **RULE},
    ),
    "stopped, and the opponent's claim was parked": ("arbitrator intervene, opponent claim", STOPPED, RULE),
    "stopped, and the proposer's claim was parked": (
        "opponent claim, arbitrator intervene, proposer claim",
        STOPPED,
        RULE,
    ),
    "ruled before the opponent's draft landed": (
        "arbitrator intervene, arbitrator rule",
        PROPOSER,
        {"opponent claim": PROPOSER, **PROPOSER_MAY, **STOP},
    ),
    "ruled, and then the opponent's draft landed": (
        "arbitrator intervene, arbitrator rule, opponent claim",
        PROPOSER,
        {**PROPOSER_MAY, **STOP},
    ),
    "ruled, and the proposer moved before the opponent's draft landed": (
        "arbitrator intervene, arbitrator rule, proposer appeal",
        ARBITRATOR,
        RULE,
    ),
    "stopped again before the opponent's draft landed": (
        "arbitrator intervene, arbitrator rule, arbitrator intervene",
        STOPPED,
        {"proposer claim": STOPPED, **RULE},
    ),
    "ruled before the proposer's draft landed": (
        "opponent claim, arbitrator intervene, arbitrator rule",
        PROPOSER,
        {**PROPOSER_MAY, **STOP},
    ),
    "closed on a resolution": ("opponent claim, proposer resolve, arbitrator close", CLOSED, {}),
    "closed after a stop": ("arbitrator intervene, arbitrator close", CLOSED, {}),
}


async def brought_to(house: Inside, position: str) -> Table:
    table = await Table(house.http, str(uuid4())).opened()
    for step in filter(None, POSITIONS[position][0].split(", ")):
        seat, verb = step.split()
        said(await VERBS[verb](table, seat))
    return table


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("position", POSITIONS)
async def test_each_seat_may_do_what_the_matrix_says_and_nothing_else(
    guarded: Inside, position: str, seat: str, verb: str
):
    table = await brought_to(guarded, position)
    _, state, allowed = POSITIONS[position]
    before = (await table.context())["debate"]
    assert before["state"] == state
    assert before["waiting_for"] == FLOOR[state]

    response = await VERBS[verb](table, seat)

    after = (await table.context())["debate"]
    follows = allowed.get(f"{seat} {verb}")
    if follows is not None:
        receipt = said(response)
        assert response.status_code == 201
        assert (receipt["state"], after["state"], after["waiting_for"]) == (follows, follows, FLOOR[follows])
        assert receipt["seq"] == before["seq"] + 1
        assert receipt["argument_id"] == table.id(receipt["seq"])
    elif BELONGS_TO.get(verb, seat) != seat:
        refused(response, "FORBIDDEN", 403)
        assert after == before
    else:
        error = refused(response, "ACTION_NOT_ALLOWED", 409)
        assert error["current_state"] == state
        assert error["allowed_roles"] == FLOOR[state]
        assert error["suggestion"] == suggestion(seat, state, allowed)
        assert after == before


def suggestion(seat: str, state: str, allowed: dict[str, str]) -> str:
    kinds = {
        "claim": "CLAIM",
        "appeal": "APPEAL",
        "resolve": "RESOLUTION",
        "rule": "RULING",
        "intervene": "INTERVENTION",
    }
    own = [kind for verb, kind in kinds.items() if f"{seat} {verb}" in allowed]
    if state == CLOSED:
        return "The debate is over and can only be read."
    if own:
        return f"Now {seat} may make: {', '.join(own)}."
    return f"Wait for {FLOOR[state][0]} to move."


ACTIONS = {
    # state: (proposer, opponent, arbitrator)
    OPPONENT: ("wait_for_opponent", "respond", "wait_for_opponent"),
    PROPOSER: ("respond", "wait_for_proposer", "wait_for_proposer"),
    ARBITRATOR: ("wait_for_ruling", "wait_for_ruling", "rule"),
    STOPPED: ("wait_for_ruling", "wait_for_ruling", "rule"),
    CLOSED: ("debate_closed", "debate_closed", "debate_closed"),
}


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("position", POSITIONS)
async def test_each_seat_is_told_its_action(guarded: Inside, position: str, seat: str):
    table = await brought_to(guarded, position)
    _, state, allowed = POSITIONS[position]
    action = ACTIONS[state][SEATS.index(seat)]
    if action == "respond" and position.startswith("ruled"):
        action = "align_to_ruling"

    context = await table.context(role=seat)
    waited = said(await table.wait(seat, on=context["debate"]["seq"] if state != CLOSED else 1))

    assert (context["role"], context["action"]) == (seat, action)
    assert (waited["state"], waited["action"]) == (state, action)
    told = [f"{offer['role']} {offer['type']}" for offer in waited["available_actions"]]
    assert told == [f"{offer['role']} {offer['type']}" for offer in context["available_actions"]]
    assert set(told) == {f"{seat} {kind_of(cell)}" for cell in allowed if cell.startswith(seat)}


def kind_of(cell: str) -> str:
    verb = cell.split()[1]
    return {"resolve": "RESOLUTION", "rule": "RULING", "close": "RULING", "intervene": "INTERVENTION"}.get(
        verb, verb.upper()
    )


async def test_a_parked_claim_is_recorded_and_its_author_waits_on_the_intervention(table: Table):
    stop = said(await table.intervene(content="One moment."))
    parked = said(await table.claim("opponent", "What I was writing."))

    assert (parked["state"], parked["action"]) == ("INTERVENTION_PENDING", "wait_for_ruling")
    assert parked["wait_on"] == stop["argument_id"]
    argument = (await table.context())["arguments"][-1]
    assert (argument["type"], argument["parked"], argument["content"]) == ("CLAIM", True, "What I was writing.")
    assert argument["parent_id"] == table.id(1)


async def test_a_draft_that_lands_after_the_ruling_leaves_the_floor_where_it_is(table: Table):
    stop = said(await table.intervene())
    ruling = said(await table.rule("Use two queues."))
    parked = said(await table.claim("opponent", "What I was writing."))

    assert (parked["state"], parked["action"]) == ("AWAITING_PROPOSER", "wait_for_proposer")
    # Its author has not seen the ruling yet: who waits from the intervention is told of it.
    assert parked["wait_on"] == stop["argument_id"]
    waited = said(await table.wait("opponent", on=stop["seq"]))
    assert [argument["id"] for argument in waited["arguments"]] == [ruling["argument_id"]]
    context = await table.context(role="proposer")
    assert (context["action"], context["wait_on"]) == ("align_to_ruling", ruling["argument_id"])
    assert context["arguments"][-1]["parked"] is True


async def test_only_one_draft_can_be_parked(table: Table):
    said(await table.intervene())
    said(await table.claim("opponent", "What I was writing."))
    error = refused(await table.claim("opponent", "And another thing."), "ACTION_NOT_ALLOWED", 409)
    assert error["suggestion"] == "Wait for arbitrator to move."


async def test_once_the_rounds_are_spent_only_an_end_is_in_reach(house: Inside):
    table = await Table(house.http, str(uuid4())).opened(max_rounds=1)
    said(await table.claim("opponent"))
    error = refused(await table.claim("proposer"), "ACTION_NOT_ALLOWED", 409)
    assert error["suggestion"] == "Now proposer may make: APPEAL, RESOLUTION."
    said(await table.resolve())
    error = refused(await table.rule("Go on."), "INVALID_INPUT", 422)
    assert error["suggestion"] == "Close it with this ruling."
    assert said(await table.rule("Enough.", close=True))["state"] == "CLOSED"


async def test_a_role_that_the_debate_does_not_have_is_refused_by_name(table: Table):
    for response in (await table.claim("judge"), await table.wait("judge")):
        error = refused(response, "INVALID_INPUT", 422)
        assert error["suggestion"] == "Its roles are: proposer, opponent, arbitrator."
