"""Every page, light and dark, on a desk and on a phone, looked at by axe."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.talk import Talk
from tests.support.house import ServerProcess

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
    return {
        "front": "/",
        "nothing found": "/?q=nothing+like+it",
        "the opponent has the floor": f"/debates/{opened.id}",
        "an opponent's page": f"/debates/{opened.id}?seat=opponent",
        "appealed": f"/debates/{appealed.id}",
        "stopped": f"/debates/{stopped.id}",
        "closed": f"/debates/{closed.id}",
        "verified": f"/debates/{closed.id}/verify",
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
    found: list[dict[str, Any]] = page.evaluate("axe.run().then(found => found.violations)")
    return [
        f"{fault['id']}: {node['html'][:200]} {node['failureSummary']}" for fault in found for node in fault["nodes"]
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 390])
def test_axe_finds_nothing_on_any_page(
    addresses: dict[str, str], server: ServerProcess, page: Page, width: int, scheme: Any
):
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    found: dict[str, list[str]] = {}
    for name, path in addresses.items():
        page.goto(server.url + path)
        found[name] = violations(page)
    assert {name: faults for name, faults in found.items() if faults} == {}


def test_axe_finds_nothing_in_an_empty_house_nor_in_the_help(page: Page, tmp_path: Path):
    with ServerProcess.serving(str(tmp_path / "moot.db")) as server:
        page.goto(server.url)
        assert violations(page) == []
        page.keyboard.press("?")
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
    assert violations(page) == []
