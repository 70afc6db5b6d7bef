"""The wheel: it has all it needs, nothing of the tests, and is the same from the sdist."""

import os
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

from moot import __version__
from tests.packaging.wheels import ROOT, Environment, built
from tests.support.thorough import only_when_thorough

LARGEST = 4_000_000
"""Bytes. A wheel that is much larger has something in it that does not belong there."""


def files_of(wheel: Path) -> dict[str, int]:
    with zipfile.ZipFile(wheel) as inside:
        return {info.filename: info.CRC for info in inside.infolist() if ".dist-info/" not in info.filename}


def test_every_file_of_the_package_is_in_it_and_nothing_else(wheel: Path):
    source = ROOT / "src"
    there = {
        str(path.relative_to(source))
        for path in (source / "moot").rglob("*")
        if path.is_file() and path.suffix != ".pyc" and "__pycache__" not in path.parts
    }
    assert set(files_of(wheel)) == there
    assert wheel.stat().st_size < LARGEST


def test_an_sdist_yields_the_same_wheel(wheel: Path, tmp_path: Path):
    with tarfile.open(built("sdist", tmp_path / "sdist")) as sdist:
        sdist.extractall(tmp_path / "tree", filter="data")
    (tree,) = (tmp_path / "tree").iterdir()
    assert files_of(built("wheel", tmp_path / "again", tree)) == files_of(wheel)
    # All that is tracked is in it, but for what tells git and its kin how to treat it.
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True).stdout.splitlines()
    there = {path.name for path in tree.iterdir()}
    assert {"LICENSE", "CHANGELOG.md", "README.md", "deploy", "tests"} <= there
    assert {name for path in tracked if not (name := path.partition("/")[0]).startswith(".")} <= there


def test_its_metadata_say_what_it_is(wheel: Path):
    with zipfile.ZipFile(wheel) as inside:
        (name,) = [name for name in inside.namelist() if name.endswith(".dist-info/METADATA")]
        told = Parser().parsestr(inside.read(name).decode())
    assert (told["Name"], told["Version"], told["License-Expression"]) == ("moot", __version__, "MIT")
    assert told["Requires-Python"] == ">=3.11"
    assert told["Description-Content-Type"] == "text/markdown"
    assert told.get_payload() == (ROOT / "README.md").read_text()
    assert "Programming Language :: Python :: 3.11" in told.get_all("Classifier", [])


def test_every_extra_is_told_of_where_installing_is_told_of():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    page = (ROOT / "docs" / "install.md").read_text()
    assert [name for name in extras if f"`moot[{name}]`" not in page] == []


def test_it_starts_by_each_of_its_names(environment: Environment):
    for words in (("moot",), ("aw",), ("python", "-m", "moot")):
        assert environment.run(*words, "--version").stdout.strip() == f"moot {__version__}"
    where = environment.run("python", "-c", "import moot; print(moot.__file__)").stdout.strip()
    assert Path(where).is_relative_to(environment.packages)


@only_when_thorough
@pytest.mark.timeout(3600)
def test_installed_with_its_dependencies_from_the_package_index_it_passes_every_journey(wheel: Path, tmp_path: Path):
    alone = Environment.with_wheel(tmp_path / "venv", wheel, borrowing=False)
    done = alone.run("moot", "doctor", "--json", MOOT_HOME=str(tmp_path / "home"), MOOT_PLAYER="human", MOOT_PORT="0")
    assert done.returncode == 0, done.stdout
    words = [sys.executable, "-m", "pytest", "-q", "-n2", "-p", "no:cacheprovider", "tests/journeys"]
    environment = {**os.environ, "MOOT_TEST_BIN": str(alone.root / "bin")}
    ran = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout[-4000:]
