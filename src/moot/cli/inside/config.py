"""The settings in this process: each with where it comes from, and whether they fit."""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import SecretStr, ValidationError
from pydantic_settings import SettingsError

from moot.cli.inside.refusing import told
from moot.cli.place import without_password
from moot.configuration import config_file
from moot.debate import Refusal
from moot.desk.role_files import roles_in
from moot.players.book import FILE as PLAYERS
from moot.players.book import read_book
from moot.settings import Settings, configured, nearest, variable_of
from moot.skills import debate_types
from moot.wiring import must_be_followed, must_be_safe

OTHERS = ("MOOT_NO_BROWSER", "MOOT_NO_SAMPLE")
"""Variables that the command line knows and that are no settings of the house."""
OURS = ("MOOT_", "DEBATE_")
CLIENTS = ("DEBATE_SERVER_URL", "DEBATE_WAIT_DEADLINE")
MASK = "***"


def shown(home: Path, typed: Mapping[str, Any], only_set: bool = False) -> dict[str, Any]:
    """Every setting with its value and where that comes from."""
    with told():
        settings, origins = _settings(home, typed), origins_of(home, typed)
        file = config_file(home)
        rows = [_row(settings, name, origin) for name, origin in origins.items()]
        kept = [row for row in rows if not only_set or row["from"] != "default"]
        return {"settings": kept, "file": str(file), "file_exists": file.exists()}


def _settings(home: Path, typed: Mapping[str, Any]) -> Settings:
    given: dict[str, Any] = {"home": home, **typed}
    return Settings(**given)


def origins_of(home: Path, typed: Mapping[str, Any]) -> dict[str, str]:
    """Where the value of each setting comes from: the command line, the environment, the file, or none of them."""
    set_here = {name.upper() for name in os.environ}
    kept = configured(home)

    def origin(name: str) -> str:
        if name in typed:
            return "command line"
        if variable_of(name) in set_here:
            return "environment"
        return "file" if name in kept else "default"

    return {name: origin(name) for name in Settings.model_fields}


def _row(settings: Settings, name: str, origin: str) -> dict[str, Any]:
    value = getattr(settings, name)
    return {"name": name, "variable": variable_of(name), "value": _masked(name, value), "from": origin}


def _masked(name: str, value: Any) -> Any:
    match value:
        case SecretStr():
            return MASK
        case Path():
            return str(value)
        case tuple():
            return [str(each) for each in value]  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
        case str() if name in ("database_url", "replica_url"):
            return without_password(value)
        case _:
            return value


def checked(home: Path, typed: Mapping[str, Any]) -> dict[str, Any]:
    """What is wrong with the settings, and what is odd about them though it does no harm."""
    faults = list(faults_of(home, typed))
    return {"sound": not faults, "faults": faults, "oddities": list(oddities())}


def faults_of(home: Path, typed: Mapping[str, Any]) -> Iterator[dict[str, str]]:
    """Whatever would keep the house from opening: a value that does not fit, or values that do not go together."""
    try:
        origins = origins_of(home, typed)
    except Refusal as refusal:
        yield _refused(str(config_file(home)), refusal)
        return
    try:
        settings = _settings(home, typed)
    except ValidationError as unfit:
        yield from (_misfit(fault["loc"], fault["msg"], origins) for fault in unfit.errors())
    except SettingsError as unfit:
        yield _fault("settings", f"{unfit}.")
    else:
        yield from _together(settings)


def _together(settings: Settings) -> Iterator[dict[str, str]]:
    tries = {
        "host": lambda: must_be_safe(settings),
        "replica_url": lambda: must_be_followed(settings),
        "rules_dir": lambda: debate_types(settings.rules_dir),
        "roles_dir": lambda: roles_in(settings.roles_dir),
        PLAYERS: lambda: read_book(settings.home / PLAYERS),
    }
    for about, attempt in tries.items():
        try:
            attempt()
        except Refusal as refusal:
            yield _refused(about, refusal)


def _misfit(place: tuple[int | str, ...], message: str, origins: Mapping[str, str]) -> dict[str, str]:
    named = {variable_of(name): name for name in Settings.model_fields}
    name = named.get(str(place[0]), str(place[0]))
    where = {"environment": variable_of(name), "file": "the configuration file"}.get(origins[name], origins[name])
    return _fault(name, f"{message.removeprefix('Value error, ')}.", f"Correct it in {where}.")


def oddities() -> Iterator[dict[str, str]]:
    """Variables that look like ours and are not: a misspelt one is silently as good as none."""
    known = [*map(variable_of, Settings.model_fields), *OTHERS, *CLIENTS]
    for name in sorted(os.environ):
        if name.startswith(OURS) and name not in known:
            yield _fault(name, "Nobody reads this variable.", nearest(name, known))


def _refused(about: str, refusal: Refusal) -> dict[str, str]:
    return _fault(about, refusal.message, refusal.suggestion or "")


def _fault(about: str, why: str, how: str = "") -> dict[str, str]:
    return {"about": about, "why": why, "how": how}
