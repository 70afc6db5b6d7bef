"""Who holds a call, and whether somebody else still does."""

import asyncio
import os
import socket
from collections.abc import Callable, Collection

import pytest

from moot.debate import Outage
from moot.engine import Holder
from moot.engine import holders as clockwork

pytestmark = pytest.mark.anyio

ELSEWHERE = "another-machine:12:ab"


def here() -> str:
    """This machine, as names of its holders begin."""
    return Holder().name.rpartition(":")[0].rpartition(":")[0]


class Register:
    """Where holders say that they are there."""

    def __init__(self, *silent: str) -> None:
        self.silent: Collection[str] = silent
        self.told: list[str] = []
        self.out = False
        self.fault: Exception = Outage("gone")
        self.heard = asyncio.Event()

    async def tell(self, name: str) -> Collection[str]:
        if self.out:
            raise self.fault
        self.told.append(name)
        self.heard.set()
        return self.silent

    async def leave(self, name: str) -> None:
        self.told.append(f"{name} leaves")
        if self.out:
            raise self.fault


async def test_of_whoever_never_said_a_word_elsewhere_nothing_is_known():
    holder = Holder()
    await holder.say(Register())
    assert not holder.is_gone(ELSEWHERE)
    assert not holder.is_gone(holder.name)


async def test_whoever_fell_silent_is_gone_also_on_this_machine():
    frozen = f"{here()}:{os.getppid()}:ab"
    holder, register = Holder(), Register(ELSEWHERE, frozen)
    await holder.say(register)
    assert not holder.is_gone(frozen)
    await holder.say(register)
    assert holder.is_gone(frozen)
    assert holder.is_gone(ELSEWHERE)
    register.silent = ()
    await holder.say(register)
    assert not holder.is_gone(ELSEWHERE)


async def test_who_has_not_heard_of_others_for_a_while_knows_nothing_of_them(monkeypatch: pytest.MonkeyPatch):
    holder, register = Holder(), Register(ELSEWHERE)
    await holder.say(register)
    await holder.say(register)
    assert holder.is_gone(ELSEWHERE)
    now = clockwork.monotonic()
    monkeypatch.setattr(clockwork, "monotonic", lambda: now + 60)
    assert not holder.is_gone(ELSEWHERE)


async def test_after_an_outage_nobody_counts_as_gone_who_had_no_time_to_speak_yet(monkeypatch: pytest.MonkeyPatch):
    holder, register = Holder(), Register(ELSEWHERE)
    for _ in range(2):
        await holder.say(register)
    assert holder.is_gone(ELSEWHERE)
    register.out = True
    await holder.say(register)
    now = clockwork.monotonic()
    monkeypatch.setattr(clockwork, "monotonic", lambda: now + 60)
    register.out = False
    await holder.say(register)
    assert not holder.is_gone(ELSEWHERE)
    await holder.say(register)
    assert holder.is_gone(ELSEWHERE)


async def test_a_holder_says_that_it_is_there_until_it_leaves():
    holder, register = Holder("me"), Register()
    staying = asyncio.create_task(holder.stay(register))
    await register.heard.wait()
    staying.cancel()
    await asyncio.wait([staying])
    assert register.told == ["me", "me leaves"]


async def test_who_has_ended_on_this_machine_is_gone_and_who_is_another_users_is_not(monkeypatch: pytest.MonkeyPatch):
    def forbidden(pid: int, number: int) -> None:
        raise PermissionError

    ended = await asyncio.create_subprocess_exec("true")
    await ended.wait()
    name = f"{here()}:{ended.pid}:ab"
    assert Holder().is_gone(name)
    monkeypatch.setattr(os, "kill", forbidden)
    assert not Holder().is_gone(name)


@pytest.mark.parametrize("fault", [Outage("gone"), KeyError("no such table")])
async def test_a_holder_that_cannot_be_heard_goes_on_and_leaves_in_silence(fault: Exception):
    holder, register = Holder("me"), Register(ELSEWHERE)
    register.out, register.fault = True, fault
    await holder.say(register)
    assert not holder.is_gone(ELSEWHERE)
    staying = asyncio.create_task(holder.stay(register))
    await asyncio.sleep(0)
    staying.cancel()
    await asyncio.wait([staying])
    assert staying.cancelled()


async def test_of_a_container_with_the_name_of_this_machine_nothing_is_known_by_its_process_ids(
    monkeypatch: pytest.MonkeyPatch,
):
    def counted_as(number: int) -> Callable[[str], os.stat_result]:
        return lambda path: os.stat_result((0, number, *range(8)))

    names: list[str] = []
    for number in (1, 2, 0xEFFFFFFC):
        monkeypatch.setattr(os, "stat", counted_as(number))
        names.append(Holder().name)
    monkeypatch.undo()
    assert names[0].startswith(f"{socket.gethostname()}/1:{os.getpid()}:")
    assert names[2].startswith(f"{socket.gethostname()}:{os.getpid()}:")
    assert not any(Holder().is_gone(name) for name in names if not name.startswith(f"{here()}:"))


async def test_where_nobody_tells_how_processes_are_counted_the_name_of_the_machine_must_do(
    monkeypatch: pytest.MonkeyPatch,
):
    def none(path: str) -> None:
        raise FileNotFoundError

    monkeypatch.setattr(os, "stat", none)
    assert Holder().name.startswith(f"{socket.gethostname()}:{os.getpid()}:")
