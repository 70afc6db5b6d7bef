"""A ruling by a model never hangs on which way was offered first, and the record says how it was asked for."""

from typing import Any

import pytest

from moot.debate import Entry, Json, JsonObject, Manner
from moot.formats.arbitration import ANOTHER_WAY, CONTENT_LIMIT
from moot.formats.arbitration.forms import LONGEST_READING, LONGEST_REASON
from tests.formats.arbitration.briefs import answer, brief_of, fault, run
from tests.formats.arbitration.stages import Debate, answered, appealed, opened


def reading(option: str, content: str = "So.", close: bool = False) -> JsonObject:
    return {"option": option, "content": content, "close": close}


def score(points: int, reason: str = "Why.") -> JsonObject:
    return {"score": points, "reason": reason}


def spent() -> Debate:
    debate = answered(max_rounds=1)
    debate.say("proposer", "APPEAL", content="Decide.", target=2, options=["Keep it", "Drop it"])
    return debate


def shown(debate: Debate, manner: Manner) -> list[list[str]]:
    return [ask.forms[0].model_json_schema()["properties"]["option"]["enum"] for ask in brief_of(debate, manner).asks]


def scored(debate: Debate, *points: JsonObject) -> Entry:
    return answer(debate, *points, manner="separate")


def test_paired_asks_twice_with_the_ways_in_both_orders():
    debate = appealed("Keep it", "Drop it")
    assert shown(debate, "paired") == [["A", "B", "other"], ["other", "B", "A"]]
    first, second = brief_of(debate).asks
    assert "> A: Keep it\n> B: Drop it\n> other: Another way\n" in first.task
    assert "> other: Another way\n> B: Drop it\n> A: Keep it\n" in second.task
    assert (first.name, second.name) == ("in the order A, B, other", "in the order other, B, A")


def test_both_read_the_appeal_once_and_without_its_ways():
    brief = brief_of(appealed("Keep it", "Drop it"))
    assert brief.record.endswith("Line 3, proposer, APPEAL, about line 2:\n> Decide.")
    assert "Keep it" not in brief.record


def test_what_both_readings_choose_is_ruled_and_both_are_on_the_record():
    ruling = answer(appealed("Keep it", "Drop it"), reading("B", "Too slow."), reading("B", "Too dear."))
    assert ruling.move == {
        "content": "Too slow.",
        "option": "B",
        "close": False,
        "askings": [
            {"options": ["A", "B", "other"], "option": "B", "content": "Too slow."},
            {"options": ["other", "B", "A"], "option": "B", "content": "Too dear."},
        ],
    }


@pytest.mark.parametrize(("one", "two"), [("A", "B"), ("B", "A"), ("A", "other"), ("other", "B")])
def test_readings_that_disagree_choose_nothing_that_was_offered_and_say_so(one: str, two: str):
    ruling = answer(appealed("Keep it", "Drop it"), reading(one, "First.", True), reading(two, "Second.", True))
    assert ruling.move["option"] == ANOTHER_WAY.id
    assert ruling.move["close"] is False
    content = str(ruling.move["content"])
    assert "chose differently" in content
    assert f"\n\n{one}: First.\n\n{two}: Second." in content
    assert [asking["option"] for asking in askings(ruling)] == [one, two]


def askings(ruling: Entry) -> list[Any]:
    told: Any = ruling.move["askings"]
    return list(told)


@pytest.mark.parametrize(("one", "two", "closed"), [(True, True, True), (True, False, False), (False, True, False)])
def test_a_debate_is_closed_only_if_both_readings_close_it(one: bool, two: bool, closed: bool):
    debate = appealed("Keep it", "Drop it")
    answer(debate, reading("A", close=one), reading("A", close=two))
    assert debate.position.ended is closed


def test_readings_as_long_as_they_may_be_fit_into_one_ruling():
    widest = "🗣" * LONGEST_READING
    ruling = answer(appealed("Keep it", "Drop it"), reading("A", widest), reading("B", widest))
    assert len(str(ruling.move["content"]).encode()) <= CONTENT_LIMIT
    assert str(ruling.move["content"]).endswith(widest)
    assert "content" in fault(brief_of(appealed("Keep it")).asks[0], reading("A", "x" * (LONGEST_READING + 1)))


def test_a_way_that_was_not_offered_does_not_fit():
    assert "option" in fault(brief_of(appealed("Keep it")).asks[0], reading("B"))


def test_separate_shows_each_way_alone_and_another_way_to_nobody():
    brief = brief_of(appealed("Keep it", "Drop it", "Sell it"), "separate")
    assert [ask.name for ask in brief.asks] == ["A alone", "B alone", "C alone"]
    for ask, label in zip(brief.asks, ("Keep it", "Drop it", "Sell it"), strict=True):
        told = f"{brief.record}\n{ask.task}"
        assert [each for each in ("Keep it", "Drop it", "Sell it", "Another way") if each in told] == [label]


def test_the_highest_score_wins_wherever_it_stands():
    for points in ((3, 8), (8, 3)):
        debate = appealed("Keep it", "Drop it")
        ruling = scored(debate, *(score(each, f"For {each}.") for each in points))
        assert ruling.move["option"] == ("A" if points[0] > points[1] else "B")
        content = str(ruling.move["content"])
        assert "For 8." in content
        assert "For 3." not in content
        assert content.endswith(f"A {points[0]}, B {points[1]}.")
        assert [asking["score"] for asking in askings(ruling)] == list(points)
        assert [asking["options"] for asking in askings(ruling)] == [["A"], ["B"]]


def test_a_tie_at_the_top_chooses_nothing_that_was_offered_and_gives_the_reasons_of_both():
    ruling = scored(appealed("1", "2", "3"), score(7, "One."), score(2, "Two."), score(7, "Three."))
    assert ruling.move["option"] == ANOTHER_WAY.id
    content = str(ruling.move["content"])
    assert content.startswith("Each way was scored alone, of 10: A 7, B 2, C 7. So none of those offered is chosen.")
    assert content.endswith("A: One.\n\nC: Three.")


def test_a_tie_of_many_long_reasons_still_fits_into_a_ruling():
    ways: list[Json] = [f"Way {number}" for number in range(26)]
    ruling = scored(appealed(*ways), *(score(5, "🗣" * LONGEST_REASON) for _ in ways))
    assert CONTENT_LIMIT - 4 < len(str(ruling.move["content"]).encode()) <= CONTENT_LIMIT
    assert len(askings(ruling)) == 26


@pytest.mark.parametrize("points", [-1, 11, 5.5, "7", True])
def test_a_score_is_a_whole_number_from_nought_to_ten(points: Json):
    ask = brief_of(appealed("Keep it", "Drop it"), "separate").asks[0]
    assert "score" in fault(ask, {"score": points, "reason": "Why."})


def test_a_way_that_stands_alone_is_weighed_against_another_way_in_both_orders():
    for manner in ("paired", "separate"):
        assert shown(appealed("Keep it"), manner) == [["A", "other"], ["other", "A"]]


def test_an_appeal_without_ways_still_gets_its_ruling():
    debate = appealed()
    ruling = answer(debate, reading("other", "This way."), reading("other", "That way."))
    assert (ruling.move["option"], ruling.move["content"]) == ("other", "This way.")


def test_plain_asks_once_and_keeps_no_askings():
    debate = appealed("Keep it", "Drop it")
    assert shown(debate, "plain") == [["A", "B", "other"]]
    assert answer(debate, reading("A"), manner="plain").move == {"content": "So.", "option": "A", "close": False}


@pytest.mark.parametrize(
    ("manner", "filled"),
    [
        ("paired", [reading("A", close=True), reading("A", close=True)]),
        ("paired", [reading("A", close=True), reading("B", close=True)]),
        ("separate", [score(5), score(6)]),
        ("separate", [score(5), score(5)]),
        ("plain", [reading("A", close=True)]),
    ],
)
def test_when_the_rounds_are_spent_every_ruling_closes(manner: Manner, filled: list[JsonObject]):
    debate = spent()
    answer(debate, *filled, manner=manner)
    assert debate.position.ended
    assert "look for another way" not in str(debate.entries[-2].move["content"])


def test_an_arbitrator_that_was_silent_is_asked_about_the_same_appeal():
    debate = appealed("Keep it", "Drop it")
    debate.lapse("arbitrator")
    assert shown(debate, "paired") == [["A", "B", "other"], ["other", "B", "A"]]
    assert "Keep it" not in brief_of(debate).record


def test_a_whole_debate_is_played_from_briefs_alone():
    for manner in ("paired", "separate", "plain"):
        debate = appealed_by_players(manner)
        kinds = [entry.kind for entry in debate.entries]
        assert kinds[1:] == ["MOTION", "CLAIM", "APPEAL", "RULING", "CLAIM", "CLAIM", "RESOLUTION", "RULING", "closed"]
        assert debate.entries[4].move["option"] == "B"
        assert debate.entries[5].move["content"] == "As ruled in line 4."


def appealed_by_players(manner: Manner) -> Debate:
    """A proposer that appeals, follows the ruling and asks for the end; an arbitrator that likes to drop things."""

    def proposer(brief: Any, ask: Any) -> JsonObject:
        if "This is a ruling" in ask.task:
            return {"kind": "CLAIM", "content": "As ruled in line 4.", "target": 4}
        if "RULING" in brief.record:
            return {"kind": "RESOLUTION", "content": "Agreed.", "target": 6}
        return {"kind": "APPEAL", "content": "Which?", "target": 1, "options": ["Keep it", "Drop it"]}

    def opponent(brief: Any, ask: Any) -> JsonObject:
        (target,) = ask.forms[0].model_fields["target"].annotation.__args__
        return {"kind": "CLAIM", "content": "Hm.", "target": target}

    def arbitrator(brief: Any, ask: Any) -> JsonObject:
        if "option" in ask.forms[0].model_fields:
            return reading("B")
        if "score" in ask.forms[0].model_fields:
            return score(9 if "Drop it" in ask.task else 2)
        return {"content": "Done.", "close": True}

    debate = opened()
    run(debate, {"proposer": proposer, "opponent": opponent, "arbitrator": arbitrator}, manner)
    return debate
