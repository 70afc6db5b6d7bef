"""Delegates: what other packages send to the house through entry points. One that does not fit is told and left out."""

from moot.delegates.fitting import a_folder_of_roles, a_format, a_vote
from moot.delegates.sending import FORMATS, GROUPS, PLAYERS, ROLES, STORES, TOOLS, VOTES, Away, Received, received, sent

__all__ = [
    "FORMATS",
    "GROUPS",
    "PLAYERS",
    "ROLES",
    "STORES",
    "TOOLS",
    "VOTES",
    "Away",
    "Received",
    "a_folder_of_roles",
    "a_format",
    "a_vote",
    "received",
    "sent",
]
