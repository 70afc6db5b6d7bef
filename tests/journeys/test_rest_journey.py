"""The whole debate of spec 001 over REST: three seats with keys of their own, a real server, and a power cut."""

from collections.abc import Awaitable
from typing import Any
from uuid import uuid4

import anyio
import httpx2
import pytest

from tests.support.house import API, SECONDS, ServerProcess, Table, bearer, refused, said
from tests.support.houses import server

pytestmark = pytest.mark.journey

__all__ = ["server"]


async def while_waiting(
    polls: dict[str, Awaitable[httpx2.Response]], move: Awaitable[httpx2.Response]
) -> dict[str, dict[str, Any]]:
    """What each seat is told that waits while a move is made."""
    told: dict[str, dict[str, Any]] = {}

    async def wait(seat: str, poll: Awaitable[httpx2.Response]) -> None:
        told[seat] = said(await poll)

    with anyio.fail_after(SECONDS):
        async with anyio.create_task_group() as tasks:
            for seat, poll in polls.items():
                tasks.start_soon(wait, seat, poll)
            said(await move)
    return told


async def test_a_debate_from_its_motion_to_its_close(server: ServerProcess):
    async with server.client() as owner:
        # The proposer shares its plan, and moves it.
        plan = said(await owner.post(f"{API}/documents", json={"title": "Plan", "content": "# Plan\n\nOne queue.\n"}))
        document = plan["document_id"]
        table = await Table(owner, str(uuid4())).opened(
            title="One queue or two", content=f"Adopt the plan in {document}@1.", client_request_id="motion"
        )
        assert said(await table.open(title="One queue or two", content=f"Adopt the plan in {document}@1.",
                                     client_request_id="motion"))["repeated"] is True  # fmt: skip

        # The opponent reads it in context, and what it cites.
        context = await table.context(role="opponent")
        assert (context["action"], context["debate"]["state"]) == ("respond", "AWAITING_OPPONENT")
        assert context["arguments"][0]["documents"] == [{"id": document, "version": 1}]
        opponent = bearer(table.keys["opponent"])
        read = said(await owner.get(f"{API}/documents/{document}", params={"version": 1}, headers=opponent))
        assert read["content"] == "# Plan\n\nOne queue.\n"

        # It claims; the proposer, who was waiting on its motion, is told.
        told = await while_waiting(
            {"proposer": table.wait("proposer", on=1, seconds=60)},
            table.claim("opponent", "One queue starves the small jobs.", about=1),
        )
        assert (told["proposer"]["action"], told["proposer"]["state"]) == ("respond", "AWAITING_PROPOSER")
        assert told["proposer"]["arguments"][0]["content"] == "One queue starves the small jobs."

        # The proposer revises the plan and answers; the opponent sees what changed.
        proposer = bearer(table.keys["proposer"])
        revised = {"content": "# Plan\n\nTwo queues.\n", "note": "small jobs apart", "base_version": 1}
        said(await owner.post(f"{API}/documents/{document}/versions", json=revised, headers=proposer))
        told = await while_waiting(
            {"opponent": table.wait("opponent", on=2, seconds=60)},
            table.claim("proposer", f"Revised: {document}@2.", about=2),
        )
        assert told["opponent"]["action"] == "respond"
        diff = said(await owner.get(f"{API}/documents/{document}/diff", params={"from": 1}, headers=opponent))
        assert (diff["added"], diff["removed"], diff["to_version"]) == (1, 1, 2)

        # They do not agree: the proposer appeals, with options.
        said(await table.claim("opponent", "Two queues need two workers.", about=3))
        told = await while_waiting(
            {
                "opponent": table.wait("opponent", on=4, seconds=60),
                "arbitrator": table.wait("arbitrator", on=4, seconds=60),
            },
            table.appeal("One worker or two?", about=4, options=["A=One worker", {"id": "B", "label": "Two workers"}]),
        )
        assert told["opponent"]["action"] == "wait_for_ruling"
        assert told["arbitrator"]["action"] == "rule"
        offered = [option["id"] for option in told["arbitrator"]["arguments"][0]["options"]]
        assert offered == ["A", "B", "other"]
        refused(await table.claim("opponent", "Let me add…"), "ACTION_NOT_ALLOWED", 409)

        # The arbitrator chooses one; each side is told what that means for it.
        told = await while_waiting(
            {
                "proposer": table.wait("proposer", on=5, seconds=60),
                "opponent": table.wait("opponent", on=5, seconds=60),
            },
            table.rule("Two workers.", option="B"),
        )
        assert told["proposer"]["action"] == "align_to_ruling"
        assert told["opponent"]["action"] == "wait_for_proposer"
        assert told["proposer"]["arguments"][0]["option"] == "B"

        # A power cut. Nothing that was acknowledged is lost, and a request sent again is not made twice.
        said(await table.claim("proposer", "Aligned: two workers.", about=6, client_request_id="align"))
        before = await table.arguments()
        server.restart()
        assert await table.arguments() == before
        again = said(await table.claim("proposer", "Aligned: two workers.", about=6, client_request_id="align"))
        assert (again["seq"], again["repeated"]) == (7, True)

        # The arbitrator stops the debate while the opponent writes; what it wrote is parked, nothing else lands.
        stop = said(await table.intervene(content="Wait: what of the costs?"))
        refused(await table.claim("proposer", "But…"), "ACTION_NOT_ALLOWED", 409)
        parked = said(await table.claim("opponent", "Two workers cost twice as much.", about=7))
        assert (parked["state"], parked["action"]) == ("INTERVENTION_PENDING", "wait_for_ruling")
        assert parked["wait_on"] == stop["argument_id"]
        refused(await table.claim("opponent", "And moreover…"), "ACTION_NOT_ALLOWED", 409)
        told = await while_waiting(
            {"opponent": table.wait("opponent", on=8, seconds=60)}, table.rule("Say what two workers cost.")
        )
        assert told["opponent"]["arguments"][-1]["content"] == "Say what two workers cost."

        # The proposer aligns and asks for the end; the arbitrator is not satisfied and does not close.
        said(await table.resolve("Forty a month. We agree on two.", about=10))
        ruled = said(await table.rule("Not yet: write it into the plan."))
        assert ruled["state"] == "AWAITING_PROPOSER"
        assert (await table.context(role="proposer"))["action"] == "align_to_ruling"

        # It is written in, both agree, and the debate is closed.
        written = {"content": "# Plan\n\nTwo queues, two workers, forty a month.\n"}
        said(await owner.post(f"{API}/documents/{document}/versions", json=written, headers=proposer))
        said(await table.claim("proposer", f"It is in {document}@3.", about=12))
        said(await table.claim("opponent", "Agreed.", about=13))
        said(await table.resolve("Nothing is left open.", about=14))
        told = await while_waiting(
            {
                "proposer": table.wait("proposer", on=15, seconds=60),
                "opponent": table.wait("opponent", on=15, seconds=60),
            },
            table.rule("Closed.", close=True),
        )
        assert {seat: answer["action"] for seat, answer in told.items()} == {
            "proposer": "debate_closed",
            "opponent": "debate_closed",
        }

        # Nobody can add to it, everybody can read it, and it is what was said.
        for move in (table.claim("opponent"), table.appeal(), table.resolve(), table.rule(), table.intervene()):
            assert refused(await move, "ACTION_NOT_ALLOWED", 409)["current_state"] == "CLOSED"
        arguments = await table.arguments()
        assert [(argument["type"], argument["role"]) for argument in arguments] == [
            ("MOTION", "proposer"),
            ("CLAIM", "opponent"),
            ("CLAIM", "proposer"),
            ("CLAIM", "opponent"),
            ("APPEAL", "proposer"),
            ("RULING", "arbitrator"),
            ("CLAIM", "proposer"),
            ("INTERVENTION", "arbitrator"),
            ("CLAIM", "opponent"),
            ("RULING", "arbitrator"),
            ("RESOLUTION", "proposer"),
            ("RULING", "arbitrator"),
            ("CLAIM", "proposer"),
            ("CLAIM", "opponent"),
            ("RESOLUTION", "proposer"),
            ("RULING", "arbitrator"),
        ]
        assert [argument["seq"] for argument in arguments if argument.get("parked")] == [9]
        parents = [argument["parent_id"] for argument in arguments]
        assert parents == [None, *(table.id(n) for n in (1, 2, 3, 4, 5, 6, 7, 7, 8, 10, 11, 12, 13, 14, 15))]
        soundness = said(await owner.get(f"{table.path}/verify"))
        assert (soundness["sound"], soundness["lines"]) == (True, 18)
        closed = said(await owner.get(f"{API}/debates", params={"status": "closed"}))["debates"]
        assert [debate["id"] for debate in closed] == [table.debate]
        assert closed[0]["hash"] == soundness["hash"]
        for form in ("json", "jsonl", "markdown", "html"):
            copy = await owner.get(f"{table.path}/export", params={"format": form})
            assert (copy.status_code, "Two workers cost twice as much." in copy.text) == (200, True)

        # It is all there in another life of the server.
        server.restart()
        assert await table.arguments() == arguments
        assert said(await owner.get(f"{table.path}/verify")) == soundness
