"""Which method to vote by, where nobody said."""

from dataclasses import dataclass

from moot.voting.count import known

_FEW, _MANY = 3, 6


@dataclass(frozen=True, slots=True)
class Choice:
    """A method, and why it was chosen."""

    method: str
    reason: str


def chosen(voters: int, override: str | None = None) -> Choice:
    """Fewer than three voters must agree, three to five are weighed, six or more give points.

    >>> chosen(4)
    Choice(method='weighted', reason='4 voters: three to five are weighed')
    """
    if override is not None:
        known(override)
        return Choice(override, f"{override} was asked for")
    if voters == 1:
        return Choice("unanimous", "a single voter decides alone, which is no consensus")
    if voters < _FEW:
        return Choice("unanimous", f"{voters} voters: fewer than three must agree")
    if voters < _MANY:
        return Choice("weighted", f"{voters} voters: three to five are weighed")
    return Choice("borda", f"{voters} voters: six or more rank, and places give points")
