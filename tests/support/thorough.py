"""How thorough a run is: `make test` takes minutes, `make chaos` as long as it takes."""

import os

import pytest

THOROUGH = os.environ.get("MOOT_CHAOS") == "all"

only_when_thorough = pytest.mark.skipif(not THOROUGH, reason="takes long: run it with make chaos")
