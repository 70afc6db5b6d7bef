"""The configuration file of a house, `config.toml` in its home: light to read, for the command line reads it too."""

import tomllib
from pathlib import Path
from typing import Any

FILE = "config.toml"
PATHS = frozenset({"rules_dir", "roles_dir", "checks_file", "models_dir", "embedding_model"})
"""The settings that are paths; in the file they count from where it is."""


class ConfigUnfit(ValueError):
    """The file cannot be read, or has something in it that nobody can set there."""


def config_file(home: Path) -> Path:
    """Where the file of this house is."""
    return home.expanduser() / FILE


def read_config(home: Path) -> dict[str, Any]:
    """What the file says, by the names of the settings; one that is not there says nothing."""
    path = config_file(home)
    return {name: _beside(path, name, value) for name, value in read_toml(path, "configuration file").items()}


def read_toml(path: Path, called: str) -> dict[str, Any]:
    """What a file of the house's owner says, whatever it is called; one that is not there says nothing."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as trouble:
        raise ConfigUnfit(f"Cannot read the {called} {str(path)!r}: {trouble.strerror}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as unreadable:
        raise ConfigUnfit(f"The {called} {str(path)!r} is not TOML: {unreadable}.") from None


def _beside(path: Path, name: str, value: Any) -> Any:
    """A path of the file, counted from where the file is; anything else as it stands."""
    database = name == "database_url" and "://" not in str(value)
    if not value or not isinstance(value, str) or not (database or name in PATHS):
        return value
    return str(path.parent.absolute() / Path(value).expanduser())
