"""The database, and the clock by which its house lives."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from moot.cli.inside.doctor.finding import Finding, fails, works
from moot.settings import Settings
from moot.store.checkup import examine
from moot.store.condition import Condition
from moot.store.postgres_checkup import examine_replica

SECONDS = 20.0
OFF = timedelta(seconds=5)
"""How far two clocks may be apart."""
_SYNC = "Set the clock right and keep it so (timedatectl set-ntp true): deadlines are counted by it."


def database(settings: Settings) -> Iterator[Finding]:
    """The condition of the database, and of the clock beside it."""
    condition = examine(settings.database, SECONDS)
    if condition.fault is not None:
        yield fails("database", condition.fault, condition.remedy, needed=True)
    else:
        yield works("database", condition.what, needed=True)
    if settings.replica_url is not None:
        yield _replica(examine_replica(settings.replica_url, SECONDS))
    yield _clock(condition, datetime.now(UTC))


def _replica(condition: Condition) -> Finding:
    """The house goes on without it, and reads its lists where it writes."""
    if condition.fault is not None:
        return fails("replica", condition.fault, condition.remedy)
    return works("replica", condition.what)


def _clock(condition: Condition, now: datetime) -> Finding:
    if condition.now is not None and abs(condition.now - now) > OFF:
        apart = abs(condition.now - now).total_seconds()
        return fails("clock", f"it is {apart:.0f} s apart from that of the database", _SYNC, needed=True)
    if condition.seen_at is not None and condition.seen_at > now + OFF:
        later = f"{condition.seen_at:%Y-%m-%d %H:%M}"
        what = f"it says {now:%Y-%m-%d %H:%M} UTC, and the house was attended to later: {later}"
        return fails("clock", what, _SYNC, needed=True)
    return works("clock", f"{now:%Y-%m-%d %H:%M:%S} UTC", needed=True)
