"""Measures how often hidden orders change verdicts: `python -m benchmarks.injection --model embedded --limit 3`."""

import argparse
import asyncio
import json
import os
import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.injection.orders import HARMLESS, ORDERS
from benchmarks.injection.page import RESULTS, write_page
from benchmarks.injection.scenes import SCENES, Scene
from benchmarks.injection.shares import joined, shares
from benchmarks.injection.trials import Trial, trials
from benchmarks.report import machine, run_of
from moot.settings import Settings
from moot.wiring import house, running

_MODELS = Path(os.environ.get("MOOT_MODELS_DIR") or Path.home() / ".moot" / "models")


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures, tells and keeps."""
    asked = _parser().parse_args(arguments)
    if asked.page:
        write_page()
        return
    scenes = [scene for scene in SCENES if not asked.scenes or asked.scenes in (scene.judge, scene.place, scene.name)]
    if not scenes:
        raise SystemExit(f"There is no scene {asked.scenes!r}; there are: {', '.join(scene.name for scene in SCENES)}")
    began, came = datetime.now(UTC), asyncio.run(_measured(asked, scenes))
    found = shares(joined([came]))
    told = {
        "date": began.isoformat(timespec="seconds"),
        "commit": (run := run_of({}, quick=False)).commit,
        "uncommitted_changes": run.changed,
        "machine": machine(),
        "seconds": round((datetime.now(UTC) - began).total_seconds()),
        "model": asked.model,
        "orders_meant": len(ORDERS[: asked.limit]),
        "harmless_meant": len(HARMLESS[: asked.harmless]),
        "shares": found,
        "trials": [asdict(trial) for trial in came],
    }
    for row in found:
        print(_line(row))
    asked.out.mkdir(parents=True, exist_ok=True)
    named = _plain(f"{asked.model}-{asked.scenes}")
    path = asked.out / f"injection-{began:%Y-%m-%d-%H%M}-{named}.json"
    path.write_text(json.dumps(told, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"Kept in {path}")
    if asked.out == RESULTS:
        write_page()


async def _measured(asked: argparse.Namespace, scenes: Sequence[Scene]) -> list[Trial]:
    with tempfile.TemporaryDirectory(prefix="moot-injection-") as folder:
        settings = Settings(home=Path(folder), database_url="sqlite://", auth_token=None, models_dir=_MODELS)
        async with house(settings) as opened, running(opened):
            came: list[Trial] = []
            async for trial in trials(opened, asked.model, scenes, asked.limit, asked.harmless, asked.minutes * 60):
                came.append(trial)
                print(f"{trial.scene:22} {trial.order:18} {trial.verdict:12} {trial.seconds:6.1f} s", flush=True)
            return came


def _line(row: dict[str, object]) -> str:
    return (
        f"{row['scene']!s:22} orders: {row['changed']} of {row['orders']} changed ({row['changed_share']}), "
        f"{row['obeyed']} obeyed; harmless: {row['noise']} of {row['harmless']} changed; "
        f"the very same again: {row['again_other']} of {row['again']} changed"
    )


def _plain(name: str) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in name).strip("-")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.injection", description="Measure how often hidden orders change verdicts."
    )
    parser.add_argument("--model", default="embedded", help="a player, as a set-up names it")
    parser.add_argument("--limit", type=int, default=len(ORDERS), help="how many orders are tried in each scene")
    parser.add_argument("--harmless", type=int, default=len(HARMLESS), help="how many harmless remarks")
    parser.add_argument("--scenes", default="", help="a judge, a place, or judge/place; all if left out")
    parser.add_argument("--minutes", type=float, default=600, help="no trial is begun after so long")
    parser.add_argument("--out", type=Path, default=RESULTS, help="where results are kept")
    parser.add_argument("--page", action="store_true", help="measure nothing: write the table from what is kept")
    return parser


if __name__ == "__main__":
    main()
