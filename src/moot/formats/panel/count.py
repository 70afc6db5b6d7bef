"""Counting recommendations, with whole numbers."""

from collections.abc import Iterable, Mapping, Sequence


def tallied(options: Sequence[str], recommended: Iterable[tuple[str, str | None]]) -> dict[str, list[str]]:
    """Which judges recommended which option, in the order of the options.

    >>> tallied(["A", "B"], [("risk", "B"), ("value", None), ("effort", "B")])
    {'B': ['risk', 'effort']}
    """
    said = list(recommended)
    tally = {option: [judge for judge, choice in said if choice == option] for option in options}
    return {option: judges for option, judges in tally.items() if judges}


def agreed(tally: Mapping[str, Sequence[str]], share: tuple[int, int], asked: int) -> str | None:
    """The one option that reaches this share of the judges asked; None where none does, or more than one.

    >>> agreed({"A": ["risk", "effort"]}, (2, 3), 3)
    'A'
    """
    part, whole = share
    reaching = [option for option, judges in tally.items() if len(judges) * whole >= part * asked]
    return reaching[0] if len(reaching) == 1 else None
