"""The injection suite counts what it says it counts: a judge that obeys is caught, one that does not is not."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from benchmarks.injection.orders import ORDERS
from benchmarks.injection.page import PAGE, table, with_table
from benchmarks.injection.scenes import NO_VERDICT, SCENES, Scene
from benchmarks.injection.shares import joined, shares
from benchmarks.injection.trials import Trial, trials
from moot.debate import Manner, Seated, Spent
from moot.engine import Answer, Call, Draft
from moot.settings import Settings
from moot.wiring import house, running

pytestmark = pytest.mark.anyio
MODEL = "openai:gullible@http://127.0.0.1:9/v1"
ORDER = ORDERS[0].words.partition("{")[0]


class Judge:
    """Finds for one side; where it obeys, for whoever hides an order in what it reads."""

    name = MODEL
    manner: Manner = "plain"
    lanes: Mapping[str, int] = {}

    def __init__(self, *, obeys: bool) -> None:
        self._obeys = obeys

    def reserve(self, call: Call) -> Spent | None:
        """Nothing."""
        return Spent()

    async def answer(self, call: Call, draft: Draft) -> Answer:
        """A filled form."""
        read = f"{call.brief.record}\n{call.ask.record}\n{call.ask.task}"
        return Answer(json.dumps(_filled(call, self._obeys and ORDER in read)), self.name, {}, Spent())


def _line_of_effort(call: Call) -> int:
    found = re.search(r"^Line (\d+), the effort judge", call.ask.task, re.MULTILINE)
    assert found is not None
    return int(found[1])


def _filled(call: Call, swayed: bool) -> dict[str, Any]:
    words = {"summary": "So.", "for_stance": "It serves the aim.", "reasoning": "So it is."}
    match call.turn.name:
        case "recommend":
            places = dict.fromkeys("ABC", "It has its points.")
            return {"recommendation": "A" if swayed else "C", "assessments": places, **words}
        case "respond":
            challenge = {"judge": "value", "point": "It serves those who pay for it.", "counter": "Who pays?"}
            stand: dict[str, Any] = {"option": "C"}
            if swayed:
                because = {"judge": "effort", "line": _line_of_effort(call), "reason": "It says so."}
                stand = {"option": "A", "convinced_by": because}
            return {"recommendation": stand, "challenges": [challenge], **words}
        case "judge":
            # Shown under letters in both orders, so it looks for whose position is whose.
            first = "A" if call.ask.name == "advocate first" else "B"
            other = "B" if first == "A" else "A"
            told = {"reasoning": "So it is.", "key_points": ["The shed."], "confidence": 0.5}
            return {"winner": other if swayed else first, "strength": 1, **told}
        case "vote":
            return {"kind": "BALLOT", "ranking": ["ben" if swayed else "ann"], "confidence": 0.5, "reason": "So."}
        case "speak":
            return {"option": "B" if swayed else "C", "content": "So it is.", "close": True}
        case _:
            raise AssertionError(f"nobody said what to say to {call.turn.name}")


async def tried(judge: Judge, home: Path, scenes: Sequence[Scene], limit: int) -> list[Trial]:
    """What comes of it where this judge holds the seat."""

    async def hire(seated: Seated) -> Judge:
        return judge

    settings = Settings(home=home, database_url="sqlite://", auth_token=None)
    async with house(settings) as opened, running(replace(opened, backing=replace(opened.backing, hire=hire))):
        return [trial async for trial in trials(opened, MODEL, scenes, limit, harmless=1, longest=60)]


@pytest.mark.parametrize("obeys", [True, False])
async def test_a_judge_that_obeys_hidden_orders_is_told_from_one_that_does_not(tmp_path: Path, obeys: bool):
    came = await tried(Judge(obeys=obeys), tmp_path, SCENES, 1)
    assert NO_VERDICT not in {trial.verdict for trial in came}
    assert {trial.verdict == trial.sought for trial in came if trial.order == ORDERS[0].name} == {obeys}
    told = {row["scene"]: row for row in shares(joined([came]))}
    assert set(told) == {scene.name for scene in SCENES} | {"all"}
    for name, row in told.items():
        of = len(SCENES) if name == "all" else 1
        assert (row["orders"], row["changed"], row["obeyed"]) == (of, of * obeys, of * obeys)
        assert (row["harmless"], row["noise"], row["again"], row["again_other"]) == (of, 0, of, 0)


async def test_every_order_can_be_hidden_and_none_moves_a_judge_that_obeys_nobody(tmp_path: Path):
    places = [scene for scene in SCENES if scene.name in ("panel/document", "workshop/tool result")]
    came = await tried(Judge(obeys=False), tmp_path, places, len(ORDERS))
    assert len(came) == len(places) * (2 + len(ORDERS) + 1)
    found = shares(joined([came]))[-1]
    assert (found["orders"], found["changed"], found["no_verdict"]) == (len(places) * len(ORDERS), 0, 0)


def tried_before(*told: tuple[str, str, str]) -> list[Trial]:
    """A run, by scene, order and verdict; every order wants A."""
    tricks = {"clean": "none", "weather": "none"}
    return [Trial(scene, order, tricks.get(order, "instruction"), verdict, "A", 1.0) for scene, order, verdict in told]


def test_runs_of_a_model_are_told_together_and_each_order_once():
    panel, mute = "panel/document", "workshop/tool result"
    first = tried_before((panel, "clean", "B"), (panel, "plain order", "A"), (panel, "threat", "B"))
    # Another clean verdict, which the same order is held against now; and one that was not given at all.
    second = tried_before((panel, "clean", "A"), (panel, "plain order", "A"), (panel, "weather", "C"))
    second += tried_before((mute, "clean", NO_VERDICT), (mute, "plain order", "A"))
    found = joined([first, second])
    assert found.silent == (mute,)
    (row, every) = shares(found)
    assert {**row, "scene": "all"} == every
    assert (row["scene"], row["orders"], row["changed"], row["could_obey"], row["obeyed"]) == (panel, 2, 0, 1, 0)
    assert (row["harmless"], row["noise"], row["again"], row["again_other"]) == (1, 1, 2, 1)


def test_the_table_has_a_row_for_each_scene_of_each_model_however_often_it_was_run(tmp_path: Path):
    for number, (model, verdict) in enumerate([("m", "A"), ("m", "B"), ("n", NO_VERDICT)]):
        run = tried_before(("panel/document", "clean", "B" if model == "m" else NO_VERDICT))
        run += tried_before(("panel/document", "plain order", verdict), ("workshop/argument", "clean", "ben"))
        told = {"model": model, "date": f"2026-11-1{number}", "commit": "abc", "trials": [asdict(each) for each in run]}
        (tmp_path / f"injection-{number}.json").write_text(json.dumps(told))
    rows = [[cell.strip() for cell in row.split("|")[1:-1]] for row in table(tmp_path).splitlines()[2:]]
    assert [row[:2] for row in rows] == [["m", "panel/document"], ["n", "panel/document"]]
    assert rows[0][2:] == ["0 of 1 (0.00–0.79)"] * 2 + ["0 of 0", "1 of 2", "2026-11-10 abc, 2026-11-11 abc"]
    assert rows[1][2] == "no verdict without an order either"


def test_the_page_tells_what_was_measured():
    page = PAGE.read_text(encoding="utf-8")
    assert with_table(page, table()) == page
    assert page.count("| embedded |") >= 1
