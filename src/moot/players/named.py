"""How a player can be defined: a model, weights, a program, a coding agent, a script, a past debate, the sandbox."""

from collections.abc import Mapping
from typing import Any, ClassVar, Self, TypeAlias

from pydantic import BaseModel, Field, field_validator, model_validator

from moot.debate import Manner
from moot.players.command.agents import AGENTS

HEADERS = "extra_headers"
"""The setting that may hold a key: it is for the players file alone, and is kept nowhere."""
OPENAI = ("openai:", "openai-chat:")
"""Names of models that are asked in the way that every compatible server understands."""


class Price(BaseModel, frozen=True, extra="forbid"):
    """What a model costs, in US dollars for a million tokens."""

    input: float = Field(ge=0, allow_inf_nan=False)
    output: float = Field(ge=0, allow_inf_nan=False)


class Named(BaseModel, frozen=True, extra="forbid"):
    """What every player of the file may say of itself."""

    kind: ClassVar[str]
    verdict: Manner | None = None
    """How it judges, unless a set-up says otherwise."""


class NamedModel(Named, frozen=True):
    """A model, by the name that its provider gives it."""

    kind = "model"
    model: str = Field(min_length=1)
    base_url: str | None = Field(default=None, pattern=r"^https?://[^\s/@]+(/\S*)?$")
    """Where it answers, if not at its provider's own address."""
    api_key_env: str | None = Field(default=None, min_length=1)
    """The variable that has its key. Without it no key is sent to a `base_url`."""
    settings: dict[str, Any] = Field(default_factory=dict[str, Any])
    at_once: int | None = Field(default=None, ge=1)
    price: Price | None = None

    @model_validator(mode="before")
    @classmethod
    def _told_apart(cls, given: dict[str, Any]) -> dict[str, Any]:
        """Takes `openai:qwen3@http://…` apart into the model and where it answers."""
        model, at, base_url = str(given["model"]).partition("@http")
        return {"base_url": f"http{base_url}", **given, "model": model} if at else given

    @model_validator(mode="after")
    def _speaks_openai(self) -> Self:
        if self.base_url is not None and not self.model.startswith(OPENAI):
            raise ValueError("a base URL is for models named openai:… alone")
        return self

    @property
    def provider(self) -> str:
        """Who offers the model."""
        return self.model.partition(":")[0]


class NamedGguf(Named, frozen=True):
    """A model in a file of this machine."""

    kind = "gguf"
    gguf: str = Field(pattern=r"(?i)\.gguf$")
    settings: dict[str, Any] = Field(default_factory=dict[str, Any])
    threads: int | None = Field(default=None, ge=1)
    context: int = Field(default=8192, ge=512)


class Programmed(Named, frozen=True):
    """What everybody may say who is a program of this machine."""

    timeout: float = Field(default=600.0, gt=0, allow_inf_nan=False)
    cwd: str | None = None
    """Where it runs; None: in an empty folder that is gone afterwards."""
    pass_env: tuple[str, ...] = ()
    """Variables that it gets although they look like secrets."""
    at_once: int = Field(default=2, ge=1)


class NamedCommand(Programmed, frozen=True):
    """A program of this machine: its words, never a line for a shell."""

    kind = "command"
    command: tuple[str, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _names_a_program(self) -> Self:
        if not self.command[0].strip():
            raise ValueError("command must begin with a program")
        return self


class NamedAgent(Programmed, frozen=True):
    """A coding agent that the house knows how to call."""

    kind = "agent"
    agent: str
    program: str | None = Field(default=None, min_length=1)
    """Where it is, if not on the path under its own name."""
    flags: tuple[str, ...] = ()
    """More words for its command line: its model, for instance."""
    continues: bool = False
    """Whether it goes on with its own session from turn to turn, as long as the house runs."""

    @field_validator("agent")
    @classmethod
    def _is_known(cls, agent: str) -> str:
        if agent not in AGENTS:
            raise ValueError(f"there is no agent {agent!r}; there are: {', '.join(AGENTS)}")
        return agent


class NamedScript(Named, frozen=True):
    """Answers in a file of this machine."""

    kind = "script"
    script: str = Field(min_length=1)


class NamedReplay(Named, frozen=True):
    """The moves of a recorded debate."""

    kind = "replay"
    replay: str = Field(min_length=1)


class NamedSandbox(Named, frozen=True):
    """Whoever runs code under confinement; everybody may name it, and nobody can define it otherwise."""

    kind = "sandbox"


Definition: TypeAlias = NamedModel | NamedGguf | NamedCommand | NamedAgent | NamedScript | NamedReplay | NamedSandbox
KINDS: Mapping[str, type[Definition]] = {
    kind.kind: kind for kind in (NamedModel, NamedGguf, NamedCommand, NamedScript, NamedReplay, NamedAgent)
}
