"""What the pages about installing, upgrading and the doctor say can be typed, set and found."""

import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from moot.cli.app import app
from moot.cli.inside.doctor.round import CALL, PROBES
from moot.settings import Settings, configured
from tests.packaging.wheels import ROOT
from tests.support.fences import fences

DOCS = ROOT / "docs"
PAGES = ("install.md", "upgrading.md", "doctor.md")


def typed() -> Iterator[list[str]]:
    """Every command of ours in the shell blocks of these pages."""
    for page in PAGES:
        for block in fences((DOCS / page).read_text()):
            for line in block.body.replace("\\\n", " ").splitlines() if block.language == "sh" else ():
                words = shlex.split(line, comments=True)
                while words and "=" in words[0]:
                    words.pop(0)
                if words and words[0] == "moot":
                    yield words[1:]


@pytest.mark.parametrize("words", list(typed()), ids=" ".join)
def test_each_command_on_the_pages_can_be_typed(words: list[str]):
    command: click.Command = app
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        found = command.get_command(click.Context(command), words.pop(0))
        assert found is not None
        command = found
    known = {name for param in command.params for name in (*param.opts, *param.secondary_opts)}
    assert {word for word in words if word.startswith("--")} <= known


def test_each_probe_of_the_doctor_has_its_place_on_the_page():
    page = (DOCS / "doctor.md").read_text()
    assert [probe.about for probe in (*PROBES, CALL) if f"\n### {probe.about}\n" not in page] == []


def test_the_file_on_the_page_about_configuration_fits(tmp_path: Path):
    (block,) = [each.body for each in fences((DOCS / "configuration.md").read_text()) if each.language == "toml"]
    (tmp_path / "config.toml").write_text(block)
    assert set(configured(tmp_path)) == set(tomllib.loads(block))
    settings = Settings(home=tmp_path)
    assert (settings.port, settings.allowed_hosts) == (4000, ("moot.example", "moot.local"))
    assert settings.rules_dir == tmp_path / "rules"


def test_each_file_that_the_pages_name_is_there():
    text = "".join((DOCS / page).read_text() for page in PAGES)
    named = {word.strip("`().,") for word in text.split() if word.strip("`(").startswith("deploy/")}
    assert named
    assert [name for name in named if not (ROOT / name).exists()] == []
