"""The settings: read once, from the environment and the command line, by those who put the house together."""

from pathlib import Path
from typing import Annotated

from pydantic import Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

DEFAULT_PORT = 3456


class Settings(BaseSettings):
    """Everything that can be set; the names that spec 001 gave its users keep their prefix."""

    model_config = SettingsConfigDict(env_prefix="MOOT_", frozen=True, extra="ignore", populate_by_name=True)

    host: str = "127.0.0.1"
    port: int = Field(default=DEFAULT_PORT, ge=0, le=65535)
    home: Path = Field(default_factory=lambda: Path.home() / ".moot")
    database_url: str | None = None
    """Where records are kept: a path, `sqlite:///…`, `sqlite://` (in memory) or `postgresql://…`."""
    auth_token: SecretStr | None = Field(default=None, validation_alias="DEBATE_AUTH_TOKEN")
    rules_dir: Path | None = None
    """More debate types: `<dir>/<debate_type>/{proposer,opponent,arbitrator}.md`."""
    allowed_hosts: Annotated[tuple[str, ...], NoDecode] = ()
    """More names under which browsers may reach this server, beside loopback and the host it binds; commas between."""

    grace_minutes: float = Field(default=15, ge=0, le=10_000)
    """How long turns may still be taken that fell due while the house was down, after its start."""
    judge_days: int = Field(default=7, ge=0, le=3650)
    """How old an agent's account must be to judge in the arena."""
    count_self_judgments: bool = True
    """Whether a debater's judgment of its own debate counts."""

    player: str = "embedded"
    """Who is called on where a player is needed and none was named."""
    models_dir: Path | None = None
    """Where fetched models are kept; `models` in the home if not set."""
    embedded_threads: int | None = Field(default=None, ge=1, le=256)
    daily_tokens: int | None = Field(default=None, ge=0)
    daily_money: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    daily_calls: int | None = Field(default=None, ge=0)

    @field_validator("auth_token")
    @classmethod
    def _sendable(cls, token: SecretStr | None) -> SecretStr | None:
        if token is not None and not token.get_secret_value().isascii():
            raise ValueError("DEBATE_AUTH_TOKEN must be ASCII: nothing else can be sent in a header")
        return token

    @field_validator("allowed_hosts", mode="before")
    @classmethod
    def _names(cls, given: object) -> object:
        if isinstance(given, str):
            return tuple(name.strip() for name in given.split(",") if name.strip())
        return given

    @property
    def models(self) -> Path:
        """Where fetched models are kept."""
        return (self.models_dir or self.home / "models").expanduser()

    @property
    def database(self) -> str:
        """The address of the database."""
        return self.database_url or str(self.home / "moot.db")

    @property
    def token(self) -> str | None:
        """The owner's token, if one is set; blank is none."""
        secret = None if self.auth_token is None else self.auth_token.get_secret_value().strip()
        return secret or None
