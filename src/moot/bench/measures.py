"""What can be measured of a program beside whether it is right: by tools that are installed, or not at all."""

import asyncio
import json
import sys
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

_SECONDS = 60.0


async def measured(program: str) -> Mapping[str, float]:
    """`complexity` (lizard: the mean over its functions) and `security_findings` (bandit); absent where not measured.

    Neither runs the program.
    """
    return {**_complexity(program), **await _findings(program)}


def _complexity(program: str) -> Mapping[str, float]:
    if find_spec("lizard") is None:
        return {}
    # Not a dependency, so it cannot be imported above.
    lizard: Any = import_module("lizard")
    found: Any = lizard.analyze_file.analyze_source_code("program.py", program)
    functions: list[Any] = list(found.function_list)
    if not functions:
        return {}
    return {"complexity": sum(each.cyclomatic_complexity for each in functions) / len(functions)}


async def _findings(program: str) -> Mapping[str, float]:
    if find_spec("bandit") is None:
        return {}
    with TemporaryDirectory(prefix="moot-bench-") as folder:
        (Path(folder) / "program.py").write_text(program, encoding="utf-8", errors="backslashreplace")
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bandit", "-q", "-f", "json", "program.py"),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            cwd=folder,
        )
        try:
            async with asyncio.timeout(_SECONDS):
                told, _ = await process.communicate()
            read: dict[str, Any] = json.loads(told)
        except (TimeoutError, ValueError):
            return {}
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
    return {} if read.get("errors") else {"security_findings": float(len(read["results"]))}
