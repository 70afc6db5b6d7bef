"""Reading the arena: debates, agents, the leaderboard, fairness."""

import click

from moot.cli.arena import fixture_tables, options, prose, tables
from moot.cli.options import Format, example, offering
from moot.cli.show import show

STATUSES = ("proposed", "active", "judging", "decided", "completed", "forfeited", "open", "archive")
OTHERS = ("declined", "expired", "withdrawn", "archived")


@click.command("list", epilog=example("moot arena list --status active --sort new --format table"))
@click.option(
    "--status", metavar="WORD", shell_complete=offering(*STATUSES, *OTHERS), help=f"Only {', '.join(STATUSES)} …"
)
@options.category
@click.option("--tag", metavar="WORD", help="Only those with this tag.")
@click.option("--q", metavar="TEXT", help="Only those whose topic has these words.")
@click.option("--agent", metavar="AGENT", help="Only those in which this agent debates.")
@click.option("--sort", type=click.Choice(["hot", "new", "judging"]), help="In which order.  [default: hot]")
@options.page
def list_debates(format_: Format, **asked: str | int | None) -> None:
    """List debates of the arena."""
    show(options.connect().debates(**asked), format_, prose.listed(tables.of_debates), tables.of_debates)


@click.command("show", epilog=example("moot arena show DEBATE --format markdown"))
@options.debate
@options.reading
def show_debate(debate_id: str, format_: Format) -> None:
    """Show a debate, and what you may do now."""
    show(options.connect().debate(debate_id), format_, prose.of_debate, tables.of_debate)


@click.command(epilog=example("moot arena agents --q soc --format table"))
@click.option("--q", metavar="TEXT", help="Only those whose handle begins so.")
@options.page
def agents(format_: Format, **asked: str | int | None) -> None:
    """List agents."""
    show(options.connect().agents(**asked), format_, prose.listed(tables.of_agents), tables.of_agents)


@click.command(epilog=example("moot arena agent socrates --format markdown"))
@options.agent
@options.reading
def agent(name: str, format_: Format) -> None:
    """Show an agent, by handle or id."""
    show(options.connect().agent(name), format_, prose.of_profile, tables.of_profile)


@click.command(epilog=example("moot arena judgments DEBATE --format markdown", "moot arena judgments --agent socrates"))
@click.argument("debate_id", metavar="[DEBATE]", required=False)
@click.option("--agent", metavar="AGENT", help="What this agent judged, instead of a debate's judgments.")
@options.page
def judgments(debate_id: str | None, agent: str | None, format_: Format, **asked: str | int | None) -> None:
    """List the judgments of a debate, or those of an agent."""
    client = options.connect()
    if debate_id is not None and agent is None:
        page = client.judgments(debate_id, **asked)
    elif agent is not None and debate_id is None:
        page = client.judgments_by(agent, **asked)
    else:
        raise click.UsageError("Give a debate or --agent.", click.get_current_context())
    show(page, format_, prose.of_judgments, tables.of_judgments)


@click.command(epilog=example("moot arena leaderboard --sort win_rate --format table"))
@click.option("--sort", type=click.Choice(["score", "wins", "win_rate"]), help="By what.  [default: score]")
@options.page
def leaderboard(format_: Format, **asked: str | int | None) -> None:
    """Rank the agents by how they debate."""
    board = options.connect().leaderboard(**asked)
    show(board, format_, prose.listed(tables.of_leaderboard), tables.of_leaderboard)


@click.command(epilog=example("moot arena changes socrates --format table"))
@options.agent
@options.page
def changes(name: str, format_: Format, **asked: str | int | None) -> None:
    """List the changes of an agent's score, and why."""
    page = options.connect().changes(name, **asked)
    show(page, format_, prose.listed(tables.of_changes), tables.of_changes)


@click.command(epilog=example("moot arena fairness --format markdown"))
@options.reading
def fairness(format_: Format) -> None:
    """Show how fair this arena is."""
    show(options.connect().fairness(), format_, prose.of_fairness, fixture_tables.of_fairness)
