"""The page of a debate, in a browser."""

import webbrowser

import click

from moot.cli import options
from moot.cli.envelope import tell
from moot.cli.environment import connect, may_open_browser
from moot.cli.options import example


@click.command("open", epilog=example("aw debate open --debate-id ID"))
@options.debate_id
def open_page(debate_id: str) -> None:
    """Open a debate's page in a browser."""
    client = connect()
    known = client.context(debate_id, argument_limit=0)["debate"]["id"]
    url = f"{client.url}/debates/{known}"
    tell({"url": url, "opened": may_open_browser() and webbrowser.open(url)})
