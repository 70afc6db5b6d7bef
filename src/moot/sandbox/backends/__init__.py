"""The ways to confine a program, one file each."""

from moot.sandbox.backends.bubblewrap import Bubblewrap
from moot.sandbox.backends.interpreter import PYTHON
from moot.sandbox.backends.obstacle import Obstacle
from moot.sandbox.backends.sandlock import Sandlock
from moot.sandbox.backends.unconfined import Unconfined
from moot.sandbox.backends.wasm import Wasm

__all__ = ["PYTHON", "Bubblewrap", "Obstacle", "Sandlock", "Unconfined", "Wasm"]
