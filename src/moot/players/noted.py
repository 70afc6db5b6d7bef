"""Players that `moot duel` notes beside the players file: an agent in a project, each in a small file of its own.

The file is named after what is in it, so that two duels at once cannot get in each other's way, and the same agent in
the same project is the same player. Like the players file it is the owner's: nothing from outside is written there.
"""

import json
import os
import re
import tempfile
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from moot.players.book import Book, read_book
from moot.players.named import NamedAgent

FOLDER = "duels"
_HEAD = "# Noted by `moot duel`. It may be deleted once its debates are over.\n"


def with_noted(book: Book) -> Book:
    """A players file with those that were noted beside it; whom the file names, the file defines."""
    players = dict(book.players)
    faults = dict(book.faults)
    for path in sorted((book.path.parent / FOLDER).glob("*.toml")):
        noted = read_book(path)
        players = {**noted.players, **players}
        faults = {**noted.faults, **faults}
    return replace(book, players=players, faults=faults)


def note(home: Path, named: NamedAgent) -> str:
    """Notes an agent in a project, and gives it a name that seats can call it by."""
    assert named.cwd is not None
    fields = named.model_dump(mode="json", exclude_defaults=True)
    digest = sha256(json.dumps(fields, sort_keys=True).encode()).hexdigest()[:6]
    name = f"{named.agent} in {_slug(Path(named.cwd).name)} {digest}"
    body = "".join(f"{field} = {_toml(value)}\n" for field, value in fields.items())
    _write(home / FOLDER / f"{name.replace(' ', '-')}.toml", f"{_HEAD}[players.{_toml(name)}]\n{body}")
    return name


def _slug(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9_.-]+", "-", name).strip("-.") or "project"


def _toml(value: object) -> str:
    """A text, a number, a truth or a list of texts, which TOML writes as JSON does."""
    return json.dumps(value, ensure_ascii=False)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=".note-")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(draft, path)
