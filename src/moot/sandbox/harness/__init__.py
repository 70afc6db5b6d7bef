"""The harness: a candidate is put to its cases in a guest, and judged on the host."""

from moot.sandbox.harness.job import Case, Job, read_job
from moot.sandbox.harness.judging import Judged, Outcome
from moot.sandbox.harness.testing import Report, examined

__all__ = ["Case", "Job", "Judged", "Outcome", "Report", "examined", "read_job"]
