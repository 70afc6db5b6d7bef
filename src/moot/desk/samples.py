"""Samples: three debates that a newcomer can watch at one click, each with the usual player in its seats."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from moot.debate import InvalidInput
from moot.desk.asking import Asking
from moot.desk.callers import Caller
from moot.desk.replies import Receipt, Sample
from moot.formats.panel import DEFAULT_JUDGES


@dataclass(frozen=True, slots=True)
class Script:
    """What a sample opens with."""

    title: str
    format: str
    about: str
    told: Mapping[str, Any]


PANEL = Script(
    title="Should the first release take payment by instalments?",
    format="panel",
    about="Three judges with different stances recommend an option, read each other, and agree or leave it to you.",
    told={
        "question_id": "instalments",
        "question_text": "Should the first release of our invoice app let customers pay by instalments?",
        "options": [
            {"id": "A", "label": "Not yet", "description": "Card payments only: no debt to collect, nothing to undo."},
            {"id": "B", "label": "Full plans", "description": "Our own plans, free of fees: what customers want most."},
            {
                "id": "C",
                "label": "A provider's plan",
                "description": "Two weeks of work for most of the gain; a 3% fee.",
            },
        ],
        "spec_context": (
            "We are four people and ship in ten weeks. One customer in five asked for instalments. Plans of our own "
            "take seven weeks, and a lawyer in each country. Nobody knows yet how many customers would fail to pay."
        ),
        "feature_name": "payments",
        "timeout_per_judge": 600,
    },
)
EVALUATION = Script(
    title="A library of tools for one street",
    format="evaluation",
    about="An advocate and a challenger argue an idea from its evidence; an arbiter's verdicts move its scores.",
    told={
        "idea": (
            "# A library of tools for one street\n\nNeighbours lend each other drills, ladders and sewing machines "
            "through a shed with a code lock and a small web page. Everybody pays 3 euros a month; a deposit covers "
            "losses. A trial with 22 households ran for six months: 140 loans, two losses, 9 of 10 stayed. A drill is "
            "used 13 minutes in its life on average. Nobody in town offers this; the hardware shop rents large "
            "machines only."
        ),
        "timeout_per_turn": 900,
    },
)
ARBITRATION = Script(
    title="Move the nightly report to a queue",
    format="arbitration",
    about="Two models argue a plan for two rounds; then you are the arbitrator and rule.",
    told={
        "debate_type": "coding_plan_debate",
        "max_rounds": 2,
        "content": (
            "The nightly report runs as one cron job of 50 minutes. I propose to split it into one job for each "
            "customer on a queue: 400 jobs, 8 workers, retried three times each, with a summary at the end. It takes "
            "a week and needs no new service, because the queue lives in our database."
        ),
    },
)
SAMPLES: Mapping[str, Script] = {"panel": PANEL, "evaluation": EVALUATION, "arbitration": ARBITRATION}


class Showing(Asking):
    """The part of the desk that shows newcomers what there is."""

    async def samples(self, caller: Caller) -> tuple[Sample, ...]:
        """The samples, and where those that were started are."""
        return tuple([await self._sample(name, script) for name, script in SAMPLES.items()])

    async def start_sample(self, caller: Caller, name: str) -> Receipt:
        """Opens a sample; one that was opened before is given again."""
        script = SAMPLES.get(name)
        if script is None:
            raise InvalidInput(f"There is no sample {name!r}.", suggestion=f"Samples: {', '.join(SAMPLES)}.")
        request, told = _request(name), dict(script.told)
        match script.format:
            case "panel":
                seats = dict.fromkeys((judge.name for judge in DEFAULT_JUDGES), self._brisk())
                return await self.ask_panel(caller, question=told, seats=seats, client_request_id=request)
            case "evaluation":
                return await self.evaluate(caller, title=script.title, client_request_id=request, **told)
            case _:
                players = {"proposer": self._house.usual_player, "opponent": self._house.usual_player}
                debate = self._named(None, request)
                return await self.open_arbitration(
                    caller, debate_id=debate, title=script.title, client_request_id=request, seats=players, **told
                )

    def _brisk(self) -> dict[str, Any]:
        """The usual player; the embedded model is kept short, because whoever watches a sample waits for it."""
        usual = self._house.usual_player
        return {"player": usual, "settings": {"max_tokens": 600}} if usual.startswith("embedded") else {"player": usual}

    async def _sample(self, name: str, script: Script) -> Sample:
        debate = self._named(None, _request(name))
        card = await self._house.store.card(debate)
        return Sample(
            name=name,
            title=script.title,
            format=script.format,
            about=script.about,
            opened=None if card is None else debate,
        )


def _request(name: str) -> str:
    """Under which a sample is opened, so that there is one of each."""
    return f"sample {name}"
