"""A stand-in for X: a local server that speaks its sign-in (OAuth 2.0 with PKCE) and `users/me`.

Anybody can say there that they are anyone, so it is for tests and for trying things out, never for strangers.
"""

from moot.testing.x.book import Accounts
from moot.testing.x.server import XStandIn

__all__ = ["Accounts", "XStandIn"]
