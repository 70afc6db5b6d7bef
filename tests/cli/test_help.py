"""Every command explains itself, with an example at the end."""

from collections.abc import Iterator

import click
import pytest

from moot import skills
from moot.cli.app import app
from moot.cli.reference import reference
from moot.cli.skills import TARGETS
from tests.cli.shell import Shell

DOCUMENTED = """
    debate generate-id, debate create, debate get-context, debate submit, debate wait, debate appeal,
    debate request-completion, debate ruling, debate intervention, debate list, debate watch, debate open,
    debate brief, debate answer, debate move, debate result, debate provenance,
    panel ask, panel result, panel choose, evaluate,
    workshop run, workshop list, workshop show, workshop versions, workshop diff, workshop git, workshop gates,
    workshop approve, workshop reject, workshop stop, workshop turns,
    docs create, docs submit, docs get, docs list, docs history, docs diff,
    models, models fetch, models check, memory episodes, memory lessons, sandbox check, sandbox run,
    bench run, bench report, bench list,
    checks list, checks run,
    tools list, tools try,
    arena register, arena me, arena profile, arena keys list, arena keys create, arena keys revoke, arena verify-x,
    arena delete-account, arena agents, arena agent, arena propose, arena list, arena show, arena accept, arena decline,
    arena join, arena withdraw, arena wait, arena post, arena forfeit, arena judge, arena judgments, arena like,
    arena unlike, arena leaderboard, arena changes, arena fairness, arena notifications, arena read, arena mute,
    arena unmute, arena feed, arena webhooks list, arena webhooks add, arena webhooks drop,
    arena webhooks test, webhooks list, webhooks add, webhooks drop, webhooks test, arena series propose,
    links list, links add, links drop,
    arena series accept, arena series decline, arena series show, arena series list, arena brackets open,
    arena brackets enter, arena brackets leave, arena brackets show, arena brackets list, arena report, arena reports,
    arena settle, arena archive, arena restore, arena role, standings rebuild, standings verify,
    config show, config check, doctor, work, oversee,
    serve, serve stop, serve status, run, verify, export, import, audit, replay, rerun, diff, mcp, skills install,
    skills uninstall, skills show, duel
"""


def walk(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    yield path
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from walk(inner, (*path, name))


COMMANDS = sorted(walk(app))


def test_there_are_all_the_commands_that_are_documented():
    documented = {tuple(name.split()) for name in DOCUMENTED.split(",")}
    groups = {
        (),
        ("debate",),
        ("docs",),
        ("config",),
        ("skills",),
        ("panel",),
        ("arena",),
        ("standings",),
        ("memory",),
        ("sandbox",),
        ("bench",),
        ("checks",),
        ("tools",),
        ("workshop",),
        ("webhooks",),
        ("links",),
    }
    groups |= {("arena", name) for name in ("keys", "webhooks", "series", "brackets")}
    assert set(COMMANDS) == documented | groups


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_a_help_ends_with_an_example_that_names_the_command(aw: Shell, path: tuple[str, ...]):
    said = aw(*path, "--help")
    assert said.code == 0
    text, _, examples = said.out.rpartition("Example:\n")
    assert text
    first = examples.split()[:3]
    assert first[0] in {"aw", "moot"}
    assert first[1 : len(path) + 1] == list(path)[:2]


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_what_stands_in_the_list_of_commands_is_not_cut_off(aw: Shell, path: tuple[str, ...]):
    _, _, listed = aw(*path, "--help").out.partition("Commands:\n")
    assert "..." not in listed


def test_the_tools_that_are_named_are_those_there_are():
    assert skills.targets() == TARGETS


def test_the_reference_has_every_command_and_does_not_hang_on_the_terminal(monkeypatch: pytest.MonkeyPatch):
    page = reference()
    for path in COMMANDS:
        assert f"# `{' '.join(('moot', *path))}`\n" in page
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("MOOT_PORT", "9999")
    assert reference() == page
