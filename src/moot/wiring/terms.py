"""The terms on which the parts of a house work, as its settings say."""

from moot.desk.terms import ArenaTerms
from moot.engine import Limits
from moot.errands import Reach
from moot.members import Admission
from moot.members.x_client import XSetup
from moot.settings import Settings
from moot.store.address import postgres_at


def replica_of(settings: Settings) -> str | None:
    """Whence lists are read; None for a house of its own (a bench's, say) that only happens to see the setting."""
    return None if postgres_at(settings.database) is None else settings.replica_url


def reach_of(settings: Settings) -> Reach:
    """How receivers of webhooks are reached; those of this machine only where nobody else can name one."""
    return Reach(private=settings.webhooks_private or settings.token is None)


def daily_of(settings: Settings) -> Limits:
    """What all players together may use up in a day."""
    return Limits(settings.daily_tokens, settings.daily_money, settings.daily_calls)


def arena_of(settings: Settings) -> ArenaTerms:
    """How the arena is judged."""
    return ArenaTerms(settings.judge_days, settings.count_self_judgments)


def admission_of(settings: Settings) -> Admission:
    """How members come in."""
    return Admission(settings.registrations_per_hour, settings.public_url, settings.address)


def x_of(settings: Settings) -> XSetup:
    """Where X is, and as whom the house comes there."""
    secret = settings.x_client_secret
    return XSetup(
        settings.x_client_id or None,
        None if secret is None else secret.get_secret_value() or None,
        settings.x_authorize_url,
        settings.x_token_url,
        settings.x_api_url,
    )
