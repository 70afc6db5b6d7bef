"""Runs inside the sandbox: lays files out, says where if that is wanted, becomes a program. Loads nothing of Moot."""

import json
import os
import runpy
import sys
from pathlib import Path
from typing import Any

PYTHON = "python"


def main() -> None:
    """Does what the plan says."""
    plan: dict[str, Any] = json.loads(Path("plan.json").read_text("utf-8"))
    runpy.run_path("laying.py", run_name="__main__")
    if plan["says_where"]:
        os.write(1, os.getcwd().encode() + b"\n")
    os.environ.update(plan["environment"])
    words: list[str] = plan["words"]
    program = sys.executable if words[0] == PYTHON else words[0]
    os.execvp(program, [program, *words[1:]])


if __name__ == "__main__":
    main()
