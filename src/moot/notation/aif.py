"""A debate as a graph of arguments in the Argument Interchange Format, as AIFdb writes it in JSON."""

import json
from collections.abc import Iterable, Mapping, Sequence

from moot.debate import Json, JsonObject, View
from moot.notation.aif_graph import Graph
from moot.notation.aif_moves import part_of
from moot.notation.canonical import told_at
from moot.notation.said import plain
from moot.notation.spoken import Spoken, closing_of, spoken

HOUSE = "the house"
_PICKS = ("recommendation", "option", "winner")
_CLAIMS = ("attacks", "answers")


def as_aif(format: str, views: Sequence[View]) -> str:
    """The record as this reader sees it, as one graph; of an archived graph, that graph."""
    graph = archived_graph(format, views) or _Mapping(format).mapped(views)
    return json.dumps(graph, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def archived_graph(format: str, views: Iterable[View]) -> JsonObject | None:
    """The graph that an archive was made from, if it was made from one."""
    found = (view.move.get("graph") for view in views if view.entry.kind == "GRAPH" and view.move is not None)
    graph = next(found, None) if format == "archive" else None
    return graph if isinstance(graph, Mapping) else None


class _Mapping:
    """Lines as locutions (L) that assert claims (I); what is for or against what as RA and CA between the claims."""

    def __init__(self, format: str) -> None:
        self._format = format
        self._graph = Graph()
        self._claims: dict[int, str] = {}
        """The claim of each line."""
        self._seats: dict[int | None, str] = {}
        """Whose line it is."""
        self._last: dict[str, str] = {}
        """The last claim of each seat."""
        self._options: dict[str, str] = {}
        self._deciding: list[str] = []
        self._voting: list[str] = []

    def mapped(self, views: Sequence[View]) -> JsonObject:
        for each in spoken(views):
            self._take(each)
        if (closing := closing_of(views)) is not None:
            self._close(views[-1].entry.line, told_at(views[-1].entry.at), closing)
        return self._graph.told()

    def _take(self, said: Spoken) -> None:
        at, part = told_at(said.at), part_of(self._format, said.kind)
        text = "(sealed)" if said.text is None else said.text
        locution = self._graph.node(f"L{said.line}", "L", f"{said.seat}: {text}", at)
        self._graph.spoke(locution, said.seat, at)
        if said.parent is not None and (before := f"L{said.parent}") in self._graph.nodes:
            self._graph.between(f"TA{said.line}", "TA", "Default Transition", at, [before], locution)
        if said.move is None or part == "acts":
            return
        claim = self._asserted(f"I{said.line}", text, said.line, at)
        self._claims[said.line], self._seats[said.line] = claim, said.seat
        self._relate(said, claim, part, at)
        self._offer(said, at)
        # Taken out first, so that the seats stand in the order in which they last spoke.
        self._last.pop(said.seat, None)
        self._last[said.seat] = claim

    def _asserted(self, id: str, text: str, line: int, at: str) -> str:
        claim = self._graph.node(id, "I", text, at)
        self._graph.between(f"YA-{id}", "YA", "Asserting", at, [f"L{line}"], claim)
        return claim

    def _relate(self, said: Spoken, claim: str, part: str, at: str) -> None:
        assert said.move is not None
        if part in ("votes", "decides"):
            (self._voting if part == "votes" else self._deciding).append(claim)
            self._for(f"RA{said.line}", claim, self._picked(said.move), at)
            self._challenges(said, at)
            return
        about = self._about(said, part)
        if about is None or part in ("opens", "says"):
            return
        if self._is_against(said, part):
            self._graph.between(f"CA{said.line}", "CA", "Default Conflict", at, [claim], about)
        else:
            self._for(f"RA{said.line}", claim, about, at)

    def _for(self, id: str, claim: str, other: str | None, at: str) -> None:
        if other is not None and other != claim:
            self._graph.between(id, "RA", "Default Inference", at, [claim], other)

    def _about(self, said: Spoken, part: str) -> str | None:
        """The claim that a line is about; where its own line says none, the last of somebody else."""
        if said.parent in self._claims:
            return self._claims[said.parent]
        others = [claim for seat, claim in self._last.items() if seat != said.seat]
        return others[-1] if others and part in _CLAIMS else None

    def _is_against(self, said: Spoken, part: str) -> bool:
        assert said.move is not None
        if part == "reviews":
            return said.move.get("verdict") != "accept"
        return part == "attacks" or (part == "answers" and self._seats.get(said.parent) != said.seat)

    def _picked(self, move: JsonObject) -> str | None:
        """What a typed field of a vote names: an option that was offered, or the last claim of a seat."""
        ranking = move.get("ranking")
        named = [move.get(name) for name in _PICKS]
        named += list(ranking[:1]) if isinstance(ranking, list | tuple) else []
        name = next((each for each in named if isinstance(each, str)), None)
        return None if name is None else self._options.get(name) or self._last.get(name)

    def _offer(self, said: Spoken, at: str) -> None:
        """The options of a question are claims too, that votes can be for."""
        assert said.move is not None
        for option in _objects(said.move.get("options")):
            id, label = str(option.get("id")), option.get("label", "")
            self._options[id] = self._asserted(f"I{said.line}-{id}", f"{id}: {label}", said.line, at)

    def _challenges(self, said: Spoken, at: str) -> None:
        assert said.move is not None
        for number, each in enumerate(_objects(said.move.get("challenges")), 1):
            about = self._last.get(str(each.get("judge")))
            if about is not None:
                claim = self._asserted(f"I{said.line}-c{number}", str(each.get("counter")), said.line, at)
                self._graph.between(f"CA{said.line}-{number}", "CA", "Default Conflict", at, [claim], about)

    def _close(self, line: int, at: str, closing: JsonObject) -> None:
        text = plain({name: value for name, value in closing.items() if name != "awards"})
        locution = self._graph.node(f"L{line}", "L", f"{HOUSE}: {text}", at)
        self._graph.spoke(locution, HOUSE, at)
        claim = self._asserted(f"I{line}", text, line, at)
        if grounds := self._deciding or self._voting:
            self._graph.between(f"RA{line}", "RA", "Default Inference", at, grounds, claim)


def _objects(value: Json) -> list[Mapping[str, Json]]:
    return [each for each in value if isinstance(each, Mapping)] if isinstance(value, list | tuple) else []
