"""What a process tells of itself, and which secrets it keeps while it does."""

import os
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from urllib.parse import unquote, urlsplit

from moot import __version__
from moot.debate import InvalidInput
from moot.players.hiring import Hiring
from moot.settings import Settings
from moot.tellers import Hider, Unwanted, keep_log, traced

_SECRET_ENDINGS = ("_API_KEY", "_TOKEN", "_SECRET", "_PASSWORD")
"""How variables are named whose values are secrets."""


@contextmanager
def told(settings: Settings) -> Generator[None]:
    """This process logs and traces as it was set while this lasts."""
    keep_log(settings.log, settings.log_level, _secrets(settings))
    try:
        with traced(os.environ, __version__):
            yield
    except Unwanted as unwanted:
        raise InvalidInput(str(unwanted), suggestion=unwanted.suggestion) from None


def hidden(settings: Settings, hiring: Hiring, text: str) -> str:
    """A text for the record without the secrets of the house and of its players."""
    return Hider([*_secrets(settings), *hiring.secrets()]).hidden(text)


def _secrets(settings: Settings) -> Iterator[str]:
    """What must never stand in a log, whatever it looks like."""
    yield settings.token or ""
    yield settings.x_client_secret.get_secret_value() if settings.x_client_secret else ""
    yield from (unquote(urlsplit(url).password or "") for url in (settings.database, settings.replica_url or ""))
    yield from (value for name, value in os.environ.items() if name.endswith(_SECRET_ENDINGS))
