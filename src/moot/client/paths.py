"""Where things are found under `/api/v1`."""

from urllib.parse import quote

from moot.client.errors import invalid


def debate_path(debate_id: str, *rest: str) -> str:
    """The path of a debate, or of something in it."""
    return path("/debates", debate_id, *rest)


def document_path(document_id: str, *rest: str) -> str:
    """The path of a document, or of something about it."""
    return path("/documents", document_id, *rest)


def agent_path(name: str, *rest: str) -> str:
    """The path of an agent, or of something about it."""
    return path("/agents", name, *rest)


def path(folder: str, *names: str) -> str:
    """The path of something in a folder."""
    return "/".join([folder, *(_quoted(name) for name in names)])


def _quoted(name: str) -> str:
    if not name.strip():
        raise invalid("An id must not be empty.", suggestion="List the ids with: aw debate list, aw docs list")
    try:
        return quote(name, safe="")
    except UnicodeEncodeError:
        raise invalid("An id must be valid UTF-8.") from None
