from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import ConsoleMessage, Page

from tests.browser.talk import Talk
from tests.support.house import ServerProcess
from tests.support.thorough import ON_POSTGRES_TOO


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server on SQLite, shared by a module; each test opens debates of its own."""
    with ServerProcess.serving(str(tmp_path_factory.mktemp("server") / "moot.db")) as running:
        yield running


@pytest.fixture(params=ON_POSTGRES_TOO)
def either(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ServerProcess]:
    """A server of one's own, on each kind of database."""
    database = str(tmp_path / "moot.db") if request.param == "sqlite" else request.getfixturevalue("postgres_url")
    with ServerProcess.serving(database) as running:
        yield running


@pytest.fixture
def talk(server: ServerProcess) -> Talk:
    """A debate that was just opened."""
    return Talk(server.url).opened()


@pytest.fixture
def page(page: Page) -> Iterator[Page]:
    """A page that the content security policy finds nothing wrong with."""
    blocked: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text:
            blocked.append(message.text)

    page.on("console", hear)
    yield page
    assert not blocked, blocked
