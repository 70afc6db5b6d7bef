"""`moot links`: what each command asks for, and how it is shown."""

from tests.cli.shell import Shell
from tests.cli.test_webhooks import asked

LINK = {
    "id": "l1",
    "made_at": "2026-11-02T09:30:00Z",
    "until": "2026-12-02T09:30:00Z",
    "ended_at": None,
    "good": True,
    "key": "read.d.l1.x",
    "link": "/shared/read.d.l1.x",
}
SHARED = {"debate_id": "d", "path": "/debates/d", "public": False}


def test_a_link_is_made_and_its_whole_address_told(aw: Shell):
    made = {**SHARED, **{name: LINK[name] for name in ("id", "key", "link", "until")}}
    said, request = asked(aw, "links", "add", "d", "--days", "7", reply=made)
    assert (request.method, request.path, request.body) == ("POST", "/api/v1/debates/d/links", {"days": 7})
    assert said.data["url"].endswith("/shared/read.d.l1.x")


def test_where_no_key_is_needed_the_address_is_that_of_the_debate(aw: Shell):
    said, _ = asked(aw, "links", "add", "d", reply={**SHARED, "id": None, "key": None, "link": None, "until": None})
    assert said.data["url"].endswith("/debates/d")


def test_the_links_of_a_debate_are_listed_with_how_they_stand(aw: Shell):
    over = {**LINK, "id": "l2", "good": False, "key": None, "link": None}
    back = {**over, "id": "l3", "ended_at": "2026-11-03T09:30:00Z"}
    said, request = asked(
        aw, "links", "list", "d", "--format", "markdown", reply={**SHARED, "links": [LINK, over, back]}
    )
    assert (request.method, request.path) == ("GET", "/api/v1/debates/d/links")
    for words in ("good until 2026-12-02", "over since 2026-12-02", "taken back 2026-11-03", "/shared/read.d.l1.x"):
        assert words in said.out


def test_a_link_is_taken_back(aw: Shell):
    _, request = asked(aw, "links", "drop", "d", "l1", reply={**LINK, "good": False})
    assert (request.method, request.path) == ("DELETE", "/api/v1/debates/d/links/l1")
