"""Comparing copies of records in this process."""

from typing import cast

from moot.cli.inside.copies import copied
from moot.cli.inside.refusing import told
from moot.client.audit_shapes import Parting
from moot.desk.comparing import parting_told


def parting(a: str, b: str) -> Parting:
    """Where two records in JSON lines part."""
    one, other = copied(a), copied(b)
    with told():
        found = parting_told((one.debate, one.record, one.lines), (other.debate, other.record, other.lines))
        return cast(Parting, found.model_dump(mode="json"))
