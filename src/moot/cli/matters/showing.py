"""Showing what came of a matter, and writing its papers."""

import os
import tempfile
from pathlib import Path
from typing import Any

from moot.cli.envelope import chosen_field, tell
from moot.cli.show import show_prose, show_text
from moot.client import Client
from moot.client.errors import invalid


def show_result(client: Client, debate: str, format_: str, **more: Any) -> None:
    """Shows a result in the form that was asked for."""
    match "json" if chosen_field() is not None else format_:
        case "json":
            found = client.result(debate)
            tell({"debate_id": debate, "state": found["state"], "closed": found["closed"], **found["result"], **more})
        case "yaml":
            show_text(client.result_as(debate, "yaml").decode())
        case _:
            show_prose(client.result_as(debate, "markdown").decode())


def write_papers(client: Client, debate: str, folder: Path, only: str = "") -> list[str]:
    """Writes the papers of a debate into a folder, each wholly or not at all, and names them."""
    written: list[str] = []
    for name, text in client.papers(debate)["files"].items():
        if not name.startswith(only):
            continue
        path = _within(folder, name, debate)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            _write(path, text)
        except OSError as trouble:
            raise invalid(f"Cannot write {str(path)!r}: {trouble.strerror}.", debate_id=debate) from None
        written.append(str(path))
    return written


def _within(folder: Path, name: str, debate: str) -> Path:
    """Where a paper goes; a server that names a place elsewhere is not obeyed."""
    named = Path(name)
    if named.is_absolute() or ".." in named.parts or not named.parts:
        raise invalid(f"The server names a paper {name!r}, which is no place in a folder.", debate_id=debate)
    return folder / named


def _write(path: Path, text: str) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
    os.chmod(name, 0o644)
    os.replace(name, path)
