"""Whom the house can call on, and what they work with."""

import os

from moot.debate import Seated
from moot.desk.replies import PlayerTold
from moot.engine import Allowance, Steward, Toolbox
from moot.library import Shelf
from moot.memory import Embedder
from moot.players.embedded.embedding import EmbeddingModel
from moot.players.hiring import Hiring
from moot.players.sent import players_sent
from moot.settings import Settings
from moot.tools.checks import Checker
from moot.tools.turn import Box, tools_sent


def hiring_for(settings: Settings, steward: Steward, toolbox: Toolbox) -> Hiring:
    """Whoever knows which players there are."""
    return Hiring(
        settings.home,
        models=settings.models,
        environment=os.environ,
        entries=steward.entries,
        threads=settings.embedded_threads,
        unconfined=settings.unconfined,
        checking=checker_for(settings).job,
        toolbox=toolbox,
        allowance=Allowance(settings.tool_calls, settings.tool_tokens, seconds=settings.tool_seconds),
        provider_calls=settings.provider_calls,
        sent=players_sent(),
    )


def box_for(
    settings: Settings, steward: Steward | None = None, shelf: Shelf | None = None, embedder: Embedder | None = None
) -> Box:
    """The tools that models may use in their turns."""
    return Box(
        settings.home,
        environment=os.environ,
        steward=steward,
        shelf=shelf,
        checker=checker_for(settings),
        embedder=embedder,
        unconfined=settings.unconfined,
        sent=tools_sent(),
    )


def checker_for(settings: Settings) -> Checker:
    """Whoever checks code with the programs of this machine."""
    return Checker(settings.checks, settings.unconfined)


def embedder_for(settings: Settings) -> Embedder | None:
    """Whoever can tell what texts mean; None where no model for that was named."""
    path = settings.embedding_model
    return None if path is None else EmbeddingModel(path.expanduser(), settings.models, settings.embedded_threads)


def must_know(hiring: Hiring, box: Box, seated: Seated) -> None:
    """Refuses a seat for which nobody could be called on, or whose tools are not known."""
    hiring.must_know(seated)
    box.must_grant(seated)


def players(hiring: Hiring) -> tuple[PlayerTold, ...]:
    """Whom the house can call on, as the desk tells it."""
    return tuple(
        PlayerTold(
            name=found.name,
            kind=found.kind,
            usable=found.usable,
            why_not=found.why_not,
            detail=found.detail or "",
            fetches=found.fetches,
            arrived=found.arrived,
            trouble=found.trouble,
        )
        for found in hiring.catalogue()
    )
