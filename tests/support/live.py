"""Live calls are off in the tests: no test asks a provider, which would cost, and fail on the train."""

import inspect
from collections.abc import Generator
from contextlib import contextmanager

import pydantic_ai.models

from moot.players.model import is_loopback


class OnThisMachineAlone:
    """Stands in for pydantic-ai's switch: on for a model whose server runs here, off for every other."""

    def __bool__(self) -> bool:
        asking = inspect.stack(0)[2].frame.f_locals.get("self")
        url = getattr(asking, "base_url", None)
        return url is not None and is_loopback(url)


@contextmanager
def no_live_calls() -> Generator[None]:
    """While it lasts, only servers on this machine are asked."""
    with pydantic_ai.models.override_allow_model_requests(OnThisMachineAlone()):  # pyright: ignore[reportArgumentType]  # it is asked for its truth alone
        yield
