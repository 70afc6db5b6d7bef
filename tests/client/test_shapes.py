"""The client's shapes are the desk's replies."""

import inspect

import pytest

from moot.client import shapes
from moot.desk import replies

TOLD = {name: model for name, model in inspect.getmembers(replies, inspect.isclass) if issubclass(model, replies.Reply)}


@pytest.mark.parametrize("name", sorted(set(TOLD) - {"Reply"}))
def test_a_shape_has_the_fields_of_the_reply(name: str):
    shape, fields = getattr(shapes, name), TOLD[name].model_fields
    left_out = {name for name, field in fields.items() if field.exclude_if is not None}
    assert shape.__required_keys__ == set(fields) - left_out
    assert shape.__optional_keys__ - {"message"} == left_out
