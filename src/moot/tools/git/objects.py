"""Objects of a repository: how large one is before it is read, and how ours are written."""

import os
import zlib
from collections.abc import Iterator
from pathlib import Path
from tempfile import NamedTemporaryFile

from dulwich.object_store import DiskObjectStore
from dulwich.objects import Blob, ObjectID, ShaFile
from dulwich.pack import Pack

_DELTAS = frozenset({6, 7})
_OFFSET_DELTA = 6
_HEAD = 512
_DEEPEST = 5


def size_of(store: DiskObjectStore, id: ObjectID) -> int | None:
    """How many bytes an object has, without unpacking it; None where it is not there."""
    return next((size for one in _stores(store) for size in _sizes(one, id)), None)


def blob_of(store: DiskObjectStore, id: ObjectID, most: int) -> bytes | None:
    """What a file holds; None where it is larger, or not there."""
    size = size_of(store, id)
    if size is None or size > most:
        return None
    try:
        found = store[id]
    except (KeyError, ValueError, OSError, zlib.error):
        return None
    return found.data if isinstance(found, Blob) else None


def write_object(store: DiskObjectStore, made: ShaFile) -> ObjectID:
    """Writes an object where it is not there yet.

    Without a lock, as git does it: a process that is killed leaves a file that `git gc` sweeps away.
    """
    id = ObjectID(made.id)
    if id in store:
        return id
    place = Path(os.fsdecode(os.fspath(store.path))) / id[:2].decode() / id[2:].decode()
    if place.parent.is_symlink():
        raise OSError(f"{place.parent} is a link")
    place.parent.mkdir(exist_ok=True)
    with NamedTemporaryFile(dir=place.parent, prefix="tmp_obj_", delete=False) as file:
        file.write(made.as_legacy_object())
        file.flush()
        os.fsync(file.fileno())
    os.chmod(file.name, 0o444)
    os.replace(file.name, place)
    return id


def _stores(store: DiskObjectStore, depth: int = 0) -> Iterator[DiskObjectStore]:
    """A store, and those that it borrows from."""
    yield store
    for other in store.alternates if depth < _DEEPEST else ():
        if isinstance(other, DiskObjectStore):
            yield from _stores(other, depth + 1)


def _sizes(store: DiskObjectStore, id: ObjectID) -> Iterator[int]:
    size = _loose_size(Path(os.fsdecode(os.fspath(store.path))) / id[:2].decode() / id[2:].decode())
    if size is not None:
        yield size
    for pack in store.packs:
        size = _packed_size(pack, id)
        if size is not None:
            yield size


def _loose_size(path: Path) -> int | None:
    try:
        if not path.is_file():
            return None
        with path.open("rb") as file:
            head = zlib.decompressobj().decompress(file.read(_HEAD), 64)
        return int(head.partition(b"\0")[0].split(b" ")[1])
    except (OSError, zlib.error, ValueError, IndexError):
        return None


def _packed_size(pack: Pack, id: ObjectID) -> int | None:
    try:
        offset = pack.index.object_offset(id)
        with open(pack.data.path, "rb") as file:
            file.seek(offset)
            return _told_size(file.read(_HEAD))
    except (OSError, KeyError, ValueError, IndexError, zlib.error):
        return None


def _told_size(head: bytes) -> int:
    """The size that the head of a packed object tells; of a delta, that of what it makes."""
    kind, size, place = (head[0] >> 4) & 7, head[0] & 15, 1
    shift = 4
    while head[place - 1] & 0x80:
        size |= (head[place] & 0x7F) << shift
        shift, place = shift + 7, place + 1
    if kind not in _DELTAS:
        return size
    if kind == _OFFSET_DELTA:
        while head[place] & 0x80:
            place += 1
        place += 1
    else:
        place += 20
    delta = zlib.decompressobj().decompress(head[place:], 32)
    _, after = _number(delta, 0)
    return _number(delta, after)[0]


def _number(data: bytes, place: int) -> tuple[int, int]:
    value, shift = 0, 0
    while True:
        byte = data[place]
        value |= (byte & 0x7F) << shift
        place, shift = place + 1, shift + 7
        if not byte & 0x80:
            return value, place
