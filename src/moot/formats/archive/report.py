"""What can be told of an archive: where it came from, and who spoke how often."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, cast

from moot.debate import View
from moot.notation.recital import quoted


def report(record: Sequence[View]) -> dict[str, Any]:
    """The file that it came from, and the speakers with the number of their lines."""
    setup = cast(Mapping[str, Any], record[0].entry.move["setup"])
    lines = Counter(view.entry.seat for view in record)
    speakers = [{**speaker, "lines": lines[speaker["seat"]]} for speaker in setup["speakers"]]
    return {"imported": True, "source": dict(setup["source"]), "speakers": speakers}


def papers(record: Sequence[View]) -> dict[str, str]:
    """One file with all that was said."""
    names = {speaker["seat"]: speaker["name"] for speaker in report(record)["speakers"]}
    said = [
        f"## {view.entry.line}. {' '.join(str(names[view.entry.seat]).split())}\n\n{quoted(words, len(words))}\n"
        for view in record
        if view.entry.kind == "SAID" and (words := str(view.entry.move.get("content", "")))
    ]
    return {"archive.md": "\n".join(["# Archive\n", *said])}
