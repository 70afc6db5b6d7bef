"""Reading: what people keep in YAML and JSON files, read into the moves and the set-up of an evaluation."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar, cast

from pydantic import BaseModel, ValidationError

from moot.debate import InvalidInput
from moot.formats.evaluation.agreed import Evaluation, Round
from moot.formats.evaluation.moves import Assessed, GivenChallenge, Idea

M = TypeVar("M", bound=BaseModel)
_OF_IDEA = ("idea", "scores", "challenges")
_ROUND_NAMES = {
    "name": "topic",
    "target_category": "category",
    "targetCategory": "category",
    "advocatePosition": "advocate_position",
    "challengerPosition": "challenger_position",
}
"""Other names under which rounds are kept."""


def title_of(content: str) -> str:
    r"""The title of an idea: its first heading, or else its first line.

    >>> title_of("\n# Parking by the minute\n\nDrivers lose time.")
    'Parking by the minute'
    """
    lines = [line.strip() for line in content.splitlines() if line.strip()]
    heading = next((line for line in lines if line.startswith("#") and line.strip("# ")), lines[0] if lines else "")
    return heading.strip("# ")[:200].strip() or "An idea"


def read_evaluation(given: object) -> tuple[Evaluation, Idea]:
    """A set-up and its idea, from one mapping: `idea`, perhaps `scores` and `challenges`, and the set-up's own fields.

    `seats` is another name for `players`. Refuses what it does not know, and names the field.
    """
    told = {name: value for name, value in _mapping(given, "evaluation").items() if value is not None}
    _must_know(told, (*_OF_IDEA, *Evaluation.model_fields, "seats"))
    idea = read_idea(told.get("idea"), told.get("scores"), told.get("challenges"))
    setup: dict[str, Any] = {"title": title_of(idea.content)}
    setup |= {name: value for name, value in told.items() if name not in _OF_IDEA}
    named = [_mapping(setup.pop(name, {}), name) for name in ("players", "seats")]
    if any(named):
        setup["players"] = {**named[0], **named[1]}
    if "rounds" in setup:
        setup["rounds"] = read_rounds(setup["rounds"])
    return _made(Evaluation, setup, ""), idea


def read_idea(content: object, scores: Any = None, challenges: Any = None) -> Idea:
    """The idea, with the scores and the challenges that were given, as a file holds them."""
    told = {
        "content": content,
        "assessment": None if scores is None else read_scores(scores),
        "challenges": None if challenges is None else read_challenges(challenges),
    }
    return _made(Idea, told, "idea")


def read_scores(given: Any) -> Assessed:
    """Scores by category, as numbers or with all that belongs to them; or in our own full shape.

    >>> read_scores({"problem": 7}).scores[0].score
    7.0
    """
    told = _mapping(given, "scores")
    full = isinstance(told.get("scores"), Mapping | list)
    scores = _scores(told["scores"] if full else told)
    evidence = [item for score in scores for item in _borne_out(score)]
    if full:
        _must_know(told, ("scores", "evidence"))
        evidence += _mappings(told.get("evidence") or [], "evidence")
    bare = [{name: value for name, value in score.items() if name != "evidence"} for score in scores]
    return _made(Assessed, {"scores": bare, "evidence": _numbered(evidence, "E")}, "")


def read_challenges(given: Any) -> tuple[GivenChallenge, ...]:
    """Challenges, as a list or under `challenges`; those without an id are numbered C1, C2 and so on."""
    told = _numbered(_mappings(_under(given, "challenges"), "challenges"), "C")
    return tuple(_made(GivenChallenge, item, f"challenges[{place}]") for place, item in enumerate(told))


def read_rounds(given: Any) -> tuple[Round, ...]:
    """Rounds, as a list or under `rounds`."""
    listed = _mappings(_under(given, "rounds"), "rounds")
    if not listed:
        raise InvalidInput("rounds: there must be at least one.", field="rounds")
    named = [{_ROUND_NAMES.get(name, name): value for name, value in item.items()} for item in listed]
    return tuple(_made(Round, item, f"rounds[{place}]") for place, item in enumerate(named))


def _scores(given: Any) -> list[dict[str, Any]]:
    """Each score as a mapping with its category."""
    if isinstance(given, list):
        return _mappings(given, "scores")
    return [
        {**({"score": told} if isinstance(told, int | float | str) else _mapping(told, name)), "category": name}
        for name, told in _mapping(given, "scores").items()
    ]


def _borne_out(score: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The evidence that is kept with a score belongs to its category."""
    where = f"{score.get('category')}.evidence"
    items = _list(score.get("evidence") or [], where)
    told = [{"text": item} if isinstance(item, str) else item for item in items]
    return [{**item, "category": score.get("category")} for item in _mappings(told, where)]


def _numbered(items: Sequence[Mapping[str, Any]], letter: str) -> list[dict[str, Any]]:
    taken = {item.get("id") for item in items}
    free = (name for number in range(1, 2 * len(items) + 1) if (name := f"{letter}{number}") not in taken)
    return [{**item, "id": item["id"] if item.get("id") else next(free)} for item in items]


def _under(given: Any, name: str) -> Any:
    return cast(Mapping[str, Any], given).get(name) if isinstance(given, Mapping) else given


def _mappings(given: Any, where: str) -> list[dict[str, Any]]:
    return [_mapping(item, f"{where}[{place}]") for place, item in enumerate(_list(given, where))]


def _mapping(given: Any, where: str) -> dict[str, Any]:
    if not isinstance(given, Mapping):
        raise InvalidInput(f"{where}: must be a mapping of names to values.", field=where)
    return {str(name): value for name, value in cast(Mapping[Any, Any], given).items()}


def _list(given: Any, where: str) -> list[Any]:
    if not isinstance(given, list):
        raise InvalidInput(f"{where}: must be a list.", field=where)
    return cast(list[Any], given)


def _must_know(told: Mapping[str, Any], known: Sequence[str]) -> None:
    for name in told:
        if name not in known:
            raise InvalidInput(f"{name}: is not known here.", suggestion=f"Known: {', '.join(known)}.", field=name)


def _made(model: type[M], told: Mapping[str, Any], where: str) -> M:
    try:
        return model.model_validate(told)
    except ValidationError as unfit:
        faults = unfit.errors(include_url=False)
        fields = [".".join([*filter(None, [where]), *(str(part) for part in fault["loc"])]) for fault in faults]
        messages = [fault["msg"].removeprefix("Value error, ") for fault in faults]
        said = "; ".join(": ".join(filter(None, pair)) for pair in zip(fields, messages, strict=True))
        raise InvalidInput(said, field=fields[0] or None) from None
