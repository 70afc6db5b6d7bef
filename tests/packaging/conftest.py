from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.packaging.wheels import Environment, built
from tests.support.house import ServerProcess
from tests.support.houses import TOKEN


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this tree."""
    return built("wheel", tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="session")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment with the wheel in it, and nothing of this tree."""
    return Environment.with_wheel(tmp_path_factory.mktemp("environment") / "venv", wheel, borrowing=True)


@pytest.fixture(scope="module")
def served(environment: Environment, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """The server of the wheel, with a token."""
    database = str(tmp_path_factory.mktemp("served") / "moot.db")
    with ServerProcess.serving(database, token=TOKEN, program=environment.moot) as server:
        yield server
