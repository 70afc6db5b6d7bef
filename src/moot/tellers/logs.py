"""The log: one line for each thing that is told, as text or as JSON, with where it happened and without secrets."""

import json
import logging
import re
import sys
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, Literal, TextIO, TypeAlias

from typing_extensions import override

from moot.tellers.hiding import Hider
from moot.tellers.whereabouts import NAMES, here

Form: TypeAlias = Literal["text", "json"]
Level: TypeAlias = Literal["debug", "info", "warning", "error"]

_FORGING = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
"""What ends a line or moves a terminal: whoever chooses a path could else write lines of their own."""
_USUAL = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}


class Plain(logging.Formatter):
    """For people: time, level, who tells it, what, and where."""

    def __init__(self, hider: Hider) -> None:
        super().__init__()
        self._hider = hider

    @override
    def format(self, record: logging.LogRecord) -> str:
        """One line, and the traceback below it where there is one."""
        beside = {**here(), **_extra(record)}
        told = " ".join(f"{name}={value}" for name, value in beside.items() if value is not None)
        line = f"{_time(record)} {record.levelname} {record.name}: {_message(record)}{f' [{told}]' if told else ''}"
        return self._hider.hidden("\n".join(filter(None, (_on_one_line(line), _fault(self, record)))))


class JsonLines(logging.Formatter):
    """For programs: one JSON object a line."""

    def __init__(self, hider: Hider) -> None:
        super().__init__()
        self._hider = hider

    @override
    def format(self, record: logging.LogRecord) -> str:
        """Time, level, logger and message; request, debate, line, seat and turn where they are known; and the rest."""
        told: dict[str, Any] = {
            "time": _time(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": _message(record),
            **here(),
            **_extra(record),
            "fault": _fault(self, record),
        }
        known = {name: value for name, value in told.items() if value is not None}
        return json.dumps(self._hider.hidden_in(known), ensure_ascii=True)


def keep_log(form: Form, level: Level, secrets: Iterable[str] = (), stream: TextIO | None = None) -> logging.Handler:
    """Tells everything of this process that is important enough, in one form; what was set up before ends."""
    handler = logging.StreamHandler(stream or sys.stderr)
    hider = Hider(secrets)
    handler.setFormatter(JsonLines(hider) if form == "json" else Plain(hider))
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger("moot").setLevel(level.upper())
    # Else Python prints its own warnings beside the log, with whatever secret is in them.
    logging.captureWarnings(True)
    return handler


def _message(record: logging.LogRecord) -> str:
    """What is told; logging itself would print what does not fit its own words, and every secret in it."""
    try:
        return record.getMessage()
    except Exception:
        return f"{record.msg} {record.args}"


def _on_one_line(text: str) -> str:
    return _FORGING.sub(lambda found: repr(found[0])[1:-1], text)


def _time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")


def _extra(record: logging.LogRecord) -> dict[str, Any]:
    """What was told beside the message; the names of places first."""
    told = {name: value for name, value in vars(record).items() if name not in _USUAL}
    return {**{name: told[name] for name in NAMES if name in told}, **told}


def _fault(formatter: logging.Formatter, record: logging.LogRecord) -> str | None:
    return formatter.formatException(record.exc_info) if record.exc_info else None
