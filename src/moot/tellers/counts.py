"""The counts of this process: every instrument there is, by what it counts."""

import platform
import resource
import sys
import time

from moot.tellers.counting import LONG_SECONDS, Counter, Gauge, Histogram, Instrument, Names

MODELS = Names()
"""The models that are counted by name."""

REQUESTS = Counter("moot_http_requests_total", "Requests answered.", "method", "route", "status")
LATENCY = Histogram("moot_http_request_duration_seconds", "Time until an answer began, in seconds.", "method", "route")
UNDER_WAY = Gauge("moot_http_requests_in_progress", "Requests that are being answered.")
STREAMS = Gauge("moot_streams", "Watchers that are connected here.", "kind")
WAITING = Gauge("moot_waiting", "Callers and watchers here who wait for a debate to grow.")

LINES = Counter("moot_lines_total", "Lines appended here: moves, and what the house wrote itself.", "format", "by")
OPENED = Counter("moot_debates_opened_total", "Debates opened here.", "format")
ENDED = Counter("moot_debates_ended_total", "Debates that ended here.", "format")

CALLS = Counter("moot_calls_total", "Calls on players, by how they ended.", "provider", "model", "outcome")
CALL_TIME = Histogram(
    "moot_call_duration_seconds", "Time of calls on players, in seconds.", "provider", "model", bounds=LONG_SECONDS
)
TOKENS = Counter("moot_call_tokens_total", "Tokens of answers, as measured.", "provider", "model", "direction")
COST = Counter("moot_call_cost_dollars_total", "What answers cost, where it is known.", "provider", "model")

SPEAKING = Gauge("moot_turns_speaking", "Turns for which a player is called on here.")
TO_SEE = Gauge("moot_runner_queue", "Debates that grew and were not looked at yet by the runner here.")
WAKE_LAG = Histogram("moot_wake_lag_seconds", "How long after its deadline a debate was looked at, in seconds.")

WRITES = Gauge("moot_writes_waiting", "Transactions here that are not kept yet.")
WRITE_TIME = Histogram("moot_write_duration_seconds", "Time until a transaction was kept, in seconds.")

REPLICA_READS = Counter("moot_list_reads_total", "Lists read, where a replica is set.", "source")
REPLICA_LAG = Gauge(
    "moot_replica_lag_seconds", "How far the replica was behind when it was last looked at, in seconds."
)

_BUILD = Gauge("moot_build_info", "Which Moot this is.", "version", "python")
_STARTED = Gauge("process_start_time_seconds", "When this process began to count, in seconds since 1970.")
_CPU = Counter("process_cpu_seconds_total", "CPU time of this process, in seconds.")
_MEMORY = Gauge("process_resident_memory_max_bytes", "The most memory that this process has had.")

_STARTED.put(time.time())
# What is not told cannot be told from what is not there, and the first of its kind would not count as a change.
for _now in (UNDER_WAY, WAITING, SPEAKING, TO_SEE, WRITES):
    _now.put(0)
for _so_far in (WAKE_LAG, WRITE_TIME):
    _so_far.begin()
_KILO = 1 if sys.platform == "darwin" else 1024

ALL: tuple[Instrument, ...] = (
    _BUILD,
    REQUESTS,
    LATENCY,
    UNDER_WAY,
    STREAMS,
    WAITING,
    LINES,
    OPENED,
    ENDED,
    CALLS,
    CALL_TIME,
    TOKENS,
    COST,
    SPEAKING,
    TO_SEE,
    WAKE_LAG,
    WRITES,
    WRITE_TIME,
    REPLICA_READS,
    REPLICA_LAG,
    _STARTED,
    _CPU,
    _MEMORY,
)


class writing:
    """Counts a transaction from when it is asked for until it is kept. A class, because every move is one."""

    __slots__ = ("_began",)

    def __enter__(self) -> None:
        WRITES.add()
        self._began = time.perf_counter()

    def __exit__(self, *ended: object) -> None:
        WRITES.add(by=-1)
        WRITE_TIME.note(time.perf_counter() - self._began)


def counted(version: str) -> tuple[Instrument, ...]:
    """All of them, with what the process says of itself now."""
    _BUILD.put(1, version, platform.python_version())
    _CPU.add(by=time.process_time() - _CPU.of())
    _MEMORY.put(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _KILO)
    return ALL
