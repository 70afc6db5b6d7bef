"""What the environment says to the command line; the server's own settings are in `moot.settings`."""

import os
from pathlib import Path

from moot.client import Client, NoServer, Patience, Refused
from moot.client.errors import invalid

DEFAULT_URL = "http://127.0.0.1:3456"
PROBE_SECONDS = 2.0


def server_url() -> str:
    """Where the server is."""
    return os.environ.get("DEBATE_SERVER_URL", "").strip() or DEFAULT_URL


def connect() -> Client:
    """The way to the server, with the token or seat key that is set."""
    try:
        return Client(server_url(), os.environ.get("DEBATE_AUTH_TOKEN"))
    except ValueError as unfit:
        raise invalid(str(unfit), suggestion="Check DEBATE_SERVER_URL and DEBATE_AUTH_TOKEN.") from None


def version_at(url: str) -> str | None:
    """The version of the Moot server that answers at an address now; None where none does."""
    try:
        return Client(url, patience=Patience(retries=0), timeout=PROBE_SECONDS).health()["version"]
    except (NoServer, Refused, ValueError, KeyError):
        return None


def home() -> Path:
    """Where this machine's Moot keeps its things."""
    return Path(os.environ.get("MOOT_HOME") or Path.home() / ".moot").expanduser().absolute()


def may_open_browser() -> bool:
    """Whether there is a screen to open a page on, and nobody said not to."""
    if os.environ.get("MOOT_NO_BROWSER"):
        return False
    return os.name == "nt" or os.uname().sysname == "Darwin" or any(map(os.environ.get, SCREENS))


SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
