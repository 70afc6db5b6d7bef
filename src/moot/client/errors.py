"""What can go wrong on the way to the desk: the server says no (`Refused`), or there is none (`NoServer`)."""

from collections.abc import Mapping
from typing import Any

NO_SERVER = "NO_SERVER"


class Refused(Exception):
    """The server refused; `error` is what every entrance shows: `code`, `message`, and what would fit."""

    def __init__(self, error: Mapping[str, Any], status: int) -> None:
        super().__init__(f"{error.get('code')}: {error.get('message')}")
        self.error = dict(error)
        self.status = status


class Away(Refused):
    """The server is there and cannot work now; the same request may be sent again."""

    def __init__(self, error: Mapping[str, Any], status: int, retry_after: float = 0.0) -> None:
        super().__init__(error, status)
        self.retry_after = retry_after


class NoServer(Exception):
    """No Moot server answers at an address."""

    def __init__(self, url: str, why: str, *, reached: bool = False) -> None:
        super().__init__(f"No Moot server answers at {url} ({why}).")
        self.url = url
        self.why = why
        self.reached = reached
        """Whether somebody was there and then went away: a server that restarts, rather than none."""


def invalid(message: str, **fields: Any) -> Refused:
    """The refusal of something that need not be sent to be known as wrong."""
    return Refused({"code": "INVALID_INPUT", "message": message, **fields}, 422)


def not_moot(url: str, status: int) -> Refused:
    """Somebody answers, but nothing that Moot says."""
    message = f"Who answers at {url} is not a Moot server: status {status}, and nothing that Moot says."
    suggestion = "Set DEBATE_SERVER_URL to the address of a Moot server."
    return Refused({"code": NO_SERVER, "message": message, "suggestion": suggestion}, status)
