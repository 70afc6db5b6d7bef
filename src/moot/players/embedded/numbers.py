"""Numbers with an end: within bounds, and with few digits after the point."""

import math
from collections.abc import Mapping
from decimal import ROUND_CEILING, Decimal
from typing import Any

Schema = dict[str, Any]

FAR = 1_000_000_000
"""A bound for numbers that have none."""
STEPS = 20
"""About how many steps a number with two bounds has."""
_FINE = 0.01


def whole_number(told: Mapping[str, Any]) -> Schema:
    """A whole number between bounds."""
    low, high = told.get("minimum"), told.get("maximum")
    if "exclusiveMinimum" in told:
        low = math.floor(told["exclusiveMinimum"]) + 1
    if "exclusiveMaximum" in told:
        high = math.ceil(told["exclusiveMaximum"]) - 1
    low, high = _both(low, high)
    tight: Schema = {"type": "integer", "minimum": math.ceil(low), "maximum": math.floor(high)}
    if "multipleOf" in told:
        tight["multipleOf"] = told["multipleOf"]
    return tight


def number(told: Mapping[str, Any]) -> Schema:
    """A number between bounds: one of a few round ones where both are given, else with two digits after the point."""
    low, high = (_bound(told, "inimum"), _bound(told, "aximum"))
    if low is not None and high is not None and low <= high:
        return {"enum": _grid(told, Decimal(str(low)), Decimal(str(high)))}
    low, high = _both(low, high)
    return {"type": "number", "minimum": low, "maximum": high, "multipleOf": told.get("multipleOf", _FINE)}


def _bound(told: Mapping[str, Any], name: str) -> float | None:
    return told.get(f"m{name}", told.get(f"exclusiveM{name}"))


def _both(low: float | None, high: float | None) -> tuple[float, float]:
    if low is None and high is None:
        return -FAR, FAR
    if low is None:
        return min(high or 0, 0) - FAR, high or 0
    return low, max(low, 0) + FAR if high is None else high


def _grid(told: Mapping[str, Any], low: Decimal, high: Decimal) -> list[int | float]:
    """Round numbers from bound to bound, with the bounds themselves where they are allowed."""
    step = _step(high - low, told.get("multipleOf"))
    first = (low / step).to_integral_value(ROUND_CEILING)
    inner = {(first + place) * step for place in range(int((high - low) / step) + 1)}
    if "multipleOf" not in told:
        inner |= {low, high}
    barred = {Decimal(str(told[name])) for name in ("exclusiveMinimum", "exclusiveMaximum") if name in told}
    allowed = sorted(value for value in inner - barred if low <= value <= high)
    # Nothing round lies between bounds that are both barred: then what is in the middle.
    return [_plain(value) for value in allowed or [(low + high) / 2]]


def _step(span: Decimal, multiple: float | None) -> Decimal:
    """A step of 1, 2 or 5 times a power of ten; or so many of the step that is given."""
    if span == 0:
        return Decimal(str(multiple or 1))
    rough = span / STEPS
    if multiple is not None:
        given = Decimal(str(multiple))
        return given * max(Decimal(1), (rough / given).to_integral_value(ROUND_CEILING))
    power = Decimal(1).scaleb(rough.adjusted())
    return next(power * times for times in (1, 2, 5, 10) if power * times >= rough)


def _plain(value: Decimal) -> int | float:
    return int(value) if value == value.to_integral_value() else float(value)
