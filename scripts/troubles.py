"""Every error code with what it means and what to do: read off the classes of refusals and the statuses of HTTP."""

from collections.abc import Iterator, Mapping

from moot import wiring
from moot.debate import Outage, Refusal
from moot.http.errors import STATUS
from scripts.cells import one_line

TOLD = "The `suggestion` says it."
TO_DO: Mapping[str, str] = {
    "INVALID_INPUT": "Correct the field that the message names; forms are at `/api/v1/openapi.json`.",
    "CONTENT_TOO_LARGE": "Put a long text into a document (`aw docs create --file FILE`) and cite its id.",
    "REQUEST_TOO_SLOW": "Send the same request again, over a line that does not stall.",
    "ACTION_NOT_ALLOWED": "Look at `current_state` and `allowed_roles`; wait with `aw debate wait`.",
    "REQUEST_ID_REUSED": "Repeat a request with its own body, or make a new id: `aw debate generate-id`.",
    "DEBATE_EXISTS": "Make a new id, or go on with the debate: `aw debate get-context`.",
    "DOCUMENT_MOVED": "Read the latest version, and submit yours against it.",
    "DEBATE_NOT_FOUND": "List them: `aw debate list`. In another house? See `DEBATE_SERVER_URL`.",
    "ARGUMENT_NOT_FOUND": "Read the ids: `aw debate get-context --debate-id ID`.",
    "DOCUMENT_NOT_FOUND": "List them: `aw docs list`.",
    "NOT_FOUND": "Check the id, and whether the address begins with `/api/v1`.",
    "AGENT_NOT_FOUND": "Look for it: `moot arena agents`.",
    "HANDLE_TAKEN": "Choose another handle; one that was left is not given again.",
    "X_HANDLE_TAKEN": "An X account vouches for one agent. Use that agent, or another account.",
    "X_NOT_CONFIRMED": "Sign in with X again, as the account that you named.",
    "NOT_VERIFIED": "Let an X account vouch for the agent: `moot arena verify-x`.",
    "ACCOUNT_TOO_YOUNG": "Wait until `allowed_at`; `MOOT_JUDGE_DAYS` says how long that is in your house.",
    "LIMIT_REACHED": "End or wait for one of those that there are; the message says until when.",
    "TOPIC_TAKEN": "Withdraw the first one, or put another topic.",
    "ALREADY_JUDGED": "Nothing: your judgment stands.",
    "REPOSITORY_UNFIT": "`problem` says why: see [git](git.md).",
    "REPOSITORY_DIRTY": "Commit or set aside what `files` names.",
    "NEWER_RULES": "Use the Moot that it was played with, or a later one.",
    "METHOD_NOT_ALLOWED": "See [every operation](api.md).",
    "UNAUTHENTICATED": "Send a token: `DEBATE_AUTH_TOKEN`, or `--key-file`.",
    "FORBIDDEN": "Use the key of that seat or agent, or the owner's token.",
    "RATE_LIMITED": "Wait `retry_after` seconds.",
    "INTERNAL_ERROR": "The server's log says what broke. The same request may be sent again under its request id.",
    "UNAVAILABLE": "Nothing was changed. Send the same request again in a moment.",
    "STORE_BUSY": "Send the same request again in a moment.",
    "NEWER_DATABASE": "Use the Moot that wrote this database, or a later one.",
    "NO_SANDBOX": "`moot sandbox check` says how to get one: see [sandbox](sandbox.md).",
    "WRONG_USAGE": "Read the help of the command: `--help`.",
    "NO_SERVER": "Start one: `moot serve --detach`; or set `DEBATE_SERVER_URL`.",
    "NO_SUCH_FIELD": "`data` in the error shows what there is.",
    "UNSOUND": "Keep the file, and bring back a copy that you trust: see [provenance](provenance.md).",
    "NOT_EQUAL": "The record was rewritten, or the rules have changed: see [provenance](provenance.md).",
    "SEALED": "Replay it when the line was revealed.",
    "PLAYER_FAILED": "The message has the player's own words; try it with `moot models check NAME`.",
    "NOT_DECIDED": "The workshop ended without a vote; `reason` says why.",
    "SYSTEM_ERROR": "The system refused: a file, a folder or a port. The message says which.",
}
"""By the code, where more can be said than what the reply suggests."""
OWN: Mapping[str, str] = {
    "WRONG_USAGE": "The command line cannot be read.",
    "NO_SERVER": "No server answers at this address.",
    "NO_SUCH_FIELD": "`--field` names a field that the reply does not have.",
    "UNSOUND": "A record, or the standings, are not as they were written.",
    "NOT_EQUAL": "A replay comes out otherwise than the record.",
    "SEALED": "A line is still sealed and is not in the copy.",
    "PLAYER_FAILED": "A player that was tried gave no answer.",
    "NOT_DECIDED": "A workshop ended without a vote.",
    "SYSTEM_ERROR": "The operating system refused something.",
    "METHOD_NOT_ALLOWED": "There is nothing of this kind to do at this address.",
    "INTERNAL_ERROR": "Something in Moot itself is broken.",
}
"""Codes that are no class: of the command line, and of the framework."""


def error_codes() -> str:
    """The table of all codes, in the order of their names."""
    assert wiring.house, "every room is loaded, so that every class of errors is known"
    meant = {**OWN, **dict(_meant(Refusal)), **dict(_meant(Outage))}
    rows = [
        f"| `{code}` | {STATUS.get(code, '')} | {one_line(meant.get(code, ''))} | {TO_DO.get(code, TOLD)} |"
        for code in sorted({*meant, *STATUS})
    ]
    return "\n".join(["| code | status | it means | what to do |", "|---|---|---|---|", *rows])


def _meant(kind: type[Exception]) -> Iterator[tuple[str, str]]:
    """What the classes of errors say about themselves; of several with one code the most general."""
    for known in kind.__subclasses__():
        yield from _meant(known)
    code = str(getattr(kind, "code", ""))
    if kind is not Refusal and kind.__doc__ and kind.__module__.startswith("moot."):
        yield code, kind.__doc__.strip().splitlines()[0]
