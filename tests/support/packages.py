"""Packages that send something to the house: made of files, or built from the example, and found on the path."""

import importlib
import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from zipfile import ZipFile

import pytest
from hatchling.builders.wheel import WheelBuilder

from moot.voting import METHODS, count

HAIKU = Path(__file__).parents[2] / "examples" / "moot-haiku"


def package(folder: Path, name: str, sends: Mapping[str, Mapping[str, str]], modules: Mapping[str, str]) -> None:
    """Writes a package as it lies installed: what it sends by group, and its modules by path."""
    points = "".join(
        f"[{group}]\n" + "".join(f"{point} = {at}\n" for point, at in offered.items())
        for group, offered in sends.items()
    )
    told = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    told.mkdir()
    (told / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (told / "entry_points.txt").write_text(points)
    for path, text in modules.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)


def built(root: Path, target: Path) -> Path:
    """Builds a project as a wheel and unpacks it where it can be imported from."""
    (wheel,) = WheelBuilder(str(root)).build(directory=str(target / "dist"), versions=["standard"])
    with ZipFile(wheel) as packed:
        packed.extractall(target / "installed")
    return target / "installed"


@contextmanager
def installed(folder: Path) -> Generator[None]:
    """As if what lies in a folder had been installed; nothing of it is left afterwards."""
    before, votes = set(sys.modules), set(METHODS)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)  # pyright: ignore[reportUnknownMemberType] - pytest's
        try:
            yield
        finally:
            for name in set(sys.modules) - before:
                if str(getattr(sys.modules[name], "__file__", None) or "").startswith(str(folder)):
                    del sys.modules[name]
            known: dict[str, object] = importlib.import_module(count.__module__)._METHODS
            for name in set(METHODS) - votes:
                del known[name]
