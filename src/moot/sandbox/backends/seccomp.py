"""The filter on system calls that a guest under bubblewrap runs behind, as the kernel reads it (classic BPF)."""

import errno
import platform
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

ALLOW = 0x7FFF0000
KILL = 0x80000000
ERRNO = 0x00050000

_LOAD, _EQUAL, _AT_LEAST, _AND, _RETURN = 0x20, 0x15, 0x35, 0x54, 0x06
_NUMBER, _ARCH, _FIRST, _SECOND = 0, 4, 16, 24
"""Where the kernel puts the call's number, the machine's kind and the low half of the first two arguments."""

_NEW_NAMESPACE = 0x7E020080
"""The flags of clone that make a namespace: mounts, users, processes, network, IPC, host name, cgroup, time."""
_FAMILIES = (1, 2, 10)
"""Sockets that may be made: local ones and those of the empty network inside."""
_TYPING = (0x5412, 0x541C)
"""Requests that put words into a terminal."""


@dataclass(frozen=True, slots=True)
class Machine:
    """How a kind of machine counts its system calls."""

    arch: int
    foreign: int | None
    """From here on calls are those of another way to count, which the filter would not know."""
    clone: int
    socket: int
    ioctl: int
    denied: Mapping[str, int]


_NEWER = """
    io_uring_setup 425, io_uring_enter 426, io_uring_register 427, open_tree 428, move_mount 429, fsopen 430,
    fsconfig 431, fsmount 432, fspick 433, pidfd_getfd 438, process_madvise 440, mount_setattr 442,
    quotactl_fd 443, memfd_secret 447, process_mrelease 448, set_mempolicy_home_node 450
"""
"""Calls that have one number on every kind of machine."""
_AMD64 = """
    shmget 29, semget 64, msgget 68, ptrace 101, syslog 103, uselib 134, personality 135, ustat 136, sysfs 139,
    vhangup 153, modify_ldt 154, pivot_root 155, _sysctl 156, adjtimex 159, chroot 161, acct 163, settimeofday 164,
    mount 165, umount2 166, swapon 167, swapoff 168, reboot 169, sethostname 170, setdomainname 171, iopl 172,
    ioperm 173, create_module 174, init_module 175, delete_module 176, quotactl 179, nfsservctl 180,
    lookup_dcookie 212, clock_settime 227, mbind 237, set_mempolicy 238, get_mempolicy 239, kexec_load 246,
    add_key 248, request_key 249, keyctl 250, migrate_pages 256, unshare 272, move_pages 279, perf_event_open 298,
    fanotify_init 300, name_to_handle_at 303, open_by_handle_at 304, clock_adjtime 305, setns 308,
    process_vm_readv 310, process_vm_writev 311, kcmp 312, finit_module 313, memfd_create 319, kexec_file_load 320,
    bpf 321, userfaultfd 323
"""
_ARM64 = """
    lookup_dcookie 18, umount2 39, mount 40, pivot_root 41, nfsservctl 42, chroot 51, vhangup 58, quotactl 60,
    acct 89, personality 92, unshare 97, kexec_load 104, init_module 105, delete_module 106, clock_settime 112,
    syslog 116, ptrace 117, reboot 142, sethostname 161, setdomainname 162, settimeofday 170, adjtimex 171,
    msgget 186, semget 190, shmget 194, add_key 217, request_key 218, keyctl 219, swapon 224, swapoff 225,
    mbind 235, get_mempolicy 236, set_mempolicy 237, migrate_pages 238, move_pages 239, perf_event_open 241,
    fanotify_init 262, name_to_handle_at 264, open_by_handle_at 265, clock_adjtime 266, setns 268,
    process_vm_readv 270, process_vm_writev 271, kcmp 272, finit_module 273, memfd_create 279, bpf 280,
    userfaultfd 282, kexec_file_load 294
"""
_CLONE3 = 435


def _numbers(*tables: str) -> dict[str, int]:
    words = (line.split() for table in tables for line in table.split(","))
    return {name: int(number) for name, number in words}


MACHINES: Mapping[str, Machine] = {
    "x86_64": Machine(0xC000003E, 0x40000000, clone=56, socket=41, ioctl=16, denied=_numbers(_AMD64, _NEWER)),
    "aarch64": Machine(0xC00000B7, None, clone=220, socket=198, ioctl=29, denied=_numbers(_ARM64, _NEWER)),
}


def machine() -> Machine | None:
    """This kind of machine, if the filter knows it."""
    return MACHINES.get(platform.machine())


def program(kind: Machine) -> bytes:
    """The filter: what is not needed to compute is denied, the rest is allowed."""
    lines = [
        _line(_LOAD, _ARCH),
        _line(_EQUAL, kind.arch, yes=1),
        _line(_RETURN, KILL),
        _line(_LOAD, _NUMBER),
    ]
    if kind.foreign is not None:
        lines += [_line(_AT_LEAST, kind.foreign, no=1), _line(_RETURN, KILL)]
    for number in sorted(kind.denied.values()):
        lines += [_line(_EQUAL, number, no=1), _denied(errno.EPERM)]
    # The C library falls back to clone, whose flags the filter can see.
    lines += [_line(_EQUAL, _CLONE3, no=1), _denied(errno.ENOSYS)]
    lines += _on(kind.clone, _FIRST, [_line(_AND, _NEW_NAMESPACE), _line(_EQUAL, 0, yes=1), _denied(errno.EPERM)])
    lines += _on(kind.socket, _FIRST, [*_among(_FAMILIES), _denied(errno.EAFNOSUPPORT)])
    lines += _on(kind.ioctl, _SECOND, [_line(_EQUAL, _TYPING[0], yes=1), _line(_EQUAL, _TYPING[1], no=1), _denied(1)])
    return b"".join([*lines, _line(_RETURN, ALLOW)])


def _on(number: int, argument: int, judging: Sequence[bytes]) -> list[bytes]:
    """What is asked of one call alone; afterwards its number is at hand again."""
    body = [_line(_LOAD, argument), *judging, _line(_LOAD, _NUMBER)]
    return [_line(_EQUAL, number, no=len(body)), *body]


def _among(values: Sequence[int]) -> list[bytes]:
    """Passes over the next line where the argument is one of these."""
    return [_line(_EQUAL, value, yes=len(values) - place) for place, value in enumerate(values)]


def _denied(error: int) -> bytes:
    return _line(_RETURN, ERRNO | error)


def _line(code: int, operand: int, *, yes: int = 0, no: int = 0) -> bytes:
    """One instruction; `yes` and `no` are how many lines a comparison passes over."""
    return struct.pack("=HBBI", code, yes, no, operand)
