"""The plan that is debated: read from a file, and put as the motion, or as a document where it is long."""

import re
from dataclasses import dataclass
from pathlib import Path

from moot.cli.texts import given_file
from moot.client import Client
from moot.client.errors import invalid

AS_MOTION, AS_MOTION_BYTES = 6000, 10 * 1024
"""How many characters of a motion every player reads, and bytes it may have; a longer plan is read from its file."""
SHOWN, SHOWN_BYTES = 4000, 8000
LARGEST = 1024 * 1024
TITLE = 120


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan, and where those who debate it find it."""

    text: str
    title: str
    place: str | None
    """Its path within the project; None where it is not in it."""

    @property
    def is_long(self) -> bool:
        """Whether it goes into a document."""
        return len(self.text) > AS_MOTION or len(self.text.encode()) > AS_MOTION_BYTES

    def motion(self, client: Client) -> str:
        """The text of the motion; a long plan is shared as a document first."""
        if not self.is_long:
            return self.text
        shared = client.create_document(self.title, self.text)
        cited = f"{shared['document_id']}@{shared['version']}"
        begins = self.text.encode()[:SHOWN_BYTES].decode(errors="ignore")[:SHOWN]
        return (
            f"I move that this plan be carried out: {self.title}\n\n"
            f"The whole of it is {cited}; whoever reads the project finds it as `{self.place}`. Read it to its end "
            f"before you speak. It begins:\n\n{begins}\n\n(It goes on in {cited}.)"
        )


def read_plan(path: str, folder: Path, title: str | None) -> Plan:
    """A plan that can be debated, or what is wrong with it."""
    _must_fit(path)
    text = given_file(path).strip()
    if not text:
        raise invalid(f"{path!r} is empty: there is nothing to debate.", suggestion="Write the plan first.")
    if "\0" in text:
        raise invalid(f"{path!r} is not a text.", suggestion="Give the plan as Markdown or plain text.")
    plan = Plan(text, _title(title, text, path), _place(path, folder))
    if plan.is_long and plan.place is None:
        raise invalid(
            f"{path!r} has more than {AS_MOTION} characters or {AS_MOTION_BYTES} bytes, and is not in "
            f"{str(folder)!r}, where the agents could read it to its end.",
            suggestion="Put it into the project, or name its folder with --dir.",
        )
    return plan


def _must_fit(path: str) -> None:
    file = Path(path)
    if file.is_file() and (size := file.stat().st_size) > LARGEST:
        raise invalid(
            f"{path!r} has {size} bytes; a plan may have {LARGEST}.", suggestion="Give the part that is to be debated."
        )


def _title(given: str | None, text: str, path: str) -> str:
    heading = re.search(r"^#{1,3}[ \t]+(.+?)[ \t#]*$", text, re.M)
    return (given or (heading[1] if heading else Path(path).stem))[:TITLE]


def _place(path: str, folder: Path) -> str | None:
    real, project = Path(path).resolve(), folder.resolve()
    return str(real.relative_to(project)) if real.is_relative_to(project) else None
