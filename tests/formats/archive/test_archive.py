"""An archive: written down in its order, then over; it says where it came from, and counts nowhere."""

from typing import Any

import pytest
from pydantic import ValidationError

from moot.debate import views
from moot.formats.archive import MOST_LINES, Archive
from moot.formats.archive import format as archive
from moot.testing import Transcript

SETUP: dict[str, Any] = {
    "title": "A chat",
    "source": {"form": "chat", "sha256": "ab" * 32, "name": "chat.jsonl"},
    "speakers": [{"seat": "user", "name": "User"}, {"seat": "ann-lee", "name": "Ann Lee"}],
    "order": [0, 1, 0],
}


def test_it_is_written_down_in_its_order_and_then_nobody_can_add_to_it():
    debate = Transcript(archive, Archive.model_validate(SETUP))
    assert (debate.status, debate.position.waits_for(), debate.position.cue("ann-lee").action) == (
        "IMPORTING",
        ("user",),
        "wait",
    )
    assert debate.position.cue("user").action == "say"
    debate.say("user", "SAID", content="Hello.")
    debate.refuse("ACTION_NOT_ALLOWED", "user", "SAID", content="And again.")
    debate.say("ann-lee", "SAID", content="")
    debate.say("user", "SAID", content="Bye.")
    assert (debate.status, debate.position.ended, debate.position.cue("user").action) == (
        "IMPORTED",
        True,
        "debate_closed",
    )
    debate.refuse("ACTION_NOT_ALLOWED", "user", "SAID", content="More.")
    closing = debate.entries[-1].move
    assert (closing["ending"], closing["awards"]) == ("imported", [])
    assert closing["result"] == {"form": "chat", "sha256": "ab" * 32, "lines": 3}
    seen = views(debate.entries, None)
    told = archive.report(seen)
    assert [(each["name"], each["lines"]) for each in told["speakers"]] == [("User", 2), ("Ann Lee", 1)]
    assert told["source"]["name"] == "chat.jsonl"
    assert archive.papers(seen) == {"archive.md": "# Archive\n\n## 1. User\n\n> Hello.\n\n## 3. User\n\n> Bye.\n"}


@pytest.mark.parametrize(
    "unfit",
    [
        {"order": [2]},
        {"order": []},
        {"order": [0] * (MOST_LINES + 1)},
        {"speakers": []},
        {"speakers": [{"seat": "a", "name": "A"}, {"seat": "a", "name": "B"}]},
        {"speakers": [{"seat": "a.b", "name": "A"}, {"seat": "b", "name": "B"}]},
        {"source": {"form": "chat", "sha256": "no digest"}},
        {"players": {"user": "embedded"}},
        {"budget": {"tokens": 1}},
    ],
)
def test_a_set_up_that_does_not_fit_together_is_refused(unfit: dict[str, Any]):
    with pytest.raises(ValidationError):
        Archive.model_validate(SETUP | unfit)
