"""`moot config`: every setting with where it comes from, and what does not fit."""

from pathlib import Path
from typing import Any

import pytest

from moot.configuration import PATHS
from moot.settings import Settings
from tests.cli.shell import Said, Shell
from tests.client.scripted import Reply, ScriptedServer


@pytest.fixture
def file(aw: Shell) -> Path:
    """Where the configuration file of this shell's house is, or would be."""
    path = aw.home / "moot" / "config.toml"
    path.parent.mkdir()
    return path


def show(aw: Shell, *arguments: str) -> dict[str, dict[str, Any]]:
    said = aw("config", "show", "--json", *arguments, name="moot")
    assert said.code == 0, said.out
    return {row["name"]: row for row in said.data["settings"]}


def check(aw: Shell, *arguments: str) -> Said:
    return aw("config", "check", "--json", *arguments, name="moot")


def test_each_value_is_told_with_where_it_comes_from(aw: Shell, file: Path):
    file.write_text('port = 4000\njudge_days = 3\nplayer = "embedded:small"\nrules_dir = "rules"\n')
    aw.set(MOOT_JUDGE_DAYS="5")
    told = show(aw, "--host", "localhost")
    assert [(name, told[name]["value"], told[name]["from"]) for name in ("host", "port", "judge_days", "public")] == [
        ("host", "localhost", "command line"),
        ("port", 4000, "file"),
        ("judge_days", 5, "environment"),
        ("public", False, "default"),
    ]
    # The shell of the tests sets a player, and the environment counts before the file.
    assert (told["player"]["value"], told["player"]["from"]) == ("human", "environment")
    assert told["rules_dir"]["value"] == str(file.parent / "rules")
    assert told["auth_token"] == {
        "name": "auth_token",
        "variable": "DEBATE_AUTH_TOKEN",
        "value": None,
        "from": "default",
    }
    assert list(told) == list(Settings.model_fields)


def test_no_secret_is_shown(aw: Shell, file: Path):
    urls = "".join(f'{name}_url = "postgresql://moot:hush-hush@{name}/moot"\n' for name in ("database", "replica"))
    file.write_text(f'auth_token = "hush-hush"\n{urls}')
    aw.set(MOOT_X_CLIENT_SECRET="hush-hush")
    said = aw("config", "show", "--set", name="moot")
    assert "hush-hush" not in said.out + said.err
    for name in ("database", "replica"):
        assert f"postgresql://moot:***@{name}/moot" in said.out
    assert "MOOT_X_CLIENT_SECRET" in said.out


@pytest.mark.parametrize("format_", ["table", "markdown"])
def test_people_can_read_it(aw: Shell, file: Path, format_: str):
    file.write_text('allowed_hosts = ["a.example", "b.example"]\n')
    said = aw("config", "show", "--set", "--format", format_, name="moot")
    assert "a.example, b.example" in said.out
    assert "environment: MOOT_HOME" in said.out
    assert "judge_days" not in said.out


def test_what_fits_is_told_to_fit(aw: Shell, file: Path):
    file.write_text("port = 4000\n")
    assert check(aw).data == {"sound": True, "faults": [], "oddities": []}
    assert "Everything fits." in aw("config", "check", name="moot").out


@pytest.mark.parametrize(
    ("text", "about", "why", "how"),
    [
        ("prot = 4000\n", "config.toml", "sets 'prot', which is no setting", "Did you mean port?"),
        ("home = '/'\n", "config.toml", "cannot set 'home'", "MOOT_HOME"),
        ("port = \n", "config.toml", "is not TOML", "Correct the file"),
        ("port = 99999\n", "port", "less than or equal to 65535", "the configuration file"),
        ('host = "0.0.0.0"\n', "host", "without a token", "DEBATE_AUTH_TOKEN"),
        ('rules_dir = "nowhere"\n', "rules_dir", "nowhere", ""),
    ],
)
def test_what_does_not_fit_is_told_with_what_to_do(aw: Shell, file: Path, text: str, about: str, why: str, how: str):
    file.write_text(text)
    said = check(aw)
    assert said.code == 1
    (fault,) = said.data["faults"]
    assert about in fault["about"]
    assert why in fault["why"]
    assert how in fault["how"]
    assert fault["why"] in aw("config", "check", "--format", "markdown", name="moot").out


def test_a_variable_with_an_unfit_value_is_named(aw: Shell):
    aw.set(MOOT_JUDGE_DAYS="soon", MOOT_JUDGE_DAY="7")
    told = check(aw).data
    assert [(fault["about"], fault["how"]) for fault in told["faults"]] == [
        ("judge_days", "Correct it in MOOT_JUDGE_DAYS.")
    ]
    assert [(odd["about"], odd["how"]) for odd in told["oddities"]] == [
        ("MOOT_JUDGE_DAY", "Did you mean MOOT_JUDGE_DAYS?")
    ]


def test_a_misspelt_variable_alone_is_odd_and_does_no_harm(aw: Shell):
    aw.set(MOOT_PROT="1")
    said = check(aw)
    assert (said.code, len(said.data["oddities"])) == (0, 1)


def test_a_house_that_would_not_open_says_why_where_it_is_opened(aw: Shell, file: Path):
    file.write_text("prot = 4000\n")
    said = aw("serve", "--port", "0", name="moot")
    assert said.code == 1
    assert (said.error["code"], said.error["suggestion"]) == ("INVALID_INPUT", "Did you mean port?")
    file.write_text("port = [")
    assert "is not TOML" in aw("serve", name="moot").error["message"]
    file.write_text('port = "soon"')
    assert "port: 'soon' is no number" in aw("serve", name="moot").error["message"]


def test_a_server_takes_its_place_from_the_file(aw: Shell, file: Path):
    file.write_text('host = "localhost"\nport = 0\ndatabase_url = "kept.db"\n')
    server = aw.up("serve")
    try:
        told = Said(0, server.stdout.readline().decode(), "").data
    finally:
        server.kill()
        server.communicate(timeout=60)
    assert told["database"] == str(file.parent / "kept.db")
    assert not told["url"].endswith(":3456")
    assert (file.parent / "kept.db").exists()


def test_the_token_of_the_file_goes_to_the_house_of_this_machine_alone(
    aw: Shell, file: Path, monkeypatch: pytest.MonkeyPatch
):
    file.write_text(f'auth_token = "{"t" * 20}"\n')
    with ScriptedServer(Reply({"debates": []})) as server:
        monkeypatch.setattr("moot.cli.environment.DEFAULT_URL", server.url)
        aw("debate", "list")
        aw.set(DEBATE_SERVER_URL=server.url)
        aw("debate", "list")
        aw.set(DEBATE_AUTH_TOKEN="of-a-seat")
        aw("debate", "list")
        sent = [asked.headers.get("authorization") for asked in server.asked]
    assert sent == [f"Bearer {'t' * 20}", None, "Bearer of-a-seat"]


def test_every_path_among_the_settings_counts_from_the_file():
    paths = {name for name, field in Settings.model_fields.items() if "Path" in str(field.annotation)}
    assert paths - {"home"} == PATHS
