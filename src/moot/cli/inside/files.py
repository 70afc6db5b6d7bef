"""Files that people write in YAML or JSON; loaded only by the commands that read them."""

from typing import Any, cast

import yaml

from moot.client.errors import invalid

_SECTIONS = ("debate_context", "debate_config")
_NAMES = {
    "question": "question_text",
    "context": "spec_context",
    "threshold": "consensus_threshold",
    "players": "seats",
}
"""Names that a question file may use, and those that the API knows them by."""


def parsed(text: str, name: str) -> Any:
    """What a file holds."""
    try:
        return yaml.safe_load(text)
    except yaml.YAMLError as unreadable:
        why = " ".join(str(unreadable).split())
        raise invalid(f"{name} is not YAML: {why}.", suggestion="Name a file of YAML or JSON, or mend it.") from None


def question(text: str, name: str) -> dict[str, Any]:
    """The fields of a question file, flat."""
    told: Any = parsed(text, name)
    if not isinstance(told, dict):
        raise invalid(f"{name} must hold a mapping of names to values.", suggestion="See: docs/formats/panel.md")
    flat: dict[str, Any] = {}
    for field, value in cast(dict[str, Any], told).items():
        parts = cast(dict[str, Any], value) if field in _SECTIONS and isinstance(value, dict) else {field: value}
        for part, given in parts.items():
            own = _NAMES.get(part, part)
            if own in flat:
                raise invalid(f"{name}: {part} is given twice.", suggestion="Give it once.")
            if given is not None:
                flat[own] = given
    return flat
