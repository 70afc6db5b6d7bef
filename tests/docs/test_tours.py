"""What the tours and the page of troubles show is what their commands print, one after the other in one house."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from scripts.tours import TOURS, TROUBLES, housed, masked, toured
from tests.support.thorough import only_when_thorough

DEAR = {"research"}
"""Each of its commands loads the whole house."""
THOROUGH = [only_when_thorough, pytest.mark.timeout(600)]
RUN = [pytest.param(page, marks=THOROUGH if page.stem in DEAR else [], id=page.stem) for page in TOURS]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[str, str]]:
    with housed(tmp_path_factory.mktemp("house")) as environment:
        yield environment


def test_there_is_a_tour_for_each_kind_of_user():
    assert [page.stem for page in TOURS] == ["community", "decide", "research", "two-agents"]


@pytest.mark.journey
@pytest.mark.parametrize("page", RUN)
def test_a_tour_prints_what_it_shows(page: Path, house: Mapping[str, str], tmp_path: Path):
    shown = page.read_text()
    assert masked(toured(shown, tmp_path / "here", house)) == masked(shown), "run: python -m scripts.tours"


@only_when_thorough
@pytest.mark.timeout(600)
def test_the_troubles_look_as_they_are_shown(tmp_path: Path):
    shown = TROUBLES.read_text()
    with housed(tmp_path) as house:
        assert masked(toured(shown, tmp_path / "here", house)) == masked(shown), "run: python -m scripts.tours"
