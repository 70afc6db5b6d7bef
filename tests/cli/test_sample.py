"""`moot run` in a new house plays a sample panel in the terminal, and goes on with it after it was interrupted."""

import signal
from collections.abc import Iterator

from moot.testing.wire import Asked, Gate, Reply, WireServer, slow
from tests.cli.shell import Shell
from tests.support.understudy import Understudy

FAVOURS = {"risk": "A", "value": "A", "effort": "B"}


def judge_of(asked: Asked) -> str:
    system = str(asked.messages[0]["content"])
    return next(judge for judge in FAVOURS if f"the {judge} judge" in system)


def answer(asked: Asked) -> Reply:
    return Reply(values={"recommendation": FAVOURS[judge_of(asked)], "summary": "It is safe."})


def lines_of(process: Understudy) -> Iterator[str]:
    return (line.decode().rstrip() for line in process.stdout)


def ended(process: Understudy) -> bytes:
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 0, err
    return err


def test_a_new_house_begins_with_a_panel_that_is_told_in_the_terminal(aw: Shell):
    with WireServer({"*": answer}) as model:
        aw.set(MOOT_PLAYER=f"openai:m@{model.url}", MOOT_NO_BROWSER="1", MOOT_NO_SAMPLE="")
        process = aw.up("run", "--port", "0")
        told = list(_until(process, "Result:"))
        assert b"Traceback" not in ended(process)
    text = "\n".join(told)
    assert "A sample debate is under way" in text
    assert "risk has spoken, under seal" in text
    assert "effort recommends B: It is safe." in text
    assert "round 1 is counted: consensus on A" in text
    assert told[-1] == "  Result: 2 of 3 judges recommend option A after round 1."


def test_a_sample_that_was_interrupted_is_gone_on_with(aw: Shell):
    gate = Gate()

    def held(asked: Asked) -> Reply:
        return slow(answer(asked), gate=gate) if judge_of(asked) == "effort" else answer(asked)

    with WireServer({"*": held}) as model:
        aw.set(MOOT_PLAYER=f"openai:m@{model.url}", MOOT_NO_BROWSER="1", MOOT_NO_SAMPLE="")
        process = aw.up("run", "--port", "0")
        assert len(list(_until(process, "value has spoken", "risk has spoken"))) > 0
        model.awaited(len(FAVOURS))
        process.kill()
        process.communicate()
        gate.open()
        process = aw.up("run", "--port", "0")
        assert list(_until(process, "Result:"))[-1].endswith("option A after round 1.")
        ended(process)
        asked = [judge_of(each) for each in model.asked]
    assert sorted(asked) == ["effort", "effort", "risk", "value"]


def test_a_house_that_has_debates_begins_with_nothing_of_ours(aw: Shell):
    with WireServer({"*": answer}) as model:
        aw.set(MOOT_PLAYER=f"openai:m@{model.url}", MOOT_NO_BROWSER="1", MOOT_NO_SAMPLE="")
        first = aw.up("run", "--port", "0", "--no-sample")
        url = next(line for line in lines_of(first) if line.startswith("Moot is open at")).split()[-1]
        aw.set(DEBATE_SERVER_URL=url)
        own = ("--question", "Which?", "--option", "A=One", "--option", "B=Two", "--option", "C=Three")
        assert aw("panel", "ask", *own, name="moot").data["consensus"] is True
        asked = len(model.asked)
        ended(first)
        second = aw.up("run", "--port", "0")
        assert list(_until(second, "Ctrl-C stops it"))
        ended(second)
        assert len(model.asked) == asked


def _until(process: Understudy, *words: str) -> Iterator[str]:
    """Its lines, up to the one by which all of these words have been said."""
    missing = set(words)
    for line in lines_of(process):
        yield line
        missing -= {word for word in missing if word in line}
        if not missing:
            return
    raise AssertionError(f"It ended without saying {missing}.")
