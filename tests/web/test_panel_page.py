"""A panel on its page: who has spoken, what turned over, what was counted, and what you can do about it."""

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from moot.testing import FixedClock
from tests.support.house import Inside, inside, said
from tests.web import plays
from tests.web.playing import go_on, put_on
from tests.web.visitor import Read, Visitor

pytestmark = pytest.mark.anyio


def faces(page: Read) -> list[str]:
    return [card["data-face"].partition("-")[0] for card in page.all("article") if "data-face" in card]


async def shown(visitor: Visitor, play: plays.Play, **query: str) -> Read:
    return await visitor.get(f"/debates/{await put_on(visitor.http, play)}", **query)


async def test_what_a_judge_said_in_round_one_is_nowhere_on_the_page_until_all_are_in(visitor: Visitor):
    secret = "Nobody may read this yet."
    play = plays.panel().then(plays.recommends("risk", "B", summary=secret, reasoning=secret))
    debate = await put_on(visitor.http, play)
    for query in ("", "?view=record", "?seat=value", "?seat=asker", "?view=record&seat=effort"):
        page = await visitor.get(f"/debates/{debate}{query}")
        assert secret not in page.text, query
    assert faces(await visitor.get(f"/debates/{debate}")) == ["down", "due", "due"]
    await go_on(visitor.http, debate, plays.recommends("value", "B"), plays.recommends("effort", "C"))
    page = await visitor.get(f"/debates/{debate}")
    assert secret in page.text
    assert faces(page) == ["up", "up", "up"]


async def test_a_judge_reads_its_own_card_and_no_other(visitor: Visitor):
    own, other = "What I think.", "What they think."
    play = plays.panel().then(plays.recommends("risk", "B", summary=own), plays.recommends("value", "A", summary=other))
    page = await shown(visitor, play, seat="risk")
    assert own in page.text
    assert other not in page.text
    assert faces(page) == ["up", "down", "due"]


async def test_the_second_round_shows_who_challenged_whom_and_what_changed_whose_mind(visitor: Visitor):
    page = await shown(visitor, plays.agreed())
    drawn = [svg["aria-label"] for svg in page.all("svg") if svg.get("role") == "img"]
    assert drawn == ["Risk challenges effort. Value challenges risk. Effort challenges value. "]
    assert "convinced by the value judge, line 3" in " ".join(page.text.split())
    assert [link["href"] for link in page.all("a") if link["href"] == "#line-3"]
    assert "The provider carries the credit risk" in page.text


@pytest.mark.parametrize(
    ("play", "words"),
    [
        (plays.agreed(), ["Consensus: option B", "2 of 3 judges recommend option B", "0 of 1 change of mind"]),
        (plays.contested(), ["Contested", "Read their perspectives and choose", "nobody changed their mind"]),
        (plays.chosen(), ["Contested, decided by the asker", "The asker chose", "our own we would have to keep"]),
    ],
)
async def test_the_result_says_how_it_came_out(visitor: Visitor, play: plays.Play, words: list[str]):
    text = " ".join((await shown(visitor, play)).text.split())
    for expected in words:
        assert expected in text
    assert "2 of 3 must agree" in text


@pytest.mark.parametrize("how", ["json", "yaml", "markdown"])
async def test_the_links_to_the_result_lead_to_it(visitor: Visitor, how: str):
    page = await shown(visitor, plays.agreed())
    (link, *_) = [a["href"] for a in page.all("a") if a["href"].endswith(f"/result?format={how}")]
    answer = await visitor.http.get(link)
    assert answer.status_code == 200
    assert "CONSENSUS" in answer.text


async def test_while_round_one_is_under_way_no_result_is_claimed(visitor: Visitor):
    page = await shown(visitor, plays.panel().then(plays.recommends("risk", "B")))
    assert not [part for part in page.all("section") if part.get("id") == "part-result"]
    assert "1 of 3 are in" in page.text


async def test_a_contested_panel_is_decided_by_the_asker_with_a_second_gesture(visitor: Visitor):
    debate = await put_on(visitor.http, plays.contested())
    form = await visitor.form(f"/debates/{debate}")
    refused = await visitor.send(form, act="choose", option="C", content="Because.")
    assert refused.status_code == 422
    assert "second gesture" in refused.text
    again = Read(refused.text).forms[-1]
    assert again.fields["content"] == "Because."
    answer = await visitor.send(again, act="choose", option="C", confirm="yes")
    assert answer.headers["location"] == f"/debates/{debate}#line-16"
    page = await visitor.get(f"/debates/{debate}")
    assert "The asker chose" in page.text
    assert [part for part in page.all("div") if part.get("id") == "line-16"]


async def test_a_choice_that_nobody_offered_is_refused(visitor: Visitor):
    debate = await put_on(visitor.http, plays.contested())
    answer = await visitor.send(await visitor.form(f"/debates/{debate}"), act="choose", option="Z", confirm="yes")
    assert answer.status_code == 422
    assert "no option" in answer.text


async def test_a_contested_panel_is_among_those_that_wait_for_you(visitor: Visitor):
    debate = await put_on(visitor.http, plays.contested())
    page = await visitor.get("/", show="waiting")
    assert debate in [row["data-key"] for row in page.all("li") if "row" in row.get("class", "")]
    assert "The judges disagree. Waiting for your choice" in page.text


@pytest.mark.parametrize(("count", "needed"), [(2, 2), (4, 3), (7, 5)])
async def test_panels_of_any_size_are_drawn_and_say_how_many_must_agree(visitor: Visitor, count: int, needed: int):
    judges = ("risk", "value", "effort", "security", "law", "support", "cost")[:count]
    page = await shown(visitor, plays.split(*judges))
    assert faces(page) == ["up"] * count + ["due"] * count
    assert f"{needed} of {count} must agree" in page.text


@pytest.fixture
async def late() -> AsyncIterator[tuple[Inside, FixedClock]]:
    """A house whose clock stands still until it is moved."""
    clock = FixedClock()
    async with inside(clock=clock) as house:
        yield house, clock


async def test_a_judge_who_is_late_has_a_card_that_says_so_and_is_counted(late: tuple[Inside, FixedClock]):
    house, clock = late
    play = plays.panel(timeout_per_person=60).then(plays.recommends("risk", "B"), plays.recommends("value", "B"))
    debate = await put_on(house.http, play)
    clock.now += timedelta(minutes=2)
    answer = await house.http.get(f"/debates/{debate}", headers={"Accept": "text/html"})
    page, text = Read(answer.text), " ".join(Read(answer.text).text.split())
    assert faces(page) == ["up", "up", "lapsed"]
    assert "The effort judge did not speak in time" in text
    assert "The effort judge timed out: only 2 perspectives are available." in text
    assert "still counted among those asked: effort" in text


async def test_line_by_line_a_sealed_card_turns_over_in_its_own_place(visitor: Visitor):
    debate = await put_on(visitor.http, plays.split())
    page = await visitor.get(f"/debates/{debate}", view="record")
    lines = [card["data-line"] for card in page.all("article") if "data-line" in card]
    assert lines == ["1", "2", "3", "4", "8"]
    assert "Revealed at line 5" in page.text


async def test_a_line_whose_reveal_is_folded_away_is_shown_face_up(house: Inside, visitor: Visitor):
    judges = ("risk", "value", "effort", "security", "law", "support", "cost")
    debate = await put_on(visitor.http, plays.split(*judges))
    parts = await visitor.http.get(f"/debates/{debate}/lines", params={"after": 1, "before": 5})
    assert plays.WHY["A"] in parts.text
    assert "Sealed." not in parts.text


async def test_a_page_of_a_format_with_a_board_has_links_that_reach_every_line(visitor: Visitor):
    for play in (plays.chosen(), plays.evaluated()):
        debate = await put_on(visitor.http, play)
        page = await visitor.get(f"/debates/{debate}")
        anchors = {element.attributes.get("id") for element in page.elements}
        context = said(await visitor.http.get(f"/api/v1/debates/{debate}", params={"argument_limit": 500}))
        lines = [one["seq"] for one in context["arguments"] if one["type"] != "revealed"]
        assert [line for line in lines if f"line-{line}" not in anchors] == []


async def test_a_heavy_board_folds_its_earlier_rounds_and_each_can_be_unfolded(visitor: Visitor):
    judges = ("risk", "value", "effort", "security", "law", "support", "cost")
    long = "A reason that takes up some room. " * 100
    rounds = [plays.recommends(judge, "ABC"[n % 3], reasoning=long) for n, judge in enumerate(judges)]
    for _ in range(3):
        rounds += [plays.responds(j, "ABC"[n % 3], judges[(n + 1) % 7], reasoning=long) for n, j in enumerate(judges)]
    debate = await put_on(visitor.http, plays.panel(*judges, max_rounds=4).then(*rounds))
    answer = await visitor.http.get(f"/debates/{debate}")
    assert len(answer.content) < 110_000
    asked = [a["hx-get"] for a in Read(answer.text).all("a") if "/parts/" in a.get("hx-get", "")]
    assert [path.partition("?")[0].rpartition("/")[2] for path in asked] == ["round-1", "round-2", "round-3"]
    unfolded = await visitor.http.get(asked[0])
    assert faces(Read(unfolded.text)) == ["up"] * 7
    whole = await visitor.get(f"/debates/{debate}", whole="true")
    assert faces(whole) == ["up"] * 28


async def test_a_part_that_is_not_there_is_refused(visitor: Visitor):
    debate = await put_on(visitor.http, plays.panel())
    answer = await visitor.http.get(f"/debates/{debate}/parts/round-9")
    assert answer.status_code == 422
