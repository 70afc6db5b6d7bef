"""The wiring: the only room that knows every part, and puts them together once."""

from moot.wiring.beside import errands, running
from moot.wiring.doors import application
from moot.wiring.hiring import box_for, checker_for, embedder_for
from moot.wiring.listening import allow_many_connections
from moot.wiring.opening import Opened, house, now
from moot.wiring.processes import serve, serving, work
from moot.wiring.safety import must_be_followed, must_be_safe
from moot.wiring.sent import formats, roles_sent

__all__ = [
    "Opened",
    "allow_many_connections",
    "application",
    "box_for",
    "checker_for",
    "embedder_for",
    "errands",
    "formats",
    "house",
    "must_be_followed",
    "must_be_safe",
    "now",
    "roles_sent",
    "running",
    "serve",
    "serving",
    "work",
]
