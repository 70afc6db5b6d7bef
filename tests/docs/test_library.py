"""The pages about the library and about extending it, the README's example and the examples are run as they stand."""

import doctest
import re
import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from moot.chamber.async_debate import AsyncDebate
from moot.delegates import PLAYERS
from moot.testing import FixedClock
from tests.support.company import must_confine
from tests.support.fences import Fence, fences
from tests.support.packages import HAIKU, built, installed, package
from tests.support.thorough import only_when_thorough

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted(path.stem for path in (ROOT / "examples").glob("*.py"))


def blocks(page: str) -> list[Fence]:
    """The fenced blocks of a page in Python."""
    return [block for block in fences((ROOT / page).read_text()) if block.language == "python"]


def shows_what_happens(page: str, taken: list[Fence]) -> None:
    text = "\n".join(block.body for block in taken)
    examples = doctest.DocTestParser().get_doctest(text, {}, page, page, 0)
    outcome = doctest.DocTestRunner(optionflags=doctest.REPORT_NDIFF).run(examples)
    assert outcome.attempted > 0
    assert outcome.failed == 0


def test_the_page_about_the_library_shows_what_happens(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("MOOT_HOME", str(tmp_path))
    shows_what_happens("docs/library.md", [block for block in blocks("docs/library.md") if not block.labels])


@only_when_thorough
@pytest.mark.real_model
@pytest.mark.timeout(600)
def test_the_first_example_works_with_the_embedded_model():
    shows_what_happens("docs/library.md", [block for block in blocks("docs/library.md") if block.labels])


def test_the_code_on_the_page_about_extending_runs(tmp_path: Path):
    with installed(built(HAIKU, tmp_path)):
        for block in blocks("docs/extending.md"):
            exec(compile(block.body, "docs/extending.md", "exec"), {"__name__": "docs"})
    told = (ROOT / "docs/extending.md").read_text()
    project = (HAIKU / "pyproject.toml").read_text()
    (sent,) = [block.body for block in fences(told) if block.language == "toml"]
    assert all(line in project for line in sent.splitlines())


@pytest.fixture
def usual(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """The usual player is one that fills in every form, so that nothing is fetched."""
    package(tmp_path, "moot-obliging", {PLAYERS: {"obliging": "tests.support.obliging:obliging"}}, {})
    monkeypatch.setenv("MOOT_PLAYER", "obliging")
    monkeypatch.setenv("MOOT_HOME", str(tmp_path))
    with installed(tmp_path):
        yield


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of the house jumps over the time for judgments once one is made."""
    clock, judged = FixedClock(), AsyncDebate[Any].judge

    async def judge(debate: AsyncDebate[Any], *arguments: str) -> None:
        await judged(debate, *arguments)
        clock.advance(hours=1)
        debate.opened.bulletin.announce(debate.id, 0)

    monkeypatch.setattr("moot.chamber.async_house.now", clock)
    monkeypatch.setattr(AsyncDebate, "judge", judge)


@pytest.mark.usefixtures("usual", "hurried")
@pytest.mark.parametrize("name", EXAMPLES)
def test_each_example_runs_in_ten_lines(name: str, capsys: pytest.CaptureFixture[str]):
    path = ROOT / "examples" / f"{name}.py"
    code = [line for line in path.read_text().split('"""', 2)[2].splitlines() if line.strip()]
    assert len(code) <= 10
    if name == "workshop":
        must_confine()
    runpy.run_path(str(path))
    assert capsys.readouterr().out.strip()


def test_there_is_an_example_for_each_format():
    assert EXAMPLES == ["arbitration", "arena", "evaluation", "panel", "roundtable", "workshop"]


@pytest.mark.usefixtures("usual")
def test_the_example_in_the_readme_runs(capsys: pytest.CaptureFixture[str]):
    (block,) = blocks("README.md")
    assert len(re.findall(r"\S.*\n", block.body)) <= 10
    exec(compile(block.body, "README.md", "exec"), {"__name__": "readme"})
    assert capsys.readouterr().out.strip()
