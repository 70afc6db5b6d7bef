"""Panels over REST: judges that are models, from the question to its result."""

import pytest

from moot.testing.wire import Gate, WireServer, saying, slow
from tests.support.house import API, ServerProcess, refused, said
from tests.support.players import (
    JUDGES,
    Matter,
    calls,
    changing,
    convinced,
    heard,
    one_by_one,
    recommendation,
    recommending,
    responding,
    response,
    seat,
    seats,
    served,
    told,
)

pytestmark = pytest.mark.journey

__all__ = ["served"]


async def test_two_of_three_agree_in_round_1_and_nobody_is_asked_again(served: ServerProcess):
    script = {"risk": [recommending("A")], "value": [recommending("B", "More.")], "effort": [recommending("A")]}
    with WireServer(script) as wire:
        async with served.client() as owner:
            panel = await Matter.asked(served, owner, seats=seats(wire, *JUDGES), consensus_threshold=0.67)
            assert await panel.until("CONSENSUS", "CONTESTED") == "CONSENSUS"
            found = await panel.result()
            assert (found["consensus"], found["recommended_option"], found["confidence"]) == (True, "A", "HIGH")
            assert found["distribution"] == {"A": ["risk", "effort"], "B": ["value"]}
            assert found["perspectives"]["value"] == "Option B - More."
            assert (found["rounds"], found["change_log"], found["user_prompt"]) == (1, [], None)
            assert (await panel.context())["debate"]["closed_at"] is not None
            assert await panel.sound()
        assert calls(wire) == {"effort": 1, "risk": 1, "value": 1}


async def test_a_judge_is_convinced_in_round_2_and_the_record_says_by_which_line(served: ServerProcess):
    why = "A paper form works where the network is gone."
    script = {
        "risk": one_by_one(recommending("A"), responding("A", "value")),
        "value": one_by_one(recommending("B", why), responding("B", "risk")),
        "effort": one_by_one(recommending("C"), convinced("B", "value", "A paper form works without a network.")),
    }
    with WireServer(script) as wire:
        async with served.client() as owner:
            panel = await Matter.asked(served, owner, seats=seats(wire, *JUDGES))
            assert await panel.until("CONSENSUS", "CONTESTED") == "CONSENSUS"
            found, lines = await panel.result(), await panel.arguments()
            (change,) = found["change_log"]
            cited = lines[int(change["line"]) - 1]
            assert (cited["role"], cited["type"]) == ("value", "RECOMMENDATION")
            assert (change["judge"], change["from"], change["to"], change["round"]) == ("effort", "C", "B", 2)
            assert (change["convinced_by"], change["reason"]) == ("value", "A paper form works without a network.")
            assert (found["recommended_option"], found["rounds"]) == ("B", 2)
            assert found["perspectives"]["effort"].endswith("(changed from C)")
            # No option had the most after round 1, and its reason has words of what it cites.
            assert found["sycophancy"]["share"] == "0 of 1"
            assert await panel.sound()
        assert calls(wire) == {"effort": 2, "risk": 2, "value": 2}


async def test_a_contested_question_is_put_to_the_asker_whose_choice_closes_the_record(served: ServerProcess):
    script = {
        judge: one_by_one(recommending(option), responding(option, other))
        for judge, option, other in (("risk", "A", "value"), ("value", "B", "effort"), ("effort", "C", "risk"))
    }
    with WireServer(script) as wire:
        async with served.client() as owner:
            panel = await Matter.asked(served, owner, seats=seats(wire, *JUDGES))
            assert await panel.until("CONSENSUS", "CONTESTED") == "CONTESTED"
            open_ = await panel.result()
            assert (open_["consensus"], open_["outcome"]) == (False, "CONTESTED")
            assert open_["confidence"] == "REQUIRES_INPUT"
            assert open_["distribution"] == {"A": ["risk"], "B": ["value"], "C": ["effort"]}
            assert open_["perspectives"]["risk_favors"] == 'Option A - "The network is gone for hours."'
            assert "[B] Full offline mode: all of it works" in open_["user_prompt"]
            assert (await panel.context(role="asker"))["action"] == "choose"

            refused(await panel.post("choice", {"option": "D"}, "asker"), "INVALID_INPUT", 422)
            refused(await panel.post("choice", {"option": "B"}, "risk"), "FORBIDDEN", 403)
            chosen = {"option": "C", "reason": "Reading is what they need.", "client_request_id": "choice"}
            receipt = said(await panel.post("choice", chosen, "asker"))
            assert said(await panel.post("choice", chosen, "asker"))["repeated"] is True
            found = await panel.result()
            assert found["choice"] == {"option": "C", "reason": chosen["reason"], "line": receipt["seq"]}
            assert (found["state"], found["user_prompt"], found["recommended_option"]) == ("CHOSEN", None, None)
            assert (await panel.context())["debate"]["closed_at"] is not None
            assert await panel.sound()
        assert calls(wire) == {"effort": 2, "risk": 2, "value": 2}


@pytest.mark.parametrize(("second", "outcome", "asked"), [("A", "CONSENSUS", 1), ("B", "CONTESTED", 2)])
async def test_a_judge_that_times_out_stays_in_the_count(served: ServerProcess, second: str, outcome: str, asked: int):
    gate = Gate()
    with WireServer({"effort": [slow(gate=gate)] * 2, "early": [recommending("A")] * 3}) as wire:
        async with served.client() as owner:
            # The first call of all takes longer: a library is loaded for it.
            early = await Matter.asked(served, owner, seats=dict.fromkeys(JUDGES, seat(wire, "early")))
            await early.until("CONSENSUS")
            # Only who is called on is short of time: the two others are people, and have a day.
            sitting = {"risk": "human", "value": "human", "effort": seat(wire, "effort")}
            panel = await Matter.asked(served, owner, seats=sitting, timeout_per_judge=2)
            for judge, option in (("risk", "A"), ("value", second)):
                await recommends(panel, judge, option)
            if outcome == "CONTESTED":
                await panel.until("ROUND_2")
                await responds(panel, "risk", "A", "value")
                await responds(panel, "value", "B", "risk")
            assert await panel.until("CONSENSUS", "CONTESTED") == outcome
            found = await panel.result()
            assert found["notes"][0].startswith("The effort judge timed out")
            assert "only 2 perspectives are available" in found["notes"][0]
            assert [(seat, why) for seat, why, _ in await panel.lapses()] == [("effort", "time")] * asked
            assert await panel.sound()
        # On a busy machine its time may be up before it is called on.
        assert len(heard(wire, "effort")) <= asked
        gate.open()


async def recommends(panel: Matter, judge: str, option: str) -> None:
    """A person recommends."""
    said(await panel.post("moves", {"role": judge, "type": "RECOMMENDATION", "move": recommendation(option)}, judge))


async def responds(panel: Matter, judge: str, option: str, against: str) -> None:
    """A person answers another judge."""
    move = response(option, against)
    said(await panel.post("moves", {"role": judge, "type": "RESPONSE", "move": move}, judge))


async def test_prose_is_no_recommendation_whatever_it_says(served: ServerProcess):
    prose = "I cannot approve option B; still, I approve A. Recommendation: A."
    script = {
        "risk": one_by_one(recommending("A")),
        "value": one_by_one(recommending("A")),
        "effort": one_by_one(saying(prose), saying(prose)),
    }
    with WireServer(script) as wire:
        async with served.client() as owner:
            panel = await Matter.asked(served, owner, seats=seats(wire, *JUDGES))
            assert await panel.until("CONSENSUS", "CONTESTED") == "CONSENSUS"
            found = await panel.result()
            assert found["distribution"] == {"A": ["risk", "value"]}
            assert found["notes"] == ["The effort judge gave no answer that fits: only 2 perspectives are available."]
            ((who, why, detail),) = await panel.lapses()
            assert (who, why) == ("effort", "unfit answers")
            assert "must be one JSON object" in detail
            (lapse,) = [line["seq"] for line in await panel.arguments() if line["type"] == "lapsed"]
            kept = await panel.provenance(lapse)
            assert [(call["attempt"], call["raw"]) for call in kept["calls"]] == [(0, prose), (1, prose)]
            assert kept["sound"] is True
        assert calls(wire) == {"effort": 2, "risk": 1, "value": 1}
        again = heard(wire, "effort")[1]
        assert again.messages[-2]["content"] == prose
        assert "must be one JSON object" in again.messages[-1]["content"]


async def test_a_change_of_mind_without_a_reason_is_refused_asked_again_and_then_does_not_count(
    served: ServerProcess,
):
    script = {
        "risk": one_by_one(recommending("A"), responding("A", "value")),
        "value": one_by_one(recommending("B"), responding("B", "risk")),
        "effort": one_by_one(recommending("C"), changing("A", "value"), changing("A", "value")),
    }
    with WireServer(script) as wire:
        async with served.client() as owner:
            panel = await Matter.asked(served, owner, seats=seats(wire, *JUDGES))
            assert await panel.until("CONSENSUS", "CONTESTED") == "CONTESTED"
            found = await panel.result()
            assert found["distribution"] == {"A": ["risk"], "B": ["value"]}
            assert found["change_log"] == []
            assert "The effort judge gave no answer that fits in round 2" in found["notes"][0]
            ((_, why, detail),) = await panel.lapses()
            assert (why, "convinced_by is missing" in detail) == ("unfit answers", True)
        assert calls(wire) == {"effort": 3, "risk": 2, "value": 2}
        first, second, third = (told(asked) for asked in heard(wire, "effort"))
        assert "convinced_by is missing" not in first + second
        assert "The recommendation changed from C to A, and convinced_by is missing." in third


async def test_a_panel_of_ones_own_with_another_threshold(served: ServerProcess):
    judges = [
        {"name": name, "stance": "narrow", "optimise": f"the {name}"} for name in ("cost", "speed", "care", "law")
    ]
    script = {name: one_by_one(recommending(option)) for name, option in zip(("cost", "speed", "care", "law"), "AAAB",
                                                                              strict=True)}  # fmt: skip
    with WireServer(script) as wire:
        async with served.client() as owner:
            sitting = seats(wire, *(judge["name"] for judge in judges))
            fields = {"judges": judges, "seats": sitting, "max_rounds": 1}
            three_quarters = await Matter.asked(served, owner, **fields, consensus_threshold="3/4")
            assert await three_quarters.until("CONSENSUS", "CONTESTED") == "CONSENSUS"
            assert "You are the law judge" in told(heard(wire, "law")[0])
            unknown = {**fields, "seats": {"risk": "human"}}
            problem = refused(
                await owner.post(f"{API}/panels", json={"question_text": "?", "options": ["A", "B"], **unknown}),
                "INVALID_INPUT",
                422,
            )
            assert "there is no seat 'risk'" in problem["message"]


async def test_a_panel_is_replayed_line_by_line_in_whichever_order_its_judges_spoke(served: ServerProcess):
    async with served.client() as owner:
        panel = await Matter.asked(served, owner, seats=dict.fromkeys(JUDGES, "human"))
        for judge, option in (("value", "B"), ("effort", "C"), ("risk", "A")):
            await recommends(panel, judge, option)
        await responds(panel, "value", "B", "risk")
        by = {"judge": "value", "line": 2, "reason": "It is the least that can fail in the field."}
        move = {**response("B", "value"), "convinced_by": by}
        said(await panel.post("moves", {"role": "effort", "type": "RESPONSE", "move": move}, "effort"))
        await responds(panel, "risk", "A", "value")
        found = await panel.result()
        assert found["recommended_option"] == "B"

        again = await Matter.asked(served, owner, seats=dict.fromkeys(JUDGES, f"replay:{panel.debate}"))
        assert await again.until("CONSENSUS", "CONTESTED") == "CONSENSUS"
        assert await again.result() == found
