"""Coding agents as players: what each is called with, what is read out of what it prints, and what goes wrong.

They are stand-ins that speak the flags of the real programs (tests/support/coding_agents.py).
"""

import asyncio
import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from moot.debate import Ask, Brief, Seated, only
from moot.engine import Call, PlayerFailed
from moot.players.command.agents import AGENTS
from moot.players.command.running import plain
from moot.players.hiring import Hiring
from tests.players.asking import TURN, VOTE, Shelf, Vote, answered, call
from tests.players.test_command import Lifelines, ended
from tests.support.coding_agents import StandIn, path_with
from tests.support.stand_in_agent import FLAGS, VERSIONS, conversation
from tests.support.stand_in_agent import answered as printed_by

pytestmark = pytest.mark.anyio

FORM = {"option": "B"}
every_agent = pytest.mark.parametrize("agent", AGENTS.values(), ids=AGENTS)


def hiring(folder: Path, players: str, environment: Mapping[str, str] | None = None) -> Hiring:
    (folder / "players.toml").write_text(players)
    known = {"PATH": path_with(folder / "bin"), "HOME": str(folder)} if environment is None else environment
    return Hiring(folder, models=folder / "models", environment=known, entries=Shelf())


async def asked(folder: Path, more: str = "", *, agent: str = "claude", question: Call | None = None) -> Any:
    """What the agent answers as a player of the file."""
    house = hiring(folder, f'[players.it]\nagent = "{agent}"\n{more}')
    return await answered(await house.hire(Seated(player="it")), question or call())


def stand_in(folder: Path, *turns: Any, agent: str = "claude") -> StandIn:
    return StandIn.made(folder / "bin", AGENTS[agent].program, *turns)


@every_agent
async def test_an_agent_is_called_as_it_is_documented_and_its_answer_is_found(agent: Any, tmp_path: Path):
    there = StandIn.made(tmp_path / "bin", agent.program, FORM)
    answer = await asked(tmp_path, agent=agent.name)
    assert json.loads(answer.raw) == FORM
    (seen,) = there.calls
    assert seen["words"] == list(agent.typed())
    assert seen["told"] == {"MOOT_CALLED_ON": "1", **agent.environment}
    assert "Which option is better?" in seen["stdin"]
    version = VERSIONS[agent.program]
    assert (answer.by, answer.facts["version"]) == (f"{agent.name} {version}", version)
    assert answer.prompt == {"argv": [agent.program, *agent.called()], "stdin": seen["stdin"]}
    assert answer.facts["session"] == f"s-{agent.program}"
    spent = answer.spent
    assert (spent.tokens_in, spent.tokens_out) in {(90, 7), (100, 7)}
    assert spent.money == {"claude": 0.0123, "opencode": 0.01}.get(agent.name)


READ_ONLY = {
    "claude": "--tools Read,Glob,Grep",
    "codex": "--sandbox read-only",
    "cursor": "--mode ask",
    "gemini": "--approval-mode default --policy gemini.toml",
    "opencode": "--agent plan",
}


@every_agent
def test_no_agent_has_leave_to_change_anything(agent: Any):
    words = " ".join(agent.called(session="s-1"))
    assert READ_ONLY[agent.name] in words
    assert agent.name != "codex" or words.endswith('resume -c sandbox_mode="read-only" s-1 -')
    assert not any(sign in words for sign in ("danger", "yolo", "bypass", "--force", "full-auto", "workspace-write"))


def test_what_reads_is_all_that_is_left_where_a_mode_alone_would_leave_more():
    place = next(word for word in AGENTS["gemini"].typed() if word.endswith("gemini.toml"))
    rules = tomllib.loads(Path(place).read_text())["rule"]
    everything, reading = sorted(rules, key=lambda rule: rule["priority"])
    assert (everything["toolName"], everything["decision"], reading["decision"]) == ("*", "deny", "allow")
    assert not {"write_file", "replace", "run_shell_command", "exit_plan_mode"} & set(reading["toolName"])
    permission = json.loads(AGENTS["opencode"].environment["OPENCODE_PERMISSION"])
    assert next(iter(permission.items())) == ("*", "deny"), "later rules count more"
    assert not {"bash", "edit", "task", "webfetch", "external_directory"} & set(permission)


@every_agent
def test_noise_around_the_answer_is_passed_over_and_nothing_else_is_taken_for_one(agent: Any):
    noise = "\x1b[33m(node:7) Warning: {old} node\x1b[0m\n\x1b]0;title\x07[1] loading\n"
    printed = plain(f"{noise}{printed_by(agent.program, FORM, 's-1')}{noise}".encode())
    told = agent.read(printed)
    assert (json.loads(told.text), told.session, told.fault) == (FORM, "s-1", None)
    for garbage in ("", "Welcome!", '{"tip": "try /help"}\n{"cut": ', "[[[[", '{"type": 3}', '{"a":\n' * 150_000):
        assert agent.read(garbage) is None


@every_agent
def test_a_session_is_resumed_in_the_words_of_the_agent(agent: Any):
    assert conversation(list(agent.called(session="s-1")), *FLAGS[agent.program]) == "s-1"
    assert conversation(list(agent.called(("--model", "x"))), *FLAGS[agent.program]) is None


async def test_an_agent_that_tells_all_that_it_read_is_heard_to_its_end(tmp_path: Path):
    read = {"type": "command_execution", "aggregated_output": "x" * (1024 * 1024)}
    stand_in(
        tmp_path, {"says": FORM, "noise": json.dumps({"type": "item.completed", "item": read}) + "\n"}, agent="codex"
    )
    assert json.loads((await asked(tmp_path, agent="codex")).raw) == FORM


async def test_something_else_than_was_asked_for_is_told_as_it_is(tmp_path: Path):
    stand_in(tmp_path, {"printed": 'Welcome!\n{"tip": "try /help"}\n'})
    with pytest.raises(PlayerFailed, match=r"^claude did not print the JSON that it was asked for, but: Welcome!"):
        await asked(tmp_path)


LOGINS = {
    "claude": {
        "printed": json.dumps({"type": "result", "is_error": True, "result": "Invalid API key · Please run /login"})
    },
    "codex": {"printed": "", "stderr": "ERROR: 401 Unauthorized: Missing bearer"},
    "cursor": {"printed": "", "stderr": "Error: Authentication required. Please run 'agent login' first."},
    "gemini": {"printed": "", "stderr": "Please set an Auth method in your settings.json"},
    "opencode": {"printed": "", "stderr": "no providers configured"},
}


@every_agent
async def test_an_agent_that_asks_for_a_login_is_told_what_to_do(agent: Any, tmp_path: Path):
    StandIn.made(tmp_path / "bin", agent.program, {**LOGINS[agent.name], "exit": 1})
    with pytest.raises(PlayerFailed) as failed:
        await asked(tmp_path, agent=agent.name)
    assert str(failed.value) == f"{agent.name} is not logged in. {agent.login}"


@pytest.mark.parametrize(
    ("agent", "turn", "reason"),
    [
        (
            "claude",
            {"printed": "", "stderr": "\x1b[31mno credit left\x1b[0m", "exit": 3},
            "exit code 3: no credit left.",
        ),
        (
            "claude",
            {"printed": '{"type": "result", "is_error": true, "subtype": "error_max_turns"}'},
            "error_max_turns",
        ),
        (
            "codex",
            {"printed": '{"type": "thread.started"}\n{"type": "turn.failed", "error": {"message": "usage limit"}}'},
            "codex failed: usage limit",
        ),
        ("gemini", {"printed": '{"error": {"message": "quota", "code": 429}}', "exit": 1}, "gemini failed: quota"),
        ("opencode", {"printed": '{"type": "error", "error": {"name": "APIError"}}'}, "opencode failed: APIError"),
    ],
)
async def test_an_agent_that_fails_says_why(agent: str, turn: Any, reason: str, tmp_path: Path):
    stand_in(tmp_path, turn, agent=agent)
    with pytest.raises(PlayerFailed) as failed:
        await asked(tmp_path, agent=agent)
    assert reason in str(failed.value)
    assert "\x1b" not in str(failed.value)


async def test_prose_is_sent_back_and_never_taken_for_an_answer(tmp_path: Path):
    stand_in(tmp_path, {"says": "I would take B, but I cannot approve."})
    assert (await asked(tmp_path)).raw == "I would take B, but I cannot approve."


async def test_an_agent_that_does_not_answer_in_time_fails(tmp_path: Path):
    async with Lifelines() as lifelines:
        stand_in(tmp_path, {"hang": int(lifelines.port)})
        with pytest.raises(PlayerFailed, match=r"^claude did not answer within 0\.05 s\.$"):
            await asked(tmp_path, "timeout = 0.05\n")


async def test_an_agent_that_is_dismissed_is_killed_with_all_that_it_started(tmp_path: Path):
    async with Lifelines() as lifelines:
        stand_in(tmp_path, {"hang": int(lifelines.port)})
        speaking = asyncio.ensure_future(asked(tmp_path))
        lines = await lifelines.of(2)
        speaking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await speaking
        await ended(lines)


async def test_its_owner_says_where_it_is_where_it_runs_and_what_else_it_is_told(tmp_path: Path):
    project = tmp_path / "project"
    project.mkdir()
    there = StandIn.made(tmp_path / "elsewhere", "codex", FORM)
    more = 'program = "elsewhere/codex"\nflags = ["--model", "secret-model"]\ncwd = "project"\n'
    answer = await asked(tmp_path, more, agent="codex")
    (seen,) = there.calls
    assert (seen["cwd"], seen["words"][-3:]) == (str(project), ["--model", "secret-model", "-"])
    assert "secret-model" not in json.dumps(answer.prompt)


async def test_an_agent_gets_its_own_keys_and_no_others(tmp_path: Path):
    there = stand_in(tmp_path, FORM)
    keys = {"ANTHROPIC_API_KEY": "1", "OPENAI_API_KEY": "2", "GITHUB_TOKEN": "3", "DEBATE_AUTH_TOKEN": "4"}
    house = hiring(
        tmp_path,
        '[players.it]\nagent = "claude"\npass_env = ["GITHUB_TOKEN"]\n',
        {"PATH": path_with(tmp_path / "bin"), **keys},
    )
    await answered(await house.hire(Seated(player="it")), call())
    assert there.calls[0]["secrets"] == ["ANTHROPIC_API_KEY", "GITHUB_TOKEN"]


async def test_every_turn_is_a_session_of_its_own_unless_it_continues(tmp_path: Path):
    there = stand_in(tmp_path, FORM)
    player = await hiring(tmp_path, '[players.it]\nagent = "claude"\n').hire(Seated(player="it"))
    for _ in range(2):
        await answered(player, call())
    assert [seen["session"] for seen in there.calls] == [None, None]


async def test_an_agent_that_continues_goes_on_with_its_session_or_begins_anew(tmp_path: Path):
    there = stand_in(tmp_path, FORM, FORM, {"says": FORM, "forgets": True}, FORM, agent="codex")
    house = hiring(tmp_path, '[players.it]\nagent = "codex"\ncontinues = true\n')
    player = await house.hire(Seated(player="it"))
    several = Call("debate", TURN, Brief("You judge.", "", (VOTE, Ask("Again?", (Vote,))), only), VOTE)
    for question in (call(), call(), call(), several):
        assert json.loads((await answered(player, question)).raw) == FORM
    assert [seen["session"] for seen in there.calls] == [None, "s-codex", "s-codex", None, None]
    assert all("Which option is better?" in seen["stdin"] for seen in there.calls)
