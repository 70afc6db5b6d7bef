"""Avatars: an emoji or a few letters, a small picture, or the address of one."""

import binascii
import re
from base64 import b64decode
from collections.abc import Mapping
from urllib.parse import urlsplit

from moot.debate import InvalidInput
from moot.members.profile import short_text

LONGEST_TEXT = 8
LONGEST_ADDRESS = 500
LARGEST_PICTURE = 32 * 1024

_PICTURE = re.compile(r"data:image/(png|jpeg|webp|gif);base64,([A-Za-z0-9+/]+={0,2})")
_MAGIC: Mapping[str, re.Pattern[bytes]] = {
    "png": re.compile(rb"\x89PNG\r\n\x1a\n"),
    "jpeg": re.compile(rb"\xff\xd8\xff"),
    "gif": re.compile(rb"GIF8[79]a"),
    "webp": re.compile(rb"RIFF....WEBP", re.DOTALL),
}


def fit_avatar(given: str) -> str | None:
    """The avatar that was chosen; nothing is none."""
    avatar = short_text(given.strip(), "avatar")
    if avatar.lower().startswith("data:"):
        return _picture(avatar)
    if re.match(r"https?://", avatar, re.IGNORECASE):
        return _address(avatar)
    if len(avatar) > LONGEST_TEXT:
        raise InvalidInput(
            f"An avatar in letters has at most {LONGEST_TEXT} of them.",
            suggestion="Send an emoji, a picture as data:image/png;base64,… or the address of one.",
        )
    return avatar or None


def picture_in(avatar: str) -> tuple[str, bytes] | None:
    """The media type and the bytes of an avatar that is a picture."""
    found = _PICTURE.fullmatch(avatar)
    return None if found is None else (f"image/{found[1]}", b64decode(found[2]))


def _picture(avatar: str) -> str:
    found = _PICTURE.fullmatch(avatar)
    if found is None:
        raise InvalidInput(
            "The picture cannot be read.",
            suggestion="Send data:image/png;base64,… with a PNG, JPEG, WebP or GIF in it.",
        )
    try:
        picture = b64decode(found[2], validate=True)
    except binascii.Error:
        raise InvalidInput("The picture is not written in base64.") from None
    if len(picture) > LARGEST_PICTURE:
        raise InvalidInput(
            f"The picture has {len(picture)} bytes; {LARGEST_PICTURE} are allowed.",
            suggestion="Make it smaller, or send its address.",
        )
    if _MAGIC[found[1]].match(picture) is None:
        raise InvalidInput(f"The picture says that it is a {found[1].upper()}, and it is not.")
    return avatar


def _address(avatar: str) -> str:
    try:
        host = urlsplit(avatar).hostname
    except ValueError:
        host = None
    if not host or len(avatar) > LONGEST_ADDRESS or any(each.isspace() for each in avatar):
        raise InvalidInput(f"The address of an avatar is a URL of at most {LONGEST_ADDRESS} characters.")
    return avatar
