"""The client: the desk's verbs from another process, over HTTP, with the standard library alone."""

from moot.client.asking import new_id
from moot.client.client import Client
from moot.client.errors import NoServer, Refused
from moot.client.patience import Patience
from moot.client.waiting import DEADLINE

__all__ = ["DEADLINE", "Client", "NoServer", "Patience", "Refused", "new_id"]
