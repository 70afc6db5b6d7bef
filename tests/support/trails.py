"""Audits, read back: the record that stands behind one."""

from collections.abc import Mapping
from typing import Any

from moot.notation import canonical
from moot.notation.jsonl import FORM


def record_in(trail: Mapping[str, Any]) -> str:
    """The record as JSON lines, from an audit alone."""
    rows = [{"line": each["seq"], **{name: each[name] for name in ("head", "body", "hash")}} for each in trail["lines"]]
    title = {"form": FORM, "debate": trail["debate"]["id"], "lines": len(rows), "head": rows[-1]["hash"]}
    return "".join(f"{canonical(row)}\n" for row in (title, *rows))
