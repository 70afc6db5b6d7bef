"""The processes of a house: one that serves it, one that only works for it, one that does so beside something else."""

import asyncio
import signal
from collections.abc import Callable, Coroutine, Generator
from contextlib import contextmanager
from functools import partial
from queue import Queue
from socket import socket
from threading import Event, Thread
from types import FrameType

import uvicorn

from moot.debate import InvalidInput
from moot.settings import Settings
from moot.store.address import postgres_at
from moot.wiring.beside import errands, running
from moot.wiring.doors import open_doors
from moot.wiring.listening import allow_many_connections, listening_at
from moot.wiring.lookout import looking_out, lookout_at
from moot.wiring.opening import house
from moot.wiring.safety import must_be_followed, must_be_safe
from moot.wiring.sweeping import sweep_seldom
from moot.wiring.telling import told


def serve(settings: Settings, ready: Callable[[str], None] | None = None) -> None:
    """Serves the house until it is told to stop; `ready` is told its address once it answers."""
    must_be_safe(settings)
    must_be_followed(settings)
    allow_many_connections()
    listening = listening_at(settings)
    signal.signal(signal.SIGTERM, _leave)
    with told(settings):
        _run(open_doors(settings, listening, partial(_settled_in, ready)))


def _run(process: Coroutine[None, None, None]) -> None:
    """Runs it on the quickest loop that there is here."""
    # Left to itself it would set up a log of its own, beside ours, that hides no secret.
    factory = uvicorn.Config("", loop="auto", log_config=None).get_loop_factory()
    with asyncio.Runner(loop_factory=factory) as runner:
        runner.run(process)


def _settled_in(ready: Callable[[str], None] | None, url: str) -> None:
    """Tells that the house answers."""
    sweep_seldom()
    if ready is not None:
        ready(url)


def _leave(number: int, frame: FrameType | None) -> None:
    """Uvicorn raises a signal anew when it has stopped; the house must be closed before the process ends by it."""
    raise SystemExit


def work(settings: Settings, ready: Callable[[str | None], None]) -> None:
    """Calls on the players of a house that others serve, and runs its errands, until it is told to stop.

    `ready` is told where it can be asked how it does, if anywhere.
    """
    if postgres_at(settings.database) is None:
        raise InvalidInput(
            "A worker shares its database with a server, and only PostgreSQL tells one what the other wrote.",
            suggestion="Set MOOT_DATABASE_URL to postgresql://…; on one machine moot serve does all by itself.",
        )
    lookout = lookout_at(settings)
    with told(settings):
        _run(_work(settings, lookout, ready))


async def _work(settings: Settings, lookout: socket | None, ready: Callable[[str | None], None]) -> None:
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    async with house(settings) as opened, running(opened), errands(opened), looking_out(opened, lookout) as address:
        sweep_seldom()
        ready(address)
        await stop.wait()


@contextmanager
def serving(settings: Settings, only: str | None = None) -> Generator[str]:
    """Serves the house beside what is done meanwhile, calling on the players of one debate; its address."""
    must_be_safe(settings)
    listening, heard = listening_at(settings), Queue[str | BaseException]()
    stop = Event()

    def work() -> None:
        try:
            asyncio.run(open_doors(settings, listening, heard.put, only, stop))
        except BaseException as fault:
            listening.close()
            heard.put(fault)

    thread = Thread(target=work, name="moot-serving", daemon=True)
    thread.start()
    first = heard.get()
    if isinstance(first, BaseException):
        raise first
    try:
        yield first
    finally:
        stop.set()
        thread.join()
