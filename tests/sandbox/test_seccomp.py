"""The filter of system calls, read as the kernel would read it, for every kind of machine that it is written for."""

import errno
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.sandbox.backends.seccomp import ALLOW, ERRNO, KILL, MACHINES, Machine, program

KINDS = pytest.mark.parametrize("kind", MACHINES.values(), ids=list(MACHINES))
CLONE3 = 435


def ruled(kind: Machine, number: int, *arguments: int, arch: int | None = None) -> int:
    """What the filter says of a call."""
    words = (*arguments, *[0] * (6 - len(arguments)))
    data = struct.pack("=iIQ6Q", number, kind.arch if arch is None else arch, 0, *words)
    lines = list(struct.iter_unpack("=HBBI", program(kind)))
    at = value = 0
    while True:
        code, yes, no, operand = lines[at]
        at += 1
        match code:
            case 0x20:
                (value,) = struct.unpack_from("=I", data, operand)
            case 0x54:
                value &= operand
            case 0x15:
                at += yes if value == operand else no
            case 0x35:
                at += yes if value >= operand else no
            case 0x06:
                return operand
            case _:
                raise AssertionError(f"an instruction that is not known: {code:#x}")


@KINDS
def test_every_call_that_is_denied_is_denied(kind: Machine):
    assert {ruled(kind, number) for number in kind.denied.values()} == {ERRNO | errno.EPERM}
    assert ruled(kind, CLONE3) == ERRNO | errno.ENOSYS


@KINDS
@given(number=st.integers(min_value=0, max_value=500), first=st.integers(min_value=0, max_value=2**64 - 1))
def test_every_other_call_is_allowed(kind: Machine, number: int, first: int):
    judged = {*kind.denied.values(), CLONE3, kind.clone, kind.socket, kind.ioctl}
    assert number in judged or ruled(kind, number, first) == ALLOW


@KINDS
def test_a_call_of_another_kind_of_machine_kills(kind: Machine):
    assert ruled(kind, 1, arch=0x40000003) == KILL
    if kind.foreign is not None:
        assert ruled(kind, kind.foreign) == KILL
        assert ruled(kind, kind.foreign + kind.denied["ptrace"]) == KILL


@KINDS
@pytest.mark.parametrize(
    "flag", [0x00020000, 0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000, 0x80]
)
def test_processes_and_threads_can_be_made_and_namespaces_cannot(kind: Machine, flag: int):
    assert ruled(kind, kind.clone, 17) == ALLOW
    assert ruled(kind, kind.clone, 0x3D0F00) == ALLOW
    assert ruled(kind, kind.clone, flag | 17) == ERRNO | errno.EPERM


@KINDS
@given(family=st.integers(min_value=0, max_value=60))
def test_only_local_and_internet_sockets_can_be_made(kind: Machine, family: int):
    assert ruled(kind, kind.socket, family) == (ALLOW if family in (1, 2, 10) else ERRNO | errno.EAFNOSUPPORT)


@KINDS
def test_no_words_can_be_put_into_a_terminal(kind: Machine):
    assert ruled(kind, kind.ioctl, 0, 0x5401) == ALLOW
    assert ruled(kind, kind.ioctl, 0, 0x5412) == ERRNO | errno.EPERM
    assert ruled(kind, kind.ioctl, 0, 0x541C) == ERRNO | errno.EPERM


@KINDS
def test_what_decides_a_call_is_only_what_the_kernel_reads(kind: Machine):
    assert ruled(kind, kind.ioctl, 0, 0xFFFFFFFF_00005412) == ERRNO | errno.EPERM
    assert ruled(kind, kind.clone, 0xFFFFFFFF_10000011) == ERRNO | errno.EPERM
