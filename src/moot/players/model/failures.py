"""What can go wrong with a provider: what passes if one waits, and what somebody has to mend first."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from socket import gaierror
from typing import Any, cast

import httpx2
from pydantic_ai.exceptions import (
    ModelAPIError,
    ModelAuthenticationError,
    ModelContextWindowExceededError,
    ModelHTTPError,
    ModelNotFoundError,
    ModelQuotaExceededError,
    ModelRequestRejectedError,
    UnexpectedModelBehavior,
    UserError,
)

from moot.players.providers import key_of

_PASSING = frozenset({408, 409, 425, 429})
_UNREACHED = (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout, ConnectionRefusedError, gaierror)
"""Whoever meets these has sent nothing yet."""
_LONGEST_TOLD = 300


class CutOff(Exception):
    """The answer ended in the middle."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why a try failed."""

    passes: bool
    """Whether it may work if it is tried again."""
    told: str
    """What happened, after the name of the player; and what to do about it."""
    asked: float | None = None
    """How many seconds the provider wants to be left alone."""
    paid: bool = False
    """Whether the provider may have done its work, and then charges for it."""


def trouble(error: Exception, provider: str, now: datetime) -> Trouble | None:
    """What an error means; None: it is not a provider's, but a bug."""
    match error:
        case TimeoutError():
            return Trouble(True, "gave no answer in time", paid=True)
        case CutOff():
            return Trouble(True, "was cut off in the middle of its answer", paid=True)
        case UserError():
            return Trouble(False, f"cannot be asked so: {_short(str(error))}")
        case UnexpectedModelBehavior():
            return Trouble(True, f"sent what cannot be read: {_short(str(error))}", paid=True)
        case ModelHTTPError() if _passes(error):
            told = f"answered with HTTP status {error.status_code}"
            return Trouble(True, told, asked_to_wait(error.headers, now) or error.retry_after)
        case ModelAPIError():
            unheard = Trouble(True, f"could not be heard: {_short(str(error))}", paid=_was_reached(error))
            return _rejected(error, provider) or unheard
        case httpx2.HTTPError() | ConnectionError():
            told = f"could not be reached: {_short(str(error) or type(error).__name__)}"
            return Trouble(True, told, paid=_was_reached(error))
        case _:
            return None


def _was_reached(error: BaseException | None) -> bool:
    """Whether the question may have been sent; what became of it then nobody knows."""
    while error is not None:
        if isinstance(error, _UNREACHED):
            return False
        error = error.__cause__ or error.__context__
    return True


def _passes(error: ModelHTTPError) -> bool:
    passing = error.status_code in _PASSING or error.status_code >= 500
    return passing and not isinstance(error, ModelQuotaExceededError)


def _rejected(error: ModelAPIError, provider: str) -> Trouble | None:
    """The failures that waiting does not mend. What a provider says of a key is never repeated."""
    status = f" (HTTP {error.status_code})" if isinstance(error, ModelHTTPError) else ""
    match error:
        case ModelAuthenticationError():
            return Trouble(False, f"did not accept the key{status}. {_mend_key(provider)}")
        case ModelQuotaExceededError():
            return Trouble(False, f"says that the account has nothing left to spend{status}. Look at its billing page")
        case ModelNotFoundError():
            meant = getattr(error, "suggested_model_id", None)
            hint = f"Did you mean {meant!r}?" if meant else "Check the name of the model and the base URL"
            return Trouble(False, f"is not known there{status}. {hint}")
        case ModelContextWindowExceededError():
            return Trouble(False, f"cannot read so long a record{status}. Seat a model with a larger context")
        case ModelRequestRejectedError() | ModelHTTPError():
            return Trouble(False, f"did not take the request{status}: {_said(error)}")
        case _:
            return None


def _mend_key(provider: str) -> str:
    key = key_of(provider)
    return f"Check {key}" if key else "Check its key"


def _said(error: ModelAPIError) -> str:
    body: Any = error.body
    message = cast(Mapping[str, Any], body).get("message") if isinstance(body, Mapping) else body
    return _short(str(message or "it did not say why"))


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST_TOLD else text[: _LONGEST_TOLD - 1] + "…"


def asked_to_wait(headers: Mapping[str, str] | None, now: datetime) -> float | None:
    """The seconds that a `Retry-After` asks for: so many, or until a date.

    >>> asked_to_wait({"retry-after": "Thu, 01 Jan 2026 00:00:07 GMT"}, datetime(2026, 1, 1, tzinfo=UTC))
    7.0
    """
    told = (headers or {}).get("retry-after")
    if told is None:
        return None
    try:
        return max(0.0, float(told))
    except ValueError:
        pass
    try:
        then = parsedate_to_datetime(told)
    except ValueError:
        return None
    return max(0.0, ((then if then.tzinfo else then.replace(tzinfo=UTC)) - now).total_seconds())
