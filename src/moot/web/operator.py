"""The operator's page: what waits, what it costs, what is slow and what fails."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from moot.desk import Desk
from moot.desk.operations_replies import HourTold
from moot.web.access import PageRoute, caller_of
from moot.web.agents.printing import shown
from moot.web.words import money_in_words

STEP, TALL = 10, 100
"""How wide an hour is in a chart, and how tall the highest."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One hour of a chart."""

    x: float
    y: float
    height: float
    hour: str
    amount: str


@dataclass(frozen=True, slots=True)
class Chart:
    """The hours of a day, side by side."""

    title: str
    total: str
    bars: tuple[Bar, ...]
    highest: Bar | None
    """The hour with most; None where there was nothing in any."""

    @property
    def width(self) -> int:
        """All hours together."""
        return STEP * len(self.bars)

    @property
    def said(self) -> str:
        """The chart in words."""
        if self.highest is None:
            return f"{self.title}: {self.total}"
        most = f"at most {self.highest.amount} in the hour from {self.highest.hour}"
        return f"{self.title}: {self.total}, {most}"


class OperatorPage:
    """The one page."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def router(self) -> APIRouter:
        """Its route."""
        router = APIRouter(route_class=PageRoute)
        router.add_api_route("/operator", self.operations, methods=["GET"])
        return router

    async def operations(self, request: Request) -> Response:
        """How the house runs, for its owner."""
        told = await self._desk.operations(caller_of(request))
        return await shown(
            request, self._desk, "operator", told=told, charts=charts(told.hours), in_bytes=bytes_in_words
        )


def charts(hours: Sequence[HourTold]) -> tuple[Chart, ...]:
    """Money, calls and tokens of each hour."""
    known = any(hour.calls > hour.unpriced for hour in hours) or not any(hour.calls for hour in hours)
    cost = _chart("Cost", hours, [hour.money for hour in hours], _dollars)
    return (
        cost if known else replace(cost, total="not known"),
        _chart("Calls", hours, [hour.calls for hour in hours], _count),
        _chart("Tokens", hours, [hour.tokens for hour in hours], _count),
    )


def _chart(title: str, hours: Sequence[HourTold], amounts: Sequence[float], said: Callable[[float], str]) -> Chart:
    most = max(amounts, default=0)
    bars = tuple(
        Bar(
            x=STEP * place + 1,
            y=round(TALL - TALL * amount / most, 1) if most else TALL,
            height=round(TALL * amount / most, 1) if most else 0,
            hour=f"{hour.hour:%H}:00",
            amount=said(amount),
        )
        for place, (hour, amount) in enumerate(zip(hours, amounts, strict=True))
    )
    return Chart(title, f"{said(sum(amounts))} in 24 hours", bars, bars[amounts.index(most)] if most else None)


def bytes_in_words(size: float) -> str:
    """A size as disks are measured.

    >>> bytes_in_words(512), bytes_in_words(5_400_000), bytes_in_words(3 * 2**40)
    ('512 B', '5.1 MiB', '3.0 TiB')
    """
    if size < 1024:
        return f"{size:.0f} B"
    for unit in ("KiB", "MiB", "GiB"):
        size /= 1024
        if size < 1024:
            return f"{size:.1f} {unit}"
    return f"{size / 1024:.1f} TiB"


def _dollars(money: float) -> str:
    return money_in_words(money) if money else "$0"


def _count(amount: float) -> str:
    return f"{amount:,.0f}"
