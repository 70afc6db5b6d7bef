"""Arbitrations in which the opponent and the arbitrator are models: to a closing ruling, and when one of them fails."""

from uuid import uuid4

import pytest

from moot.testing.wire import Asked, Reply, WireServer, failing
from tests.support.house import SECONDS, ServerProcess, Table, said
from tests.support.players import calls, filled, heard, one_by_one, seats, served, told, typed

pytestmark = pytest.mark.journey

__all__ = ["served"]


def claiming(content: str) -> Reply:
    """The opponent argues, about whatever it is shown."""
    return Reply(values={"content": content})


async def test_a_proposer_argues_with_a_model_before_a_model_to_a_closing_ruling(served: ServerProcess):
    chosen = filled(option="B", content="Two workers: the small jobs must not wait.", close=False)
    script = {
        "opponent": one_by_one(
            claiming("One queue starves the small jobs."), claiming("Two workers, then?"), claiming("Agreed.")
        ),
        "arbitrator": one_by_one(chosen, chosen, filled(content="Closed: two workers.", close=True)),
    }
    with WireServer(script) as wire:
        async with served.client() as owner:
            table = await Table(owner, str(uuid4())).opened(seats=seats(wire, "opponent", "arbitrator"))
            heard_first = said(await table.wait("proposer", on=1, seconds=SECONDS))
            assert (heard_first["action"], heard_first["arguments"][-1]["role"]) == ("respond", "opponent")
            assert heard_first["arguments"][-1]["content"] == "One queue starves the small jobs."

            said(await table.claim("proposer", "Then let us have two.", about=2))
            said(await table.wait("proposer", on=3, seconds=SECONDS))
            said(await table.appeal("How many workers?", about=4, options=["A=One worker", "B=Two workers"]))
            ruled = said(await table.wait("proposer", on=5, seconds=SECONDS))
            assert (ruled["action"], ruled["arguments"][-1]["option"]) == ("align_to_ruling", "B")

            said(await table.claim("proposer", "Two workers it is.", about=6))
            agreed = said(await table.wait("proposer", on=7, seconds=SECONDS))
            assert agreed["arguments"][-1]["content"] == "Agreed."
            said(await table.resolve("Two queues, two workers.", about=8))
            closed = said(await table.wait("proposer", on=9, seconds=SECONDS))
            assert (closed["action"], closed["state"]) == ("debate_closed", "CLOSED")

            # The arbitrator was asked twice for its choice, with the ways in both orders.
            ruling = (await table.arguments())[5]
            assert [asking["options"] for asking in ruling["move"]["askings"]] == [
                ["A", "B", "other"],
                ["other", "B", "A"],
            ]
            assert await table.sound()
        assert calls(wire) == {"arbitrator": 3, "opponent": 3}
        assert "Two workers it is." in told(heard(wire, "opponent")[-1])


async def test_readings_that_disagree_choose_nothing_that_was_offered(served: ServerProcess):
    def first_of_all(asked: Asked) -> Reply:
        ways = asked.form["properties"]["option"]["enum"] if asked.form else ["?"]
        return filled(option=ways[0], content=f"{ways[0]}, because it stands first.", close=False)

    with WireServer({"arbitrator": first_of_all}) as wire:
        async with served.client() as owner:
            table = await Table(owner, str(uuid4())).opened(seats=seats(wire, "arbitrator"))
            said(await table.claim("opponent", "One is too few."))
            said(await table.appeal("How many?", about=2, options=["A=One worker", "B=Two workers"]))
            ruled = said(await table.wait("proposer", on=3, seconds=SECONDS))
            assert ruled["arguments"][-1]["option"] == "other"
            assert "none of those offered is chosen" in ruled["arguments"][-1]["content"]
        assert calls(wire) == {"arbitrator": 2}


async def test_an_opponent_that_fails_leaves_the_matter_to_the_arbitrator(served: ServerProcess):
    script = {
        "opponent": [failing(401, "No such key.")] * 2,
        "arbitrator": one_by_one(
            filled(content="Nobody speaks against it: say what it costs.", close=False),
            filled(content="Adopted as it stands.", close=True),
        ),
    }
    with WireServer(script) as wire:
        debate = str(uuid4())
        sitting = [f"--seat={seat}={player}" for seat, player in seats(wire, "opponent", "arbitrator").items()]
        opened = typed(
            served, "debate", "create", "--debate-id", debate, "--title", "Queues", "--debate-type", "general_debate",
            "--content", "Use one queue.", *sitting,
        )  # fmt: skip
        key = opened["seat_keys"]["proposer"]
        about = ["--debate-id", debate, "--role", "proposer"]
        ruled = typed(served, "debate", "wait", *about, "--argument-id", opened["argument_id"], token=key)
        # The lapse is told first; whoever waits for a ruling waits on.
        while ruled["action"] == "wait_for_ruling":
            ruled = typed(served, "debate", "wait", *about, "--argument-id", ruled["wait_on"], token=key)
        assert ruled["action"] == "align_to_ruling"
        aligned = typed(
            served, "debate", "submit", *about, "--target-id", ruled["wait_on"], "--content", "Forty.", token=key
        )  # fmt: skip
        closed = typed(served, "debate", "wait", *about, "--argument-id", aligned["argument_id"], token=key)
        while closed["action"] == "wait_for_ruling":
            closed = typed(served, "debate", "wait", *about, "--argument-id", closed["wait_on"], token=key)
        assert closed["action"] == "debate_closed"
        async with served.client() as owner:
            table = Table(owner, debate)
            lines = await table.arguments()
            assert [(line["type"], line["role"]) for line in lines] == [
                ("MOTION", "proposer"), ("lapsed", "opponent"), ("RULING", "arbitrator"),
                ("CLAIM", "proposer"), ("lapsed", "opponent"), ("RULING", "arbitrator"),
            ]  # fmt: skip
            lapse = lines[1]["move"]
            assert (lapse["reason"], "did not accept the key" in lapse["detail"]) == ("failed", True)
            assert await table.sound()
        assert calls(wire) == {"arbitrator": 2, "opponent": 2}
        # Silent for the second time: the form leaves no other way than to close.
        assert "for the second time" in told(heard(wire, "arbitrator")[1])
