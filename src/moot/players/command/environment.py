"""What a program learns of the house's environment: what it needs to run, and no secrets but those named for it."""

import re
from collections.abc import Collection, Mapping

CALLED_ON = "MOOT_CALLED_ON"
"""Is set for a coding agent in its turn: `moot mcp` does not let it in by another door meanwhile."""
_OURS = ("MOOT_", "DEBATE_")
_SECRET = re.compile(r"(KEY|KEY_ID|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)$", re.IGNORECASE)


def passed_on(environment: Mapping[str, str], named: Collection[str] = ()) -> dict[str, str]:
    """The environment of a program; `named` are the variables that its owner listed for it."""
    return {name: value for name, value in environment.items() if name in named or not left_out(name)}


def left_out(name: str) -> bool:
    """Whether a variable is the house's own, or looks like a key, a token or a password."""
    return name.startswith(_OURS) or _SECRET.search(name) is not None
