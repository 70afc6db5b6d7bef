"""Keeping a key in a file that only its owner can read."""

import os
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

from moot.client.errors import invalid


@contextmanager
def keeping(path: str) -> Generator[Callable[[str], None]]:
    """A new file for a secret, there before the secret is: a key that could not be kept would be lost."""
    try:
        handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except OSError as trouble:
        raise invalid(
            f"Cannot write {path!r}: {trouble.strerror}.", suggestion="Name a file that is not there yet."
        ) from None
    with os.fdopen(handle, "w", encoding="ascii") as file:
        try:
            yield lambda secret: _written(file.fileno(), secret)
        except BaseException:
            if os.fstat(file.fileno()).st_size == 0:
                Path(path).unlink(missing_ok=True)
            raise


def _written(handle: int, secret: str) -> None:
    os.write(handle, f"{secret}\n".encode())
    os.fsync(handle)
