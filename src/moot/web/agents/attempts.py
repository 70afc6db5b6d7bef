"""Attempts: what somebody tried with one of the forms of a page, and why it was refused."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from moot.debate import Outage, Refusal
from moot.web.forms import Filled


@dataclass(frozen=True, slots=True)
class Attempt:
    """A form that was refused; its texts must not be lost."""

    form: str = ""
    """Which form of the page."""
    fields: Mapping[str, str] = field(default_factory=dict[str, str])
    refusal: Mapping[str, object] = field(default_factory=dict[str, object])

    @staticmethod
    def refused(form: str, filled: Filled, problem: Refusal | Outage) -> "Attempt":
        """What was tried, and the problem with it."""
        return Attempt(form, filled.fields, _told(problem))

    def at(self, form: str) -> bool:
        """Whether it was this form."""
        return bool(self.refusal) and self.form == form

    def kept(self, form: str, name: str, otherwise: str = "") -> str:
        """What stands in a field: what was tried, or what stood there before."""
        return self.fields.get(name, "") if self.at(form) else otherwise


NOTHING_TRIED = Attempt()


def _told(problem: Refusal | Outage) -> Mapping[str, object]:
    if isinstance(problem, Refusal):
        return problem.told()
    return {
        "code": problem.code,
        "message": str(problem) or "The server cannot do this now.",
        "suggestion": "Nothing was changed and your text is kept. Send it again in a moment.",
    }
