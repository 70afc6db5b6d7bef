"""Opening the doors: where the house refuses to listen, and how it is told apart from a fault."""

import socket

import pytest

from moot.debate import InvalidInput
from moot.wiring import serve
from tests.support.house import settings


def test_the_house_refuses_to_serve_a_network_without_a_token():
    with pytest.raises(InvalidInput, match="without a token"):
        serve(settings().model_copy(update={"host": "0.0.0.0"}))


def test_a_port_that_is_taken_is_told_with_what_to_do():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        wished = settings().model_copy(update={"port": taken.getsockname()[1]})
        with pytest.raises(InvalidInput) as refusal:
            serve(wished)
    assert "--port" in str(refusal.value.suggestion)
