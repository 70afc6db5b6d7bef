"""Shares: the part of the judges that must agree, kept as a fraction and compared with whole numbers."""

from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any

_THIRDS = (Fraction(1, 3), Fraction(2, 3))
_LONGEST = 40


def read_share(given: Any) -> str:
    """A share as people write it (`2/3`, `0.67`, `0.5`), as a fraction in its lowest terms.

    A decimal of two or more places that is a third rounded or cut off is that third. Any other is taken as it is.

    >>> read_share("0.67"), read_share(0.66), read_share("0.75"), read_share("2/3")
    ('2/3', '2/3', '3/4', '2/3')
    """
    share = _read(given)
    if not 0 < share <= 1:
        raise ValueError("must be more than 0 and at most 1")
    return str(share)


def whole_numbers(share: str) -> tuple[int, int]:
    """The two whole numbers of a share that was read."""
    return Fraction(share).as_integer_ratio()


def _read(given: Any) -> Fraction:
    try:
        text = "" if isinstance(given, bool) else str(given).replace(" ", "")[: _LONGEST + 1]
        return Fraction(text) if "/" in text else _decimal(Decimal(text))
    except (ValueError, InvalidOperation, ZeroDivisionError):
        raise ValueError("must be a fraction such as 2/3, or a decimal such as 0.67") from None


def _decimal(given: Decimal) -> Fraction:
    exponent = given.as_tuple().exponent
    if not isinstance(exponent, int) or abs(exponent) > _LONGEST:
        raise ValueError("no number that a share could be")
    exact, places = Fraction(given), -exponent
    if places < 2:
        return exact
    return next((third for third in _THIRDS if _is_cut(exact, third, 10**places)), exact)


def _is_cut(exact: Fraction, third: Fraction, scale: int) -> bool:
    """Whether the decimal is the third, rounded or cut off after its places."""
    return exact * scale in (int(third * scale), round(third * scale))
