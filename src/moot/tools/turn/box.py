"""The box: every tool of this house, and for a turn those that its seat was granted and that are there."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, cast

from moot.debate import InvalidInput, Seated, views
from moot.delegates import Received
from moot.engine import GRANTS, Call, Kit, Steward, Tool, granted
from moot.library import Shelf
from moot.memory import Embedder
from moot.sandbox import detected
from moot.tools.checks import Checker
from moot.tools.turn.book import FILE, Book, read_tools
from moot.tools.turn.checking import checking
from moot.tools.turn.documents import documents
from moot.tools.turn.formatting import FORMATTERS, formatting
from moot.tools.turn.grants import ABOUT, CONFINED, EMPTY, Offer
from moot.tools.turn.guests import reached
from moot.tools.turn.looking import looking
from moot.tools.turn.lsp import SERVERS, lsp
from moot.tools.turn.mcp import McpServers
from moot.tools.turn.past import past
from moot.tools.turn.running import running
from moot.tools.turn.sent import Maker, about, made_by
from moot.tools.turn.site import Site, site_of, with_documents


class Box:
    """The tools of a house."""

    def __init__(
        self,
        home: Path,
        *,
        environment: Mapping[str, str],
        steward: Steward | None = None,
        shelf: Shelf | None = None,
        checker: Checker,
        embedder: Embedder | None = None,
        unconfined: bool = False,
        sent: Received[Maker] | None = None,
    ) -> None:
        """Knows where to look; nothing is started yet.

        Args:
            home: Where the tools file is.
            environment: What MCP servers are given of it is said in the file.
            steward: Who reads records.
            shelf: Where documents are kept.
            checker: Who runs checks.
            embedder: Who knows what texts mean, where somebody does.
            unconfined: Whether code may run without a sandbox where none holds.
            sent: The tools of other packages.
        """
        self._home = home
        self._steward = steward
        self._shelf = shelf
        self._checker = checker
        self._embedder = embedder
        self._unconfined = unconfined
        self._mcp = McpServers(environment)
        self._sent: Received[Maker] = sent or Received()

    @property
    def grants(self) -> Mapping[str, str]:
        """What can be granted here, and what for."""
        return {**ABOUT, **{name: about(maker) for name, maker in self._sent.there.items()}}

    @asynccontextmanager
    async def __call__(self, call: Call) -> AsyncGenerator[Kit]:
        """The tools of a call; none reads more than its seat may."""
        assert self._steward is not None
        assert self._shelf is not None
        standing = await self._steward.recalled(call.debate)
        record = views(await self._steward.entries(call.debate), call.seat)
        site = await site_of(call.debate, call.seat, record, self._shelf, standing.position.rules.name)
        async with AsyncExitStack() as stack:
            yield await self.kit(site, granted(call), stack)

    async def kit(self, site: Site, names: Sequence[str], stack: AsyncExitStack) -> Kit:
        """The tools of these names for a site, and why some are not there."""
        book = await asyncio.to_thread(self.book)
        tools: list[Tool] = []
        missing: list[str] = []
        for name in names:
            found, lacking = await self._made(name, site, book, stack)
            tools += found
            missing += lacking or ([] if found else [f"{name}: {EMPTY.get(name, 'it offers nothing here')}"])
        # Two servers may have tools of the same name: the first has it.
        return Kit(tuple({tool.name: tool for tool in reversed(tools)}.values())[::-1], tuple(missing))

    async def _made(
        self, name: str, site: Site, book: Book, stack: AsyncExitStack
    ) -> tuple[Sequence[Tool], Sequence[str]]:
        if (why_not := await asyncio.to_thread(self._why_not, name, book)) is not None:
            return (), [f"{name}: {why_not}"]
        if name in self._sent.there:
            return await made_by(self._sent.there[name], name, site)
        match name:
            case "documents":
                return (() if site.shelf is None else documents(site, site.shelf)), ()
            case "retrieval":
                whole = await with_documents(site)
                return (looking(whole, self._embedder) if whole.tree or whole.trouble else ()), ()
            case "lsp":
                return (lsp(site, book.lsp, unconfined=self._unconfined) if site.tree else ()), ()
            case "mcp":
                return await self._mcp.tools(book.mcp, site.role, stack)
            case _:
                return self._plain(name, site), ()

    def _plain(self, name: str, site: Site) -> Sequence[Tool]:
        made: Mapping[str, Callable[[], Sequence[Tool]]] = {
            "formatter": lambda: formatting(unconfined=self._unconfined),
            "sandbox": lambda: running(site, unconfined=self._unconfined),
            "git": lambda: past(site),
            "checks": lambda: checking(site, self._checker),
        }
        return made[name]()

    def book(self) -> Book:
        """The tools file as it stands now."""
        return read_tools(self._home / FILE)

    def offers(self) -> list[Offer]:
        """Everything that can be granted here, and why not the others."""
        book = self.book()
        here = [
            Offer(name, what, self._detail(name, book), self._why_not(name, book)) for name, what in self.grants.items()
        ]
        return [*here, *(Offer(away.name, "", away.source, away.why) for away in self._sent.away)]

    def must_grant(self, seated: Seated) -> None:
        """Refuses a seat whose tools are not known, saying which there are."""
        told: Any = (seated.settings or {}).get(GRANTS, [])
        named = cast(list[Any], told) if isinstance(told, list) else [told]
        strange = [name for name in named if not isinstance(name, str) or name not in self.grants]
        if strange or not isinstance(told, list):
            unfit = str(strange[0] if strange else named[0])[:60]
            if (away := self._sent.kept_out(unfit)) is not None:
                raise away.refusal()
            known = ", ".join(self.grants)
            raise InvalidInput(f"{unfit!r} cannot be granted.", suggestion=f"Tools are: {known}; in a list.")

    def _why_not(self, name: str, book: Book) -> str | None:
        """Why a tool is not there, whoever asks."""
        if (away := self._sent.kept_out(name)) is not None:
            return away.why
        if name not in self.grants:
            return f"there is no such tool; there are: {', '.join(self.grants)}"
        if name in CONFINED and not self._unconfined and not any(finding.holds for finding in detected()):
            return "no sandbox holds here. Run: moot sandbox check"
        match name:
            case "mcp" if not book.mcp:
                return f"no server is named in {book.path}"
            case "lsp" if not any(server.path for server in (*book.lsp, *SERVERS)):
                return "no language server is installed: pip install ruff ty"
            case "formatter" if not any(reached(words[0]) for words in FORMATTERS.values()):
                return "no formatter is installed: pip install ruff"
            case _:
                return None

    def _detail(self, name: str, book: Book) -> str:
        match name:
            case "mcp":
                faults = [f"{which}: {fault}" for which, fault in book.faults.items() if which.startswith("mcp.")]
                return "; ".join([*book.mcp, *faults])
            case "lsp":
                faults = [f"{which}: {fault}" for which, fault in book.faults.items() if which.startswith("lsp.")]
                return "; ".join([", ".join(one.name for one in (*book.lsp, *SERVERS) if one.path), *faults])
            case "formatter":
                return ", ".join(ending for ending, words in FORMATTERS.items() if reached(words[0]))
            case "retrieval":
                return "by words" if self._embedder is None else f"by words and by meaning ({self._embedder.name})"
            case _:
                return self._sent.sources.get(name, "")
