"""Running code that nobody vouches for: under limits, where it can reach nothing, or not at all."""

from moot.sandbox.backends import PYTHON, Obstacle, Unconfined
from moot.sandbox.detect import BACKENDS, Finding, detect, detected, probe, sandbox, why_none
from moot.sandbox.harness import Case, Job, Judged, Outcome, Report, examined, read_job
from moot.sandbox.lane import width
from moot.sandbox.limits import MB, Files, Limits, Ran, Why
from moot.sandbox.pump import Talk
from moot.sandbox.sandbox import Sandbox, SandboxUnavailable
from moot.sandbox.words import plain

__all__ = [
    "BACKENDS",
    "MB",
    "PYTHON",
    "Case",
    "Files",
    "Finding",
    "Job",
    "Judged",
    "Limits",
    "Obstacle",
    "Outcome",
    "Ran",
    "Report",
    "Sandbox",
    "SandboxUnavailable",
    "Talk",
    "Unconfined",
    "Why",
    "detect",
    "detected",
    "examined",
    "plain",
    "probe",
    "read_job",
    "sandbox",
    "why_none",
    "width",
]
