"""A workshop on its page: where it stands, who takes part, what was made, tested, said, attacked and decided."""

import re

import httpx2
import pytest

from tests.support.house import API, Inside, said
from tests.web.visitor import Read, Visitor
from tests.web.workshop import plays
from tests.web.workshop.playing import go_on, put_on

pytestmark = pytest.mark.anyio


def words(page: Read) -> str:
    return " ".join(page.text.split())


def parts(page: Read) -> list[str]:
    return [part["id"].removeprefix("part-") for part in page.all("section") if part.get("class") == "part"]


def steps(page: Read) -> list[str]:
    return [item["class"] for item in page.all("li") if item.get("class", "").startswith("step ")]


@pytest.fixture(scope="module")
async def whole(house: Inside) -> str:
    """A workshop that was decided."""
    return await put_on(house.http, plays.whole())


@pytest.fixture(scope="module")
async def attempted(house: Inside) -> str:
    """Two authors have attempted, and neither reads the other."""
    return await put_on(house.http, plays.walked(plays.at("self_evolvement", "reflect")))


async def test_a_workshop_that_was_decided_shows_every_part(visitor: Visitor, whole: str):
    page = await visitor.get(f"/debates/{whole}")
    assert parts(page) == [
        *("rail", "cast", "task", "questions", "plans"),
        *("versions", "tests", "reflections", "critiques", "reviews", "attacks"),
        *("vote", "gates", "costs", "result"),
    ]


async def test_the_rail_tells_what_was_held_what_is_under_way_and_what_may_follow(visitor: Visitor):
    page = await visitor.get(f"/debates/{await put_on(visitor.http, plays.gated())}")
    assert steps(page) == ["step step-held"] * 3 + ["step step-now"] + ["step step-next"] * 5
    assert "Proposals, under way 2 turns gate is shut" in words(page)
    assert "Stopped at the gate after proposals. You decide" in words(page)


async def test_a_phase_that_was_passed_over_is_absent_from_the_rail(visitor: Visitor):
    walk = plays.walked(plays.at("proposal"), dehallucination={"simple": False})
    page = await visitor.get(f"/debates/{await put_on(visitor.http, walk)}")
    assert "Clarifying the task" not in page.text
    assert steps(page)[:2] == ["step step-held", "step step-held"]


async def test_after_the_end_nothing_is_to_come(visitor: Visitor, whole: str):
    page = await visitor.get(f"/debates/{whole}")
    assert set(steps(page)) == {"step step-held"}
    assert "Decided: Implementer. Borda, with 67 % behind it." in words(page)


@pytest.mark.parametrize("shape", ["mesh", "star", "chain", "tree"])
async def test_the_topology_is_drawn_and_said_and_the_speaking_seat_is_lit(visitor: Visitor, shape: str):
    walk = plays.walked(plays.at("critique"), topology=shape)
    page = await visitor.get(f"/debates/{await put_on(visitor.http, walk)}")
    pictures = [svg["aria-label"] for svg in page.all("svg") if svg.get("role") == "img"]
    (drawn,) = [said for said in pictures if "seats" in said]
    assert drawn.startswith(f"A {shape} of 10 seats")
    assert "Critic has the floor." in drawn
    lit = [group["class"] for group in page.all("g") if "speaks-now" in group.get("class", "")]
    assert lit == ["node tone-arbiter speaks-now"]
    ties = len([path for path in page.all("path") if path.get("class") == "tie"])
    assert ties == (45 if shape == "mesh" else 9)


async def test_the_best_version_of_each_candidate_is_marked(visitor: Visitor, whole: str):
    page = await visitor.get(f"/debates/{whole}")
    listed = {item["id"]: item["class"] for item in page.all("li") if item.get("id", "").startswith("version-")}
    assert {name for name, looks in listed.items() if "best" in looks} == {"version-2", "version-5"}
    assert "Defence by the blue team" in words(page)


async def test_any_two_versions_are_compared(visitor: Visitor, whole: str):
    page = await visitor.get(f"/debates/{whole}/changes", **{"from": 1, "to": 3})
    told = words(page)
    assert "From version 1 to version 3 +9 −2 lines" in told
    assert "removed− numbers.sort()" in told
    assert len([row for row in page.all("tr") if row.get("class") == "u-removed"]) == 2
    fresh = await visitor.http.get(f"/debates/{whole}/changes?from=0&to=1", headers={"HX-Request": "true"})
    assert "<html" not in fresh.text
    assert "solution.py, new" in fresh.text


@pytest.mark.parametrize(("query", "status"), [("from=1&to=9", 404), ("from=0&to=0", 422), ("from=x&to=1", 422)])
async def test_a_version_that_is_not_there_is_said_to_be_missing(visitor: Visitor, whole: str, query: str, status: int):
    answer = await visitor.http.get(f"/debates/{whole}/changes?{query}")
    assert answer.status_code == status


async def test_an_author_does_not_read_what_the_other_attempts(visitor: Visitor, attempted: str):
    page = await visitor.get(f"/debates/{attempted}", seat="implementer")
    assert "Not open to you yet." in page.text
    assert "numbers.sort()" not in page.text
    answer = await visitor.http.get(f"/debates/{attempted}/changes?from=0&to=1&seat=implementer")
    assert answer.status_code == 404
    assert "numbers.sort()" not in answer.text
    own = await visitor.http.get(f"/debates/{attempted}/changes?from=0&to=1&seat=generator")
    assert "numbers.sort()" in own.text


def cells(page: Read) -> list[str]:
    return [cell["class"].split("came-")[1] for cell in page.all("td") if cell.get("class", "").startswith("cell ")]


async def test_the_matrix_has_a_row_for_each_test_and_a_column_for_each_version(visitor: Visitor, whole: str):
    page = await visitor.get(f"/debates/{whole}")
    came = cells(page)
    assert len(came) == 9 * 5
    # The columns are versions 1, 3, 4, 5 of the generator, then version 2 of the implementer.
    assert came[:5] == ["passed"] * 5
    assert came[10:15] == ["failed", "passed", "passed", "passed", "passed"]
    assert came[15:20] == ["none"] * 5
    assert "says nothing does not count" in words(page)
    assert "an even list, version 1: failed 3 instead of 2.5" in words(page)


async def test_what_a_failed_run_told_is_at_hand_by_keyboard(visitor: Visitor, whole: str):
    page = await visitor.get(f"/debates/{whole}")
    told = [link["aria-description"] for link in page.all("a") if "aria-description" in link]
    assert "3 instead of 2.5" in told
    assert all("href" in link for link in page.all("a"))


async def test_remarks_stand_below_the_line_that_they_point_at(visitor: Visitor, whole: str):
    told = words(await visitor.get(f"/debates/{whole}"))
    assert re.search(r"ordered = sorted\(numbers\) ?Line 6: Critic high ?An empty list ends in an IndexError", told)
    assert "Better: Look at the length first." in told
    assert "As short as can be" in told


async def test_reviews_attacks_and_reflections_are_told(visitor: Visitor, whole: str):
    told = words(await visitor.get(f"/debates/{whole}"))
    for expected in (
        "Correctness \u00d74 0.60",
        "broke it an empty list",
        "withstood negative values",
        "Blue team mended it",
        "Lesson: Never change what you are given.",
        "What of an empty list?",
        "A ValueError.",
        "each plans for itself (DPDE)",
        "Needs: Tests for even lists",
    ):
        assert expected in told, expected


async def test_the_vote_tells_ballots_pairs_and_how_it_was_counted(visitor: Visitor, whole: str):
    page = await visitor.get(f"/debates/{whole}")
    told = words(page)
    assert "Borda: 6 voters: six or more rank, and places give points." in told
    assert "6 of 6 voted. 67 % hold the first best." in told
    assert [cell["class"] for cell in page.all("td") if cell.get("class", "").startswith("pair-")] == [
        *("pair-self", "pair-lost", "pair-won", "pair-self"),
    ]
    assert "Generator, then Implementer" in told


async def test_ballots_lie_face_down_until_all_are_in(visitor: Visitor):
    debate = await put_on(visitor.http, plays.voting())
    for seat in ("", "owner", "judge", "red_team"):
        page = await visitor.get(f"/debates/{debate}", **({"seat": seat} if seat else {}))
        assert "It was run, and it held." not in page.text, seat
        assert "Tester has voted" in words(page)
        assert "Red team has yet to vote" in words(page)


async def test_the_result_brings_the_files_and_what_was_learnt(visitor: Visitor, whole: str):
    told = words(await visitor.get(f"/debates/{whole}"))
    assert "from statistics import median" in told
    assert "What is in the library need not be written again." in told
    assert "Runner-up: Generator" in told


async def test_lessons_are_told_with_where_they_were_learnt(visitor: Visitor):
    lesson = {"id": "l1", "text": "Never sort in place.", "debate": "d" * 8, "why": "fits 0.71; in common: list"}
    debate = await put_on(visitor.http, plays.walked(plays.at("dehallucination"), lessons=[lesson]))
    page = await visitor.get(f"/debates/{debate}")
    assert "Never sort in place." in page.text
    assert "fits 0.71; in common: list" in page.text
    assert "/debates/dddddddd" in [link.get("href") for link in page.all("a")]


async def test_time_is_charted_and_what_nobody_measured_is_said_to_be_absent(visitor: Visitor, whole: str):
    page = await visitor.get(f"/debates/{whole}")
    (drawn,) = [svg["aria-label"] for svg in page.all("svg") if svg.get("aria-label", "").startswith("Time:")]
    assert re.search(r"Planning [\d.]+ m?s, Attempts and tests", drawn)
    assert "Not measured in any phase: money, tokens and time that players took." in words(page)


async def test_what_people_write_stays_text(visitor: Visitor):
    bad = "<script>alert(1)</script><img src=x onerror=alert(2)>"
    debate = await put_on(visitor.http, plays.walked(plays.at("dehallucination", "answer"), title=bad, task=bad))
    answer: httpx2.Response = await visitor.http.get(f"/debates/{debate}")
    assert "<script>alert" not in answer.text
    assert "<img src=x" not in answer.text


async def test_without_scripts_every_fold_leads_somewhere(visitor: Visitor, whole: str):
    page = await visitor.get(f"/debates/{whole}")
    lazy = [one["hx-get"] for one in page.all("div") if "hx-get" in one]
    links = {link["href"] for link in page.all("a")}
    assert lazy
    assert set(lazy) <= links
    for path in lazy[:2]:
        await visitor.get(path)


async def test_line_by_line_it_can_still_be_read(visitor: Visitor, whole: str):
    page = await visitor.get(f"/debates/{whole}", view="record")
    assert "Tallied" in page.text


async def test_whoever_holds_a_seat_key_reads_what_the_seat_reads(guarded: Inside):
    walk = plays.walked(plays.at("self_evolvement", "reflect"))
    opened = said(await guarded.http.post(f"{API}/formats/workshop/debates", json=walk.opening))
    debate: str = opened["debate_id"]
    await go_on(guarded.http, debate, walk)
    async with guarded.caller(opened["seat_keys"]["implementer"], Accept="text/html") as http:
        answer = await http.get(f"/debates/{debate}")
        assert answer.status_code == 200
        assert "from statistics" not in answer.text
        assert "Not open to you yet." in answer.text
        assert "numbers.sort()" not in answer.text
        assert (await http.get(f"/debates/{debate}/changes?from=0&to=1")).status_code == 404
        own = await http.get(f"/debates/{debate}/changes?from=0&to=2")
        assert "from statistics" in own.text
    async with guarded.caller(Accept="text/html") as http:
        assert (await http.get(f"/debates/{debate}/changes?from=0&to=1")).status_code == 303


async def test_what_checks_found_is_shown_with_its_version_as_text(visitor: Visitor, whole: str):
    page = await visitor.get(f"/debates/{whole}")
    text = words(page)
    assert "Checks: 1 error, 1 warning" in text
    assert "Checks: nothing found" in text
    assert "bandit absent: the package bandit is not installed" in text
    assert "solution.py:6error" in text.replace(" ", "")
    assert "Undefined <b>name</b> ruff F821" in text
    assert "and 1 more" in text
    assert "coverage 87.5" in text
    assert not [bold for bold in page.all("b") if "name" in bold.get("class", "")]
