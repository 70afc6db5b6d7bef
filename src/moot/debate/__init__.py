"""What a debate is: seats, turns, moves, entries and the rules that bind them. Pure: no clock, no chance, no I/O."""

from moot.debate.brief import Ask, Brief, Briefs, Manner, Reports, only
from moot.debate.entry import Entry, Spent, Stamp
from moot.debate.json import Json, JsonObject
from moot.debate.move import HOUSE_KINDS, Move, Setup
from moot.debate.names import argument_id, line_of
from moot.debate.outcome import Award, Outcome
from moot.debate.position import Position, Tabled
from moot.debate.refusals import (
    ActionNotAllowed,
    ArgumentNotFound,
    ContentTooLarge,
    DebateExists,
    DebateNotFound,
    DocumentNotFound,
    Forbidden,
    InvalidInput,
    Outage,
    RateLimited,
    Refusal,
    RequestIdReused,
    Unauthenticated,
)
from moot.debate.rules import Cue, Notice, Rules
from moot.debate.seated import HUMAN, Budget, Players, Seated, called_in, called_on
from moot.debate.turn import OpenTo, Turn, label_of
from moot.debate.view import View, opened_by, view, views

__all__ = [
    "HOUSE_KINDS",
    "HUMAN",
    "ActionNotAllowed",
    "ArgumentNotFound",
    "Ask",
    "Award",
    "Brief",
    "Briefs",
    "Budget",
    "ContentTooLarge",
    "Cue",
    "DebateExists",
    "DebateNotFound",
    "DocumentNotFound",
    "Entry",
    "Forbidden",
    "InvalidInput",
    "Json",
    "JsonObject",
    "Manner",
    "Move",
    "Notice",
    "OpenTo",
    "Outage",
    "Outcome",
    "Players",
    "Position",
    "RateLimited",
    "Refusal",
    "Reports",
    "RequestIdReused",
    "Rules",
    "Seated",
    "Setup",
    "Spent",
    "Stamp",
    "Tabled",
    "Turn",
    "Unauthenticated",
    "View",
    "argument_id",
    "called_in",
    "called_on",
    "label_of",
    "line_of",
    "only",
    "opened_by",
    "view",
    "views",
]
