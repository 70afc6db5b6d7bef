"""A storm, from the first fault to the verdict; any number of rounds of it, on one database."""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from random import Random
from typing import Any, TypeAlias

from moot.client import Client, NoServer, Patience, Refused
from moot.desk import OWNER
from moot.engine import Kept
from moot.sandbox import detected
from moot.wiring import house
from tests.chaos.crowd import Crowd
from tests.chaos.debaters import PATIENCE, Ledger
from tests.chaos.plan import planned
from tests.chaos.storm.arrivals import Arrival, Heard, Question
from tests.chaos.storm.bouts import JUDGED, registered
from tests.chaos.storm.camp import Camp
from tests.chaos.storm.moods import Moods, question_of
from tests.chaos.storm.parties import BUDGET, LINES, ROLES, Parties
from tests.chaos.storm.weather import Weather
from tests.chaos.verdict import Audit, must_be_as_planned, must_have_ended
from tests.support.house import settings

Arrivals: TypeAlias = Mapping[str, Sequence[Arrival]]
"""By question."""


@dataclass(frozen=True)
class Size:
    """How much of everything there is in one round."""

    faults: int
    """How often everything is done."""
    debates: int
    """Those that go by the plan."""
    matters: int
    """Those with players in them, of each kind, and those of the arena."""
    exchanges: int
    """How long the plan is."""
    longest: float
    """Seconds that a fault lasts at most."""
    seconds: float = 150.0
    """How long a round may take that goes well in far less."""


class Storm:
    """One storm over one camp."""

    def __init__(self, camp: Camp, seed: str, size: Size, moods: Moods) -> None:
        self._camp, self._size, self._moods = camp, size, moods
        self._confined = any(found.holds for found in detected())
        self._chance = Random(seed)
        self._plan = planned(size.exchanges)
        self._rounds = 0
        self.ends: Counter[str] = Counter()
        """How matters and debates of the arena ended."""
        self._told = f"MOOT_STORM_SEED={seed}"
        self.weather = Weather(camp, self._chance, size.longest)

    def rage(self) -> None:
        """One round: everybody at work, faults among them, calm, and the verdict."""
        self._rounds += 1
        ledger = Ledger(Crowd(self._size.seconds))
        with self._told_of(ledger):
            parties = Parties(ledger, [server.url for server in self._camp.servers], self._chance, self._size.seconds)
            agents = asyncio.run(registered(self._camp.database, f"round-{self._rounds}", self._size.matters))
            parties.debate(self._plan, self._size.debates)
            parties.ask(self._size.matters, self._confined)
            parties.fight(agents)
            self._blow(ledger)
            self._camp.calm()
            ledger.let_end()
            self.weather.note("calm")
            ledger.crowd.all_done()
            self.weather.note("all have ended")
            self._decided(parties.bouts)
            self._camp.hear_silences()
            asyncio.run(self._judged(parties, ledger))

    def _decided(self, bouts: Sequence[str]) -> None:
        """Lets the time for judging pass, which nobody has to wait for; whoever then looks finds it decided."""
        self._camp.let_pass(JUDGED)
        arena = Client(self._camp.servers[0].url, patience=PATIENCE).arena
        for debate in bouts:
            found = arena.debate(debate)
            assert (found["status"], found["decided_by"]) == ("decided", "votes"), found
            assert found["winner_id"] == found["challenger_id"]
        self._camp.let_pass(-JUDGED)

    def _blow(self, ledger: Ledger) -> None:
        """Moments are counted in moves that somebody was told of; all the others are then in the middle of something.

        Debates that go by the plan wait with their end for the last fault; where all the rest is over, nobody waits.
        """
        size = self._size
        most = size.debates * (len(self._plan) - 2) + size.matters * LINES
        faults = self.weather.drawn(size.faults)
        for number, fault in enumerate(faults):
            moment = self._chance.randint(most * number, most * (number + 1)) // len(faults)
            ledger.crowd.wait_until(
                lambda moment=moment: (
                    len(ledger.receipts) + ledger.heard >= moment or ledger.crowd.left <= size.debates * len(ROLES)
                )
            )
            self.weather.strike(fault, ledger)

    async def _judged(self, parties: Parties, ledger: Ledger) -> None:
        """From outside, by a server that went through it all; then by a process that was not there."""
        client = Client(self._camp.servers[0].url, patience=PATIENCE)
        for debate in parties.planned:
            must_be_as_planned(client, debate, self._plan, ledger.receipts)
        known = {**self._moods.arrivals, **self._asked_of_the_clerk()}
        async with house(settings(self._camp.database)) as opened:
            for debate in (*parties.matters, *parties.bouts):
                must_have_ended(client, debate, ledger.receipts)
                audit = await Audit.of(opened, debate)
                audit.must_hold(ledger.receipts, BUDGET["calls"] if parties.matters.get(debate) == "panel" else None)
                self._must_be_paid_once(audit.calls, known)
                anew = (await opened.desk.result(OWNER, debate)).model_dump(mode="json")
                assert anew["result"] == client.result(debate)["result"]
                self.ends[f"{parties.matters.get(debate, 'arena')} {anew['state']}"] += 1
        self.weather.note(f"judged, and so far ended as: {dict(sorted(self.ends.items()))}")

    def _must_be_paid_once(self, calls: Sequence[Kept], known: Arrivals) -> None:
        answers: defaultdict[str, list[Heard]] = defaultdict(list)
        # What the sandbox runs costs nothing, and it takes no notes.
        for call in (each for each in calls if each.answer is not None and not each.answer.by.startswith("sandbox:")):
            question, mark = _question_in(call)
            came = known.get(question, ())
            asked = next((each for each in came if each.mark == mark), None)
            assert asked is not None, (call.key, "was kept, and never asked for", mark, came)
            answers[question].append(self._heard(call, asked))
        for question, heard in answers.items():
            Question(known[question], self._camp.life_of).must_be_paid_once(heard)

    def _heard(self, call: Kept, asked: Arrival) -> Heard:
        assert call.answer is not None
        assert call.answered_at is not None
        kept = self._camp.hand_of(asked).clock.truly(call.answered_at)
        return Heard(asked, kept, call.key, int(str(call.answer.facts.get("tries", 1))))

    def _asked_of_the_clerk(self) -> Arrivals:
        """What the program that plays was asked, when, and by whom."""
        found: defaultdict[str, list[Arrival]] = defaultdict(list)
        for line in self._camp.asked.read_text().splitlines() if self._camp.asked.exists() else ():
            question, at, mark, by = line.split(" ", 3)
            found[question].append(Arrival(datetime.fromtimestamp(float(at), UTC), by, mark))
        return found

    def _how_servers_are(self) -> Iterator[str]:
        for server in self._camp.servers:
            try:
                yield f"{server.name}: {Client(server.url, patience=Patience(retries=0)).ready()}"
            except (Refused, NoServer) as trouble:
                yield f"{server.name}: {trouble}"

    @contextmanager
    def _told_of(self, ledger: Ledger) -> Generator[None]:
        """Whoever finds something wrong is told how to find it again."""
        try:
            yield
        except BaseException as found:
            for hand in self._camp.hands:
                found.add_note(f"{hand.name}: {hand.log[-1500:]}")
            for note in (*self._how_servers_are(), *ledger.crowd.standing()):
                found.add_note(note)
            raise
        finally:
            shown = f"{len(ledger.receipts)} moves acknowledged; the endpoint was {dict(self._moods.shown)}"
            print(self._told, *self.weather.log, shown, sep="\n")


def _question_in(call: Kept) -> tuple[str, str]:
    """What was asked, and the mark of what was answered: a program prints it beside its answer."""
    assert call.answer is not None
    prompt: Any = call.answer.prompt
    if "stdin" in prompt:
        return sha256(prompt["stdin"].encode()).hexdigest(), str(call.answer.facts["stderr"]).strip()
    return question_of(prompt["messages"]), str(call.answer.facts["response"])
