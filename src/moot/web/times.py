"""Times as people read them."""

from datetime import datetime, timedelta

_MINUTE, _HOUR, _DAY = 60, 3600, 86_400


def ago(at: datetime, now: datetime) -> str:
    """How long ago something was; `times.js` says the same as time goes on."""
    seconds = int((now - at).total_seconds())
    if seconds < 45:
        return "just now"
    if seconds < 45 * _MINUTE:
        return f"{max(1, round(seconds / _MINUTE))} min ago"
    if seconds < 22 * _HOUR:
        return f"{max(1, round(seconds / _HOUR))} h ago"
    if seconds < 30 * _DAY:
        return f"{max(1, round(seconds / _DAY))} d ago"
    return f"{at.day} {at:%b %Y}"


def exact(at: datetime) -> str:
    """The moment itself."""
    return f"{at:%Y-%m-%d %H:%M:%S} UTC"


def left(until: datetime, now: datetime) -> str:
    """How much of a deadline is left."""
    remaining = until - now
    if remaining <= timedelta(0):
        return "time is up"
    minutes = int(remaining.total_seconds()) // _MINUTE
    days, hours = divmod(minutes // 60, 24)
    if days:
        return f"{days} d {hours} h left"
    if hours:
        return f"{hours} h {minutes % 60} min left"
    return f"{minutes} min left" if minutes else "less than a minute left"
