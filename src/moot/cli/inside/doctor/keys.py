"""Keys: how strong the owner's token is, and who can read the files that hold secrets."""

import stat
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from moot.cli.inside.doctor.finding import Finding, fails, unused, works
from moot.configuration import config_file
from moot.debate import Refusal
from moot.settings import LOOPBACK, Settings, configured
from moot.store.address import file_at, postgres_at

SHORTEST = 16
FEWEST = 8
"""How many different characters a token must have at least."""
SECRET = frozenset({"auth_token", "x_client_secret"})


def keys(settings: Settings) -> Iterator[Finding]:
    """What there is to say of the token and of the files with secrets."""
    yield _token(settings)
    try:
        files = [path for path in _with_secrets(settings) if path.is_file()]
    except Refusal:
        # What does not fit is told among the settings, or with the database.
        return
    open_ = [path for path in files if stat.S_IMODE(path.stat().st_mode) & 0o077]
    for path in open_:
        yield fails("secrets", f"others on this machine can read {path}", f"Run: chmod 600 {path}", needed=True)
    if files and not open_:
        yield works("secrets", f"only their owner can read them: {', '.join(path.name for path in files)}", needed=True)


def _token(settings: Settings) -> Finding:
    token, reached = settings.token, settings.host not in LOOPBACK
    if token is None:
        # A house that others reach without a token does not open: that is a fault of its settings.
        return unused("token", "none is set: whoever is on this machine is the owner")
    if len(token) < SHORTEST or len(set(token)) < FEWEST:
        what = f"the owner's token can be guessed: it has {len(token)} characters, {len(set(token))} of them different"
        make = "python3 -c 'import secrets; print(secrets.token_urlsafe(32))'"
        return fails("token", what, f"Make another: {make}", needed=reached)
    return works("token", "the owner's token is long enough", needed=reached)


def _with_secrets(settings: Settings) -> Iterator[Path]:
    home = settings.home.expanduser()
    told = configured(home)
    if told.keys() & SECRET or urlsplit(str(told.get("database_url", ""))).password:
        yield config_file(home)
    if postgres_at(settings.database) is None and (file := file_at(settings.database)) is not None:
        # The house's own secret is in it, which the keys of seats are made from.
        yield from (file, Path(f"{file}-wal"))
    if home.is_dir():
        yield from sorted(home.glob("*.key"))
