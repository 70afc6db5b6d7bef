import asyncio

import pytest

from moot.sandbox import BACKENDS, Sandbox, probe

NAMED = {backend.name: backend for backend in BACKENDS}


@pytest.fixture(params=list(NAMED))
def box(request: pytest.FixtureRequest) -> Sandbox:
    """Each sandbox in turn; one that does not hold here is skipped, and it is said why."""
    backend = NAMED[request.param]
    # In a loop of its own: fixtures of plain tests have none.
    found = asyncio.run(probe(backend))
    if found.obstacle is not None:
        pytest.skip(f"The sandbox {found.name} could not be had: {found.obstacle.why}. {found.obstacle.how}")
    return backend


@pytest.fixture
def first() -> Sandbox:
    """The sandbox that the house would use here."""
    for backend in BACKENDS:
        if asyncio.run(probe(backend)).holds:
            return backend
    pytest.skip("A sandbox could not be had: moot sandbox check says why")
