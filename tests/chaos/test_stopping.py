"""A server that is asked to stop does so at once, whoever hangs on it, and they all go on with the next."""

from pathlib import Path

import pytest

from moot.client import Client, new_id
from tests.chaos.crowd import Crowd
from tests.chaos.debaters import PATIENCE
from tests.chaos.followers import Followers
from tests.chaos.servers import steady_server

pytestmark = pytest.mark.chaos

OF_EACH = 50


def test_a_server_stops_under_those_who_follow_it_and_they_go_on_from_their_line_with_the_next(tmp_path: Path) -> None:
    debate = new_id()
    with steady_server(str(tmp_path / "moot.db")) as server:
        client = Client(server.url, patience=PATIENCE)
        motion = client.create_debate(debate, "Stop", "general_debate", "Let us stop.")["argument_id"]
        followers = Followers(client, debate, Crowd(60), OF_EACH)
        followers.go()

        assert server.terminate() == 0
        # It says so where it had to cut anybody off because they did not leave in time.
        assert server.log == ""
        assert [path.name for path in tmp_path.iterdir()] == ["moot.db"]  # closed, with nothing beside it

        server.start()
        client.submit(debate, "opponent", motion, "Not yet.")
        followers.crowd.wait_until(lambda: followers.done("poll"))
        client.request_completion(debate, motion, "Now.")
        client.rule(debate, "Yes.", close=True)
        heard = followers.crowd.all_done()
        assert server.log == ""
    assert {lines for way, lines in heard if way == "poll"} == {(2,)}
    assert {lines for way, lines in heard if way != "poll"} == {(1, 2, 3, 4)}
