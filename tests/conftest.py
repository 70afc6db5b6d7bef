import gc
import logging
import signal
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Page

from tests.support.blank import make_new_databases_at_once, step_by_step
from tests.support.browser import PATIENCE, UNAVAILABLE, find_chromium, launched
from tests.support.live import no_live_calls
from tests.support.postgres import PostgresServer, PostgresUnavailable
from tests.support.scratch import keep_files_in_memory
from tests.support.thorough import settle_on_examples

# Ten thousand tests and all they import stay to the end: to look through them for rubbish is a quarter of collecting.
gc.disable()
# Whoever is started in the background hears no interrupt, nor do those whom it starts; some tests send them one.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
keep_files_in_memory()
make_new_databases_at_once()
settle_on_examples()

__all__ = ["step_by_step"]

NOBODY_ELSE = logging.NullHandler()
"""Where somebody keeps a log already, libraries that are imported set up none of their own."""
logging.getLogger().addHandler(NOBODY_ELSE)

MARKED_BY_FIXTURE = {"postgres": "postgres", "chromium": "browser"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for fixture, marker in MARKED_BY_FIXTURE.items():
            if fixture in getattr(item, "fixturenames", ()):
                item.add_marker(marker)


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped: list[pytest.TestReport] = terminalreporter.stats.get("skipped", [])
    reasons = Counter(str(report.longrepr[2]) for report in skipped if isinstance(report.longrepr, tuple))
    missing = {reason: count for reason, count in reasons.items() if "could not be had" in reason}
    if missing:
        terminalreporter.section("not tested here")
        for reason, count in missing.items():
            terminalreporter.line(f"{count} skipped. {reason.removeprefix('Skipped: ')}")


@pytest.fixture(autouse=True, scope="session")
def nobody_pays() -> Iterator[None]:
    """No test asks a provider."""
    with no_live_calls():
        yield


@pytest.fixture(autouse=True)
def the_log_stays_as_it_was() -> Iterator[None]:
    """Whoever sets up logging in a test, as libraries do unasked, does so for that test alone."""
    root, ours = logging.getLogger(), logging.getLogger("moot")
    handlers, levels = root.handlers[:], (root.level, ours.level)
    yield
    for handler in [each for each in root.handlers if each not in handlers]:
        root.removeHandler(handler)
    if NOBODY_ELSE not in root.handlers:
        root.addHandler(NOBODY_ELSE)
    root.setLevel(levels[0])
    ours.setLevel(levels[1])


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A running PostgreSQL server; `new_database()` gives the URL of an empty database."""
    running = PostgresServer.started(durable=False)
    try:
        server = running.__enter__()
    except PostgresUnavailable as reason:
        pytest.skip(str(reason))
    try:
        yield server
    finally:
        running.__exit__(None, None, None)


@pytest.fixture
def postgres_url(postgres: PostgresServer) -> Iterator[str]:
    """The URL of a PostgreSQL database for one test, with the tables of a new house."""
    url = postgres.new_database()
    yield url
    postgres.drop_database(url)


@pytest.fixture
def empty_postgres_url(postgres: PostgresServer) -> Iterator[str]:
    """The URL of a PostgreSQL database with nothing in it."""
    url = postgres.new_database(empty=True)
    yield url
    postgres.drop_database(url)


@pytest.fixture(scope="session")
def chromium() -> Path:
    """The path of Chromium's executable."""
    executable = find_chromium()
    if executable is None:
        pytest.skip(UNAVAILABLE)
    return executable


# Not for the session: while Playwright's sync API is up, no other event loop runs in this thread.
@pytest.fixture(scope="module")
def browser(chromium: Path) -> Iterator[Browser]:
    """A headless Chromium. Keep async tests in other modules."""
    with launched(chromium) as browser:
        yield browser


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page in a fresh profile; a script error on it fails the test."""
    with browser.new_context() as context:
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        errors: list[Error] = []
        page.on("pageerror", lambda error: errors.append(error))
        yield page
        assert not errors, errors
