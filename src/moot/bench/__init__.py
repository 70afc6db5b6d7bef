"""The benchmark bridge: suites put to one model, a vote, a debate and a workshop, scored alike and compared."""

from moot.bench.answers import answers_in
from moot.bench.chart import chart
from moot.bench.choosing import Candidate, Chosen, chosen, elected
from moot.bench.comparing import Paired, mcnemar, paired
from moot.bench.extraction import PREAMBLE, letter_in, patch_in, program_in
from moot.bench.folder import Folder, Order, told
from moot.bench.plan import SYSTEMS, Plan, System, digest_of, must_suit, read_plan, selected
from moot.bench.report import CHART, report
from moot.bench.results import results
from moot.bench.rows import ANSWERS, Row, RowFile
from moot.bench.running import Run, scored
from moot.bench.scoring import Examiner, Score
from moot.bench.sitting import Venue
from moot.bench.suites import SUITES, Suite, found_data
from moot.bench.systems import Systems
from moot.bench.task import Check, Choice, Contains, Exact, Number, Passes, Patch, Task

__all__ = [
    "ANSWERS",
    "CHART",
    "PREAMBLE",
    "SUITES",
    "SYSTEMS",
    "Candidate",
    "Check",
    "Choice",
    "Chosen",
    "Contains",
    "Exact",
    "Examiner",
    "Folder",
    "Number",
    "Order",
    "Paired",
    "Passes",
    "Patch",
    "Plan",
    "Row",
    "RowFile",
    "Run",
    "Score",
    "Suite",
    "System",
    "Systems",
    "Task",
    "Venue",
    "answers_in",
    "chart",
    "chosen",
    "digest_of",
    "elected",
    "found_data",
    "letter_in",
    "mcnemar",
    "must_suit",
    "paired",
    "patch_in",
    "program_in",
    "read_plan",
    "report",
    "results",
    "scored",
    "selected",
    "told",
]
