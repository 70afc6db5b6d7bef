"""The program: `moot`, and under its second name `aw`."""

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from moot import __version__
from moot.cli import completion
from moot.cli.envelope import DONE, INTERRUPTED, NO_SERVER, REFUSED, WRONG_USAGE, tell_error
from moot.cli.lazy import LazyGroup
from moot.cli.options import example
from moot.cli.trouble import no_server
from moot.client import NoServer, Refused

NAMES = ("moot", "aw")

app = LazyGroup(
    "moot",
    help="A house where agents, people and programs debate under rules, on the record.\n\n"
    'Replies are one JSON object: {"success": true, "data": …} or {"success": false, "error": …}. '
    "Exit codes: 0 done, 1 refused, 2 wrong usage, 3 no server answers, 4 waited in vain, 130 interrupted.",
    epilog=example("moot run", "aw debate list --format table"),
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    params=[completion.show_option, completion.install_option],
    lazy={
        "debate": "moot.cli.debate:debate",
        "panel": "moot.cli.panel:panel",
        "evaluate": "moot.cli.evaluate:evaluate",
        "workshop": "moot.cli.workshop:workshop",
        "duel": "moot.cli.duel:duel",
        "arena": "moot.cli.arena:arena",
        "bench": "moot.cli.bench:bench",
        "models": "moot.cli.models:models",
        "memory": "moot.cli.memory:memory",
        "links": "moot.cli.links:links",
        "webhooks": "moot.cli.webhooks:webhooks",
        "oversee": "moot.cli.oversee:oversee",
        "sandbox": "moot.cli.sandbox:sandbox",
        "tools": "moot.cli.tools:tools",
        "checks": "moot.cli.checks:checks",
        "docs": "moot.cli.docs:docs",
        "run": "moot.cli.run:run",
        "serve": "moot.cli.serve:serve",
        "work": "moot.cli.work:work",
        "config": "moot.cli.config:config",
        "doctor": "moot.cli.doctor:doctor",
        "verify": "moot.cli.verify:verify",
        "standings": "moot.cli.standings:standings",
        "export": "moot.cli.export:export",
        "import": "moot.cli.importing:import_",
        "audit": "moot.cli.audit:audit",
        "replay": "moot.cli.replay:replay",
        "rerun": "moot.cli.rerun:rerun",
        "diff": "moot.cli.diff:diff",
        "skills": "moot.cli.skills:skills",
        "mcp": "moot.cli.mcp:mcp",
    },
)
app = click.version_option(__version__, prog_name="moot", message="%(prog)s %(version)s")(app)


def main() -> None:
    """Runs the program on its command line and ends with its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # pyright: ignore[reportUnknownMemberType, reportAttributeAccessIssue]
    name = Path(sys.argv[0]).name
    sys.exit(run(sys.argv[1:], name if name in NAMES else NAMES[0]))


def run(arguments: Sequence[str], name: str = NAMES[0]) -> int:
    """The exit code of a command line; what went wrong is told in the envelope."""
    try:
        ended = app.main(list(arguments) or ["--help"], name, standalone_mode=False)
    except NoServer as none:
        tell_error(no_server(none))
        return NO_SERVER
    except Refused as refused:
        tell_error(refused.error)
        return NO_SERVER if refused.error.get("code") == "NO_SERVER" else REFUSED
    except click.ClickException as wrong:
        return _misused(wrong)
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except OSError as trouble:
        tell_error({"code": "SYSTEM_ERROR", "message": str(trouble)})
        return REFUSED
    return ended if isinstance(ended, int) else DONE


def _misused(wrong: click.ClickException) -> int:
    """Usage goes to standard error for people, the envelope to standard output for programs."""
    context = wrong.ctx if isinstance(wrong, click.UsageError) else None
    path = NAMES[0] if context is None else context.command_path
    told_help = isinstance(wrong, click.exceptions.NoArgsIsHelpError)
    message = "A command is missing." if told_help else wrong.format_message()
    wrong.show()
    tell_error({"code": "WRONG_USAGE", "message": message, "suggestion": f"Read: {path} --help"})
    return WRONG_USAGE
