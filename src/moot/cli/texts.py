"""Reading the text of a move or a document: given outright, from a file, or from standard input."""

import sys
from pathlib import Path

import click

from moot.client.errors import invalid

NAMED = "Name a file that is there; - is standard input."
HOW = "Give the text with --content TEXT, --file PATH, or on standard input (--file -)."


def given_text(content: str | None, file: str | None) -> str:
    """The text of a write; a pipe is read when neither option is given."""
    if content is None and file is None:
        return _piped()
    text = optional_text(content, file)
    assert text is not None
    return text


def optional_text(content: str | None, file: str | None) -> str | None:
    """The text of a write that may do without; standard input is read only when it is named."""
    if content is not None and file is not None:
        raise click.UsageError("Give --content or --file, not both.", click.get_current_context(silent=True))
    if content is not None:
        return content
    if file is None:
        return None
    return given_file(file, HOW)


def given_file(path: str, how: str = NAMED) -> str:
    """The text of a file that was named; - is standard input. `how` is what to do where there is none."""
    return _standard_input() if path == "-" else _decoded(_read(Path(path), how), path)


def _piped() -> str:
    text = "" if sys.stdin.isatty() else _standard_input()
    if not text:
        raise click.UsageError(f"There is no text. {HOW}", click.get_current_context(silent=True))
    return text


def _standard_input() -> str:
    return _decoded(sys.stdin.buffer.read(), "standard input")


def _read(path: Path, how: str) -> bytes:
    try:
        return path.read_bytes()
    except OSError as trouble:
        raise invalid(f"Cannot read {str(path)!r}: {trouble.strerror}.", suggestion=how) from None


def _decoded(raw: bytes, where: str) -> str:
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as unfit:
        raise invalid(
            f"{where} is not valid UTF-8: byte {unfit.start} is 0x{raw[unfit.start]:02x}.",
            suggestion="Save the text as UTF-8 and send it again.",
        ) from None
