"""What every author of a package can test in the same way."""

import asyncio
from pathlib import Path

import moot
from moot.testing.laws import Guide, check_laws
from moot.testing.stores import check_store
from moot.tools.turn import Site
from moot.voting import count, ranked
from moot_haiku.contest import format as haiku
from moot_haiku.counting import tools


def test_the_format_keeps_every_law():
    check_laws(Guide(haiku, attended=frozenset({"host"})), examples=10)


def test_the_store_keeps_every_promise(tmp_path: Path):
    asyncio.run(check_store(f"scroll://{tmp_path}"))


def test_nobody_wins_whom_most_hold_worst():
    with moot.House():  # An open house knows what packages send.
        ballots = [ranked("ann", "a", "b", "c"), ranked("bob", "c", "b", "a"), ranked("cem", "a", "b", "c")]
        assert count("veto", ["a", "b", "c"], ballots).winner == "b"


def test_the_tool_counts():
    async def used(line: str) -> str:
        (count_syllables,) = tools(Site("debate", "poet-1"))
        return (await count_syllables.use({"line": line})).text

    assert asyncio.run(used("a frog jumps in")) == "4"


def test_a_contest_is_held(tmp_path: Path):
    with moot.House(f"scroll://{tmp_path}") as house:
        seats: moot.Seats = {"poet-1": "basho", "poet-2": [{"lines": ["one", "two", "three"]}]}
        debate = house.open("haiku", {"title": "Ponds"}, "host", "THEME", {"theme": "water"}, seats=seats)
        assert debate.result(within=60).report["poems"]["poet-1"][1] == "a frog jumps in"
        assert debate.verify().sound
