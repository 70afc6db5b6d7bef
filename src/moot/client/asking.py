"""Asking one server: JSON there and back, tried again under the same request id."""

import json
import uuid
from collections.abc import Callable, Mapping
from typing import Any, Self, TypeVar, cast

from moot.client.errors import Away, NoServer, Refused, invalid, not_moot
from moot.client.patience import Contact, Patience
from moot.client.wire import Answer, Query, Wire

T = TypeVar("T")

AWAY = frozenset({502, 503, 504})
"""How a server, or what stands before it, says that it cannot work now and may in a moment."""
TIMEOUT = 30.0
"""The most seconds between two signs of life of a server that is asked for something."""


def new_id() -> str:
    """A fresh id for a debate or a request."""
    return str(uuid.uuid4())


class Asking:
    """What every call shares: the way to the server, and how patiently to ask it."""

    def __init__(
        self,
        base_url: str,
        token: str | None = None,
        *,
        patience: Patience | None = None,
        timeout: float = TIMEOUT,
        new_id: Callable[[], str] = new_id,
    ) -> None:
        self._wire = Wire(base_url, token)
        self._patience = patience or Patience()
        self._timeout = timeout
        self._new_id = new_id

    @classmethod
    def beside(cls, other: "Asking") -> Self:
        """The same way to the same server, for other calls."""
        asking = cls.__new__(cls)
        asking._wire, asking._patience = other._wire, other._patience
        asking._timeout, asking._new_id = other._timeout, other._new_id
        return asking

    @property
    def url(self) -> str:
        """The address of the server."""
        return self._wire.url

    def _get(self, shape: type[T], path: str, /, **query: str | int | float | None) -> T:
        return self._read(shape, self._tried("GET", path, query))

    def _post(self, shape: type[T], path: str, client_request_id: str | None, **fields: Any) -> T:
        """Posts the fields that are given, under one request id however often it is tried."""
        given = {name: value for name, value in fields.items() if value is not None}
        given["client_request_id"] = client_request_id or self._new_id()
        return self._read(shape, self._tried("POST", path, {}, _encoded(given)))

    def _send(self, shape: type[T], method: str, path: str, **fields: Any) -> T:
        """Sends the fields that are given; for what comes to the same however often it is done."""
        return self._read(shape, self._tried(method, path, {}, _given(fields)))

    def _send_once(self, shape: type[T], method: str, path: str, **fields: Any) -> T:
        """Sends the fields that are given; for what must not be done twice."""
        return self._read(shape, self._tried(method, path, {}, _given(fields), repeatable=False))

    def _tried(
        self, method: str, path: str, query: Query, body: bytes | None = None, *, repeatable: bool = True
    ) -> bytes:
        """The body of a good answer; a server that is away is tried again, a refusal raised.

        What must not be done twice is tried again only where it surely was not done.
        """
        contact = Contact(self._patience)
        while True:
            try:
                return self._once(method, path, query, body)
            except (NoServer, Away) as trouble:
                if not repeatable and _may_have_arrived(trouble):
                    raise
                contact.lost(trouble)

    def _once(
        self, method: str, path: str, query: Query, body: bytes | None = None, timeout: float | None = None
    ) -> bytes:
        answer = self._wire.exchange(method, f"/api/v1{path}", _checked(query), body, timeout or self._timeout)
        if answer.status < 300:
            return answer.body
        raise self._refusal(answer)

    def _refusal(self, answer: Answer) -> Refused:
        error = _error(answer.body)
        if answer.status in AWAY:
            message = f"What stands before {self.url} answered with status {answer.status}."
            return Away(error or {"code": "UNAVAILABLE", "message": message}, answer.status, answer.retry_after)
        return not_moot(self.url, answer.status) if error is None else Refused(error, answer.status)

    def _read(self, shape: type[T], body: bytes) -> T:
        try:
            return cast(T, json.loads(body))
        except ValueError:
            raise not_moot(self.url, 200) from None


def _error(body: bytes) -> dict[str, Any] | None:
    """The error that Moot put into a body; None where it was another's page."""
    try:
        error = json.loads(body)["error"]
    except (ValueError, KeyError, TypeError):
        return None
    return cast("dict[str, Any]", error) if isinstance(error, dict) and "code" in error else None


def _may_have_arrived(trouble: NoServer | Away) -> bool:
    """Whether the server may have done what it was asked, although it did not say so."""
    if isinstance(trouble, Away):
        return trouble.status != 503
    return trouble.reached


def _given(fields: Mapping[str, Any]) -> bytes | None:
    """The fields that are given as a body; none where none is."""
    given = {name: value for name, value in fields.items() if value is not None}
    return _encoded(given) if given else None


def _encoded(fields: Mapping[str, Any]) -> bytes:
    _must_be_text(fields)
    return json.dumps(fields, ensure_ascii=False).encode()


def _checked(query: Query) -> Query:
    _must_be_text(query)
    return query


def _must_be_text(fields: Mapping[str, object]) -> None:
    """What came from a command line in another encoding cannot be sent."""
    for name, value in fields.items():
        try:
            json.dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            raise invalid(f"{name} is not valid UTF-8.", suggestion="Write it in UTF-8.") from None
