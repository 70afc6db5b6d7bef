"""What is said when nobody answers, and how a write is sent so that it can be repeated."""

from collections.abc import Callable, Mapping
from typing import Any

from moot.cli.environment import home, version_at
from moot.cli.server_file import noted
from moot.client import NoServer, Refused, new_id
from moot.client.errors import NO_SERVER, Away


def no_server(none: NoServer) -> dict[str, Any]:
    """The error that says how to start a server."""
    return {"code": NO_SERVER, "message": str(none), "suggestion": _how(none.url), "url": none.url}


def _how(url: str) -> str:
    elsewhere = noted(home())
    if elsewhere is not None and elsewhere["url"] != url and version_at(elsewhere["url"]):
        return f"A server of yours runs elsewhere: export DEBATE_SERVER_URL={elsewhere['url']}"
    return "Start one with: moot serve --detach (or set DEBATE_SERVER_URL to where one runs)."


def sent(call: Callable[..., Mapping[str, object]], request_id: str | None) -> dict[str, Any]:
    """The reply to a write with its request id; an error that is worth repeating has it too."""
    given = request_id or new_id()
    named = {"client_request_id": given}
    try:
        return {**call(**named), **named}
    except NoServer as none:
        raise Refused({**no_server(none), **named}, 0) from none
    except Away as away:
        raise Refused({**away.error, **named}, away.status) from away
