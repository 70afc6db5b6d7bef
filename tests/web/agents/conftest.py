import pytest

from tests.web.agents.fakes import FakeDesk


@pytest.fixture
def desk() -> FakeDesk:
    """A desk with an answer to everything."""
    return FakeDesk()
