"""Programs that try to get out or to use too much. Each prints what it got, as JSON."""

FORK_BOMB = """
import json, os, time
made = 0
try:
    for _ in range(200):
        if os.fork() == 0:
            time.sleep(60)
            os._exit(0)
        made += 1
except Exception:
    pass
print(json.dumps({"made": made}), flush=True)
os._exit(0)
"""

MEMORY = """
import json
held, steps = [], 0
try:
    while steps < 60:
        held.append(bytearray(b"x" * (50 << 20)))
        steps += 1
finally:
    print(json.dumps({"megabytes": steps * 50}), flush=True)
"""

MEMORY_OF_CHILDREN = """
import json, os, time
told = []
try:
    for _ in range(10):
        reading, writing = os.pipe()
        if os.fork() == 0:
            held = bytearray(b"x" * (60 << 20))
            os.write(writing, b".")
            time.sleep(60)
            os._exit(0)
        os.close(writing)
        told.append(reading)
except Exception:
    pass
# A child that was ended says nothing: its end of the pipe closes.
megabytes = 60 * sum(len(os.read(each, 1)) for each in told)
print(json.dumps({"megabytes": megabytes}), flush=True)
time.sleep(60 if megabytes > 120 else 0)
"""

SHARED_MEMORY = """
import json, mmap, time
held = []
for _ in range(20):
    area = mmap.mmap(-1, 50 << 20)
    for page in range(0, 50 << 20, 4096):
        area[page] = 1
    held.append(area)
print(json.dumps({"megabytes": 1000}), flush=True)
time.sleep(60)
"""

HIDDEN_MEMORY = """
import json, os
got = 0
try:
    while got < 1000:
        fd = os.memfd_create("hidden")
        got += os.write(fd, b"x" * (50 << 20)) >> 20
except Exception:
    pass
print(json.dumps({"megabytes": got}))
"""

ENDLESS = {
    "a loop that ignores every signal": """
import signal
for number in range(1, 65):
    try:
        signal.signal(number, signal.SIG_IGN)
    except Exception:
        pass
while True:
    pass
""",
    "a loop in C": "sum(x for x in iter(int, 1))",
    "a pattern that never ends": "import re; re.match('(a+)+$', 'a' * 64 + 'b')",
    "a number without end": "print(len(str(3 ** 10 ** 9)))",
    "a sleep": "import time; time.sleep(600)",
}

DAEMON = """
import os, sys
up, hold = os.pipe()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.execv(sys.executable, [sys.executable, "-c", "import time; time.sleep(600)", sys.argv[1]])
    os._exit(0)
os.close(hold)
os.read(up, 1)
print("up")
"""

READING = """
import json, os, sys
got = {}
parent = "/proc/%d/environ" % (os.getppid() if hasattr(os, "getppid") else 1)
for path in sys.argv[1:] + ["/etc/shadow", "/etc/passwd", "/proc/1/environ", parent]:
    try:
        with open(path, "rb") as file:
            got[path] = file.read(4096).decode("latin-1")
    except Exception:
        pass
print(json.dumps({"read": got, "environment": dict(os.environ)}))
"""

WRITING = """
import json, os, sys
got = []
for path in sys.argv[1:]:
    try:
        with open(path, "w") as file:
            file.write("import evil")
        got.append(path)
    except Exception:
        pass
print(json.dumps({"written": got}))
"""

KERNEL_SETTINGS = """
import json
got = []
for name in ("kernel/core_pattern", "kernel/modprobe", "vm/overcommit_memory", "net/ipv4/ip_forward"):
    try:
        open("/proc/sys/" + name, "r+").close()
        got.append(name)
    except Exception:
        pass
for path in ("/proc/sysrq-trigger", "/sys/power/state", "/dev/sda", "/dev/vda", "/dev/mem", "/dev/kmsg"):
    try:
        open(path, "r+b", buffering=0).close()
        got.append(path)
    except Exception:
        pass
print(json.dumps({"opened": got}))
"""

NETWORK = """
import json, socket, sys
port, path, abstract = int(sys.argv[1]), sys.argv[2], sys.argv[3]
got = []
def attempt(name, family, kind, address):
    try:
        with socket.socket(family, kind) as way:
            way.settimeout(1)
            way.connect(address)
            way.send(b"out")
        got.append(name)
    except Exception:
        pass
attempt("tcp", socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", port))
if hasattr(socket, "AF_UNIX"):
    attempt("unix", socket.AF_UNIX, socket.SOCK_STREAM, path)
    attempt("abstract", socket.AF_UNIX, socket.SOCK_STREAM, chr(0) + abstract)
try:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        way.sendto(b"out", ("127.0.0.1", port))
except Exception:
    pass
print(json.dumps({"connected": got}))
"""

KILLING = """
import ctypes, json, os, sys
victim = int(sys.argv[1])
got = []
for number in (0, 9):
    for process in (victim, -1):
        try:
            if process == victim:
                os.kill(process, number)
                got.append("kill %d" % number)
        except Exception:
            pass
library = ctypes.CDLL(None, use_errno=True)
if library.ptrace(16, victim, 0, 0) == 0:
    got.append("ptrace")
class Piece(ctypes.Structure):
    _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]
buffer = ctypes.create_string_buffer(8)
here, there = Piece(ctypes.addressof(buffer), 8), Piece(0x400000, 8)
if library.process_vm_readv(victim, ctypes.byref(here), 1, ctypes.byref(there), 1, 0) > 0:
    got.append("process_vm_readv")
print(json.dumps({"got": got}))
"""

FLOOD = """
import sys
line = "x" * 65535 + chr(10)
for _ in range(4000):
    sys.stdout.write(line)
"""

DISK = """
import json, os
total = 0
for number in range(100):
    try:
        with open("file%d" % number, "wb", buffering=0) as file:
            while True:
                total += file.write(b"x" * 65536)
                if total > 100 << 20:
                    break
    except Exception:
        pass
    if total > 100 << 20:
        break
print(json.dumps({"bytes": total}))
"""

INHERITED = """
import json, os
got = []
for fd in range(3, 256):
    try:
        if os.read(fd, 64):
            got.append(fd)
    except Exception:
        pass
print(json.dumps({"read": got}))
"""

CALLS = """
import ctypes, json, socket, sys
library = ctypes.CDLL(None, use_errno=True)
numbers = json.loads(sys.argv[1])
got = []
area = ctypes.create_string_buffer(4096)
arguments = {"unshare": (0x10000000,), "keyctl": (0, 0xFFFFFFFD, 1), "io_uring_setup": (1, area), "bpf": (0, area, 48),
    "perf_event_open": (area, 0, 0xFFFFFFFF, 0xFFFFFFFF, 0), "userfaultfd": (1,), "setns": (0, 0),
    "mount": (b"none", b"/work", b"tmpfs", 0, 0), "add_key": (b"user", b"a", b"b", 1, 0xFFFFFFFE)}
for name, number in numbers.items():
    if name in arguments and library.syscall(number, *arguments[name]) >= 0:
        got.append(name)
for name, family, kind in (("packet", 17, 3), ("vsock", 40, 1), ("raw", 2, 3), ("netlink", 16, 3)):
    try:
        socket.socket(family, kind).close()
        got.append(name)
    except OSError:
        pass
import os
for name, attempt in (("setuid", lambda: os.setuid(0)), ("chroot", lambda: os.chroot("/tmp")),
        ("mknod", lambda: os.mknod("node", 0o20666, os.makedev(1, 1)))):
    try:
        attempt()
        got.append(name)
    except OSError:
        pass
print(json.dumps({"got": got}))
"""

RECURSION = """
import sys
sys.setrecursionlimit(10 ** 7)
def down(n):
    return [down(n + 1)]
down(0)
"""
