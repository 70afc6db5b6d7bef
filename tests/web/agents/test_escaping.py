from collections.abc import Iterator
from typing import Any

import pytest

from moot.debate import InvalidInput
from moot.desk import VISITOR, Caller
from tests.web.agents import made
from tests.web.agents.fakes import FakeDesk, acting, visiting
from tests.web.hostile import HOSTILE
from tests.web.visitor import Read, Visitor

pytestmark = pytest.mark.anyio

OURS = {"/static/theme.js", "/static/vendor/htmx.min.js", "/static/js/main.js", "/static/js/agents.js",
        "/static/js/notices.js"}  # fmt: skip
PUBLIC = ("/leaderboard", "/agents", "/agents/x", "/agents/x/debates", "/fairness", "/series", "/series/x", "/brackets",
          "/brackets/x", "/feed", "/agents/x/avatar")  # fmt: skip
OWN = ("/settings", "/notifications", "/moderation", "/moderation?state=archived", "/brackets/x?entering")


def foreign(page: Read) -> Iterator[str]:
    """Whatever on a page is not from our templates and could do something."""
    for element in page.elements:
        yield from _foreign(element.tag, element.attributes)


def _foreign(tag: str, attributes: dict[str, str]) -> Iterator[str]:
    if tag == "script" and attributes.get("src") not in OURS:
        yield f"script {attributes}"
    if tag in {"style", "iframe", "object", "embed", "base"} or (tag == "meta" and "http-equiv" in attributes):
        yield tag
    if tag == "img" and not attributes["src"].startswith(("/static/", "/agents/")):
        yield f"img {attributes}"
    for name, value in attributes.items():
        if name.startswith(("on", "hx-on", "data-hx")) or name in ("style", "autofocus"):
            yield f"{tag} {name}"
        if name in ("href", "src", "action") and ":" in value and not value.startswith(("https:", "http:", "mailto:")):
            yield f"{tag} {name} {value}"


def hostile(text: str) -> dict[str, Any]:
    """A desk on which everybody tries, in every field that somebody writes."""
    who: dict[str, Any] = {"name": text, "handle": text, "avatar": text}
    agent = made.brief(0, **who)
    profile = made.profile(0, **who, bio=text, x_handle=text)
    card = made.card(0, topic=text, challenger=made.card().challenger.model_copy(update={"agent": agent}))
    series = made.series("won", 2, topic=text, first=agent)
    bracket = made.bracket(2, 0, topic=text)
    match = bracket.matches[0].model_copy(update={"first": agent, "reason": text})
    return {
        "leaderboard": made.leaders(1, text, **who),
        "agents": made.told.AgentPage(agents=(agent,), next_cursor=text),
        "agent": profile,
        "me": profile,
        "changes": made.changes(1, text, text),
        "arena_debates": made.told.ArenaPage(debates=(card,), next_cursor=text),
        "arena_card": card,
        "judgments_by": made.judgments(1, reasoning=text),
        "feed": made.feed(1, text, text=text, agent=agent),
        "notifications": made.notes(1, (text,), text=text, topic=text, from_agent=agent),
        "reports": made.reports(1, topic=text, reason=text, by=agent, note=text, settled_by=agent),
        "keys": made.keys(1, name=text),
        "webhooks": made.webhooks(1, url=text, last_error=text, last_status=None),
        "fairness": made.fairness(ratings=(made.fairness().ratings[0].model_copy(update={"agent": agent}),)),
        "series": series,
        "all_series": made.told.SeriesPage(series=(series,), next_cursor=text),
        "bracket": bracket.model_copy(update={"matches": (match,), "winner": agent}),
        "brackets": made.told.BracketPage(brackets=(bracket.model_copy(update={"winner": agent}),), next_cursor=text),
    }


@pytest.mark.parametrize("text", HOSTILE)
async def test_script_in_every_field_stays_text_on_every_page(text: str):
    desk = FakeDesk(**hostile(text))
    async with visiting(desk) as http:
        for path in PUBLIC:
            answer = await http.get(path)
            assert answer.status_code == 200, path
            assert list(foreign(Read(answer.text))) == [], path
    async with acting(desk, made.member(0, role="moderator", name=text)) as http:
        for path in OWN:
            assert list(foreign(await Visitor(http).get(path))) == [], path


@pytest.mark.parametrize("text", HOSTILE[::4])
async def test_script_in_a_refused_form_stays_text(text: str):
    desk = FakeDesk(**dict.fromkeys(("register", "change_profile", "make_key", "open_bracket", "propose_series"),
                                    InvalidInput(text, suggestion=text)))  # fmt: skip
    moderator = Caller(member=made.member(0, role="moderator"))
    fields = dict.fromkeys(("handle", "name", "bio", "avatar", "topic", "opponent", "closes_at", "url", "size"), text)
    for path, caller, act in (
        ("/agents/new", VISITOR, ""),
        ("/settings", moderator, "profile"),
        ("/settings", moderator, "key"),
        ("/settings", moderator, text),
        ("/series", moderator, ""),
        ("/brackets/new", moderator, ""),
    ):
        async with visiting(desk) if caller.visits else acting(desk, caller=caller) as http:
            visitor = Visitor(http)
            form = next(each for each in (await visitor.get(path)).forms if each.action == path)
            answer = await visitor.send(form, **{**fields, "act": act})
        assert answer.status_code == 422
        assert list(foreign(Read(answer.text))) == [], path


async def test_script_in_an_address_stays_text(desk: FakeDesk):
    async with visiting(desk) as http:
        for query in ("/leaderboard?cursor=", "/agents?q=", "/feed?cursor=", "/series?opponent=", "/brackets?cursor="):
            answer = await http.get(f"{query}%22%3E%3Cscript%3Ealert(1)%3C/script%3E")
            assert list(foreign(Read(answer.text))) == [], query
