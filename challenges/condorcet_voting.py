#!/usr/bin/env python3
"""Ballots are counted pair by pair; where they go in a circle, Borda decides, and the tally says so."""

from typing import Any

from cast import GOOD, TASK, USUAL, ballot, program
from stage import House, house
from story import must, play, show, tell

A, B, C = "ann", "bob", "cat"
VOTERS = ("v1", "v2", "v3", "v4", "v5")
CAST = [*(f"{author}=generator" for author in (A, B, C)), *(f"{voter}=judge" for voter in VOTERS)]
OFF = ["planning", "self_evolvement", "critique", "review", "optimization", "adversarial"]
PLAIN = ((A, B, C), (A, B, C), (C, B, A), (C, B, A), (B, A, C))
"""B is nobody's first but one's, and beats each of the others head to head."""
CIRCLE = ((A, B, C), (A, B, C), (B, C, A), (B, C, A), (C, A, B))
"""A beats B, B beats C, and C beats A."""


def voted(here: House, ballots: tuple[tuple[str, ...], ...], method: str) -> Any:
    """The tally of these ballots, in a workshop of their own."""
    proposal = {"summary": "It adds up.", "rationale": "It is short.", "confidence": 0.8, **program(GOOD)}
    votes = {voter: {"vote": [ballot(*ranking)]} for voter, ranking in zip(VOTERS, ballots, strict=True)}
    here.script({**USUAL, "propose": [proposal]}, **votes)
    agreed = {"cast": CAST, "off": OFF, "convergence": {"method": method, "ties": ["pairwise"]}}
    return here.result(here.workshop(task=TASK, **agreed))["tally"]


def act() -> None:
    """Condorcet voting: whoever beats each of the others wins; a circle is told, and Borda decides."""
    with house() as here:
        tell("five voters, three candidates: two first choices each for ann and cat, one for bob")
        tally = voted(here, PLAIN, "condorcet")
        pairs = {(one, other): each["heads"] for one, row in tally["pairwise"].items() for other, each in row.items()}
        show("who prefers the one to the other", {f"{one} to {other}": heads for (one, other), heads in pairs.items()})
        must("bob is preferred to ann, and to cat, by three of five", pairs[B, A] == pairs[B, C] == 3)
        must("bob wins, by Condorcet itself", (tally["winner"], tally["fallback"]) == (B, None))

        tell("the same ballots by plurality")
        first = voted(here, PLAIN, "plurality")
        show("tallies", first["tallies"])
        must("bob has the fewest first choices", first["tallies"] == {A: "2", B: "1", C: "2"} and first["winner"] != B)

        tell("ballots that go in a circle")
        circle = voted(here, CIRCLE, "condorcet")
        show("fallback", circle["fallback"])
        must("the circle is told", circle["fallback"] and circle["fallback"]["why"] == "cycle")
        must("with all who are in it", set(circle["fallback"]["candidates"]) == {A, B, C})
        show("points", circle["tallies"])
        must("Borda's points decide", circle["tallies"] == {A: "5", B: "6", C: "4"} and circle["winner"] == B)


if __name__ == "__main__":
    play(act)
