"""The tools file: the MCP servers and language servers that the owner of this house named. Nobody else can name one."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self, TypeVar, cast

from pydantic import BaseModel, Field, ValidationError, model_validator

from moot.configuration import ConfigUnfit, read_toml
from moot.debate import InvalidInput
from moot.tools.turn.lsp import QUESTIONS, Question, Server

FILE = "tools.toml"
_NAME = r"^[a-z][a-z0-9_]{0,29}$"
N = TypeVar("N", bound=BaseModel)


class NamedMcp(BaseModel, frozen=True, extra="forbid"):
    """An MCP server: a program of this machine, or an address."""

    command: tuple[str, ...] = ()
    """Its words, never a line for a shell."""
    url: str | None = Field(default=None, pattern=r"^https?://\S+$")
    tools: tuple[str, ...] | None = None
    """Which of its tools may be used; None: all."""
    roles: tuple[str, ...] | None = None
    """Which roles may use it, or which seats outside workshops; None: all who were granted `mcp`."""
    pass_env: tuple[str, ...] = ()
    """Variables of this house that a program gets."""
    key_env: str | None = None
    """The variable whose value is sent to an address as its bearer token."""
    cwd: str | None = None

    @model_validator(mode="after")
    def _is_one_thing(self) -> Self:
        if bool(self.command) == (self.url is not None):
            raise ValueError("must have one of: command, url")
        return self


class NamedLsp(BaseModel, frozen=True, extra="forbid"):
    """A language server: a program of this machine, which is run in the sandbox."""

    command: tuple[str, ...] = Field(min_length=1)
    endings: tuple[str, ...] = Field(min_length=1)
    language: str | None = None
    """As the protocol calls it; None: the name that the file gives it."""
    answers: tuple[Question, ...] = QUESTIONS


class _Name(BaseModel, frozen=True):
    name: str = Field(pattern=_NAME)


@dataclass(frozen=True, slots=True)
class Book:
    """What the file names, and what is wrong with those that cannot be read."""

    path: Path
    mcp: Mapping[str, NamedMcp] = field(default_factory=dict[str, NamedMcp])
    lsp: tuple[Server, ...] = ()
    faults: Mapping[str, str] = field(default_factory=dict[str, str])


def read_tools(path: Path) -> Book:
    """The tools file; one that is not there names nothing. One bad table spoils no other."""
    told = _tables(path)
    faults: dict[str, str] = {}
    mcp = _read("mcp", told.get("mcp", {}), NamedMcp, faults)
    lsp = _read("lsp", told.get("lsp", {}), NamedLsp, faults)
    servers = (Server(name, one.command, one.endings, one.language or name, one.answers) for name, one in lsp.items())
    return Book(path, mcp, tuple(servers), faults)


def _tables(path: Path) -> Mapping[str, Any]:
    try:
        told = read_toml(path, "tools file")
    except ConfigUnfit as unfit:
        raise InvalidInput(str(unfit)) from None
    if told.keys() - {"mcp", "lsp"} or not all(isinstance(table, dict) for table in told.values()):
        raise InvalidInput(f"The tools file {str(path)!r} may have tables [mcp.NAME] and [lsp.NAME] alone.")
    return told


def _read(kind: str, given: Mapping[str, Any], form: type[N], faults: dict[str, str]) -> dict[str, N]:
    found: dict[str, N] = {}
    for name, fields in given.items():
        try:
            _Name(name=name)
            found[name] = form.model_validate(cast(object, fields))
        except ValidationError as unfit:
            told = (f"{'.'.join(map(str, each['loc'])) or name}: {each['msg']}" for each in unfit.errors()[:3])
            faults[f"{kind}.{name}"] = "; ".join(told)
    return found
