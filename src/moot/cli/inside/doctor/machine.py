"""The machine: Python, the packages that Moot is built on, and those that send it something."""

import re
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from importlib.metadata import PackageNotFoundError, requires, version
from platform import python_version

from moot import __version__
from moot.cli.inside.doctor.finding import Finding, fails, works
from moot.delegates import FORMATS, ROLES, VOTES, a_folder_of_roles, a_format, a_vote, received
from moot.players.sent import players_sent
from moot.settings import Settings
from moot.store.address import postgres_at
from moot.tools.turn import tools_sent

OLDEST = (3, 11)
SQLITE = (3, 35, 0)
"""The first that gives back the rows that it has written."""
_REQUIREMENT = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?\s*(?:>=\s*([0-9.]+))?")
_AGAIN = "Install Moot anew, into an environment of its own: pipx install moot"


def versions(settings: Settings) -> Iterator[Finding]:
    """Whether what Moot is built on is there, and new enough."""
    if sys.version_info < OLDEST:
        yield fails("python", f"{python_version()} is too old", "Use Python 3.11 or newer.", needed=True)
    if sqlite3.sqlite_version_info < SQLITE:
        what = f"Python comes with SQLite {sqlite3.sqlite_version}"
        yield fails("python", what, "Use a Python with SQLite 3.35 or newer.", needed=True)
    if not _finds_words() and postgres_at(settings.database) is None:
        what = f"the SQLite {sqlite3.sqlite_version} of this Python was built without FTS5, which finds words"
        yield fails("python", what, "Use another Python, or PostgreSQL (MOOT_DATABASE_URL).", needed=True)
    lacking = list(_lacking())
    for name, what in lacking:
        yield fails("packages", f"{name} {what}", _AGAIN, needed=True)
    if not lacking:
        yield works("versions", f"Moot {__version__}, Python {python_version()}", needed=True)


def _finds_words() -> bool:
    """Whether SQLite can make the indexes by which debates and documents are found."""
    with closing(sqlite3.connect(":memory:")) as connection:
        try:
            connection.execute("CREATE VIRTUAL TABLE words USING fts5(word)")
        except sqlite3.OperationalError:
            return False
    return True


def _lacking() -> Iterator[tuple[str, str]]:
    for requirement in requires("moot") or ():
        condition = requirement.partition(";")[2]
        found = _REQUIREMENT.match(requirement)
        if "extra" in condition or ("win32" in condition and sys.platform == "win32") or found is None:
            continue
        name, least = found.groups()
        try:
            there = version(name)
        except PackageNotFoundError:
            yield name, "is not installed"
            continue
        if least is not None and _numbers(there) < _numbers(least):
            yield name, f"is {there}, and {least} is needed"


def _numbers(told: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", told.partition("+")[0])[:4])


def packages(settings: Settings) -> Iterator[Finding]:
    """What packages send to the house, and what of it could not be let in."""
    formats, votes = received(FORMATS, a_format), received(VOTES, a_vote)
    everything = (formats, votes, received(ROLES, a_folder_of_roles), players_sent(), tools_sent())
    for away in (each for one in everything for each in one.away):
        yield fails("packages", away.told().rstrip("."), f"Mend or uninstall {away.source}.")
    yield works("formats", ", ".join(sorted(formats.there)), needed=True)
