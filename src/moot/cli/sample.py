"""The first debate of a new house: a sample panel, followed in the terminal to its result."""

from collections.abc import Iterator

import click

from moot.cli.environment import own_token
from moot.cli.harmless import harmless
from moot.cli.matters.following import spoken
from moot.cli.progress import Progress
from moot.client import Client, NoServer, Refused
from moot.client.shapes import Sample

PANEL = "panel"


def show_sample(url: str) -> None:
    """Starts the sample in an empty house, or goes on with one that was interrupted; tells who speaks."""
    client = Client(url, own_token())
    try:
        debate = _under_way(client)
        if debate is not None:
            _follow(client, debate, url)
    except (NoServer, Refused) as trouble:
        click.echo(harmless(f"The sample was not shown: {trouble}"), err=True)


def _under_way(client: Client) -> str | None:
    """The sample that is to be followed, if any."""
    sample = next(each for each in client.samples() if each["name"] == PANEL)
    if sample["opened"] is None:
        return _started(client) if not client.debates(limit=1)["debates"] else None
    context = client.context(sample["opened"], argument_limit=0)
    waits = context["debate"]["waiting_for"]
    return sample["opened"] if any(seat in context["players"] for seat in waits) else None


def _started(client: Client) -> str:
    return client.start_sample(PANEL)["debate_id"]


def _follow(client: Client, debate: str, url: str) -> None:
    title = client.context(debate, argument_limit=0)["debate"]["title"]
    click.echo(f"\nA sample debate is under way: {harmless(title)}\n  Watch it at {url}/debates/{debate}")
    with Progress() as progress:

        def lasting(said: str) -> None:
            progress.clear()
            click.echo(f"  {said}")

        for said in spoken(client.watch(debate, lost=progress.say), lasting):
            progress.say(f"  {said}")
    found = client.result(debate)["result"]
    click.echo(f"  {click.style('Result', bold=True)}: {harmless(found['message'])}")
    click.echo("".join(f"  {line}\n" for line in _more(client.samples(), url)), nl=False)


def _more(samples: list[Sample], url: str) -> Iterator[str]:
    if any(each["opened"] is None for each in samples):
        yield f"A sample of each format waits at {url}"
    yield "Ask your own panel: moot panel ask --question '…' --option A=… --option B=…"
