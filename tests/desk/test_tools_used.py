"""Which uses of tools a reader is told of."""

from typing import Any, cast

from moot.debate import views
from moot.desk.audit import Trail, tools_used
from moot.desk.withholding import Withheld
from moot.engine import Answer, CallKey, Kept
from moot.testing import START
from tests.players.asking import argued

USE = {"name": "search"}


def kept(*uses: dict[str, str], answered: bool = True) -> Kept:
    answer = Answer("{}", "m", facts={"tool_calls": list(uses)} if uses else {}) if answered else None
    return Kept(CallKey("d", "t"), "here", START, answer=answer)


def test_uses_are_told_with_the_line_that_came_of_them_unless_they_show_what_is_sealed():
    debate = argued(("opponent", "No."), ("proposer", "Yes."), ("opponent", "Never."))
    record = views(debate.entries, None)
    seats = [view.entry.seat for view in record]
    assert seats[1:] == ["proposer", "opponent", "proposer", "opponent"]
    calls: dict[int, Any] = {
        1: ("d", [kept(USE), kept(USE, USE)]),
        2: ("d", [kept(), kept(answered=False)]),
        3: ("d", [kept(USE)]),
        4: ("d", [kept(USE)]),
    }
    standing = cast(Any, None)
    told = tools_used(Trail("d", standing, record, Withheld(), calls))
    assert told == {1: [USE, USE, USE], 3: [USE], 4: [USE]}
    # What a seat was told after it said something sealed shows that, too.

    def without(line: int) -> Trail:
        return Trail("d", standing, record, Withheld(frozenset({line}), {"proposer": frozenset({line})}), calls)

    assert tools_used(without(3)) == {1: [USE, USE, USE], 4: [USE]}
    assert tools_used(without(1)) == {4: [USE]}
