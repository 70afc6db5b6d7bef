"""What can be granted to a seat, and what for."""

from collections.abc import Mapping
from dataclasses import dataclass

ABOUT: Mapping[str, str] = {
    "documents": "lists and reads the documents of the debate",
    "retrieval": "searches, lists and reads the files of the task and of the candidates, and documents",
    "lsp": "asks language servers: definitions, references, types, faults",
    "formatter": "formats code",
    "sandbox": "runs a snippet, or puts a candidate to cases, confined",
    "git": "what candidates changed; history, blame and commits of the repository",
    "checks": "linters, scanners and tests that fit the files, confined",
    "mcp": "the MCP servers of the tools file",
}
"""What can be granted, and what for."""
EMPTY: Mapping[str, str] = {
    "documents": "there is no library here",
    "retrieval": "there are no files and no documents that this seat may read",
    "lsp": "there is no code that this seat may read",
    "git": "there is no repository, and no candidate that this seat may read",
}
"""Why a site has nothing for a tool."""
CONFINED = frozenset({"lsp", "formatter", "sandbox", "checks"})


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that can be granted, and whether it is there."""

    name: str
    about: str
    detail: str = ""
    why_not: str | None = None
