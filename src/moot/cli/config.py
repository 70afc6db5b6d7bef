"""`moot config`: what is set here, where each value comes from, and whether it all fits."""

from typing import Any, cast

import click

from moot.cli import options
from moot.cli.envelope import REFUSED
from moot.cli.environment import home
from moot.cli.lazy import Group, load
from moot.cli.options import Format, example
from moot.cli.place import database_option, host_option, port_option
from moot.cli.show import show as render
from moot.cli.tables import Table


@click.group(cls=Group, epilog=example("moot config show", "moot config check"))
def config() -> None:
    """Read the settings of this house."""


@config.command(epilog=example("moot config show", "moot config show --json --field settings.1.value"))
@host_option
@port_option
@database_option
@click.option("--set", "only_set", is_flag=True, help="Leave out what is as usual.")
@options.format_for_people
@click.pass_context
def show(
    ctx: click.Context, host: str | None, port: int | None, database: str | None, only_set: bool, format_: Format
) -> None:
    """Show every setting, and where its value comes from.

    The command line counts before the environment, and the environment before the configuration file (config.toml in
    the home). Secrets are masked.
    """
    told: dict[str, Any] = load("moot.cli.inside.config:shown")(home(), _typed(ctx), only_set)
    render(told, format_, _prose, _table)


@config.command(epilog=example("moot config check", "moot config check --json"))
@host_option
@port_option
@database_option
@options.format_for_people
@click.pass_context
def check(ctx: click.Context, host: str | None, port: int | None, database: str | None, format_: Format) -> None:
    """Say whether the settings fit, each and together.

    Files that they name are read, and nothing is opened or changed. Exit code 1 if the house would not open with them.
    """
    told: dict[str, Any] = load("moot.cli.inside.config:checked")(home(), _typed(ctx))
    render(told, format_, _faults_prose, _faults_table)
    ctx.exit(0 if told["sound"] else REFUSED)


SETTINGS = {"host": "host", "port": "port", "database": "database_url"}


def _typed(ctx: click.Context) -> dict[str, Any]:
    """What stands on the command line itself, by the names of the settings."""
    typed = click.core.ParameterSource.COMMANDLINE
    return {
        setting: ctx.params[option] for option, setting in SETTINGS.items() if ctx.get_parameter_source(option) is typed
    }


def _prose(told: dict[str, Any]) -> str:
    return "\n".join(f"- **{one['name']}** = `{_value(one)}` ({_from(one)})" for one in told["settings"])


def _table(told: dict[str, Any]) -> Table:
    rows = tuple((one["name"], _value(one), _from(one)) for one in told["settings"])
    there = "" if told["file_exists"] else " (there is none)"
    return Table(("setting", "value", "from"), rows, note=f"Configuration file: {told['file']}{there}")


def _value(one: dict[str, Any]) -> str:
    value = one["value"]
    if isinstance(value, list):
        return ", ".join(map(str, cast(list[object], value))) or "–"
    return "–" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _from(one: dict[str, Any]) -> str:
    return f"environment: {one['variable']}" if one["from"] == "environment" else one["from"]


def _faults_prose(told: dict[str, Any]) -> str:
    return "\n".join(f"- **{one['about']}**: {one['why']} {one['how']}" for one in _all(told)) or "Everything fits."


def _faults_table(told: dict[str, Any]) -> Table:
    rows = tuple((one["kind"], one["about"], f"{one['why']} {one['how']}".strip()) for one in _all(told))
    note = "Everything fits." if told["sound"] else "The house does not open like this."
    return Table(("", "about", "what is wrong, and what to do"), rows, note=note)


def _all(told: dict[str, Any]) -> list[dict[str, Any]]:
    faults = [{**one, "kind": "wrong"} for one in told["faults"]]
    return [*faults, *({**one, "kind": "odd"} for one in told["oddities"])]
