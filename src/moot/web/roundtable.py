"""The page that opens a round table: a question, what an answer is, and who sits there."""

from typing import Any

from moot.debate import InvalidInput
from moot.desk import Caller, Desk
from moot.desk.replies import Receipt
from moot.formats.roundtable import ASKER, MOST_SPEAKERS, speaker
from moot.web.forms import Filled
from moot.web.seats import player_meant

WANTED = {"number": "a number", "text": "words", "choice": "the letter of an option", "code": "a program"}
"""What an answer can be, as the page says it."""
_USUAL_SPEAKERS, _USUAL_ROUNDS, _TITLE = 3, 2, 80


async def open_roundtable(desk: Desk, caller: Caller, form: Filled, **same: Any) -> Receipt:
    """Opens the round table that was filled in; the usual player sits where nobody was named."""
    many = form.number("speakers", _USUAL_SPEAKERS)
    if not 1 <= many <= MOST_SPEAKERS:
        raise InvalidInput(
            f"{many} cannot sit at a round table.", suggestion=f"Write a number from 1 to {MOST_SPEAKERS}."
        )
    players = dict.fromkeys(map(speaker, range(1, many + 1)), player_meant(form.given("player") or desk.usual_player))
    question = form.get("content").strip()
    return await desk.open_debate(
        caller,
        format="roundtable",
        setup={
            "title": form.given("title") or question.partition("\n")[0][:_TITLE] or "A question",
            "speakers": many,
            "max_rounds": form.number("rounds", _USUAL_ROUNDS),
            "players": players,
        },
        role=ASKER,
        type="QUESTION",
        move={"question": question, "wanted": form.given("wanted") or "text", "options": _letters(form)},
        **same,
    )


def _letters(form: Filled) -> list[str]:
    """The letters that can be chosen, where a letter is wanted."""
    if form.get("wanted") != "choice":
        return []
    return [letter for letter in form.get("letters").upper() if letter.isalpha()]
