"""Checks: programs that look at code (tests, linters, scanners, benchmarks), run in the sandbox, told as findings."""

from moot.tools.checks.bench import BUILT_IN, Offered, offered
from moot.tools.checks.check import KINDS, Check
from moot.tools.checks.checker import Checker
from moot.tools.checks.trees import commit_files, folder_files

__all__ = ["BUILT_IN", "KINDS", "Check", "Checker", "Offered", "commit_files", "folder_files", "offered"]
