"""A value as YAML, for people who keep results beside their specifications."""

from collections.abc import Mapping
from typing import Any

import yaml


def as_yaml(value: Any) -> str:
    """The value as YAML in the order it was given; texts of several lines stay readable."""
    return yaml.dump(value, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=100)


def result_as_yaml(result: Mapping[str, Any]) -> str:
    """A result as YAML: under one name, and without what does not apply. Whether there is consensus is always said."""
    kept = {name: value for name, value in result.items() if value is not None or name == "consensus"}
    return as_yaml({"debate_result": kept})


class _Dumper(yaml.SafeDumper):
    """Writes texts of several lines as blocks."""


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    style = "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)  # pyright: ignore[reportUnknownMemberType] - untyped in its stubs


_Dumper.add_representer(str, _text)
