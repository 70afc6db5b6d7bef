"""The files of a commit that come along with a task: texts, by plain names, and not too many."""

from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase

from dulwich.objects import ObjectID

from moot.debate import InvalidInput
from moot.formats.workshop.texts import FILES_LIMIT, MOST_FILES, names_file
from moot.tools.git.objects import blob_of
from moot.tools.git.repository import Repository
from moot.tools.git.trees import Leaf, leaves

LONGEST_FILE = 64 * 1024
"""A larger file stays in the repository alone."""
_SHOWN = 5


def files_along(repository: Repository, commit: ObjectID, only: Sequence[str] | None) -> dict[str, str]:
    """The text files of a commit; of those that `only` names where it is given. Refused where it is too much.

    Links, other repositories, files larger than 64 KiB and what is hidden stay in the repository alone.
    """
    leaves_ = [leaf for leaf in leaves(repository, repository.commit(commit).tree) if _comes(leaf, only)]
    if only and not leaves_:
        raise InvalidInput(f"No file of the repository is called like {', '.join(only)}.", suggestion=_ONLY)
    found = dict(_texts(repository, leaves_))
    size = sum(len(text.encode()) for text in found.values())
    if len(found) > MOST_FILES or size > FILES_LIMIT:
        largest = sorted(found, key=lambda path: -len(found[path]))[:_SHOWN]
        raise InvalidInput(
            f"{str(repository.path)!r} has at least {len(found)} text files with {size} bytes; a task takes at most "
            f"{MOST_FILES} files with {FILES_LIMIT} bytes along.",
            suggestion=f"{_ONLY} The largest: {', '.join(largest)}.",
            files=len(found),
            size=size,
        )
    return found


_ONLY = "Say which files the cast is shown, with --only 'src/*.py' or --only src; the others stay as they are."


def _comes(leaf: Leaf, only: Sequence[str] | None) -> bool:
    try:
        path = leaf.path.decode()
    except UnicodeDecodeError:
        return False
    if not leaf.is_file or not names_file(path):
        return False
    return only is None or any(fnmatchcase(path, each) or path.startswith(each.rstrip("/") + "/") for each in only)


def _texts(repository: Repository, found: Sequence[Leaf]) -> Iterator[tuple[str, str]]:
    taken = 0
    for leaf in found:
        data = blob_of(repository.objects, leaf.id, LONGEST_FILE)
        if data is None or b"\0" in data:
            continue
        try:
            yield leaf.path.decode(), data.decode()
        except UnicodeDecodeError:
            continue
        taken += len(data)
        # Enough to refuse it: a large repository need not be read to its end for that.
        if taken > 4 * FILES_LIMIT:
            return
