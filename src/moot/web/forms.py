"""Forms: what was filled in, and the mark that shows it came from a page of ours."""

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response

from moot.debate import Forbidden, InvalidInput

FORM_COOKIE = "moot_form"
FORM_FIELD = "form_mark"
_MARK = re.compile(r"[A-Za-z0-9_-]{43}")


@dataclass(frozen=True, slots=True)
class Filled:
    """A form as somebody sent it."""

    fields: Mapping[str, str]
    uploads: Mapping[str, str] = field(default_factory=dict[str, str])
    """Texts that came as files, by name."""

    def get(self, name: str) -> str:
        """What stands in a field; nothing is an empty text."""
        return self.fields.get(name, "")

    def given(self, name: str) -> str | None:
        """What stands in a field, or None where it was left empty."""
        return self.get(name).strip() or None

    def number(self, name: str, usual: int) -> int:
        """The whole number in a field, or the usual one where it was left empty."""
        given = self.given(name)
        if given is None:
            return usual
        if not (given.isascii() and given.isdecimal()):
            raise InvalidInput(f"{name.replace('_', ' ')}: {given!r} is not a number.", suggestion="Write it like 10.")
        return int(given)

    def must_be_confirmed(self) -> None:
        """Final acts take a second gesture; without scripts it is a tick."""
        if not self.get("confirm"):
            raise InvalidInput(
                "This needs a second gesture, so that it does not happen by accident.",
                suggestion="Hold the button for a second, or tick the box beside it.",
            )


async def filled(request: Request) -> Filled:
    """Reads a posted form; lines end as they do in the record."""
    async with request.form() as form:
        texts = {name: value for name, value in form.multi_items() if isinstance(value, str)}
        files = [value for _, value in form.multi_items() if isinstance(value, UploadFile) and value.filename]
        uploads = {str(file.filename): _text(await file.read(), str(file.filename)) for file in files}
    return Filled({name: value.replace("\r\n", "\n") for name, value in texts.items()}, uploads)


def _text(read: bytes, name: str) -> str:
    try:
        return read.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise InvalidInput(f"{name} is no text.", suggestion="Upload files of text in UTF-8 alone.") from None


def form_mark(request: Request) -> str:
    """The mark of this browser's forms: the one its cookie holds, or a new one."""
    kept = request.cookies.get(FORM_COOKIE, "")
    if _MARK.fullmatch(kept):
        return kept
    new: str | None = getattr(request.state, "form_mark", None)
    if new is None:
        new = request.state.form_mark = secrets.token_urlsafe(32)
    return new


def keep_form_mark(request: Request, response: Response) -> None:
    """Gives a browser its mark if it has none."""
    mark = form_mark(request)
    if request.cookies.get(FORM_COOKIE) != mark:
        response.set_cookie(FORM_COOKIE, mark, httponly=True, samesite="strict", secure=request.url.scheme == "https")


def must_be_ours(request: Request, form: Filled) -> None:
    """Refuses a form that no page of ours gave to this browser."""
    kept = request.cookies.get(FORM_COOKIE, "")
    if not (_MARK.fullmatch(kept) and secrets.compare_digest(kept.encode(), form.get(FORM_FIELD).encode())):
        raise Forbidden(
            "This form did not come from a page that this browser was given.",
            suggestion="Nothing was done. Send it again from here.",
        )
