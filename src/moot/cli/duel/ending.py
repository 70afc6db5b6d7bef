"""The page of a duel, and what came of it."""

import subprocess
import sys
from threading import Thread

import click

from moot.cli.duel.following import follow
from moot.cli.envelope import tell
from moot.cli.environment import connect
from moot.cli.harmless import harmless
from moot.client import Client


def show_page(client: Client, debate: str, title: str, shows: bool) -> str:
    """Says where the page is, and opens it; its address."""
    page = f"{client.url}/debates/{debate}"
    click.echo(f"{click.style(harmless(title), bold=True)}\n  Watch it, and rule on it, at {page}", err=True)
    if shows:
        # In a process of its own: some browsers return only when they are closed, and some talk.
        command = [sys.executable, "-m", "webbrowser", page]
        opening = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        Thread(target=opening.wait, daemon=True).start()
    return page


def conclude(client: Client, debate: str, page: str) -> None:
    """Follows a duel to its end, and tells what came of it and how to read it."""
    try:
        follow(client, debate, page)
    except KeyboardInterrupt:
        click.echo(f"\nNothing is lost. Go on with: moot duel --resume {debate}", err=True)
        raise
    found = client.context(debate, argument_limit=200)
    serves = "" if client.url == connect().url else "moot serve --detach && "
    rulings = [argument for argument in found["arguments"] if argument["type"] == "RULING"]
    tell(
        {
            "debate_id": debate,
            "title": found["debate"]["title"],
            "state": found["debate"]["state"],
            "ruling": rulings[-1]["content"] if rulings else None,
            "option": rulings[-1].get("option") if rulings else None,
            "arguments": found["debate"]["seq"],
            "read": f"{serves}aw debate open --debate-id {debate}",
            "verify": f"moot verify {debate}",
        }
    )
