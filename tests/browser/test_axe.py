"""Every page looked at by axe: light on a desk, or dark on a phone."""

from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Page, expect

from tests.browser.stage import Stage
from tests.browser.talk import Talk
from tests.support.house import ServerProcess
from tests.support.thorough import THOROUGH
from tests.web import plays
from tests.web.workshop import plays as workshops
from tests.web.workshop.playing import Bench

AXE = Path(__file__).parent / "vendor" / "axe.min.js"
BODY = """# A heading

Some *words*, `code`, a [link](https://example.org), and עברית.

### A deeper heading

| a | b |
|---|--:|
| 1 | 2 |

```python
def far(to_the_right): return to_the_right + "{}"
```
""".format("x" * 200)


@pytest.fixture(scope="module")
def addresses(server: ServerProcess) -> dict[str, str]:
    """Every kind of page, in every state."""
    stopped, appealed, closed, opened = (Talk(server.url).opened(f"Debate {n}", content=BODY) for n in range(4))
    name = appealed.share("The plan", BODY, BODY.replace("Some", "Many"))
    appealed.claim("opponent", f"See {name}@2")
    appealed.appeal("Which?", "A=Keep it", "B=Drop it")
    stopped.intervene()
    stopped.claim("opponent", "In flight.")
    closed.intervene("Enough.")
    closed.rule("Closed.", close=True)
    return {**_laid_out(server.url), **_workshops(server.url), **_line_by_line(opened, appealed, stopped, closed, name)}


def _laid_out(url: str) -> dict[str, str]:
    """Panels and evaluations, in every state, and as each of those who sit there sees them."""

    def put_on(play: plays.Play) -> str:
        return f"/debates/{Stage(url).put_on(play).id}"

    judged = plays.judged()
    split, argued = put_on(plays.split()), put_on(plays.argued())
    return {
        "a panel under seal": put_on(plays.panel().then(plays.recommends("risk", "A"))),
        "a panel in round 2": split,
        "a judge's page": f"{split}?seat=risk",
        "a panel line by line": f"{split}?view=record",
        "a panel that agrees": put_on(plays.agreed()),
        "a contested panel": put_on(plays.contested()),
        "a panel that was decided": put_on(plays.chosen()),
        "a panel of seven": put_on(plays.split("risk", "value", "effort", "law", "cost", "joy", "time")),
        "an idea": put_on(plays.evaluation()),
        "an assessed idea": put_on(plays.assessed()),
        "an idea that is argued": argued,
        "a challenger's page": f"{argued}?seat=challenger",
        "an arbiter's page": f"{put_on(judged._replace(acts=judged.acts[:-1]))}?seat=arbiter",
        "an evaluated idea": put_on(plays.evaluated()),
        "an evaluation line by line": f"{put_on(judged)}?view=record",
        "how a line came about": f"{split}/origins/1",
        "a new panel": "/debates/new?format=panel",
        "a new evaluation": "/debates/new?format=evaluation",
    }


def _workshops(url: str) -> dict[str, str]:
    """Workshops in every state that looks different, and as some of those who sit there see them."""

    def put_on(walk: workshops.Walk) -> str:
        return f"/debates/{Bench(url).put_on(walk).id}"

    whole = put_on(workshops.whole())
    return {
        "a decided workshop": whole,
        "two versions compared": f"{whole}/changes?from=1&to=3",
        "a workshop at a gate": put_on(workshops.gated()),
        "a workshop whose owner is asked": put_on(workshops.answering()),
        "a voter's page": f"{put_on(workshops.voting())}?seat=red_team",
        "a workshop in a tree": put_on(workshops.walked(workshops.at("self_evolvement", "attempt"), topology="tree")),
        "a new workshop": "/debates/new?format=workshop",
    }


def _line_by_line(opened: Talk, appealed: Talk, stopped: Talk, closed: Talk, name: str) -> dict[str, str]:
    return {
        "front": "/",
        "nothing found": "/?q=nothing+like+it",
        "the opponent has the floor": f"/debates/{opened.id}",
        "an opponent's page": f"/debates/{opened.id}?seat=opponent",
        "appealed": f"/debates/{appealed.id}",
        "stopped": f"/debates/{stopped.id}",
        "closed": f"/debates/{closed.id}",
        "verified": f"/debates/{closed.id}/verify",
        "share": f"/debates/{closed.id}/share",
        "webhooks": "/webhooks",
        "operations": "/operator",
        "a new round table": "/debates/new?format=roundtable&sample=yes",
        "a new exhibition": "/debates/new?format=arena&sample=yes",
        "hand over": f"/debates/{opened.id}/hand-over",
        "new": "/debates/new",
        "documents": "/docs",
        "no documents": f"/docs?debate_id={closed.id}",
        "document": f"/docs/{name}",
        "source": f"/docs/{name}?source=true",
        "difference": f"/docs/{name}/diff",
        "sign in": "/sign-in",
        "error": "/debates/nope",
    }


def violations(page: Page) -> list[str]:
    """What axe finds, in short."""
    page.evaluate(AXE.read_text())
    run = "axe.run({resultTypes: ['violations']}).then(found => found.violations)"
    found: list[dict[str, Any]] = page.evaluate(run)
    return [
        f"{fault['id']}: {node['html'][:200]} {node['failureSummary']}" for fault in found for node in fault["nodes"]
    ]


# What is readable in a theme does not hang on the width, and pages are made of the same parts: every second page is
# looked at on a desk and light, the others on a phone and dark; each both ways by make chaos.
@pytest.mark.timeout(300)
def test_axe_finds_nothing_on_any_page(addresses: dict[str, str], server: ServerProcess, page: Page):
    found: dict[str, list[str]] = {}
    for number, (name, path) in enumerate(addresses.items()):
        for wide in (True, False) if THOROUGH else (number % 2 == 0,):
            _look(page, 1440 if wide else 390, "light" if wide else "dark")
            page.goto(server.url + path)
            found[f"{name}, {'light, on a desk' if wide else 'dark, on a phone'}"] = violations(page)
    assert {name: faults for name, faults in found.items() if faults} == {}


def _look(page: Page, width: int, scheme: Literal["light", "dark"]) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")


def test_axe_finds_nothing_in_an_empty_house_nor_in_the_help(page: Page, tmp_path: Path):
    with ServerProcess.serving(str(tmp_path / "moot.db")) as server:
        page.goto(server.url)
        assert violations(page) == []
        page.keyboard.press("?")
        expect(page.get_by_role("dialog", name="Keyboard")).to_be_visible()
        assert violations(page) == []


def test_axe_finds_nothing_in_a_refused_form_nor_in_the_drawer(
    addresses: dict[str, str], server: ServerProcess, page: Page
):
    page.goto(server.url + addresses["stopped"])
    page.get_by_label("Your ruling").fill("x" * 11_000)
    page.get_by_role("button", name="Rule", exact=True).click()
    page.get_by_role("alert").wait_for()
    assert violations(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("button", name="Debates").click()
    expect(page.get_by_label("Search debates")).to_be_visible()
    assert violations(page) == []
