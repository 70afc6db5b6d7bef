"""Models as players: any that pydantic-ai knows, and any server that speaks the OpenAI wire format."""

from moot.players.circuits import CIRCUITS, Circuit, Circuits, Unreachable
from moot.players.model.costs import FREE, Price
from moot.players.model.naming import is_loopback, model_named
from moot.players.model.patience import Hours, Patience
from moot.players.model.player import Load, ModelPlayer

__all__ = [
    "CIRCUITS",
    "FREE",
    "Circuit",
    "Circuits",
    "Hours",
    "Load",
    "ModelPlayer",
    "Patience",
    "Price",
    "Unreachable",
    "is_loopback",
    "model_named",
]
