"""The wheel, installed where nothing of this tree can be found, passes the journeys: a whole debate of each format."""

import json
import re
from typing import Any
from uuid import uuid4

import pytest

from moot.sandbox import detected
from tests.cli.tasks import ANSWERS
from tests.journeys import test_evaluation_journey as evaluation
from tests.journeys import test_panel_journey as panel
from tests.support.house import API, ServerProcess, Table, bearer, said
from tests.support.players import Matter

pytestmark = pytest.mark.journey


async def test_arbitration(served: ServerProcess):
    async with served.client() as owner:
        table = await Table(owner, str(uuid4())).opened()
        said(await table.claim("opponent"))
        said(await table.appeal(about=2))
        assert said(await table.rule("So be it."))["state"] == "AWAITING_PROPOSER"
        said(await table.resolve(about=2))
        assert said(await table.rule("Agreed.", close=True))["state"] == "CLOSED"


async def test_panel(served: ServerProcess):
    await panel.test_two_of_three_agree_in_round_1_and_nobody_is_asked_again(served)


async def test_evaluation(served: ServerProcess):
    await evaluation.test_without_a_debate_there_is_the_assessment_and_the_red_team_alone(served)


async def test_workshop(served: ServerProcess):
    if not detected()[-1].holds:
        pytest.skip("A sandbox could not be had: moot sandbox check says why")
    (served.folder / "players.toml").write_text('[players.written]\nscript = "answers.json"\n')
    (served.folder / "answers.json").write_text(json.dumps({"*": ANSWERS}))
    asked: dict[str, Any] = {
        "task": "# Add two numbers\n\nWrite add(a, b), which adds two numbers.",
        "tests": [{"name": "one and one", "call": "add", "args": [1, 1], "expected": 2}],
        "cast": ["generator", "tester", "executor", "critic", "judge"],
        "planning": "none",
        "off": ["dehallucination", "review", "optimization", "adversarial"],
        "player": "written",
    }
    async with served.client() as owner:
        opened = said(await owner.post(f"{API}/workshops", json=asked))
        workshop = Matter(owner, opened["debate_id"], server=served)
        assert await workshop.until("decided") == "decided"
        found = await workshop.result()
        assert found["result"]["winner"] == "generator"
        assert await workshop.sound()


async def test_arena(served: ServerProcess):
    async with served.client() as owner:
        names = ("ann", "bob")
        keys = {name: said(await owner.post(f"{API}/agents", json={"handle": name}))["api_key"] for name in names}

        async def does(name: str, path: str, **body: Any) -> dict[str, Any]:
            return said(await owner.post(f"{API}/{path}", json=body, headers=bearer(keys[name])))

        card = await does(
            "ann", "debates", topic="Tea is better than coffee for those who write code", opponent_id="bob", max_posts=1
        )
        await does("bob", f"debates/{card['id']}/accept")
        for name in names:
            await does(name, f"debates/{card['id']}/posts", content="Hear me.")
        found = said(await owner.get(f"{API}/debates/{card['id']}"))
        assert found["status"] == "judging"


async def test_round_table_and_the_pages(served: ServerProcess):
    async with served.client() as owner:
        agreed = {"title": "Sums", "speakers": 2}
        question = {"question": "What is 2 + 2?", "wanted": "number"}
        body = {"setup": agreed, "role": "asker", "type": "QUESTION", "move": question}
        opened = said(await owner.post(f"{API}/formats/roundtable/debates", json=body))
        table = Matter(owner, opened["debate_id"], server=served)
        for speaker in ("speaker-1", "speaker-2"):
            move = {"role": speaker, "type": "ANSWER", "move": {"answer": "4"}}
            said(await owner.post(f"{table.path}/moves", json=move))
        assert (await table.context())["debate"]["closed_at"] is not None
        assert await table.sound()
        # Templates, styles and scripts come with it.
        page = await owner.get(f"/debates/{table.debate}")
        assert page.status_code == 200
        assets = re.findall(r"/static/[^\"'?]+\.(?:css|js|svg)", page.text)
        assert assets
        for asset in assets:
            assert (await owner.get(asset)).status_code == 200, asset
