"""Forks on every store: they share the past byte for byte, go on by themselves, and can be verified."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

import pytest

from moot.debate import DebateExists, RequestIdReused, Setup, fork_of
from moot.engine import (
    Branch,
    RecordStore,
    origin_of,
    rehearsed,
    verify,
)
from moot.notation import Line, read
from tests.contracts.conftest import Ports
from tests.engine.called import DEBATE, JURORS, Called, Speaker
from tests.engine.houses import FORMATS
from tests.formats.toys import Jury

FORK = "fork-1"
STOP = {"kind": "ANSWER", "choice": "stop", "reason": "No."}


def company(ports: Ports) -> Called:
    """A house on these stores, with the jurors of old and one who stops everything."""
    players = {name: Speaker(name) for name in JURORS} | {"other": Speaker("other", lambda call: STOP)}
    return Called(players, records=ports.records, ledger=ports.ledger)  # pyright: ignore[reportArgumentType]


def agreed(**players: str) -> Setup:
    return Jury.model_validate({"title": "Go?", "players": players})


async def played(house: Called, debate: str = DEBATE) -> Sequence[Line]:
    """The debate, run to its end."""
    while not (await house.steward.look(debate)).position.ended:
        await house.until(lambda: _over(house, debate))
    return await house.records.lines(debate)


def _over(house: Called, debate: str) -> bool:
    known = house.steward.remembered(debate)
    return known is not None and known.position.ended


async def sound(store: RecordStore, ports: Ports, debate: str) -> bool:
    return (await verify(debate, store, FORMATS, ports.ledger)).sound


async def test_a_fork_shares_its_past_byte_for_byte_and_goes_on_with_other_players(ports: Ports):
    house = company(ports)
    await house.asked()
    old = await played(house)
    entries = [read(line) for line in old]
    last = next(entry.line for entry in entries if entry.kind == "round_began" and entry.line > 2)
    house.clock.advance(days=3)
    asked = {name: len(player.heard) for name, player in house.players.items()}

    branch = Branch(DEBATE, last - 2, agreed(**dict.fromkeys(JURORS, "other")), "again")
    standing, repeated = await house.steward.fork(FORK, branch)
    assert (repeated, standing.line, standing.position.status) == (False, last, "round_2")
    fork = fork_of(standing.opened)
    assert fork is not None
    assert (fork.debate, fork.line, fork.hash, fork.opening) == (DEBATE, last, old[last].hash, old[0].hash)
    new = await ports.records.lines(FORK)
    assert [(line.head, line.body, line.request) for line in new[1:]] == [
        (line.head, line.body, line.request) for line in old[1 : last + 1]
    ]
    assert not {line.hash for line in new} & {line.hash for line in old}

    new = await played(house, FORK)
    ended = cast(Any, read(new[-1]).move)
    assert (ended["ending"], ended["result"]["choice"]) == ("consensus", "stop")
    assert {name: len(house.players[name].heard) for name in JURORS} == {name: asked[name] for name in JURORS}
    assert len(house.players["other"].heard) == len(JURORS)
    assert await sound(ports.records, ports, FORK)
    assert await sound(ports.records, ports, DEBATE)
    assert rehearsed(FORK, new, FORMATS).sound
    card = await ports.records.card(FORK)
    assert card is not None
    assert (card.opened_at, card.called) == (house.clock(), False)

    # The calls of the past are those of the other debate, also where the fork is forked itself.
    again, _ = await house.steward.fork("fork-2", Branch(FORK, last + 1, agreed(**dict.fromkeys(JURORS, "risk"))))
    assert await origin_of(ports.records, "fork-2", 3) == DEBATE
    assert await origin_of(ports.records, "fork-2", last + 1) == FORK
    assert await origin_of(ports.records, "fork-2", last + 2) == "fork-2"
    await played(house, "fork-2")
    assert await sound(ports.records, ports, "fork-2")
    assert again.position.fork is not None


async def test_the_same_request_forks_once_and_another_is_refused(ports: Ports):
    house = company(ports)
    await house.asked()
    branch = Branch(DEBATE, 1, agreed(risk="other", value="value", effort="effort"), "once")
    first, repeated = await house.steward.fork(FORK, branch)
    again, second = await house.steward.fork(FORK, branch)
    assert (repeated, second, again.opened) == (False, True, first.opened)
    with pytest.raises(RequestIdReused):
        await house.steward.fork(FORK, replace(branch, setup=agreed(risk="value")))
    with pytest.raises(DebateExists):
        await house.steward.fork(FORK, replace(branch, request="twice"))
    assert len(await ports.records.lines(FORK)) == first.line + 1
