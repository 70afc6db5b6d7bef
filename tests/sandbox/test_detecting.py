"""Which sandboxes hold is found out by trying, and nothing is run where none does."""

import socket
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path

import pytest

from moot.debate import InvalidInput
from moot.sandbox import BACKENDS, Files, Limits, Obstacle, Ran, Sandbox, SandboxUnavailable, Talk, detect
from moot.sandbox import sandbox as choose
from moot.sandbox.backends import Bubblewrap, Sandlock
from moot.sandbox.canary import Cage, cage

pytestmark = pytest.mark.anyio


class Leaky:
    """A sandbox that says what it is told to say of its guest, and lets it out as told."""

    def __init__(self, name: str = "leaky", *, said: str | None = None, obstacle: Obstacle | None = None) -> None:
        self.name = name
        self.runs = 0
        self._said = said
        self._obstacle = obstacle

    def obstacle(self) -> Obstacle | None:
        return self._obstacle

    async def run(
        self, files: Files, argv: Sequence[str], limits: Limits | None = None, stdin: bytes | Talk = b""
    ) -> Ran:
        self.runs += 1
        said = (self._said or "").replace("SECRET", _read(argv[2]))
        if self._said == "CONNECT":
            socket.create_connection(("127.0.0.1", int(argv[3]))).close()
            said = HELD
        complaint = b"bwrap: setting up uid map: Permission denied\n" if self._said is None else b""
        return Ran(self.name, "exit", 0, said.encode(), complaint, 0.1)


Putting = Callable[..., None]
HELD = '{"ran": true, "read": null, "connected": false, "forked": 3}'


def _nothing(name: str) -> None:
    return None


def _read(path: str) -> str:
    return Path(path).read_text()


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> Putting:
    """Puts other sandboxes in place of the house's own."""
    module = import_module("moot.sandbox.detect")

    def put(*backends: Sandbox) -> None:
        monkeypatch.setattr(module, "BACKENDS", backends)
        monkeypatch.setattr(module, "_found", {})

    return put


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ('{"ran": true, "read": "SECRET", "connected": false, "forked": 0}', "read a file"),
        ('{"ran": true, "read": null, "connected": true, "forked": 0}', "reach a port"),
        ("CONNECT", "reach a port"),
        ('{"ran": true, "read": null, "connected": false, "forked": 36}', "start 36 processes"),
        ("", "without a word"),
        ("{}", "without a word"),
        ("[]", "without a word"),
        (None, "setting up uid map"),
    ],
)
async def test_a_sandbox_that_lets_the_canary_out_or_is_silent_counts_for_nothing(
    here: Putting, said: str | None, why: str
):
    here(Leaky(said=said))
    (found,) = await detect()
    assert not found.holds
    assert found.obstacle is not None
    assert why in found.obstacle.why
    with pytest.raises(SandboxUnavailable, match="No sandbox holds here"):
        await choose()


async def test_the_first_that_holds_is_used_and_probed_once(here: Putting):
    missing = Leaky("missing", obstacle=Obstacle("it is not there", "Get it."))
    good, other = Leaky("good", said=HELD), Leaky("other", said=HELD)
    here(missing, good, other)
    assert await choose() is good
    assert await choose() is good
    assert (missing.runs, good.runs, other.runs) == (0, 1, 0)
    assert [found.holds for found in await detect()] == [False, True, True]


async def test_without_any_it_is_said_what_helps_of_each(here: Putting):
    here(Leaky("one", obstacle=Obstacle("it is not there", "Get one.")), Leaky("two", said=None))
    with pytest.raises(SandboxUnavailable) as none:
        await choose()
    told = str(none.value)
    assert "one: it is not there. Get one." in told
    assert "two: bwrap: setting up uid map" in told
    assert "AppArmor" in told


async def test_one_that_is_named_is_used_or_none(here: Putting):
    bad, good = Leaky("bad", said=""), Leaky("good", said=HELD)
    here(good, bad)
    with pytest.raises(SandboxUnavailable):
        await choose("bad")
    with pytest.raises(InvalidInput, match="no sandbox 'other'"):
        await choose("other")


async def test_code_runs_unconfined_only_by_the_owners_word_and_never_as_root(
    here: Putting, monkeypatch: pytest.MonkeyPatch
):
    here(Leaky("bad", said=""))
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    with pytest.raises(SandboxUnavailable):
        await choose()
    assert (await choose(unconfined=True)).name == "none"
    with pytest.raises(SandboxUnavailable):
        await choose("bad", unconfined=True)
    monkeypatch.setattr("os.geteuid", lambda: 0)
    with pytest.raises(SandboxUnavailable, match="root"):
        await choose(unconfined=True)


async def test_a_sandbox_that_holds_is_preferred_to_the_owners_word(here: Putting):
    here(Leaky("good", said=HELD))
    assert (await choose(unconfined=True)).name == "good"


def test_a_program_or_a_package_that_is_missing_is_told_with_the_command_that_helps(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("shutil.which", _nothing)
    bubblewrap = Bubblewrap().obstacle()
    assert bubblewrap is not None
    assert "apt install bubblewrap" in bubblewrap.how
    monkeypatch.setattr("moot.sandbox.backends.sandlock.find_spec", _nothing)
    sandlock = Sandlock().obstacle()
    assert sandlock is not None
    assert "pip install sandlock" in sandlock.how


def test_the_order_is_bubblewrap_sandlock_wasm():
    assert [backend.name for backend in BACKENDS] == ["bwrap", "sandlock", "wasm"]


def test_the_secret_of_a_cage_can_be_read_by_anybody_outside():
    with cage() as made:
        assert isinstance(made, Cage)
        assert made.path.stat().st_mode & 0o004
        assert made.path.parent.stat().st_mode & 0o001
