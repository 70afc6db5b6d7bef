"""What people do about a workshop on its pages: compare versions, fill in moves, open one."""

from moot.web.workshop.branching import BranchPage
from moot.web.workshop.changing import Changing
from moot.web.workshop.opening import OPTIONS, open_workshop
from moot.web.workshop.people import as_asked, as_moved

__all__ = ["OPTIONS", "BranchPage", "Changing", "as_asked", "as_moved", "open_workshop"]
