"""The desk: the verbs that every entrance offers, with who may use them."""

from moot.desk.callers import OWNER, SESSION_COOKIE, VISITOR, Caller, Keys
from moot.desk.desk import Desk
from moot.desk.exports import Exported
from moot.desk.house import House

__all__ = ["OWNER", "SESSION_COOKIE", "VISITOR", "Caller", "Desk", "Exported", "House", "Keys"]
