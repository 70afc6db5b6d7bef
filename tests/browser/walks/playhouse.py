"""A house for walks: on a real socket, with an understudy for a usual player, and a clock that the walk moves."""

import json
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import Any

import anyio
from pydantic import SecretStr

from moot.testing import FixedClock
from moot.testing.x import XStandIn
from moot.wiring import application, house, running
from tests.browser.walks.lines import SCRIPT
from tests.support.house import SECONDS, Inside, caller_at, settings

UNDERSTUDY = "understudy"
OPENS = datetime(2026, 11, 2, 9, 30, tzinfo=UTC)
"""When the house opens, so that pictures of it are alike."""


@dataclass
class Playhouse:
    """The house, run by a thread of its own: this one belongs to the browser."""

    folder: Path
    token: str | None = None
    script: dict[str, Any] = field(default_factory=lambda: SCRIPT)
    player: str = UNDERSTUDY
    """Who is called on where nobody was named."""
    clock: FixedClock = field(default_factory=lambda: FixedClock(OPENS))
    url: str = ""
    _ready: Event = field(default_factory=Event)
    _over: Event = field(default_factory=Event)

    @classmethod
    @contextmanager
    def open(cls, token: str | None = None, player: str = UNDERSTUDY) -> Generator["Playhouse"]:
        """A house that is open, and gone at the end of the block."""
        with TemporaryDirectory(prefix="moot-playhouse-") as folder:
            playhouse = cls(Path(folder), token, player=player)
            thread = Thread(target=anyio.run, args=(playhouse.held,))
            thread.start()
            try:
                assert playhouse._ready.wait(SECONDS)
                yield playhouse
            finally:
                playhouse._over.set()
                thread.join(SECONDS)

    def later(self, **time: float) -> None:
        """Lets time pass in the house."""
        self.clock.advance(**time)

    async def held(self) -> None:
        """What the thread does."""
        (self.folder / "script.json").write_text(json.dumps(self.script))
        (self.folder / "players.toml").write_text(f'[players.{UNDERSTUDY}]\nscript = "script.json"\n')
        with XStandIn() as x:
            known = {**x.settings, "x_client_secret": SecretStr(x.settings["x_client_secret"])}
            # Days pass in a moment here, and nobody is to be spared for that.
            own = {"home": self.folder, "player": self.player, "judge_days": 0, "grace_minutes": 0, **known}
            told = settings(token=self.token).model_copy(update=own)
            async with house(told, self.clock) as opened, running(opened):
                app = application(opened)
                async with caller_at(app) as http:
                    inside = Inside(app, opened.desk, opened.store, opened.bulletin, http)
                    async with inside.listening() as self.url:
                        self._ready.set()
                        await anyio.to_thread.run_sync(self._over.wait)
