"""Those who use a house in a storm: people who debate by a plan, in the arena, and with models and programs."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any
from uuid import UUID

from moot.client import Client
from moot.debate import argument_id
from tests.chaos.debaters import PATIENCE, Debater, Ledger
from tests.chaos.plan import Step
from tests.chaos.stepping import IDEA
from tests.chaos.storm.bouts import Agent, Bout
from tests.chaos.storm.moods import OPTIONS, STEADY
from tests.chaos.workmen import AGREED

TURN = 6 * 3600
"""Longer than any clock is stepped."""
BUDGET = {"calls": 40}
AUTHORS = ("generator", "implementer")
PATIENT = {"timeout_per_turn": TURN, "gates": {"after": ["proposal"], "timeout": TURN}}
ROLES = ("proposer", "opponent", "arbitrator")
CONTESTED = "CONTESTED"
LINES = 70
"""About so many lines have the matters together that players are in, one of each kind."""


@dataclass
class Parties:
    """Everybody of one round: each debate has an id of the seed's, and each request an id of its debate's."""

    ledger: Ledger
    addresses: Sequence[str]
    chance: Random
    seconds: float
    """How long anybody waits for the others at most."""
    planned: list[str] = field(default_factory=list[str])
    """The debates that go by the plan."""
    matters: dict[str, str] = field(default_factory=dict[str, str])
    """The debates with players in them, and what each is."""
    bouts: list[str] = field(default_factory=list[str])
    """The debates of the arena."""

    def debate(self, plan: Sequence[Step], number: int) -> None:
        """Lets three people each go by the plan, in so many debates, through whichever servers."""
        for debate in self._ids(number):
            self.planned.append(debate)
            for role in ROLES:
                self.ledger.crowd.go(
                    Debater(self._client(), self.ledger, debate, role, plan, deadline=self.seconds).play
                )

    def ask(self, number: int, confined: bool) -> None:
        """Puts so many matters of each kind to players; workshops only where their code can be run."""
        kinds = {"panel": self._panel, "evaluation": self._evaluation, "exchange": self._exchange}
        if confined:
            kinds["workshop"] = self._workshop
        for kind, act in kinds.items():
            for debate in self._ids(number):
                self.matters[debate] = kind
                self.ledger.crowd.go(partial(act, self._client(), debate))

    def fight(self, agents: Sequence[Sequence[Agent]]) -> None:
        """Lets agents debate in the arena, the first two of each company, before the others."""
        for company, debate in zip(agents, self._ids(len(agents)), strict=True):
            self.bouts.append(debate)
            bout = Bout(self.ledger, debate, self.seconds)
            for act in bout.acts(company, [self._client(agent.key) for agent in company]):
                self.ledger.crowd.go(act)

    def _lines(self, client: Client, debate: str) -> Iterator[None]:
        """Watches a debate until it is over, line by line."""
        for event in client.watch(debate, lost=self.ledger.lost):
            if event["event"] != "draft":
                self.ledger.hear()
                yield

    def _ids(self, number: int) -> list[str]:
        return [str(UUID(int=self.chance.getrandbits(128), version=4)) for _ in range(number)]

    def _client(self, key: str | None = None) -> Client:
        return Client(self.chance.choice(self.addresses), key, patience=PATIENCE)

    def _panel(self, client: Client, debate: str) -> str:
        """Two models and a program judge; where they disagree a person chooses."""
        question: Mapping[str, Any] = {
            "debate_id": debate,
            "question_id": "storm",
            "question_text": f"Which of them, in {debate}?",
            "options": ["A=One queue", "B=Two queues", "C=None"],
            "timeout_per_judge": TURN,
            "budget": BUDGET,
            "seats": {"risk": "m1", "value": "m2", "effort": "clerk"},
        }
        self.ledger.acknowledged(debate, client.ask_panel(question, client_request_id=f"{debate}/open"))
        for _ in self._lines(client, debate):
            if client.result(debate)["state"] == CONTESTED:
                receipt = client.choose(debate, OPTIONS[0], client_request_id=f"{debate}/choice")
                self.ledger.acknowledged(debate, receipt)
        return debate

    def _evaluation(self, client: Client, debate: str) -> str:
        """Models alone."""
        seats = dict.fromkeys(("assessor", "red_team", "advocate", "challenger", "arbiter"), "m3")
        idea = {**IDEA, "idea": f"# A queue\n\nFor {debate}.", "timeout_per_turn": TURN}
        opened = client.evaluate({**idea, "debate_id": debate, "seats": seats}, client_request_id=f"{debate}/open")
        self.ledger.acknowledged(debate, opened)
        for _ in self._lines(client, debate):
            pass
        return debate

    def _exchange(self, client: Client, debate: str) -> str:
        """A person argues with a model, and rules in the end, or as soon as the model cannot answer."""
        seats = {"opponent": STEADY}
        said = f"Let there be {debate}."
        motion = client.create_debate(
            debate, "Storm", "general_debate", said, seats=seats, client_request_id=f"{debate}/motion"
        )
        self.ledger.acknowledged(debate, motion, said)
        seen = motion["seq"]
        for request in (f"{debate}/claim", f"{debate}/end"):
            waited = client.wait(
                debate, argument_id(debate, seen), "proposer", deadline=self.seconds, lost=self.ledger.lost
            )
            if waited["state"] == "AWAITING_ARBITRATOR":
                break
            about = argument_id(debate, max(argument["seq"] for argument in waited["arguments"]))
            if request.endswith("end"):
                receipt = client.request_completion(debate, about, said, client_request_id=request)
            else:
                receipt = client.submit(debate, "proposer", about, said, client_request_id=request)
            self.ledger.acknowledged(debate, receipt, said)
            seen = receipt["seq"]
        ruling = client.rule(debate, said, close=True, client_request_id=f"{debate}/ruling")
        self.ledger.acknowledged(debate, ruling, said)
        return debate

    def _workshop(self, client: Client, debate: str) -> str:
        """Models and the sandbox, in every phase; a person answers what they ask and opens the gate."""
        task = {**AGREED, "debate_id": debate, "task": f"{AGREED['task']} It is for {debate}.", **PATIENT}
        seats = {"owner": "human", **dict.fromkeys(AUTHORS, "m1")}
        opened = client.open_workshop({**task, "player": "m2", "seats": seats}, client_request_id=f"{debate}/open")
        self.ledger.acknowledged(debate, opened)
        for _ in self._lines(client, debate):
            if (wanted := self._wanted_of_owner(client, debate)) is not None:
                move = {"answers": ["It gives 0."], "confidence": 1.0} if wanted == "ANSWERS" else {}
                request = f"{debate}/{wanted}"
                self.ledger.acknowledged(debate, client.move(debate, "owner", wanted, move, client_request_id=request))
        return debate

    def _wanted_of_owner(self, client: Client, debate: str) -> str | None:
        """What the owner must do now: the first of it, where there is a choice."""
        actions = client.context(debate, role="owner")["available_actions"]
        return next((action["type"] for action in actions if action["must"]), None)
