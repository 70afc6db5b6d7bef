import ast
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import moot
from moot.desk.replies import Debate, DiffRow
from moot.web.diffs import marked
from moot.web.seats import seat_name, tone
from moot.web.times import ago, exact, left
from moot.web.words import in_words, kind_name, lapse_in_words, signed, size_in_words, state_sentence

NOW = datetime(2026, 11, 15, 12, 0, tzinfo=UTC)


def debate(state: str, *waiting_for: str) -> Debate:
    return Debate(
        id="x",
        title="Queues",
        format="arbitration",
        debate_type="general_debate",
        state=state,
        waiting_for=waiting_for,
        seq=1,
        hash="",
        created_at=NOW,
        updated_at=NOW,
    )


def panel(state: str, *waiting_for: str) -> Debate:
    return debate(state, *waiting_for).model_copy(update={"format": "panel"})


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (-5, "just now"),
        (44, "just now"),
        (60, "1 min ago"),
        (44 * 60, "44 min ago"),
        (45 * 60, "1 h ago"),
        (5 * 3600, "5 h ago"),
        (23 * 3600, "1 d ago"),
        (9 * 86_400, "9 d ago"),
        (40 * 86_400, "6 Oct 2026"),
    ],
)
def test_how_long_ago_it_was(seconds: int, told: str):
    assert ago(NOW - timedelta(seconds=seconds), NOW) == told


@pytest.mark.parametrize(
    ("minutes", "told"),
    [
        (-1, "time is up"),
        (0.5, "less than a minute left"),
        (12, "12 min left"),
        (702, "11 h 42 min left"),
        (3000, "2 d 2 h left"),
    ],
)
def test_how_much_time_is_left(minutes: float, told: str):
    assert left(NOW + timedelta(minutes=minutes), NOW) == told


def test_the_exact_time_is_to_the_second():
    assert exact(NOW) == "2026-11-15 12:00:00 UTC"


@pytest.mark.parametrize(
    ("stands", "you", "told"),
    [
        (debate("AWAITING_OPPONENT", "opponent"), "arbitrator", "Waiting for the opponent"),
        (debate("AWAITING_OPPONENT", "opponent"), "opponent", "Waiting for your answer"),
        (debate("AWAITING_ARBITRATOR", "arbitrator"), "arbitrator", "Waiting for your ruling"),
        (debate("INTERVENTION_PENDING", "arbitrator"), "proposer", "Stopped by the arbitrator, a ruling follows"),
        (debate("JUDGING", "judge-1", "red_team"), None, "Waiting for the judge-1 and the red team"),
        (debate("ARCHIVED"), None, "Archived"),
        (debate("CLOSED"), "arbitrator", "Closed"),
        (panel("ROUND_1", "risk"), "asker", "Round 1: waiting for the risk judge"),
        (panel("ROUND_2", "risk", "value"), "asker", "Round 2: waiting for the risk judge and the value judge"),
        (panel("ROUND_2", "risk", "value", "law", "cost"), "asker", "Round 2: waiting for 4 judges"),
        (panel("ROUND_1", "risk"), "risk", "Waiting for your answer"),
        (panel("CONTESTED", "asker"), "asker", "The judges disagree. Waiting for your choice"),
        (panel("CONTESTED", "asker"), None, "Contested: the judges disagree"),
        (panel("CONSENSUS"), "asker", "The judges agree"),
        (panel("CHOSEN"), "asker", "Contested, and decided by the asker"),
        (debate("assessing", "assessor"), "author", "The idea is being assessed"),
        (debate("challenging", "red-skeptic"), "author", "The red team looks for what is wrong"),
        (debate("round_2", "advocate"), "author", "Round 2: waiting for the advocate"),
        (debate("round_2", "red-skeptic"), "author", "Round 2: waiting for the skeptic of the red team"),
        (debate("evaluated"), "author", "Evaluated"),
        (debate("assessed"), "author", "Assessed, without a debate"),
        (debate("unassessed"), "author", "Nobody assessed the idea"),
    ],
)
def test_a_state_is_a_sentence(stands: Debate, you: str | None, told: str):
    assert state_sentence(stands, you) == told


def test_seats_keep_their_tones_and_unknown_ones_are_people():
    assert [tone(seat) for seat in ("proposer", "opponent", "arbitrator", "judge-3", "checker", "alice", None)] == [
        "one",
        "two",
        "arbiter",
        "arbiter",
        "tool",
        "person",
        "house",
    ]
    assert [tone(seat, "panel") for seat in ("asker", "risk", "value")] == ["person", "arbiter", "arbiter"]
    assert [tone(seat) for seat in ("red-skeptic", "advocate", "challenger", "author")] == [
        "two",
        "one",
        "two",
        "person",
    ]
    assert seat_name(None) == "The house"
    assert seat_name("red_team") == "Red team"


def test_names_of_the_record_are_written_as_people_do():
    assert in_words("coding_plan_debate") == "coding plan debate"
    assert kind_name("INTERVENTION") == "Intervention"
    assert [size_in_words(size) for size in (512, 12_800)] == ["512 B", "12.5 KiB"]


@pytest.mark.parametrize(
    ("reason", "told"),
    [
        ("time", "did not speak in time"),
        ("failed", "could not be reached"),
        ("unfit answers", "gave no answer that fits the rules"),
        ("no budget", "was not asked: the budget is spent"),
        ("no sandbox", "could not run: there is no sandbox here"),
        ("fell asleep", "made no move (fell asleep)"),
    ],
)
def test_a_lapse_is_told_in_words(reason: str, told: str):
    assert lapse_in_words({"reason": reason}) == told


def test_every_reason_that_a_player_fails_for_has_its_words():
    reasons = {"time", "failed"}
    for room in ("engine", "players"):
        for module in (Path(moot.__file__).parent / room).rglob("*.py"):
            text = module.read_text()
            if "PlayerFailed(" in text or "_give_up(" in text:
                reasons |= set(_reasons(ast.parse(text)))
    assert reasons >= {"unfit answers", "no budget", "no sandbox"}
    assert [reason for reason in reasons if "made no move" in lapse_in_words({"reason": reason})] == []


def _reasons(module: ast.Module) -> Iterator[str]:
    """What stands second where a player fails, or is given up: a text, or the name of one."""
    named = {
        target.id: node.value
        for node in module.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for call in ast.walk(module):
        if isinstance(call, ast.Call) and ast.unparse(call.func) in ("PlayerFailed", "self._give_up"):
            for given in call.args[1:2]:
                meant = named.get(given.id) if isinstance(given, ast.Name) else given
                if isinstance(meant, ast.Constant):
                    yield str(meant.value)


def test_a_fall_has_a_real_minus():
    assert signed(-1.5) == "\u22121.5"


def test_the_words_that_changed_in_a_line_are_marked_and_stay_text():
    before, after = marked(DiffRow(kind="changed", left="keep <b> two", right="keep <b> three"))
    assert before == "keep &lt;b&gt; <del>two</del>"
    assert after == "keep &lt;b&gt; <ins>three</ins>"


def test_very_long_lines_are_not_compared_word_by_word():
    before, _ = marked(DiffRow(kind="changed", left="a " * 2000, right="b " * 2000))
    assert "<del>" not in before
