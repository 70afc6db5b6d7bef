"""`moot memory`: what each command asks for, and how it is shown."""

from pathlib import Path
from typing import Any

import pytest
from inline_snapshot import snapshot

from moot.http.memory import LONGEST_TASK
from tests.cli.shell import Said, Shell
from tests.client.scripted import Asked, Reply, ScriptedServer

AT = "2026-11-15T12:00:00Z"
LESSON: dict[str, Any] = {
    "id": "lesson-1",
    "text": "Take the mean of both.",
    "debate_id": "D",
    "argument_id": "A",
    "agent": "model-a",
    "helped": 2,
    "created_at": AT,
    "score": None,
    "words": [],
    "meaning": None,
}
EPISODE: dict[str, Any] = {
    "id": "A",
    "debate_id": "D",
    "seq": 4,
    "role": "ann",
    "thread": "ann",
    "agent": "model-a",
    "task": "Write median.",
    "attempt": 1,
    "attempt_id": "B",
    "report_id": "C",
    "failures": [{"id": "t2", "outcome": "failed", "detail": "2 is not 2.5\nat line 3"}],
    "passed": 1,
    "total": 2,
    "root_cause": "No even lists.",
    "went_wrong": "W",
    "to_change": "Take both.",
    "confidence": 0.8,
    "lesson": "Take the mean of both.",
    "passed_later": True,
    "created_at": AT,
}
PLAIN: dict[str, Any] = EPISODE | {"agent": None, "failures": [], "lesson": None, "passed_later": False}


def asked(aw: Shell, *arguments: str, reply: Any = None) -> tuple[Said, Asked]:
    with ScriptedServer(Reply({} if reply is None else reply)) as server:
        aw.set(DEBATE_SERVER_URL=server.url)
        said = aw("memory", *arguments, name="moot")
    assert said.code == 0, said.out
    return said, server.asked[0]


@pytest.mark.parametrize(
    ("line", "query"),
    [
        ("episodes", {}),
        ("episodes --agent a --debate-id D --limit 3", {"agent": "a", "debate": "D", "limit": "3"}),
        ("episodes --cursor C", {"cursor": "C"}),
        ("lessons", {}),
        ("lessons --task parse --limit 3", {"task": "parse", "limit": "3"}),
    ],
)
def test_each_command_asks_for_what_it_says(aw: Shell, line: str, query: dict[str, str]):
    _, request = asked(aw, *line.split())
    assert (request.method, request.path) == ("GET", f"/api/v1/memory/{line.split()[0]}")
    assert request.query == query


def test_a_task_may_be_in_a_file_however_long_it_is(aw: Shell, tmp_path: Path):
    (tmp_path / "TASK.md").write_text("x" * (LONGEST_TASK + 1))
    _, request = asked(aw, "lessons", "--task-file", str(tmp_path / "TASK.md"))
    assert request.query == {"task": "x" * LONGEST_TASK}


def test_a_task_is_given_once(aw: Shell):
    said = aw("memory", "lessons", "--task", "x", "--task-file", "y")
    assert said.code == 1
    assert said.error["code"] == "INVALID_INPUT"


def shown(aw: Shell, line: str, form: str, **reply: Any) -> str:
    return asked(aw, *line.split(), "--format", form, reply={"next_cursor": None, **reply})[0].out


def test_episodes_read_well(aw: Shell):
    assert shown(aw, "episodes", "markdown", episodes=[EPISODE, PLAIN], next_cursor="N") == snapshot("""\
## model-a, attempt 1: 1 of 2 passed

*2026-11-15 12:00:00* · debate `D`, line 4

- `t2` failed: 2 is not 2.5

**Root cause:** No even lists.  \n\
**To change:** Take both.

> Take the mean of both.

*A later attempt passed more.*

## ann, attempt 1: 1 of 2 passed

*2026-11-15 12:00:00* · debate `D`, line 4

**Root cause:** No even lists.  \n\
**To change:** Take both.

There are more: --cursor N
""")
    assert shown(aw, "episodes", "table", episodes=[EPISODE, PLAIN]) == snapshot("""\
                                                                                  \n\
 agent     attempt   passed   better later   root cause       at                  \n\
 ──────────────────────────────────────────────────────────────────────────────── \n\
 model-a   1         1/2      yes            No even lists.   2026-11-15 12:00:00 \n\
 ann       1         1/2      no             No even lists.   2026-11-15 12:00:00 \n\
                                                                                  \n\
""")
    assert shown(aw, "episodes", "markdown", episodes=[]) == snapshot("Nothing here yet.\n")


def test_lessons_say_why_they_fit(aw: Shell):
    fit = LESSON | {"score": 0.5, "words": ["list", "median"], "helped": 1}
    alike = LESSON | {"score": 0.91, "meaning": 0.91}
    told = shown(aw, "lessons --task x", "markdown", lessons=[LESSON, fit, alike], next_cursor="N")
    assert told == snapshot("""\
- Take the mean of both. (helped 2 times)
- Take the mean of both. (fits 0.50, in common: list, median; helped 1 time)
- Take the mean of both. (fits 0.91, alike 0.91; helped 2 times)

There are more: --cursor N
""")
    assert shown(aw, "lessons --task x", "table", lessons=[fit]) == snapshot("""\
                                                                                                  \n\
 lesson                   why                                                 since               \n\
 ──────────────────────────────────────────────────────────────────────────────────────────────── \n\
 Take the mean of both.   fits 0.50, in common: list, median; helped 1 time   2026-11-15 12:00:00 \n\
                                                                                                  \n\
""")
    assert shown(aw, "lessons", "markdown", lessons=[]) == snapshot("Nothing here yet.\n")
