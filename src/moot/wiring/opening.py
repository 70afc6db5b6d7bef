"""Opening a house: its database, its desk, and whoever stands behind it."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial

from uuid_utils import uuid7

from moot.desk import Desk, House, Keys
from moot.desk.role_files import roles_in
from moot.desk.watch import Watch
from moot.engine import Attendance, Backing, Bulletin, Clock, Drafts, Holder, LocalBulletin, LocalLanes, Steward
from moot.errands import Sender
from moot.mcp import Hatch
from moot.members.x_client import XClient
from moot.players.hiring import Hiring
from moot.settings import Settings
from moot.skills import debate_types, show_any
from moot.store import Store, open_store
from moot.tools.git import Clerk
from moot.wiring import terms
from moot.wiring.hiring import box_for, embedder_for, hiring_for, must_know, players
from moot.wiring.sent import formats, roles_sent
from moot.wiring.sights import circuits, disk_of
from moot.wiring.telling import hidden


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


@asynccontextmanager
async def house(settings: Settings, clock: Clock = now) -> AsyncGenerator[Opened]:
    """The house on its database, opened and closed."""
    embedder = embedder_for(settings)
    store = await open_store(
        settings.database, episodes=settings.memory_episodes, embedder=embedder, replica=terms.replica_of(settings)
    )
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
                partial(must_know, hiring, toolbox),
                partial(players, hiring),
                hiring.fetch,
                store.roll,
                store.arena,
                store.notices,
                store.fixtures,
                store.memory,
                Watch(store.overseer, circuits, partial(disk_of, settings.home)),
                store.links,
                terms=terms.arena_of(settings),
                usual_player=settings.player,
                roles=roles,
                admission=terms.admission_of(settings),
                x=XClient(terms.x_of(settings)),
                git=clerk,
                origins=store.origins,
                post=Sender(terms.reach_of(settings), clock).send,
            )
        )
        backing = Backing(
            *(steward, store.ledger, bulletin, drafts, clock, hiring.hire, Holder(), terms.daily_of(settings)),
            lanes=store.lanes() or LocalLanes(),
            hide=partial(hidden, settings, hiring),
        )
        try:
            hatch = Hatch(partial(show_any, extra=settings.rules_dir))
            yield Opened(desk, store, bulletin, settings, backing, attendance, clerk, hiring, hatch)
        finally:
            await hiring.close()
    finally:
        bulletin.close()
        await store.close()


def _new_id() -> str:
    return str(uuid7())
