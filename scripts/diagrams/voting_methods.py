"""The methods of voting, and which one is chosen where nobody said."""

from collections.abc import Iterator
from itertools import groupby

from moot.voting import METHODS, chosen
from scripts.diagrams.looks import asked, chart, framed, looks

WORDS = {
    "plurality": "most first choices",
    "majority": "first choice of more than half<br/>of all who could vote, or nobody",
    "weighted": "most first choices, each weighed:<br/>confidence times record",
    "approval": "approved of by most",
    "borda": "points for places",
    "condorcet": "beats each other head to head;<br/>where nobody does, Borda decides",
    "irv": "the last goes, again and again,<br/>until one has more than half",
    "unanimous": "everybody's first choice,<br/>or nobody",
}
_LOOKED_AT = range(1, 25)


def voting_methods() -> str:
    """The diagram, from the methods and the choice as the code has them."""
    assert set(WORDS) == set(METHODS), "a method is missing here"
    return chart("LR", *_lines())


def _lines() -> Iterator[str]:
    yield f"  {asked('named', 'method in the set-up?')} -->|auto| {asked('voters', 'how many voters?')}"
    yield "  named -->|the name of any of them| methods"
    taken: list[str] = []
    for method, group in groupby(_LOOKED_AT, key=lambda voters: chosen(voters).method):
        counts = list(group)
        until = f"{counts[0]} or more" if counts[-1] == _LOOKED_AT[-1] else f"{counts[0]} to {counts[-1]}"
        yield f'  voters -->|"{until}"| {method}'
        taken.append(method)
    kinds = {method: "run" if method in taken else "say" for method in METHODS}
    boxes = [f'{method}["<b>{method}</b><br/>{WORDS[method]}"]:::{kind}' for method, kind in kinds.items()]
    yield from framed("methods", "methods", *boxes)
    yield from looks("say", "run", "ask")
