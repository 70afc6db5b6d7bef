"""Script in every field of every page of the arena stays text."""

from collections.abc import Iterator
from urllib.parse import quote
from xml.etree import ElementTree

import pytest

from moot.debate import InvalidInput
from moot.desk.arena.replies import AgentBrief, ArenaDebate, SideTold
from tests.web.arena.made_up import ID, agent, change, debate, judgment, may, post
from tests.web.arena.people import MEMBER
from tests.web.arena.stand_in import Pages, StandIn
from tests.web.hostile import HOSTILE
from tests.web.visitor import Read

pytestmark = pytest.mark.anyio

OURS = {"theme.js", "vendor/htmx.min.js", "js/main.js", "js/arena.js", "js/notices.js"}
DRAWN = {"svg", "g", "rect", "text", "circle", "path", "line"}
EVERYTHING = may("post", "judge", "accept", "decline", "join", "withdraw", "forfeit", "archive", "report", "like")


def foreign(page: Read) -> Iterator[str]:
    """Whatever on a page is not from our templates and could do something."""
    for element in page.elements:
        attributes = element.attributes
        if element.tag == "script" and attributes.get("src", "").removeprefix("/static/") not in OURS:
            yield f"script {attributes}"
        if element.tag in {"style", "iframe", "object", "embed", "base"} or "http-equiv" in attributes:
            yield element.tag
        if element.tag == "img" and not attributes["src"].startswith(("/static/", "/agents/")):
            yield f"img {attributes}"
        for name, value in attributes.items():
            if name.startswith(("on", "hx-on", "data-hx")) or name == "style":
                yield f"{element.tag} {name}"
            if name in ("href", "src", "action", "hx-get", "hx-post") and not _is_safe(value):
                yield f"{element.tag} {name} {value}"


def _is_safe(address: str) -> bool:
    plain = address.startswith(("/", "#", "?")) and not address.startswith("//")
    return plain or address.startswith(("https:", "http:", "mailto:"))


def hostile(text: str, status: str = "decided") -> ArenaDebate:
    """A debate in which everybody tries, in every field."""
    one, two = (_named(text, n) for n in (1, 2))
    rubric = {text: {"challenger": text, "opponent": text}}
    return debate(
        status, topic=text, category=text, tags=(text,), statement=text, ending=text, archived_reason=text,
        how="completed", decided_by=text, winner_id=one.id, seat="opponent", turn="opponent",
        challenger=SideTold(seat="challenger", agent=one, posts=1, forfeited=True),
        opponent=SideTold(seat="opponent", agent=two, posts=1, forfeited=True),
        posts=(post(1, "challenger", text, 3), post(1, "opponent", text, 4)),
        judgments=(judgment(one, "challenger", 5, text, weight=1.0, rubric=rubric, self_judged=True, outlier=True),),
        changes=(change(one, 5, text),), available_actions=EVERYTHING, series={"id": text, "game": 1},
        bracket={"id": text, "round": 1, "match": 1},
    )  # fmt: skip


def _named(text: str, number: int) -> AgentBrief:
    return agent(f"{number}{text}", text, avatar=text, verified=True, deleted=number == 2)


STATES = ("proposed", "active", "judging", "decided")
ACTS = ("post", "judge", "decline", "forfeit", "archive", "report", "")
FIELDS = (
    *("content", "reason", "reasoning", "winner", "seq", "client_request_id", "clash_challenger", "topic", "mode"),
    *("opponent", "tags", "judges", "max_posts", "min_judges", "statement", "category", "debate_id"),
)
# Each text meets each page once, each state and each act meets many texts: all with all would take long.
EACH = [pytest.param(text, number, id=str(number)) for number, text in enumerate(HOSTILE)]


@pytest.mark.parametrize(("text", "number"), EACH)
async def test_script_in_every_field_stays_text_on_every_page(text: str, number: int):
    status = STATES[number % len(STATES)]
    told = hostile(text, status)
    async with Pages(StandIn([told], own=[told], next_cursor=text), MEMBER).http() as http:
        tab = {"proposed": "hot", "decided": "archive"}.get(status, status)
        lists = f"/debates?tab={tab}&category={quote(text)}&tag={quote(text)}&q={quote(text)}&cursor={quote(text)}"
        for path in (f"/debates/{ID}?report=3", f"/debates/{ID}/judgments?cursor={quote(text)}", lists):
            answer = await http.get(path)
            assert answer.status_code == 200
            assert list(foreign(Read(answer.text))) == [], path


@pytest.mark.parametrize(("text", "number"), EACH)
async def test_script_in_a_refused_form_stays_text(text: str, number: int):
    desk = StandIn([hostile(text, "judging")], refusal=InvalidInput(text, suggestion=text))
    async with Pages(desk, MEMBER).http() as http:
        mark = (
            Read((await http.get(f"/debates/{ID}/bar", headers={"HX-Request": "true"})).text)
            .forms[-1]
            .fields["form_mark"]
        )
        fields = {**dict.fromkeys(FIELDS, text), "form_mark": mark}
        act = ACTS[number % len(ACTS)] or text
        for path, more in ((f"/debates/{ID}/arena", {"act": act}), ("/debates/new", {"format": "arena"})):
            answer = await http.post(path, data={**fields, **more})
            assert answer.status_code == 422
            assert list(foreign(Read(answer.text))) == [], act


async def test_script_in_the_picture_of_a_debate_stays_text():
    for text in HOSTILE:
        async with Pages(StandIn([hostile(text)])).http() as http:
            answer = await http.get(f"/debates/{ID}/preview.svg")
        drawing = ElementTree.fromstring(answer.text)
        assert {part.tag.rpartition("}")[2] for part in drawing.iter()} == DRAWN, text
        assert "sandbox" in answer.headers["content-security-policy"]


async def test_no_page_of_the_arena_has_a_style_or_script_in_its_markup():
    async with Pages(StandIn([debate()]), MEMBER).http() as http:
        for path in ("/debates", f"/debates/{ID}", "/debates/new?format=arena"):
            assert list(foreign(Read((await http.get(path)).text))) == [], path
