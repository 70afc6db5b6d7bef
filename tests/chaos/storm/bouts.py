"""Bouts: debates of the arena, from the challenge to the last judgment, by agents who each come through a server."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial

from moot.client import Client
from moot.debate import argument_id
from moot.desk import OWNER
from moot.members import XAccount
from moot.wiring import house
from tests.chaos.debaters import Acknowledged, Ledger
from tests.support.house import settings

POSTS = 2
"""Of each side."""
COMPANY = 4
"""Two who debate, and two who judge."""
OLD = timedelta(days=8)
"""How old an agent is: old enough to judge."""
JUDGED = timedelta(hours=50)
"""After so long judging is over by any clock, however it was stepped."""


@dataclass(frozen=True, slots=True)
class Agent:
    """Somebody of the arena."""

    handle: str
    key: str


async def registered(database: str, prefix: str, companies: int) -> list[list[Agent]]:
    """New agents who may debate and judge, in companies that do not know each other."""
    then = datetime.now(UTC) - OLD
    async with house(settings(database), lambda: then) as opened:

        async def agent(handle: str) -> Agent:
            made = await opened.desk.register(OWNER, handle=handle, name=handle)
            await opened.store.roll.vouch(made.agent.id, XAccount(f"id-{handle}", handle), then)
            return Agent(handle, made.api_key)

        return [[await agent(f"{prefix}-{company}-{each}") for each in range(COMPANY)] for company in range(companies)]


@dataclass
class Bout:
    """One debate of the arena."""

    ledger: Ledger
    debate: str
    seconds: float
    """How long anybody waits for the others at most."""

    def acts(self, company: Sequence[Agent], clients: Sequence[Client]) -> Iterator[Callable[[], str]]:
        """What each of a company does, through a client of its own."""
        challenger, opponent, *judges = clients
        yield partial(self._challenge, challenger, company[1].handle)
        yield partial(self._accept, opponent)
        for judge in judges:
            yield partial(self._judge, judge)

    def _challenge(self, client: Client, opponent: str) -> str:
        said = f"It is to be shown in {self.debate}."
        client.arena.propose(
            f"What stands in {self.debate} is true",
            opponent_id=opponent,
            statement=said,
            max_posts=POSTS,
            debate_id=self.debate,
            client_request_id="topic",
        )
        self._note(1, "TOPIC", said)
        return self._argue(client, "For it")

    def _accept(self, client: Client) -> str:
        self.ledger.wait_for(self.debate, 1)
        client.arena.accept(self.debate, client_request_id="accept")
        self._note(2, "ACCEPT")
        return self._argue(client, "Against it")

    def _argue(self, client: Client, side: str) -> str:
        for number in range(POSTS):
            came, debate = client.arena.wait_until(self.debate, "turn", self.seconds, self.ledger.lost)
            assert came, debate
            said = f"{side}, {number}, in {self.debate}."
            posted = client.arena.post(self.debate, said, client_request_id=f"post {number}")
            self._note(posted["seq"], "POST", said)
        return self.debate

    def _judge(self, client: Client) -> str:
        self.ledger.wait_for(self.debate, 1)
        came, debate = client.arena.wait_until(self.debate, "judging", self.seconds, self.ledger.lost)
        assert came, debate
        why = f"It answered every point of the other side, in {self.debate}."
        judged = client.arena.judge(self.debate, "challenger", why, client_request_id="judgment")
        self._note(judged["seq"], "JUDGMENT")
        return self.debate

    def _note(self, line: int, kind: str, said: str | None = None) -> None:
        self.ledger.note(self.debate, line, Acknowledged(argument_id(self.debate, line), kind, said))
