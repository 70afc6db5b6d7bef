"""Opening the doors: where the house refuses to listen, and how it is told apart from a fault."""

import resource
import socket

import pytest

from moot.debate import InvalidInput
from moot.wiring import allow_many_connections, serve
from moot.wiring.listening import listening_at
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


def test_of_two_that_are_started_at_once_on_one_port_the_second_is_refused_before_it_has_opened_the_house():
    with listening_at(settings()) as first:
        wished = settings().model_copy(update={"port": first.getsockname()[1]})
        with pytest.raises(InvalidInput, match="Cannot listen"):
            serve(wished)


def test_a_server_takes_as_many_open_files_as_the_system_grants():
    few, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, most))
        allow_many_connections()
        granted, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        assert granted == (65_536 if most == resource.RLIM_INFINITY else min(most, 65_536))
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (few, most))
