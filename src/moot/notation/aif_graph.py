"""A graph of arguments as AIFdb writes it: nodes, edges, who said what; and what makes one fit."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from moot.debate import InvalidInput, Json, JsonObject

SCHEMES = frozenset({"RA", "CA", "MA", "TA", "YA", "PA"})
"""Nodes that stand between others: inference, conflict, rephrase, transition, illocution, preference."""
KINDS = SCHEMES | {"I", "L"}
_BOTH_WAYS = ("RA", "CA", "MA", "PA")
_HOW = "Correct the file, or export it again from where it came from."


class Graph:
    """A graph that grows; the ids of its edges are counted."""

    def __init__(self) -> None:
        self.nodes: dict[str, dict[str, Json]] = {}
        self._edges: list[dict[str, Json]] = []
        self._participants: dict[str, dict[str, Json]] = {}
        self._locutions: list[dict[str, Json]] = []

    def node(self, id: str, kind: str, text: str, at: str) -> str:
        """Adds a node, and gives its id."""
        self.nodes[id] = {"nodeID": id, "text": text, "type": kind, "timestamp": at}
        return id

    def edge(self, one: str, other: str) -> None:
        """Leads from one node to another."""
        edge: dict[str, Json] = {"edgeID": str(len(self._edges) + 1), "fromID": one, "toID": other, "formEdgeID": None}
        self._edges.append(edge)

    def between(self, id: str, kind: str, text: str, at: str, ones: Sequence[str], other: str) -> None:
        """Adds a scheme through which these lead to another node."""
        self.node(id, kind, text, at)
        for one in ones:
            self.edge(one, id)
        self.edge(id, other)

    def spoke(self, node: str, who: str, at: str) -> None:
        """Says whose words a locution is."""
        number = self._participants.setdefault(
            who, {"participantID": str(len(self._participants) + 1), "firstname": who, "surname": ""}
        )
        locution: dict[str, Json] = {"nodeID": node, "personID": number["participantID"], "timestamp": at}
        self._locutions.append({**locution, "start": None, "end": None, "source": None})

    def told(self) -> JsonObject:
        """The graph as it is written."""
        return {
            "nodes": list(self.nodes.values()),
            "edges": self._edges,
            "schemefulfillments": [],
            "participants": list(self._participants.values()),
            "locutions": self._locutions,
        }


def must_be_fit(graph: JsonObject) -> None:
    """Refuses a graph whose edges lead nowhere or from claim to claim, or whose schemes connect nothing."""
    kinds = _kinds(_rows(graph, "nodes"))
    led: dict[str, set[str]] = {"from": set(), "to": set()}
    for edge in _rows(graph, "edges"):
        one, other = _id(edge.get("fromID")), _id(edge.get("toID"))
        _must_lead(kinds, one, other)
        led["from"].add(one)
        led["to"].add(other)
    for id, kind in kinds.items():
        if kind in _BOTH_WAYS and not (id in led["from"] and id in led["to"]):
            raise _unfit(f"the {kind} node {id[:60]!r} does not lead from something to something")
    for locution in _optional(graph, "locutions"):
        if _id(locution.get("nodeID")) not in kinds:
            raise _unfit(f"a locution names the node {_id(locution.get('nodeID'))[:60]!r}, which is not there")


def _must_lead(kinds: Mapping[str, str], one: str, other: str) -> None:
    for end in (one, other):
        if end not in kinds:
            raise _unfit(f"an edge names the node {end[:60]!r}, which is not there")
    if one == other:
        raise _unfit(f"an edge leads from the node {one[:60]!r} to itself")
    if kinds[one] == kinds[other] == "I":
        raise _unfit(f"an edge leads from claim to claim ({one[:60]!r} to {other[:60]!r}) without a scheme between")


def _kinds(nodes: Sequence[JsonObject]) -> dict[str, str]:
    kinds: dict[str, str] = {}
    for node in nodes:
        id, kind = _id(node.get("nodeID")), node.get("type")
        if id in kinds:
            raise _unfit(f"there are two nodes {id[:60]!r}")
        if kind not in KINDS or not isinstance(node.get("text"), str):
            raise _unfit(f"the node {id[:60]!r} has no text, or a type that is none of {', '.join(sorted(KINDS))}")
        kinds[id] = str(kind)
    if not kinds:
        raise _unfit("it has no nodes")
    return kinds


def _rows(graph: JsonObject, name: str) -> Sequence[JsonObject]:
    rows = graph.get(name)
    if not isinstance(rows, list | tuple) or not all(isinstance(row, Mapping) for row in rows):
        raise _unfit(f"{name} is not a list of objects")
    return cast("Sequence[JsonObject]", rows)


def _optional(graph: JsonObject, name: str) -> Sequence[JsonObject]:
    return () if graph.get(name) is None else _rows(graph, name)


def _id(told: Any) -> str:
    if isinstance(told, bool) or not isinstance(told, str | int):
        raise _unfit("a node is named by something that is neither a text nor a whole number")
    return str(told)


def _unfit(fault: str) -> InvalidInput:
    return InvalidInput(f"The argument graph is not fit: {fault}.", suggestion=_HOW)


def speakers_of(graph: JsonObject) -> list[tuple[str, str, str]]:
    """What was said in a fit graph, in its order: the node, who said it, the words; the claims where nobody spoke."""
    names = {_id(each.get("participantID")): _name(each) for each in _optional(graph, "participants")}
    said_by = {
        _id(each.get("nodeID")): names.get(str(each.get("personID")), "") for each in _optional(graph, "locutions")
    }
    nodes = _rows(graph, "nodes")
    spoken = [node for node in nodes if node["type"] == "L"] or [node for node in nodes if node["type"] == "I"]
    return [(_id(node["nodeID"]), *_words(node, said_by.get(_id(node["nodeID"]), ""))) for node in spoken]


def _words(node: JsonObject, speaker: str) -> tuple[str, str]:
    text = str(node["text"])
    if speaker:
        return speaker, text.removeprefix(f"{speaker}: ").removeprefix(f"{speaker} : ")
    name, mark, rest = text.partition(" : ")
    return (name.strip()[:200], rest) if mark and node["type"] == "L" and name.strip() else ("text", text)


def _name(participant: JsonObject) -> str:
    return " ".join(str(participant.get(part) or "") for part in ("firstname", "surname")).strip()[:200]
