"""What a sandbox is, to those who use one."""

from collections.abc import Sequence
from typing import Protocol

from moot.debate import Outage
from moot.sandbox.backends import Obstacle
from moot.sandbox.limits import Files, Limits, Ran
from moot.sandbox.pump import Talk


class Sandbox(Protocol):
    """A way to run a program so that it can neither reach out nor use more than it may."""

    @property
    def name(self) -> str:
        """As reports call it."""
        ...

    def obstacle(self) -> Obstacle | None:
        """What is missing here, as far as it can be told without a run."""
        ...

    async def run(
        self, files: Files, argv: Sequence[str], limits: Limits | None = None, stdin: bytes | Talk = b""
    ) -> Ran:
        """Runs a program in a folder with these files. Cancelled, it leaves nothing behind."""
        ...


class SandboxUnavailable(Outage):
    """Nothing here can confine a program, so none is run; says why of each way, and what helps."""

    code = "NO_SANDBOX"
