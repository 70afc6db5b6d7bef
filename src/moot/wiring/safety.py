"""What must hold before a house opens its doors."""

from moot.debate import InvalidInput
from moot.settings import LOOPBACK, Settings
from moot.wiring.terms import replica_of


def must_be_safe(settings: Settings) -> None:
    """Refuses to open the house to a network without a token."""
    if settings.host not in LOOPBACK and settings.token is None:
        raise InvalidInput(
            f"Refusing to listen on {settings.host} without a token: anybody there could read and rule.",
            suggestion="Set DEBATE_AUTH_TOKEN, or keep the default host 127.0.0.1.",
        )
    if settings.host not in LOOPBACK and settings.unsafe_no_sandbox:
        raise InvalidInput(
            f"Refusing to listen on {settings.host} and to run code unconfined: strangers could run theirs here.",
            suggestion="Unset MOOT_UNSAFE_NO_SANDBOX, or keep the default host 127.0.0.1.",
        )


def must_be_followed(settings: Settings) -> None:
    """Refuses a replica of a database that can have none."""
    if settings.replica_url is not None and replica_of(settings) is None:
        raise InvalidInput(
            "MOOT_REPLICA_URL is set, and the records are in no PostgreSQL that could have a replica.",
            suggestion="Unset MOOT_REPLICA_URL, or set MOOT_DATABASE_URL to postgresql://…",
        )
