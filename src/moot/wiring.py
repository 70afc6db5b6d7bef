"""The wiring: the only module that knows every part, and puts them together once."""

import asyncio
import os
import shutil
import signal
import socket
from collections.abc import AsyncGenerator, Callable, Generator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from queue import Queue
from threading import Event, Thread
from types import FrameType
from urllib.parse import unquote, urlsplit

import uvicorn
from starlette.types import ASGIApp
from uuid_utils import uuid7

from moot import __version__
from moot.debate import InvalidInput, Seated
from moot.delegates import FORMATS, ROLES, VOTES, a_folder_of_roles, a_format, a_vote, received
from moot.desk import Desk, House, Keys
from moot.desk.operations_replies import CircuitTold, Disk
from moot.desk.replies import PlayerTold
from moot.desk.role_files import roles_in
from moot.desk.terms import ArenaTerms
from moot.desk.watch import Watch
from moot.engine import (
    Allowance,
    Attendance,
    Backing,
    Bulletin,
    Clock,
    Drafts,
    Formats,
    Holder,
    Limits,
    LocalBulletin,
    Only,
    Runner,
    Steward,
    Toolbox,
)
from moot.errands import Courier, Errand, Reach, Remembrancer, Rounds, Sender
from moot.formats.workshop import Role
from moot.http import Bounds, Door, create_app
from moot.library import Shelf
from moot.mcp import PATH, Hatch
from moot.members import Admission
from moot.members.x_client import XClient, XSetup
from moot.memory import Embedder
from moot.players.embedded.embedding import EmbeddingModel
from moot.players.hiring import Hiring
from moot.players.model.breaker import CIRCUITS
from moot.players.sent import players_sent
from moot.settings import LOOPBACK, Settings
from moot.skills import debate_types, show_any
from moot.store import Store, open_store
from moot.store.address import postgres_at
from moot.tellers import Hider, Unwanted, keep_log, traced
from moot.tools.checks import Checker
from moot.tools.git import Clerk
from moot.tools.turn import Box
from moot.web import error_page, pages, static

_SECRET_ENDINGS = ("_API_KEY", "_TOKEN", "_SECRET", "_PASSWORD")
"""How variables are named whose values are secrets."""
_LAST_ROUND = 10.0
"""Seconds that the last look at repositories may take when the house closes."""


@dataclass(frozen=True)
class Opened:
    """A house with its doors still shut: the desk, and what must be told when it closes."""

    desk: Desk
    store: Store
    bulletin: Bulletin
    settings: Settings
    backing: Backing
    attendance: Attendance
    clerk: Clerk
    hiring: Hiring
    hatch: Hatch


def now() -> datetime:
    """The time it is."""
    return datetime.now(UTC)


def formats() -> Formats:
    """Every format that is installed, by name; what packages vote by is known from then on, since records name it."""
    received(VOTES, a_vote)
    return received(FORMATS, a_format).there


def roles_sent() -> dict[str, Role]:
    """The roles of other packages, by name."""
    found = received(ROLES, a_folder_of_roles).there
    return {name: role for package in found.values() for name, role in package.items()}


@asynccontextmanager
async def house(settings: Settings, clock: Clock = now) -> AsyncGenerator[Opened]:
    """The house on its database, opened and closed."""
    embedder = embedder_for(settings)
    store = await open_store(settings.database, episodes=settings.memory_episodes, embedder=embedder)
    bulletin = store.bulletin() or LocalBulletin()
    try:
        attendance = Attendance(store, clock, timedelta(minutes=settings.grace_minutes))
        await attendance.begin()
        steward = Steward(formats(), store, bulletin, clock, store.arena.facts, attendance.downtime)
        keys = Keys(await store.house_secret(), settings.token, settings.public)
        types = partial(debate_types, settings.rules_dir)
        types()  # A rules folder that is not there should stop the house now, not the first debate.
        roles = partial(roles_in, settings.roles_dir, roles_sent())
        roles()
        toolbox = box_for(settings, steward, store.shelf, embedder)
        drafts, hiring = Drafts(bulletin), hiring_for(settings, steward, toolbox)
        clerk = Clerk(settings.worktrees, keys.sign("worktrees"), steward, store)
        desk = Desk(
            House(
                steward,
                store,
                store.shelf,
                bulletin,
                clock,
                keys,
                types,
                _new_id,
                store.ledger,
                drafts,
                partial(_must_know, hiring, toolbox),
                partial(players, hiring),
                store.roll,
                store.arena,
                store.notices,
                store.fixtures,
                store.memory,
                Watch(store.overseer, circuits, partial(disk_of, settings.home)),
                terms=ArenaTerms(settings.judge_days, settings.count_self_judgments),
                usual_player=settings.player,
                roles=roles,
                admission=Admission(settings.registrations_per_hour, settings.public_url, settings.address),
                x=XClient(_x(settings)),
                git=clerk,
                origins=store.origins,
                post=Sender(_reach(settings), clock).send,
            )
        )
        backing = Backing(
            *(steward, store.ledger, bulletin, drafts, clock, hiring.hire, Holder(), _daily(settings)),
            hide=partial(_hidden, settings, hiring),
        )
        try:
            hatch = Hatch(partial(show_any, extra=settings.rules_dir))
            yield Opened(desk, store, bulletin, settings, backing, attendance, clerk, hiring, hatch)
        finally:
            await hiring.close()
    finally:
        bulletin.close()
        await store.close()


@asynccontextmanager
async def running(opened: Opened, only: Only = None) -> AsyncGenerator[None]:
    """The house with somebody who calls on its players: in every debate, or in some."""
    tasks = [asyncio.create_task(Runner(opened.backing, opened.store, only).run(), name="runner")]
    if only is None:
        tasks.append(asyncio.create_task(opened.attendance.attend(), name="attendance"))
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)


@asynccontextmanager
async def errands(opened: Opened, only: str | None = None) -> AsyncGenerator[None]:
    """The house with somebody who sends webhooks and reminds judges, unless it is open for one debate alone."""
    clock, notices, settings = opened.backing.clock, opened.store.notices, opened.settings
    courier = Courier(notices.outbox, opened.desk.news_of, _reach(settings), clock)
    remembrancer = Remembrancer(notices, opened.backing.steward, clock)
    webhooks = Errand("webhooks", courier.round, every=5, on_growth=True)
    reminders = Errand("reminders", remembrancer.round, every=60)
    fixtures = Errand("series and brackets", opened.desk.convene, every=20, on_growth=True)
    ratings = Errand("ratings", opened.desk.refresh_ratings, every=60)
    git = Errand("git", partial(opened.clerk.round, only), every=60, on_growth=True)
    rounds = Rounds(opened.bulletin, git, *(() if only else (webhooks, reminders, fixtures, ratings)))
    task = asyncio.create_task(rounds.run(), name="errands")
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait([task])
        # A house that closes with a workshop's last line has had no time to tidy up after it.
        with suppress(TimeoutError):
            async with asyncio.timeout(_LAST_ROUND):
                await opened.clerk.round(only)


def hiring_for(settings: Settings, steward: Steward, toolbox: Toolbox | None = None) -> Hiring:
    """Whoever knows which players there are."""
    return Hiring(
        settings.home,
        models=settings.models,
        environment=os.environ,
        entries=steward.entries,
        threads=settings.embedded_threads,
        unconfined=settings.unconfined,
        checking=checker_for(settings).job,
        toolbox=toolbox,
        allowance=Allowance(settings.tool_calls, settings.tool_tokens, seconds=settings.tool_seconds),
        sent=players_sent(),
    )


def box_for(
    settings: Settings, steward: Steward | None = None, shelf: Shelf | None = None, embedder: Embedder | None = None
) -> Box:
    """The tools that models may use in their turns."""
    return Box(
        settings.home,
        environment=os.environ,
        steward=steward,
        shelf=shelf,
        checker=checker_for(settings),
        embedder=embedder,
        unconfined=settings.unconfined,
    )


def _must_know(hiring: Hiring, box: Box, seated: Seated) -> None:
    """Refuses a seat for which nobody could be called on, or whose tools are not known."""
    hiring.must_know(seated)
    box.must_grant(seated)


def checker_for(settings: Settings) -> Checker:
    """Whoever checks code with the programs of this machine."""
    return Checker(settings.checks, settings.unconfined)


def embedder_for(settings: Settings) -> Embedder | None:
    """Whoever can tell what texts mean; None where no model for that was named."""
    path = settings.embedding_model
    return None if path is None else EmbeddingModel(path.expanduser(), settings.models, settings.embedded_threads)


def players(hiring: Hiring) -> tuple[PlayerTold, ...]:
    """Whom the house can call on, as the desk tells it."""
    return tuple(
        PlayerTold(
            name=found.name,
            kind=found.kind,
            usable=found.usable,
            why_not=found.why_not,
            detail=found.detail or "",
            fetches=found.fetches,
        )
        for found in hiring.catalogue()
    )


def circuits() -> tuple[CircuitTold, ...]:
    """The providers that failed and have not worked since, as this process sees them."""
    return tuple(
        CircuitTold(provider=lane, failures=failures, open=is_open, seconds=round(seconds, 1))
        for lane, failures, is_open, seconds in CIRCUITS.troubled()
    )


def disk_of(home: Path) -> Disk | None:
    """The disk that the home is on; None as long as there is no home."""
    try:
        usage = shutil.disk_usage(home.expanduser())
    except OSError:
        return None
    return Disk(free_bytes=usage.free, total_bytes=usage.total)


def _reach(settings: Settings) -> Reach:
    """How receivers of webhooks are reached; those of this machine only where nobody else can name one."""
    return Reach(private=settings.webhooks_private or settings.token is None)


def _daily(settings: Settings) -> Limits:
    return Limits(settings.daily_tokens, settings.daily_money, settings.daily_calls)


def _x(settings: Settings) -> XSetup:
    secret = settings.x_client_secret
    return XSetup(
        settings.x_client_id or None,
        None if secret is None else secret.get_secret_value() or None,
        settings.x_authorize_url,
        settings.x_token_url,
        settings.x_api_url,
    )


def application(opened: Opened) -> ASGIApp:
    """The house with its doors: the API, the pages, and the hatch for MCP clients, which uses the API itself."""
    settings = opened.settings
    door = Door(
        pages=(pages(opened.desk),),
        mounts=(("/static", static()),),
        entrances=((PATH, opened.hatch),),
        error_page=error_page,
        metrics_public=settings.metrics_public,
        hosts=None if settings.token else (settings.host, *settings.allowed_hosts),
        bounds=Bounds(settings.wrong_keys_per_minute, settings.heavy_requests_per_minute),
    )
    app = create_app(opened.desk, door)
    opened.hatch.before(app)
    return app


def serve(settings: Settings, ready: Callable[[str], None] | None = None) -> None:
    """Serves the house until it is told to stop; `ready` is told its address once it answers."""
    must_be_safe(settings)
    listening = _listening(settings)
    signal.signal(signal.SIGTERM, _leave)
    with told(settings), asyncio.Runner(loop_factory=uvicorn.Config("", loop="auto").get_loop_factory()) as runner:
        runner.run(_serve(settings, listening, ready))


def work(settings: Settings, ready: Callable[[], None]) -> None:
    """Calls on the players of a house that others serve, and runs its errands, until it is told to stop."""
    if postgres_at(settings.database) is None:
        raise InvalidInput(
            "A worker shares its database with a server, and only PostgreSQL tells one what the other wrote.",
            suggestion="Set MOOT_DATABASE_URL to postgresql://…; on one machine moot serve does all by itself.",
        )
    with told(settings):
        asyncio.run(_work(settings, ready))


@contextmanager
def told(settings: Settings) -> Generator[None]:
    """This process logs and traces as it was set while this lasts."""
    keep_log(settings.log, settings.log_level, _secrets(settings))
    try:
        with traced(os.environ, __version__):
            yield
    except Unwanted as unwanted:
        raise InvalidInput(str(unwanted), suggestion=unwanted.suggestion) from None


def _hidden(settings: Settings, hiring: Hiring, text: str) -> str:
    """A text for the record without the secrets of the house and of its players."""
    return Hider([*_secrets(settings), *hiring.secrets()]).hidden(text)


def _secrets(settings: Settings) -> Iterator[str]:
    """What must never stand in a log, whatever it looks like."""
    yield settings.token or ""
    yield settings.x_client_secret.get_secret_value() if settings.x_client_secret else ""
    yield unquote(urlsplit(settings.database).password or "")
    yield from (value for name, value in os.environ.items() if name.endswith(_SECRET_ENDINGS))


async def _work(settings: Settings, ready: Callable[[], None]) -> None:
    told, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, told.set)
    async with house(settings) as opened, running(opened), errands(opened):
        ready()
        await told.wait()


@contextmanager
def serving(settings: Settings, only: str | None = None) -> Generator[str]:
    """Serves the house beside what is done meanwhile, calling on the players of one debate; its address."""
    must_be_safe(settings)
    listening, told = _listening(settings), Queue[str | BaseException]()
    stop = Event()

    def work() -> None:
        try:
            asyncio.run(_serve(settings, listening, told.put, only, stop))
        except BaseException as fault:
            listening.close()
            told.put(fault)

    thread = Thread(target=work, name="moot-serving", daemon=True)
    thread.start()
    first = told.get()
    if isinstance(first, BaseException):
        raise first
    try:
        yield first
    finally:
        stop.set()
        thread.join()


def _leave(number: int, frame: FrameType | None) -> None:
    """Uvicorn raises a signal anew when it has stopped; the house must be closed before the process ends by it."""
    raise SystemExit


def must_be_safe(settings: Settings) -> None:
    """Refuses to open the house to a network without a token."""
    if settings.host not in LOOPBACK and settings.token is None:
        raise InvalidInput(
            f"Refusing to listen on {settings.host} without a token: anybody there could read and rule.",
            suggestion="Set DEBATE_AUTH_TOKEN, or keep the default host 127.0.0.1.",
        )
    if settings.host not in LOOPBACK and settings.unsafe_no_sandbox:
        raise InvalidInput(
            f"Refusing to listen on {settings.host} and to run code unconfined: strangers could run theirs here.",
            suggestion="Unset MOOT_UNSAFE_NO_SANDBOX, or keep the default host 127.0.0.1.",
        )


class _Server(uvicorn.Server):
    """Sends waiting callers home when it stops, instead of holding them to the end of their poll."""

    def __init__(
        self, config: uvicorn.Config, opened: Opened, ready: Callable[[], None], stop: Event | None = None
    ) -> None:
        super().__init__(config)
        self._opened = opened
        self._ready = ready
        self._stop = stop

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()

    async def on_tick(self, counter: int) -> bool:
        """Looks ten times a second whether it should go on."""
        return await super().on_tick(counter) or (self._stop is not None and self._stop.is_set())

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._opened.bulletin.close()
        self._opened.hatch.close()
        await super().shutdown(sockets)


async def _serve(
    settings: Settings,
    listening: socket.socket,
    ready: Callable[[str], None] | None,
    only: str | None = None,
    stop: Event | None = None,
) -> None:
    host, port = listening.getsockname()[:2]
    url = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"

    def say() -> None:
        if ready is not None:
            ready(url)

    async with (
        house(settings.model_copy(update={"port": port})) as opened,
        running(opened, only),
        errands(opened, only),
        opened.hatch.open(),
    ):
        config = uvicorn.Config(
            application(opened),
            log_level="warning",
            # Its lines go where all others go, in the same form.
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=bool(settings.trusted_proxies),
            forwarded_allow_ips=",".join(settings.trusted_proxies),
            lifespan="off",
            ws_max_size=256 * 1024,
            timeout_graceful_shutdown=5,
            backlog=4096,
        )
        await _Server(config, opened, say, stop).serve(sockets=[listening])


def _listening(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
    except OSError as taken:
        listening.close()
        raise InvalidInput(
            f"Cannot listen on {settings.host}:{settings.port}: {taken.strerror}.",
            suggestion="Another server may run there (moot serve status); or choose another --port.",
        ) from taken
    listening.set_inheritable(False)
    return listening


def _new_id() -> str:
    return str(uuid7())
