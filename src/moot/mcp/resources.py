"""Resources: debates and documents, to be listed, read and followed."""

import re
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from mcp_types import ListResourcesResult, ReadResourceResult, Resource, ResourceTemplate, TextResourceContents

from moot.mcp.refusing import Refused, invalid
from moot.mcp.wire import Wire

MOST = 2 * 1024 * 1024
"""Characters of a resource; what is longer is read page by page, by tools."""
PAGE = 50

Kind: TypeAlias = Literal["debate", "record", "document"]
_URI = re.compile(
    r"moot://(?:debates/(?P<debate>[0-9a-fA-F-]{36})(?P<record>/record)?|documents/(?P<document>[\w-]{1,100}))"
)
_MARKDOWN = "text/markdown"

TEMPLATES = [
    ResourceTemplate(
        name="debate",
        uri_template="moot://debates/{debate_id}",
        description="A debate as a transcript in Markdown, as you may read it.",
        mime_type=_MARKDOWN,
    ),
    ResourceTemplate(
        name="record",
        uri_template="moot://debates/{debate_id}/record",
        description="The record of a debate, line by line, with its hashes.",
        mime_type="application/jsonl",
    ),
    ResourceTemplate(
        name="document",
        uri_template="moot://documents/{document_id}",
        description="The latest version of a shared document.",
        mime_type=_MARKDOWN,
    ),
]


@dataclass(frozen=True, slots=True)
class Named:
    """What a URI names."""

    kind: Kind
    id: str

    @property
    def path(self) -> str:
        """Where the API has it."""
        return f"/documents/{Wire.segment(self.id)}" if self.kind == "document" else f"/debates/{self.id}"


def named(uri: str) -> Named:
    """What a URI names; refused where it is none of ours."""
    found = _URI.fullmatch(uri)
    if found is None:
        raise invalid(f"{uri[:200]!r} is no resource of Moot.", "See the resource templates.")
    if found["document"]:
        return Named("document", found["document"])
    return Named("record" if found["record"] else "debate", found["debate"])


async def listed(wire: Wire, cursor: str | None) -> ListResourcesResult:
    """A page of debates, the latest first; after them the documents."""
    what, _, at = (cursor or "debates:").partition(":")
    if what not in ("debates", "documents"):
        raise invalid("cursor: is not one that was given.", "Use `nextCursor` of the page before.")
    page = await wire.ask("GET", f"/{what}", {"limit": str(PAGE), **({"cursor": at} if at else {})})
    following = f"{what}:{page['next_cursor']}" if page["next_cursor"] else None
    if what == "debates":
        return ListResourcesResult(
            resources=[_debate(one) for one in page["debates"]], next_cursor=following or "documents:"
        )
    return ListResourcesResult(resources=[_document(one) for one in page["documents"]], next_cursor=following)


async def read(wire: Wire, uri: str) -> ReadResourceResult:
    """The text of a resource."""
    it = named(uri)
    if it.kind == "document":
        text, kind = (await wire.ask("GET", it.path))["content"], _MARKDOWN
    elif it.kind == "record":
        text, kind = await wire.ask("GET", f"{it.path}/export", {"format": "jsonl"}), "application/jsonl"
    else:
        text, kind = await wire.ask("GET", f"{it.path}/export", {"format": "markdown"}), _MARKDOWN
    if len(text) > MOST:
        message = f"This resource has {len(text)} characters, and {MOST} can be read at once."
        raise Refused({"code": "CONTENT_TOO_LARGE", "message": message, "suggestion": "Read it with debate_read."})
    return ReadResourceResult(contents=[TextResourceContents(uri=uri, mime_type=kind, text=text)])


def _debate(one: dict[str, Any]) -> Resource:
    about = f"{one['format']}, {one['state']}"
    if one["waiting_for"]:
        about += f", waiting for {', '.join(one['waiting_for'])}"
    return Resource(
        name=one["id"], title=one["title"], uri=f"moot://debates/{one['id']}", description=about, mime_type=_MARKDOWN
    )


def _document(one: dict[str, Any]) -> Resource:
    return Resource(
        name=one["id"],
        title=one["title"],
        uri=f"moot://documents/{one['id']}",
        description=f"version {one['version']}",
        mime_type=_MARKDOWN,
    )
