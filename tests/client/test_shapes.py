"""The client's shapes are the desk's replies."""

import inspect
from types import ModuleType
from typing import Any

import pytest

from moot.client import (
    audit_shapes,
    git_shapes,
    import_shapes,
    memory_shapes,
    operations_shapes,
    shapes,
    workshop_shapes,
)
from moot.client.arena import shapes as arena_shapes
from moot.desk import (
    audit_replies,
    git_replies,
    import_replies,
    memory_replies,
    operations_replies,
    replies,
    workshop_replies,
)
from moot.desk.arena import replies as arena_replies
from moot.http.around import Dropped

NOT_SENT = {"Claimed", "XFinished", "Rebuilt"}
"""What only pages and the operator are told."""


def told(room: ModuleType) -> dict[str, type[replies.Reply]]:
    found = {name: kind for name, kind in inspect.getmembers(room, inspect.isclass) if issubclass(kind, replies.Reply)}
    return {name: kind for name, kind in found.items() if name not in NOT_SENT | {"Reply"}}


TOLD = told(replies)
TOLD_OF_MEMORY = told(memory_replies)
TOLD_OF_OPERATIONS = told(operations_replies)
TOLD_OF_WORKSHOPS = told(workshop_replies)
TOLD_OF_GIT = told(git_replies)
TOLD_OF_AUDITS = told(audit_replies)
TOLD_OF_IMPORTS = told(import_replies)
TOLD_OF_THE_ARENA = told(arena_replies) | {"Dropped": Dropped}


def must_be_alike(shape: Any, reply: type[replies.Reply]) -> None:
    left_out = {name for name, field in reply.model_fields.items() if field.exclude_if is not None}
    assert shape.__required_keys__ == set(reply.model_fields) - left_out
    assert shape.__optional_keys__ - {"message"} == left_out


@pytest.mark.parametrize("name", TOLD)
def test_a_shape_has_the_fields_of_the_reply(name: str):
    must_be_alike(getattr(shapes, name), TOLD[name])


@pytest.mark.parametrize("name", TOLD_OF_MEMORY)
def test_a_shape_of_memory_has_the_fields_of_the_reply(name: str):
    must_be_alike(getattr(memory_shapes, name), TOLD_OF_MEMORY[name])


@pytest.mark.parametrize("name", TOLD_OF_OPERATIONS)
def test_a_shape_of_operations_has_the_fields_of_the_reply(name: str):
    must_be_alike(getattr(operations_shapes, name), TOLD_OF_OPERATIONS[name])


@pytest.mark.parametrize("name", TOLD_OF_WORKSHOPS)
def test_a_shape_of_workshops_has_the_fields_of_the_reply(name: str):
    must_be_alike(getattr(workshop_shapes, name), TOLD_OF_WORKSHOPS[name])


@pytest.mark.parametrize("name", TOLD_OF_GIT)
def test_a_shape_of_git_has_the_fields_of_the_reply(name: str):
    must_be_alike(getattr(git_shapes, name), TOLD_OF_GIT[name])


@pytest.mark.parametrize("name", TOLD_OF_AUDITS)
def test_a_shape_of_audits_has_the_fields_of_the_reply(name: str):
    must_be_alike(getattr(audit_shapes, name), TOLD_OF_AUDITS[name])


@pytest.mark.parametrize("name", TOLD_OF_IMPORTS)
def test_a_shape_of_imports_has_the_fields_of_the_reply(name: str):
    must_be_alike(getattr(import_shapes, name), TOLD_OF_IMPORTS[name])


@pytest.mark.parametrize("name", TOLD_OF_THE_ARENA)
def test_a_shape_of_the_arena_has_the_fields_of_the_reply(name: str):
    must_be_alike(getattr(arena_shapes, name), TOLD_OF_THE_ARENA[name])


def test_there_is_no_shape_that_is_no_reply():
    there = dict(inspect.getmembers(arena_shapes, inspect.isclass))
    assert {name for name in there if there[name].__module__ == arena_shapes.__name__} == set(TOLD_OF_THE_ARENA)
