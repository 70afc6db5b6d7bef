"""While round 1 is open nobody reads what a judge said, on any surface: not the page, not a copy, not a draft."""

from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import anyio
import httpx2
import pytest

from moot.testing.wire import Gate, Reply, WireServer, slow
from tests.support.house import API, SECONDS, ServerProcess, bearer, refused, said
from tests.support.players import JUDGES, Matter, one_by_one, recommending, responding, seats, served

pytestmark = pytest.mark.journey

__all__ = ["served"]

SECRETS = {"risk": "Kestrel", "value": "Marmalade"}
"""A word that stands in a judge's answer and nowhere else."""


@dataclass
class Opening:
    """A panel in its first round: risk has spoken, value was cut off in the middle and is silent, effort thinks."""

    panel: Matter
    wire: WireServer
    gates: dict[str, Gate]


def secretly(judge: str, option: str) -> Reply:
    """An answer with the judge's secret in every place where words are."""
    secret = f"{SECRETS[judge]} is why: it is plain to see for anybody who knows the field."
    return recommending(option, secret, for_stance=secret, assessments=dict.fromkeys("ABC", secret))


@asynccontextmanager
async def opening(served: ServerProcess, owner: httpx2.AsyncClient) -> AsyncGenerator[Opening]:
    gates = {judge: Gate() for judge in JUDGES}
    drafted = secretly("value", "B")
    script = {
        "risk": one_by_one(slow(secretly("risk", "A"), gate=gates["risk"]), responding("A", "value")),
        # A draft is left standing when the line breaks, until the same question is answered.
        "value": one_by_one(
            Reply(content=drafted.content, cut=0.8), slow(drafted, gate=gates["value"]), responding("B", "risk")
        ),
        "effort": one_by_one(slow(recommending("C"), gate=gates["effort"]), responding("C", "risk")),
    }
    with WireServer(script) as wire:
        try:
            panel = await Matter.asked(served, owner, seats=seats(wire, *JUDGES))
            yield Opening(panel, wire, gates)
        finally:
            for gate in gates.values():
                gate.open()


def readers(panel: Matter) -> Iterator[tuple[dict[str, str], dict[str, str]]]:
    """Everybody but the two judges who have begun: the owner, and each seat by its own key or as the owner asks."""
    yield {}, {}
    for role in ("asker", "effort"):
        yield bearer(panel.keys[role]), {}
        yield {}, {"role": role}


def reads(panel: Matter, asked: dict[str, str]) -> Iterator[tuple[str, dict[str, str]]]:
    """Where the API tells something of a panel, and how it is asked."""
    yield "", asked
    yield "/arguments", asked
    for line in range(1, 5):
        yield f"/arguments/{panel.id(line)}", asked
        yield f"/arguments/{panel.id(line)}/provenance", {}
    yield from (("/result", {"format": form}) for form in ("json", "yaml", "markdown"))
    yield "/papers", {}
    yield from (("/export", {"format": form}) for form in ("json", "jsonl", "markdown", "html"))


async def surfaces(panel: Matter) -> AsyncIterator[tuple[str, str]]:
    """All that can be read of a panel now, by everybody who is not to know, with where it was read."""
    for headers, asked in readers(panel):
        for path, query in reads(panel, asked):
            answer = await panel.http.get(f"{panel.path}{path}", params=query, headers=headers)
            # A line that is not there yet, or whose origin is sealed, is not found.
            assert answer.status_code in (200, 404), (path, answer.text)
            yield f"{path} {query}", answer.text
    yield "the news", (await panel.wait("asker")).text
    yield "a search", (await panel.http.get(f"{API}/debates", params={"q": "Kestrel"})).text
    for path in ("", "?view=record", "?seat=effort", "?seat=asker"):
        page = await panel.http.get(f"/debates/{panel.debate}{path}")
        assert page.status_code == 200, page.text
        yield f"the page {path}", page.text


async def streamed(panel: Matter, view: str) -> str:
    """What the page's own stream tells from the start, until it has told of line 2 and of a draft."""
    heard = ""
    with anyio.fail_after(SECONDS):
        async with panel.http.stream("GET", f"/debates/{panel.debate}/stream", params={"view": view}) as response:
            assert response.status_code == 200
            async for part in response.aiter_text():
                heard += part
                if "event: draft" in heard and "\nid: 2\n" in f"\n{heard}":
                    return heard
    raise AssertionError("the stream ended")


async def test_a_sealed_answer_is_read_nowhere_before_the_round_closes(served: ServerProcess):
    async with served.client() as owner, opening(served, owner) as begun:
        panel = begun.panel
        async with panel.watched() as watcher:
            draft = await watcher.until(event="draft")
            assert (draft["data"]["role"], draft["data"]["text"]) == ("value", None)
            assert draft["data"]["length"] >= len(SECRETS["value"])
            begun.gates["risk"].open()
            await watcher.until_line(2)
            nobody_knows("the events", repr(watcher.seen))
        async for where, text in surfaces(panel):
            nobody_knows(where, text)
        for view in ("", "record"):
            nobody_knows(f"the stream of the page {view}", await streamed(panel, view))

        # Its own judge reads it, and so do all once the round is closed: it was there.
        own = said(await owner.get(f"{panel.path}/arguments", headers=bearer(panel.keys["risk"])))
        assert "Kestrel" in repr(own)
        refused(await owner.get(f"{panel.path}/arguments/{panel.id(2)}/provenance"), "ARGUMENT_NOT_FOUND", 404)
        for gate in begun.gates.values():
            gate.open()
        await panel.until("CONTESTED")
        read = [text async for _, text in surfaces(panel)]
        assert all(any(secret in text for text in read) for secret in SECRETS.values())
        assert "Kestrel" in repr(await panel.provenance(2))
        assert await panel.sound()


async def test_what_a_judge_is_told_in_round_1_has_no_word_of_the_others(served: ServerProcess):
    async with served.client() as owner, opening(served, owner) as begun:
        panel = begun.panel
        begun.gates["risk"].open()
        await panel.until_lines(2)
        brief = await owner.get(f"{panel.path}/brief", params={"role": "effort"})
        assert brief.status_code == 200
        nobody_knows("the brief", brief.text)
        nobody_knows("all that models were sent", repr([asked.body for asked in begun.wire.asked]))


def nobody_knows(where: str, text: str) -> None:
    assert text
    assert not [secret for secret in SECRETS.values() if secret in text], f"{where}: {text}"
