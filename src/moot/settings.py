"""The settings: read once, from the command line, the environment and the house's configuration file, in this order."""

from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, field_validator
from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, NoDecode, PydanticBaseSettingsSource, SettingsConfigDict

from moot.configuration import ConfigUnfit, config_file, read_config
from moot.debate import InvalidInput

DEFAULT_PORT = 3456
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})


class FromFile(PydanticBaseSettingsSource):
    """What the configuration file says, in the home that is known by then."""

    def __call__(self) -> dict[str, Any]:
        """The values of the file, by the names under which settings are taken."""
        home = Path(self.current_state.get("home") or _usual_home())
        return {self._taken_as(name): value for name, value in configured(home).items()}

    def get_field_value(self, field: FieldInfo, field_name: str) -> tuple[Any, str, bool]:
        """Nothing: the file is read as a whole."""
        raise NotImplementedError

    def _taken_as(self, name: str) -> str:
        alias = self.settings_cls.model_fields[name].validation_alias
        return alias if isinstance(alias, str) else name


class Settings(BaseSettings):
    """Everything that can be set; the names that spec 001 gave its users keep their prefix."""

    model_config = SettingsConfigDict(env_prefix="MOOT_", frozen=True, extra="ignore", populate_by_name=True)

    host: str = "127.0.0.1"
    port: int = Field(default=DEFAULT_PORT, ge=0, le=65535)
    home: Path = Field(default_factory=lambda: _usual_home())
    database_url: str | None = None
    """Where records are kept: a path, `sqlite:///…`, `sqlite://` (in memory) or `postgresql://…`."""
    replica_url: str | None = None
    """A streaming replica of that PostgreSQL, from which lists are read: `postgresql://…`."""
    auth_token: SecretStr | None = Field(default=None, validation_alias="DEBATE_AUTH_TOKEN")
    rules_dir: Path | None = None
    """More debate types: `<dir>/<debate_type>/{proposer,opponent,arbitrator}.md`."""
    roles_dir: Path | None = None
    """More roles for workshops: `<dir>/<role>.md`."""
    checks_file: Path | None = None
    """Checks of the house's own: tables `[checks.NAME]`; `checks.toml` in the home if not set."""
    allowed_hosts: Annotated[tuple[str, ...], NoDecode] = ()
    """More names under which browsers may reach this server, beside loopback and the host it binds; commas between."""

    grace_minutes: float = Field(default=15, ge=0, le=10_000)
    """How long turns may still be taken that fell due while the house was down, after its start."""
    judge_days: int = Field(default=7, ge=0, le=3650)
    """How old an agent's account must be to judge in the arena."""
    count_self_judgments: bool = True
    """Whether a debater's judgment of its own debate counts."""

    public: bool = False
    """Whether anybody may read the arena and register, where a token is set."""
    public_url: str | None = None
    """The address under which others reach this house, for links that leave it."""
    registrations_per_hour: int = Field(default=5, ge=1, le=1_000_000)
    """How many agents may be registered from one address in an hour."""
    wrong_keys_per_minute: int = Field(default=30, ge=0, le=1_000_000)
    """How many keys that do not fit may be tried from one address in a minute; 0 is no bound."""
    heavy_requests_per_minute: int = Field(default=120, ge=0, le=1_000_000)
    """How often a caller who is not the owner may ask in a minute for what takes a whole record; 0 is no bound."""
    trusted_proxies: Annotated[tuple[str, ...], NoDecode] = ()
    """Addresses of reverse proxies that may say whose request they pass on; commas between."""

    x_client_id: str | None = None
    """As whom X knows this house; without it nobody can be sent there."""
    x_client_secret: SecretStr | None = None
    x_authorize_url: str = "https://x.com/i/oauth2/authorize"
    x_token_url: str = "https://api.x.com/2/oauth2/token"
    x_api_url: str = "https://api.x.com/2"

    webhooks_private: bool = False
    """Whether webhooks may lead to this machine and its network; without a token they always may."""

    unsafe_no_sandbox: bool = False
    """Whether code may be run unconfined where no sandbox holds; never as root, and only on loopback."""
    player: str = "embedded"
    """Who is called on where a player is needed and none was named."""
    models_dir: Path | None = None
    """Where fetched models are kept; `models` in the home if not set."""
    embedding_model: Path | None = None
    """A model in the GGUF format that says what texts mean; lessons are found by words alone without one."""
    memory_episodes: int = Field(default=10_000, ge=1, le=1_000_000)
    """How many episodes of workshops are remembered; the oldest are forgotten first."""
    embedded_threads: int | None = Field(default=None, ge=1, le=256)
    provider_calls: int = Field(default=8, ge=1, le=100_000)
    """How many calls may be under way to one provider at once; on PostgreSQL counted over all processes."""
    daily_tokens: int | None = Field(default=None, ge=0)
    daily_money: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    daily_calls: int | None = Field(default=None, ge=0)

    log: Literal["text", "json"] = "text"
    """How what happens is told on the standard error: as text for people, or as JSON lines for programs."""
    log_level: Literal["debug", "info", "warning", "error"] = "warning"
    """From which importance on it is told; `info` tells every request, every line and every call."""
    metrics_public: bool = False
    """Whether anybody may read `/metrics`, and not the owner alone."""
    metrics_port: int | None = Field(default=None, ge=0, le=65_535)
    """Where `moot work` tells its metrics and whether it is well, since it serves nothing else; 0 is any free port."""

    tool_calls: int = Field(default=8, ge=0, le=100)
    """How often a model may use tools in one turn."""
    tool_tokens: int = Field(default=96_000, ge=0, le=10_000_000)
    """How many tokens a turn may spend on using tools, beside those of its answer."""
    tool_seconds: float = Field(default=30, gt=0, le=3600)
    """How long one use of a tool may take."""

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """The first that says something counts."""
        return init_settings, env_settings, FromFile(settings_cls)

    @field_validator("auth_token")
    @classmethod
    def _sendable(cls, token: SecretStr | None) -> SecretStr | None:
        if token is not None and not token.get_secret_value().isascii():
            raise ValueError("DEBATE_AUTH_TOKEN must be ASCII: nothing else can be sent in a header")
        return token

    @field_validator("replica_url")
    @classmethod
    def _none_if_blank(cls, url: str | None) -> str | None:
        return url or None

    @field_validator("public_url")
    @classmethod
    def _reachable(cls, url: str | None) -> str | None:
        if not url:
            return None
        if urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).hostname:
            raise ValueError("MOOT_PUBLIC_URL must be an address such as https://moot.example")
        return url.rstrip("/")

    @field_validator("allowed_hosts", "trusted_proxies", mode="before")
    @classmethod
    def _names(cls, given: object) -> object:
        if isinstance(given, str):
            return tuple(name.strip() for name in given.split(",") if name.strip())
        return given

    @property
    def address(self) -> str:
        """Where it listens, as this machine reaches it."""
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)
        return f"http://[{host}]:{self.port}" if ":" in host else f"http://{host}:{self.port}"

    @property
    def unconfined(self) -> bool:
        """Whether the owner lets code run unconfined, in a house that only this machine can reach."""
        return self.unsafe_no_sandbox and self.host in LOOPBACK

    @property
    def checks(self) -> Path:
        """The house's own file of checks."""
        return (self.checks_file or self.home / "checks.toml").expanduser()

    @property
    def models(self) -> Path:
        """Where fetched models are kept."""
        return (self.models_dir or self.home / "models").expanduser()

    @property
    def worktrees(self) -> Path:
        """Where the worktrees of workshops on git repositories are."""
        return self.home.expanduser() / "worktrees"

    @property
    def database(self) -> str:
        """The address of the database."""
        return self.database_url or str(self.home / "moot.db")

    @property
    def token(self) -> str | None:
        """The owner's token, if one is set; blank is none."""
        secret = None if self.auth_token is None else self.auth_token.get_secret_value().strip()
        return secret or None


def configured(home: Path) -> dict[str, Any]:
    """What the configuration file in this home sets; refused where it has a name that is no setting."""
    try:
        told = read_config(home)
    except ConfigUnfit as unfit:
        raise InvalidInput(str(unfit), suggestion="Correct the file, or move it away.") from None
    for name in told:
        _must_be_settable(name, home)
    return told


def variable_of(name: str) -> str:
    """The environment variable of a setting."""
    alias = Settings.model_fields[name].validation_alias
    return alias if isinstance(alias, str) else f"MOOT_{name.upper()}"


def nearest(name: str, known: list[str]) -> str:
    """What may have been meant by a name that nobody knows, in a sentence."""
    close = get_close_matches(name, known, 1)
    return f"Did you mean {close[0]}?" if close else "See: moot config show"


def _must_be_settable(name: str, home: Path) -> None:
    file = str(config_file(home))
    if name == "home":
        raise InvalidInput(
            f"{file!r} cannot set 'home': it is found there.", suggestion="Set MOOT_HOME in the environment."
        )
    if name not in Settings.model_fields:
        known = [known for known in Settings.model_fields if known != "home"]
        raise InvalidInput(f"{file!r} sets {name!r}, which is no setting.", suggestion=nearest(name, known))


def _usual_home() -> Path:
    return Path.home() / ".moot"
