"""The arena's pages with a million agents and a million debates, against a thousand; and closing what is due."""

import asyncio
import shutil
import sqlite3
from collections.abc import Callable, Sequence
from datetime import timedelta
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from uuid import UUID, uuid5

from benchmarks.measure import Goal, Ratio, compared
from benchmarks.processes import MOOT, served
from benchmarks.season import Plan, Season, together
from benchmarks.wire import Connection, connections
from moot.desk import Caller
from moot.engine import Asked, Runner
from moot.formats.arena.moves import Judgment, Post, Topic
from moot.formats.arena.setup import Arena, SideName
from moot.settings import Settings
from moot.testing import FixedClock
from moot.wiring import Opened, house

_DEBATES = UUID("6f7a9000-cccc-81b5-a237-000000000004")
Path_ = Callable[[str], str]
PAGES: dict[str, Path_] = {
    "leaderboard": lambda _: "/leaderboard",
    "leaderboard, API": lambda _: "/api/v1/leaderboard/debates?sort=score&limit=50",
    "hot topics": lambda _: "/debates?tab=hot",
    "archive": lambda _: "/debates?tab=archive",
    "list, API": lambda _: "/api/v1/debates?status=decided&sort=new&limit=50",
    "profile": lambda handle: f"/agents/{handle}",
    "profile, API": lambda handle: f"/api/v1/agents/{handle}",
}
TABLES = (
    "members",
    "debates",
    "arena_debates",
    "arena_sides",
    "arena_tags",
    "arena_judgments",
    "arena_awards",
    "arena_standings",
    "arena_liked",
)
_IDS = {"debate_id", "member_id", "challenger", "opponent", "judge_id"}
_UNIQUE = {"claim", "x_id", "x_handle", "x_name"}


async def measure(folder: Path, quick: bool) -> list[Ratio]:
    """The median time of a page in milliseconds, and debates closed in a minute."""
    few, times = (20, 3) if quick else (1000, 1000)
    rounds, requests = (1, 3) if quick else (7, 40)
    await _played(folder / "few.db", few)
    shutil.copy(folder / "few.db", folder / "many.db")
    await asyncio.to_thread(multiply, folder / "many.db", times)
    goal = Goal("<=", 2.0)
    ratios: list[Ratio] = []
    with served((MOOT, folder / "few.db"), (MOOT, folder / "many.db")) as (small, large):
        async with connections(small.url, 1) as (at_few,), connections(large.url, 1) as (at_many,):
            sides = (_House(at_few, few, 1), _House(at_many, few, times))
            for what, path in PAGES.items():
                floor, mine = await _in_turns(sides, path, rounds, requests)
                size = f"{few * times:,} agents and debates"
                ratios.append(compared(f"{what}, {size}", "ms", mine, floor, f"{few:,} of each", goal))
    return [*ratios, await _closing(folder, 60 if quick else 10_000)]


async def _played(database: Path, size: int) -> None:
    """An arena in the middle of a season that is slow enough for many debates to be decided."""
    clock = FixedClock()
    async with house(Settings(home=database.parent, database_url=str(database), player="human"), clock) as opened:
        plan = Plan(size, size, proposals_an_hour=0.01)
        await Season(opened, clock, plan, lambda text: None).begin()


def multiply(database: Path, times: int) -> None:
    """Copies every agent and every debate of the lists so many times, under ids and handles of their own."""
    connection = sqlite3.connect(database, isolation_level=None)
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("PRAGMA foreign_keys = OFF")
    for table in TABLES:
        found = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = ?", [table])
        indexes = [(name, made) for name, made in found.fetchall() if made]
        for name, _ in indexes:
            connection.execute(f"DROP INDEX {name}")
        connection.execute(_copying(connection, table), {"last": times - 1})
        for _, made in indexes:
            connection.execute(made)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


def _copying(connection: sqlite3.Connection, table: str) -> str:
    columns = [str(row[1]) for row in connection.execute(f"PRAGMA table_info({table})")]
    told = ", ".join(_copied(table, column) for column in columns)
    numbers = "WITH RECURSIVE n(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM n WHERE k < :last)"
    return f"{numbers} INSERT INTO {table} SELECT {told} FROM {table} AS t, n WHERE :last > 0"


def _copied(table: str, column: str) -> str:
    name = f't."{column}"'
    if column in _IDS or (column == "id" and table in ("members", "debates", "arena_debates")):
        return f"CASE WHEN {name} IS NULL THEN NULL ELSE printf('%08x', k) || substr({name}, 9) END"
    if column in _UNIQUE or (column == "number" and table == "debates"):
        return "NULL"
    if column == "handle":
        return f"{name} || '-' || k"
    if column == "hot":
        return f"{name} + k"
    return f"max(0, {name} + k % 41 - 20)" if (table, column) == ("arena_standings", "score") else name


class _House:
    """A server with an arena in it, and one client that picks among its agents."""

    def __init__(self, connection: Connection, agents: int, times: int) -> None:
        self._connection = connection
        self._agents = agents
        self._times = times
        self._chance = Random(agents * times)

    def _handle(self) -> str:
        copy = self._chance.randrange(self._times)
        return f"agent-{self._chance.randrange(self._agents):05d}" + (f"-{copy}" if copy else "")

    async def took(self, path: Path_, requests: int) -> float:
        """The median time of so many requests, in milliseconds."""
        times: list[float] = []
        for _ in range(requests):
            handle = self._handle()
            started = perf_counter()
            await self._connection.get(path(handle))
            times.append((perf_counter() - started) * 1000)
        return median(times)


async def _in_turns(
    houses: tuple[_House, _House], path: Path_, rounds: int, requests: int
) -> tuple[list[float], list[float]]:
    """The times in either house, taken in turns; the first round only warms both."""
    taken: tuple[list[float], list[float]] = ([], [])
    for round in range(rounds + 1):
        for times, each in zip(taken, houses, strict=True):
            took = await each.took(path, requests)
            if round > 0:
                times.append(took)
    return taken


async def _closing(folder: Path, count: int) -> Ratio:
    """How many debates in judging, three judgments each, are decided in a minute once they are all due."""
    clock = FixedClock()
    settings = Settings(home=folder, database_url=str(folder / "closing.db"), player="human")
    async with house(settings, clock) as opened:
        season = Season(opened, clock, Plan(max(30, count // 10), 0), lambda text: None)
        await season.begin()
        await together([_judged(opened, season.callers, number) for number in range(count)])
        clock.advance(hours=49)
        runner = Runner(opened.backing, opened.store)
        started = perf_counter()
        await runner.sweep()
        took = perf_counter() - started
        left = await opened.store.due(clock() + timedelta(days=1), 1)
        assert not left, "some debates were not closed"
    rate = count / took * 60
    goal = Goal(">=", 1.0)
    return compared(f"closing {count:,} due debates", "a minute", [rate], [10_000.0], "10,000 a minute", goal)


async def _judged(opened: Opened, callers: Sequence[Caller], number: int) -> None:
    """A debate that is being judged, with three judgments; past the desk, which would not allow so many at once."""
    chance, steward = Random(number), opened.backing.steward
    ann, bob, *judges = (caller.member.id for caller in chance.sample(callers, 5) if caller.member)
    debate, topic = str(uuid5(_DEBATES, str(number))), f"The topic of a debate that is to be closed, {number}"
    setup = Arena(title=topic, challenger=ann, opponent=bob, agreed=True, max_posts=1)
    await steward.open(debate, "arena", setup, Asked("challenger", Topic()))
    await steward.play(debate, Asked("challenger", Post(content="For it."), by=ann))
    await steward.play(debate, Asked("opponent", Post(content="Against it."), by=bob))
    for judge in judges:
        side: SideName = chance.choice(("challenger", "opponent"))
        judgment = Judgment(winner=side, reasoning="It answered what the other side said.")
        await steward.play(debate, Asked("judge", judgment, by=judge))
