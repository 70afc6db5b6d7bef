from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import pytest

from moot.desk import VISITOR, Caller
from moot.desk.arena.replies import ArenaDebate
from moot.desk.replies import Event
from tests.web.arena.made_up import ID, debate, judgment, post
from tests.web.arena.people import CAROL
from tests.web.arena.stand_in import Pages, StandIn
from tests.web.visitor import Read

pytestmark = pytest.mark.anyio

POSTS = tuple(post(n // 2 + 1, "opponent" if n % 2 else "challenger", f"Words {n}", n + 3) for n in range(6))


def after(count: int, **fields: Any) -> ArenaDebate:
    """The debate after so many posts."""
    turn = "opponent" if count % 2 else "challenger"
    return debate("active", posts=POSTS[:count], turn=turn, **fields)


@dataclass
class Growing(StandIn):
    """A debate that grows while somebody follows it."""

    stages: list[ArenaDebate] = field(default_factory=list[ArenaDebate])

    async def follow(self, caller: Caller, debate_id: str, **asked: Any) -> AsyncIterator[Event | None]:
        for number, stage in enumerate(self.stages):
            self.debates = [stage]
            yield Event(event="new_argument" if number else "initial_state", seq=stage.seq, data={})
        yield Event(event="draft", seq=0, data={})
        yield None


async def told(seen: int, *stages: ArenaDebate) -> list[tuple[str, str]]:
    """The events for a page that has seen the record up to a line: name and text."""
    async with Pages(Growing(stages=list(stages)), VISITOR).http() as http:
        answer = await http.get(f"/debates/{ID}/stream?after={seen}")
    assert answer.headers["content-type"].startswith("text/event-stream")
    events = [one for one in answer.text.split("\n\n") if one]
    return [(one.partition("\n")[0].removeprefix("event: "), one) for one in events]


def parts(events: list[tuple[str, str]]) -> list[str]:
    """Which parts were sent."""
    read = [Read(text.replace("data: ", "")) for name, text in events if name == "part"]
    return [
        one["id"].removeprefix("part-") for each in read for one in each.all("section") if one.get("class") == "part"
    ]


async def test_a_page_that_is_up_to_date_gets_state_and_bar_alone():
    now = after(2)
    events = await told(now.seq, now)
    assert [name for name, _ in events] == ["now", "still"]
    assert 'id="state"' in events[0][1]
    assert 'id="bar"' in events[0][1]


async def test_a_page_that_was_left_behind_gets_every_part():
    events = await told(1, after(2))
    assert set(parts(events)) == {"sides", "row-3", "next"}
    assert [name for name, text in events if "\nid: " in text] == ["now"], "the page is there when it has them all"


async def test_of_what_grew_only_what_changed_is_sent_and_the_post_last():
    events = await told(after(3).seq, after(3), after(4))
    assert parts(events) == ["sides", "next", "row-5"]
    assert "Words 3" in events[-3][1]
    assert [name for name, _ in events][-2:] == ["now", "still"]


async def test_a_like_is_shown_when_the_debate_grows():
    liked = after(4, likes=1)
    liked = liked.model_copy(update={"posts": (POSTS[0].model_copy(update={"likes": 9}), *liked.posts[1:])})
    assert "row-3" in parts(await told(after(3).seq, after(3), liked))


async def test_the_passing_of_time_alone_sends_nothing_anew(monkeypatch: pytest.MonkeyPatch):
    ago = iter(f"{n} min ago" for n in range(10_000))

    def later(at: datetime, now: datetime) -> str:
        return next(ago)

    monkeypatch.setattr("moot.web.times.ago", later)
    assert parts(await told(after(3).seq, after(3), after(4))) == ["sides", "next", "row-5"]


async def test_a_judgment_and_the_end_are_sent():
    judging = debate("judging", how="completed", posts=POSTS)
    judged = judging.model_copy(update={"judgments": (judgment(CAROL, "opponent", 9),), "judges": 1, "seq": 10})
    done = debate("decided", how="completed", decided_by="draw", posts=POSTS, judgments=judged.judgments, seq=11)
    events = await told(judging.seq, judging, judged, done)
    assert "judgments" in parts(events)
    assert parts(events).count("result") == 1
    assert " over" in events[-2][1]
