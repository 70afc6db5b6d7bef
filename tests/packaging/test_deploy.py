"""What comes with the house for containers and services names only what there is, and gives nothing away."""

import configparser
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
import yaml

from moot import __version__
from moot.cli.app import app
from moot.http.app import openapi
from moot.settings import Settings, variable_of
from tests.packaging.wheels import ROOT

DEPLOY = ROOT / "deploy"
UNITS = sorted(DEPLOY.glob("*.service"))
KNOWN = {*map(variable_of, Settings.model_fields), "MOOT_NO_BROWSER"}
OF_OTHERS = {"POSTGRES_PASSWORD", "ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GOOGLE_API_KEY", "MODEL"}


def instructions() -> list[tuple[str, str]]:
    """The Dockerfile, an instruction each, comments and line ends aside."""
    text = re.sub(r"(?m)^\s*#.*\n", "", (DEPLOY / "Dockerfile").read_text()).replace("\\\n", " ")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return [(line.partition(" ")[0], line.partition(" ")[2].strip()) for line in lines]


def is_command(words: list[str]) -> bool:
    return app.get_command(click.Context(app), words[0]) is not None


def test_the_image_is_built_in_stages_and_runs_as_nobody_in_particular():
    told = instructions()
    last = max(number for number, (name, _) in enumerate(told) if name == "FROM")
    assert sum(name == "FROM" for name, _ in told) == 3
    final = dict(told[last:])
    assert final["USER"] == "moot"
    assert final["VOLUME"] == "/data"
    assert "/api/v1/ready" in final["HEALTHCHECK"]
    # Wherever it was told to listen.
    assert "MOOT_PORT" in final["HEALTHCHECK"]
    assert "/api/v1/ready" in openapi()["paths"]
    assert (final["ENTRYPOINT"], final["CMD"]) == ('["moot"]', '["serve"]')
    assert is_command(["serve"])


def test_the_image_copies_what_there_is_and_sets_what_is_known():
    kept = (DEPLOY / "Dockerfile.dockerignore").read_text().splitlines()
    for name, words in instructions():
        if name == "COPY" and not words.startswith("--from"):
            for source in shlex.split(words)[:-1]:
                assert (ROOT / source).exists(), source
                assert f"!{source}" in kept
        if name == "ENV":
            variables = {word.partition("=")[0] for word in shlex.split(words)}
            assert {each for each in variables if each.startswith("MOOT_")} <= KNOWN


def test_compose_has_a_server_workers_and_a_database_and_no_secret_in_it():
    told: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
    services = told["services"]
    assert set(services) == {"server", "worker", "database", "replica"}
    for name in ("server", "worker"):
        service = services[name]
        assert is_command(service["command"])
        assert service["image"] == f"moot:{__version__}"
        assert (ROOT / service["build"]["dockerfile"]).exists()
        assert service["read_only"] is True
        assert "hostname" not in service
        assert set(service["environment"]) <= KNOWN | OF_OTHERS
        # Settings, keys and passwords come from outside; what must be there is asked for.
        assert re.search(r"moot:\$\{POSTGRES_PASSWORD:\?", service["environment"]["MOOT_DATABASE_URL"])
        assert service["environment"]["DEBATE_AUTH_TOKEN"].startswith("${DEBATE_AUTH_TOKEN:?")
    # Two workers from the start; the replica only for whoever asks for it.
    assert services["worker"]["deploy"] == {"replicas": 2}
    assert [name for name, service in services.items() if "profiles" in service] == ["replica"]
    assert services["replica"]["image"] == services["database"]["image"]
    assert services["server"]["ports"] == ["127.0.0.1:${MOOT_PORT:-3456}:3456"]
    assert services["worker"]["depends_on"]["server"] == {"condition": "service_healthy"}
    used = {volume.partition(":")[0] for service in services.values() for volume in service["volumes"]}
    files = {source for source in used if source.startswith("./")}
    assert used - files == set(told["volumes"])
    for file in files:
        assert (ROOT / file).is_file()
        assert subprocess.run(["sh", "-n", str(ROOT / file)]).returncode == 0


def test_a_copy_for_a_replica_that_was_broken_off_is_begun_anew_and_a_whole_one_is_kept(tmp_path: Path):
    """The script of the replica, with a program in the place of `pg_basebackup` that dies half-way the first time."""
    copying = tmp_path / "pg_basebackup"
    copying.write_text(
        '#!/bin/sh\nset -eu\nmkdir "${1#--pgdata=}"\ntouch "${1#--pgdata=}/PG_VERSION"\n'
        'if [ ! -e "$PGDATA.tried" ]; then touch "$PGDATA.tried"; kill -9 $$; fi\ntouch "${1#--pgdata=}/all"\n'
    )
    copying.chmod(0o700)
    data = tmp_path / "data"
    environment = {"PGDATA": str(data), "PATH": f"{tmp_path}:/usr/bin:/bin"}
    told = list[tuple[bool, str]]()
    for _ in range(3):
        command = ["sh", str(DEPLOY / "follow.sh"), "ls", str(data)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
        told.append((done.returncode == 0, done.stdout))
        if data.exists():
            (data / "written").touch()
    assert told == [(False, ""), (True, "PG_VERSION\nall\n"), (True, "PG_VERSION\nall\nwritten\n")]


def test_the_example_of_an_environment_names_what_is_known_and_sets_no_secret():
    lines = (DEPLOY / "moot.env.example").read_text().splitlines()
    pairs = [line.removeprefix("#").partition("=") for line in lines if re.match(r"#?[A-Z_]+=", line)]
    assert {name for name, _, _ in pairs} <= KNOWN | OF_OTHERS
    assert {value for name, _, value in pairs if name.endswith(("TOKEN", "KEY", "PASSWORD"))} == {""}


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_a_unit_runs_a_command_of_ours_with_few_rights(unit: Path):
    read = configparser.ConfigParser(strict=False, interpolation=None, delimiters="=")
    read.optionxform = str  # pyright: ignore[reportAttributeAccessIssue]
    read.read(unit)
    service = read["Service"]
    program, *words = shlex.split(service["ExecStart"])
    assert program == "/opt/moot/bin/moot"
    assert is_command(words)
    assert (service["DynamicUser"], service["NoNewPrivileges"], service["ProtectSystem"]) == ("yes", "yes", "strict")
    assert {word.partition("=")[0] for word in service["Environment"].split()} - {"PYTHONDONTWRITEBYTECODE"} <= KNOWN


def test_systemd_takes_the_units_and_finds_them_closed(tmp_path: Path):
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("systemd could not be had")
    for unit in UNITS:
        # It looks whether the program is there.
        text = unit.read_text().replace("/opt/moot/bin/moot", sys.executable)
        (tmp_path / unit.name).write_text(text)
    paths = [str(tmp_path / unit.name) for unit in UNITS]
    done = subprocess.run([analyze, "verify", *paths], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    told = [analyze, "security", "--offline=true", "--threshold=30", str(tmp_path / "moot.service")]
    assert subprocess.run(told, capture_output=True, timeout=60).returncode == 0
