"""What the address of a database names: a PostgreSQL, a file, or memory."""

import re
from pathlib import Path

from moot.debate import InvalidInput

WRITE = (
    "Write it as postgresql://USER:PASSWORD@HOST:PORT/DATABASE; in a password, signs such as / @ : ? # are written as "
    "%2F %40 %3A %3F %23."
)
_HOST = re.compile(r"(?:\[[^\]]*\]|[^:\[\]]*)(?::\d*)?")


def postgres_at(url: str) -> str | None:
    """The address as PostgreSQL's driver takes it; None where it names no PostgreSQL."""
    plain = url.replace("postgresql+asyncpg://", "postgresql://", 1)
    if not plain.startswith(("postgresql://", "postgres://")):
        return None
    hosts = re.split("[/?#]", plain.partition("://")[2])[0].rpartition("@")[2]
    if not all(_HOST.fullmatch(host) for host in hosts.split(",")):
        # Not what is wrong with it: that may be a piece of the password.
        raise InvalidInput("The address of the PostgreSQL cannot be read.", suggestion=WRITE)
    return plain


def file_at(url: str) -> Path | None:
    """The file that an address names; None is memory."""
    scheme, marked, _ = url.partition("://")
    if marked and scheme != "sqlite":
        raise InvalidInput(
            f"There is no store for {scheme}:// addresses.", suggestion="Use sqlite:///PATH, a path, or postgresql://…"
        )
    if not marked and scheme.lower().startswith(("postgres:", "postgresql:", "sqlite:", "file:")):
        raise InvalidInput(
            f"The address of the database has no :// after {url.partition(':')[0]!r}.",
            suggestion="Use sqlite:///PATH, a path, or postgresql://…",
        )
    name = url.removeprefix("sqlite://").removeprefix("/") if marked else url
    if name in ("", ":memory:"):
        return None
    return Path(name).expanduser()
