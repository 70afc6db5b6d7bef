"""The database goes away under a server and comes back: callers are told so, and then everything goes on."""

from typing import Literal

import pytest

from moot.client import Client, Patience, Refused, new_id
from tests.chaos.crowd import Crowd
from tests.chaos.debaters import PATIENCE
from tests.chaos.followers import Followers
from tests.chaos.servers import steady_server
from tests.support.postgres import PostgresServer

pytestmark = [pytest.mark.chaos, pytest.mark.postgres]

OF_EACH = 20


@pytest.mark.parametrize("end", ["stop", "crash"])
def test_callers_are_told_of_an_outage_and_everything_goes_on_after_it(
    mortal_postgres: PostgresServer, end: Literal["stop", "crash"]
) -> None:
    debate = new_id()
    with steady_server(mortal_postgres.new_database()) as server:
        client = Client(server.url, patience=PATIENCE)
        motion = client.create_debate(debate, "Outage", "general_debate", "Let it fail.")["argument_id"]
        followers = Followers(client, debate, Crowd(60), OF_EACH)
        followers.go()

        mortal_postgres.stop() if end == "stop" else mortal_postgres.crash()
        hasty = Client(server.url, patience=Patience(retries=0))
        assert hasty.health()["status"] == "ok"
        _must_be_told_of_the_outage(hasty, debate, motion)

        mortal_postgres.start()
        claim = client.submit(debate, "opponent", motion, "It did.", client_request_id="claim")
        assert (claim["seq"], claim["repeated"]) == (2, False)
        followers.crowd.wait_until(lambda: followers.done("poll"))
        client.request_completion(debate, motion, "It works again.")
        client.rule(debate, "So it does.", close=True)
        heard = followers.crowd.all_done()
        assert client.verify(debate)["sound"]
    assert {lines for way, lines in heard if way == "poll"} == {(2,)}
    assert {lines for way, lines in heard if way != "poll"} == {(1, 2, 3, 4)}


def _must_be_told_of_the_outage(hasty: Client, debate: str, motion: str) -> None:
    attempts = (
        lambda: hasty.submit(debate, "opponent", motion, "It did.", client_request_id="claim"),
        lambda: hasty.create_debate(new_id(), "Another", "general_debate", "Will this do?"),
        lambda: hasty.context(debate),
        lambda: hasty.debates(),
        lambda: hasty.verify(debate),
        lambda: hasty.ready(),
    )
    for attempt in attempts:
        with pytest.raises(Refused) as outage:
            attempt()
        assert outage.value.status == 503
        assert outage.value.error["code"] in {"STORE_BUSY", "UNAVAILABLE"}
