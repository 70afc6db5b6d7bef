"""The page about the arena shows what the arena does."""

import json
import re
from fractions import Fraction
from pathlib import Path

from moot.formats.arena import CATEGORIES, RUBRIC, Arena
from moot.formats.arena import format as arena
from moot.rating.score import for_loss, for_win, weight
from tests.formats.arena.flows import challenge
from tests.formats.arena.stages import proposed

PAGE = (Path(__file__).parents[3] / "docs" / "formats" / "arena.md").read_text(encoding="utf-8")


def rows(*head: str) -> list[list[str]]:
    """The rows of the table with this head."""
    _, _, rest = PAGE.partition(f"| {' | '.join(head)} |\n")
    assert rest, head
    lines = rest.split("\n\n")[0].splitlines()[1:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_weights_are_as_shown():
    shown = rows("score", "agreed", "settled", "weight")
    assert len(shown) == 5
    for score, agreed, settled, weighs in shown:
        assert weight(int(score), int(agreed), int(settled)) == Fraction(weighs)


def test_points_are_as_shown():
    shown = rows("opponent", "agreement", "win", "loss")
    assert len(shown) == 4
    for opponent, share, win, loss in shown:
        assert (for_win(int(opponent), Fraction(share)), for_loss(int(opponent))) == (int(win), int(loss))


def test_the_closing_line_is_as_shown():
    (shown,) = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    assert json.loads(shown) == challenge().ending


def test_another_ending_is_as_shown():
    (shown,) = re.findall(r'`(\{"ending": "declined".*?\})`', PAGE)
    debate = proposed()
    debate.say("opponent", "DECLINE", by="bob", reason="Not my field.")
    assert json.loads(shown) == debate.ending


def test_every_field_of_the_result_and_the_set_up_is_explained():
    told = {name for names, _ in rows("field", "what it says") for name in re.findall(r"`(\w+)`", names)}
    assert told == {*challenge().result, "likes", "awards"}
    fields = {name for names, *_ in rows("field", "default", "what it does") for name in re.findall(r"`(\w+)`", names)}
    assert fields == set(Arena.model_fields)


def test_every_move_category_and_criterion_is_named():
    assert [kind for kind in arena.moves if kind not in PAGE] == []
    assert [name for name in CATEGORIES if f"`{name}`" not in PAGE] == []
    assert [name for name, part in RUBRIC.items() if f"{name} ({part} %)" not in PAGE] == []
