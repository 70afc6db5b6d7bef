"""`moot sandbox`: what holds here, and one run under confinement."""

from importlib import import_module
from pathlib import Path

import pytest

from moot.sandbox import Obstacle, detected
from moot.sandbox.backends import Bubblewrap
from tests.cli.shell import Said, Shell


class Missing(Bubblewrap):
    """A sandbox whose program is not there."""

    def obstacle(self) -> Obstacle:
        return Obstacle("there is no program 'bwrap' on the PATH", "Install it: apt install bubblewrap")


@pytest.fixture
def nothing_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    module = import_module("moot.sandbox.detect")
    monkeypatch.setattr(module, "_found", {})
    monkeypatch.setattr(module, "BACKENDS", (Missing(),))


def needs_a_sandbox() -> None:
    if not detected()[-1].holds:
        pytest.skip("A sandbox could not be had: moot sandbox check says why")


def run(aw: Shell, program: str, *arguments: str, name: str = "program.py") -> Said:
    path = aw.home / name
    path.write_text(program)
    return aw("sandbox", "run", str(path), *arguments, name="moot")


def test_every_sandbox_is_told_with_why_not(aw: Shell):
    said = aw("sandbox", "check", name="moot")
    told = {one["name"]: one for one in said.data["backends"]}
    assert list(told) == ["bwrap", "sandlock", "wasm"]
    for one in told.values():
        assert one["holds"] or (one["why_not"] and one["how"])
    holding = [name for name, one in told.items() if one["holds"]]
    assert said.data["uses"] == (holding[0] if holding else None)
    assert said.code == (0 if holding else 1)


@pytest.mark.parametrize("format_", ["table", "markdown"])
def test_people_can_read_it(aw: Shell, format_: str):
    said = aw("sandbox", "check", "--format", format_, name="moot")
    assert "bwrap" in said.out
    assert "wasm" in said.out


@pytest.mark.usefixtures("nothing_holds")
def test_where_nothing_holds_nothing_is_run(aw: Shell):
    said = aw("sandbox", "check", name="moot")
    assert (said.code, said.data["uses"]) == (1, None)
    said = run(aw, "print(1)")
    assert said.code == 1
    assert said.error["code"] == "NO_SANDBOX"
    assert "apt install bubblewrap" in said.error["message"]


@pytest.mark.usefixtures("nothing_holds")
def test_the_owners_word_counts_on_loopback_and_not_for_root(aw: Shell, monkeypatch: pytest.MonkeyPatch):
    aw.set(MOOT_UNSAFE_NO_SANDBOX="1")
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    assert run(aw, "print(1)").data["backend"] == "none"
    assert aw("sandbox", "check", name="moot").data["uses"] == "none"
    aw.set(MOOT_HOST="0.0.0.0")
    assert run(aw, "print(1)").error["code"] == "NO_SANDBOX"
    aw.set(MOOT_HOST="127.0.0.1")
    monkeypatch.setattr("os.geteuid", lambda: 0)
    assert "root" in run(aw, "print(1)").error["message"]


def test_a_house_that_others_can_reach_does_not_run_code_unconfined(aw: Shell):
    aw.set(MOOT_UNSAFE_NO_SANDBOX="1", DEBATE_AUTH_TOKEN="secret")
    said = aw("serve", "--host", "0.0.0.0", "--port", "0", name="moot")
    assert said.code == 1
    assert "unconfined" in said.error["message"]


def test_a_program_is_run_and_told(aw: Shell):
    needs_a_sandbox()
    said = run(aw, "import sys; print('a\\x1b[2J'); print('b', file=sys.stderr); sys.exit(3)")
    assert said.code == 0
    assert set(said.data) == {"backend", "why", "exit_code", "stdout", "stderr", "seconds"}
    assert (said.data["why"], said.data["exit_code"]) == ("exit", 3)
    assert (said.data["stdout"], said.data["stderr"]) == ("a\\x1b[2J\n", "b\n")
    assert run(aw, "print('only')", "--field", "stdout").out == "only\n\n"


def test_limits_can_be_given(aw: Shell):
    needs_a_sandbox()
    assert run(aw, "while True: pass", "--timeout", "0.3").data["why"] == "timeout"
    said = run(aw, "x = [b'x' * (30 << 20) for _ in range(50)]\nwhile True: pass", "--memory", "64")
    assert said.data["why"] == "memory" or "MemoryError" in said.data["stderr"]


def test_a_program_may_be_a_script_of_the_shell_or_say_how_it_is_run(aw: Shell):
    needs_a_sandbox()
    if detected()[-1].name == "wasm":
        pytest.skip("WebAssembly runs Python alone")
    assert run(aw, "echo hello $HOME", name="program.sh").data["exit_code"] == 0
    assert run(aw, "#!/bin/sh\necho hello", name="program").data["stdout"] == "hello\n"


@pytest.mark.parametrize(
    ("name", "arguments", "fault"),
    [
        ("program.txt", (), "Nobody knows how to run"),
        ("program.py", ("--backend", "docker"), "no sandbox 'docker'"),
    ],
)
def test_what_cannot_be_run_is_refused(aw: Shell, name: str, arguments: tuple[str, ...], fault: str):
    said = run(aw, "print(1)", *arguments, name=name)
    assert said.code == 1
    assert fault in said.error["message"]


def test_it_is_listed_among_the_players_and_cannot_be_asked_questions(aw: Shell):
    listed = {one["name"]: one for one in aw("models", name="moot").data["players"]}
    assert listed["sandbox"]["kind"] == "sandbox"
    said = aw("models", "check", "sandbox", name="moot")
    assert said.code == 1
    assert "moot sandbox check" in said.error["suggestion"]


def test_a_file_that_is_not_there_is_wrong_usage(aw: Shell, tmp_path: Path):
    assert aw("sandbox", "run", str(tmp_path / "nowhere.py"), name="moot").code == 2
