"""Two small formats that need of the kernel what arbitration does not."""

from tests.formats.toys.jury import Jury, JuryRules, jury
from tests.formats.toys.workbench import Workbench, WorkbenchRules, workbench

__all__ = ["Jury", "JuryRules", "Workbench", "WorkbenchRules", "jury", "workbench"]
