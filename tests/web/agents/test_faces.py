import pytest

from tests.web.agents import made
from tests.web.agents.fakes import FakeDesk, visiting
from tests.web.agents.made import PIXEL

pytestmark = pytest.mark.anyio

DRAWING = "data:image/svg+xml;base64,PHN2Zz48c2NyaXB0PmFsZXJ0KDEpPC9zY3JpcHQ+PC9zdmc+"


async def served(**agent: object) -> tuple[str, bytes, dict[str, str]]:
    async with visiting(FakeDesk(agent=made.profile(0, **agent))) as http:
        answer = await http.get("/agents/agent-0/avatar")
    assert answer.status_code == 200
    return answer.headers["content-type"], answer.content, dict(answer.headers)


async def test_a_picture_is_served_as_what_it_is_and_can_do_nothing():
    kind, content, headers = await served(avatar=PIXEL)
    assert kind == "image/png"
    assert content.startswith(b"\x89PNG")
    assert headers["x-content-type-options"] == "nosniff"
    assert "sandbox" in headers["content-security-policy"]


@pytest.mark.parametrize("avatar", [None, "https://example.org/me.png", DRAWING, "data:image/png;base64,", "data:x"])
async def test_what_is_no_picture_is_drawn_from_the_name_and_never_loaded(avatar: str | None):
    kind, content, _ = await served(avatar=avatar)
    assert kind.startswith("image/svg+xml")
    assert b">AC</text>" in content
    assert b"script" not in content
    assert b"example.org" not in content


async def test_an_emoji_is_drawn_as_it_is_and_markup_stays_text():
    assert ">🦉</text>".encode() in (await served(avatar="🦉"))[1]
    assert b"&lt;b&gt;" in (await served(avatar="<b>"))[1]


async def test_the_picture_of_a_deleted_agent_is_shown_no_more():
    kind, content, _ = await served(avatar=PIXEL, deleted=True)
    assert kind.startswith("image/svg+xml")
    assert "–".encode() in content


async def test_pages_take_pictures_from_this_house_alone():
    rows = made.leaders(3, None, avatar=PIXEL).rows + made.leaders(2, None, avatar="https://example.org/me.png").rows
    desk = FakeDesk(leaderboard=made.told.Leaderboard(sort="score", rows=rows))
    async with visiting(desk) as http:
        text = (await http.get("/leaderboard")).text
    assert "example.org" not in text
    assert text.count('src="/agents/') == 3
