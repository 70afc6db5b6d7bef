from collections.abc import Iterator
from typing import Any
from urllib.parse import quote
from uuid import uuid4

import pytest

from moot.desk import OWNER
from tests.support.house import Inside, Table, said
from tests.support.thorough import every_third
from tests.web import plays
from tests.web.hostile import HOSTILE
from tests.web.playing import put_on
from tests.web.visitor import Read, Visitor

pytestmark = pytest.mark.anyio

OURS = {"/static/theme.js", "/static/vendor/htmx.min.js", "/static/js/main.js"}
OURS_ASK = ("/debates/", "/list", "/")


def foreign(page: Read) -> Iterator[str]:
    """Whatever on a page is not from our templates and could do something."""
    for element in page.elements:
        yield from _foreign(element.tag, element.attributes)


def _foreign(tag: str, attributes: dict[str, str]) -> Iterator[str]:
    if tag == "script" and attributes.get("src") not in OURS:
        yield f"script {attributes}"
    if tag in {"style", "iframe", "object", "embed", "base"} or (tag == "meta" and "http-equiv" in attributes):
        yield tag
    if tag == "img" and not attributes["src"].startswith("/static/"):
        yield f"img {attributes}"
    for name, value in attributes.items():
        if name.startswith(("on", "hx-on", "data-hx")) or name == "style":
            yield f"{tag} {name}"
        if name == "hx-get" and not value.startswith(OURS_ASK):
            yield f"{tag} {name} {value}"
        if name in ("href", "src", "action") and ":" in value and not value.startswith(("https:", "http:", "mailto:")):
            yield f"{tag} {name} {value}"


@pytest.mark.parametrize("text", every_third(HOSTILE))
async def test_script_in_every_field_stays_text_on_every_page(house: Inside, visitor: Visitor, text: str):
    table = await Table(house.http, str(uuid4())).opened(title=text[:200], content=text)
    said(await table.claim("opponent", text))
    said(await table.appeal(text, about=2, options=[{"id": "A", "label": text}]))
    document = await house.desk.create_document(
        OWNER, title=text[:200], content=text, debate_id=table.debate, note=text
    )
    told = await house.desk.submit_version(OWNER, document.document_id, content=f"{text}\nmore", note=text)
    said(await table.rule(f"{text} {told.document_id}@2", option="A"))
    here, doc = f"/debates/{table.debate}", f"/docs/{told.document_id}"
    lists = ["/", f"/?q={quote(text)}", "/list", "/docs"]
    debates = [here, f"{here}?seat=proposer", f"{here}/hand-over", f"{here}/verify"]
    for path in [*lists, *debates, doc, f"{doc}?source=true", f"{doc}/diff"]:
        assert list(foreign(await visitor.get(path))) == [], path


def hostile_panel(text: str) -> plays.Play:
    """A panel in which everybody tries, in every field."""
    option = {"id": "A", "label": text, "description": text}
    other = {"id": "B", "label": "Other", "description": ""}
    assessed = [{"option": one, "assessment": text} for one in "AB"]
    words: dict[str, Any] = {"summary": text, "for_stance": text, "reasoning": text}
    asked = {"question": text, "options": [option, other], "context": text, "feature_name": text}
    judges = [{"name": name, "stance": text[:100], "optimise": text, "brief": text} for name in ("risk", "value")]
    told = {"title": text[:200], "question_id": "x", "judges": judges}
    challenge = {"point": text, "counter": text}
    return plays.Play("panel", told, plays.Act("asker", "QUESTION", asked)).then(
        plays.recommends("risk", "A", assessments=assessed, **words),
        plays.recommends("value", "B", assessments=assessed, **words),
        plays.responds("risk", "A", "value", challenges=[{"judge": "value", **challenge}], **words),
        plays.responds("value", "B", "risk", challenges=[{"judge": "risk", **challenge}], **words),
        plays.Act("asker", "CHOICE", {"option": "A", "reason": text}),
    )


def hostile_evaluation(text: str) -> plays.Play:
    """An evaluation in which everybody tries, in every field."""
    category = {"id": "worth", "name": text[:60], "high": text}
    held = {"topic": text[:120], "category": "worth", "advocate_position": text, "challenger_position": text}
    told = {
        "title": text[:200],
        "categories": [category],
        "rounds": [held],
        "personas": [{"name": "x", "attacks": text}],
    }
    scored = {"category": "worth", "score": 7, "confidence": 0.5, "reasoning": text}
    item = {"id": "E1", "category": "worth", "text": text, "source": text}
    point = [{"claim": text, "evidence": ["E1"]}]
    ruled = {"winner": "draw", "change": 0, "reasoning": text, "key_points": [text], "confidence": 1}
    return plays.Play("evaluation", told, plays.Act("author", "IDEA", {"content": text})).then(
        plays.Act("assessor", "ASSESSMENT", {"scores": [scored], "evidence": [item]}),
        plays.Act("red-x", "CHALLENGES", {"challenges": [{"category": "worth", "claim": text}]}),
        plays.Act("advocate", "ARGUMENT", {"content": text, "points": point}),
        plays.Act("challenger", "ARGUMENT", {"content": text, "points": point}),
        plays.Act("advocate", "REST", {}),
        plays.Act("challenger", "REST", {}),
        plays.Act("arbiter", "VERDICT", ruled),
    )


# Each text meets the end and one stage on the way, each stage many texts: all with all would take long.
@pytest.mark.parametrize(("text", "number"), every_third([(text, number) for number, text in enumerate(HOSTILE)]))
async def test_script_in_every_field_of_a_panel_and_an_evaluation_stays_text(visitor: Visitor, text: str, number: int):
    for play in (hostile_panel(text), hostile_evaluation(text)):
        for acts in (number % len(play.acts), len(play.acts)):
            debate = await put_on(visitor.http, play._replace(acts=play.acts[:acts]))
            seat = play.acts[acts].role if acts < len(play.acts) else "asker" if play.format == "panel" else "author"
            for query in ("", "?view=record", f"?seat={seat}"):
                path = f"/debates/{debate}{query}"
                assert list(foreign(await visitor.get(path))) == [], (play.format, acts, query)


@pytest.mark.parametrize("text", HOSTILE)
async def test_script_in_a_refused_form_stays_text(visitor: Visitor, table: Table, text: str):
    form = await visitor.form(f"/debates/{table.debate}")
    answer = await visitor.send(form, act=text, content=text, option=text, seat="arbitrator")
    assert answer.status_code == 422
    assert list(foreign(Read(answer.text))) == []
    form = await visitor.form("/debates/new")
    answer = await visitor.send(form, title=text, debate_type=text, content=text, max_rounds=text)
    assert answer.status_code == 422
    assert list(foreign(Read(answer.text))) == []


@pytest.mark.parametrize(
    "path", ["/debates/<script>alert(1)</script>", "/docs/'><script>x</script>", "/<svg onload=x>"]
)
async def test_script_in_an_address_stays_text_on_the_error_page(visitor: Visitor, path: str):
    answer = await visitor.http.get(path)
    assert answer.status_code == 404
    assert list(foreign(Read(answer.text))) == []


async def test_no_page_of_ours_has_a_style_or_script_in_its_markup(visitor: Visitor, table: Table):
    for path in ("/", "/docs", "/debates/new", "/sign-in", f"/debates/{table.debate}"):
        assert list(foreign(await visitor.get(path))) == [], path
