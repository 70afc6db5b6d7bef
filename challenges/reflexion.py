#!/usr/bin/env python3
"""An author fails, reflects, reads all of its reflections, and tries again; the lesson that helped is remembered."""

from cast import BRIEF, GIVEN, GOOD, NO_EMPTY, OFF_BY_ONE, TASK, USUAL, learnt, program
from stage import House, house
from story import must, play, show, tell

FIRST, SECOND = "One is added at the end.", "The first element is taken from an empty list."
LESSON = "Try the empty list before anything else."
AGREED = {**BRIEF, "cast": ["generator", "executor", "judge"], "self_evolvement": {"attempts": 3}}


def act() -> None:
    """Reflexion: fail, reflect, try again with all that was learnt, and remember it."""
    with house() as here:
        here.script(USUAL)
        debate = here.workshop(task=TASK, tests=GIVEN, seats={"generator": "human"}, **AGREED)
        told = attempts(here, debate)
        here.answer(debate, "generator", summary="It adds up.", rationale="It was tested.", confidence=0.9)
        tested(here, debate)
        show("of the two root causes, told to each attempt", told)
        must("each attempt was told all reflections before it", told == [[0, 0], [1, 0], [1, 1]])
        remembered(here, debate)


def attempts(here: House, debate: str) -> list[list[int]]:
    """This script is the author: it reads what a model would read, and answers over HTTP."""
    tell("an author attempts, the sandbox runs the tests, the author reflects and attempts again")
    told: list[list[int]] = []
    for text, lesson in ((OFF_BY_ONE, learnt(FIRST)), (NO_EMPTY, learnt(SECOND, LESSON)), (GOOD, None)):
        brief = here.brief(debate, "generator")
        told.append([cause in brief for cause in (FIRST, SECOND)])
        here.answer(debate, "generator", **program(text))
        if lesson is not None:
            must("the failed run is in its brief", "The last run failed" in here.brief(debate, "generator"))
            here.answer(debate, "generator", **lesson)
    here.brief(debate, "generator")
    return told


def tested(here: House, debate: str) -> None:
    """What running the attempts showed."""
    result = here.result(debate)
    versions = here.get(f"/debates/{debate}/versions")["versions"]
    for each in versions:
        show(f"attempt {each['version_number']}", f"{each['passed']} of {each['total']}, failing {each['failing']}")
    must("the tests failed, then fewer, then none", [each["passed"] for each in versions] == [0, 3, 4])
    must("the last attempt is the best, and wins", versions[2]["best"] and result["ending"] == "decided")
    ran = {turn["content"]["backend"] for turn in here.turns(debate, "REPORT")}
    must(f"a sandbox ran them ({', '.join(ran)})", ran and ran <= {"bwrap", "sandlock", "wasm"})


def remembered(here: House, debate: str) -> None:
    """What is kept of it, and who is told."""
    tell("the failed attempts are episodes, and the lesson that helped is kept")
    episodes = here.get(f"/memory/episodes?debate={debate}")["episodes"]
    show("episodes", [[each["attempt"], each["root_cause"]] for each in episodes])
    must("there are two", {each["root_cause"] for each in episodes} == {FIRST, SECOND})
    lessons = here.get("/memory/lessons")["lessons"]
    must("the lesson after which more passed is kept", [each["text"] for each in lessons] == [LESSON])

    tell("a later workshop on a like task is told it, and its set-up says why")
    again = here.result(here.workshop(task=TASK, tests=GIVEN, **AGREED))
    show("lessons", again["lessons"])
    must("the lesson came along", [each["text"] for each in again["lessons"]] == [LESSON])


if __name__ == "__main__":
    play(act)
