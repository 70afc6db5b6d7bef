"""What can be measured of a program beside whether it is right: by tools that are installed, or not at all."""

import asyncio
import csv
import json
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

_SECONDS = 60.0
_FILE = "program.py"


async def measured(program: str) -> Mapping[str, float]:
    """`complexity` (lizard: the mean over its functions) and `security_findings` (bandit); absent where not measured.

    Neither runs the program. Each is a process of its own, which is ended where a program makes it take long.
    """
    with TemporaryDirectory(prefix="moot-bench-") as folder:
        (Path(folder) / _FILE).write_text(program, encoding="utf-8", errors="backslashreplace")
        return {**await _complexity(folder), **await _findings(folder)}


async def _complexity(folder: str) -> Mapping[str, float]:
    told = await _said(folder, "lizard", "--csv", _FILE)
    try:
        ways = [int(row[1]) for row in csv.reader(StringIO(told or "")) if row]
    except (ValueError, IndexError, csv.Error):
        return {}
    return {"complexity": sum(ways) / len(ways)} if ways else {}


async def _findings(folder: str) -> Mapping[str, float]:
    told = await _said(folder, "bandit", "-q", "-f", "json", _FILE)
    try:
        read: dict[str, Any] = json.loads(told or "")
    except ValueError:
        return {}
    return {} if read.get("errors") else {"security_findings": float(len(read["results"]))}


async def _said(folder: str, module: str, *words: str) -> str | None:
    """What a tool says; None where it is not installed, or took too long."""
    if find_spec(module) is None:
        return None
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", module, *words),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        cwd=folder,
    )
    try:
        async with asyncio.timeout(_SECONDS):
            told, _ = await process.communicate()
    except TimeoutError:
        return None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    return told.decode("utf-8", "replace")
