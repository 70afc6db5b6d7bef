"""What each phase took and cost: measured, or absent."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from moot.web.boards.workshop.bench import Bench
from moot.web.words import duration_in_words, money_in_words


@dataclass(frozen=True, slots=True)
class Measure:
    """One phase of a chart."""

    phase: str
    amount: str | None
    """In words; None where nothing was measured."""
    share: int
    """Of the highest, in percent."""


@dataclass(frozen=True, slots=True)
class Chart:
    """One thing that was measured, phase by phase."""

    name: str
    title: str
    bars: tuple[Measure, ...]
    total: str | None


@dataclass(frozen=True, slots=True)
class PhaseRow:
    """The same numbers as a table."""

    phase: str
    line: int
    turns: int
    lapsed: int
    amounts: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class Costs:
    """All charts, and the table behind them."""

    charts: tuple[Chart, ...]
    rows: tuple[PhaseRow, ...]


def costs(found: Bench) -> Costs | None:
    """Time, money and tokens of each phase; None as long as nothing is measured."""
    phases: Sequence[Mapping[str, Any]] = found.result["phases"]
    measured = (
        ("time", "Time", [*_times(found, phases)], _seconds),
        ("money", "Money", [phase["money"] for phase in phases], money_in_words),
        ("tokens", "Tokens", [phase["tokens"] for phase in phases], _count),
        ("thinking", "Time that players took", [phase["milliseconds"] for phase in phases], _took),
    )
    charts = tuple(_chart(name, title, phases, amounts, said) for name, title, amounts, said in measured)
    if all(chart.total is None for chart in charts):
        return None
    rows = tuple(
        PhaseRow(
            phase["phase"],
            phase["line"],
            phase["turns"],
            phase["lapsed"],
            tuple(chart.bars[place].amount for chart in charts),
        )
        for place, phase in enumerate(phases)
    )
    return Costs(charts, rows)


def _chart(name: str, title: str, phases: Sequence[Mapping[str, Any]], amounts: Sequence[Any], said: Any) -> Chart:
    known = [amount for amount in amounts if amount is not None]
    most = max(known, default=0)
    bars = tuple(
        Measure(
            phase["phase"],
            None if amount is None else said(amount),
            0 if amount is None or not most else round(100 * amount / most),
        )
        for phase, amount in zip(phases, amounts, strict=True)
    )
    return Chart(name, title, bars, said(sum(known)) if known else None)


def _times(found: Bench, phases: Sequence[Mapping[str, Any]]) -> Iterator[float | None]:
    closed = found.context.debate.closed_at
    for phase in phases:
        ended: datetime | None = phase["ended_at"] or closed
        began: datetime = phase["began_at"]
        yield None if ended is None else max(0.0, (ended - began).total_seconds())


def _seconds(seconds: float) -> str:
    return duration_in_words(round(seconds * 1000)) if seconds < 3600 else _hours(seconds)


def _hours(seconds: float) -> str:
    minutes = int(seconds) // 60
    hours = minutes // 60
    return f"{hours} h {minutes % 60} min" if hours < 48 else f"{hours // 24} d {hours % 24} h"


def _took(milliseconds: int) -> str:
    return _seconds(milliseconds / 1000)


def _count(tokens: int) -> str:
    return f"{tokens:,}"
