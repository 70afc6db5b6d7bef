"""What the server can answer: a filled form, a text, or one of the faults that providers have."""

from asyncio import shield, wrap_future
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from typing import Any


class Gate:
    """Holds answers back until it is opened, from whichever thread."""

    def __init__(self) -> None:
        self._opened: Future[None] = Future()

    def open(self) -> None:
        """Lets through all that wait, and all that come later."""
        if not self._opened.done():
            self._opened.set_result(None)

    async def passed(self) -> None:
        """Waits until it is open."""
        await shield(wrap_future(self._opened))


@dataclass(frozen=True)
class Reply:
    """One answer. With nothing said it fills in the form that is asked for."""

    content: str | None = None
    """What is said, in the place where the form is wanted; None: the form, filled in."""
    values: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """Fields of the form that are not left to the server."""
    uses: Sequence[tuple[str, Any]] = ()
    """Tools that are called instead of an answer, by name, with their arguments: an object, or any text."""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    message: str = ""
    """What an error says."""
    code: str | None = None
    """The error's own code, as `insufficient_quota`."""
    refusal: str | None = None
    finish: str | None = None
    """Why it stopped; None: as usual."""
    cut: float | None = None
    """The share of the answer after which the connection is closed."""
    reset: bool = False
    """Whether the connection is torn down without a word instead of an answer."""
    body: bytes | None = None
    """Sent instead of an answer, as it stands."""
    counted: bool = True
    """Whether the tokens are told."""
    delay: float = 0.0
    gate: Gate | None = None


def saying(content: str) -> Reply:
    """Says this, whatever form was wanted."""
    return Reply(content=content)


def using(*uses: tuple[str, Any], counted: bool = True) -> Reply:
    """Calls these tools before it answers, whether they were offered or not."""
    return Reply(uses=uses, counted=counted)


def failing(status: int = 500, message: str = "The server had an error.", code: str | None = None) -> Reply:
    """Answers with an HTTP error."""
    return Reply(status=status, message=message, code=code)


def rate_limited(retry_after: str | float | None = None) -> Reply:
    """Answers 429, with the wait that it asks for in seconds or as an HTTP date."""
    headers = {} if retry_after is None else {"Retry-After": str(retry_after)}
    return Reply(status=429, headers=headers, message="Too many requests.")


def cut_off(share: float = 0.5) -> Reply:
    """Closes the connection in the middle of the answer."""
    return Reply(cut=share)


def resetting() -> Reply:
    """Tears the connection down instead of answering, as a machine does that has just come back."""
    return Reply(reset=True)


def garbled() -> Reply:
    """Answers with something that is not JSON."""
    return Reply(body=b"<html>It works!</html>")


def refusing(why: str = "I cannot help with that.") -> Reply:
    """Refuses to answer, in the field that is there for it."""
    return Reply(refusal=why)


def empty() -> Reply:
    """Says nothing at all."""
    return Reply(content="")


def shortened(content: str = '{"content": "It was never fin') -> Reply:
    """Stops in the middle because no more tokens were allowed."""
    return Reply(content=content, finish="length")


def slow(reply: Reply | None = None, *, gate: Gate | None = None, delay: float = 0.0) -> Reply:
    """Answers only once a gate is opened, or after so many seconds."""
    return replace(reply or Reply(), gate=gate, delay=delay)
