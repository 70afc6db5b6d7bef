"""What the environment, or the house's file, says to the command line; the server's settings are in `moot.settings`."""

import os
from pathlib import Path

from moot.client import Client, NoServer, Patience, Refused
from moot.client.errors import invalid
from moot.configuration import ConfigUnfit, read_config

DEFAULT_URL = "http://127.0.0.1:3456"
PROBE_SECONDS = 2.0


def server_url() -> str:
    """Where the server is."""
    return os.environ.get("DEBATE_SERVER_URL", "").strip() or DEFAULT_URL


def connect() -> Client:
    """The way to the server, with the token or seat key that is set."""
    try:
        return Client(server_url(), os.environ.get("DEBATE_AUTH_TOKEN") if elsewhere() else own_token())
    except ValueError as unfit:
        raise invalid(str(unfit), suggestion="Check DEBATE_SERVER_URL and DEBATE_AUTH_TOKEN.") from None


def elsewhere() -> bool:
    """Whether a server was named, so that it may be somebody else's."""
    return bool(os.environ.get("DEBATE_SERVER_URL", "").strip())


def own_token() -> str | None:
    """The token or seat key for the house of this machine; other servers are never sent what its file says."""
    return given("DEBATE_AUTH_TOKEN", "auth_token")


def given(variable: str, setting: str) -> str | None:
    """What the environment says of a setting, or else the house's configuration file."""
    if (told := os.environ.get(variable)) is not None:
        return told
    try:
        kept = read_config(home()).get(setting)
    except ConfigUnfit as unfit:
        raise invalid(str(unfit), suggestion="Correct the file, or move it away.") from None
    return None if kept is None else str(kept)


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
