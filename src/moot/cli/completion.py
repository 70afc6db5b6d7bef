"""Shell completion: `--show-completion` prints the script, `--install-completion` puts it where the shell looks."""

import os
from collections.abc import Callable
from pathlib import Path

import click
from click.shell_completion import get_completion_class

from moot.client.errors import invalid

SHELLS = ("bash", "zsh", "fish")
PROGRAMS = ("moot", "aw")
CURRENT = "current"


def script(root: click.Command, shell: str, program: str) -> str:
    """What a shell must read to complete a program."""
    kind = get_completion_class(shell)
    assert kind is not None
    complete = kind(root, {}, program, f"_{program.upper()}_COMPLETE")
    return complete.source_template % complete.source_vars()


def install(root: click.Command, shell: str) -> list[Path]:
    """Writes the scripts of both programs, and the line that loads them where the shell needs one."""
    folder, ending, start, line = _places(shell)
    folder.mkdir(parents=True, exist_ok=True)
    written = [folder / ending.format(program) for program in PROGRAMS]
    for program, path in zip(PROGRAMS, written, strict=True):
        path.write_text(script(root, shell, program))
    if start is not None:
        _add_line(start, line)
    return written


def _places(shell: str) -> tuple[Path, str, Path | None, str]:
    """The folder of the scripts, how they are named, and the start-up file with the line that must be in it."""
    home = Path.home()
    if shell == "fish":
        config = Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config")
        return config / "fish" / "completions", "{}.fish", None, ""
    folder = home / ".moot" / "completion"
    start = home / f".{shell}rc"
    quoted = f'for f in {folder}/*.{shell}; do . "$f"; done  # moot completion'
    needs = "autoload -Uz compinit && compinit; " if shell == "zsh" else ""
    return folder, f"{{}}.{shell}", start, f"{needs}{quoted}"


def _add_line(start: Path, line: str) -> None:
    present = start.read_text() if start.exists() else ""
    if line not in present.splitlines():
        start.write_text(f"{present}{'' if present.endswith(chr(10)) or not present else chr(10)}{line}\n")


def _shell(given: str) -> str:
    shell = Path(os.environ.get("SHELL", "")).name if given == CURRENT else given
    if shell not in SHELLS:
        raise invalid(f"There is no completion for the shell {shell!r}.", suggestion=f"Name one: {', '.join(SHELLS)}.")
    return shell


def _show(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    if value is not None and not ctx.resilient_parsing:
        click.echo(script(ctx.command, _shell(value), ctx.info_name or PROGRAMS[0]))
        ctx.exit()


def _install(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    if value is not None and not ctx.resilient_parsing:
        shell = _shell(value)
        for path in install(ctx.command, shell):
            click.echo(f"Wrote {path}")
        click.echo(f"Open a new {shell} for it to take effect.")
        ctx.exit()


def _option(
    name: str, callback: Callable[[click.Context, click.Parameter, str | None], None], help: str
) -> click.Option:
    return click.Option(
        [name],
        is_flag=False,
        flag_value=CURRENT,
        metavar="[SHELL]",
        is_eager=True,
        expose_value=False,
        callback=callback,
        help=f"{help} ({', '.join(SHELLS)}; yours if you name none).",
    )


show_option = _option("--show-completion", _show, "Print the completion script of a shell")
install_option = _option("--install-completion", _install, "Install completion for a shell")
