"""The security suite: what hostile programs get in each sandbox that holds here, which must be nothing."""

import asyncio
import json
import os
import socket
import sys
from collections.abc import Generator
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from moot.sandbox import Limits, Ran, Sandbox
from moot.sandbox.backends import seccomp
from tests.sandbox import attacks

pytestmark = pytest.mark.anyio
ENVIRONMENT = {"PATH", "HOME", "LANG", "TMPDIR", "PWD", "LC_CTYPE"}
SMALL = Limits(wall=20.0, memory=128, processes=16, disk=8)


async def attacked(box: Sandbox, program: str, *words: str, limits: Limits = SMALL) -> Ran:
    return await box.run({"attack.py": program.encode()}, ("python", "attack.py", *words), limits)


async def got(box: Sandbox, program: str, *words: str, limits: Limits = SMALL) -> dict[str, Any]:
    ran = await attacked(box, program, *words, limits=limits)
    assert ran.why == "exit", ran
    return json.loads(ran.stdout.splitlines()[-1])


@pytest.fixture
def open_folder() -> Generator[Path]:
    """A folder of this machine that anybody may enter and write."""
    with TemporaryDirectory(prefix="moot-open-") as made:
        folder = Path(made)
        folder.chmod(0o777)
        yield folder


async def test_a_fork_bomb_is_stopped_at_the_limit(box: Sandbox):
    assert (await got(box, attacks.FORK_BOMB))["made"] < SMALL.processes


async def test_one_process_gets_no_more_memory_than_it_may(box: Sandbox):
    ran = await attacked(box, attacks.MEMORY)
    assert ran.why == "memory" or b"MemoryError" in ran.stderr, ran
    assert b'"megabytes": 3000' not in ran.stdout


async def test_children_get_no_more_memory_together_than_one_may(box: Sandbox):
    # Either the watchdog saw them, or the sandbox ended those that were too many by itself.
    ran = await attacked(box, attacks.MEMORY_OF_CHILDREN)
    assert ran.why == "memory" or json.loads(ran.stdout)["megabytes"] <= SMALL.memory, ran


async def test_memory_that_is_shared_counts(box: Sandbox):
    ran = await attacked(box, attacks.SHARED_MEMORY)
    assert ran.why == "memory" or ran.exit_code == 1, ran


async def test_memory_cannot_be_hidden_in_files_without_a_name(box: Sandbox):
    ran = await attacked(box, attacks.HIDDEN_MEMORY)
    assert ran.why == "memory" or json.loads(ran.stdout)["megabytes"] <= SMALL.memory, ran


@pytest.mark.parametrize("program", attacks.ENDLESS.values(), ids=list(attacks.ENDLESS))
async def test_what_does_not_end_is_ended(box: Sandbox, program: str):
    ran = await attacked(box, program, limits=Limits(wall=0.4))
    assert (ran.why, ran.exit_code) == ("timeout", None)


async def test_processor_time_is_limited_too(box: Sandbox):
    if box.name == "wasm":
        pytest.skip("WebAssembly has one process: its time is the time on the clock")
    ran = await attacked(box, "while True: pass", limits=Limits(wall=90.0, cpu=1.0))
    assert ran.why in ("timeout", "signal")
    # One that the clock stops has no exit code.
    assert ran.exit_code is not None


async def test_no_daemon_outlives_the_run(box: Sandbox):
    mark = token_hex(16)
    ran = await attacked(box, attacks.DAEMON, mark)
    assert box.name == "wasm" or ran.stdout == b"up\n", ran
    assert not [line for line in commands() if mark in line]


async def test_nothing_of_this_machine_can_be_read(box: Sandbox, open_folder: Path, monkeypatch: pytest.MonkeyPatch):
    mark = token_hex(16)
    monkeypatch.setenv("MOOT_SECRET", mark)
    at_home = Path.home() / f".moot-{token_hex(8)}"
    for path in (open_folder / "secret", at_home):
        path.write_text(mark)
    try:
        ran = await attacked(box, attacks.READING, str(open_folder / "secret"), str(at_home))
    finally:
        at_home.unlink()
    told = json.loads(ran.stdout)
    assert mark not in ran.stdout.decode()
    assert not {"/etc/shadow", "/etc/passwd"} & told["read"].keys()
    assert {name for name in told["environment"] if not name.startswith("PYTHON")} <= ENVIRONMENT


async def test_nothing_of_this_machine_can_be_written(box: Sandbox, open_folder: Path):
    packages = Path(sys.prefix, "lib", f"python3.{sys.version_info.minor}", "site-packages")
    targets = [
        open_folder / "new",
        packages / "evil.pth",
        Path(sys.base_prefix, "moot-evil"),
        Path("/usr/moot-evil"),
    ]
    await got(box, attacks.WRITING, *map(str, targets))
    assert not [path for path in targets if path.exists()]


async def test_no_setting_of_the_kernel_and_no_device_can_be_opened(box: Sandbox):
    assert (await got(box, attacks.KERNEL_SETTINGS))["opened"] == []


async def test_no_socket_of_this_machine_can_be_reached(box: Sandbox, open_folder: Path):
    abstract, path = token_hex(8), str(open_folder / "socket")
    with (
        socket.create_server(("127.0.0.1", 0)) as tcp,
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp,
        socket.socket(socket.AF_UNIX) as local,
        socket.socket(socket.AF_UNIX) as hidden,
    ):
        port: int = tcp.getsockname()[1]
        udp.bind(("127.0.0.1", port))
        local.bind(path)
        os.chmod(path, 0o777)
        hidden.bind(f"\0{abstract}")
        for listening in (local, hidden):
            listening.listen()
        for listening in (tcp, udp, local, hidden):
            listening.setblocking(False)
        assert (await got(box, attacks.NETWORK, str(port), path, abstract))["connected"] == []
        for listening in (tcp, local, hidden):
            with pytest.raises(BlockingIOError):
                listening.accept()
        with pytest.raises(BlockingIOError):
            udp.recv(16)


async def test_no_process_of_this_machine_can_be_touched(box: Sandbox):
    if box.name == "wasm":
        pytest.skip("WebAssembly has neither processes nor ctypes")
    victim = await asyncio.create_subprocess_exec("sleep", "60")
    try:
        assert (await got(box, attacks.KILLING, str(victim.pid)))["got"] == []
        assert victim.returncode is None
    finally:
        victim.kill()
        await victim.wait()


async def test_a_flood_is_stopped_and_little_of_it_kept(box: Sandbox):
    ran = await attacked(box, attacks.FLOOD)
    assert ran.why == "output"
    assert len(ran.stdout) == SMALL.kept


async def test_the_disk_cannot_be_filled(box: Sandbox):
    assert (await got(box, attacks.DISK))["bytes"] <= SMALL.disk * 1024 * 1024


async def test_no_descriptor_is_inherited(box: Sandbox, open_folder: Path):
    (open_folder / "secret").write_text("secret")
    fd = os.open(open_folder / "secret", os.O_RDONLY)
    try:
        os.set_inheritable(fd, True)
        ran = await attacked(box, attacks.INHERITED)
    finally:
        os.close(fd)
    assert ran.why != "exit" or json.loads(ran.stdout)["read"] == []


async def test_calls_that_reach_into_the_kernel_are_denied(box: Sandbox):
    kind = seccomp.machine()
    if box.name == "wasm" or kind is None:
        pytest.skip("WebAssembly has no system to call")
    found = (await got(box, attacks.CALLS, json.dumps(dict(kind.denied))))["got"]
    # Sandlock lets such a socket be opened; it leads to the kernel's lists of routes and addresses, to be read.
    assert found == (["netlink"] if box.name == "sandlock" else [])


async def test_recursion_brings_down_the_guest_alone(box: Sandbox):
    ran = await attacked(box, attacks.RECURSION)
    assert ran.why in ("exit", "signal", "memory")
    assert ran.exit_code != 0


def commands() -> list[str]:
    """The command lines of all processes of this machine."""
    found: list[str] = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            found.append(path.read_bytes().decode("utf-8", "replace"))
        except OSError:
            continue
    return found
