"""The page of a debate, in a browser."""

import os
import sys
import webbrowser
from typing import Any

import click

from moot.cli import options
from moot.cli.envelope import tell
from moot.cli.environment import connect, may_open_browser
from moot.cli.options import example


@click.command("open", epilog=example("aw debate open --debate-id ID"))
@options.debate_id
@options.field
def open_page(debate_id: str) -> None:
    """Open a debate's page in a browser."""
    client = connect()
    found: Any = client.context(debate_id, argument_limit=0)
    known = found.get("debate", found)["id"]  # A debate of the arena is told in a shape of its own.
    url = f"{client.url}/debates/{known}"
    tell({"url": url, "opened": may_open_browser() and _opened(url)})


def _opened(url: str) -> bool:
    """Opens a page; what the browser has to say must not get into the reply."""
    sys.stdout.flush()
    kept = os.dup(1)
    os.dup2(2, 1)
    try:
        return webbrowser.open(url)
    finally:
        os.dup2(kept, 1)
        os.close(kept)
