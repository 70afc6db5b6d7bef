"""The command: who, about what, where; then it is followed to its result."""

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from moot.cli import options
from moot.cli.daemon import start
from moot.cli.duel.ending import conclude, show_page
from moot.cli.duel.following import ARBITRATOR
from moot.cli.duel.plan import Plan, read_plan
from moot.cli.envelope import tell
from moot.cli.environment import connect, elsewhere, home, may_open_browser, own_token, server_url, version_at
from moot.cli.lazy import load
from moot.cli.matters.reaching import reached
from moot.cli.options import example, offering
from moot.cli.place import Place
from moot.client import Client, new_id
from moot.client.errors import invalid

AGENTS = ("claude", "codex", "cursor", "gemini", "opencode")
PERSON = "person"
USUAL_ROUNDS = 5


@click.command(
    epilog=example(
        "moot duel PLAN.md --proposer claude --opponent codex",
        "moot duel PLAN.md --proposer gemini --opponent gemini --max-rounds 3 --dry-run",
        "moot duel --resume DEBATE",
    )
)
@click.argument("plan_file", metavar="[PLAN.md]", required=False)
@click.option(
    "--proposer",
    default="claude",
    show_default=True,
    metavar="NAME",
    shell_complete=offering(*AGENTS, "human"),
    help=f"Who defends the plan: {', '.join(AGENTS)}, a player (moot models), or human: whoever joins.",
)
@click.option(
    "--opponent",
    default="codex",
    show_default=True,
    metavar="NAME",
    shell_complete=offering(*AGENTS, "human"),
    help="Who attacks it; the same may do both.",
)
@click.option(
    "--arbitrator",
    default=PERSON,
    show_default=True,
    metavar="person|NAME",
    shell_complete=offering(PERSON, *AGENTS),
    help="Who rules: you, on the page, or a player.",
)
@click.option("--title", metavar="TEXT", help="What the debate is called.  [default: the plan's first heading]")
@click.option(
    "--debate-type",
    default="coding_plan_debate",
    show_default=True,
    metavar="TYPE",
    shell_complete=offering(*options.DEBATE_TYPES),
)
@click.option(
    "--max-rounds",
    type=click.IntRange(1, 10_000),
    default=USUAL_ROUNDS,
    show_default=True,
    help="After so many rounds the next ruling must close.",
)
@click.option("--timeout", type=click.FloatRange(1), metavar="SECONDS", help="How long an agent has for a turn.  [600]")
@click.option(
    "--dir",
    "folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The project that both may read.  [default: the current folder, or the plan's if it lies elsewhere]",
)
@click.option("--no-browser", is_flag=True, help="Open no page; so does MOOT_NO_BROWSER=1.")
@click.option("--detach", is_flag=True, help="Leave it to a server in the background, and return at once.")
@click.option("--dry-run", is_flag=True, help="Show what would be called, and do nothing.")
@click.option("--resume", metavar="DEBATE", help="Go on with a duel that was interrupted, or follow one again.")
@options.field
def duel(
    plan_file: str | None,
    proposer: str,
    opponent: str,
    arbitrator: str,
    title: str | None,
    debate_type: str,
    max_rounds: int,
    timeout: float | None,
    folder: Path | None,
    no_browser: bool,
    detach: bool,
    dry_run: bool,
    resume: str | None,
) -> None:
    """Let two coding agents debate a plan, and rule on it yourself.

    Each is called through its own command line, may read the project and change nothing. Works with a running server,
    or in this process on the same database where none answers; then Ctrl-C stops it, and --resume goes on.
    """
    shows = not no_browser and may_open_browser()
    if (plan_file is None) == (resume is None):
        raise click.UsageError("Give a plan, or --resume with a debate.", click.get_current_context())
    if plan_file is None:
        _resumed(str(resume), shows)
        return
    project = _project(folder, plan_file)
    plan = read_plan(plan_file, project, title)
    named = {"proposer": proposer, "opponent": opponent} | ({} if arbitrator == PERSON else {ARBITRATOR: arbitrator})
    sides = load("moot.cli.inside.duelling:chosen")(home(), project, named, timeout)
    opening: dict[str, Any] = {"debate_type": debate_type, "max_rounds": max_rounds}
    if dry_run:
        tell(_would(plan, sides, opening))
        return
    debate = new_id()
    with _house(debate, [side.player for side in sides], detach=detach) as client:
        seats = load("moot.cli.inside.duelling:noted")(home(), sides)
        _must_know(client, [seats[side.seat] for side in sides if side.named is not None])
        client.create_debate(debate, plan.title, content=plan.motion(client), seats=seats, **opening)
        page = show_page(client, debate, plan.title, shows)
        if detach:
            where = "" if client.url == server_url() else f"DEBATE_SERVER_URL={client.url} "
            tell({"debate_id": debate, "url": page, "next": f"{where}moot duel --resume {debate}"})
        else:
            conclude(client, debate, page)


def _project(folder: Path | None, plan_file: str) -> Path:
    if folder is not None:
        return folder
    here, plan = Path.cwd(), Path(plan_file).resolve()
    return here if plan.is_relative_to(here.resolve()) or not plan.parent.is_dir() else plan.parent


def _would(plan: Plan, sides: list[Any], opening: Mapping[str, Any]) -> dict[str, Any]:
    motion = {"title": plan.title, "characters": len(plan.text), "as_document": plan.is_long}
    return {"dry_run": True, **motion, **opening, "seats": {side.seat: dict(side.called) for side in sides}}


@contextmanager
def _house(debate: str, players: list[str], *, detach: bool) -> Generator[Client]:
    if not detach:
        with reached(debate, players) as client:
            yield client
    elif elsewhere():
        yield connect()
    else:
        at = Place.given(None, None, None)
        yield Client(at.url if version_at(at.url) is not None else start(at)["url"], own_token())


def _must_know(client: Client, agents: list[str]) -> None:
    """Refuses a server that does not read what was noted on this machine."""
    if not {player["name"] for player in client.players()}.issuperset(agents):
        raise invalid(
            f"The server at {client.url} does not know the agents of this machine: it has another home than {home()}.",
            suggestion="Unset DEBATE_SERVER_URL, or start the server with the same MOOT_HOME.",
        )


def _resumed(debate: str, shows: bool) -> None:
    with reached(debate) as client:
        found = client.context(debate, argument_limit=0)["debate"]
        if found["format"] != "arbitration":
            raise invalid(f"{debate!r} is no duel, but a debate of the format {found['format']!r}.")
        conclude(client, found["id"], show_page(client, found["id"], found["title"], shows))
