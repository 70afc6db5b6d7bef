"""Players: whether those that the house would call on could answer, and on demand whether the usual one does."""

import os
from collections.abc import Iterator
from pathlib import Path

from moot.cli.inside.doctor.finding import Finding, fails, unused, works
from moot.cli.inside.players import check
from moot.client import Refused
from moot.debate import HUMAN
from moot.players.embedded import SHELF, Weights
from moot.players.embedded.stamps import digest_of
from moot.players.named import NamedModel
from moot.players.providers import providers
from moot.players.roster import EMBEDDED, Roster
from moot.players.sent import players_sent, sent_as
from moot.settings import Settings

USUAL = "usual player"


def usual(settings: Settings) -> Iterator[Finding]:
    """Whoever is called on where nobody was named."""
    name, roster = settings.player, _roster(settings)
    if name == HUMAN:
        yield unused(USUAL, "a person: nobody is called on who was not named")
        return
    if sent_as(name, players_sent(), roster.book()) is not None:
        yield works(USUAL, f"{name}, of another package", needed=True)
        return
    definition = roster.definition(name)
    if (obstacle := roster.obstacle(definition)) is not None:
        yield fails(USUAL, f"{name}: {obstacle.why}", obstacle.how, needed=True)
    elif name in EMBEDDED:
        yield _weights(SHELF[EMBEDDED[name]], name, settings.models)
    else:
        yield works(USUAL, name, needed=True)


def _weights(weights: Weights, name: str, folder: Path) -> Finding:
    """Whether the file of an embedded model is what it should be; it is hashed, whatever was noted of it before."""
    path = folder / weights.file
    if not path.exists():
        what = f"{name}: not fetched yet; its first use fetches {weights.size / 1e6:,.0f} MB into {folder}"
        return unused(USUAL, what, "Fetch it now: moot models fetch")
    again = f"Remove {path}, then run: moot models fetch"
    if (size := path.stat().st_size) != weights.size:
        return fails(USUAL, f"{name}: {path} has {size:,} bytes instead of {weights.size:,}", again, needed=True)
    if digest_of(path) != weights.sha256:
        return fails(USUAL, f"{name}: {path} is damaged: its hash is not the right one", again, needed=True)
    return works(USUAL, f"{name}: {weights.name}, its hash is right", needed=True)


def named(settings: Settings) -> Iterator[Finding]:
    """The players of the players file, and the providers whose keys are set."""
    roster = _roster(settings)
    book = roster.book()
    for name, fault in book.faults.items():
        yield fails("players", f"{name}: {fault}", f"Correct [players.{name}] in {book.path}.")
    for name, definition in book.players.items():
        if (obstacle := roster.obstacle(definition)) is not None:
            yield fails("players", f"{name}: {obstacle.why}", obstacle.how)
        else:
            yield works("players", f"{name} ({definition.kind})")
    if not book.players and not book.faults:
        yield unused("players", f"{book.path} names nobody")
    keyed = [provider.name for provider in providers() if provider.key_set]
    yield (
        works("providers", f"a key is set for: {', '.join(keyed)}")
        if keyed
        else unused(
            "providers", "no key of a provider is set", "To seat their models, set one: moot models lists them."
        )
    )


def answers(settings: Settings) -> Iterator[Finding]:
    """One tiny question to the usual player. It may cost a little, and never fetches a model."""
    name = settings.player
    if name == HUMAN:
        yield unused("call", "a person is not asked")
        return
    if name in EMBEDDED and not _roster(settings).embedded(NamedModel(model=name)).fetched:
        yield fails("call", f"{name} is not fetched yet", "Run: moot models fetch", needed=True)
        return
    try:
        told = check(settings.home, name)
    except Refused as refused:
        yield fails("call", str(refused.error["message"]), f"Ask it alone: moot models check {name}", needed=True)
        return
    right = "rightly" if told["right"] else "wrongly"
    yield works("call", f"{told['by']} answered {right} in {told['milliseconds']} ms", needed=True)


def _roster(settings: Settings) -> Roster:
    return Roster(settings.home, settings.models, os.environ, settings.embedded_threads, settings.unconfined)
