"""`moot run`: serve, say what to do next, and open the page."""

import os
import sys
import webbrowser
from pathlib import Path
from shutil import which
from threading import Thread

import click

from moot.cli import place
from moot.cli.environment import DEFAULT_URL, may_open_browser, version_at
from moot.cli.fetching import prepare_usual
from moot.cli.options import example
from moot.cli.place import Place, without_password
from moot.cli.sample import show_sample
from moot.cli.serve import serve_here


@click.command(epilog=example("moot run"))
@place.options
@click.option("--no-browser", is_flag=True, help="Open no page; so does MOOT_NO_BROWSER=1.")
@click.option("--no-sample", is_flag=True, help="Start no sample debate in an empty house; so does MOOT_NO_SAMPLE=1.")
def run(
    host: str | None, port: int | None, database: str | None, x_stand_in: bool, no_browser: bool, no_sample: bool
) -> None:
    """Serve Moot here and open it in the browser; Ctrl-C stops it.

    A new house begins with a sample: a panel of three judges, played by the embedded model.
    """
    at = Place.given(host, port, database)
    opens = not no_browser and may_open_browser()
    if at.port and version_at(at.url) is not None:
        click.echo(f"Moot is open at {at.url} already.")
        if opens:
            webbrowser.open(at.url)
        return

    shows = not (no_sample or os.environ.get("MOOT_NO_SAMPLE")) and prepare_usual(at.home)

    def ready(url: str) -> None:
        click.echo(_welcome(url, at))
        if shows:
            Thread(target=show_sample, args=(url,), daemon=True).start()
        if opens:  # beside the server, since some browsers return only when they are closed
            Thread(target=webbrowser.open, args=(url,), daemon=True).start()

    serve_here(at, ready, x_stand_in)


def _welcome(url: str, at: Place) -> str:
    elsewhere = [] if url == DEFAULT_URL else [f"  Tell your agents where:  export DEBATE_SERVER_URL={url}"]
    return "\n".join(
        [
            f"Moot is open at {url}",
            f"  Records are kept in      {without_password(at.database)}",
            *elsewhere,
            *_on_the_path(),
            "  Ask a panel:             moot panel ask --question '…' --option A=… --option B=…",
            "  Evaluate an idea:        moot evaluate IDEA.md --debate",
            "  Teach your agents:       moot skills install --for claude-code   (or codex, cursor, gemini, generic)",
            "  Let two agents debate:   moot duel PLAN.md --proposer claude --opponent codex",
            "  Open a debate:           aw debate create --debate-id $(aw debate generate-id --field id) \\",
            '                             --title "My plan" --debate-type coding_plan_debate --file plan.md',
            "  Read the commands:       aw debate --help",
            "Ctrl-C stops it; everything is kept.",
        ]
    )


def _on_the_path() -> list[str]:
    """How to reach the commands, where a shell would not find them by itself."""
    if which("aw") is not None or sys.prefix == sys.base_prefix:
        return []
    return [f"  Find the commands:       . {Path(sys.prefix) / 'bin' / 'activate'}"]
