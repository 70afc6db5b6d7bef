"""The examination: one guest, to which the cases are put one by one, each under a nonce of its own."""

import json
import secrets
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Any, cast

from moot.sandbox.harness.job import Case, Job
from moot.sandbox.harness.judging import DETAIL, Judged, judged
from moot.sandbox.limits import Ran
from moot.sandbox.words import plain

STARTING = 10.0
"""Seconds that an interpreter may take to start, beside what the candidate takes to be imported."""
LEAVING = 2.0
FORGED = "something other than the harness answered"


class Examination:
    """A talk with a guest. Whatever does not answer the case in hand under its nonce, once, spoils it."""

    def __init__(self, job: Job, cases: Sequence[Case], clock: Callable[[], float] = monotonic) -> None:
        self.judged: dict[str, Judged] = {}
        self.unfit: Judged | None = None
        """Why the candidate could not be imported; stands for every case."""
        self.over = False
        self._job = job
        self._cases = list(cases)
        self._next = 0
        self._case: Case | None = None
        self._nonce = ""
        self._answered: dict[bytes, Case] = {}
        self._asked_at = 0.0
        self._allowed = job.timeout + STARTING
        self._buffer = b""
        self._spoiled = False
        self._clock = clock

    def begin(self) -> bytes:
        """The candidate is imported before anything is told of the cases."""
        return self._ask({"import": self._job.module})

    @property
    def due(self) -> float | None:
        """By when the guest must answer, or leave."""
        return 0.0 if self._spoiled else self._asked_at + (LEAVING if self.over else self._allowed)

    def heard(self, data: bytes) -> bytes:
        """Takes answers; each is followed by the next case."""
        *lines, self._buffer = (self._buffer + data).split(b"\n")
        said = b""
        for line in lines:
            if self._spoiled:
                break
            nonce, _, told = line.partition(b" ")
            answer = _object(told)
            if self.over or not secrets.compare_digest(nonce, self._nonce.encode()) or answer is None:
                self._spoil(self._answered.get(nonce, self._case))
            else:
                said += self._take(answer)
        return said

    def _take(self, answer: dict[str, Any]) -> bytes:
        if self._case is not None:
            self._answered[self._nonce.encode()] = self._case
            self.judged[self._case.id] = judged(self._case, answer, self._clock() - self._asked_at)
        elif "raised" in answer:
            kinds = cast(list[object], answer["raised"]) if isinstance(answer["raised"], list) else []
            detail = plain(f"the module could not be imported: {(kinds or ['?'])[0]}: {answer.get('said')}", DETAIL)
            self.unfit = Judged(id="", outcome="memory" if "MemoryError" in kinds else "error", detail=detail)
            return self._finish()
        if self._next == len(self._cases):
            return self._finish()
        self._case = self._cases[self._next]
        self._next += 1
        self._allowed = self._job.timeout
        case = self._case
        if case.code is not None:
            return self._ask({"code": case.code})
        return self._ask({"call": case.call, "args": list(case.args), "kwargs": case.kwargs})

    def _ask(self, question: dict[str, Any]) -> bytes:
        self._nonce = secrets.token_hex(16)
        self._asked_at = self._clock()
        return json.dumps({"nonce": self._nonce, **question}).encode() + b"\n"

    def _finish(self) -> bytes:
        self.over = True
        self._asked_at = self._clock()
        return b""

    def _spoil(self, case: Case | None) -> None:
        """Nothing more is believed of this guest: a case fails that was answered twice, or else the one in hand."""
        self._spoiled = self.over = True
        if case is None:
            self.unfit = Judged(id="", outcome="failed", detail=FORGED)
        else:
            self.judged[case.id] = Judged(id=case.id, outcome="failed", detail=FORGED)

    def close(self, ran: Ran) -> None:
        """The guest is gone: the case in hand, if it was not answered, ended with it."""
        if self.over:
            return
        outcome, detail = _ending(ran)
        if self._case is None:
            self.unfit = Judged(id="", outcome=outcome, detail=f"while the module was imported, {detail}")
        elif self._case.id not in self.judged:
            seconds = round(self._clock() - self._asked_at, 4)
            self.judged[self._case.id] = Judged(id=self._case.id, outcome=outcome, detail=detail, seconds=seconds)


def _object(told: bytes) -> dict[str, Any] | None:
    try:
        read = json.loads(told)
    except (ValueError, RecursionError):
        return None
    return cast(dict[str, Any], read) if isinstance(read, dict) else None


def _ending(ran: Ran) -> tuple[Any, str]:
    match ran.why:
        case "timeout":
            return "timeout", "the time was up"
        case "memory":
            return "memory", "it held more memory than it may"
        case "output":
            return "error", "it printed more than it may"
        case "refused":
            return "error", "the sandbox could not start it"
        case "exit" | "signal":
            return "error", f"the interpreter ended with exit code {ran.exit_code}"
