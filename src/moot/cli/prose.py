"""Readings as Markdown, for people."""

from collections.abc import Iterable, Mapping
from typing import cast

from moot.cli.wording import counted, moment
from moot.client.shapes import (
    Argument,
    Context,
    Debate,
    DebatePage,
    Difference,
    DocumentPage,
    Event,
    History,
    VersionTold,
    Waited,
)


def of_context(context: Context) -> str:
    """A debate, from its title to what the reader should do now."""
    lines = {argument["id"]: argument["seq"] for argument in context["arguments"]}
    told = [of_argument(argument, lines) for argument in context["arguments"]]
    if context["omitted"]:
        told.insert(1, f"*({counted(context['omitted'], 'argument')} left out here; --argument-limit shows more)*")
    return "\n\n".join([_heading(context["debate"]), *told, *_what_now(context)])


def _heading(debate: Debate) -> str:
    waits = f"waiting for the {' and the '.join(debate['waiting_for'])}" if debate["waiting_for"] else "over"
    about = f"**{debate['state']}**, {waits} · {debate['debate_type'] or debate['format']}"
    return f"# {debate['title']}\n\n{about} · {counted(debate['seq'], 'line')}  \nDebate `{debate['id']}`"


def _what_now(context: Context) -> list[str]:
    if context["role"] is None or context["action"] is None:
        return []
    about = "" if context["wait_on"] is None else f" (about `{context['wait_on']}`)"
    may = ", ".join(action["type"] for action in context["available_actions"]) or "nothing now"
    return ["---", f"You are the {context['role']}: **{context['action']}**{about}. You may make: {may}."]


def of_argument(argument: Argument, lines: Mapping[str, int] | None = None) -> str:
    """One argument, with its line, its speaker and what it is about."""
    content = "*(sealed)*" if argument["content"] is None else argument["content"].strip() or "*(no words)*"
    head = f"## {argument['seq']}. {argument['type']} by the {argument['role'] or 'house'}{_about(argument, lines)}"
    parts = [head, f"*{moment(argument['created_at'])}* · `{argument['id']}`", content]
    if options := argument.get("options"):
        parts.append("\n".join(f"- **{option['id']}**: {option['label']}" for option in options))
    parts += [f"*{remark}*" for remark in _remarks(argument)]
    return "\n\n".join(parts)


def _about(argument: Argument, lines: Mapping[str, int] | None) -> str:
    parent = argument["parent_id"]
    if parent is None:
        return ""
    return f", on {lines[parent]}" if lines and parent in lines else f", on `{parent}`"


def _remarks(argument: Argument) -> Iterable[str]:
    if option := argument.get("option"):
        yield f"Chose option {option}."
    if argument.get("close"):
        yield "Closed the debate."
    if argument.get("parked"):
        yield "Was being written when the arbitrator intervened."
    for document in argument.get("documents", ()):
        version = "" if document["version"] is None else f" --version {document['version']}"
        yield f"Cites a document: aw docs get {document['id']}{version}"


def of_waited(waited: Waited) -> str:
    """What came while waiting, and what to do now."""
    told = [of_argument(argument) for argument in waited["arguments"]] or ["Nothing new."]
    now = f"**{waited['state']}**: {waited['action']} (about `{waited['wait_on']}`)"
    again = [f"Wait again: `{command}`"] if (command := waited.get("retry_command")) else []
    return "\n\n".join([*told, "---", now, *again])


def of_event(event: Event) -> str:
    """What a watcher is told."""
    data = event["data"]
    match event["event"]:
        case "new_argument":
            return of_argument(cast(Argument, data))
        case "initial_state":
            return of_context(cast(Context, data))
        case "draft":
            return f"*The {data['role']} is speaking.*"
        case "state_changed":
            waits = "".join(f", waiting for the {role}" for role in data["waiting_for"])
            return f"*Now {data['state']}{waits}.*"


def of_debates(page: DebatePage) -> str:
    """A list of debates."""
    told = [
        f"- **{d['title']}**: {d['state']}, {counted(d['seq'], 'line')}, {moment(d['updated_at'])}  \n  `{d['id']}`"
        for d in page["debates"]
    ]
    return "\n".join(told or ["No debates yet. Open one with: aw debate create"]) + _more(page["next_cursor"])


def of_documents(page: DocumentPage) -> str:
    """A list of documents."""
    told = [f"- **{d['title']}**: version {d['version']}, `{d['id']}`" for d in page["documents"]]
    return "\n".join(told or ["No documents yet. Share one with: aw docs create"]) + _more(page["next_cursor"])


def of_version(version: VersionTold) -> str:
    """A document is its own prose."""
    return version.get("content", "")


def of_history(history: History) -> str:
    """The versions of a document."""
    return "\n".join([f"# {history['title']}", "", *map(_dated, history["versions"])])


def _dated(version: VersionTold) -> str:
    note = f": {version['note']}" if version["note"] else ""
    return f"{version['version']}. {moment(version['created_at'])}, {counted(version['size'], 'byte')}{note}"


def of_difference(difference: Difference) -> str:
    """What changed, as a unified diff."""
    head = f"# {difference['title']}: version {difference['from_version']} to {difference['to_version']}"
    return f"{head}\n\n```diff\n{difference['unified'].rstrip()}\n```"


def _more(next_cursor: str | None) -> str:
    return "" if next_cursor is None else f"\n\nThere are more: --cursor {next_cursor}"
