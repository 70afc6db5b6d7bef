"""The page that opens a panel: a question, its options, and the judges."""

from collections.abc import Iterator, Mapping
from typing import Any

from moot.formats.panel import DEFAULT_JUDGES
from moot.web.bar import Unsent
from moot.web.forms import Filled
from moot.web.seats import player_meant

MOST_JUDGES = 7


def question_in(form: Filled) -> dict[str, Any]:
    """The question as a file would hold it."""
    judges = list(_judges(form))
    asked: dict[str, Any] = {
        "question": form.get("content"),
        "options": [line.strip() for line in form.get("options").splitlines() if line.strip()],
        "context": form.given("context"),
        "judges": judges or None,
    }
    return {name: value for name, value in asked.items() if value is not None}


def judges_seats(form: Filled) -> dict[str, str]:
    """Who speaks for which judge."""
    places = ((form.given(f"judge_{n}_name"), form.given(f"judge_{n}_player")) for n in range(MOST_JUDGES))
    return {name: player_meant(player) for name, player in places if name and player}


def judges_shown(unsent: Unsent) -> list[dict[str, str]]:
    """The rows of the form: as they were sent, or the usual panel and room for more."""
    parts = ("name", "stance", "optimise", "player")
    if any(name.startswith("judge_") for name in unsent.fields):
        return [{part: unsent.get(f"judge_{n}_{part}") for part in parts} for n in range(MOST_JUDGES)]
    usual = [{"name": one.name, "stance": one.stance, "optimise": one.optimise, "player": ""} for one in DEFAULT_JUDGES]
    return [*usual, *(dict.fromkeys(parts, "") for _ in range(MOST_JUDGES - len(usual)))]


def _judges(form: Filled) -> Iterator[dict[str, str]]:
    for place in range(MOST_JUDGES):
        told = {part: form.given(f"judge_{place}_{part}") for part in ("name", "stance", "optimise")}
        if any(told.values()):
            given = {part: value or "" for part, value in told.items()}
            yield given | _brief_of(given)


def _brief_of(given: Mapping[str, str]) -> dict[str, str]:
    """What a judge of the usual panel is told besides, as long as it is that judge."""
    usual = {judge.name: judge for judge in DEFAULT_JUDGES}.get(given["name"])
    is_usual = usual is not None and usual.optimise == given["optimise"]
    return {"brief": usual.brief} if usual is not None and is_usual else {}
