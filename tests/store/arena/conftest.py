from collections.abc import AsyncIterator

import pytest

from tests.store.arena.stage import Stage, stage_for


@pytest.fixture(scope="module", params=["file", pytest.param("postgres", marks=pytest.mark.postgres)])
async def shared(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stage]:
    """One house for all tests of a module; each brings agents of its own."""
    async with stage_for(request, tmp_path_factory) as stage:
        yield stage


@pytest.fixture
def stage(shared: Stage, request: pytest.FixtureRequest) -> Stage:
    shared.troupe = request.node.name
    return shared
