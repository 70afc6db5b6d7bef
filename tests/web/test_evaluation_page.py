"""An evaluation on its page: scores, challenges, exchanges, verdicts, and what became of the scores."""

import pytest

from tests.web import plays
from tests.web.playing import put_on
from tests.web.visitor import Read, Visitor

pytestmark = pytest.mark.anyio


async def shown(visitor: Visitor, play: plays.Play, **query: str) -> Read:
    return await visitor.get(f"/debates/{await put_on(visitor.http, play)}", **query)


def parts(page: Read) -> list[str]:
    return [part["id"] for part in page.all("section") if part.get("class") == "part"]


@pytest.mark.parametrize(
    ("play", "expected"),
    [
        (plays.evaluation(), ["idea", "assessment"]),
        (plays.assessed(), ["idea", "assessment", "challenges", "evidence"]),
        (plays.argued(), ["idea", "assessment", "challenges", "round-1", "evidence"]),
        (plays.judged(), ["idea", "assessment", "challenges", "round-1", "round-2", "scores", "evidence"]),
        (
            plays.evaluated(),
            ["idea", "assessment", "challenges", "round-1", "round-2", "round-3", "scores", "synthesis", "evidence"],
        ),
    ],
)
async def test_a_page_shows_what_has_come_and_claims_nothing_else(
    visitor: Visitor, play: plays.Play, expected: list[str]
):
    assert parts(await shown(visitor, play)) == [f"part-{name}" for name in expected]


async def test_chips_show_the_text_of_what_is_cited_and_lead_to_it(visitor: Visitor):
    page = await shown(visitor, plays.argued())
    cited = [link for link in page.all("a") if "cite" in link.get("class", "")]
    assert {"#evidence-E1", "#challenge-skeptic.2"} <= {link["href"] for link in cited}
    (first, *_) = [link["aria-description"] for link in cited if link["href"] == "#evidence-E1"]
    assert first == "In six months of the trial the problem held: 140 loans."
    anchors = {element.attributes.get("id") for element in page.elements}
    assert {link["href"].removeprefix("#") for link in cited} <= anchors


async def test_a_point_that_was_granted_is_marked_where_it_was_made_and_where_it_was_granted(visitor: Visitor):
    text = " ".join((await shown(visitor, plays.argued())).text.split())
    assert "granted by the advocate" in text
    assert "Grants line 8 : Rarely used is not the same as missed." in text.replace("line 8:", "line 8 :")


async def test_verdicts_show_their_two_askings_or_their_marks(visitor: Visitor):
    text = " ".join((await shown(visitor, plays.evaluated())).text.split())
    assert "Asked twice, with the sides in both orders" in text
    assert "Challenger shown first: advocate, clearly" in text
    assert "Each side heard alone, four marks from 0 to 10" in text
    assert "16 of 40" in text
    assert "24 of 40" in text
    assert "finds a draw" in text


async def test_the_slopes_are_drawn_with_words_and_a_table_behind_them(visitor: Visitor):
    page = await shown(visitor, plays.evaluated())
    (drawn,) = [svg["aria-label"] for svg in page.all("svg") if "Problem: " in svg.get("aria-label", "")]
    assert "Problem: 7 to 9. Solution: 6.5 to 5." in drawn
    assert "Market: 5 to 5." in drawn
    assert "round 2: challenger, −1.5" in " ".join(page.text.split())


async def test_the_synthesis_says_what_speaks_for_and_against_and_what_nobody_met(visitor: Visitor):
    text = " ".join((await shown(visitor, plays.evaluated())).text.split())
    for words in ("Speaks for it", "Speaks against it", "Nobody has met", "6.58", "6.5 before (+0.08)"):
        assert words in text


async def test_the_board_and_the_record_are_two_views_of_one_debate(visitor: Visitor):
    debate = await put_on(visitor.http, plays.judged())
    record = await visitor.get(f"/debates/{debate}", view="record")
    lines = [int(card["data-line"]) for card in record.all("article") if "data-line" in card]
    assert lines == list(range(1, 14))
    assert [link for link in record.all("a") if link["href"] == f"/debates/{debate}?seat=author"]
