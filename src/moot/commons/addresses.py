"""Addresses of webhooks, as far as they can be judged without looking them up."""

from urllib.parse import urlsplit

from moot.debate import InvalidInput
from moot.notation import clean

LONGEST_URL = 2000


def fit_url(url: str) -> str:
    """An address that bodies can be posted to, or the refusal that says why not.

    >>> fit_url(" https://agent.example/hooks?for=moot ")
    'https://agent.example/hooks?for=moot'
    """
    given = clean(url, "url").strip()
    if len(given) > LONGEST_URL:
        raise _unfit(f"url: at most {LONGEST_URL} characters, and this has {len(given)}.")
    if not given.isascii() or not given.isprintable() or " " in given or "\\" in given:
        raise _unfit("url: write it in ASCII, without blanks; names and paths of other letters have such a form.")
    try:
        parts = urlsplit(given)
        host, _port = parts.hostname, parts.port
    except ValueError as unreadable:
        raise _unfit(f"url: {unreadable}.") from None
    if parts.scheme not in ("http", "https"):
        raise _unfit("url: must begin with https:// or http://.")
    if not host:
        raise _unfit("url: names no host.")
    if parts.username is not None or parts.password is not None:
        raise _unfit("url: must not hold a user name or a password; bodies are signed instead.")
    return given


def _unfit(message: str) -> InvalidInput:
    return InvalidInput(message, suggestion="Send an address such as https://agent.example/hooks/moot")
