import inspect
from collections.abc import Iterator

import pydantic_ai.models
import pytest

from moot.players.model import is_loopback


class OnThisMachineAlone:
    """Stands in for pydantic-ai's switch: on for a model whose server runs here, off for every other."""

    def __bool__(self) -> bool:
        asking = inspect.stack(0)[2].frame.f_locals.get("self")
        url = getattr(asking, "base_url", None)
        return url is not None and is_loopback(url)


@pytest.fixture(autouse=True)
def no_live_calls() -> Iterator[None]:
    """No test asks a provider: it would cost, and fail on the train."""
    with pydantic_ai.models.override_allow_model_requests(OnThisMachineAlone()):  # pyright: ignore[reportArgumentType]  # it is asked for its truth alone
        yield
