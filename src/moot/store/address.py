"""What the address of a database names: a PostgreSQL, a file, or memory."""

from pathlib import Path

from moot.debate import InvalidInput


def postgres_at(url: str) -> str | None:
    """The address as PostgreSQL's driver takes it; None where it names no PostgreSQL."""
    plain = url.replace("postgresql+asyncpg://", "postgresql://", 1)
    return plain if plain.startswith(("postgresql://", "postgres://")) else None


def file_at(url: str) -> Path | None:
    """The file that an address names; None is memory."""
    scheme, marked, _ = url.partition("://")
    if marked and scheme != "sqlite":
        raise InvalidInput(
            f"There is no store for {scheme}:// addresses.", suggestion="Use sqlite:///PATH, a path, or postgresql://…"
        )
    name = url.removeprefix("sqlite://").removeprefix("/") if marked else url
    if name in ("", ":memory:"):
        return None
    return Path(name).expanduser()
